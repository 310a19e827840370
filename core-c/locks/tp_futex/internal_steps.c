/* SPDX-License-Identifier: MIT */
/* On the way from one trace event to the next: where a thread must stop, and what the environment must do. */
#include "syscalls.h"

#include "conform/match.h"

/* --- what is so ------------------------------------------------------------------------------- */

bool tp_lacks_waker(const struct ls_replay *r, u32 tid)
{
	const struct ls_thread *t = &r->m.thread[tid - 1];

	u8 kind = ls_replay_head(r, tid)->kind;

	return (kind == TP_EV_AWAKE || kind == TP_EV_CLEANED) && t->status == LS_ASLEEP && t->state != LS_RUNNING;
}

bool tp_fits(const struct ls_replay *r, u32 tid)
{
	const struct ls_event *e = ls_replay_head(r, tid);

	if (tp_is_change(e))
		return r->m.mem[TP_WORD_FUTEX] == e->old;
	return e->kind != TP_EV_AWAKE || !tp_lacks_waker(r, tid);
}

bool tp_is_early(const struct ls_event *e)
{
	switch (e->kind) {
	case TP_EV_SLEEP:
	case TP_EV_ASK:
	case TP_EV_OFF:
	case TP_EV_TOP:
	case TP_EV_WAKE:
		return true;
	case LS_EV_RETURN:
		return e->marks & TP_FIRST_READS;
	}
	return tp_is_change(e) && !e->ok;
}

/* An unlock sees the top waiter before that can sign off. */
u32 tp_reads_first(const struct ls_machine *m)
{
	return ((const struct tp_futex *)m->mem)->fs_lock.v;
}

/* An unlock reads which thread is the top waiter: the one that it then woke, or none if it returned at once. */
bool tp_rules_out(const struct ls_event *e, const struct ls_record *rec)
{
	if (rec->op != LS_OP_LOAD || rec->word != TP_WORD_TOP || !e)
		return false;
	return (e->kind == TP_EV_WAKE && rec->old != e->target) || (e->kind == LS_EV_RETURN && rec->old);
}

/* --- where it stops --------------------------------------------------------------------------- */

bool tp_is_event(const struct ls_machine *m, u32 tid, const struct ls_event *e, const struct ls_record *rec)
{
	if (tp_is_change(e))
		return rec->arg == e->arg && (!rec->ok || !e->ok || rec->new_ == e->new_);
	if (e->kind == TP_EV_WAKE)
		return rec->target == e->target;
	if (e->kind == TP_EV_OFF) /* at its QUEUE_UNLOCK: ret is still to be returned */
		return tp_same_result(LS_LOCAL(m, tid, tp_futex_lock, ret), e->value);
	return true;
}

/* It asks, and then sets WAITERS beside another owner than the one that it has just read. */
static bool reads_wrong(const struct ls_replay *r, u32 tid, const struct ls_event *e)
{
	const struct ls_event *next = ls_replay_after(r, e);

	return e->kind == TP_EV_ASK && next && next->kind == TP_EV_WAITERS &&
	       LS_LOCAL(&r->m, tid, tp_spin_on_owner, uval) != next->arg; /* at the request: T7 reads uval */
}

bool tp_signs_off(const struct ls_machine *m, u32 tid, const struct ls_record *rec)
{
	/* in its last read it has found what ends its loop; where it goes round once more uval is dead */
	if (rec->op == LS_OP_SET_STATE)
		return rec->new_ == LS_RUNNING && rec->old != LS_RUNNING &&
		       LS_LIVE_LOCAL(m, tid, tp_spin_on_owner, uval) & TP_SHARED;
	return rec->op == LS_OP_STORE && rec->proc == LS_PROC_tp_spin_on_owner && rec->word == TP_WORD_TOP &&
	       rec->new_ == 0;
}

/* It leaves its loop with what FUTEX_LOCK is going to return: uval, which becomes its return value. */
static bool leaves_with_result(const struct ls_replay *r, u32 tid, const struct ls_event *e)
{
	return e->kind == TP_EV_OFF && tp_same_result(LS_LOCAL(&r->m, tid, tp_spin_on_owner, uval), e->value);
}

/* It timed out on becoming the top waiter; the kernel traces nothing of that. */
static bool passes_by(const struct ls_replay *r, const struct ls_event *e, const struct ls_record *rec)
{
	return (e->kind == LS_EV_RETURN || e->kind == TP_EV_PUT) && tp_result_ahead(r, e) == (u32)-TP_ETIMEDOUT &&
	       rec->ok;
}

enum ls_arrival tp_at_queue(const struct ls_replay *r, const struct ls_event *e, const struct ls_record *rec,
			    bool may_queue)
{
	bool ends = e->kind == LS_EV_RETURN || e->kind == TP_EV_PUT;

	if (!may_queue && !passes_by(r, e, rec))
		return e->kind == TP_EV_TOP || ends ? LS_ARRIVED : LS_ASTRAY;
	if (!rec->ok && !tp_ends(e))
		return LS_ASTRAY; /* it would have to wait there: it comes later, when it is its turn */
	return LS_ON_ITS_WAY;
}

enum ls_arrival tp_arrival(const struct ls_replay *r, u32 tid, const struct ls_event *e, bool may_queue)
{
	const struct ls_record *rec = &r->m.rec;
	u8 traced;

	if (tp_rules_out(e, rec))
		return LS_ASTRAY;
	traced = tp_traced(&r->m, tid, e, rec);
	if (traced)
		return traced == e->kind && tp_is_event(&r->m, tid, e, rec) && !reads_wrong(r, tid, e) ? LS_ARRIVED
												       : LS_ASTRAY;
	if (tp_signs_off(&r->m, tid, rec))
		return leaves_with_result(r, tid, e) ? LS_ARRIVED : LS_ASTRAY;
	return rec->op == LS_OP_QUEUE_LOCK ? tp_at_queue(r, e, rec, may_queue) : LS_ON_ITS_WAY;
}

/* --- what the environment must do ----------------------------------------------------------------- */

/* The thread runs user code for the last time: nothing else is known of it than how it dies. */
static bool is_dying(const struct ls_replay *r, u32 tid)
{
	const struct ls_event *e = ls_match_thread(r, tid) ? ls_replay_head(r, tid) : NULL;

	return ls_match_thread(r, tid) && !r->m.thread[tid - 1].in_kernel && r->m.thread[tid - 1].sp &&
	       (!e || e->kind == TP_EV_CHECK || e->kind == TP_EV_DEATH || e->kind == TP_EV_EXIT);
}

static void act(struct ls_replay *r, u32 env, u32 tid)
{
	ls_replay_act(r, LS_ENV_OF(env, tid), LS_NO_EVENT);
}

void tp_induce_end(struct ls_replay *r, u32 tid, u32 result)
{
	const struct ls_thread *t = &r->m.thread[tid - 1];

	if (result == (u32)-TP_ETIMEDOUT && t->timeout == LS_CLOCK_ARMED)
		act(r, LS_ENV_TIMEOUT, tid);
	if (result == (u32)-TP_EINTR && t->in_kernel && !t->signal)
		act(r, LS_ENV_SIGNAL, tid);
}

void tp_induce(struct ls_replay *r, u32 tid, const struct ls_event *e)
{
	const struct ls_thread *t = &r->m.thread[tid - 1];

	ls_replay_put_on_cpu(r, tid);
	if ((e->kind == TP_EV_CHECK || e->kind == TP_EV_DEATH || e->kind == TP_EV_EXIT) && is_dying(r, tid))
		act(r, LS_ENV_KILL, tid);
	if (e->kind == TP_EV_TAKE_OVER && is_dying(r, e->arg & TP_TID_MASK))
		act(r, LS_ENV_KILL, e->arg & TP_TID_MASK);
	if (e->kind == TP_EV_ASK && t->threshold == LS_CLOCK_ARMED)
		act(r, LS_ENV_THRESHOLD, tid);
	if (tp_ends(e))
		tp_induce_end(r, tid, tp_result_ahead(r, e));
}

/* Where it is about to take a spin lock, preemption is off already, so that the first only sets the flag
 * (environment.c). */
static bool takes_off_cpu(struct ls_replay *r, u32 tid)
{
	const struct ls_thread *t = &r->m.thread[tid - 1];
	struct ls_before start;

	ls_replay_mark(r, &start);
	for (u32 i = 0; i < 2 && t->on_cpu; i++)
		if (!ls_replay_act(r, LS_ENV_OF(LS_ENV_PREEMPT, tid), LS_NO_EVENT))
			break;
	if (t->on_cpu)
		ls_replay_back(r, &start);
	return !t->on_cpu;
}

/* The owner is on a CPU while the top waiter spins, and off it when that goes to sleep. */
bool tp_set_owner(struct ls_replay *r, u32 owner, bool wanted)
{
	const struct ls_thread *t = &r->m.thread[owner - 1];

	if (t->on_cpu == wanted || t->status >= LS_DONE) /* a thread that is gone is on no CPU */
		return true;
	if (wanted)
		return t->status == LS_PREEMPTED && ls_replay_act(r, LS_ENV_OF(LS_ENV_RUN, owner), LS_NO_EVENT);
	return takes_off_cpu(r, owner);
}

/* At ON_CPU, T8: both locals are read behind it. */
static bool goes_to_sleep(const struct ls_replay *r, u32 tid, const struct ls_event *e)
{
	if (e->kind == TP_EV_WAITERS) /* of a word that it has not read yet: it goes round once more */
		return !LS_LOCAL(&r->m, tid, tp_spin_on_owner, handoff_set) &&
		       LS_LOCAL(&r->m, tid, tp_spin_on_owner, uval) == e->arg;
	return e->kind == TP_EV_SLEEP;
}

bool tp_induce_step(struct ls_replay *r, u32 tid, const struct ls_event *e)
{
	return r->m.rec.op != LS_OP_ON_CPU || tp_set_owner(r, r->m.rec.target, !goes_to_sleep(r, tid, e));
}
