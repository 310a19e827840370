/* SPDX-License-Identifier: MIT */
/*
 * The accesses of a published source may say in which of its functions they were made ("seen source" of
 * docs/traces.md). Its functions are not the procedures of our text: which of these stand for which the lock says in
 * its folder (locks/<lock>/places.c: const struct ls_places <lock>_places); scripts/generate.mjs finds it.
 */
#ifndef LOCKSTEP_CONFORM_PLACES_H
#define LOCKSTEP_CONFORM_PLACES_H

#include "event.h"

/* A function of the source, and the procedures of the lock's own text, by bit, that have its accesses. */
struct ls_place {
	const char *function;
	u64 procs;
};
#define LS_IN(proc) ((u64)1 << LS_PROC_##proc)

struct ls_places {
	const struct ls_place *place;
	u32 count;
};

/* By enum ls_lock_id; NULL: of this lock's source no function is known. */
extern const struct ls_places *const ls_places[];

/* 1 + the place of that function, n characters long, or 0: it is not known. */
u8 ls_place_named(u8 lock, const char *function, u32 n);
/* Where the event was made, if it says that; else NULL. */
const char *ls_place_of(u8 lock, const struct ls_event *e);
/* An access of that procedure can be the event, as far as it says where it was made. */
bool ls_is_at_place(u8 lock, const struct ls_event *e, u8 proc);

#endif
