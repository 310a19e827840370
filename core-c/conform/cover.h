/* SPDX-License-Identifier: MIT */
/*
 * Which lines of a lock's text a schedule runs, and which of them can be run at all: a line is a
 * step of the text; a branch is a line together with the line that came next in the same thread,
 * or with the way in which its access ended. Places number the lines of all procedures of a lock,
 * one procedure behind the other.
 */
#ifndef LOCKSTEP_CONFORM_COVER_H
#define LOCKSTEP_CONFORM_COVER_H

#include "machine.h"

enum { LS_COVER_LINES = 1024, LS_COVER_BRANCHES = 4096, LS_COVER_ENDS = 0x8000 };

struct ls_cover {
	u8 lock;                       /* enum ls_lock_id */
	u8 line[LS_COVER_LINES];       /* by place: its procedure + 1, 0 = not run */
	u32 branch[LS_COVER_BRANCHES]; /* hashed: place << 16 | next place, or | LS_COVER_ENDS | ok << 8 | enum ls_op; 0
					  = free */
	u32 lines, branches;
};

/* Adds what the schedule runs, from a fresh machine. Returns the steps that could be taken. */
u32 ls_cover_schedule(struct ls_cover *c, const struct ls_config *config, const ls_action *a, u32 n);

/*
 * What can be run: random schedules of the same lock, variant and switches, in all mixes of roles
 * and up to 4 threads, with the environment free to act. A lower bound, and the same each time.
 */
void ls_cover_reachable(struct ls_cover *c, const struct ls_config *config, u32 schedules);

/* The line within its procedure of a place that has been run. */
u32 ls_cover_line_of(const struct ls_cover *c, u32 place);

/* Adds to `into` what `more` has. */
void ls_cover_add(struct ls_cover *into, const struct ls_cover *more);

/* Of what is reachable, how many lines (branches) have not been covered. */
u32 ls_cover_missed_lines(const struct ls_cover *reachable, const struct ls_cover *covered);
u32 ls_cover_missed_branches(const struct ls_cover *reachable, const struct ls_cover *covered);
/* The branches themselves, in order of their lines. branch: room for LS_COVER_BRANCHES. Returns how many. */
u32 ls_cover_missing(const struct ls_cover *reachable, const struct ls_cover *covered, u32 *branch);

#endif
