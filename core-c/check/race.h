/* SPDX-License-Identifier: MIT */
/*
 * The first data race of one schedule, in full: which two pieces of work under the lock, and which order is missing
 * between them. What orders is in happens.h; races.h searches all schedules.
 */
#ifndef LOCKSTEP_RACE_H
#define LOCKSTEP_RACE_H

#include "machine.h"

/* Steps are counted from 1. */
struct ls_race {
	u32 first, second; /* work under the lock of two threads: nothing orders the second behind the first */
	/*
	 * By a write of the first thread that lies between, and a read of that word by the second, the one could have
	 * told the other. 0, 0: no two such accesses suffice.
	 */
	u32 wrote, read;
	u8 lacks_release, lacks_acquire; /* which of them would need that order, and then all were ordered */
};

/*
 * False: no step races, or memory is short. From a kill on nothing is judged, for the kernel's own flag of an exiting
 * task is not in the model. relaxed: of each word of mem, whether its accesses count as relaxed; or NULL.
 */
bool ls_race_along(const struct ls_config *c, const ls_action *path, u32 n, const bool *relaxed, struct ls_race *out);

#endif
