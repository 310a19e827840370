/* SPDX-License-Identifier: MIT */
/*
 * A goal that is a part of a recorded run (docs/traces.md): the log of each thread, without its times. Each step that
 * a thread takes must be the next of its own log; in which order the threads go is to be found.
 *
 *	3 mutex13_lock#1 add word=0 old=1 new=0; 4 mutex13_lock#1 add word=0 old=0 new=0xffffffff
 */
#ifndef LOCKSTEP_TEXT_RECORDED_H
#define LOCKSTEP_TEXT_RECORDED_H

#include <stddef.h>

#include "text.h"

/* LOST: of a schedule that does what no log says. */
enum { LS_RECORDED_STEPS = 31, LS_RECORDED_LOST = 255 };

struct ls_recorded_step {
	u8 tid, proc, op, has;
	u16 line;
	u32 value[6]; /* in the order of their names, as far as has */
	u32 nth;      /* of its thread's log, from 0 */
};

/*
 * How far a schedule has come is one number: a digit a thread, which counts the steps of its log that it has taken, to
 * the base of their number + 1. So it grows with each step, and different ones are different states of a search.
 */
struct ls_recorded {
	u32 steps, all; /* all: every log has been taken to its end */
	u32 length[LS_MAX_THREADS + 1], weight[LS_MAX_THREADS + 1];
	struct ls_recorded_step step[LS_RECORDED_STEPS];
};

/* Bytes in use with so many steps. */
static inline u32 ls_recorded_size(u32 steps)
{
	return (u32)(offsetof(struct ls_recorded, step) + steps * sizeof(struct ls_recorded_step));
}

bool ls_recorded_is(const char *goal);
/* As ls_fact_read(). */
bool ls_recorded_read(const struct ls_machine *m, const char *text, struct ls_recorded *log, struct ls_text *why);
/* How far one has come with the step that m has taken last, where it was `before` without. */
u32 ls_recorded_reached(const struct ls_recorded *log, const struct ls_machine *m, u32 before);
/* Bit i: step i of the goal has been taken. */
u32 ls_recorded_taken(const struct ls_recorded *log, u32 reached);

#endif
