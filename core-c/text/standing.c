/* SPDX-License-Identifier: MIT */
/*
 * In an MCS queue a thread stands behind the last one from its xchg of the tail on, but its
 * predecessor names it only when it has linked itself. In between, the predecessor is in a local of the
 * procedure that the thread is in, which the QUEUE line names. So the queue is read from its tail to its head.
 */
#include "standing.h"

#include <string.h>

#include "backend/step/step.h"
#include "machine_internal.h"
#include "number.h"

/* A queue, with the numbers of its words. */
struct queue {
	const struct ls_machine *m;
	struct ls_number tail; /* a word, or a field of one */
	u32 next, ready;       /* of node 0 */
	const char *local;     /* that has the thread before, while this one waits */
	u32 prev;              /* of node 0; 0 = its nodes have no such word */
	u32 size;              /* words from one thread's node to the next one's */
	bool own;              /* it is the lock itself, not a part of it */
};

static const struct ls_memory *part_with(const struct ls_machine *m, const char *name, bool of_threads, u32 *word)
{
	for (const struct ls_memory *s = ls_locks[m->lock]->memory; s->size; s++)
		for (const struct ls_word_facts *w = s->words; w->name; w++)
			if (!s->count == of_threads && !strcmp(w->name, name)) {
				*word = (s->base + w->offset) / 4u;
				return s;
			}
	return NULL;
}

static u32 next_of(const struct queue *q, u32 tid)
{
	return q->m->mem[q->next + tid * q->size];
}

static bool is_ready(const struct queue *q, u32 tid)
{
	return q->m->mem[q->ready + tid * q->size] != 0;
}

/* The local of the thread's outermost call that works on the queue and has one of that name. */
static const struct ls_local *local_of(const struct queue *q, u32 tid, const char *name, u32 *value)
{
	const struct ls_thread *t = &q->m->thread[tid - 1];

	for (u32 at = 0; at < t->sp;) {
		const struct ls_frame *fr = (const struct ls_frame *)(t->stack + at);
		const struct ls_proc *p = ls_proc_of(q->m, fr->proc);

		for (const struct ls_local *l = p->facts->local; fr->object == q->tail.object && l->name; l++)
			if (!strcmp(l->name, name)) {
				memcpy(value, t->stack + at + sizeof *fr + l->offset, sizeof *value);
				return l;
			}
		at += fr->size;
	}
	return NULL;
}

/* It is within a call that works on the queue. */
static bool works_on(const struct queue *q, u32 tid)
{
	const struct ls_thread *t = &q->m->thread[tid - 1];

	for (u32 at = 0; at < t->sp; at += ((const struct ls_frame *)(t->stack + at))->size) {
		const struct ls_frame *fr = (const struct ls_frame *)(t->stack + at);

		if (at && fr->object == q->tail.object)
			return true;
	}
	return false;
}

/* What the thread does next to a word of its own node, as if it had a CPU: what it stores, or -1 where it is no store.
 */
static s32 about_to_store(const struct queue *q, u32 tid, u32 word)
{
	struct ls_machine m = *q->m;
	struct ls_record next = {0};

	m.thread[tid - 1].status = LS_READY;
	ls_peek(&m, LS_STEP_OF(tid), &next);
	return next.op == LS_OP_STORE && next.word == word + tid * q->size ? (s32)next.new_ : -1;
}

/* A node is used again: who is out of the queue may still name the one who came behind it then. How
 * likely it is that a thread is in the queue; 0 = it is not. */
static u32 likely_inside(const struct queue *q, u32 tid)
{
	const struct ls_thread *t = &q->m->thread[tid - 1];
	bool in_call = t->sp && t->sp > ((const struct ls_frame *)t->stack)->size;

	if (about_to_store(q, tid, q->ready) == 0 || about_to_store(q, tid, q->next) == 0)
		return 0; /* clears its node, to get in line */
	if (works_on(q, tid))
		return 4;
	if (q->own)
		return t->holds ? 3 : 0;
	if (!in_call)
		return 0;
	for (const struct ls_memory *s = ls_locks[q->m->lock]->memory; s->size; s++)
		for (const struct ls_word_facts *w = s->words; w->name; w++)
			if (w->kind == LS_KIND_LIST &&
			    ls_in_list((const struct ls_list *)(q->m->mem + (s->base + w->offset) / 4u), tid))
				return 1;
	return t->status == LS_ASLEEP ? 1 : t->holds ? 2 : 3;
}

/* The thread before tid, or 0: tid is the first. */
static u32 before(const struct queue *q, u32 tid)
{
	u32 prev = 0, found = 0, best = 0;
	bool waits = local_of(q, tid, q->local, &prev) != NULL;

	if (is_ready(q, tid) || !waits)
		return 0;
	for (u32 p = 1; p <= q->m->n; p++) {
		u32 inside = p != tid && next_of(q, p) == tid ? likely_inside(q, p) : 0;

		if (inside > best) {
			best = inside;
			found = p;
		}
	}
	if (q->prev && q->m->mem[q->prev + tid * q->size])
		prev = q->m->mem[q->prev + tid * q->size]; /* others keep it true as they leave */
	if (prev)
		return prev <= q->m->n ? found && next_of(q, prev) != tid ? found : prev : 0;
	/* nobody was there: what it does next is to say that it is its own turn */
	return about_to_store(q, tid, q->ready) == 1 ? 0 : found;
}

static u32 standing_from_tail(const struct queue *q, struct ls_queued *out)
{
	u8 backwards[LS_MAX_THREADS];
	tasks seen = 0;
	u32 count = 0;

	for (u32 tid = ls_number_value(q->m, &q->tail); tid && tid <= q->m->n && !(seen >> tid & 1);
	     tid = before(q, tid)) {
		seen |= (tasks)1 << tid;
		backwards[count++] = (u8)tid;
	}
	for (u32 i = 0; i < count; i++) {
		u32 tid = backwards[count - 1 - i];

		out[i].tid = (u8)tid;
		out[i].ready = is_ready(q, tid);
		out[i].next = (u8)next_of(q, tid);
		out[i].linked = i == 0 || out[i - 1].next == tid;
		out[i].number = 0;
	}
	return count;
}

static u32 standing_in_mcs(const struct ls_machine *m, const struct ls_queue *spec, struct ls_queued *out)
{
	struct queue q = {.m = m};
	const struct ls_memory *node;

	if (!spec->prev || !ls_find_number(m, spec->tail, &q.tail))
		return 0;
	node = part_with(m, spec->next, true, &q.next);
	if (!node || part_with(m, spec->ready, true, &q.ready) != node)
		return 0;
	if (part_with(m, spec->prev, true, &q.prev) != node)
		q.prev = 0;
	q.local = strrchr(spec->prev, '.') ? strrchr(spec->prev, '.') + 1 : spec->prev;
	q.size = node->size / 4u;
	q.own = q.tail.object == 0;
	return standing_from_tail(&q, out);
}

static u32 standing_in_list(const struct ls_machine *m, const struct ls_queue *spec, struct ls_queued *out)
{
	u32 count = 0, list;

	if (!part_with(m, spec->list, false, &list))
		return 0;
	for (const struct ls_list *l = (const struct ls_list *)(m->mem + list); count < LS_MAX_THREADS && l->t[count];
	     count++)
		out[count] = (struct ls_queued){.tid = l->t[count], .linked = 1};
	return count;
}

u32 ls_standing(const struct ls_machine *m, const struct ls_queue *q, struct ls_queued *out)
{
	switch (q->kind) {
	case LS_QUEUE_MCS:
		return standing_in_mcs(m, q, out);
	case LS_QUEUE_CLH:
		return ls_standing_by_hand(m, q, out);
	case LS_QUEUE_LIST:
	case LS_QUEUE_CHAIN: /* those behind the next in line */
		return standing_in_list(m, q, out);
	case LS_QUEUE_TICKET:
		return ls_standing_by_ticket(m, q, out);
	case LS_QUEUE_BUCKETS:
		return ls_standing_in_buckets(m, q, out);
	default: /* a word that names a thread */
		return 0;
	}
}
