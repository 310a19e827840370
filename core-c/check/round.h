/* SPDX-License-Identifier: MIT */
/*
 * A schedule that leads back to a state, and can go round from there for ever: who gets the lock on the way, and whom
 * it starves. Who waits, as the search for such a schedule sees it, is told here, too.
 */
#ifndef LOCKSTEP_CHECK_ROUND_H
#define LOCKSTEP_CHECK_ROUND_H

#include "machine.h"

_Static_assert(LS_MAX_THREADS <= 16, "a bit for each thread");

/* bit tid - 1: who has the lock; who is asleep; who has no call under way: is between two rounds, or gone. start: the
 * machine as the threads begin each round. */
u16 ls_holders(const struct ls_machine *m);
u16 ls_sleepers(const struct ls_machine *m);
u16 ls_idle(const struct ls_machine *m, const struct ls_machine *start);
/* It gets a lock that is taken to be fair. */
bool ls_takes_fair_lock(const struct ls_record *r);

/* Of the way from a moment to a later one that has the same state. */
struct ls_return {
	u32 end;                 /* steps taken at the later one */
	u16 waits;               /* bit tid - 1: waits all the way, and is not let in */
	u16 starved;             /* of them, whom a fair scheduler (fair.h) starves that takes this way for ever */
	u16 asleep;              /* of those, who is asleep on the way */
	u32 got[LS_MAX_THREADS]; /* how often thread T, at [T - 1], is let in */
};

/*
 * The moments behind `first` of a schedule of n steps at which the machine is in the same state as there, byte for
 * byte; at most room of them. Returns how many; 0 also where the schedule does not apply.
 */
u32 ls_returns(const struct ls_config *c, const ls_action *path, u32 n, u32 first, struct ls_return *out, u32 room);

#endif
