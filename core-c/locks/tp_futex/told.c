/* SPDX-License-Identifier: MIT */
/*
 * "steps told": every access of the kernel to what threads share is an event. So a step of the model that is such an
 * access must be the thread's next event, or it does not come now. Between two events there are only steps that the
 * patch does not have or that cannot be told apart: the spin locks, and what is done under one of them.
 */
#include "syscalls.h"

#include "conform/advance.h"
#include "conform/match.h"
#include "inspect.h"

/* --- the order of the events ------------------------------------------------------------------------- */

static u8 marks(const struct ls_event *e, const struct ls_event *last)
{
	u32 on_top = last->marks & TP_ON_TOP, marked = last->marks & TP_MARKED, linked = last->marks & TP_LINKED;

	(void)e;
	switch (last->kind) {
	case TP_EV_TOP:
		return TP_ON_TOP;
	case TP_EV_OFF:
		return TP_ENDED;
	case TP_EV_STATE:
		marked = last->value ? TP_MARKED : 0;
		break;
	case TP_EV_LINK:
		linked = TP_LINKED;
		break;
	case TP_EV_UNLINK:
		linked = 0;
		break;
	}
	return (u8)(on_top | marked | linked | (last->kind == TP_EV_RECHECK ? TP_RECHECKED : 0));
}

/* What the call returns is known from what was told last. */
static bool returns_well(const struct ls_event *last, const struct ls_event *e)
{
	switch (last->kind) {
	case TP_EV_WAKE:
		return e->value == last->ok;
	case TP_EV_STEAL:
	case TP_EV_UNLOCK:
		return last->ok && e->value == 0;
	case TP_EV_WAITER:
		return !last->target && e->value == 0;
	case TP_EV_LOOK:
		return (s32)e->value < 0;
	}
	if (last->kind != TP_EV_PUT)
		return false;
	return last->marks & TP_ENDED ? e->value == last->given : (s32)e->value < 0;
}

static bool is_look_of_loop(const struct ls_event *e)
{
	return e->kind == TP_EV_LOOK || (e->kind == TP_EV_TAKE && !e->ok);
}

/* Behind these there is one way on. */
static bool is_bound(const struct ls_event *last)
{
	return last->kind == TP_EV_SLEEP || last->kind == TP_EV_CLEANUP || last->kind == TP_EV_LINKED ||
	       last->kind == TP_EV_DEATH || last->kind == TP_EV_EXIT || tp_hands_over(last);
}

static bool in_order(const struct ls_event *last, const struct ls_event *e)
{
	bool in_user = last->kind == LS_EV_STEP || last->kind == LS_EV_RETURN;

	switch (e->kind) {
	case LS_EV_STEP:
	case LS_EV_CALL:
		return in_user;
	case TP_EV_DEATH:
		return in_user || last->kind == TP_EV_DEATH;
	case TP_EV_EXIT:
		return in_user || last->kind == TP_EV_DEATH || last->kind == TP_EV_WAKE;
	case TP_EV_HANDOFF:
		return tp_hands_over(last);
	case TP_EV_WAKE:
		return (last->kind == TP_EV_WAITER || last->kind == TP_EV_EXIT) && last->target == e->target;
	case TP_EV_LINKED:
		return last->marks & TP_MARKED && is_look_of_loop(last);
	case TP_EV_SLEEP:
		return last->kind == TP_EV_LINKED && last->value;
	case TP_EV_AWAKE:
		return last->kind == TP_EV_SLEEP;
	case TP_EV_CLEANED:
		return last->kind == TP_EV_CLEANUP;
	case TP_EV_STATE:
		return last->kind == TP_EV_LINKED ? !last->value && !e->value : !in_user && !is_bound(last);
	case TP_EV_STAYS:
	case TP_EV_YIELDS:
		return is_look_of_loop(last) || last->kind == TP_EV_UNLINK || last->kind == TP_EV_RECHECK ||
		       last->kind == TP_EV_TAKE_OVER;
	case TP_EV_ASK:
		return last->kind == TP_EV_STAYS || last->kind == TP_EV_REQUEST;
	case TP_EV_WATCH:
		return last->kind == TP_EV_STAYS || last->kind == TP_EV_ASK || last->kind == TP_EV_WAITERS ||
		       last->kind == TP_EV_REQUEST;
	case LS_EV_RETURN:
		return !in_user && !(e->marks & TP_ON_TOP) && returns_well(last, e);
	}
	return !in_user && !is_bound(last);
}

/* --- which event a step is ----------------------------------------------------------------------------- */

static u8 told_load(const struct ls_machine *m, u32 tid, const struct ls_event *next, const struct ls_record *rec)
{
	if (rec->word == TP_WORD_HANDOFF)
		return TP_EV_REQUEST;
	if (rec->word == TP_WORD_TOP)
		return rec->proc == LS_PROC_tp_exit ? 0 : TP_EV_WAITER;
	if (rec->word != TP_WORD_FUTEX || rec->proc == LS_PROC_tp_exit)
		return 0;
	/* as it leaves the top the kernel looks only when it has not got the lock */
	if (rec->proc == LS_PROC_tp_spin_on_owner)
		return (s32)LS_LIVE_LOCAL(m, tid, tp_spin_on_owner, uval) < 0 ? TP_EV_LOOK : 0;
	if (!next)
		return TP_EV_LOOK;
	if (next->kind == TP_EV_RECHECK)
		return TP_EV_RECHECK;
	if (next->kind == TP_EV_TAKE_OVER && next->marks & TP_RECHECKED)
		return 0;
	/* while it waits for the owner's cleanup it looks only when that is over */
	if (next->kind == TP_EV_CLEANUP)
		return rec->old & TP_TID_MASK ? 0 : TP_EV_CLEANUP;
	return TP_EV_LOOK;
}

static u8 told_store(u32 tid, const struct ls_event *next, const struct ls_record *rec)
{
	switch (rec->word) {
	case TP_WORD_TOP:
		return rec->new_ == tid ? TP_EV_TOP : 0;
	case TP_WORD_HANDOFF:
		if (rec->new_ == tid)
			return TP_EV_ASK;
		return rec->proc == LS_PROC_tp_spin_on_owner ? TP_EV_GONE : 0;
	case TP_WORD_REFS:
		return TP_EV_REF;
	case TP_WORD_OWNER:
		if (rec->proc == LS_PROC_tp_exit)
			return TP_EV_EXIT;
		if (rec->new_)
			return next && next->kind == TP_EV_CLEANUP ? 0 : TP_EV_LINK;
		return next && !(next->marks & TP_LINKED) ? 0 : TP_EV_UNLINK;
	}
	return 0;
}

static u8 told_sleep(const struct ls_thread *t, const struct ls_event *next, const struct ls_record *rec)
{
	if (t->need_resched)
		return TP_EV_YIELDS;
	if (next && next->kind == TP_EV_CLEANUP)
		return TP_EV_CLEANUP;
	/* the exit of the owner has woken it: the kernel does not even go to sleep */
	return rec->op == LS_OP_NO_SLEEP && next && next->kind == TP_EV_STATE ? 0 : TP_EV_SLEEP;
}

static u8 told_state(const struct ls_thread *t, const struct ls_event *next, const struct ls_record *rec)
{
	if (rec->new_ != LS_RUNNING)
		return next && next->kind == TP_EV_CLEANUP ? 0 : TP_EV_STATE;
	return t->need_resched || (next && !(next->marks & TP_MARKED)) ? 0 : TP_EV_STATE;
}

static u8 told(const struct ls_machine *m, u32 tid, const struct ls_event *next, const struct ls_record *rec)
{
	const struct ls_thread *t = &m->thread[tid - 1];

	switch (rec->op) {
	case LS_OP_LOAD:
		return told_load(m, tid, next, rec);
	case LS_OP_CAS:
		return rec->word == TP_WORD_REFS ? (rec->ok ? TP_EV_PUT : 0) : tp_traced_cas(m, tid, rec);
	case LS_OP_ADD:
		return rec->proc == LS_PROC_tp_put_futex_state ? TP_EV_PUT : TP_EV_REF;
	case LS_OP_STORE:
		return told_store(tid, next, rec);
	case LS_OP_ON_CPU:
		return next && next->kind == TP_EV_RECHECK ? 0 : TP_EV_WATCH;
	case LS_OP_SET_STATE:
		return told_state(t, next, rec);
	case LS_OP_SLEEP:
	case LS_OP_NO_SLEEP:
		return told_sleep(t, next, rec);
	case LS_OP_AWAKE:
		return next && next->kind == TP_EV_CLEANED ? TP_EV_CLEANED : TP_EV_AWAKE;
	case LS_OP_WAKE:
		return TP_EV_WAKE;
	case LS_OP_QUEUE_UNLOCK:
		return next && next->marks & TP_ON_TOP ? TP_EV_OFF : 0;
	}
	return 0;
}

/* --- what is so ---------------------------------------------------------------------------------------------- */

static bool fits(const struct ls_replay *r, u32 tid)
{
	const struct ls_event *e = ls_replay_head(r, tid);
	const u32 *mem = r->m.mem;

	switch (e->kind) {
	case TP_EV_LOOK:
	case TP_EV_RECHECK:
		return mem[TP_WORD_FUTEX] == e->old;
	case TP_EV_REQUEST:
		return mem[TP_WORD_HANDOFF] == e->value;
	case TP_EV_WAITER:
		return mem[TP_WORD_TOP] == e->target;
	case TP_EV_REF:
		return mem[TP_WORD_REFS] + 1 == e->value;
	case TP_EV_PUT:
		return (mem[TP_WORD_REFS] == 1) == e->value;
	case TP_EV_LINKED: /* behind a sleep that its exit has ended it may be unlinked already */
		return e->value ? mem[TP_WORD_OWNER] || r->m.thread[tid - 1].state == LS_RUNNING : !mem[TP_WORD_OWNER];
	case TP_EV_CLEANED:
		return !tp_lacks_waker(r, tid);
	}
	return tp_fits(r, tid);
}

/* What leads to it are reads alone. */
static bool is_early(const struct ls_event *e)
{
	switch (e->kind) {
	case TP_EV_LOOK:
	case TP_EV_RECHECK:
	case TP_EV_WATCH:
	case TP_EV_YIELDS:
	case TP_EV_ASK:
	case TP_EV_SLEEP:
	case TP_EV_STATE:
		return true;
	}
	return false;
}

static bool rules_out(const struct ls_event *e, const struct ls_record *rec)
{
	(void)e;
	(void)rec;
	return false;
}

/* As far as others cannot change it. */
static bool is_event(const struct ls_machine *m, u32 tid, const struct ls_event *e, const struct ls_record *rec)
{
	switch (e->kind) {
	case TP_EV_LINK:
		return rec->new_ == e->target;
	case TP_EV_UNLINK:
		return rec->old == e->target;
	case TP_EV_WATCH:
		return rec->target == e->target;
	case TP_EV_STATE:
		return (rec->new_ != LS_RUNNING) == (e->value != 0);
	case TP_EV_GONE:
		return tp_same_result(LS_LOCAL(m, tid, tp_spin_on_owner, uval), e->value);
	}
	return tp_is_event(m, tid, e, rec);
}

static enum ls_arrival arrival(const struct ls_replay *r, u32 tid, const struct ls_event *e, bool may_queue)
{
	const struct ls_record *rec = &r->m.rec;
	u8 kind = told(&r->m, tid, e, rec);

	if (kind)
		return kind == e->kind && is_event(&r->m, tid, e, rec) ? LS_ARRIVED : LS_ASTRAY;
	return rec->op == LS_OP_QUEUE_LOCK ? tp_at_queue(r, e, rec, may_queue) : LS_ON_ITS_WAY;
}

/* --- what the environment must do ---------------------------------------------------------------------------- */

/* What the thread does behind event e, except that it finds that it need not yield. */
static const struct ls_event *behind(const struct ls_replay *r, const struct ls_event *e)
{
	do
		e = e->next == LS_NO_EVENT ? NULL : &r->t->event[e->next];
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

static void induce(struct ls_replay *r, u32 tid, const struct ls_event *e)
{
	const struct ls_event *next = behind(r, e);

	tp_induce(r, tid, e);
	if (next &&
	    (is_look_of_loop(e) || e->kind == TP_EV_RECHECK || e->kind == TP_EV_TAKE_OVER || e->kind == TP_EV_UNLINK))
		induce_behind(r, tid, next);
}

/* The owner is on its CPU, or off it, as the thread saw. One that the kernel knows to be gone keeps nobody from looking
 * again. */
static bool induce_step(struct ls_replay *r, u32 tid, const struct ls_event *e)
{
	const struct ls_thread *t = r->m.rec.op == LS_OP_ON_CPU && ls_match_thread(r, r->m.rec.target)
					? &r->m.thread[r->m.rec.target - 1]
					: NULL;

	(void)tid;
	if (!t)
		return true;
	if (e->kind == TP_EV_WATCH && e->ok && t->status == LS_ASLEEP && t->state == LS_RUNNING && !t->on_cpu)
		return ls_replay_act(r, LS_ENV_OF(LS_ENV_RUN, r->m.rec.target), LS_NO_EVENT);
	return tp_set_owner(r, r->m.rec.target, e->kind == TP_EV_RECHECK || e->ok);
}

static void prepare(struct ls_replay *r, u32 tid)
{
	(void)r;
	(void)tid;
}

static bool begin(struct ls_replay *r, u32 tid, const struct ls_event *e)
{
	(void)r;
	(void)tid;
	(void)e;
	return false; /* nothing told comes in two steps */
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
	}
	return tp_same_change(e, rec);
}

/* To the kernel it is asleep elsewhere: in its critical section, or while it waits for a cleanup. */
static bool may_sleep_elsewhere(const struct ls_replay *r, u32 tid)
{
	const struct ls_event *e = ls_replay_head(r, tid);

	return ls_match_in_critical(r, tid) || (e && e->kind == TP_EV_CLEANED);
}

/* The step that thread tid is about to take is the event. */
static bool take_step(struct ls_replay *r, u32 tid, const struct ls_event *e)
{
	const struct ls_event *next = behind(r, e);

	if (e->kind == TP_EV_WAKE)
		tp_woken_before(r, e);
	if (e->kind == TP_EV_WATCH && !induce_step(r, tid, e))
		return false;
	if (!ls_replay_act(r, LS_STEP_OF(tid), r->next[tid]) || r->m.bug || !same(r, e, &r->m.rec))
		return false;
	if (e->kind == TP_EV_WAKE && e->ok != r->m.rec.ok && !may_sleep_elsewhere(r, e->target))
		return false;
	if (((e->kind == TP_EV_DEATH && e->ok) || e->kind == TP_EV_WAKE) && !next)
		tp_end_exit(r, tid);
	return true;
}

/* It waits for the cleanup of the owner. The model hangs itself into the owner's list instead, and sleeps. */
static bool take_cleanup(struct ls_replay *r, u32 tid)
{
	if (r->m.rec.op == LS_OP_LOAD) /* it is over: about to look */
		return true;
	return ls_replay_act(r, LS_STEP_OF(tid), r->next[tid]);
}

static bool take(struct ls_replay *r, u32 tid, const struct ls_event *e, u32 *way)
{
	bool awakes = e->kind == TP_EV_AWAKE || e->kind == TP_EV_CLEANED;

	switch (e->kind) {
	case TP_EV_HANDOFF:
		return e->value == (e->given & TP_TID_MASK);
	case TP_EV_STAYS:
		return !r->m.thread[tid - 1].need_resched;
	case TP_EV_LINKED:
		return fits(r, tid);
	}
	if (awakes && !tp_is_asleep(r, tid)) /* it had been woken before it slept: no step */
		return true;
	if (awakes ? !tp_end_sleep(r, tid, e, way) : *way > 0)
		return false;
	switch (ls_advance(r, tid, e, true)) {
	case LS_ARRIVED:
		if (e->kind == TP_EV_RECHECK) /* the model looks only once */
			return fits(r, tid);
		return e->kind == TP_EV_CLEANUP ? take_cleanup(r, tid) : take_step(r, tid, e);
	case LS_IN_USER:
		return true;
	default:
		return false;
	}
}

const struct ls_syscalls tp_told_syscalls = {
    .kind = tp_traced_kinds,
    .call = tp_calls,
    .calls = sizeof tp_calls,
    .marks = marks,
    .in_order = in_order,
    .fits = fits,
    .lacks_waker = tp_lacks_waker,
    .traced = told,
    .rules_out = rules_out,
    .is_early = is_early,
    .reads_first = tp_reads_first,
    .arrival = arrival,
    .induce = induce,
    .induce_step = induce_step,
    .prepare = prepare,
    .begin = begin,
    .take = take,
};
