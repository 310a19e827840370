/* SPDX-License-Identifier: MIT */
#include "foresee.h"

#include <string.h>

#include "registry.h"
#include "text/narrate.h"
#include "match.h"

/* A thread that there is, where the word names one: the text goes there. */
static bool is_possible(const struct ls_machine *m, const struct ls_event *e)
{
	u8 kind = e->has & REC_WORD && e->word < m->mem_words ? ls_word_kind(m, e->word) : LS_KIND_COUNT;

	return (kind != LS_KIND_TID && kind != LS_KIND_NODE) || e->old <= m->n;
}

/* Makes the machine such that the event finds what it found. */
static void force(struct ls_machine *m, const struct ls_event *e)
{
	u32 *word = e->has & REC_WORD && e->word < m->mem_words ? &m->mem[e->word] : NULL;

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
		memcpy(word, &(struct ls_list){{e->target}}, sizeof(struct ls_list));
	else if (e->op == LS_OP_LIST_NEXT)
		memcpy(word, &(struct ls_list){{(u8)e->arg, e->target}}, sizeof(struct ls_list));
	else if (e->op == LS_OP_LIST_HAS)
		memcpy(word, &(struct ls_list){{e->target}}, sizeof(struct ls_list));
	else if (e->op == LS_OP_LIST_ADD)
		memset(word, 0, sizeof(struct ls_list));
}

bool ls_foresee_forced(struct ls_machine *m, u32 tid, const struct ls_event *e)
{
	if (e->kind != LS_EV_STEP || !ls_match_place(m, tid, e) || !is_possible(m, e))
		return false;
	force(m, e);
	return ls_step(m, LS_STEP_OF(tid)) == LS_MOVED;
}

/* A forced step where the scheduler wants the thread's CPU, as it may learn with that event. */
static bool forced_to_yield(struct ls_machine *m, u32 tid, const struct ls_event *e)
{
	struct ls_thread *t = &m->thread[tid - 1];

	if (!t->preempt_off || t->need_resched)
		return false;
	t->need_resched = 1;
	return ls_foresee_forced(m, tid, e);
}

bool ls_foresee_one(struct ls_foresight *f, u32 tid, const struct ls_event *e)
{
	struct ls_machine here;

	memcpy(&here, &f->m, ls_used(&f->m));
	if (!ls_foresee_forced(&f->m, tid, e)) {
		memcpy(&f->m, &here, ls_used(&here));
		if (!forced_to_yield(&f->m, tid, e)) {
			if (!f->last)
				return false;
			memcpy(&f->m, &f->before, ls_used(&f->before));
			if (!forced_to_yield(&f->m, tid, f->last) || !ls_foresee_forced(&f->m, tid, e))
				return false;
		}
	}
	memcpy(&f->before, &here, ls_used(&here));
	f->last = e;
	return true;
}

u32 ls_foresee_on(const struct ls_replay *r, struct ls_foresight *f, u32 tid, u32 next, u32 far)
{
	u32 n = 0;

	for (; n < far && next != LS_NO_EVENT && ls_foresee_one(f, tid, &r->t->event[next]); n++)
		next = r->t->event[next].next;
	return n;
}

u32 ls_foresee_signal(const struct ls_replay *r, struct ls_foresight *f, u32 tid, u32 next)
{
	u32 n = 0;

	for (; next != LS_NO_EVENT && f->m.thread[tid - 1].signal; n++) {
		if (!ls_foresee_one(f, tid, &r->t->event[next]))
			return n;
		next = r->t->event[next].next;
	}
	return UINT32_MAX;
}

void ls_foresee_start(struct ls_foresight *f, const struct ls_machine *m)
{
	f->last = NULL;
	memcpy(&f->m, m, ls_used(m));
}

u32 ls_foresee(const struct ls_replay *r, u32 tid, u32 next)
{
	enum { FAR = 80 };
	struct ls_foresight f;

	ls_foresee_start(&f, &r->m);
	return ls_foresee_on(r, &f, tid, next, FAR);
}
