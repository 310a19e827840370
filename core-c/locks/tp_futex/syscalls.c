/* SPDX-License-Identifier: MIT */
/* Which steps of the text are which trace events, and in what order these come. */
#include "syscalls.h"

#include "inspect.h"

#define CHANGE (REC_ARG | REC_OLD | REC_NEW | REC_OK)
#define OF_WORD(o, w) .step_op = LS_OP_##o, .word = TP_WORD_##w

/*
 * The model takes a thread off its CPU with its last access, a kernel as it exits: who looks in between finds it
 * running. Where the machine is emulated others may run meanwhile.
 */
enum { TP_LEAVES_CPU_US = 20000 };

const struct ls_traced_kind tp_traced_kinds[] = {
    {.name = "steal", .has = CHANGE, OF_WORD(CAS, FUTEX)},
    {.name = "take", .has = CHANGE, OF_WORD(CAS, FUTEX)},
    {.name = "waiters", .has = CHANGE, OF_WORD(CAS, FUTEX)},
    {.name = "take_over", .has = CHANGE, OF_WORD(CAS, FUTEX)},
    {.name = "unlock", .has = CHANGE, OF_WORD(CAS, FUTEX)},
    {.name = "death", .has = CHANGE, OF_WORD(CAS, FUTEX)},
    {.name = "wake", .has = REC_TARGET | REC_OK, .op = LS_OP_WAKE},
    {.name = "awake"},
    {.name = "top", .when = LS_TRACED_BEFORE},
    {.name = "ask", .when = LS_TRACED_BEFORE},
    {.name = "sleep", .when = LS_TRACED_BEFORE},
    /* the thread signs off as the top waiter before that */
    {.name = "off", .has = REC_VALUE, .when = LS_TRACED_BEFORE, .two_steps = true, .result = true},
    {.name = "handoff", .has = REC_VALUE, .when = LS_TRACED_AT, .remark = true},
    /* the word was read: by who may take it; by who found no task with the owner's id */
    {.name = "look", .has = REC_OLD, .all_traced = true, .look = true, OF_WORD(LOAD, FUTEX)},
    {.name = "recheck", .has = REC_OLD, .all_traced = true, OF_WORD(LOAD, FUTEX)},
    {.name = "ref", .has = REC_VALUE, .all_traced = true},
    {.name = "put", .has = REC_VALUE, .all_traced = true},
    {.name = "request", .has = REC_VALUE, .all_traced = true},
    /* it need not give its CPU to others, or is about to */
    {.name = "stays", .all_traced = true, .remark = true, .stale_us = TP_LEAVES_CPU_US},
    {.name = "yields", .all_traced = true, .when = LS_TRACED_BEFORE},
    {.name = "watch", .has = REC_TARGET | REC_OK, .all_traced = true, .look = true, .stale_us = TP_LEAVES_CPU_US},
    {.name = "state", .has = REC_VALUE, .all_traced = true, .when = LS_TRACED_BEFORE},
    {.name = "link", .has = REC_TARGET, .all_traced = true},
    {.name = "unlink", .has = REC_TARGET, .all_traced = true},
    {.name = "linked", .has = REC_VALUE, .all_traced = true, .remark = true},
    {.name = "waiter", .has = REC_TARGET, .all_traced = true},
    {.name = "cleanup", .all_traced = true, .when = LS_TRACED_BEFORE},
    {.name = "cleaned", .has = REC_VALUE, .all_traced = true},
    /* value: why it leaves; it may be handed the lock all the same */
    {.name = "gone", .has = REC_VALUE, .all_traced = true},
    {.name = "exit", .has = REC_TARGET, .all_traced = true},
    /* the word was read by the exit of the thread */
    {.name = "check", .has = REC_OLD, .all_traced = true, OF_WORD(LOAD, FUTEX)},
    {0},
};
_Static_assert(sizeof tp_traced_kinds / sizeof *tp_traced_kinds == TP_EV_END - LS_EV_OWN + 1, "one for each number");

const u8 tp_calls[] = {LS_PROC_tp_futex_lock, LS_PROC_tp_futex_unlock};

/* --- what the kernel traces of a step ---------------------------------------------------------- */

u8 tp_traced_cas(const struct ls_machine *m, u32 tid, const struct ls_record *rec)
{
	if (rec->word != TP_WORD_FUTEX)
		return 0;
	switch (rec->proc) {
	case LS_PROC_tp_futex_trylock:
		/* only a top waiter tries to take; `steal` is dead there, and cleared */
		return ls_inside(m, tid, LS_TEXT_tp_futex, LS_PROC_tp_spin_on_owner) ? TP_EV_TAKE : TP_EV_STEAL;
	case LS_PROC_tp_set_waiters_bit:
		return TP_EV_WAITERS;
	case LS_PROC_tp_spin_on_owner:
		return TP_EV_TAKE_OVER;
	case LS_PROC_tp_futex_unlock:
		return TP_EV_UNLOCK;
	case LS_PROC_tp_exit:
		return TP_EV_DEATH;
	}
	return 0;
}

static u8 traced_store(const struct ls_machine *m, u32 tid, const struct ls_record *rec)
{
	if (rec->new_ != tid)
		return 0;
	if (rec->word == TP_WORD_TOP)
		return TP_EV_TOP;
	/* the first request only; where that is made handoff_set is about to be set, and dead */
	if (rec->word == TP_WORD_HANDOFF && !LS_LIVE_LOCAL(m, tid, tp_spin_on_owner, handoff_set))
		return TP_EV_ASK;
	return 0;
}

u8 tp_traced(const struct ls_machine *m, u32 tid, const struct ls_event *next, const struct ls_record *rec)
{
	switch (rec->op) {
	case LS_OP_CAS:
		return tp_traced_cas(m, tid, rec);
	case LS_OP_STORE:
		return traced_store(m, tid, rec);
	case LS_OP_SLEEP:
	case LS_OP_NO_SLEEP: /* with need_resched it only gives its CPU away */
		return m->thread[tid - 1].need_resched ? 0 : TP_EV_SLEEP;
	case LS_OP_AWAKE:
		return TP_EV_AWAKE;
	case LS_OP_WAKE:
		return rec->proc == LS_PROC_tp_futex_unlock ? TP_EV_WAKE : 0;
	case LS_OP_QUEUE_UNLOCK:
		return next && next->marks & TP_ON_TOP ? TP_EV_OFF : 0;
	}
	return 0;
}

/* --- what it returns ------------------------------------------------------------------------------ */

bool tp_same_result(u32 ret, u32 traced)
{
	if ((s32)ret < 0 || (s32)traced < 0)
		return ret == traced;
	return (ret & 0xff) == (traced & 0xff);
}

u32 tp_result_ahead(const struct ls_replay *r, const struct ls_event *e)
{
	for (;;) {
		if (tp_is_end(e))
			return e->value;
		if (e->kind == LS_EV_CALL || e->next == LS_NO_EVENT)
			return 0;
		e = &r->t->event[e->next];
	}
}

/* --- the order in which it traces -------------------------------------------------------------- */

static u8 marks(const struct ls_event *e, const struct ls_event *last)
{
	bool on_top = last->kind == TP_EV_TOP || (last->marks & TP_ON_TOP && last->kind != TP_EV_OFF);
	bool first = last->kind == LS_EV_CALL || (last->kind == TP_EV_STEAL && !last->ok) ||
		     (last->kind == TP_EV_UNLOCK && last->ok) || last->kind == TP_EV_HANDOFF;

	(void)e;
	return (u8)((on_top ? TP_ON_TOP : 0) | (first ? TP_FIRST_READS : 0));
}

/* What the call returns is known from what was traced last. */
static bool returns_well(const struct ls_event *last, const struct ls_event *e)
{
	switch (last->kind) {
	case TP_EV_OFF:
		return e->value == last->value;
	case TP_EV_WAKE:
		return e->value == last->ok;
	case TP_EV_STEAL:
	case TP_EV_UNLOCK:
		return !last->ok || e->value == 0;
	case TP_EV_HANDOFF:
		return e->value == 0;
	}
	return true;
}

static bool in_order(const struct ls_event *last, const struct ls_event *e)
{
	bool in_user = last->kind == LS_EV_STEP || last->kind == LS_EV_RETURN, on_top = e->marks & TP_ON_TOP;

	if (tp_hands_over(last) && e->kind != TP_EV_HANDOFF)
		return false;
	switch (e->kind) {
	case LS_EV_STEP:
	case LS_EV_CALL:
		return in_user;
	case TP_EV_DEATH:
		return in_user || last->kind == TP_EV_DEATH;
	case TP_EV_AWAKE:
		return last->kind == TP_EV_SLEEP;
	case TP_EV_HANDOFF:
		return tp_hands_over(last);
	case TP_EV_WAKE:
		return last->kind == TP_EV_UNLOCK || last->kind == TP_EV_HANDOFF;
	case LS_EV_RETURN:
		return !in_user && last->kind != TP_EV_SLEEP && !on_top && returns_well(last, e);
	case TP_EV_OFF:
		return on_top && last->kind != TP_EV_SLEEP;
	}
	return !in_user && last->kind != TP_EV_SLEEP && last->kind != TP_EV_OFF && last->kind != TP_EV_DEATH;
}

const struct ls_syscalls tp_futex_syscalls = {
    .kind = tp_traced_kinds,
    .call = tp_calls,
    .calls = sizeof tp_calls,
    .marks = marks,
    .in_order = in_order,
    .fits = tp_fits,
    .lacks_waker = tp_lacks_waker,
    .traced = tp_traced,
    .rules_out = tp_rules_out,
    .is_early = tp_is_early,
    .reads_first = tp_reads_first,
    .arrival = tp_arrival,
    .induce = tp_induce,
    .induce_step = tp_induce_step,
    .prepare = tp_prepare,
    .begin = tp_begin,
    .take = tp_take,
    .all_traced = &tp_all_traced_syscalls,
};
