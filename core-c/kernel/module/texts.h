/* SPDX-License-Identifier: MIT */
#ifndef LOCKSTEP_MODULE_TEXTS_H
#define LOCKSTEP_MODULE_TEXTS_H

#include "backend/kernel.h"

/* By enum ls_proc. */
const struct lk_text *lk_text(u32 proc);

/* The lock that has this variant, and the number of the variant in it; or NULL. */
const struct ls_lock_facts *lk_find_lock(const char *variant, u32 *index);

/* Turns on the switch of this name. False: there is none. An empty name turns none on. */
bool lk_find_fault(const struct ls_lock_facts *facts, const char *fault, u32 *switches);

#endif
