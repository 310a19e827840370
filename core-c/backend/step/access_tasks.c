/* SPDX-License-Identifier: MIT */
/* The accesses of the step backend to lists and tasks, and the sleeping lock that is made of both. */
#include "access.h"

#include "machine_internal.h"

/* --- lists ------------------------------------------------------------------- */

static u32 ls_list_find(const struct ls_list *l, u32 tid)
{
	u32 i = 0;

	while (i < LS_MAX_THREADS && l->t[i] && l->t[i] != tid)
		i++;
	return i;
}

static bool ls_list_has(const struct ls_list *l, u32 tid)
{
	u32 i = ls_list_find(l, tid);

	return tid && i < LS_MAX_THREADS && l->t[i] == tid;
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

/* LS_NO_WORD, and a BUG, when the lock has no such list: not its first word, or not its last. */
static u16 ls_list_index(struct ls_machine *m, const struct ls_list *l)
{
	u16 word = ls_word_index(m, l);

	return ls_word_index(m, (const void *)((uintptr_t)l + sizeof *l - 4)) == LS_NO_WORD ? LS_NO_WORD : word;
}

/* Records an access to l. False: the lock has no such list. */
static bool ls_touch_list(struct ls_machine *m, struct ls_frame *fr, u8 op, struct ls_list *l)
{
	u16 word = ls_list_index(m, l);
	u32 count = word == LS_NO_WORD ? 0 : ls_list_find(l, 0);

	ls_record(m, fr, op, word, count, count);
	return word != LS_NO_WORD;
}

void ls_list_add(struct ls_machine *m, u32 me, struct ls_frame *fr, struct ls_list *l, u32 tid)
{
	(void)me;
	if (!ls_touch_list(m, fr, LS_OP_LIST_ADD, l))
		return;
	m->rec.target = (u8)tid;
	ls_list_append(m, l, tid);
	m->rec.new_ = ls_list_find(l, 0);
}

void ls_list_del(struct ls_machine *m, u32 me, struct ls_frame *fr, struct ls_list *l, u32 tid)
{
	(void)me;
	if (!ls_touch_list(m, fr, LS_OP_LIST_DEL, l))
		return;
	m->rec.target = (u8)tid;
	ls_list_remove(m, l, tid);
	m->rec.new_ = ls_list_find(l, 0);
}

u32 ls_list_first(struct ls_machine *m, u32 me, struct ls_frame *fr, struct ls_list *l)
{
	(void)me;
	if (ls_touch_list(m, fr, LS_OP_LIST_FIRST, l))
		m->rec.target = l->t[0];
	return m->rec.target;
}

u32 ls_list_count(struct ls_machine *m, u32 me, struct ls_frame *fr, struct ls_list *l)
{
	ls_list_first(m, me, fr, l);
	return m->rec.old;
}

u32 ls_list_next(struct ls_machine *m, u32 me, struct ls_frame *fr, struct ls_list *l, u32 tid)
{
	u32 i;

	(void)me;
	if (!ls_touch_list(m, fr, LS_OP_LIST_NEXT, l))
		return 0;
	m->rec.arg = tid;
	i = ls_list_find(l, tid);
	if (!ls_list_has(l, tid))
		m->bug = LS_BUG_LIST;
	else if (i + 1 < LS_MAX_THREADS)
		m->rec.target = l->t[i + 1];
	return m->rec.target;
}

u32 ls_list_has_thread(struct ls_machine *m, u32 me, struct ls_frame *fr, struct ls_list *l, u32 tid)
{
	(void)me;
	if (!ls_touch_list(m, fr, LS_OP_LIST_HAS, l))
		return 0;
	m->rec.arg = tid;
	m->rec.target = ls_list_has(l, tid) ? (u8)tid : 0;
	return m->rec.target != 0;
}

/* --- sets ------------------------------------------------------------------------ */

u32 ls_taken_of(struct ls_machine *m, tasks set)
{
	u32 lowest = ls_lowest(set);

	if (!m->chosen || m->chosen == lowest || !(set >> (m->chosen & (LS_CHOSEN - 1)) & 1))
		return lowest;
	lowest = m->chosen;
	m->chosen = LS_CHOSEN;
	return lowest;
}

/* --- tasks ----------------------------------------------------------------------- */

/* NULL, and a BUG, when there is no such task. */
static struct ls_thread *ls_task(struct ls_machine *m, u32 tid)
{
	if (tid < 1 || tid > m->n) {
		m->bug = LS_BUG_RANGE;
		return NULL;
	}
	return &m->thread[tid - 1];
}

u32 ls_on_cpu(struct ls_machine *m, u32 me, struct ls_frame *fr, u32 tid)
{
	const struct ls_thread *t = ls_task(m, tid);
	u8 on_cpu = t ? t->on_cpu : 0;

	(void)me;
	ls_record(m, fr, LS_OP_ON_CPU, (u16)LS_TASK_WORD(tid, LS_TASK_ON_CPU), on_cpu, on_cpu);
	m->rec.target = (u8)tid;
	return on_cpu;
}

void ls_set_state(struct ls_machine *m, u32 me, struct ls_frame *fr, u8 state)
{
	struct ls_thread *t = &m->thread[me - 1];

	ls_record(m, fr, LS_OP_SET_STATE, (u16)LS_TASK_WORD(me, LS_TASK_STATE), t->state, state);
	m->rec.order = state == LS_RUNNING ? LS_RELAXED : LS_FULL;
	t->state = state;
}

void ls_store_state(struct ls_machine *m, u32 me, struct ls_frame *fr, u8 state)
{
	ls_set_state(m, me, fr, state);
	m->rec.order = LS_RELAXED;
}

bool ls_signal_pending(const struct ls_machine *m, u32 me, u8 state)
{
	const struct ls_thread *t = &m->thread[me - 1];

	return (state == LS_INTERRUPTIBLE && t->signal) || (state == LS_KILLABLE && t->signal == LS_FATAL_SIGNAL);
}

/* Gives the CPU away until the environment runs the thread again. */
static void ls_leave_cpu(struct ls_thread *t)
{
	t->need_resched = 0;
	t->on_cpu = 0;
	t->status = LS_PREEMPTED;
}

/* True: now asleep, call again when the state is LS_RUNNING. False: carry on. */
bool ls_schedule(struct ls_machine *m, u32 me, struct ls_frame *fr)
{
	struct ls_thread *t = &m->thread[me - 1];
	u16 word = (u16)LS_TASK_WORD(me, LS_TASK_STATE);

	if (t->status == LS_ASLEEP) {
		ls_record(m, fr, LS_OP_AWAKE, word, t->state, t->state);
		t->status = LS_READY;
		t->on_cpu = 1;
		return false;
	}
	if (t->state != LS_RUNNING && ls_signal_pending(m, me, t->state)) {
		ls_record(m, fr, LS_OP_NO_SLEEP, word, t->state, LS_RUNNING);
		t->state = LS_RUNNING;
		if (t->need_resched)
			ls_leave_cpu(t);
		return false;
	}
	if (t->state == LS_RUNNING) {
		ls_record(m, fr, LS_OP_NO_SLEEP, word, t->state, t->state);
		if (t->need_resched)
			ls_leave_cpu(t);
		return false;
	}
	ls_record(m, fr, LS_OP_SLEEP, word, t->state, t->state);
	t->status = LS_ASLEEP;
	t->on_cpu = 0;
	t->need_resched = 0;
	return true;
}

u32 ls_wake(struct ls_machine *m, u32 me, struct ls_frame *fr, u32 tid)
{
	struct ls_thread *t = ls_task(m, tid);
	u8 state = t ? t->state : LS_RUNNING;

	(void)me;
	ls_record(m, fr, LS_OP_WAKE, (u16)LS_TASK_WORD(tid, LS_TASK_STATE), state, LS_RUNNING);
	m->rec.target = (u8)tid;
	m->rec.ok = state != LS_RUNNING;
	if (t)
		t->state = LS_RUNNING;
	return m->rec.ok;
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
	return t->status == LS_DEAD || (t->sp && ((const struct ls_frame *)t->stack)->proc == ls_locks[m->lock]->exit);
}

/* --- the sleeping lock that is not itself the subject --------------------------------- */

/* LS_WAITS while it is not its turn, LS_PARKED for the step that joins the line, 0 when done. */
int ls_queue_lock(struct ls_machine *m, u32 me, struct ls_frame *fr, struct ls_word *w, struct ls_list *l, u32 *ret)
{
	bool queued;

	if (ls_list_index(m, l) == LS_NO_WORD)
		return LS_PARKED;
	queued = ls_list_has(l, me);
	w = ls_touch(m, fr, w, LS_OP_QUEUE_LOCK, LS_ACQUIRE);
	if (ls_signal_pending(m, me, LS_INTERRUPTIBLE) && (queued || m->rec.old)) {
		if (queued)
			ls_list_remove(m, l, me);
		m->rec.ok = 0;
		*ret = (u32)-4; /* -EINTR */
		return 0;
	}
	if (m->rec.old == 0 && (!queued || l->t[0] == me)) {
		if (queued)
			ls_list_remove(m, l, me);
		ls_write(m, w, me);
		*ret = 0;
		return 0;
	}
	m->rec.ok = 0;
	if (queued)
		return LS_WAITS;
	ls_list_append(m, l, me);
	m->rec.target = l->t[0];
	return LS_PARKED;
}

void ls_queue_unlock(struct ls_machine *m, u32 me, struct ls_frame *fr, struct ls_word *w, struct ls_list *l)
{
	w = ls_touch(m, fr, w, LS_OP_QUEUE_UNLOCK, LS_RELEASE);
	if (m->rec.old != me)
		m->bug = LS_BUG_UNLOCK;
	if (ls_list_index(m, l) != LS_NO_WORD)
		m->rec.target = l->t[0];
	ls_write(m, w, 0);
}
