/* SPDX-License-Identifier: MIT */
#include "approach.h"

#include "../locks/tp_futex.h"
#include "../registry.h"
#include "hidden.h"
#include "told.h"

/* --- what the goal wants of the environment --------------------------------------------------------- */

u32 ls_approach_result_ahead(const struct ls_replay *r, const struct ls_event *e)
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
	if (e->kind == LS_EV_WAITERS) /* of a word that it has not seen yet: it goes round once more */
		return !ls_told_local(&r->m, tid, LS_PROC_tp_spin_on_owner, SPIN_HANDOFF_SET) &&
		       ls_told_local(&r->m, tid, LS_PROC_tp_spin_on_owner, SPIN_UVAL) == e->arg;
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

	ls_replay_put_on_cpu(r, tid);
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
bool ls_approach_set_owner(struct ls_replay *r, u32 owner, bool wanted)
{
	const struct ls_thread *t = &r->m.thread[owner - 1];

	if (t->on_cpu == wanted || t->status >= LS_DONE) /* who is gone is on no CPU */
		return true;
	if (wanted)
		return t->status == LS_PREEMPTED && ls_replay_act(r, LS_ENV_OF(LS_ENV_RUN, owner), LS_NO_EVENT);
	return !t->preempt_off && ls_replay_act(r, LS_ENV_OF(LS_ENV_PREEMPT, owner), LS_NO_EVENT);
}

/* --- on the way to the next event ----------------------------------------------------------------------- */

bool ls_approach_on_top(const struct ls_replay *r, u32 tid)
{
	const struct ls_event *e = ls_replay_head(r, tid);

	return e && e->on_top;
}

bool ls_approach_silent(struct ls_replay *r, u32 tid)
{
	ls_replay_put_on_cpu(r, tid);
	ls_peek(&r->m, LS_STEP_OF(tid));
	return ls_rec.result == LS_MOVED && !ls_told_of(&r->m, tid, ls_approach_on_top(r, tid), &ls_rec);
}

const struct ls_event *ls_approach_goal(const struct ls_replay *r, u32 event)
{
	while (event != LS_NO_EVENT && r->t->event[event].kind == LS_EV_HANDOFF)
		event = r->t->event[event].next;
	return event == LS_NO_EVENT ? NULL : &r->t->event[event];
}

/* An unlock looks for the top waiter: for whom it then woke, or nobody if it returned at once. */
static bool finds_another_top(const struct ls_event *e, const struct ls_record *rec)
{
	if (rec->op != LS_OP_LOAD || rec->word != LS_TOLD_TOP || !e)
		return false;
	return (e->kind == LS_EV_WAKE && rec->old != e->target) || (e->kind == LS_EV_RETURN && rec->old);
}

bool ls_approach_release(struct ls_replay *r, u32 tid, u32 word)
{
	for (u32 i = 0; i < PATIENCE && r->m.mem[word] == tid; i++) {
		if (!ls_approach_silent(r, tid) || finds_another_top(ls_approach_goal(r, r->next[tid]), &ls_rec) ||
		    !ls_replay_act(r, LS_STEP_OF(tid), LS_NO_EVENT))
			return false;
	}
	return r->m.mem[word] != tid;
}

bool ls_approach_step(struct ls_replay *r, u32 tid)
{
	bool silent = ls_approach_silent(r, tid);

	if (ls_rec.result == LS_SPUN && ls_rec.op == LS_OP_SPIN_LOCK)
		return ls_approach_release(r, ls_rec.old, ls_rec.word);
	return silent && ls_replay_act(r, LS_STEP_OF(tid), LS_NO_EVENT);
}

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
	if (ls_rec.op == LS_OP_ON_CPU && !ls_approach_set_owner(r, ls_rec.target, !goes_to_sleep(r, tid, e)))
		return false;
	return ls_replay_act(r, LS_STEP_OF(tid), LS_NO_EVENT) && !r->m.bug;
}

/* Its time was up when it came to the top: it was there for a moment, of which nothing is told. */
static bool passes_by(const struct ls_event *e, const struct ls_record *rec)
{
	return e->kind == LS_EV_RETURN && e->value == (u32)-TP_ETIMEDOUT && rec->ok;
}

bool ls_approach_signs_off(const struct ls_machine *m, u32 tid, const struct ls_record *rec)
{
	if (rec->op == LS_OP_SET_STATE) /* in its last look it has found what ends its loop */
		return rec->new_ == LS_RUNNING && rec->old != LS_RUNNING &&
		       ls_told_local(m, tid, LS_PROC_tp_spin_on_owner, SPIN_UVAL) & TP_SHARED;
	return rec->op == LS_OP_STORE && rec->proc == LS_PROC_tp_spin_on_owner && rec->word == LS_TOLD_TOP && rec->new_ == 0;
}

/* It leaves its loop with what FUTEX_LOCK is going to return. */
static bool leaves_well(const struct ls_replay *r, u32 tid, const struct ls_event *e)
{
	u32 uval = ls_told_local(&r->m, tid, LS_PROC_tp_spin_on_owner, SPIN_UVAL);

	return e->kind == LS_EV_OFF && ls_told_same_result(uval, e->value);
}

enum ls_arrival ls_approach(struct ls_replay *r, u32 tid, const struct ls_event *e, bool may_get_on_top)
{
	for (u32 i = 0; i < PATIENCE; i++) {
		u8 told;

		nudge(r, tid, e);
		if (!r->m.thread[tid - 1].in_kernel)
			return e->kind == LS_EV_RETURN ? OUT : LOST;
		ls_peek(&r->m, LS_STEP_OF(tid));
		if (ls_rec.result == LS_SPUN && ls_rec.op == LS_OP_SPIN_LOCK) {
			u32 holder = ls_rec.old, word = ls_rec.word;

			ls_hidden_prepare_one(r, holder);
			if (!ls_approach_release(r, holder, word))
				return LOST;
			continue;
		}
		if (ls_rec.result != LS_MOVED)
			return LOST;
		if (finds_another_top(e, &ls_rec))
			return LOST;
		told = ls_told_of(&r->m, tid, e->on_top, &ls_rec);
		if (told)
			return told == e->kind && ls_told_by(&r->m, tid, e, &ls_rec) && !wrong_look(r, tid, e) ? STANDS : LOST;
		if (ls_approach_signs_off(&r->m, tid, &ls_rec))
			return leaves_well(r, tid, e) ? STANDS : LOST;
		if (ls_rec.op == LS_OP_QUEUE_LOCK && !may_get_on_top && !passes_by(e, &ls_rec))
			return e->kind == LS_EV_TOP || e->kind == LS_EV_RETURN ? STANDS : LOST;
		if (ls_rec.op == LS_OP_QUEUE_LOCK && !ls_rec.ok && !gives_up(e))
			return LOST; /* it would stand in line: it comes later, when it is its turn */
		if (!silent_step(r, tid, e))
			return LOST;
	}
	return LOST;
}
