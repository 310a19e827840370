/* SPDX-License-Identifier: MIT */
/* What a step sends to another thread: the arrows of the lanes. */
#ifndef LOCKSTEP_TEXT_SIGN_H
#define LOCKSTEP_TEXT_SIGN_H

#include "registry.h"

/* Sets *to to the thread that it goes to; 0 with LS_SIGN_NONE. */
enum ls_sign ls_sign(const struct ls_machine *m, const struct ls_record *r, u32 *to);

/* The same into the record: LS_REC_SIGN() of its flags, and its target. For who shows records; a search does without.
 */
void ls_put_sign(const struct ls_machine *m, struct ls_record *r);

extern const char *const ls_sign_names[LS_SIGNS];

#endif
