/* SPDX-License-Identifier: MIT */
/*
 * "steps traced": every access of the kernel to what threads share is an event. So a step of the model that is such an
 * access must be the thread's next event, or it does not come now. Between two events there are only steps that the
 * patch does not have or that cannot be told apart: the spin locks, and what is done under one of them.
 */
#include "all_traced.h"

#include "inspect.h"

/* --- the order of the events ------------------------------------------------------------------------- */

bool tp_is_look_of_loop(const struct ls_event *e)
{
	return e->kind == TP_EV_LOOK || (e->kind == TP_EV_TAKE && !e->ok);
}

static u8 marks(const struct ls_event *e, const struct ls_event *last)
{
	u32 on_top = last->marks & TP_ON_TOP, marked = last->marks & TP_MARKED, linked = last->marks & TP_LINKED;
	u32 rechecked = 0;

	switch (last->kind) {
	case TP_EV_TOP:
		return TP_ON_TOP;
	case TP_EV_REF:
		return TP_FIRST_READS;
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
	if (last->kind == TP_EV_RECHECK || (last->kind == TP_EV_TAKE_OVER && !last->ok))
		rechecked = TP_RECHECKED | (last->marks & TP_SKIPS);
	else if (e->kind == TP_EV_RECHECK)
		rechecked = last->kind == TP_EV_WAITERS || last->kind == TP_EV_WATCH ? TP_SKIPS : 0;
	else if (last->kind == TP_EV_LINKED)
		rechecked = last->value ? 0 : TP_SKIPS;
	else if (tp_is_look_of_loop(last) || last->kind == TP_EV_STAYS)
		rechecked = last->marks & TP_SKIPS;
	return (u8)(on_top | marked | linked | rechecked);
}

/* What the call returns is known from what was traced last. */
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

/* Behind these there is one way on. */
static bool is_bound(const struct ls_event *last)
{
	return last->kind == TP_EV_SLEEP || last->kind == TP_EV_CLEANUP || last->kind == TP_EV_LINKED ||
	       last->kind == TP_EV_DEATH || last->kind == TP_EV_EXIT || last->kind == TP_EV_CHECK ||
	       tp_hands_over(last);
}

/* What it read as it died was its own. */
static bool found_own(const struct ls_event *check)
{
	return (check->old & TP_TID_MASK) == check->tid;
}

static bool in_order(const struct ls_event *last, const struct ls_event *e)
{
	bool in_user = last->kind == LS_EV_STEP || last->kind == LS_EV_RETURN;

	switch (e->kind) {
	case LS_EV_STEP:
	case LS_EV_CALL:
		return in_user;
	case TP_EV_CHECK:
		return in_user || (last->kind == TP_EV_DEATH && !last->ok);
	case TP_EV_DEATH:
		return last->kind == TP_EV_CHECK && found_own(last) && last->old == e->arg;
	case TP_EV_EXIT:
		return (last->kind == TP_EV_CHECK && !found_own(last)) || (last->kind == TP_EV_DEATH && last->ok) ||
		       last->kind == TP_EV_WAKE;
	case TP_EV_HANDOFF:
		return tp_hands_over(last);
	case TP_EV_WAKE:
		return (last->kind == TP_EV_WAITER || last->kind == TP_EV_EXIT) && last->target == e->target;
	case TP_EV_LINKED:
		return last->marks & TP_MARKED && tp_is_look_of_loop(last);
	case TP_EV_SLEEP:
		return last->kind == TP_EV_LINKED && last->value;
	case TP_EV_AWAKE:
		return last->kind == TP_EV_SLEEP;
	case TP_EV_STEAL:
	case TP_EV_TAKE:
		return last->kind == TP_EV_LOOK;
	case TP_EV_RECHECK: /* no task has the owner's id; or the owner is through with its cleanup */
		return tp_is_look_of_loop(last) || last->kind == TP_EV_UNLINK || last->kind == TP_EV_WAITERS ||
		       (last->kind == TP_EV_WATCH && !last->ok);
	case TP_EV_CLEANED:
		return last->kind == TP_EV_CLEANUP;
	case TP_EV_STATE:
		return last->kind == TP_EV_LINKED ? !last->value && !e->value : !in_user && !is_bound(last);
	case TP_EV_STAYS:
	case TP_EV_YIELDS:
		return tp_is_look_of_loop(last) || last->kind == TP_EV_UNLINK || last->kind == TP_EV_RECHECK ||
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

static u8 traced_load(const struct ls_machine *m, u32 tid, const struct ls_event *next, const struct ls_record *rec)
{
	if (rec->word == TP_WORD_HANDOFF)
		return TP_EV_REQUEST;
	/* without a state the kernel has nobody to look for */
	if (rec->word == TP_WORD_TOP)
		return rec->proc == LS_PROC_tp_exit || !m->mem[TP_WORD_REFS] ? 0 : TP_EV_WAITER;
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
	/* it has looked already: as the model did behind the link that the kernel left out */
	if (next->marks & TP_SKIPS && !tp_is_look_of_loop(next))
		return 0;
	/* while it waits for the owner's cleanup it looks only when that is over */
	if (next->kind == TP_EV_CLEANUP)
		return rec->old & TP_TID_MASK ? 0 : TP_EV_CLEANUP;
	return TP_EV_LOOK;
}

/* The owner is in its exit, or through with it: the kernel neither links itself to it nor goes to sleep, as the model
 * does.
 */
static bool leaves_out_sleep(const struct ls_event *next)
{
	return next && (next->kind == TP_EV_CLEANUP || (next->kind == TP_EV_RECHECK && next->marks & TP_SKIPS));
}

static u8 traced_store(const struct ls_machine *m, u32 tid, const struct ls_event *next, const struct ls_record *rec)
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
			return leaves_out_sleep(next) ? 0 : TP_EV_LINK;
		/* a link that the kernel left out is undone where it undoes none; an exit has undone its own */
		if (!rec->old || m->thread[rec->old - 1].status >= LS_DONE)
			return 0;
		return next && !(next->marks & TP_LINKED) ? 0 : TP_EV_UNLINK;
	}
	return 0;
}

static u8 traced_sleep(const struct ls_thread *t, const struct ls_event *next, const struct ls_record *rec)
{
	if (t->need_resched)
		return TP_EV_YIELDS;
	if (next && next->kind == TP_EV_CLEANUP)
		return TP_EV_CLEANUP;
	/* the exit of the owner has woken it: the kernel does not even go to sleep */
	return rec->op == LS_OP_NO_SLEEP && next && next->kind == TP_EV_STATE ? 0 : TP_EV_SLEEP;
}

static u8 traced_state(const struct ls_thread *t, const struct ls_event *next, const struct ls_record *rec)
{
	if (rec->new_ != LS_RUNNING)
		return leaves_out_sleep(next) ? 0 : TP_EV_STATE;
	return t->need_resched || (next && !(next->marks & TP_MARKED)) ? 0 : TP_EV_STATE;
}

static u8 traced(const struct ls_machine *m, u32 tid, const struct ls_event *next, const struct ls_record *rec)
{
	const struct ls_thread *t = &m->thread[tid - 1];

	switch (rec->op) {
	case LS_OP_LOAD:
		return traced_load(m, tid, next, rec);
	case LS_OP_CAS:
		return rec->word == TP_WORD_REFS ? (rec->ok ? TP_EV_PUT : 0) : tp_traced_cas(m, tid, rec);
	case LS_OP_ADD:
		return rec->proc == LS_PROC_tp_put_futex_state ? TP_EV_PUT : TP_EV_REF;
	case LS_OP_STORE:
		return traced_store(m, tid, next, rec);
	case LS_OP_ON_CPU:
		return next && next->kind == TP_EV_RECHECK && !(next->marks & TP_SKIPS) ? 0 : TP_EV_WATCH;
	case LS_OP_SET_STATE:
		return traced_state(t, next, rec);
	case LS_OP_SLEEP:
	case LS_OP_NO_SLEEP:
		return traced_sleep(t, next, rec);
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

bool tp_all_traced_fits(const struct ls_replay *r, u32 tid)
{
	const struct ls_event *e = ls_replay_head(r, tid);
	const u32 *mem = r->m.mem;

	switch (e->kind) {
	case TP_EV_LOOK:
	case TP_EV_RECHECK:
	case TP_EV_CHECK:
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

/* What leads to it are reads alone; or it must pass by the top, where its time is up, while no other is there. */
static bool is_early(const struct ls_event *e)
{
	switch (e->kind) {
	case TP_EV_RECHECK:
		return !(e->marks & TP_SKIPS);
	case TP_EV_LOOK:
	case TP_EV_WATCH:
	case TP_EV_YIELDS:
	case TP_EV_ASK:
	case TP_EV_SLEEP:
	case TP_EV_STATE:
		return true;
	case TP_EV_PUT:
		return e->marks & TP_FIRST_READS;
	}
	return false;
}

static bool rules_out(const struct ls_event *e, const struct ls_record *rec)
{
	(void)e;
	(void)rec;
	return false;
}

/* How often the kernel gave up the CPU, from its "top" to event off, where the posted text looks at once. */
static u32 yields_beyond_text(const struct ls_event *off)
{
	u32 yields = 0;

	for (const struct ls_event *e = off; e->tid != off->tid || e->kind != TP_EV_TOP; e--)
		yields += e->tid == off->tid && tp_yields_before_look(e);
	return yields;
}

static u32 up_to_cap(u32 slept)
{
	return slept < TP_SLEPT_TRACED ? slept : TP_SLEPT_TRACED;
}

/* How it got the lock, and how often it slept: at the cap the text may have slept that often by itself. */
static bool same_status(const struct ls_replay *r, u32 tid, const struct ls_event *off)
{
	u32 ret = LS_LOCAL(&r->m, tid, tp_futex_lock, ret), slept = ret >> 16, traced = off->value >> 16;

	if (!tp_same_result(ret, off->value))
		return false;
	if ((s32)off->value < 0 || !(r->m.features >> tp_futex_HAS_user_side_of_bench & 1))
		return true;
	return up_to_cap(slept + yields_beyond_text(off)) == up_to_cap(traced);
}

/* As far as others cannot change it. */
static bool is_event(const struct ls_replay *r, u32 tid, const struct ls_event *e)
{
	const struct ls_machine *m = &r->m;
	const struct ls_record *rec = &m->rec;

	switch (e->kind) {
	case TP_EV_LINK:
		return rec->new_ == e->target;
	case TP_EV_UNLINK:
		return rec->old == e->target;
	case TP_EV_WATCH:
		return rec->target == e->target;
	case TP_EV_STATE:
		return (rec->new_ != LS_RUNNING) == (e->value != 0);
	case TP_EV_OFF: /* at its QUEUE_UNLOCK: ret is still to be returned */
		return same_status(r, tid, e);
	case TP_EV_GONE:
		return tp_same_result(LS_LOCAL(m, tid, tp_spin_on_owner, uval), e->value);
	}
	return tp_is_event(m, tid, e, rec);
}

bool tp_begins_call(const struct ls_machine *m, u32 tid, const struct ls_record *rec)
{
	return rec->op == LS_OP_LOAD && rec->word == TP_WORD_FUTEX && rec->proc == LS_PROC_tp_futex_trylock &&
	       !ls_inside(m, tid, LS_TEXT_tp_futex, LS_PROC_tp_spin_on_owner);
}

static enum ls_arrival arrival(const struct ls_replay *r, u32 tid, const struct ls_event *e, bool may_queue)
{
	const struct ls_record *rec = &r->m.rec;
	u8 kind = traced(&r->m, tid, e, rec);

	if (!may_queue && rec->op == LS_OP_SPIN_LOCK) /* early: it keeps nobody waiting */
		return LS_ARRIVED;
	if (e->kind == LS_EV_RETURN && kind == TP_EV_LOOK && tp_begins_call(&r->m, tid, rec))
		return LS_IN_USER;
	if (kind)
		return kind == e->kind && is_event(r, tid, e) ? LS_ARRIVED : LS_ASTRAY;
	return rec->op == LS_OP_QUEUE_LOCK ? tp_at_queue(r, e, rec, may_queue) : LS_ON_ITS_WAY;
}

const struct ls_syscalls tp_all_traced_syscalls = {
    .kind = tp_traced_kinds,
    .call = tp_calls,
    .calls = sizeof tp_calls,
    .marks = marks,
    .in_order = in_order,
    .fits = tp_all_traced_fits,
    .lacks_waker = tp_lacks_waker,
    .traced = traced,
    .rules_out = rules_out,
    .is_early = is_early,
    .reads_first = tp_reads_first,
    .arrival = arrival,
    .induce = tp_all_traced_induce,
    .induce_step = tp_all_traced_induce_step,
    .prepare = tp_all_traced_prepare,
    .begin = tp_all_traced_begin,
    .take = tp_all_traced_take,
};
