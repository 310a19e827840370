/* SPDX-License-Identifier: MIT */
/*
 * The machine: reset, step, peek. The accesses that a lock's text makes are in backend/step/access*.c, the
 * environment's actions in environment.c, the state as bytes in state.c, what is said of it in judge.c.
 */
#include "machine.h"

#include <string.h>

#include "backend/step/step.h"
#include "machine_internal.h"
#include "registry.h"

_Static_assert(sizeof(struct ls_frame) == 8, "no padding in a frame");
_Static_assert(offsetof(struct ls_thread, stack) % 4 == 0, "frames are aligned");
_Static_assert(sizeof(struct ls_thread) % 4 == 0, "threads are packed");
_Static_assert(offsetof(struct ls_machine, thread) == offsetof(struct ls_machine, mem) + 4 * LS_MEM_WORDS,
	       "no padding");
_Static_assert(offsetof(struct ls_machine, mem) == offsetof(struct ls_machine, lock) + 24, "no padding in the head");
_Static_assert(LS_MAX_THREADS > 16 || sizeof(struct ls_record) == 24, "no padding in a record");
_Static_assert(LS_MEM_WORDS <= LS_TASK_WORDS, "a word of mem and a word of a task have different numbers");

static struct ls_frame *ls_top(struct ls_thread *t)
{
	return t->sp ? (struct ls_frame *)(t->stack + ls_top_at(t)) : NULL;
}

/*
 * A frame has a few words, and a step in two or three makes or ends one: a loop over them is faster than the call of
 * a function, which a compiler would make of it but for the empty asm.
 */
static void ls_set_words(u32 *to, const u32 *from, u32 bytes)
{
	for (u32 i = 0; i < bytes / 4; i++) {
		to[i] = from ? from[i] : 0;
		__asm__ volatile("");
	}
}

/* Locals beyond the given ones start as 0. */
static bool ls_push(struct ls_machine *m, u32 tid, u32 proc, u32 object, const void *locals, u32 size)
{
	struct ls_thread *t = &m->thread[tid - 1];
	u32 total = sizeof(struct ls_frame) + ls_proc_of(m, proc)->locals;
	struct ls_frame *fr = (struct ls_frame *)(t->stack + t->sp);

	if (t->sp + total > LS_STACK) {
		m->bug = LS_BUG_STACK;
		return false;
	}
	fr->line = 0;
	fr->object = (u16)object;
	fr->proc = (u8)proc;
	fr->size = (u8)total;
	fr->link = fr->zero = 0;
	if (t->sp) {
		struct ls_frame *lowest = (struct ls_frame *)t->stack;

		fr->link = lowest->link;
		lowest->link = t->sp;
	}
	ls_set_words((u32 *)(fr + 1), locals, size);
	t->sp = (u8)(t->sp + total);
	return true;
}

int ls_call(struct ls_machine *m, u32 me, u32 text, u32 proc, const void *object, const void *args, u32 size)
{
	u32 base = ls_locks[m->lock]->base[text], at = (u32)((const u32 *)object - m->mem);

	if (base == LS_NO_PROC || at >= m->mem_words) {
		m->bug = LS_BUG_RANGE;
		return LS_PARKED;
	}
	return ls_push(m, me, base + proc, at, args, size) ? LS_CALLED : LS_PARKED;
}

int ls_return(struct ls_machine *m, u32 me, struct ls_frame *fr, ls_value value)
{
	struct ls_thread *t = &m->thread[me - 1];
	u8 size = fr->size;

	m->retval = value;
	((struct ls_frame *)t->stack)->link = fr->link; /* of the lowest itself: it goes */
	ls_set_words((u32 *)fr, NULL, size);
	t->sp = (u8)(t->sp - size);
	return LS_RETURNED;
}

/* A frame whose line is no step of its procedure. */
int ls_lost(struct ls_machine *m)
{
	m->bug = LS_BUG_LINE;
	return LS_LOST;
}

/* The thread has left its last frame. */
static void ls_finish(struct ls_machine *m, struct ls_thread *t)
{
	t->status = t->signal == LS_FATAL_SIGNAL ? LS_DEAD : LS_DONE;
	t->on_cpu = t->need_resched = t->preempt_off = t->in_kernel = 0;
	t->state = LS_RUNNING;
	t->threshold = t->timeout = LS_CLOCK_OFF;
	t->signal = LS_NO_SIGNAL;
	m->rec.flags |= LS_REC_FINISHED;
}

/*
 * What nobody reads any more is cleared where a thread parks or calls, so that states which
 * differ in it alone are one. Which locals those are, the build has found out (liveness).
 */
static void ls_clear_dead(const struct ls_machine *m, const struct ls_proc *p, struct ls_frame *fr)
{
	u32 left = p->clear[fr->line];
	u32 *local = (u32 *)(fr + 1);

	for (; left; left &= left - 1)
		local[__builtin_ctz(left)] = m->dead;
}

/* Of endless rounds always as many are left: a round leads back to where it began. */
static void ls_keep_endless(const struct ls_machine *m, struct ls_thread *t, struct ls_frame *fr)
{
	u32 *rounds = (u32 *)(fr + 1);

	if ((u8 *)fr == t->stack && fr->proc == ls_locks[m->lock]->worker && *rounds > LS_ENDLESS)
		*rounds = UINT32_MAX;
}

/* Runs the procedure p of the frame. A module has its own (build/generated/run.c). */
#ifdef LS_MODULE
int ls_run_frame(struct ls_machine *m, u32 me, struct ls_frame *fr, const struct ls_proc *p);
#else
static inline int ls_run_frame(struct ls_machine *m, u32 me, struct ls_frame *fr, const struct ls_proc *p)
{
	return p->run(m, me, fr);
}
#endif

static inline __attribute__((always_inline)) enum ls_result ls_run_here(struct ls_machine *m, u32 tid)
{
	const struct ls_proc *const *procs = ls_programs[m->lock].proc;
	struct ls_thread *t = &m->thread[tid - 1];

	for (u32 fuel = LS_FUEL; fuel; fuel--) {
		struct ls_frame *fr = ls_top(t);
		const struct ls_proc *p;
		int said;

		if (!fr) {
			ls_finish(m, t);
			return LS_MOVED;
		}
		p = procs[fr->proc];
		said = ls_run_frame(m, tid, fr, p);
		if (said == LS_PARKED || said == LS_CALLED) {
			ls_keep_endless(m, t, fr);
			ls_clear_dead(m, p, fr);
			if (said == LS_PARKED)
				return LS_MOVED;
		} else if (said && said != LS_RETURNED) {
			return said == LS_SPINS ? LS_SPUN : said == LS_WAITS ? LS_BLOCKED : LS_MOVED;
		}
	}
	m->bug = LS_BUG_FUEL;
	return LS_MOVED;
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
	if (exit != LS_NO_PROC)
		ls_push(m, tid, exit, 0, NULL, 0);
}

/* Words from the first to the last in use. */
static u32 ls_mem_words(const struct ls_machine *m)
{
	u32 end = 0;

	for (const struct ls_memory *s = ls_locks[m->lock]->memory; s->size; s++) {
		u32 last = s->base + ls_elements(s, m->n) * s->size;

		end = last > end ? last : end;
	}
	return end / 4;
}

static void ls_mark_words(struct ls_machine *m)
{
	for (u32 word = 0; word < m->mem_words; word++)
		if (ls_has_word(m, word))
			m->has[word / 32] |= 1u << word % 32;
}

u32 ls_used(const struct ls_machine *m)
{
	return (u32)offsetof(struct ls_machine, thread) + m->n * (u32)sizeof(struct ls_thread);
}

void ls_copy(struct ls_machine *to, const struct ls_machine *from)
{
	memcpy(to, from, offsetof(struct ls_machine, mem) + 4u * from->mem_words);
	memcpy(to->thread, from->thread, from->n * sizeof *from->thread);
}

static int ls_check_config(const struct ls_config *c)
{
	if (c->lock >= LS_LOCK_SLOTS || !ls_locks[c->lock])
		return LS_BAD_LOCK;
	if (c->variant >= ls_variants_of(c->lock))
		return LS_BAD_VARIANT;
	if (c->n < 1 || c->n > LS_MAX_THREADS)
		return LS_BAD_THREADS;
	if (c->rounds < 1)
		return LS_BAD_ROUNDS;
	if ((u64)c->switches >> ls_switches_of(c->lock))
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
	m->dead = c->dead;
	memcpy(m->budget, c->budget, sizeof m->budget);
	m->features = ls_variant_at(m->lock, m->variant)->has;
	m->mem_words = (u16)ls_mem_words(m);
	ls_mark_words(m);
	if (ls_locks[m->lock]->init)
		ls_locks[m->lock]->init(m->mem);
	for (u32 tid = 1; tid <= m->n; tid++) {
		struct ls_thread *t = &m->thread[tid - 1];

		t->on_cpu = 1;
		t->role = c->role[tid - 1];
		t->in_kernel = ls_locks[m->lock]->kernel;
		ls_push(m, tid, ls_locks[m->lock]->worker, 0, &rounds, sizeof(u32));
	}
	for (u32 tid = 1; tid <= m->n; tid++)
		ls_run(m, tid); /* private code up to the first access */
	memset(&m->rec, 0, sizeof m->rec);
	m->retval = 0;
	return 0;
}

static enum ls_result ls_choose(struct ls_machine *m, u32 tid)
{
	if (tid > m->n || m->budget[LS_ENV_PREEMPT] != LS_ENDLESS)
		return LS_ILLEGAL;
	m->rec.op = LS_OP_CHOOSE;
	m->rec.target = (u8)tid;
	m->rec.ok = 1;
	m->chosen = tid;
	return LS_MOVED;
}

static inline bool ls_cannot_run(const struct ls_thread *t)
{
	return t->status >= LS_PREEMPTED || (t->status == LS_ASLEEP && t->state != LS_RUNNING);
}

/* What lets no thread run: an act of the environment, or a step of a thread that cannot move. */
static __attribute__((noinline)) enum ls_result ls_act(struct ls_machine *m, u32 tid, u32 env)
{
	enum ls_result r;

	if (env == LS_ENV_CHOOSE)
		r = ls_choose(m, tid);
	else if (tid > m->n || env > LS_ENV_KINDS)
		r = LS_ILLEGAL;
	else if (m->bug || !env)
		r = LS_BLOCKED;
	else
		r = ls_environment(m, env, tid);
	if (!env)
		m->chosen &= LS_CHOSEN;
	m->rec.result = (u8)r;
	return r;
}

/*
 * A step; or with LS_GO_ON what ls_run() does, which is part of one. Both in one function, that it and the procedures
 * of a module are there once.
 */
#define LS_GO_ON 0x10000u
static __attribute__((noinline)) enum ls_result ls_go(struct ls_machine *m, u32 what)
{
	ls_action action = (ls_action)what;
	u32 tid = LS_ACTION_TID(action), env = LS_ACTION_ENV(action);
	enum ls_result r;

	if (!(what & LS_GO_ON)) {
		m->rec = (struct ls_record){.action = action, .word = LS_NO_WORD};
		if (env || tid > m->n || m->bug || ls_cannot_run(&m->thread[tid - 1]))
			return ls_act(m, tid, env);
	}
	r = ls_run_here(m, tid);
	if (m->chosen && !(what & LS_GO_ON))
		m->chosen &= LS_CHOSEN;
	m->rec.result = (u8)r;
	return r;
}

enum ls_result ls_step(struct ls_machine *m, ls_action action)
{
	return ls_go(m, action);
}

enum ls_result ls_run(struct ls_machine *m, u32 tid)
{
	return ls_go(m, LS_GO_ON | LS_STEP_OF(tid));
}

enum ls_result ls_step_choice(struct ls_machine *m, ls_action action, u8 choice)
{
	return choice ? LS_ILLEGAL : ls_step(m, action);
}

enum ls_result ls_peek(const struct ls_machine *m, ls_action action, struct ls_record *rec)
{
	struct ls_machine copy;
	enum ls_result r;

	ls_copy(&copy, m);
	r = ls_step(&copy, action);
	if (rec)
		*rec = copy.rec;
	return r;
}

bool ls_finished(const struct ls_machine *m)
{
	for (u32 i = 0; i < m->n; i++)
		if (m->thread[i].status < LS_DONE)
			return false;
	return true;
}
