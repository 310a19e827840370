/* SPDX-License-Identifier: MIT */
/* One event of a trace. */
#ifndef LOCKSTEP_CONFORM_EVENT_H
#define LOCKSTEP_CONFORM_EVENT_H

#include "machine.h"
#include "backend/record/recording.h"

/*
 * LS_EV_STEP: an access of a text. LS_EV_CALL, LS_EV_RETURN: in and out of a system call whose text the kernel runs
 * itself. What the kernel traces in between is from LS_EV_OWN on, by a table of the lock (syscalls.h).
 */
enum ls_event_kind {
	LS_EV_STEP,
	LS_EV_CALL,
	LS_EV_RETURN,
	LS_EV_SIGNAL,
	LS_EV_KILL, /* sent by the environment, thread 0, to target */
	LS_EV_OWN
};

/* Beside the REC_* of an access: what the kernel traces may have a value. */
enum { REC_VALUE = 64 };

#define LS_NO_EVENT UINT32_MAX

/*
 * An actor: its events follow one another. A thread, or the signals for one. LS_ACTOR_AT: i from 0 to 2 * n - 1.
 */
enum { LS_ACTORS = 2 * LS_MAX_THREADS + 1 };
#define LS_SIGNALS_TO(tid) (LS_MAX_THREADS + (tid))
#define LS_ACTOR_AT(i, n) ((i) < (n) ? (i) + 1 : LS_SIGNALS_TO((i) + 1 - (n)))

struct ls_event {
	u64 before, after;
	u32 old, new_, arg, value;
	u32 file_line;
	u32 next; /* the next event of the same actor, or LS_NO_EVENT */
	u16 word;
	u16 line; /* counted from that of its PROC; 0 for what is no access */
	u8 tid, proc /* or LS_NO_PROC */, op, has, ok, target;
	u8 kind;        /* enum ls_event_kind, or one of the lock's own */
	u8 marks;       /* of what the kernel traces: notes of the lock's own */
	bool placeless; /* an access of the published source, which does not say at which line of ours */
	u8 place;       /* of such: 1 + the place of the function that it is in (places.h), or 0 */
	bool two_steps; /* part of it came earlier, and others could see that */
	/* Of a call that fails, and all that it does is one look: mostly none of its thread's program (replay.h). */
	bool beside;
	/* Of what the kernel traces: what the event before it stored, or said that the call returns. Of a look beside
	 * the program: the value of its "call"; what it returned is in value. */
	u32 given;
	/*
	 * From when on half of it, or all, may have happened. Of an event in two steps: its first half came
	 * after the thread's event before this one. A signal: the target may have seen it behind the access that
	 * it was at, where the model checks for signals as a part of that access.
	 */
	u64 early;
};

static inline u32 ls_event_actor(const struct ls_event *e)
{
	return e->tid ? e->tid : LS_SIGNALS_TO(e->target);
}

/* The bits of its word that a store or an exchange wrote; its values are those of these bits. All, of any other event.
 */
static inline u32 ls_event_bits(const struct ls_event *e)
{
	return (e->op == LS_OP_STORE || e->op == LS_OP_XCHG) && e->has & REC_ARG ? e->arg : ~0u;
}

#endif
