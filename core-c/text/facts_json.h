/* SPDX-License-Identifier: MIT */
/* Everything that another language needs to know of the core, as JSON: locks, words,
 * switches, procedures, scenarios, enums, memory layout. wasm/src/types.ts: Facts. */
#ifndef LOCKSTEP_TRACE_FACTS_JSON_H
#define LOCKSTEP_TRACE_FACTS_JSON_H

#include "text.h"

void ls_put_facts(struct ls_text *out);

#endif
