/* SPDX-License-Identifier: MIT */
/* The accesses of the step backend. Each does one thing and records it in ls_rec. */
#include "backend/step.h"

#include "machine_internal.h"

static struct ls_word ls_scratch; /* stands in for a word that does not exist */

static struct ls_thread *ls_self(struct ls_access a)
{
	return &a.m->thread[a.me - 1];
}

static u16 ls_word_index(struct ls_access a, const void *p)
{
	const u8 *base = (const u8 *)a.m->mem, *q = p;
	u32 index;

	if (q < base || q >= base + 4 * ls_mem_words(a.m)) {
		a.m->bug = LS_BUG_RANGE;
		return LS_NO_WORD;
	}
	index = (u32)(q - base) / 4;
	return (u16)index;
}

static void ls_record(struct ls_access a, u8 op, u16 word, u32 old, u32 new_)
{
	ls_rec.op = op;
	ls_rec.line = a.fr->line;
	ls_rec.proc = a.fr->proc;
	ls_rec.word = word;
	ls_rec.old = old;
	ls_rec.new_ = new_;
	ls_rec.ok = 1;
	ls_rec.target = 0;
}

/* Records an access to w and gives the word to use for it. */
static struct ls_word *ls_touch(struct ls_access a, struct ls_word *w, u8 op, u8 order)
{
	u16 index = ls_word_index(a, w);

	if (index == LS_NO_WORD)
		w = &ls_scratch;
	ls_record(a, op, index, w->v, w->v);
	ls_rec.order = order;
	return w;
}

static void ls_write(struct ls_word *w, u32 v)
{
	w->v = v;
	ls_rec.new_ = v;
}

u32 ls_load(struct ls_access a, struct ls_word *w, u8 order)
{
	return ls_touch(a, w, LS_OP_LOAD, order)->v;
}

void ls_store(struct ls_access a, struct ls_word *w, u32 v, u8 order)
{
	ls_write(ls_touch(a, w, LS_OP_STORE, order), v);
}

u32 ls_xchg(struct ls_access a, struct ls_word *w, u32 v, u8 order)
{
	ls_write(ls_touch(a, w, LS_OP_XCHG, order), v);
	return ls_rec.old;
}

u32 ls_cas(struct ls_access a, struct ls_word *w, u32 expect, u32 v, u8 order)
{
	w = ls_touch(a, w, LS_OP_CAS, order);
	ls_rec.arg = expect;
	if (w->v == expect)
		ls_write(w, v);
	else
		ls_rec.ok = 0;
	return ls_rec.old;
}

u32 ls_add(struct ls_access a, struct ls_word *w, u32 v, u8 order)
{
	w = ls_touch(a, w, LS_OP_ADD, order);
	ls_rec.arg = v;
	ls_write(w, w->v + v);
	return ls_rec.old;
}

u32 ls_or(struct ls_access a, struct ls_word *w, u32 v, u8 order)
{
	w = ls_touch(a, w, LS_OP_OR, order);
	ls_rec.arg = v;
	ls_write(w, w->v | v);
	return ls_rec.old;
}

u32 ls_await(struct ls_access a, struct ls_word *w, u8 order)
{
	return ls_touch(a, w, LS_OP_AWAIT, order)->v;
}

bool ls_spin_lock(struct ls_access a, struct ls_word *w)
{
	w = ls_touch(a, w, LS_OP_SPIN_LOCK, LS_ACQUIRE);
	if (w->v) {
		ls_rec.ok = 0;
		return false;
	}
	ls_write(w, a.me);
	return true;
}

bool ls_spin_trylock(struct ls_access a, struct ls_word *w)
{
	bool taken = ls_spin_lock(a, w);

	ls_rec.op = LS_OP_SPIN_TRYLOCK;
	return taken;
}

void ls_spin_unlock(struct ls_access a, struct ls_word *w)
{
	w = ls_touch(a, w, LS_OP_SPIN_UNLOCK, LS_RELEASE);
	if (w->v != a.me)
		a.m->bug = LS_BUG_UNLOCK;
	ls_write(w, 0);
}

/* --- lists ------------------------------------------------------------------- */

static u32 ls_list_find(const struct ls_list *l, u32 tid)
{
	u32 i = 0;

	while (i < LS_MAX_THREADS && l->t[i] && l->t[i] != tid)
		i++;
	return i;
}

static void ls_list_append(struct ls_machine *m, struct ls_list *l, u32 tid)
{
	u32 i = ls_list_find(l, tid);

	if (tid < 1 || tid > m->n)
		m->bug = LS_BUG_RANGE;
	else if (i == LS_MAX_THREADS || l->t[i])
		m->bug = LS_BUG_LIST;
	else
		l->t[i] = (u8)tid;
}

static void ls_list_remove(struct ls_machine *m, struct ls_list *l, u32 tid)
{
	u32 i = ls_list_find(l, tid);

	if (!tid || i == LS_MAX_THREADS || !l->t[i]) {
		m->bug = LS_BUG_LIST;
		return;
	}
	for (; i + 1 < LS_MAX_THREADS; i++)
		l->t[i] = l->t[i + 1];
	l->t[LS_MAX_THREADS - 1] = 0;
}

static void ls_record_list(struct ls_access a, u8 op, struct ls_list *l, u32 tid)
{
	u32 count = ls_list_find(l, 0);

	ls_record(a, op, ls_word_index(a, l), count, count);
	ls_rec.target = (u8)tid;
}

void ls_list_add(struct ls_access a, struct ls_list *l, u32 tid)
{
	ls_record_list(a, LS_OP_LIST_ADD, l, tid);
	ls_list_append(a.m, l, tid);
	ls_rec.new_ = ls_list_find(l, 0);
}

void ls_list_del(struct ls_access a, struct ls_list *l, u32 tid)
{
	ls_record_list(a, LS_OP_LIST_DEL, l, tid);
	ls_list_remove(a.m, l, tid);
	ls_rec.new_ = ls_list_find(l, 0);
}

u32 ls_list_first(struct ls_access a, struct ls_list *l)
{
	ls_record_list(a, LS_OP_LIST_FIRST, l, l->t[0]);
	return l->t[0];
}

u32 ls_list_count(struct ls_access a, struct ls_list *l)
{
	ls_record_list(a, LS_OP_LIST_FIRST, l, l->t[0]);
	return ls_rec.old;
}

/* --- tasks ----------------------------------------------------------------------- */

static struct ls_thread *ls_task(struct ls_access a, u32 tid)
{
	static struct ls_thread nobody;

	if (tid < 1 || tid > a.m->n) {
		a.m->bug = LS_BUG_RANGE;
		return &nobody;
	}
	return &a.m->thread[tid - 1];
}

u32 ls_on_cpu(struct ls_access a, u32 tid)
{
	u8 on_cpu = ls_task(a, tid)->on_cpu;

	ls_record(a, LS_OP_ON_CPU, (u16)LS_TASK_WORD(tid, LS_TASK_ON_CPU), on_cpu, on_cpu);
	ls_rec.target = (u8)tid;
	return on_cpu;
}

void ls_set_state(struct ls_access a, u8 state)
{
	struct ls_thread *t = ls_self(a);

	ls_record(a, LS_OP_SET_STATE, (u16)LS_TASK_WORD(a.me, LS_TASK_STATE), t->state, state);
	ls_rec.order = state == LS_RUNNING ? LS_RELAXED : LS_FULL;
	t->state = state;
}

bool ls_signal_pending(const struct ls_machine *m, u32 me, u8 state)
{
	const struct ls_thread *t = &m->thread[me - 1];

	return (state == LS_INTERRUPTIBLE && t->signal) ||
	       (state == LS_KILLABLE && t->signal == LS_FATAL_SIGNAL);
}

/* Gives the CPU away until the environment runs the thread again. */
static void ls_leave_cpu(struct ls_thread *t)
{
	t->need_resched = 0;
	t->on_cpu = 0;
	t->status = LS_PREEMPTED;
}

/* True: now asleep, call again when the state is LS_RUNNING. False: carry on. */
bool ls_schedule(struct ls_access a)
{
	struct ls_thread *t = ls_self(a);
	u16 word = (u16)LS_TASK_WORD(a.me, LS_TASK_STATE);

	if (t->status == LS_ASLEEP) {
		ls_record(a, LS_OP_AWAKE, word, t->state, t->state);
		t->status = LS_READY;
		t->on_cpu = 1;
		return false;
	}
	if (t->state != LS_RUNNING && ls_signal_pending(a.m, a.me, t->state)) {
		ls_record(a, LS_OP_NO_SLEEP, word, t->state, LS_RUNNING);
		t->state = LS_RUNNING;
		if (t->need_resched)
			ls_leave_cpu(t);
		return false;
	}
	if (t->state == LS_RUNNING) {
		ls_record(a, LS_OP_NO_SLEEP, word, t->state, t->state);
		if (t->need_resched)
			ls_leave_cpu(t);
		return false;
	}
	ls_record(a, LS_OP_SLEEP, word, t->state, t->state);
	t->status = LS_ASLEEP;
	t->on_cpu = 0;
	t->need_resched = 0;
	return true;
}

u32 ls_wake(struct ls_access a, u32 tid)
{
	struct ls_thread *t = ls_task(a, tid);

	ls_record(a, LS_OP_WAKE, (u16)LS_TASK_WORD(tid, LS_TASK_STATE), t->state, LS_RUNNING);
	ls_rec.target = (u8)tid;
	ls_rec.ok = t->state != LS_RUNNING;
	t->state = LS_RUNNING;
	return ls_rec.ok;
}

void ls_preempt_enable(struct ls_machine *m, u32 me)
{
	struct ls_thread *t = &m->thread[me - 1];

	if (--t->preempt_off == 0 && t->need_resched)
		ls_leave_cpu(t);
}

bool ls_threshold_passed(const struct ls_machine *m, u32 tid)
{
	return tid >= 1 && tid <= m->n && m->thread[tid - 1].threshold == LS_CLOCK_PASSED;
}

bool ls_task_exiting(const struct ls_machine *m, u32 tid)
{
	const struct ls_thread *t;

	if (tid < 1 || tid > m->n)
		return true;
	t = &m->thread[tid - 1];
	return t->status == LS_DEAD ||
	       ((const struct ls_frame *)t->stack)->proc == ls_locks[m->lock]->exit;
}

/* --- the sleeping lock that is not itself the subject --------------------------------- */

/* LS_WAITS while it is not its turn, LS_PARKED for the step that joins the line, 0 when done. */
int ls_queue_lock(struct ls_access a, struct ls_word *w, struct ls_list *l, u32 *ret)
{
	bool queued = l->t[ls_list_find(l, a.me)] == a.me && a.me;

	w = ls_touch(a, w, LS_OP_QUEUE_LOCK, LS_ACQUIRE);
	if (ls_signal_pending(a.m, a.me, LS_INTERRUPTIBLE) && (queued || w->v)) {
		if (queued)
			ls_list_remove(a.m, l, a.me);
		ls_rec.ok = 0;
		*ret = (u32)-4; /* -EINTR */
		return 0;
	}
	if (w->v == 0 && (!queued || l->t[0] == a.me)) {
		if (queued)
			ls_list_remove(a.m, l, a.me);
		ls_write(w, a.me);
		*ret = 0;
		return 0;
	}
	ls_rec.ok = 0;
	if (queued)
		return LS_WAITS;
	ls_list_append(a.m, l, a.me);
	ls_rec.target = l->t[0];
	return LS_PARKED;
}

void ls_queue_unlock(struct ls_access a, struct ls_word *w, struct ls_list *l)
{
	w = ls_touch(a, w, LS_OP_QUEUE_UNLOCK, LS_RELEASE);
	if (w->v != a.me)
		a.m->bug = LS_BUG_UNLOCK;
	ls_rec.target = l->t[0];
	ls_write(w, 0);
}

/* --- the rest --------------------------------------------------------------------------- */

void ls_note(struct ls_access a, u8 op)
{
	ls_record(a, op, LS_NO_WORD, 0, 0);
}

void ls_hold(struct ls_machine *m, u32 me, u8 holds)
{
	struct ls_thread *t = &m->thread[me - 1];

	if (t->holds != holds)
		ls_rec.flags |= holds ? LS_REC_ACQUIRED : LS_REC_RELEASED;
	t->holds = holds;
}
