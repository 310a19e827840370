/* SPDX-License-Identifier: MIT */
/*
 * What a lock whose threads make system calls knows of them: which events a kernel traces inside them, and what
 * the threads do between two of these. A lock has one of these structures when its folder has a syscalls.c
 * (locks/<lock>/syscalls.c: const struct ls_syscalls <lock>_syscalls); scripts/generate.mjs finds it.
 *
 * All that takes or asks for a thread: tid, from 1. e, next: events of that thread.
 */
#ifndef LOCKSTEP_CONFORM_SYSCALLS_H
#define LOCKSTEP_CONFORM_SYSCALLS_H

#include <stddef.h>

#include "event.h"

struct ls_replay;

/* Where what an event says lies, seen from the time at which the kernel traced it. */
enum ls_traced_when {
	LS_TRACED_AFTER,  /* the act came before it, and behind whatever the thread did before */
	LS_TRACED_BEFORE, /* the act comes behind it, and before whatever is known next of the thread */
	LS_TRACED_AT      /* at that time */
};

/* A kind of event that a kernel traces inside a system call. */
struct ls_traced_kind {
	const char *name;
	u8 has;         /* REC_*: what its line must say */
	u8 when;        /* enum ls_traced_when */
	u8 op;          /* LS_OP_WAKE: it wakes its target */
	bool remark;    /* no step of its own: it says more of the event before it */
	bool two_steps; /* a part of it others can see earlier, ls_event.early; "steps traced": it is an event of its
			   own */
	bool result;    /* its value is what the call is about to return */

	/* In traces with "steps traced": */
	bool all_traced; /* comes only in these */
	bool look;       /* others cannot see it: it goes as soon as what it found is there */
	u8 step_op;      /* enum ls_op of the step that it is, and the word that this is about; or 0 */
	u16 word;
	u16 stale_us; /* where it has an ok, with that: what it found may have been so, and so no longer, for so long
			 before */
};

/* How far a thread has come on its way to an event. */
enum ls_arrival {
	LS_ON_ITS_WAY,
	LS_ARRIVED, /* its next step is the event, or one that others can see: the event must be taken now */
	LS_IN_USER, /* back in user space, where the event was a return */
	LS_ASTRAY   /* it does not get there */
};

struct ls_syscalls {
	/* --- the events --- */
	const struct ls_traced_kind *kind; /* by number from LS_EV_OWN on; ends at the first without a name */
	const u8 *call;                    /* the procedures, by the value of a "call" event less 1 */
	u8 calls;
	/* Notes of an event, kept in ls_event.marks. last: the event of the thread before it. */
	u8 (*marks)(const struct ls_event *e, const struct ls_event *last);
	/* A thread can have event e right behind event last. */
	bool (*in_order)(const struct ls_event *last, const struct ls_event *e);

	/* --- what is so: nothing changes --- */
	/* What the thread's next event found is there. */
	bool (*fits)(const struct ls_replay *r, u32 tid);
	/* It sleeps, its next event is behind the sleep, and no traced event has woken it. */
	bool (*lacks_waker)(const struct ls_replay *r, u32 tid);
	/* The kind of event that a kernel traces of the step that rec peeks at; 0: it is an internal step. next: may be
	 * NULL. */
	u8 (*traced)(const struct ls_machine *m, u32 tid, const struct ls_event *next, const struct ls_record *rec);
	/* The step that rec peeks at sees something that rules event e out. e may be NULL. */
	bool (*rules_out)(const struct ls_event *e, const struct ls_record *rec);
	/* What leads to event e must be seen before another thread changes it. */
	bool (*is_early)(const struct ls_event *e);
	/* The thread that must advance first, to see the machine as it is now; or 0. */
	u32 (*reads_first)(const struct ls_machine *m);
	/* The thread is about to take the step in r->m.rec, which is possible. may_queue: it may join a queue that
	 * others see. */
	enum ls_arrival (*arrival)(const struct ls_replay *r, u32 tid, const struct ls_event *e, bool may_queue);

	/* --- what changes the machine --- */
	/* The acts of the environment without which the thread cannot come to event e. */
	void (*induce)(struct ls_replay *r, u32 tid, const struct ls_event *e);
	/* The same for the step in r->m.rec alone. False: it is not possible. */
	bool (*induce_step)(struct ls_replay *r, u32 tid, const struct ls_event *e);
	/* The thread is about to change something: what others must have done by then. */
	void (*prepare)(struct ls_replay *r, u32 tid);
	/* The first part of an event in two steps. */
	bool (*begin)(struct ls_replay *r, u32 tid, const struct ls_event *e);
	/* The event itself; way: as in take.h. When false the caller puts the machine back. */
	bool (*take)(struct ls_replay *r, u32 tid, const struct ls_event *e, u32 *way);

	/* The same for traces with "steps traced", in which every access of the kernel is an event; NULL: no kernel
	 * traces them. */
	const struct ls_syscalls *all_traced;
};

/* By enum ls_lock_id; NULL: the lock makes no system calls. */
extern const struct ls_syscalls *const ls_syscalls[];

/* Of a kind of event from LS_EV_OWN on; NULL when the lock has none such, or it is one of all locks. */
const struct ls_traced_kind *ls_traced_kind_of(const struct ls_syscalls *s, u32 kind);
/* "call", "top", ... */
const char *ls_event_name(const struct ls_syscalls *s, u32 kind);
/* The kind of that name, n characters long, that a kernel can trace; 0 when there is none. */
u8 ls_event_kind_named(const struct ls_syscalls *s, const char *name, u32 n);
/* The thread is inside the call that a "call" event of that value enters. */
bool ls_in_call(const struct ls_machine *m, const struct ls_syscalls *s, u32 tid, u32 value);

/*
 * A local of a procedure on the stack of thread tid, by its name in the text: without it this does not compile.
 * The machine clears a local that is dead, that is, not read any more, so there is a value only where the text reads it
 * later: LS_LOCAL traps where there is none, LS_LIVE_LOCAL is 0 where it is not so, or where the thread is not in the
 * procedure.
 */
#define LS_LOCAL(m, tid, proc, local) ls_local_value(m, tid, LS_LOCAL_AT_(proc, local), true)
#define LS_LIVE_LOCAL(m, tid, proc, local) ls_local_value(m, tid, LS_LOCAL_AT_(proc, local), false)
#define LS_LOCAL_AT_(proc, local)                                                                                      \
	((struct ls_local_at){LS_TEXT_OF_##proc, LS_PROC_##proc, offsetof(struct proc##_my, local),                    \
			      sizeof(((struct proc##_my *)0)->local)})
struct ls_local_at {
	u32 text, proc, offset, size;
};
u32 ls_local_value(const struct ls_machine *m, u32 tid, struct ls_local_at at, bool must);

#endif
