/* SPDX-License-Identifier: MIT */
/* "steps traced": each event taken as a step of the model, and what the environment must have done for that. */
#include "all_traced.h"

#include "conform/advance.h"
#include "conform/match.h"
#include "machine_internal.h"

/* --- what the environment must do ---------------------------------------------------------------------------- */

/* What the thread does behind event e, except that it finds that it need not yield. */
static const struct ls_event *behind(const struct ls_replay *r, const struct ls_event *e)
{
	do
		e = ls_replay_after(r, e);
	while (e && e->kind == TP_EV_STAYS);
	return e;
}

/* The event that says why it leaves its loop, when it does so with event e; or NULL. */
static const struct ls_event *leaves(const struct ls_replay *r, const struct ls_event *e)
{
	if (e->kind == TP_EV_UNLINK)
		e = behind(r, e);
	return e && e->kind == TP_EV_GONE ? e : NULL;
}

/* Behind a look the model asks the scheduler, the clocks and the signals at once. */
static void induce_behind(struct ls_replay *r, u32 tid, const struct ls_event *next)
{
	const struct ls_thread *t = &r->m.thread[tid - 1];

	const struct ls_event *gone = leaves(r, next);

	if (gone)
		tp_induce_end(r, tid, gone->value);
	else if (next->kind == TP_EV_ASK || next->kind == TP_EV_TAKE_OVER)
		tp_induce(r, tid, next);
	else if (next->kind == TP_EV_YIELDS && t->preempt_off && !t->need_resched)
		ls_replay_act(r, LS_ENV_OF(LS_ENV_PREEMPT, tid), LS_NO_EVENT);
}

static bool is_of_exit(const struct ls_event *e)
{
	return e->kind == TP_EV_CHECK || e->kind == TP_EV_DEATH || e->kind == TP_EV_EXIT;
}

/* At the first look of FUTEX_LOCK. */
static bool at_first_look(struct ls_replay *r, u32 tid)
{
	ls_replay_put_on_cpu(r, tid);
	ls_peek(&r->m, LS_STEP_OF(tid), &r->m.rec);
	return tp_begins_call(&r->m, tid, &r->m.rec);
}

/*
 * The thread dies between two calls that its text makes with no access between: there the model stands in the second
 * one, which comes to nothing as its first look fails.
 */
static void die_between_calls(struct ls_replay *r, u32 tid)
{
	const struct ls_thread *t = &r->m.thread[tid - 1];
	const struct ls_frame *fr;
	struct ls_before start;

	if (!t->in_kernel || t->status != LS_READY || !at_first_look(r, tid))
		return;
	ls_replay_mark(r, &start);
	if (ls_replay_act(r, LS_ENV_OF(LS_ENV_KILL, tid), LS_NO_EVENT) &&
	    ls_replay_act(r, LS_STEP_OF(tid), LS_NO_EVENT) && (fr = ls_top_frame(t)) && fr->proc == LS_PROC_tp_exit)
		return;
	ls_replay_back(r, &start);
}

void tp_all_traced_induce(struct ls_replay *r, u32 tid, const struct ls_event *e)
{
	const struct ls_event *next = behind(r, e);

	if (e->kind == LS_EV_RETURN) { /* its last step is done: the next call may have begun */
		ls_replay_put_on_cpu(r, tid);
		return;
	}
	if (is_of_exit(e))
		die_between_calls(r, tid);
	tp_induce(r, tid, e);
	if (next && !tp_yields_before_look(next) &&
	    (tp_is_look_of_loop(e) || e->kind == TP_EV_RECHECK || e->kind == TP_EV_TAKE_OVER ||
	     e->kind == TP_EV_UNLINK))
		induce_behind(r, tid, next);
}

/* Lets go of a spin lock that it holds, as far as nothing that is traced comes first: with one no thread loses its CPU.
 */
static void unlock(struct ls_replay *r, u32 tid)
{
	const struct ls_thread *t = &r->m.thread[tid - 1];

	for (u32 i = 0; i < LS_ADVANCE_STEPS && t->preempt_off && ls_advance_is_internal(r, tid); i++)
		if (!ls_replay_act(r, LS_STEP_OF(tid), LS_NO_EVENT))
			return;
}

/* The owner is on its CPU, or off it, as the thread saw. One that the kernel knows to be gone keeps nobody from looking
 * again. */
bool tp_all_traced_induce_step(struct ls_replay *r, u32 tid, const struct ls_event *e)
{
	u32 owner = r->m.rec.op == LS_OP_ON_CPU ? r->m.rec.target : 0;
	bool on_cpu = e->kind == TP_EV_RECHECK || e->ok;
	const struct ls_thread *t;

	(void)tid;
	if (!owner || !ls_match_thread(r, owner))
		return true;
	t = &r->m.thread[owner - 1];
	if (on_cpu && t->status == LS_ASLEEP && t->state == LS_RUNNING && !t->on_cpu)
		return ls_replay_act(r, LS_ENV_OF(LS_ENV_RUN, owner), LS_NO_EVENT);
	if (tp_set_owner(r, owner, on_cpu))
		return true;
	if (!on_cpu)
		unlock(r, owner);
	return tp_set_owner(r, owner, on_cpu);
}

void tp_all_traced_prepare(struct ls_replay *r, u32 tid)
{
	(void)r;
	(void)tid;
}

bool tp_all_traced_begin(struct ls_replay *r, u32 tid, const struct ls_event *e)
{
	(void)r;
	(void)tid;
	(void)e;
	return false; /* nothing traced comes in two steps */
}

/* --- one event --------------------------------------------------------------------------------------------- */

static bool same(const struct ls_replay *r, const struct ls_event *e, const struct ls_record *rec)
{
	switch (e->kind) {
	case TP_EV_LOOK:
		return rec->old == e->old;
	case TP_EV_REQUEST:
		return rec->old == e->value;
	case TP_EV_WAITER:
		return rec->old == e->target;
	case TP_EV_WATCH:
		return rec->old == e->ok;
	case TP_EV_REF:
		return rec->new_ == e->value;
	case TP_EV_PUT:
		return (rec->new_ == 0) == e->value;
	case TP_EV_EXIT:
		return r->m.mem[TP_WORD_TOP] == e->target;
	case TP_EV_UNLINK: /* out of that list, and not another's */
		return !((const struct tp_futex *)r->m.mem)->node[e->target].pi_state.v;
	}
	return tp_same_change(e, rec);
}

/* To the kernel it is asleep elsewhere: in its critical section, or while it waits for a cleanup. */
static bool may_sleep_elsewhere(const struct ls_replay *r, const struct ls_event *wake)
{
	const struct ls_event *e = ls_replay_head(r, wake->target);

	return e && ls_replay_from(r, e) <= wake->after &&
	       (ls_match_in_critical(r, wake->target) || e->kind == TP_EV_CLEANED);
}

/* It has seen that its owner exits, and so does not sleep. The model goes on only when it has been woken; in the kernel
 * it may be on its way by then. */
static bool skips_sleep(const struct ls_replay *r, u32 tid)
{
	const struct ls_event *e = ls_match_thread(r, tid) ? ls_replay_head(r, tid) : NULL;

	return e && ((e->kind == TP_EV_LINKED && !e->value) || (e->kind == TP_EV_STATE && e->marks & TP_SKIPS) ||
		     e->kind == TP_EV_CLEANED);
}

/* In the kernel the top waiter hangs in the list of thread tid, and takes itself out: an exit that does that traces it.
 */
static bool leaves_by_itself(const struct ls_replay *r, u32 tid)
{
	u32 top = r->m.mem[TP_WORD_TOP];
	const struct ls_event *e = ls_match_thread(r, top) ? ls_replay_head(r, top) : NULL;

	return r->m.mem[TP_WORD_OWNER] == tid && e && e->marks & TP_LINKED;
}

/* Ticks for which a thread may still be found on its CPU behind the last that is traced of it. */
static u64 leaving(const struct ls_replay *r)
{
	return (u64)(ls_traced_kind_of(r->t->syscalls, TP_EV_WATCH)->stale_us * r->t->ticks);
}

/* The last event of thread tid, which has no more, at or before event e. */
static const struct ls_event *last_of(const struct ls_replay *r, u32 tid, const struct ls_event *e)
{
	while (e->tid != tid && e > r->t->event)
		e--;
	return e;
}

/* Another thread, behind what it did since, finds thread tid on its CPU, of which nothing more is traced. */
static bool is_seen_running(const struct ls_replay *r, u32 tid, const struct ls_event *now)
{
	enum { FAR = 4096 };
	u64 until = last_of(r, tid, now)->after + leaving(r);

	for (u32 other = 1; other <= r->m.n; other++) {
		const struct ls_event *e = ls_replay_head(r, other);

		if (e == now)
			e = ls_replay_after(r, e);
		for (u32 i = 0; e && i < FAR && e->before <= until; i++, e = ls_replay_after(r, e))
			if (e->kind == TP_EV_WATCH && e->target == tid && e->ok)
				return true;
	}
	return false;
}

/* Nothing more is traced of a thread in its exit: it goes to its end, now or when its list is empty, or when nobody
 * sees it running any more. */
static void end_exit(struct ls_replay *r, u32 tid, const struct ls_event *now)
{
	const struct ls_frame *fr = ls_top_frame(&r->m.thread[tid - 1]);

	if (fr && fr->proc == LS_PROC_tp_exit && !leaves_by_itself(r, tid) && !is_seen_running(r, tid, now))
		tp_end_exit(r, tid);
}

/* Each look of an exit at the word is traced: behind a change that succeeded there is none. */
static bool looks_no_more(struct ls_replay *r, u32 tid)
{
	ls_peek(&r->m, LS_STEP_OF(tid), &r->m.rec);
	return r->m.rec.op != LS_OP_LOAD || r->m.rec.word != TP_WORD_FUTEX;
}

/* It dies, and the lock is not its own: it leaves the word alone. */
static bool dies_without(struct ls_replay *r, u32 tid, const struct ls_event *e)
{
	u32 word = r->m.mem[TP_WORD_FUTEX];

	die_between_calls(r, tid);
	tp_induce(r, tid, e);
	if (!behind(r, e))
		end_exit(r, tid, e);
	return r->m.mem[TP_WORD_FUTEX] == word;
}

/* At its last step FUTEX_LOCK is about to return what it did return, as far as that is known. */
static bool returns_so(const struct ls_replay *r, u32 tid, const struct ls_event *put)
{
	const struct ls_event *end = ls_replay_after(r, put);

	return !end || end->kind != LS_EV_RETURN ||
	       tp_same_result(LS_LOCAL(&r->m, tid, tp_futex_lock, ret), end->value);
}

/* The step that thread tid is about to take is the event. */
static bool take_step(struct ls_replay *r, u32 tid, const struct ls_event *e)
{
	if (e->kind == TP_EV_PUT && !returns_so(r, tid, e))
		return false;
	if (e->kind == TP_EV_WAKE)
		tp_woken_before(r, e);
	if (e->kind == TP_EV_WATCH && !tp_all_traced_induce_step(r, tid, e))
		return false;
	if (!ls_replay_act(r, LS_STEP_OF(tid), r->next[tid]) || r->m.bug || !same(r, e, &r->m.rec))
		return false;
	if (e->kind == TP_EV_WAKE && e->ok != r->m.rec.ok &&
	    !(e->ok ? may_sleep_elsewhere(r, e) : skips_sleep(r, e->target)))
		return false;
	if (e->kind == TP_EV_DEATH && !looks_no_more(r, tid))
		return false;
	if ((e->kind == TP_EV_DEATH || e->kind == TP_EV_WAKE) && !behind(r, e))
		end_exit(r, tid, e);
	else if ((e->kind == TP_EV_UNLINK || e->kind == TP_EV_WATCH) && ls_match_thread(r, e->target) &&
		 !ls_replay_head(r, e->target))
		end_exit(r, e->target, e);
	return true;
}

/* It waits for the cleanup of the owner. The model hangs itself into the owner's list instead, and sleeps. */
static bool take_cleanup(struct ls_replay *r, u32 tid)
{
	if (r->m.rec.op == LS_OP_LOAD) /* it is over: about to look */
		return true;
	return ls_replay_act(r, LS_STEP_OF(tid), r->next[tid]);
}

static bool is_in_line(struct ls_replay *r, u32 tid)
{
	ls_replay_put_on_cpu(r, tid);
	ls_peek(&r->m, LS_STEP_OF(tid), &r->m.rec);
	return r->m.rec.op == LS_OP_QUEUE_LOCK;
}

/* A signal ends a wait in line only while somebody is at the top: whoever comes to be there next, as far as is traced.
 */
static bool let_another_in(struct ls_replay *r, u32 tid)
{
	u32 first = 0;

	for (u32 i = 1; i <= r->m.n; i++) {
		const struct ls_event *e = i == tid ? NULL : ls_replay_head(r, i);

		if (e && e->kind == TP_EV_TOP && (!first || e->before < ls_replay_head(r, first)->before) &&
		    is_in_line(r, i))
			first = i;
	}
	return !first || ls_advance_step(r, first);
}

bool tp_all_traced_take(struct ls_replay *r, u32 tid, const struct ls_event *e, u32 *way)
{
	bool awakes = e->kind == TP_EV_AWAKE || e->kind == TP_EV_CLEANED;

	switch (e->kind) {
	case TP_EV_HANDOFF:
		return e->value == (e->given & TP_TID_MASK);
	case TP_EV_STAYS:
		return !r->m.thread[tid - 1].need_resched;
	case TP_EV_YIELDS:
		if (tp_yields_before_look(e))
			return true;
		break;
	case TP_EV_LINKED:
		return tp_all_traced_fits(r, tid);
	case TP_EV_DEATH: /* one that fails changes nothing, and comes again. To the kernel its thread may still be
			     running */
		if (!e->ok)
			return tp_all_traced_fits(r, tid);
		break;
	case TP_EV_PUT:
		if (tp_result_ahead(r, e) == (u32)-TP_EINTR && !r->m.mem[TP_WORD_MUTEX] && is_in_line(r, tid) &&
		    !let_another_in(r, tid))
			return false;
		break;
	case TP_EV_CHECK: /* one that finds its own goes on with a death */
		return tp_all_traced_fits(r, tid) && ((e->old & TP_TID_MASK) == tid || dies_without(r, tid, e));
	}
	if (awakes && !tp_is_asleep(r, tid)) /* it had been woken before it slept: no step */
		return true;
	if (awakes ? !tp_end_sleep(r, tid, e, way) : *way > 0)
		return false;
	switch (ls_advance(r, tid, e, true)) {
	case LS_ARRIVED:
		if (e->kind == TP_EV_RECHECK) /* the model looks only once */
			return tp_all_traced_fits(r, tid);
		return e->kind == TP_EV_CLEANUP ? take_cleanup(r, tid) : take_step(r, tid, e);
	case LS_IN_USER:
		return true;
	default:
		return false;
	}
}
