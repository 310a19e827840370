/* SPDX-License-Identifier: MIT */
/*
 * The machine: reset, step, peek, hash, judge. The accesses that a lock's text
 * makes are in access.c, the environment's actions in environment.c.
 */
#include "machine.h"

#include <string.h>

#include "backend/step.h"
#include "machine_internal.h"
#include "registry.h"

struct ls_record ls_rec;
u32 ls_retval;

#define LOCK LS_NONE_
#define VARIANT LS_NONE_
#define SWITCH LS_NONE_
#define PROCEDURE(lock, proc, mode) extern const struct ls_proc_text proc##_text;
#include "locks.def"

const struct ls_proc_text *const ls_procs[LS_PROCS] = {
#define LOCK LS_NONE_
#define VARIANT LS_NONE_
#define SWITCH LS_NONE_
#define PROCEDURE(lock, proc, mode) [LS_PROC_##proc] = &proc##_text,
#include "locks.def"
};

_Static_assert(offsetof(struct ls_thread, stack) % 4 == 0, "frames are aligned");
_Static_assert(sizeof(struct ls_thread) % 4 == 0, "threads are packed");
_Static_assert(offsetof(struct ls_machine, thread) ==
		       offsetof(struct ls_machine, mem) + 4 * LS_MEM_WORDS, "no padding");
_Static_assert(sizeof(struct ls_record) == 24, "no padding in a record");

static struct ls_frame *ls_top(struct ls_thread *t)
{
	return t->sp ? (struct ls_frame *)(t->stack + ls_top_at(t)) : NULL;
}

/* Locals beyond the given ones start as 0. */
static bool ls_push(struct ls_machine *m, u32 tid, u8 proc, const void *locals, u32 size)
{
	struct ls_thread *t = &m->thread[tid - 1];
	u32 total = sizeof(struct ls_frame) + ls_procs[proc]->locals;
	struct ls_frame *fr = (struct ls_frame *)(t->stack + t->sp);

	if (t->sp + total > LS_STACK) {
		m->bug = LS_BUG_STACK;
		return false;
	}
	fr->line = 0;
	fr->proc = proc;
	fr->size = (u8)total;
	if (size)
		memcpy(fr + 1, locals, size);
	t->sp = (u8)(t->sp + total);
	return true;
}

static void ls_pop(struct ls_thread *t)
{
	struct ls_frame *fr = ls_top(t);
	u8 size = fr->size;

	memset(fr, 0, size);
	t->sp = (u8)(t->sp - size);
}

int ls_call(struct ls_machine *m, u32 me, u8 proc, const void *args, u32 size)
{
	return ls_push(m, me, proc, args, size) ? LS_CALLED : LS_PARKED;
}

int ls_return(struct ls_machine *m, u32 me, u32 value)
{
	ls_retval = value;
	ls_pop(&m->thread[me - 1]);
	return LS_RETURNED;
}

/* The thread has left its last frame. */
static void ls_finish(struct ls_thread *t)
{
	t->status = t->signal == LS_FATAL_SIGNAL ? LS_DEAD : LS_DONE;
	t->on_cpu = t->need_resched = t->preempt_off = t->in_kernel = 0;
	t->state = LS_RUNNING;
	t->threshold = t->timeout = LS_CLOCK_OFF;
	t->signal = LS_NO_SIGNAL;
	ls_rec.flags |= LS_REC_FINISHED;
}

/* Runs thread tid from where it is parked to where it parks next. */
enum ls_result ls_run(struct ls_machine *m, u32 tid)
{
	struct ls_thread *t = &m->thread[tid - 1];

	for (;;) {
		struct ls_frame *fr = ls_top(t);

		if (!fr) {
			ls_finish(t);
			return LS_MOVED;
		}
		switch (ls_procs[fr->proc]->run(m, tid, fr)) {
		case LS_PARKED:
			return LS_MOVED;
		case LS_SPINS:
			return LS_SPUN;
		case LS_WAITS:
			return LS_BLOCKED;
		default:
			break;
		}
	}
}

void ls_user_return(struct ls_machine *m, u32 me)
{
	struct ls_thread *t = &m->thread[me - 1];

	t->in_kernel = 0;
	if (t->signal == LS_FATAL_SIGNAL)
		ls_kill_now(m, me);
	else
		t->signal = LS_NO_SIGNAL; /* its handler runs on the way back to user mode */
}

/* User code never runs again: the thread goes through its lock's exit procedure. */
void ls_kill_now(struct ls_machine *m, u32 tid)
{
	struct ls_thread *t = &m->thread[tid - 1];
	u8 exit = ls_locks[m->lock]->exit;

	memset(t->stack, 0, t->sp);
	t->sp = 0;
	t->holds = LS_HOLDS_NOTHING;
	t->state = LS_RUNNING;
	t->threshold = t->timeout = LS_CLOCK_OFF;
	t->in_kernel = 1;
	if (exit)
		ls_push(m, tid, exit, NULL, 0);
}

u32 ls_mem_words(const struct ls_machine *m)
{
	const struct ls_lock_facts *l = ls_locks[m->lock];

	return (l->node_base + (m->n + 1u) * l->node_size) / 4;
}

u32 ls_used(const struct ls_machine *m)
{
	return (u32)offsetof(struct ls_machine, thread) + m->n * (u32)sizeof(struct ls_thread);
}

static int ls_check_config(const struct ls_config *c)
{
	if (c->lock >= LS_LOCKS)
		return LS_BAD_LOCK;
	if (c->variant >= ls_variants_of(c->lock))
		return LS_BAD_VARIANT;
	if (c->n < 1 || c->n > LS_MAX_THREADS)
		return LS_BAD_THREADS;
	if (c->rounds < 1)
		return LS_BAD_ROUNDS;
	if (c->switches >> ls_switches_of(c->lock))
		return LS_BAD_SWITCH;
	for (u32 i = 0; i < c->n; i++)
		if (c->role[i] >= ls_roles_of(c->lock))
			return LS_BAD_ROLE;
	return 0;
}

int ls_reset(struct ls_machine *m, const struct ls_config *c)
{
	u32 rounds = c->rounds == LS_ENDLESS ? UINT32_MAX : c->rounds;
	int error = ls_check_config(c);

	if (error)
		return error;
	memset(m, 0, sizeof *m);
	m->lock = c->lock;
	m->variant = c->variant;
	m->n = c->n;
	m->switches = c->switches;
	memcpy(m->budget, c->budget, sizeof m->budget);
	if (ls_locks[m->lock]->init)
		ls_locks[m->lock]->init(m);
	for (u32 tid = 1; tid <= m->n; tid++) {
		struct ls_thread *t = &m->thread[tid - 1];

		t->on_cpu = 1;
		t->role = c->role[tid - 1];
		t->in_kernel = ls_locks[m->lock]->kernel;
		ls_push(m, tid, ls_locks[m->lock]->worker, &rounds, sizeof(u32));
	}
	for (u32 tid = 1; tid <= m->n; tid++)
		ls_run(m, tid); /* private code up to the first access */
	memset(&ls_rec, 0, sizeof ls_rec);
	return 0;
}

static enum ls_result ls_thread_step(struct ls_machine *m, u32 tid)
{
	struct ls_thread *t = &m->thread[tid - 1];

	if (t->status >= LS_PREEMPTED)
		return LS_BLOCKED;
	if (t->status == LS_ASLEEP && t->state != LS_RUNNING)
		return LS_BLOCKED;
	return ls_run(m, tid);
}

enum ls_result ls_step(struct ls_machine *m, ls_action action)
{
	u32 tid = LS_ACTION_TID(action), env = LS_ACTION_ENV(action);
	enum ls_result r;

	memset(&ls_rec, 0, sizeof ls_rec);
	ls_rec.action = action;
	ls_rec.word = LS_NO_WORD;
	if (tid > m->n || env >= LS_ENV_KINDS)
		r = LS_ILLEGAL;
	else if (m->bug)
		r = LS_BLOCKED;
	else
		r = env ? ls_environment(m, env, tid) : ls_thread_step(m, tid);
	ls_rec.result = (u8)r;
	return r;
}

enum ls_result ls_peek(const struct ls_machine *m, ls_action action)
{
	static struct ls_machine copy;

	memcpy(&copy, m, ls_used(m));
	return ls_step(&copy, action);
}

bool ls_finished(const struct ls_machine *m)
{
	for (u32 i = 0; i < m->n; i++)
		if (m->thread[i].status < LS_DONE)
			return false;
	return true;
}

static u64 ls_mix(u64 h, const void *bytes, u32 words)
{
	const u32 *p = bytes;

	for (u32 i = 0; i + 1 < words; i += 2) {
		h ^= p[i] | (u64)p[i + 1] << 32;
		h *= 0x9e3779b97f4a7c15u;
		h ^= h >> 29;
	}
	if (words & 1) {
		h ^= p[words - 1];
		h *= 0x9e3779b97f4a7c15u;
		h ^= h >> 32;
	}
	return h;
}

u64 ls_hash(const struct ls_machine *m)
{
	u64 h = ls_mix(0x5bd1e9955bd1e995u, m, offsetof(struct ls_machine, mem) / 4);

	h = ls_mix(h, m->mem, ls_mem_words(m));
	for (u32 i = 0; i < m->n; i++)
		h = ls_mix(h, &m->thread[i], (offsetof(struct ls_thread, stack) + m->thread[i].sp + 3u) / 4);
	h ^= h >> 32;
	h *= 0xd6e8feb86659fd93u;
	return h ^ h >> 32;
}

/*
 * Nobody can move. RUN is fair and costs nothing; a clock that is running will
 * strike if its budget lasts. Other acts of the environment may never come.
 */
static bool ls_stuck(const struct ls_machine *m)
{
	static const u8 fair[] = { LS_ENV_RUN, LS_ENV_THRESHOLD, LS_ENV_TIMEOUT };

	for (u32 tid = 1; tid <= m->n; tid++) {
		if (ls_peek(m, LS_STEP_OF(tid)) == LS_MOVED)
			return false;
		for (u32 i = 0; i < sizeof fair; i++)
			if (ls_peek(m, LS_ENV_OF(fair[i], tid)) == LS_MOVED)
				return false;
	}
	return true;
}

static const char *const bug_names[LS_BUGS] = {
	[LS_BUG_STACK] = "frames outgrew the stack",
	[LS_BUG_LIST] = "list: removed a thread that was not on it, or added one twice",
	[LS_BUG_UNLOCK] = "unlocked a lock that it does not hold",
	[LS_BUG_RANGE] = "used a node or a task that does not exist",
	[LS_BUG_ASSERT] = "an assertion of the text failed",
};

enum ls_verdict ls_judge_safety(const struct ls_machine *m, const char **what)
{
	const struct ls_lock_facts *l = ls_locks[m->lock];
	int broken;

	*what = NULL;
	if (m->bug) {
		*what = bug_names[m->bug];
		return LS_BUGGED;
	}
	broken = l->broken(m);
	if (broken >= 0) {
		*what = l->invariants[broken].name;
		return LS_VIOLATED;
	}
	return LS_OK;
}

enum ls_verdict ls_judge_stuck(const struct ls_machine *m)
{
	for (u32 i = 0; i < m->n; i++)
		if (m->thread[i].status == LS_ASLEEP)
			return LS_LOST_WAKEUP;
	return LS_DEADLOCK;
}

enum ls_verdict ls_judge(const struct ls_machine *m, const char **what)
{
	struct ls_record keep = ls_rec;
	enum ls_verdict v = ls_judge_safety(m, what);

	if (v == LS_OK && !ls_finished(m) && ls_stuck(m))
		v = ls_judge_stuck(m);
	ls_rec = keep;
	return v;
}
