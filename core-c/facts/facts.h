/* SPDX-License-Identifier: MIT */
/* Everything that another language needs to know of the core, as JSON: locks, words,
 * switches, procedures, scenarios, enums, memory layout. wasm/src/facts.ts: Facts. */
#ifndef LOCKSTEP_FACTS_FACTS_H
#define LOCKSTEP_FACTS_FACTS_H

#include "text/text.h"

void ls_put_facts(struct ls_text *o);

#endif
