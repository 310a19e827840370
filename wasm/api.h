/* SPDX-License-Identifier: MIT */
/* What the files of the boundary share. */
#ifndef LOCKSTEP_WASM_API_H
#define LOCKSTEP_WASM_API_H

#include "machine.h"
#include "text/text.h"

enum { TEXT = LS_TEXT_BYTES };

char *ls_api_text(void);
struct ls_config *ls_api_config(void);

/* The text buffer, empty. */
static inline struct ls_text fresh(void)
{
	struct ls_text t;

	ls_text_start(&t, ls_api_text(), TEXT);
	return t;
}

#endif
