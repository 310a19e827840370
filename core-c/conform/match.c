/* SPDX-License-Identifier: MIT */
#include "match.h"

#include <string.h>

#include "machine_internal.h"
#include "places.h"
#include "registry.h"
#include "syscalls.h"

/* --- does the event fit the state? ------------------------------------------------------------ */

static bool has_word(const struct ls_replay *r, const struct ls_event *e)
{
	return e->word < r->m.mem_words;
}

bool ls_match_thread(const struct ls_replay *r, u32 tid)
{
	return tid >= 1 && tid <= r->m.n;
}

/* The critical section is where the workload may sleep by itself: a wake-up then finds it asleep. */
bool ls_match_in_critical(const struct ls_replay *r, u32 tid)
{
	const struct ls_event *e = ls_replay_head(r, tid);

	return e && e->kind == LS_EV_STEP && e->op == LS_OP_CRITICAL;
}

/* Something else may have ended the sleep of the target before the wake-up came. */
static bool interruptible(const struct ls_thread *t)
{
	return t->state == LS_INTERRUPTIBLE || t->state == LS_KILLABLE;
}

/* The signal that is action number `at` was still being sent when the wake-up began, as far as is known. */
static bool is_being_sent(const struct ls_replay *r, u32 at, const struct ls_event *wake)
{
	return r->event[at] == LS_NO_EVENT || r->t->event[r->event[at]].after >= wake->before;
}

bool ls_match_early_signal(const struct ls_replay *r, const struct ls_event *wake)
{
	u32 tid = wake->target;
	const struct ls_thread *t = &r->m.thread[tid - 1];
	u32 marked = r->marked_at[tid], signal = r->signal_at[tid];

	return t->signal && t->status == LS_READY && t->state == LS_RUNNING && marked < signal && signal < r->actions &&
	       r->action[marked] == LS_STEP_OF(tid) && (u32)LS_ACTION_TID(r->action[signal]) == tid &&
	       LS_ACTION_ENV(r->action[signal]) >= LS_ENV_SIGNAL && LS_ACTION_ENV(r->action[signal]) < LS_ENV_KINDS &&
	       is_being_sent(r, signal, wake);
}

/* What a look behind or for a thread, arg, found there: target. */
static bool list_fits(const struct ls_list *l, const struct ls_event *e)
{
	u32 i = 0;

	while (i < LS_MAX_THREADS && l->t[i] != e->arg)
		i++;
	if (e->op == LS_OP_LIST_NEXT)
		i++;
	return (i < LS_MAX_THREADS ? l->t[i] : 0) == e->target;
}

static bool wake_fits(const struct ls_replay *r, const struct ls_event *e)
{
	const struct ls_thread *t;

	if (!ls_match_thread(r, e->target))
		return false;
	t = &r->m.thread[e->target - 1];
	if (e->ok)
		return t->state != LS_RUNNING || ls_match_in_critical(r, e->target) || ls_match_early_signal(r, e);
	return t->state == LS_RUNNING || interruptible(t);
}

static bool same_op(const struct ls_event *e, const struct ls_record *rec)
{
	if (e->op == LS_OP_SLEEP)
		return rec->op == LS_OP_SLEEP || rec->op == LS_OP_AWAKE || rec->op == LS_OP_NO_SLEEP;
	return e->op == rec->op;
}

/* Thread tid is about to do what the event did, to the same word. */
static bool is_about_to(const struct ls_machine *m, u32 tid, const struct ls_event *e)
{
	struct ls_machine copy;

	memcpy(&copy, m, ls_used(m));
	copy.thread[tid - 1].status = LS_READY;
	ls_step(&copy, LS_STEP_OF(tid));
	return same_op(e, &copy.rec) && !(e->has & REC_WORD && copy.rec.word != e->word);
}

bool ls_match_place(const struct ls_machine *m, u32 tid, const struct ls_event *e)
{
	const struct ls_frame *fr = ls_top_frame(&m->thread[tid - 1]);

	if (e->placeless)
		return fr && ls_is_at_place(m->lock, e, fr->proc) && is_about_to(m, tid, e);
	return fr && fr->proc == e->proc && fr->line == e->line;
}

bool ls_match_dies(const struct ls_replay *r, u32 tid, const struct ls_event *e)
{
	const struct ls_thread *t = &r->m.thread[tid - 1];
	u8 exit = ls_locks[r->m.lock]->exit;

	return exit != LS_NO_PROC && e && e->proc == exit && !t->in_kernel && t->sp;
}

/* Somebody finds it off its CPU before its schedule() is over: a spinner has looked hundreds of times by then. */
static bool is_seen_off_its_cpu(const struct ls_replay *r, u32 tid)
{
	enum { FAR = 4096 };
	u64 until = ls_replay_head(r, tid)->after;

	for (u32 other = 1; other <= r->m.n; other++) {
		const struct ls_event *e = ls_replay_head(r, other);

		for (u32 i = 0; e && i < FAR && e->before < until; i++) {
			if (e->op == LS_OP_ON_CPU && e->target == tid && !e->old)
				return true;
			e = ls_replay_after(r, e);
		}
	}
	return false;
}

/* It has been woken and is on a CPU for good as soon as its schedule() is over. */
static bool about_to_wake_up(const struct ls_replay *r, u32 tid)
{
	return ls_match_thread(r, tid) && r->begun[tid] && r->m.thread[tid - 1].status == LS_ASLEEP &&
	       r->m.thread[tid - 1].state == LS_RUNNING && !is_seen_off_its_cpu(r, tid);
}

bool ls_match_fits(const struct ls_replay *r, u32 tid)
{
	const struct ls_event *e = ls_replay_head(r, tid);
	const u32 *word;

	if (e->kind != LS_EV_STEP)
		return r->t->syscalls->fits(r, tid);
	if (e->has & REC_WORD && !has_word(r, e))
		return false;
	if (r->t->calls && !ls_match_place(&r->m, tid, e))
		return false; /* still on its way there through the kernel */
	word = e->has & REC_WORD ? &r->m.mem[e->word] : NULL;
	switch (e->op) {
	case LS_OP_LOAD:
	case LS_OP_AWAIT:
	case LS_OP_XCHG:
	case LS_OP_ADD:
	case LS_OP_OR:
	case LS_OP_ANDNOT:
	case LS_OP_CAS:
		return (*word & ls_event_bits(e)) == e->old;
	case LS_OP_SPIN_LOCK:
		return *word == 0;
	case LS_OP_SPIN_TRYLOCK:
		return (*word == 0) == e->ok;
	case LS_OP_LIST_FIRST:
		return *(const u8 *)word == e->target;
	case LS_OP_LIST_NEXT:
	case LS_OP_LIST_HAS:
		return list_fits((const struct ls_list *)word, e);
	case LS_OP_WAKE:
		return wake_fits(r, e);
	case LS_OP_ON_CPU:
		return !e->old || !about_to_wake_up(r, e->target);
	case LS_OP_SLEEP:
		return !r->begun[tid] || r->m.thread[tid - 1].state == LS_RUNNING;
	case LS_OP_QUEUE_LOCK:
		return !r->begun[tid] || !e->ok || *word == 0;
	}
	return true;
}

bool ls_match_lacks_waker(const struct ls_replay *r, u32 tid)
{
	const struct ls_event *e = ls_replay_head(r, tid);

	if (e->kind != LS_EV_STEP)
		return r->t->syscalls->lacks_waker(r, tid);
	return e->op == LS_OP_SLEEP && r->begun[tid] && r->m.thread[tid - 1].state != LS_RUNNING;
}

/* A signal that is traced may come to the thread before its event. */
static bool may_be_signalled(const struct ls_replay *r, const struct ls_event *e)
{
	const struct ls_event *signal = ls_replay_head(r, LS_SIGNALS_TO(e->tid));

	return signal && ls_replay_from(r, signal) <= e->after;
}

/* A wake-up that may come while it naps in its critical section, and found it asleep. */
static bool may_be_woken(const struct ls_replay *r, const struct ls_event *e)
{
	enum { FAR = 8 };

	for (u32 tid = 1; tid <= r->m.n; tid++) {
		const struct ls_event *wake = tid == e->tid ? NULL : ls_replay_head(r, tid);

		for (u32 i = 0; wake && i < FAR && ls_replay_from(r, wake) <= e->after; i++) {
			if (wake->op == LS_OP_WAKE && wake->ok && wake->target == e->tid)
				return true;
			wake = ls_replay_after(r, wake);
		}
	}
	return false;
}

/* It says where the thread is, or more of the event before it, or tells of a look. */
static bool is_unseen_call(const struct ls_replay *r, const struct ls_event *e)
{
	const struct ls_traced_kind *own = ls_traced_kind_of(r->t->syscalls, e->kind);

	return e->kind == LS_EV_CALL || (own && (own->remark || (r->t->all_traced && own->look)));
}

bool ls_match_unseen(const struct ls_replay *r, u32 tid)
{
	const struct ls_event *e = ls_replay_head(r, tid);

	if (e->kind != LS_EV_STEP)
		return is_unseen_call(r, e);
	if (ls_match_dies(r, tid, e) || may_be_signalled(r, e))
		return false;
	switch (e->op) {
	case LS_OP_LOAD:
	case LS_OP_AWAIT:
	case LS_OP_ON_CPU:
	case LS_OP_LIST_FIRST:
	case LS_OP_LIST_NEXT:
	case LS_OP_LIST_HAS:
		return true;
	case LS_OP_CRITICAL:
		return !may_be_woken(r, e);
	case LS_OP_SLEEP: /* with a signal pending its state changes, which a wake-up sees; that it is awake ON_CPU sees
			   */
		return !r->begun[tid] && !r->m.thread[tid - 1].signal;
	case LS_OP_CAS:
	case LS_OP_SPIN_TRYLOCK:
		return !e->ok;
	case LS_OP_WAKE: /* of a thread that is awake */
		return !e->ok && ls_match_thread(r, e->target) && r->m.thread[e->target - 1].state == LS_RUNNING;
	}
	return false;
}

bool ls_match_turns_preemption_off(const struct ls_replay *r, u32 tid)
{
	struct ls_machine copy;

	if (ls_replay_head(r, tid)->kind != LS_EV_STEP || r->m.thread[tid - 1].preempt_off)
		return false;
	memcpy(&copy, &r->m, ls_used(&r->m));
	if (copy.thread[tid - 1].status == LS_PREEMPTED)
		copy.thread[tid - 1].status = LS_READY;
	return ls_step(&copy, LS_STEP_OF(tid)) == LS_MOVED && copy.thread[tid - 1].preempt_off;
}

/* --- is what the machine did what was recorded? -------------------------------------------------- */

/* Of the same part of the word, and the same in it. */
static bool wrote_the_same(const struct ls_event *e, const struct ls_record *rec)
{
	return ls_event_bits(e) == ls_bits_written(rec) && e->new_ == (rec->new_ & ls_event_bits(e));
}

static bool same_values(const struct ls_replay *r, const struct ls_event *e, const struct ls_record *rec)
{
	if (e->has & REC_WORD && e->word != rec->word)
		return false;
	switch (e->op) {
	case LS_OP_LOAD:
	case LS_OP_AWAIT:
		return e->old == rec->old;
	case LS_OP_STORE:
		return wrote_the_same(e, rec);
	case LS_OP_SET_STATE:
		return e->new_ == rec->new_;
	case LS_OP_XCHG:
		return e->old == (rec->old & ls_event_bits(e)) && wrote_the_same(e, rec);
	case LS_OP_ADD:
	case LS_OP_OR:
	case LS_OP_ANDNOT:
		return e->old == rec->old && e->new_ == rec->new_;
	case LS_OP_CAS:
		return e->old == rec->old && e->new_ == rec->new_ && e->arg == rec->arg && e->ok == rec->ok;
	case LS_OP_SPIN_LOCK:
	case LS_OP_QUEUE_LOCK:
	case LS_OP_SPIN_TRYLOCK:
		return rec->ok == (e->has & REC_OK ? e->ok : 1);
	case LS_OP_LIST_ADD:
	case LS_OP_LIST_DEL:
		return e->target == rec->target;
	case LS_OP_LIST_NEXT:
	case LS_OP_LIST_HAS:
		return e->target == rec->target && e->arg == rec->arg;
	case LS_OP_LIST_FIRST:
		return e->target == rec->target && (!(e->has & REC_OLD) || e->old == rec->old);
	case LS_OP_ON_CPU:
		return e->target == rec->target && e->old == rec->old;
	case LS_OP_WAKE:
		return e->target == rec->target && (e->ok == rec->ok || ls_match_in_critical(r, e->target));
	}
	return true;
}

bool ls_match_step(const struct ls_replay *r, const struct ls_event *e, const struct ls_record *rec)
{
	bool there =
	    e->placeless ? ls_is_at_place(r->m.lock, e, rec->proc) : rec->proc == e->proc && rec->line == e->line;

	return there && same_op(e, rec) && same_values(r, e, rec);
}

/* --- is it on its way to what it did next? ---------------------------------------------------------- */

/* What the access will write or act on does not depend on what others do meanwhile. */
static bool same_intent(struct ls_machine *copy, u32 tid, const struct ls_event *e)
{
	struct ls_thread *t = &copy->thread[tid - 1];
	const struct ls_record *rec = &copy->rec;

	t->status = LS_READY;
	if (e->op == LS_OP_CAS && e->word < copy->mem_words)
		copy->mem[e->word] = e->arg;
	ls_step(copy, LS_STEP_OF(tid));
	if (e->has & REC_WORD && rec->word != e->word)
		return false;
	switch (e->op) {
	case LS_OP_STORE:
	case LS_OP_XCHG:
		return wrote_the_same(e, rec);
	case LS_OP_SET_STATE:
		return rec->new_ == e->new_;
	case LS_OP_ADD:
		return rec->arg == e->new_ - e->old;
	case LS_OP_CAS:
		return rec->arg == e->arg && (!e->ok || rec->new_ == e->new_);
	case LS_OP_LIST_ADD:
	case LS_OP_LIST_DEL:
	case LS_OP_ON_CPU:
	case LS_OP_WAKE:
		return rec->target == e->target;
	}
	return true;
}

static bool has_intent(const struct ls_event *e)
{
	return e->op != LS_OP_LIST_FIRST && e->op != LS_OP_LIST_NEXT && e->op != LS_OP_LIST_HAS &&
	       e->op != LS_OP_SLEEP && e->op != LS_OP_CRITICAL && e->op != LS_OP_QUEUE_LOCK;
}

bool ls_match_reaches(const struct ls_replay *r, u32 tid, u32 next)
{
	struct ls_machine copy;
	const struct ls_event *e = next == LS_NO_EVENT ? NULL : &r->t->event[next];

	if (!e || r->blind)
		return true; /* what it did later is not known */
	if (r->t->calls && !r->t->syscalls->in_order(ls_replay_head(r, tid), e))
		return false;
	while (e && ls_replay_beside(r, e))
		e = ls_replay_after(r, e);
	if (!e || ls_match_dies(r, tid, e))
		return true;
	if (e->kind != LS_EV_STEP)
		return e->kind != LS_EV_CALL || ls_in_call(&r->m, r->t->syscalls, tid, e->value);
	if (!ls_match_place(&r->m, tid, e))
		return false;
	if (!has_intent(e))
		return true;
	memcpy(&copy, &r->m, ls_used(&r->m));
	return same_intent(&copy, tid, e);
}
