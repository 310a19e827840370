/* SPDX-License-Identifier: MIT */
#include "hidden.h"

#include "../facts/facts.h"
#include "../locks/tp_futex.h"
#include "../registry.h"
#include "approach.h"
#include "told.h"

/* What it has to see on the way may not be there any more after another thread's next event. */
static bool depends(const struct ls_event *e)
{
	switch (e->kind) {
	case LS_EV_SLEEP: case LS_EV_ASK: case LS_EV_OFF: case LS_EV_TOP: case LS_EV_WAKE:
		return true;
	case LS_EV_RETURN:
		return e->first_looks;
	case LS_EV_STEAL: case LS_EV_TAKE: case LS_EV_WAITERS: case LS_EV_TAKE_OVER: case LS_EV_UNLOCK: case LS_EV_DEATH:
		return !e->ok;
	}
	return false;
}

void ls_hidden_prepare_one(struct ls_replay *r, u32 tid)
{
	struct ls_before start;
	const struct ls_event *e = ls_approach_goal(r, r->next[tid]);

	if (!e || e->kind == LS_EV_STEP || !depends(e) || r->m.thread[tid - 1].status == LS_ASLEEP)
		return;
	ls_replay_mark(r, &start);
	if (ls_approach(r, tid, e, false) == LOST)
		ls_replay_back(r, &start);
}

/*
 * The top waiter marks itself as about to sleep, and does not: it gets the lock in its last look. Only
 * that a wake-up found it so marked tells that it was there.
 */
static bool lie_down(struct ls_replay *r, u32 tid)
{
	const struct ls_thread *t = &r->m.thread[tid - 1];

	for (u32 i = 0; i < PATIENCE && t->state == LS_RUNNING; i++) {
		if (ls_approach_silent(r, tid) && ls_approach_signs_off(&r->m, tid, &ls_rec))
			return false;
		if (ls_rec.op == LS_OP_ON_CPU && !ls_approach_set_owner(r, ls_rec.target, false))
			return false;
		if (!ls_approach_step(r, tid))
			return false;
	}
	return t->state != LS_RUNNING;
}

/* The unlock that thread tid is about to do will find somebody to wake who, as far as told, never slept. */
static void prepare_to_be_woken(struct ls_replay *r, u32 tid)
{
	const struct ls_event *e = ls_replay_head(r, tid), *top;
	struct ls_before start;

	if (!e || e->kind != LS_EV_UNLOCK || !e->ok)
		return;
	e = ls_approach_goal(r, e->next);
	if (!e || e->kind != LS_EV_WAKE || !e->ok || e->target < 1 || e->target > r->m.n)
		return;
	top = ls_replay_head(r, e->target);
	if (!top || !top->on_top || top->kind == LS_EV_SLEEP || top->kind == LS_EV_AWAKE || r->m.thread[e->target - 1].state != LS_RUNNING)
		return;
	ls_replay_mark(r, &start);
	if (!lie_down(r, e->target))
		ls_replay_back(r, &start);
}

void ls_hidden_prepare(struct ls_replay *r, u32 tid)
{
	const struct tp_futex *lk = (const struct tp_futex *)r->m.mem;
	u32 unlocker = lk->fs_lock.v; /* sees the top waiter before that can sign off */

	prepare_to_be_woken(r, tid);
	ls_hidden_prepare_one(r, tid);
	if (unlocker && unlocker != tid)
		ls_hidden_prepare_one(r, unlocker);
	for (u32 i = 1; i <= r->m.n; i++)
		if (i != tid && i != unlocker)
			ls_hidden_prepare_one(r, i);
}

/* A dead thread has no more events, but there is more to its exit: it wakes a top waiter. */
static void end_exit(struct ls_replay *r, u32 tid)
{
	const struct ls_thread *t = &r->m.thread[tid - 1];

	for (u32 i = 0; i < PATIENCE && t->status < LS_DONE; i++) {
		ls_replay_put_on_cpu(r, tid);
		ls_peek(&r->m, LS_STEP_OF(tid));
		if (ls_rec.result == LS_SPUN ? !ls_approach_release(r, ls_rec.old, ls_rec.word) :
					       !ls_replay_act(r, LS_STEP_OF(tid), LS_NO_EVENT))
			return;
	}
}

/* --- one event ------------------------------------------------------------------------------------------------ */

static bool asleep(const struct ls_replay *r, u32 tid)
{
	return r->m.thread[tid - 1].status == LS_ASLEEP;
}

bool ls_hidden_overslept(const struct ls_replay *r, u32 tid)
{
	return ls_replay_head(r, tid)->kind == LS_EV_AWAKE && asleep(r, tid) && r->m.thread[tid - 1].state != LS_RUNNING;
}

bool ls_hidden_fits(const struct ls_replay *r, u32 tid)
{
	const struct ls_event *e = ls_replay_head(r, tid);

	switch (e->kind) {
	case LS_EV_STEAL: case LS_EV_TAKE: case LS_EV_WAITERS: case LS_EV_TAKE_OVER: case LS_EV_UNLOCK: case LS_EV_DEATH:
		return ((const struct tp_futex *)r->m.mem)->futex.v == e->old;
	case LS_EV_AWAKE:
		return !ls_hidden_overslept(r, tid);
	}
	return true;
}

bool ls_hidden_ahead(const struct ls_replay *r, u32 tid, const struct ls_event *e)
{
	if (e->kind != LS_EV_CALL)
		return true;
	return ls_inside(&r->m.thread[tid - 1], e->value == 1 ? LS_PROC_tp_futex_lock : LS_PROC_tp_futex_unlock);
}

/* Events that are no step: true when they say what is so. */
static bool no_step(const struct ls_replay *r, u32 tid, const struct ls_event *e, bool *is)
{
	*is = true;
	if (e->kind == LS_EV_CALL)
		return ls_hidden_ahead(r, tid, e);
	if (e->kind == LS_EV_HANDOFF)
		return e->value == (e->given & TP_TID_MASK);
	if (e->kind == LS_EV_AWAKE && !asleep(r, tid)) /* it had been woken before it slept */
		return true;
	*is = false;
	return true;
}

/*
 * A sleep that no unlock ended: by a signal, by the timer, or by a wake-up for nothing. The last comes
 * from the kernel mutex that the top waiter has waited for: its unlock wakes the next one late.
 */
static bool end_sleep(struct ls_replay *r, u32 tid, const struct ls_event *e, u32 *way)
{
	bool interrupted = ls_approach_result_ahead(r, e) == (u32)-TP_EINTR;
	u32 env = LS_ENV_WAKE;

	if (*way > 2 || !ls_hidden_overslept(r, tid))
		return *way == 0;
	if (*way < 2 && (interrupted || r->m.thread[tid - 1].timeout == LS_CLOCK_ARMED))
		env = interrupted ? LS_ENV_SIGNAL : LS_ENV_TIMEOUT;
	*way = env == LS_ENV_WAKE ? 2 : 1;
	return ls_replay_act(r, LS_ENV_OF(env, tid), LS_NO_EVENT) && r->m.thread[tid - 1].state == LS_RUNNING;
}

/* It had marked itself as about to sleep, and had made itself runnable again before the wake-up came. */
static void get_up(struct ls_replay *r, u32 tid)
{
	const struct ls_thread *t = &r->m.thread[tid - 1];
	struct ls_before start;

	ls_replay_mark(r, &start);
	for (u32 i = 0; i < PATIENCE && t->state != LS_RUNNING; i++)
		if (!ls_approach_step(r, tid))
			break;
	if (t->state != LS_RUNNING)
		ls_replay_back(r, &start);
}

/* A wake-up that found the top waiter awake: something else had ended its sleep. */
static void woken_before(struct ls_replay *r, const struct ls_event *e)
{
	const struct ls_event *sleeper = e->target >= 1 && e->target <= r->m.n ? ls_replay_head(r, e->target) : NULL;

	if (!e->ok && sleeper && !asleep(r, e->target)) {
		get_up(r, e->target);
		return;
	}
	if (e->ok || !sleeper || sleeper->kind != LS_EV_AWAKE || !ls_hidden_overslept(r, e->target))
		return;
	if (!ls_replay_act(r, LS_ENV_OF(LS_ENV_TIMEOUT, e->target), LS_NO_EVENT))
		ls_replay_act(r, LS_ENV_OF(LS_ENV_WAKE, e->target), LS_NO_EVENT);
}

static bool same_change(const struct ls_event *e, const struct ls_record *rec)
{
	if (e->has & REC_ARG)
		return rec->old == e->old && rec->ok == e->ok && rec->new_ == e->new_;
	if (e->kind == LS_EV_WAKE)
		return rec->target == e->target;
	return true;
}

static bool told_step(struct ls_replay *r, u32 tid, const struct ls_event *e, u32 *way)
{
	u32 event = r->next[tid];

	if (e->kind == LS_EV_AWAKE && !end_sleep(r, tid, e, way))
		return false;
	if (e->kind != LS_EV_AWAKE && *way)
		return false;
	switch (ls_approach(r, tid, e, true)) {
	case STANDS:
		break;
	case OUT:
		return true;
	default:
		return false;
	}
	if (e->kind == LS_EV_WAKE)
		woken_before(r, e);
	if (!ls_replay_act(r, LS_STEP_OF(tid), event) || r->m.bug || !same_change(e, &ls_rec))
		return false;
	if (e->kind == LS_EV_WAKE)
		return e->ok == ls_rec.ok || ls_replay_naps(r, e->target);
	if (e->kind == LS_EV_DEATH && e->ok)
		end_exit(r, tid);
	return true;
}

/* The first half of leaving the top: nobody is the top waiter any more. */
static bool sign_off(struct ls_replay *r, u32 tid, const struct ls_event *e)
{
	if (ls_approach(r, tid, e, false) != STANDS)
		return false;
	for (u32 i = 0; i < PATIENCE && r->m.mem[LS_TOLD_TOP] == tid; i++)
		if (!ls_approach_step(r, tid))
			return false;
	return r->m.mem[LS_TOLD_TOP] != tid;
}

bool ls_hidden_take(struct ls_replay *r, u32 tid, u32 *way, struct ls_before *before)
{
	const struct ls_event *e = ls_replay_head(r, tid);
	bool is, fine;

	ls_replay_mark(r, before);
	if (e->kind == LS_EV_OFF && !r->begun[tid]) {
		r->begun[tid] = *way == 0 && sign_off(r, tid, e);
		if (!r->begun[tid])
			ls_replay_back(r, before);
		return r->begun[tid];
	}
	fine = no_step(r, tid, e, &is);
	if (is ? fine : told_step(r, tid, e, way)) {
		if (ls_replay_ahead(r, tid, e->next)) {
			ls_replay_went_on(r, tid);
			return true;
		}
	}
	ls_replay_back(r, before);
	return false;
}
