/* SPDX-License-Identifier: MIT */
/* What C states about itself, for the build: scripts/build-wasm.mjs runs it and writes wasm/generated. Not shipped. */
#include "facts/facts.h"

enum { FACTS = 1 << 20 };

const char *ls_api_facts(void)
{
	static char facts[FACTS];
	struct ls_text t;

	ls_text_start(&t, facts, FACTS);
	ls_put_facts(&t);
	return facts;
}
