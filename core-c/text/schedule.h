/* SPDX-License-Identifier: MIT */
/*
 * Schedules as a person writes them: stories, `lockstep run NAME 'STEPS'`, tests.
 *
 * Tokens between blanks. T is a thread number.
 *   T      T's next step            T*N   N of them
 *   T!     T until it cannot move (at least one step)
 *   T+     T until it is about to work under the lock (at least one step)
 *   T@PLACE    T to PLACE: until its next step is there (at least one step)
 *   T>PLACE    T past PLACE: until it has taken a step there
 *   T@end      T until it has finished
 *   pT preempt   rT run again   xT pass handoff threshold   tT timeout
 *   sT signal    kT kill               wT spurious wake-up
 *
 * A place says where in the text, so that lines added elsewhere move nothing:
 *   OP         an access by its operation: load store xchg cas add or andnot await spin_lock
 *              spin_trylock spin_unlock list_add list_del list_first list_next list_has
 *              on_cpu set_state sleep awake no_sleep wake queue_lock queue_unlock critical;
 *              schedule is sleep or no_sleep
 *   OP:WORD    the same, of a word as it is narrated: count, T2.next; next is anybody's.
 *              Words of the tasks too: T2.state, on_cpu
 *   :WORD      any access to it
 *   PROC       a call of the procedure. @ stops before the first access inside it,
 *              > behind the last: when the call has returned
 *   PROC/OP, PROC/OP:WORD, PROC/:WORD   an access in the procedure's own lines
 *   PLACE*N    the N-th time, counted from here
 *
 * "1@cas:count" is read "1 to its cas of count", "2>osq_lock" "2 past osq_lock".
 * A thread that stands at a place already: @ goes on to the next time, > takes that step
 * (and leaves the call that it is in).
 */
#ifndef LOCKSTEP_TEXT_SCHEDULE_H
#define LOCKSTEP_TEXT_SCHEDULE_H

#include "machine.h"

#define LS_MAX_SCHEDULE 200000

struct ls_schedule_error {
	s32 at;        /* offset of the token that does not parse or does not apply; -1: none */
	u32 length;    /* of the token */
	char why[300]; /* in words */
};

/* Steps through m (already reset) and writes the actions. Returns how many, also up to an error. */
u32 ls_parse_schedule(struct ls_machine *m, const char *text, ls_action *out, u32 max, struct ls_schedule_error *bad);

/* The letter of each act of the environment, by enum ls_env. */
extern const char ls_env_letters[];
/* "1", "p2", ... Returns the length; out has room for 8. */
u32 ls_action_name(ls_action a, char *out);

#endif
