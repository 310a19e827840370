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
	TP_EV_END
};
extern const struct ls_traced_kind tp_traced_kinds[];
extern const struct ls_syscalls tp_futex_syscalls;

/* Notes of an event: ls_event.marks. */
enum {
	TP_ON_TOP = 1,      /* top has come before it in this call, and not yet off */
	TP_FIRST_READS = 2, /* no other event lies between it and the call, a try to steal, or the unlock before it */
};

/* Words of the lock, as records number them. */
enum {
	TP_WORD_FUTEX = offsetof(struct tp_futex, futex) / 4,
	TP_WORD_TOP = offsetof(struct tp_futex, mutex_owner) / 4, /* names the top waiter */
	TP_WORD_HANDOFF = offsetof(struct tp_futex, handoff_pid) / 4,
};

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

/* syscalls.c */
u8 tp_traced(const struct ls_machine *m, u32 tid, const struct ls_event *next, const struct ls_record *rec);
/* Both are the same error, or the same code in the low byte; the count of sleeps is capped in the model. */
bool tp_same_result(u32 ret, u32 traced);
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
bool tp_induce_step(struct ls_replay *r, u32 tid, const struct ls_event *e);
/* The step makes the thread runnable again, or signs it off as the top waiter: until then a wake-up finds it to be
 * woken. */
bool tp_signs_off(const struct ls_machine *m, u32 tid, const struct ls_record *rec);
/* The scheduler puts the owner on a CPU or takes it off. */
bool tp_set_owner(struct ls_replay *r, u32 owner, bool wanted);

/* traced_steps.c: of struct ls_syscalls */
void tp_prepare(struct ls_replay *r, u32 tid);
bool tp_begin(struct ls_replay *r, u32 tid, const struct ls_event *e);
bool tp_take(struct ls_replay *r, u32 tid, const struct ls_event *e, u32 *way);

#endif
