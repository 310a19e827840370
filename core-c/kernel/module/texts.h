/* SPDX-License-Identifier: MIT */
#ifndef LOCKSTEP_MODULE_TEXTS_H
#define LOCKSTEP_MODULE_TEXTS_H

#include "backend/kernel.h"

/* By enum ls_proc. */
const struct lk_text *lk_text(u32 proc);

/* The lock that has this variant, and the number of the variant in it; or NULL. */
const struct ls_lock_facts *lk_find_lock(const char *variant, u32 *index);

/* Turns on the switches of these names, commas between them. False: one of them is none. */
bool lk_find_faults(const struct ls_lock_facts *facts, const char *names, u32 *switches);

/* The name of a switch, or NULL. */
const char *lk_fault_name(const struct ls_lock_facts *facts, u32 index);

#endif
