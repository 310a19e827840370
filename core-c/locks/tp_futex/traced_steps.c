/* SPDX-License-Identifier: MIT */
/* The trace events themselves: each taken as a step of the model, with what must have come before it. */
#include "syscalls.h"

#include "conform/advance.h"
#include "conform/match.h"

/* --- before another thread changes something -------------------------------------------------- */

/*
 * The top waiter marks itself as about to sleep, and does not: it gets the lock in its last read. That it
 * was there only a wake-up shows, which found it so marked.
 */
static bool prepare_to_sleep(struct ls_replay *r, u32 tid)
{
	const struct ls_thread *t = &r->m.thread[tid - 1];

	for (u32 i = 0; i < LS_ADVANCE_STEPS && t->state == LS_RUNNING; i++) {
		if (ls_advance_is_internal(r, tid) && tp_signs_off(&r->m, tid, &r->m.rec))
			return false;
		if (r->m.rec.op == LS_OP_ON_CPU && !tp_set_owner(r, r->m.rec.target, false))
			return false;
		if (!ls_advance_step(r, tid))
			return false;
	}
	return t->state != LS_RUNNING;
}

/* The unlock that thread tid is about to do will wake a thread that, as far as traced, never slept. */
void tp_prepare(struct ls_replay *r, u32 tid)
{
	const struct ls_event *e = ls_replay_head(r, tid), *top;
	struct ls_before start;

	if (!e || e->kind != TP_EV_UNLOCK || !e->ok)
		return;
	e = ls_advance_goal(r, e->next);
	if (!e || e->kind != TP_EV_WAKE || !e->ok || !ls_match_thread(r, e->target))
		return;
	top = ls_replay_head(r, e->target);
	if (!top || !(top->marks & TP_ON_TOP) || top->kind == TP_EV_SLEEP || top->kind == TP_EV_AWAKE ||
	    r->m.thread[e->target - 1].state != LS_RUNNING)
		return;
	ls_replay_mark(r, &start);
	if (!prepare_to_sleep(r, e->target))
		ls_replay_back(r, &start);
}

/* --- sleeping and waking ------------------------------------------------------------------------- */

bool tp_is_asleep(const struct ls_replay *r, u32 tid)
{
	return r->m.thread[tid - 1].status == LS_ASLEEP;
}

/*
 * A sleep that no unlock ended: by a signal, by the timer, or by a spurious wake-up. The last comes
 * from the kernel mutex that the top waiter has waited for: its unlock wakes the next one late.
 */
bool tp_end_sleep(struct ls_replay *r, u32 tid, const struct ls_event *e, u32 *way)
{
	bool interrupted = tp_result_ahead(r, e) == (u32)-TP_EINTR;
	u32 env = LS_ENV_WAKE;

	if (*way > 2 || !tp_lacks_waker(r, tid))
		return *way == 0;
	if (*way < 2 && (interrupted || r->m.thread[tid - 1].timeout == LS_CLOCK_ARMED))
		env = interrupted ? LS_ENV_SIGNAL : LS_ENV_TIMEOUT;
	*way = env == LS_ENV_WAKE ? 2 : 1;
	return ls_replay_act(r, LS_ENV_OF(env, tid), LS_NO_EVENT) && r->m.thread[tid - 1].state == LS_RUNNING;
}

/* It had marked itself as about to sleep, and had made itself runnable again before the wake-up came. */
static void cancel_sleep(struct ls_replay *r, u32 tid)
{
	const struct ls_thread *t = &r->m.thread[tid - 1];
	struct ls_before start;

	ls_replay_mark(r, &start);
	for (u32 i = 0; i < LS_ADVANCE_STEPS && t->state != LS_RUNNING; i++)
		if (!ls_advance_step(r, tid))
			break;
	if (t->state != LS_RUNNING)
		ls_replay_back(r, &start);
}

/* The call that event e is in ends with that result, and does not sleep again before: what led to it ended the sleep.
 */
static bool fails_after(const struct ls_replay *r, const struct ls_event *e, u32 result)
{
	if (tp_result_ahead(r, e) != (u32)-result)
		return false;
	do
		e = &r->t->event[e->next];
	while (!tp_is_end(e) && e->kind != TP_EV_SLEEP);
	return tp_is_end(e);
}

/* A signal or the timer made it runnable between its mark and its sleep. */
static bool wakes_itself(struct ls_replay *r, u32 tid, const struct ls_event *e)
{
	if (e->kind != TP_EV_SLEEP || r->m.thread[tid - 1].state == LS_RUNNING)
		return false;
	if (fails_after(r, e, TP_EINTR))
		return ls_replay_act(r, LS_ENV_OF(LS_ENV_SIGNAL, tid), LS_NO_EVENT);
	return fails_after(r, e, TP_ETIMEDOUT) && ls_replay_act(r, LS_ENV_OF(LS_ENV_TIMEOUT, tid), LS_NO_EVENT);
}

/* A wake-up that found the top waiter awake: something else had ended its sleep. */
void tp_woken_before(struct ls_replay *r, const struct ls_event *e)
{
	const struct ls_event *sleeper = ls_match_thread(r, e->target) ? ls_replay_head(r, e->target) : NULL;

	if (!e->ok && sleeper && !tp_is_asleep(r, e->target)) {
		if (!wakes_itself(r, e->target, sleeper))
			cancel_sleep(r, e->target);
		return;
	}
	if (e->ok || !sleeper || sleeper->kind != TP_EV_AWAKE || !tp_lacks_waker(r, e->target))
		return;
	if (fails_after(r, sleeper, TP_EINTR))
		ls_replay_act(r, LS_ENV_OF(LS_ENV_SIGNAL, e->target), LS_NO_EVENT);
	else if (!ls_replay_act(r, LS_ENV_OF(LS_ENV_TIMEOUT, e->target), LS_NO_EVENT))
		ls_replay_act(r, LS_ENV_OF(LS_ENV_WAKE, e->target), LS_NO_EVENT);
}

void tp_end_exit(struct ls_replay *r, u32 tid)
{
	const struct ls_thread *t = &r->m.thread[tid - 1];

	for (u32 i = 0; i < LS_ADVANCE_STEPS && t->status < LS_DONE; i++) {
		ls_replay_put_on_cpu(r, tid);
		ls_peek(&r->m, LS_STEP_OF(tid), &r->m.rec);
		if (r->m.rec.result == LS_SPUN ? !ls_advance_release(r, r->m.rec.old, r->m.rec.word)
					       : !ls_replay_act(r, LS_STEP_OF(tid), LS_NO_EVENT))
			return;
	}
}

/* --- one event ----------------------------------------------------------------------------------- */

/* The first half of leaving the top: there is no top waiter any more. */
bool tp_begin(struct ls_replay *r, u32 tid, const struct ls_event *e)
{
	if (ls_advance(r, tid, e, false) != LS_ARRIVED)
		return false;
	for (u32 i = 0; i < LS_ADVANCE_STEPS && r->m.mem[TP_WORD_TOP] == tid; i++)
		if (!ls_advance_step(r, tid))
			return false;
	return r->m.mem[TP_WORD_TOP] != tid;
}

bool tp_same_change(const struct ls_event *e, const struct ls_record *rec)
{
	if (e->has & REC_ARG)
		return rec->old == e->old && rec->ok == e->ok && rec->new_ == e->new_;
	if (e->kind == TP_EV_WAKE)
		return rec->target == e->target;
	return true;
}

/* The step that thread tid is about to take is the event. */
static bool take_step(struct ls_replay *r, u32 tid, const struct ls_event *e)
{
	if (e->kind == TP_EV_WAKE)
		tp_woken_before(r, e);
	if (!ls_replay_act(r, LS_STEP_OF(tid), r->next[tid]) || r->m.bug || !tp_same_change(e, &r->m.rec))
		return false;
	if (e->kind == TP_EV_WAKE)
		return e->ok == r->m.rec.ok || ls_match_in_critical(r, e->target);
	if (e->kind == TP_EV_DEATH && e->ok)
		tp_end_exit(r, tid);
	return true;
}

bool tp_take(struct ls_replay *r, u32 tid, const struct ls_event *e, u32 *way)
{
	if (e->kind == TP_EV_HANDOFF)
		return e->value == (e->given & TP_TID_MASK);
	if (e->kind == TP_EV_AWAKE && !tp_is_asleep(r, tid)) /* it had been woken before it slept: no step */
		return true;
	if (e->kind == TP_EV_AWAKE ? !tp_end_sleep(r, tid, e, way) : *way > 0)
		return false;
	switch (ls_advance(r, tid, e, true)) {
	case LS_ARRIVED:
		return take_step(r, tid, e);
	case LS_IN_USER:
		return true;
	default:
		return false;
	}
}
