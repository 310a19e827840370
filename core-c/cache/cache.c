/* SPDX-License-Identifier: MIT */
#include "cache.h"

#include <string.h>

#include "op.h"
#include "registry.h"

_Static_assert(sizeof(struct ls_line) == 2 * sizeof(tasks) + 12, "no padding in a line");
_Static_assert(offsetof(struct ls_cache, line) == 32 + sizeof(tasks), "no padding in the head");

#define BIT(tid) ((tasks)1 << (tid))

/* Of a set that is not empty. */
static u8 lowest(tasks set)
{
	u8 tid = 0;

	while (!(set & BIT(tid)))
		tid++;
	return tid;
}

/* How many of a lock's lines all threads share; the rest stand in each thread's part. */
static u32 shared_lines(u8 lock)
{
	u32 count = 0;

	while (ls_locks[lock]->lines[count].name && !ls_locks[lock]->lines[count].of_thread)
		count++;
	return count;
}

static u32 thread_lines(u8 lock)
{
	u32 first = shared_lines(lock), count = 0;

	while (ls_locks[lock]->lines[first + count].name)
		count++;
	return count;
}

u32 ls_lines(u8 lock, u32 n)
{
	return shared_lines(lock) + thread_lines(lock) * n;
}

/* The i-th of the lines that each thread has, of thread tid; nobody's lies nowhere. */
static u32 line_of_thread(u8 lock, u32 n, u32 i, u32 tid)
{
	return tid >= 1 && tid <= n ? shared_lines(lock) + thread_lines(lock) * (tid - 1) + i : LS_NO_LINE;
}

/* The scheduler's words come first among a thread's lines. */
static u32 line_of_task(u8 lock, u32 n, u32 word)
{
	u32 tid = (word - LS_TASK_WORDS) / 8, field = word % 8;

	return field == LS_TASK_STATE || field == LS_TASK_ON_CPU ? line_of_thread(lock, n, 0, tid) : LS_NO_LINE;
}

static u32 words_of(const struct ls_word_facts *w)
{
	return w->kind == LS_KIND_LIST ? sizeof(struct ls_list) / 4 : 1;
}

u32 ls_line_of(u8 lock, u32 n, u32 word)
{
	if (word >= LS_TASK_WORDS)
		return word == LS_NO_WORD ? LS_NO_LINE : line_of_task(lock, n, word);
	for (const struct ls_memory *s = ls_locks[lock]->memory; s->size; s++) {
		u32 at = 4 * word - s->base;

		if (4 * word < s->base || at >= ls_elements(s, n) * s->size)
			continue;
		for (const struct ls_word_facts *w = s->words; w->name; w++)
			if ((at % s->size - w->offset) / 4 < words_of(w)) /* unsigned: not before it either */
				return s->count ? w->line + at / s->size
						: line_of_thread(lock, n, w->line - shared_lines(lock), at / s->size);
	}
	return LS_NO_LINE;
}

static enum ls_use use_of(const struct ls_record *r)
{
	u16 does = ls_op_class[r->op];

	if (does & LS_OP_IF_NEW)
		return ls_op_wrote(r) ? LS_USE_STORE : LS_USE_LOAD;
	if (does & LS_OP_WRITES)
		return does & LS_OP_READS ? LS_USE_RMW : LS_USE_STORE;
	return does & LS_OP_READS ? LS_USE_LOAD : LS_USE_NONE;
}

/* Whether tid will look at the line again, as far as this access says. */
static bool watches(const struct ls_record *r, const struct ls_touch *t)
{
	if (ls_op_class[r->op] & LS_OP_MAY_FAIL)
		return !r->ok;
	return t->use == LS_USE_LOAD && r->op != LS_OP_NO_SLEEP;
}

/* It is off its CPU; where only need_resched is set it runs on, and looks. */
static bool loses_cpu(const struct ls_record *r, u32 tid)
{
	return r->op == LS_OP_PREEMPT && r->word == LS_TASK_WORD(tid, LS_TASK_ON_CPU);
}

/* Whose CPU is wanted, until it has left it: in schedule() it does. */
static void update_wanted(struct ls_cache *c, const struct ls_record *r, u32 tid)
{
	if (r->op == LS_OP_PREEMPT && !loses_cpu(r, tid))
		c->wanted |= BIT(tid);
	else if (r->op == LS_OP_PREEMPT || r->op == LS_OP_RUN || r->op == LS_OP_SLEEP || r->op == LS_OP_NO_SLEEP)
		c->wanted &= ~BIT(tid);
}

/*
 * It goes on to something else: it is inside, has ended, sleeps, has lost its CPU, or waits at one word only. Who
 * leaves its CPU by itself, as preemption is on again, has no record of that: of a thread that is wanted it is taken as
 * gone with the first access that is no look.
 */
static bool leaves_all(const struct ls_cache *c, const struct ls_record *r, const struct ls_touch *t)
{
	if (r->op == LS_OP_PREEMPT)
		return loses_cpu(r, t->tid);
	if (c->wanted & BIT(t->tid) && (r->op == LS_OP_NO_SLEEP || (t->use > LS_USE_LOAD && !watches(r, t))))
		return true;
	return r->flags & (LS_REC_ACQUIRED | LS_REC_FINISHED) || r->op == LS_OP_SLEEP || r->op == LS_OP_QUEUE_LOCK ||
	       r->op == LS_OP_AWAIT;
}

static void update_watch(struct ls_cache *c, const struct ls_record *r, const struct ls_touch *t)
{
	bool leaves = leaves_all(c, r, t);

	update_wanted(c, r, t->tid);
	if (leaves)
		for (u32 i = 0; i < c->lines; i++)
			c->line[i].watch &= ~BIT(t->tid);
	if (t->line == LS_NO_LINE || r->flags & (LS_REC_ACQUIRED | LS_REC_FINISHED))
		return;
	if (watches(r, t))
		c->line[t->line].watch |= BIT(t->tid);
	else
		c->line[t->line].watch &= ~BIT(t->tid);
}

static void load(struct ls_line *l, struct ls_touch *t)
{
	if (l->has & BIT(t->tid))
		return;
	t->transfer = 1;
	if (l->has && l->state != LS_SHARED)
		t->from = lowest(l->has);
	l->state = l->has ? LS_SHARED : LS_EXCLUSIVE;
	l->has |= BIT(t->tid);
}

static void take(struct ls_line *l, struct ls_touch *t)
{
	t->lost = l->has & ~BIT(t->tid);
	t->disturbed = t->lost & l->watch;
	t->transfer = !(l->has & BIT(t->tid));
	if (t->lost && l->state != LS_SHARED)
		t->from = lowest(l->has);
	l->has = BIT(t->tid);
	l->state = LS_MODIFIED;
}

static u8 state_of(const struct ls_line *l, u32 tid)
{
	return l->has & BIT(tid) ? l->state : LS_INVALID;
}

void ls_cache_start(struct ls_cache *c, u8 lock, u32 n)
{
	memset(c, 0, sizeof *c);
	c->lock = lock;
	c->n = (u8)n;
	c->lines = (u16)ls_lines(lock, n);
}

struct ls_touch ls_cache_take(struct ls_cache *c, const struct ls_record *r)
{
	struct ls_touch t = {
	    .line = (u16)ls_line_of(c->lock, c->n, r->word),
	    .tid = (u8)LS_ACTION_TID(r->action),
	    .use = (u8)use_of(r),
	};

	if (t.line == LS_NO_LINE || t.use == LS_USE_NONE) {
		t.line = LS_NO_LINE;
		t.use = LS_USE_NONE;
	} else {
		struct ls_line *l = &c->line[t.line];
		u32 lost;

		t.before = state_of(l, t.tid);
		(t.use == LS_USE_LOAD ? load : take)(l, &t);
		t.after = state_of(l, t.tid);
		lost = (u32)__builtin_popcountll(t.lost);
		l->transfers += t.transfer;
		l->lost += lost;
		c->transfers += t.transfer;
		c->lost += lost;
		c->disturbed += (u32)__builtin_popcountll(t.disturbed);
	}
	c->uses[t.use]++;
	update_watch(c, r, &t);
	return t;
}

u32 ls_cache_used(const struct ls_cache *c)
{
	return (u32)(offsetof(struct ls_cache, line) + c->lines * sizeof *c->line);
}
