/* SPDX-License-Identifier: MIT */
/* FUTEX_LOCK and FUTEX_UNLOCK as a patched kernel traces them (core-c/kernel/patches, docs/traces.md). */
#ifndef LOCKSTEP_LOCKS_TP_FUTEX_SYSCALLS_H
#define LOCKSTEP_LOCKS_TP_FUTEX_SYSCALLS_H

#include "conform/replay.h"
#include "conform/syscalls.h"
#include "tp_futex.h"

/* In the order of tp_traced_kinds. */
enum tp_event_kind {
	TP_EV_STEAL = LS_EV_OWN,
	TP_EV_TAKE,
	TP_EV_WAITERS,
	TP_EV_TAKE_OVER,
	TP_EV_UNLOCK,
	TP_EV_DEATH,
	TP_EV_WAKE,
	TP_EV_AWAKE,
	TP_EV_TOP,
	TP_EV_ASK,
	TP_EV_SLEEP,
	TP_EV_OFF,
	TP_EV_HANDOFF,
	/* only with "steps traced": */
	TP_EV_LOOK,
	TP_EV_RECHECK,
	TP_EV_REF,
	TP_EV_PUT,
	TP_EV_REQUEST,
	TP_EV_STAYS,
	TP_EV_YIELDS,
	TP_EV_WATCH,
	TP_EV_STATE,
	TP_EV_LINK,
	TP_EV_UNLINK,
	TP_EV_LINKED,
	TP_EV_WAITER,
	TP_EV_CLEANUP,
	TP_EV_CLEANED,
	TP_EV_GONE,
	TP_EV_EXIT,
	TP_EV_CHECK,
	TP_EV_END
};
extern const struct ls_traced_kind tp_traced_kinds[];
extern const struct ls_syscalls tp_futex_syscalls;
extern const struct ls_syscalls tp_all_traced_syscalls; /* for traces with "steps traced" */

/* Notes of an event: ls_event.marks. */
enum {
	TP_ON_TOP = 1, /* top has come before it in this call, and not yet off */
	/* no other event lies between it and the call, a try to steal, or the unlock before it; "steps traced": and the
	 * reference
	 */
	TP_FIRST_READS = 2,
	/* with "steps traced": */
	TP_RECHECKED = 4, /* behind a recheck, or a take-over that failed */
	TP_SKIPS = 64,    /* it was about to sleep for an owner that turned out to be dead */
	TP_MARKED = 8,    /* it has marked itself as about to sleep, and not yet as runnable again */
	TP_ENDED = 32,    /* off was right before it */
	TP_LINKED = 16,   /* it has linked the state to an owner, and not unlinked it */
};

/* Words of the lock, as records number them. */
enum {
	TP_WORD_FUTEX = offsetof(struct tp_futex, futex) / 4,
	TP_WORD_TOP = offsetof(struct tp_futex, mutex_owner) / 4, /* names the top waiter */
	TP_WORD_MUTEX = offsetof(struct tp_futex, mutex) / 4,
	TP_WORD_HANDOFF = offsetof(struct tp_futex, handoff_pid) / 4,
	TP_WORD_REFS = offsetof(struct tp_futex, refcount) / 4,
	TP_WORD_OWNER = offsetof(struct tp_futex, owner) / 4, /* whose exit wakes the top waiter */
};

/* The model stops counting sleeps there: TP_SLEPT_MAX of the text. */
enum { TP_SLEPT_TRACED = 3 };

/* A change of the futex word, or a failed one. */
static inline bool tp_is_change(const struct ls_event *e)
{
	return e->kind >= TP_EV_STEAL && e->kind <= TP_EV_DEATH;
}

/* The end of FUTEX_LOCK, with what it returns. */
static inline bool tp_is_end(const struct ls_event *e)
{
	return e->kind == TP_EV_OFF || e->kind == LS_EV_RETURN;
}

/* The same, or the event right before it that tells that the call is about to end. */
static inline bool tp_ends(const struct ls_event *e)
{
	return tp_is_end(e) || e->kind == TP_EV_PUT;
}

/* syscalls.c */
extern const u8 tp_calls[2];
/* The event that a compare-and-exchange of the futex word is; 0: of another word. */
u8 tp_traced_cas(const struct ls_machine *m, u32 tid, const struct ls_record *rec);
u8 tp_traced(const struct ls_machine *m, u32 tid, const struct ls_event *next, const struct ls_record *rec);
/* Both are the same error, or the same code in the low byte; the count of sleeps is capped in the model. */
bool tp_same_result(u32 ret, u32 traced);
/* An unlock that stores a thread's id hands it the lock, and the kernel says so at once. */
static inline bool tp_hands_over(const struct ls_event *e)
{
	return e->kind == TP_EV_UNLOCK && e->ok && e->new_ & TP_TID_MASK;
}
/* The step is the event, as far as others cannot change it. */
bool tp_is_event(const struct ls_machine *m, u32 tid, const struct ls_event *e, const struct ls_record *rec);
/* What FUTEX_LOCK will return, as far as the trace says; else 0. */
u32 tp_result_ahead(const struct ls_replay *r, const struct ls_event *e);

/* internal_steps.c: of struct ls_syscalls */
bool tp_fits(const struct ls_replay *r, u32 tid);
bool tp_lacks_waker(const struct ls_replay *r, u32 tid);
bool tp_rules_out(const struct ls_event *e, const struct ls_record *rec);
bool tp_is_early(const struct ls_event *e);
u32 tp_reads_first(const struct ls_machine *m);
enum ls_arrival tp_arrival(const struct ls_replay *r, u32 tid, const struct ls_event *e, bool may_queue);
void tp_induce(struct ls_replay *r, u32 tid, const struct ls_event *e);
/* What makes the call, or the loop of the top waiter, end so. */
void tp_induce_end(struct ls_replay *r, u32 tid, u32 result);
bool tp_induce_step(struct ls_replay *r, u32 tid, const struct ls_event *e);
/* The step makes the thread runnable again, or signs it off as the top waiter: until then a wake-up finds it to be
 * woken. */
bool tp_signs_off(const struct ls_machine *m, u32 tid, const struct ls_record *rec);
/* The scheduler puts the owner on a CPU or takes it off. */
bool tp_set_owner(struct ls_replay *r, u32 owner, bool wanted);
/* About to join the queue for the top, or to get there at once. */
enum ls_arrival tp_at_queue(const struct ls_replay *r, const struct ls_event *e, const struct ls_record *rec,
			    bool may_queue);

/* traced_steps.c: of struct ls_syscalls */
bool tp_is_asleep(const struct ls_replay *r, u32 tid);
/* Takes the step AWAKE is about: what ended the sleep, in the first way from *way on. */
bool tp_end_sleep(struct ls_replay *r, u32 tid, const struct ls_event *e, u32 *way);
/* What must have ended the sleep of a thread that a wake-up found awake. */
void tp_woken_before(struct ls_replay *r, const struct ls_event *wake);
/* A dead thread has no more events, but there is more to its exit: it wakes a top waiter. */
void tp_end_exit(struct ls_replay *r, u32 tid);
void tp_prepare(struct ls_replay *r, u32 tid);
bool tp_begin(struct ls_replay *r, u32 tid, const struct ls_event *e);
bool tp_take(struct ls_replay *r, u32 tid, const struct ls_event *e, u32 *way);
bool tp_same_change(const struct ls_event *e, const struct ls_record *rec);

#endif
