/* SPDX-License-Identifier: MIT */
#include "replay.h"

#include <stdlib.h>
#include <string.h>

#include "../machine_internal.h"
#include "../registry.h"
#include "hidden.h"

/* --- the schedule so far ------------------------------------------------------------------- */

bool ls_replay_start(struct ls_replay *r, const struct ls_trace *t)
{
	memset(r, 0, sizeof *r);
	r->t = t;
	for (u32 i = 0; i <= LS_MAX_THREADS; i++)
		r->next[i] = t->first[i];
	return ls_reset(&r->m, &t->config) == 0;
}

void ls_replay_end(struct ls_replay *r)
{
	free(r->action);
	free(r->event);
	r->action = NULL;
	r->event = NULL;
}

static bool note_action(struct ls_replay *r, ls_action a, u32 event)
{
	if (r->actions == r->room) {
		u32 room = r->room ? 2 * r->room : 8192;
		ls_action *more_actions = realloc(r->action, room);
		u32 *more_events = more_actions ? realloc(r->event, room * sizeof *more_events) : NULL;

		if (more_actions)
			r->action = more_actions;
		if (!more_events) {
			r->no_room = true;
			return false;
		}
		r->event = more_events;
		r->room = room;
	}
	r->action[r->actions] = a;
	r->event[r->actions++] = event;
	return true;
}

bool ls_replay_act(struct ls_replay *r, ls_action a, u32 event)
{
	u32 tid = LS_ACTION_TID(a);

	if (ls_step(&r->m, a) != LS_MOVED)
		return false;
	if (LS_ACTION_ENV(a) >= LS_ENV_SIGNAL)
		r->signal_at[tid] = r->actions;
	if (ls_rec.op == LS_OP_SLEEP || ls_rec.op == LS_OP_NO_SLEEP)
		r->marked_at[tid] = UINT32_MAX; /* it has looked at its state */
	if (ls_rec.op == LS_OP_SET_STATE) {
		r->marked_at[tid] = r->actions;
		r->marked_as[tid] = (u8)ls_rec.new_;
	}
	return note_action(r, a, event);
}

const struct ls_frame *ls_replay_frame(const struct ls_machine *m, u32 tid)
{
	const struct ls_thread *t = &m->thread[tid - 1];
	const struct ls_frame *top = NULL;

	for (u32 at = 0; at < t->sp; at += top->size)
		top = (const struct ls_frame *)(t->stack + at);
	return top;
}

/* --- does the event fit the moment? ------------------------------------------------------------ */

static bool has_word(const struct ls_replay *r, const struct ls_event *e)
{
	return e->word < ls_mem_words(&r->m);
}

static bool is_thread(const struct ls_replay *r, u32 tid)
{
	return tid >= 1 && tid <= r->m.n;
}

/* The critical section is where the workload may sleep by itself: a wake-up then finds it asleep. */
bool ls_replay_naps(const struct ls_replay *r, u32 tid)
{
	const struct ls_event *e = ls_replay_head(r, tid);

	return e && e->kind == LS_EV_STEP && e->op == LS_OP_CRITICAL;
}

/* Something else may have ended the sleep of the target before the wake-up came. */
static bool interruptible(const struct ls_thread *t)
{
	return t->state == LS_INTERRUPTIBLE || t->state == LS_KILLABLE;
}

/*
 * Of a signal it is only known when the thread has noticed it. If it came before the thread set its
 * state, and not behind, then the state is still set.
 */
static bool signal_was_early(const struct ls_replay *r, u32 tid)
{
	const struct ls_thread *t = &r->m.thread[tid - 1];
	u32 marked = r->marked_at[tid], signal = r->signal_at[tid];

	return t->signal && t->status == LS_READY && t->state == LS_RUNNING && marked < signal && signal < r->actions &&
	       r->action[marked] == LS_STEP_OF(tid) && (u32)LS_ACTION_TID(r->action[signal]) == tid &&
	       LS_ACTION_ENV(r->action[signal]) >= LS_ENV_SIGNAL;
}

static bool wake_fits(const struct ls_replay *r, const struct ls_event *e)
{
	const struct ls_thread *t;

	if (!is_thread(r, e->target))
		return false;
	t = &r->m.thread[e->target - 1];
	if (e->ok)
		return t->state != LS_RUNNING || ls_replay_naps(r, e->target) || signal_was_early(r, e->target);
	return t->state == LS_RUNNING || interruptible(t);
}

static bool is_at(const struct ls_machine *m, u32 tid, const struct ls_event *e)
{
	const struct ls_frame *fr = ls_replay_frame(m, tid);

	return fr && fr->proc == e->proc && fr->line == e->line;
}

/* User code may end anywhere: the thread is killed before its next event, the first of its exit. */
static bool dies_before(const struct ls_replay *r, u32 tid, const struct ls_event *e)
{
	const struct ls_thread *t = &r->m.thread[tid - 1];
	u8 exit = ls_locks[r->m.lock]->exit;

	return exit && e && e->proc == exit && !t->in_kernel && t->sp;
}

bool ls_replay_fits(const struct ls_replay *r, u32 tid)
{
	const struct ls_event *e = ls_replay_head(r, tid);
	const u32 *word;

	if (e->kind != LS_EV_STEP)
		return ls_hidden_fits(r, tid);
	if (e->has & REC_WORD && !has_word(r, e))
		return false;
	if (r->t->calls && !is_at(&r->m, tid, e))
		return false; /* still on its way there through the kernel */
	word = e->has & REC_WORD ? &r->m.mem[e->word] : NULL;
	switch (e->op) {
	case LS_OP_LOAD: case LS_OP_AWAIT: case LS_OP_XCHG: case LS_OP_ADD: case LS_OP_OR: case LS_OP_CAS:
		return *word == e->old;
	case LS_OP_SPIN_LOCK:
		return *word == 0;
	case LS_OP_SPIN_TRYLOCK:
		return (*word == 0) == e->ok;
	case LS_OP_LIST_FIRST:
		return *(const u8 *)word == e->target;
	case LS_OP_WAKE:
		return wake_fits(r, e);
	case LS_OP_SLEEP:
		return !r->sleeps[tid] || r->m.thread[tid - 1].state == LS_RUNNING;
	case LS_OP_QUEUE_LOCK:
		return !r->sleeps[tid] || !e->ok || *word == 0;
	}
	return true;
}

bool ls_replay_overslept(const struct ls_replay *r, u32 tid)
{
	const struct ls_event *e = ls_replay_head(r, tid);

	if (e->kind != LS_EV_STEP)
		return ls_hidden_overslept(r, tid);
	return e->op == LS_OP_SLEEP && r->sleeps[tid] &&
	       r->m.thread[tid - 1].state != LS_RUNNING;
}

bool ls_replay_harmless(const struct ls_replay *r, u32 tid)
{
	const struct ls_event *e = ls_replay_head(r, tid);

	if (e->kind != LS_EV_STEP)
		return e->kind == LS_EV_CALL || e->kind == LS_EV_HANDOFF; /* no steps */
	if (dies_before(r, tid, e))
		return false;
	switch (e->op) {
	case LS_OP_LOAD: case LS_OP_AWAIT: case LS_OP_ON_CPU: case LS_OP_LIST_FIRST: case LS_OP_CRITICAL:
		return true;
	case LS_OP_SLEEP: /* with a signal pending its state changes: a wake-up could tell */
		return !r->m.thread[tid - 1].signal;
	case LS_OP_CAS: case LS_OP_SPIN_TRYLOCK:
		return !e->ok;
	}
	return false;
}

/* --- is what the machine did what was recorded? -------------------------------------------------- */

static bool same_values(const struct ls_replay *r, const struct ls_event *e, const struct ls_record *rec)
{
	if (e->has & REC_WORD && e->word != rec->word)
		return false;
	switch (e->op) {
	case LS_OP_LOAD: case LS_OP_AWAIT:
		return e->old == rec->old;
	case LS_OP_STORE: case LS_OP_SET_STATE:
		return e->new_ == rec->new_;
	case LS_OP_XCHG: case LS_OP_ADD: case LS_OP_OR:
		return e->old == rec->old && e->new_ == rec->new_;
	case LS_OP_CAS:
		return e->old == rec->old && e->new_ == rec->new_ && e->arg == rec->arg && e->ok == rec->ok;
	case LS_OP_SPIN_LOCK: case LS_OP_QUEUE_LOCK: case LS_OP_SPIN_TRYLOCK:
		return rec->ok == (e->has & REC_OK ? e->ok : 1);
	case LS_OP_LIST_ADD: case LS_OP_LIST_DEL:
		return e->target == rec->target;
	case LS_OP_LIST_FIRST:
		return e->target == rec->target && (!(e->has & REC_OLD) || e->old == rec->old);
	case LS_OP_ON_CPU:
		return e->target == rec->target && e->old == rec->old;
	case LS_OP_WAKE:
		return e->target == rec->target && (e->ok == rec->ok || ls_replay_naps(r, e->target));
	}
	return true;
}

static bool same_op(const struct ls_event *e, const struct ls_record *rec)
{
	if (e->op == LS_OP_SLEEP)
		return rec->op == LS_OP_SLEEP || rec->op == LS_OP_AWAKE || rec->op == LS_OP_NO_SLEEP;
	return e->op == rec->op;
}

static bool same_step(const struct ls_replay *r, const struct ls_event *e, const struct ls_record *rec)
{
	return rec->proc == e->proc && rec->line == e->line && same_op(e, rec) && same_values(r, e, rec);
}

/* --- is it on its way to what it did next? ---------------------------------------------------------- */

/* What the access will write or act on does not depend on what others do meanwhile. */
static bool same_intent(struct ls_machine *copy, u32 tid, const struct ls_event *e)
{
	struct ls_thread *t = &copy->thread[tid - 1];
	const struct ls_record *rec = &ls_rec;

	t->status = LS_READY;
	if (e->op == LS_OP_CAS && e->word < ls_mem_words(copy))
		copy->mem[e->word] = e->arg;
	ls_step(copy, LS_STEP_OF(tid));
	if (e->has & REC_WORD && rec->word != e->word)
		return false;
	switch (e->op) {
	case LS_OP_STORE: case LS_OP_XCHG: case LS_OP_SET_STATE:
		return rec->new_ == e->new_;
	case LS_OP_ADD:
		return rec->arg == e->new_ - e->old;
	case LS_OP_CAS:
		return rec->arg == e->arg && (!e->ok || rec->new_ == e->new_);
	case LS_OP_LIST_ADD: case LS_OP_LIST_DEL: case LS_OP_ON_CPU: case LS_OP_WAKE:
		return rec->target == e->target;
	}
	return true;
}

static bool has_intent(const struct ls_event *e)
{
	return e->op != LS_OP_LIST_FIRST && e->op != LS_OP_SLEEP && e->op != LS_OP_CRITICAL && e->op != LS_OP_QUEUE_LOCK;
}

/* After its event the thread stands where its next one was made, about to do the same. */
bool ls_replay_ahead(const struct ls_replay *r, u32 tid, u32 next)
{
	static struct ls_machine copy;
	const struct ls_event *e = next == LS_NO_EVENT ? NULL : &r->t->event[next];

	if (!e || r->blind)
		return true; /* what it did later is not known */
	if (dies_before(r, tid, e))
		return true;
	if (e->kind != LS_EV_STEP)
		return ls_hidden_ahead(r, tid, e);
	if (!is_at(&r->m, tid, e))
		return false;
	if (!has_intent(e))
		return true;
	memcpy(&copy, &r->m, ls_used(&r->m));
	return same_intent(&copy, tid, e);
}

/* --- acts of the environment that would explain it ---------------------------------------------------- */

enum { MAX_ACTS = 2 * LS_MAX_THREADS + 4 };

/* What can make the code behind thread tid's access go another way. The first is PREEMPT, or none. */
static u32 acts_on(const struct ls_replay *r, u32 tid, ls_action *acts)
{
	const struct ls_thread *t = &r->m.thread[tid - 1];
	u32 n = 0;

	if (t->preempt_off && !t->need_resched)
		acts[n++] = LS_ENV_OF(LS_ENV_PREEMPT, tid);
	for (u32 i = 1; i <= r->m.n; i++)
		if (r->m.thread[i - 1].threshold == LS_CLOCK_ARMED)
			acts[n++] = LS_ENV_OF(LS_ENV_THRESHOLD, i);
	if (t->timeout == LS_CLOCK_ARMED)
		acts[n++] = LS_ENV_OF(LS_ENV_TIMEOUT, tid);
	if (ls_locks[r->m.lock]->env & 1 << LS_ENV_SIGNAL && !t->signal)
		acts[n++] = LS_ENV_OF(LS_ENV_SIGNAL, tid);
	for (u32 i = 1; i <= r->m.n; i++)
		if (i != tid && dies_before(r, i, ls_replay_head(r, i)))
			acts[n++] = LS_ENV_OF(LS_ENV_KILL, i);
	if (ls_locks[r->m.lock]->env & 1 << LS_ENV_KILL && t->signal != LS_FATAL_SIGNAL)
		acts[n++] = LS_ENV_OF(LS_ENV_KILL, tid);
	return n;
}

static void set_mark(const struct ls_replay *r, struct ls_before *k)
{
	memcpy(&k->m, &r->m, ls_used(&r->m));
	k->actions = r->actions;
}

static void back_to(struct ls_replay *r, const struct ls_before *k)
{
	memcpy(&r->m, &k->m, ls_used(&k->m));
	r->actions = k->actions;
}

/* The first of two steps; the second comes when it is its turn. */
static bool joins_line(const struct ls_event *e, const struct ls_record *rec)
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
	if (joins_line(e, &ls_rec))
		return ls_rec.word == e->word && ls_rec.line == e->line;
	if (!same_step(r, e, &ls_rec))
		return false;
	return ls_rec.op == LS_OP_SLEEP || ls_replay_ahead(r, tid, e->next);
}

/* The acts of way number `way`. Returns how many, or -1: there is no such way. */
static int acts_of_way(const ls_action *acts, u32 n, u32 way, ls_action out[2])
{
	if (way == 0)
		return 0;
	if (way <= n) {
		out[0] = acts[way - 1];
		return 1;
	}
	way -= n; /* pairs with a preemption */
	if (!n || LS_ACTION_ENV(acts[0]) != LS_ENV_PREEMPT || way >= n)
		return -1;
	out[0] = acts[way];
	out[1] = acts[0];
	return 2;
}

/* Makes the machine such that the event finds what it found. */
static void force(struct ls_machine *m, const struct ls_event *e)
{
	u32 *word = e->has & REC_WORD && e->word < ls_mem_words(m) ? &m->mem[e->word] : NULL;

	m->bug = LS_NO_BUG;
	m->thread[e->tid - 1].status = LS_READY;
	if (e->op == LS_OP_SLEEP)
		m->thread[e->tid - 1].state = LS_RUNNING;
	if (e->op == LS_OP_ON_CPU && e->target >= 1 && e->target <= m->n)
		m->thread[e->target - 1].on_cpu = e->old != 0;
	if (!word)
		return;
	if (e->has & REC_OLD && e->op != LS_OP_LIST_FIRST)
		*word = e->old;
	else if (e->op == LS_OP_SPIN_LOCK || e->op == LS_OP_QUEUE_LOCK)
		*word = 0;
	else if (e->op == LS_OP_SPIN_UNLOCK || e->op == LS_OP_QUEUE_UNLOCK)
		*word = e->tid;
	else if (e->op == LS_OP_LIST_FIRST || e->op == LS_OP_LIST_DEL)
		memcpy(word, &(struct ls_list){ { e->target } }, sizeof(struct ls_list));
	else if (e->op == LS_OP_LIST_ADD)
		memset(word, 0, sizeof(struct ls_list));
}

/* How many of its next events the thread would come to if it found each time what it found. */
static u32 foresee(const struct ls_replay *r, u32 tid, u32 next)
{
	enum { FAR = 80 };
	static struct ls_machine copy;
	u32 n = 0;

	memcpy(&copy, &r->m, ls_used(&r->m));
	for (; n < FAR && next != LS_NO_EVENT; n++) {
		const struct ls_event *e = &r->t->event[next];

		if (e->kind != LS_EV_STEP || !is_at(&copy, tid, e))
			break;
		force(&copy, e);
		if (ls_step(&copy, LS_STEP_OF(tid)) != LS_MOVED)
			break;
		next = e->next;
	}
	return n;
}

/* The first way from *way on; of several acts that explain the next event, what explains most. */
static bool some_way(struct ls_replay *r, u32 tid, u32 *way)
{
	static struct ls_before start;
	ls_action acts[MAX_ACTS], chosen[2];
	u32 n, best = 0, furthest = 0, from = *way;
	int count;

	set_mark(r, &start);
	if (from == 0 && one_way(r, tid, NULL, 0))
		return true;
	back_to(r, &start);
	n = acts_on(r, tid, acts);
	for (u32 i = from ? from : 1; (count = acts_of_way(acts, n, i, chosen)) > 0; i++) {
		if (one_way(r, tid, chosen, (u32)count)) {
			u32 far = 1 + foresee(r, tid, ls_replay_head(r, tid)->next);

			if (far > furthest) {
				furthest = far;
				best = i;
			}
		}
		back_to(r, &start);
		if (from && best)
			break; /* going back: the next one, whatever it is */
	}
	*way = best;
	return best && one_way(r, tid, chosen, (u32)acts_of_way(acts, n, best, chosen));
}

/* A sleep that was put in early turns out to have begun later. */
static bool retract_sleep(struct ls_replay *r, u32 tid)
{
	u32 i = r->actions;

	while (i > 0 && r->action[i - 1] != LS_STEP_OF(tid))
		i--;
	if (!i || !r->sleeps[tid])
		return false;
	memmove(r->action + i - 1, r->action + i, r->actions - i);
	memmove(r->event + i - 1, r->event + i, (r->actions - i) * sizeof *r->event);
	r->actions--;
	r->retracted = i;
	r->retracted_tid = tid;
	r->sleeps[tid] = false;
	r->m.thread[tid - 1].status = LS_READY;
	r->m.thread[tid - 1].on_cpu = 1;
	return true;
}

/* The scheduler had the watched thread on a CPU, or off it, as the event says. */
static bool explain_on_cpu(struct ls_replay *r, const struct ls_event *e)
{
	const struct ls_thread *t = is_thread(r, e->target) ? &r->m.thread[e->target - 1] : NULL;

	if (!t)
		return false;
	if (t->on_cpu == e->old)
		return true;
	if (!e->old)
		return t->status == LS_READY && !t->preempt_off &&
		       ls_replay_act(r, LS_ENV_OF(LS_ENV_PREEMPT, e->target), LS_NO_EVENT);
	if (t->status == LS_PREEMPTED)
		return ls_replay_act(r, LS_ENV_OF(LS_ENV_RUN, e->target), LS_NO_EVENT);
	return t->status == LS_ASLEEP && retract_sleep(r, e->target);
}

/* How far the events of thread tid go if that act ended its sleep; 0: it did not. */
static u32 foresee_act(struct ls_replay *r, u32 tid, u32 env)
{
	static struct ls_before start;
	const struct ls_event *e = ls_replay_head(r, tid);
	u32 far = 0;

	set_mark(r, &start);
	if (ls_replay_act(r, LS_ENV_OF(env, tid), LS_NO_EVENT) && r->m.thread[tid - 1].state == LS_RUNNING) {
		far = 1;
		if (r->sleeps[tid])
			far = ls_replay_act(r, LS_STEP_OF(tid), LS_NO_EVENT) && ls_replay_ahead(r, tid, e->next) ?
				1 + foresee(r, tid, e->next) : 0;
	}
	back_to(r, &start);
	return far;
}

/* Moves the last signal of thread tid to before the point where the thread set its state. */
static void signal_earlier(struct ls_replay *r, u32 tid)
{
	u32 from = r->signal_at[tid], to = r->marked_at[tid];
	ls_action act = r->action[from];

	memmove(r->action + to + 1, r->action + to, from - to);
	memmove(r->event + to + 1, r->event + to, (from - to) * sizeof *r->event);
	r->action[to] = act;
	r->event[to] = LS_NO_EVENT;
	r->signal_at[tid] = to;
	r->marked_at[tid]++;
	r->m.thread[tid - 1].state = r->marked_as[tid];
	r->rewritten++;
}

/* A wake-up that found nobody asleep came behind a signal or a timer. */
static bool explain_wake(struct ls_replay *r, const struct ls_event *e)
{
	static const u8 envs[] = { LS_ENV_TIMEOUT, LS_ENV_SIGNAL, LS_ENV_KILL };
	u32 furthest = 0, best = 0;

	if (e->ok && r->m.thread[e->target - 1].state == LS_RUNNING && !ls_replay_naps(r, e->target)) {
		if (!signal_was_early(r, e->target))
			return false;
		signal_earlier(r, e->target);
	}
	if (e->ok || r->m.thread[e->target - 1].state == LS_RUNNING)
		return true;
	for (u32 i = 0; i < sizeof envs; i++) {
		u32 far = foresee_act(r, e->target, envs[i]);

		if (far > furthest) {
			furthest = far;
			best = envs[i];
		}
	}
	return best && ls_replay_act(r, LS_ENV_OF(best, e->target), LS_NO_EVENT);
}

/* --- one event --------------------------------------------------------------------------------------------- */

static void went_on(struct ls_replay *r, u32 tid)
{
	r->next[tid] = ls_replay_head(r, tid)->next;
	r->sleeps[tid] = false;
	r->done++;
}

bool ls_replay_take(struct ls_replay *r, u32 tid, u32 *way, struct ls_before *before)
{
	const struct ls_event *e = ls_replay_head(r, tid);
	struct ls_thread *t = &r->m.thread[tid - 1];
	u32 rewritten = r->rewritten;
	bool entered;

	if (e->kind != LS_EV_STEP)
		return ls_hidden_take(r, tid, way, before);
	set_mark(r, before);
	if (t->status == LS_PREEMPTED && !ls_replay_act(r, LS_ENV_OF(LS_ENV_RUN, tid), LS_NO_EVENT))
		goto refused;
	if (dies_before(r, tid, e) && !ls_replay_act(r, LS_ENV_OF(LS_ENV_KILL, tid), LS_NO_EVENT))
		goto refused;
	if (e->op == LS_OP_ON_CPU) {
		if (!explain_on_cpu(r, e))
			goto refused;
		if (r->retracted)
			set_mark(r, before); /* that stays */
	}
	if (e->op == LS_OP_WAKE) {
		if (!explain_wake(r, e))
			goto refused;
		if (r->rewritten != rewritten)
			set_mark(r, before);
	}
	if (!some_way(r, tid, way))
		goto refused;
	entered = e->op == LS_OP_QUEUE_LOCK ? e->ok && r->m.mem[e->word] != tid : t->status == LS_ASLEEP;
	if (entered)
		r->sleeps[tid] = true;
	else
		went_on(r, tid);
	return true;
refused:
	back_to(r, before);
	return false;
}

bool ls_replay_misleads(struct ls_replay *r, u32 tid)
{
	static struct ls_before start;
	u32 next = r->next[tid];
	u32 way = 0;
	bool allowed;

	if (next == LS_NO_EVENT || r->t->event[next].kind != LS_EV_STEP || !ls_replay_fits(r, tid))
		return false;
	set_mark(r, &start);
	r->blind = true;
	allowed = some_way(r, tid, &way);
	r->blind = false;
	back_to(r, &start);
	return allowed;
}
