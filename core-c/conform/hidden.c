/* SPDX-License-Identifier: MIT */
#include "hidden.h"

#include "../locks/tp_futex.h"
#include "../machine_internal.h"
#include "../registry.h"
#include "told.h"

enum { PATIENCE = 200 }; /* steps to the next event; a round of the top waiter has about 20 */

/* --- what the goal wants of the environment --------------------------------------------------------- */

/* What FUTEX_LOCK will return if it is known by now. */
static u32 result_ahead(const struct ls_replay *r, const struct ls_event *e)
{
	for (;;) {
		if (e->kind == LS_EV_OFF || e->kind == LS_EV_RETURN)
			return e->value;
		if (e->kind == LS_EV_CALL || e->next == LS_NO_EVENT)
			return 0;
		e = &r->t->event[e->next];
	}
}

static bool gives_up(const struct ls_event *e)
{
	return e->kind == LS_EV_OFF || e->kind == LS_EV_RETURN;
}

static bool goes_to_sleep(const struct ls_replay *r, u32 tid, const struct ls_event *e)
{
	if (e->kind == LS_EV_WAITERS)
		return !ls_told_local(&r->m, tid, LS_PROC_tp_spin_on_owner, SPIN_HANDOFF_SET);
	return e->kind == LS_EV_SLEEP;
}

/* The thread runs user code for the last time: nothing else is known of it than how it dies. */
static bool is_dying(const struct ls_replay *r, u32 tid)
{
	const struct ls_event *e = ls_replay_head(r, tid);

	return tid >= 1 && tid <= r->m.n && !r->m.thread[tid - 1].in_kernel && r->m.thread[tid - 1].sp &&
	       (!e || e->kind == LS_EV_DEATH);
}

/* The acts without which the thread would not get there. */
static void nudge(struct ls_replay *r, u32 tid, const struct ls_event *e)
{
	const struct ls_thread *t = &r->m.thread[tid - 1];

	if (t->status == LS_PREEMPTED)
		ls_replay_act(r, LS_ENV_OF(LS_ENV_RUN, tid), LS_NO_EVENT);
	if (e->kind == LS_EV_DEATH && is_dying(r, tid))
		ls_replay_act(r, LS_ENV_OF(LS_ENV_KILL, tid), LS_NO_EVENT);
	if (e->kind == LS_EV_TAKE_OVER && is_dying(r, e->arg & TP_TID_MASK))
		ls_replay_act(r, LS_ENV_OF(LS_ENV_KILL, e->arg & TP_TID_MASK), LS_NO_EVENT);
	if (e->kind == LS_EV_ASK && t->threshold == LS_CLOCK_ARMED)
		ls_replay_act(r, LS_ENV_OF(LS_ENV_THRESHOLD, tid), LS_NO_EVENT);
	if (gives_up(e) && e->value == (u32)-TP_ETIMEDOUT && t->timeout == LS_CLOCK_ARMED)
		ls_replay_act(r, LS_ENV_OF(LS_ENV_TIMEOUT, tid), LS_NO_EVENT);
	if (gives_up(e) && e->value == (u32)-TP_EINTR && t->in_kernel && !t->signal)
		ls_replay_act(r, LS_ENV_OF(LS_ENV_SIGNAL, tid), LS_NO_EVENT);
}

/* The owner is on a CPU while the top waiter spins, and off it when that goes to sleep. */
static bool set_owner(struct ls_replay *r, u32 tid, const struct ls_event *e, u32 owner)
{
	bool wanted = !goes_to_sleep(r, tid, e);
	const struct ls_thread *t = &r->m.thread[owner - 1];

	if (t->on_cpu == wanted)
		return true;
	if (wanted)
		return t->status == LS_PREEMPTED && ls_replay_act(r, LS_ENV_OF(LS_ENV_RUN, owner), LS_NO_EVENT);
	return !t->preempt_off && ls_replay_act(r, LS_ENV_OF(LS_ENV_PREEMPT, owner), LS_NO_EVENT);
}

/* --- on the way to the next event ----------------------------------------------------------------------- */

static bool is_on_top(const struct ls_replay *r, u32 tid)
{
	const struct ls_event *e = ls_replay_head(r, tid);

	return e && e->on_top;
}

/* Takes the steps of thread tid up to where it lets go of the spin lock w. */
static bool release(struct ls_replay *r, u32 tid, u32 word)
{
	for (u32 i = 0; i < PATIENCE && r->m.mem[word] == tid; i++) {
		if (r->m.thread[tid - 1].status == LS_PREEMPTED)
			ls_replay_act(r, LS_ENV_OF(LS_ENV_RUN, tid), LS_NO_EVENT);
		ls_peek(&r->m, LS_STEP_OF(tid));
		if (ls_rec.result != LS_MOVED || ls_told_of(&r->m, tid, is_on_top(r, tid), &ls_rec) || !ls_replay_act(r, LS_STEP_OF(tid), LS_NO_EVENT))
			return false;
	}
	return r->m.mem[word] != tid;
}

enum arrival { LOST, STANDS, OUT }; /* OUT: back in user space */

/* Its second look saw another owner than the first look that the trace tells of. */
static bool wrong_look(const struct ls_replay *r, u32 tid, const struct ls_event *e)
{
	const struct ls_event *next = e->next == LS_NO_EVENT ? NULL : &r->t->event[e->next];

	return e->kind == LS_EV_ASK && next && next->kind == LS_EV_WAITERS &&
	       ls_told_local(&r->m, tid, LS_PROC_tp_spin_on_owner, SPIN_UVAL) != next->arg;
}

/* One step that the trace does not show. */
static bool silent_step(struct ls_replay *r, u32 tid, const struct ls_event *e)
{
	if (ls_rec.op == LS_OP_ON_CPU && !set_owner(r, tid, e, ls_rec.target))
		return false;
	return ls_replay_act(r, LS_STEP_OF(tid), LS_NO_EVENT) && !r->m.bug;
}

/* Its time was up when it came to the top: it was there for a moment, of which nothing is told. */
static bool passes_by(const struct ls_event *e, const struct ls_record *rec)
{
	return e->kind == LS_EV_RETURN && e->value == (u32)-TP_ETIMEDOUT && rec->ok;
}

static void prepare_one(struct ls_replay *r, u32 tid);

/*
 * Goes on to the step that event e of thread tid tells. in_line: it may take the mutex of the top
 * waiter on the way; else it stops before it, which also counts as arrived.
 */
static enum arrival approach(struct ls_replay *r, u32 tid, const struct ls_event *e, bool in_line)
{
	for (u32 i = 0; i < PATIENCE; i++) {
		u8 told;

		nudge(r, tid, e);
		if (!r->m.thread[tid - 1].in_kernel)
			return e->kind == LS_EV_RETURN ? OUT : LOST;
		ls_peek(&r->m, LS_STEP_OF(tid));
		if (ls_rec.result == LS_SPUN && ls_rec.op == LS_OP_SPIN_LOCK) {
			u32 holder = ls_rec.old, word = ls_rec.word;

			prepare_one(r, holder);
			if (!release(r, holder, word))
				return LOST;
			continue;
		}
		if (ls_rec.result != LS_MOVED)
			return LOST;
		told = ls_told_of(&r->m, tid, e->on_top, &ls_rec);
		if (told)
			return told == e->kind && ls_told_by(&r->m, tid, e, &ls_rec) && !wrong_look(r, tid, e) ? STANDS : LOST;
		if (ls_rec.op == LS_OP_QUEUE_LOCK && !in_line && !passes_by(e, &ls_rec))
			return e->kind == LS_EV_TOP || e->kind == LS_EV_RETURN ? STANDS : LOST;
		if (ls_rec.op == LS_OP_QUEUE_LOCK && !ls_rec.ok && !gives_up(e))
			return LOST; /* it would stand in line: it comes later, when it is its turn */
		if (!silent_step(r, tid, e))
			return LOST;
	}
	return LOST;
}

/* What it has to see on the way may not be there any more after another thread's next event. */
static bool depends(const struct ls_replay *r, const struct ls_event *e)
{
	(void)r;
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

static void prepare_one(struct ls_replay *r, u32 tid)
{
	struct ls_before start;
	const struct ls_event *e = ls_replay_head(r, tid);

	if (e && e->kind == LS_EV_HANDOFF && e->next != LS_NO_EVENT)
		e = &r->t->event[e->next]; /* that one is no step */
	if (!e || e->kind == LS_EV_STEP || !depends(r, e) || r->m.thread[tid - 1].status == LS_ASLEEP)
		return;
	ls_replay_mark(r, &start);
	if (approach(r, tid, e, false) == LOST)
		ls_replay_back(r, &start);
}

void ls_hidden_prepare(struct ls_replay *r, u32 tid)
{
	const struct tp_futex *lk = (const struct tp_futex *)r->m.mem;
	u32 unlocker = lk->fs_lock.v; /* sees the top waiter before that can sign off */

	prepare_one(r, tid);
	if (unlocker && unlocker != tid)
		prepare_one(r, unlocker);
	for (u32 i = 1; i <= r->m.n; i++)
		if (i != tid && i != unlocker)
			prepare_one(r, i);
}

/* A dead thread has no more events, but there is more to its exit: it wakes a top waiter. */
static void end_exit(struct ls_replay *r, u32 tid)
{
	const struct ls_thread *t = &r->m.thread[tid - 1];

	for (u32 i = 0; i < PATIENCE && t->status < LS_DONE; i++) {
		if (t->status == LS_PREEMPTED)
			ls_replay_act(r, LS_ENV_OF(LS_ENV_RUN, tid), LS_NO_EVENT);
		ls_peek(&r->m, LS_STEP_OF(tid));
		if (ls_rec.result == LS_SPUN ? !release(r, ls_rec.old, ls_rec.word) :
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
	const struct ls_thread *t = &r->m.thread[tid - 1];
	const struct ls_frame *fr;

	if (e->kind != LS_EV_CALL)
		return true;
	for (u32 at = 0; at < t->sp; at += fr->size) {
		fr = (const struct ls_frame *)(t->stack + at);
		if (fr->proc == (e->value == 1 ? LS_PROC_tp_futex_lock : LS_PROC_tp_futex_unlock))
			return true;
	}
	return false;
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

/* A sleep that no unlock ended: by the timer, or by a signal. */
static bool end_sleep(struct ls_replay *r, u32 tid, const struct ls_event *e, u32 *way)
{
	u32 result = result_ahead(r, e);

	if (*way > 1 || !ls_hidden_overslept(r, tid))
		return *way == 0;
	*way = 1;
	return ls_replay_act(r, LS_ENV_OF(result == (u32)-TP_EINTR ? LS_ENV_SIGNAL : LS_ENV_TIMEOUT, tid), LS_NO_EVENT) &&
	       r->m.thread[tid - 1].state == LS_RUNNING;
}

/* A wake-up that found the top waiter awake, its time being up. */
static void wake_by_timer(struct ls_replay *r, const struct ls_event *e)
{
	const struct ls_event *sleeper = e->target >= 1 && e->target <= r->m.n ? ls_replay_head(r, e->target) : NULL;

	if (!e->ok && sleeper && sleeper->kind == LS_EV_AWAKE && ls_hidden_overslept(r, e->target))
		ls_replay_act(r, LS_ENV_OF(LS_ENV_TIMEOUT, e->target), LS_NO_EVENT);
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
	switch (approach(r, tid, e, true)) {
	case STANDS:
		break;
	case OUT:
		return true;
	default:
		return false;
	}
	if (e->kind == LS_EV_WAKE)
		wake_by_timer(r, e);
	if (!ls_replay_act(r, LS_STEP_OF(tid), event) || r->m.bug || !same_change(e, &ls_rec))
		return false;
	if (e->kind == LS_EV_WAKE)
		return e->ok == ls_rec.ok || ls_replay_naps(r, e->target);
	if (e->kind == LS_EV_DEATH && e->ok)
		end_exit(r, tid);
	return true;
}

bool ls_hidden_take(struct ls_replay *r, u32 tid, u32 *way, struct ls_before *before)
{
	const struct ls_event *e = ls_replay_head(r, tid);
	bool is, fine;

	ls_replay_mark(r, before);
	fine = no_step(r, tid, e, &is);
	if (is ? fine : told_step(r, tid, e, way)) {
		if (ls_replay_ahead(r, tid, e->next)) {
			r->next[tid] = e->next;
			r->done++;
			return true;
		}
	}
	ls_replay_back(r, before);
	return false;
}
