/* SPDX-License-Identifier: MIT */
/*
 * A schedule of the machine, forced upon real threads (gate.h), with everything compared
 * after every step: the access and its values, all words of the lock, all tasks, and where
 * each thread stands with which locals.
 */
#ifndef LOCKSTEP_FOLLOW_H
#define LOCKSTEP_FOLLOW_H

#include "machine.h"

enum follow_verdict {
	FOLLOW_AGREES,
	FOLLOW_DIFFERS,
	FOLLOW_UNABLE, /* the threads could not be started */
};

struct follow_report {
	u32 steps;                  /* that agreed, before the end or the disagreement */
	u32 sleeps;                 /* times a thread was seen asleep in futex(2) */
	u32 compared;               /* single values */
	char what[160];             /* the disagreement: what differs, */
	char wanted[160], saw[160]; /* in the machine, and on the real threads */
};

/* The schedule must apply to a machine reset to config (ls_parse_schedule, ls_url_parse). */
enum follow_verdict follow(const struct ls_config *config, const ls_action *schedule, u32 n,
			   struct follow_report *report);

#endif
