/* SPDX-License-Identifier: MIT */
#ifndef LOCKSTEP_MODULE_TEXTS_H
#define LOCKSTEP_MODULE_TEXTS_H

#include "backend/kernel/kernel.h"

/* By enum ls_lock_id, from build/generated/facts.c; NULL: the kernel itself has that lock. */
extern const struct lk_text *const lk_workers[];
/* What each thread runs. */
const struct lk_text *lk_worker(const struct ls_lock_facts *facts);

/* The lock that has the variant of this name, and the variant; or NULL. */
const struct ls_lock_facts *lk_find_lock(const char *variant, const struct ls_variant **found);

/* Turns on the switches of these names, commas between them. False: one of them is none. */
bool lk_find_faults(const struct ls_lock_facts *facts, const char *names, u32 *switches);

#endif
