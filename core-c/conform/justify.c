/* SPDX-License-Identifier: MIT */
#include "justify.h"

#include <string.h>

#include "machine_internal.h"
#include "registry.h"
#include "foresee.h"
#include "match.h"

/* --- acts of the environment that would justify it ---------------------------------------------------- */

enum { MAX_ACTS = 3 * LS_MAX_THREADS + 4, MOST = 3 };

/* It stands in user code, and the recording ends before it would be seen to have died. */
static bool may_have_died(const struct ls_replay *r, u32 tid)
{
	const struct ls_thread *t = &r->m.thread[tid - 1];

	return ls_locks[r->m.lock]->env & 1 << LS_ENV_KILL && r->next[tid] == LS_NO_EVENT && !t->in_kernel && t->sp &&
	       t->signal != LS_FATAL_SIGNAL;
}

/* Behind its access, or in it, the thread may have found that the scheduler wants its CPU. */
static bool may_be_wanted(const struct ls_replay *r, u32 tid)
{
	const struct ls_event *e = ls_replay_head(r, tid);

	return !r->t->resched || e->next == LS_NO_EVENT || r->t->event[e->next].has & REC_RESCHED ||
	       (e->op == LS_OP_AWAIT && e->has & REC_RESCHED);
}

/* With preemption off only the flag is set. */
static bool can_set_flag(const struct ls_replay *r, u32 tid)
{
	const struct ls_thread *t = &r->m.thread[tid - 1];

	return t->preempt_off && !t->need_resched && may_be_wanted(r, tid);
}

/* What can make the code behind thread tid's access go another way. The first is PREEMPT, or none. */
static u32 acts_on(const struct ls_replay *r, u32 tid, ls_action *acts)
{
	const struct ls_thread *t = &r->m.thread[tid - 1];
	u32 n = 0;

	if (can_set_flag(r, tid))
		acts[n++] = LS_ENV_OF(LS_ENV_PREEMPT, tid);
	for (u32 i = 1; i <= r->m.n; i++)
		if (r->m.thread[i - 1].threshold == LS_CLOCK_ARMED)
			acts[n++] = LS_ENV_OF(LS_ENV_THRESHOLD, i);
	if (t->timeout == LS_CLOCK_ARMED)
		acts[n++] = LS_ENV_OF(LS_ENV_TIMEOUT, tid);
	for (u32 i = 2; r->t->source && i <= r->m.n; i++) /* T1 is the lowest of any set that it is in */
		acts[n++] = LS_ENV_OF(LS_ENV_CHOOSE, i);
	if (r->t->signals)
		return n;
	if (ls_locks[r->m.lock]->env & 1 << LS_ENV_SIGNAL && !t->signal)
		acts[n++] = LS_ENV_OF(LS_ENV_SIGNAL, tid);
	for (u32 i = 1; i <= r->m.n; i++)
		if (i != tid &&
		    (r->next[i] == LS_NO_EVENT ? may_have_died(r, i) : ls_match_dies(r, i, ls_replay_head(r, i))))
			acts[n++] = LS_ENV_OF(LS_ENV_KILL, i);
	if (ls_locks[r->m.lock]->env & 1 << LS_ENV_KILL && t->signal != LS_FATAL_SIGNAL)
		acts[n++] = LS_ENV_OF(LS_ENV_KILL, tid);
	return n;
}

/* The first of two steps; the second comes when it is its turn. */
static bool joins_queue(const struct ls_event *e, const struct ls_record *rec)
{
	return e->op == LS_OP_QUEUE_LOCK && e->ok && rec->op == LS_OP_QUEUE_LOCK && !rec->ok;
}

/* The access itself, with the acts before it. */
static bool one_way(struct ls_replay *r, u32 tid, const ls_action *acts, u32 n)
{
	const struct ls_event *e = ls_replay_head(r, tid);
	u32 event = r->next[tid];

	for (u32 i = 0; i < n; i++)
		if (!ls_replay_act(r, acts[i], LS_NO_EVENT))
			return false;
	if (!ls_replay_act(r, LS_STEP_OF(tid), event) || r->m.bug)
		return false;
	if (n && LS_ACTION_ENV(acts[0]) == LS_ENV_CHOOSE && !r->m.chosen)
		return false; /* as without it */
	if (joins_queue(e, &r->m.rec))
		return r->m.rec.word == e->word && r->m.rec.line == e->line;
	if (!ls_match_step(r, e, &r->m.rec))
		return false;
	return r->m.rec.op == LS_OP_SLEEP || ls_match_reaches(r, tid, e->next);
}

/* The acts of way number `way`. Returns how many, or -1: there is no such way. */
static int acts_of_way(const struct ls_replay *r, u32 tid, const ls_action *acts, u32 n, u32 way, ls_action out[MOST])
{
	const struct ls_thread *t = &r->m.thread[tid - 1];

	if (way == 0)
		return 0;
	if (way <= n) {
		out[0] = acts[way - 1];
		return 1;
	}
	way -= n;
	if (can_set_flag(r, tid)) { /* pairs with a preemption */
		if (way < n) {
			out[0] = acts[way];
			out[1] = acts[0];
			return 2;
		}
		way -= n - 1;
	}
	if (t->threshold == LS_CLOCK_ARMED && t->timeout == LS_CLOCK_ARMED && way-- == 1) { /* found in one look */
		out[0] = LS_ENV_OF(LS_ENV_THRESHOLD, tid);
		out[1] = LS_ENV_OF(LS_ENV_TIMEOUT, tid);
		return 2;
	}
	if (t->preempt_off || t->need_resched || way > 1 || !may_be_wanted(r, tid))
		return -1;
	out[0] = out[1] = LS_ENV_OF(LS_ENV_PREEMPT, tid); /* the flag is set before preemption is off */
	out[2] = LS_ENV_OF(LS_ENV_RUN, tid);
	return 3;
}

bool ls_justify(struct ls_replay *r, u32 tid, u32 *way)
{
	struct ls_before start;
	ls_action acts[MAX_ACTS], chosen[MOST];
	u32 n, best = 0, furthest = 0, from = *way;
	int count;

	ls_replay_mark(r, &start);
	if (from == 0 && one_way(r, tid, NULL, 0))
		return true;
	ls_replay_back(r, &start);
	n = acts_on(r, tid, acts);
	for (u32 i = from ? from : 1; (count = acts_of_way(r, tid, acts, n, i, chosen)) > 0; i++) {
		if (one_way(r, tid, chosen, (u32)count)) {
			u32 far = 1 + ls_foresee(r, tid, ls_replay_head(r, tid)->next);

			if (far > furthest) {
				furthest = far;
				best = i;
			}
		}
		ls_replay_back(r, &start);
		if (from && best)
			break; /* going back: the next one, whatever it is */
	}
	*way = best;
	return best && one_way(r, tid, chosen, (u32)acts_of_way(r, tid, acts, n, best, chosen));
}

static u32 env_of(const struct ls_event *e)
{
	return e->kind == LS_EV_KILL ? LS_ENV_KILL : LS_ENV_SIGNAL;
}

/*
 * With the signal pending the thread does what it did, as far as it would without; else `after` says how many events
 * later it would not.
 */
static bool does_the_same(const struct ls_replay *r, struct ls_foresight *with, struct ls_foresight *without, u32 tid,
			  u32 next, u32 *after)
{
	*after = ls_foresee_signal(r, with, tid, next);
	return *after == UINT32_MAX || *after >= ls_foresee_on(r, without, tid, next, *after + 1);
}

/* The thread can have had the signal pending from there on, ahead of event next. */
static bool may_come_at(const struct ls_replay *r, const struct ls_foresight *at, const struct ls_event *e, u32 next,
			u32 *after)
{
	struct ls_foresight with = *at, without = *at;
	ls_action signal = LS_ENV_OF(env_of(e), e->target);

	*after = 0;
	if (ls_step(&with.m, signal) != LS_MOVED)
		return false;
	if (with.last && ls_step(&with.before, signal) != LS_MOVED)
		with.last = NULL;
	return does_the_same(r, &with, &without, e->target, next, after);
}

bool ls_justify_only_before(const struct ls_replay *r, const struct ls_event *e)
{
	u32 tid = e->target, next = r->next[tid], vain = 0, after;
	struct ls_machine copy;
	struct ls_foresight f;

	if (next == LS_NO_EVENT)
		return false;
	memcpy(&copy, &r->m, ls_used(&r->m));
	if ((ls_step(&copy, LS_ENV_OF(env_of(e), tid)) != LS_MOVED && !copy.thread[tid - 1].signal) ||
	    !ls_foresee_forced(&copy, tid, &r->t->event[next]) || copy.thread[tid - 1].signal)
		return false;
	ls_foresee_start(&f, &r->m);
	do {
		if (!ls_foresee_one(&f, tid, &r->t->event[next]))
			return false;
		next = r->t->event[next].next;
		if (vain) { /* it would lead the thread elsewhere at the same event as from the last place */
			vain--;
			continue;
		}
		if (may_come_at(r, &f, e, next, &after))
			return false;
		vain = after ? after - 1 : 0;
	} while (next != LS_NO_EVENT && r->t->event[next].before <= e->after);
	return true;
}

bool ls_justify_signal(struct ls_replay *r, const struct ls_event *e)
{
	u32 tid = e->target, after;
	struct ls_foresight with, without;

	ls_foresee_start(&without, &r->m);
	ls_replay_act(r, LS_ENV_OF(env_of(e), tid), r->next[LS_SIGNALS_TO(tid)]);
	ls_foresee_start(&with, &r->m);
	return does_the_same(r, &with, &without, tid, r->next[tid], &after);
}

/* A sleep that was put in early turns out to have begun later. */
static bool retract_sleep(struct ls_replay *r, u32 tid)
{
	u32 i = r->actions;

	while (i > 0 && r->action[i - 1] != LS_STEP_OF(tid))
		i--;
	if (!i || !r->begun[tid])
		return false;
	memmove(r->action + i - 1, r->action + i, r->actions - i);
	memmove(r->event + i - 1, r->event + i, (r->actions - i) * sizeof *r->event);
	r->actions--;
	r->retracted = i;
	r->retracted_tid = tid;
	r->begun[tid] = false;
	r->m.thread[tid - 1].status = LS_READY;
	r->m.thread[tid - 1].on_cpu = 1;
	return true;
}

bool ls_justify_on_cpu(struct ls_replay *r, const struct ls_event *e)
{
	const struct ls_thread *t = ls_match_thread(r, e->target) ? &r->m.thread[e->target - 1] : NULL;

	if (!t)
		return false;
	if (t->on_cpu == e->old)
		return true;
	if (!e->old) { /* with preemption off the first sets the flag */
		for (u32 i = 0; i < 2 && t->on_cpu; i++)
			if (t->status > LS_ASLEEP ||
			    !ls_replay_act(r, LS_ENV_OF(LS_ENV_PREEMPT, e->target), LS_NO_EVENT))
				return false;
		return !t->on_cpu;
	}
	if (t->status == LS_PREEMPTED || (t->status == LS_ASLEEP && t->state == LS_RUNNING))
		return ls_replay_act(r, LS_ENV_OF(LS_ENV_RUN, e->target), LS_NO_EVENT);
	return t->status == LS_ASLEEP && retract_sleep(r, e->target);
}

/* How far the events of thread tid go if that act ended its sleep; 0: it did not. */
static u32 foresee_act(struct ls_replay *r, u32 tid, u32 env)
{
	struct ls_before start;
	const struct ls_event *e = ls_replay_head(r, tid);
	u32 far = 0;

	ls_replay_mark(r, &start);
	if (ls_replay_act(r, LS_ENV_OF(env, tid), LS_NO_EVENT) && r->m.thread[tid - 1].state == LS_RUNNING) {
		if (!r->begun[tid])
			far = 1 + ls_foresee(r, tid, r->next[tid]);
		else
			far = ls_replay_act(r, LS_STEP_OF(tid), LS_NO_EVENT) && ls_match_reaches(r, tid, e->next)
				  ? 1 + ls_foresee(r, tid, e->next)
				  : 0;
	}
	ls_replay_back(r, &start);
	return far;
}

/* Both did the same, and found the same. */
static bool did_the_same(const struct ls_record *a, const struct ls_record *b)
{
	return a->op == b->op && a->word == b->word && a->old == b->old && a->new_ == b->new_ && a->ok == b->ok &&
	       a->target == b->target;
}

/*
 * With its action `from` before that at `to` the schedule so far leads thread tid to where it is, and in every other
 * step of it happens what happened: who woke it there, and had found it asleep, must not be too late now.
 */
static bool leads_there(const struct ls_replay *r, u32 tid, u32 from, u32 to)
{
	const struct ls_frame *is = ls_top_frame(&r->m.thread[tid - 1]), *comes;
	struct ls_machine m, was;

	if (ls_reset(&m, &r->t->config))
		return false;
	for (u32 i = 0; i < to; i++)
		if (ls_step(&m, r->action[i]) != LS_MOVED)
			return false;
	memcpy(&was, &m, ls_used(&m));
	if (ls_step(&m, r->action[from]) != LS_MOVED)
		return false;
	for (u32 i = to; i < r->actions; i++) {
		if (ls_step(&was, r->action[i]) != LS_MOVED)
			return false;
		if (i != from && (ls_step(&m, r->action[i]) != LS_MOVED || !did_the_same(&m.rec, &was.rec)))
			return false;
	}
	comes = ls_top_frame(&m.thread[tid - 1]);
	return comes && is && comes->proc == is->proc && comes->line == is->line;
}

/*
 * Moves the last signal of thread tid to before the point where the thread set its state. False: there it would have
 * led the thread elsewhere, for that access may be followed by a look for signals.
 */
static bool signal_earlier(struct ls_replay *r, u32 tid)
{
	u32 from = r->signal_at[tid], to = r->marked_at[tid];
	ls_action act = r->action[from];
	u32 event = r->event[from];

	if (!leads_there(r, tid, from, to))
		return false;
	memmove(r->action + to + 1, r->action + to, from - to);
	memmove(r->event + to + 1, r->event + to, (from - to) * sizeof *r->event);
	r->action[to] = act;
	r->event[to] = event;
	r->signal_at[tid] = to;
	r->marked_at[tid]++;
	r->m.thread[tid - 1].state = r->marked_as[tid];
	r->rewritten++;
	r->rewritten_at = to;
	return true;
}

bool ls_justify_wake(struct ls_replay *r, const struct ls_event *e)
{
	static const u8 envs[] = {LS_ENV_TIMEOUT, LS_ENV_SIGNAL, LS_ENV_KILL};
	u32 furthest = 0, best = 0;

	if (e->ok && r->m.thread[e->target - 1].state == LS_RUNNING && !ls_match_in_critical(r, e->target)) {
		if (!ls_match_early_signal(r, e) || !signal_earlier(r, e->target))
			return false;
	}
	if (e->ok || r->m.thread[e->target - 1].state == LS_RUNNING)
		return true;
	if (r->t->signals) /* and those locks have no timeouts */
		return false;
	for (u32 i = 0; i < sizeof envs; i++) {
		u32 far = foresee_act(r, e->target, envs[i]);

		if (far > furthest) {
			furthest = far;
			best = envs[i];
		}
	}
	return best && ls_replay_act(r, LS_ENV_OF(best, e->target), LS_NO_EVENT);
}
