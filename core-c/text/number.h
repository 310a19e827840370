/* SPDX-License-Identifier: MIT */
/* A number of the lock that a picture is drawn from: a word, or a field of one. */
#ifndef LOCKSTEP_TEXT_NUMBER_H
#define LOCKSTEP_TEXT_NUMBER_H

#include "machine.h"

struct ls_number {
	u32 word, shift, mask;
	u32 object; /* word at which the structure begins that has it */
};

/* By a name as in "serving" or "val.owner". False: the lock has none. */
bool ls_find_number(const struct ls_machine *m, const char *name, struct ls_number *out);

/* The local of that name in a call of thread tid, the outermost in which it is read again (liveness); NULL: there is
 * none. object: the word at which begins what the call works on, or LS_NO_WORD for any. */
const u32 *ls_live_local(const struct ls_machine *m, u32 tid, u32 object, const char *name);

static inline u32 ls_number_value(const struct ls_machine *m, const struct ls_number *n)
{
	return m->mem[n->word] >> n->shift & n->mask;
}

#endif
