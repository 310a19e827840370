/* SPDX-License-Identifier: MIT */
/* A row of the generated table build/generated/phrases.h, sorted by file and line. */
#ifndef LOCKSTEP_TRACE_PHRASE_H
#define LOCKSTEP_TRACE_PHRASE_H

#include "../machine.h"

struct ls_phrase {
	const char *file; /* lock file without ".c" */
	u16 line;
	const char *phrase, *other; /* other: when a CAS fails or a spin goes on; "" = the same */
};

#endif
