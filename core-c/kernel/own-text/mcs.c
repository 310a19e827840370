/* SPDX-License-Identifier: MIT */
/*
 * The kernel's own MCS lock, mcs_spinlock.h as it is, beside our text `mcs`: random
 * threads take one access each in both, and every access must be the same: what kind,
 * which word, the value before and after.
 *
 *   mcs STEPS [FAULT]    0: no difference in so many steps; with a fault of our text
 *                        turned on, 0 when a difference was found
 *
 * Not compared: stores to one's own node before anybody can see it, and the store
 * locked = 1 of a head with no predecessor, which only the text of 2013 has; and the
 * memory order, which is weaker today than it was then.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <ucontext.h>

#include "kernel/locking/mcs_spinlock.h"

#include "locks/mcs/mcs.h"
#include "machine.h"
#include "registry.h"

#define STACK 65536
#define ROUNDS 100

struct access {
	enum access_kind kind;
	u32 word; /* as our machine counts them; LS_NO_WORD: none */
	u32 before, after;
	int spun;
};

/* --- the kernel's text, one coroutine a thread -------------------------------------- */

static struct mcs_spinlock *tail, node[LS_MAX_THREADS + 1];
static ucontext_t scheduler, thread[LS_MAX_THREADS + 1];
static char stack[LS_MAX_THREADS + 1][STACK];
static bool finished[LS_MAX_THREADS + 1];
static u32 running;
static struct access theirs;

void give_way(void)
{
	swapcontext(&thread[running], &scheduler);
}

static u32 number(unsigned long value)
{
	unsigned long first = (unsigned long)node;

	if (value >= first && value < first + sizeof node)
		return (u32)((value - first) / sizeof node[0]);
	return (u32)value;
}

static u32 word_of(const void *where)
{
	const struct mcs_spinlock *n = &node[number((unsigned long)where)];
	u32 base;

	if (where == &tail)
		return offsetof(struct mcs, tail) / 4;
	base = (u32)(offsetof(struct mcs, node) + (size_t)(n - node) * sizeof(struct mcs_node));
	if (where == &n->next)
		return (base + offsetof(struct mcs_node, next)) / 4;
	return (base + offsetof(struct mcs_node, locked)) / 4;
}

void note(enum access_kind kind, const void *where, unsigned long before, unsigned long after, int spun)
{
	theirs = (struct access){ kind, where ? word_of(where) : LS_NO_WORD, number(before),
				  number(after), spun };
}

static void work(void)
{
	give_way();
	note(WORKS, NULL, 0, 0, 0);
}

static void thread_main(void)
{
	u32 me = running;

	for (u32 i = 0; i < ROUNDS; i++) {
		mcs_spin_lock(&tail, &node[me]);
		work();
		mcs_spin_unlock(&tail, &node[me]);
	}
	finished[me] = true;
	for (;;)
		give_way();
}

/* Up to before the first access. */
static void start_theirs(u32 n)
{
	tail = NULL;
	memset(node, 0, sizeof node);
	for (u32 t = 1; t <= n; t++) {
		getcontext(&thread[t]);
		thread[t].uc_stack = (stack_t){ .ss_sp = stack[t], .ss_size = STACK };
		thread[t].uc_link = NULL;
		makecontext(&thread[t], thread_main, 0);
		finished[t] = false;
		running = t;
		swapcontext(&scheduler, &thread[t]);
	}
}

static void step_theirs(u32 t)
{
	running = t;
	swapcontext(&scheduler, &thread[t]);
}

/* --- ours -------------------------------------------------------------------------------- */

static struct ls_machine m;
static enum access_kind last[LS_MAX_THREADS + 1]; /* access of each thread that was compared */

static bool in_own_node(u32 t, u32 word)
{
	u32 base = (u32)(offsetof(struct mcs, node) + t * sizeof(struct mcs_node)) / 4;

	return word >= base && word < base + sizeof(struct mcs_node) / 4;
}

/* Takes the step of thread t that is to be compared, and before its xchg the setup. */
static struct access step_ours(u32 t)
{
	static const u8 kinds[LS_OPS] = {
		[LS_OP_LOAD] = LOADS, [LS_OP_AWAIT] = LOADS, [LS_OP_STORE] = STORES,
		[LS_OP_XCHG] = SWAPS, [LS_OP_CAS] = COMPARES, [LS_OP_CRITICAL] = WORKS,
	};
	enum ls_result result;
	struct access ours;

	do
		result = ls_step(&m, LS_STEP_OF(t));
	while (last[t] != SWAPS && result == LS_MOVED && m.rec.op == LS_OP_STORE &&
	       in_own_node(t, m.rec.word));
	ours = (struct access){ kinds[m.rec.op], m.rec.word, m.rec.old, m.rec.new_,
				result == LS_SPUN };
	if (ours.kind == WORKS)
		ours = (struct access){ WORKS, LS_NO_WORD, 0, 0, 0 };
	return ours;
}

/* The store locked = 1 of a head belongs to the xchg that found nobody. */
static void finish_setup(u32 t, const struct access *ours)
{
	last[t] = ours->kind;
	if (ours->kind == SWAPS && ours->before == 0 && ls_peek(&m, LS_STEP_OF(t), &m.rec) == LS_MOVED &&
	    m.rec.op == LS_OP_STORE && in_own_node(t, m.rec.word) && m.rec.new_ == 1)
		ls_step(&m, LS_STEP_OF(t));
}

/* --- side by side ---------------------------------------------------------------------------- */

/* The loop in mcs_spin_unlock() looks with READ_ONCE; that 0 makes it look again is the same. */
static bool same(const struct access *a, const struct access *b)
{
	bool looks_again = a->kind == LOADS && a->after == 0;

	return a->kind == b->kind && a->word == b->word && a->before == b->before &&
	       a->after == b->after && (a->spun == b->spun || looks_again);
}

static void print(const char *whose, const struct access *a)
{
	static const char *const kinds[] = { "load", "store", "xchg", "cmpxchg", "critical section" };

	printf("  %s: %s of word %u, %u -> %u%s\n", whose, kinds[a->kind], a->word, a->before, a->after,
	       a->spun ? ", spins" : "");
}

static u32 random_state = 2463534242u;

static u32 random_below(u32 n)
{
	random_state ^= random_state << 13;
	random_state ^= random_state >> 17;
	random_state ^= random_state << 5;
	return (u32)((u64)random_state * n >> 32);
}

static void start_both(u32 n, u32 switches)
{
	struct ls_config config = { .lock = LS_LOCK_mcs, .n = (u8)n, .rounds = ROUNDS, .switches = switches };

	if (ls_reset(&m, &config) != 0)
		abort();
	start_theirs(n);
	memset(last, 0, sizeof last);
}

/* One schedule with n threads until all have finished. False at a difference. */
static bool compare(u32 n, u32 switches, u64 limit, u64 *steps)
{
	start_both(n, switches);
	while (!ls_finished(&m) && *steps < limit) {
		u32 t = 1 + random_below(n);
		struct access ours;

		if (finished[t] && m.thread[t - 1].status == LS_DONE)
			continue;
		ours = step_ours(t);
		step_theirs(t);
		finish_setup(t, &ours);
		++*steps;
		if (same(&ours, &theirs) && finished[t] == (m.thread[t - 1].status == LS_DONE))
			continue;
		printf("T%u differs in step %llu, %u threads:\n", t, (unsigned long long)*steps, n);
		print("ours  ", &ours);
		print("theirs", &theirs);
		return false;
	}
	return true;
}

static u32 switch_named(const char *name)
{
	for (u32 i = 0; i < ls_switches_of(LS_LOCK_mcs); i++)
		if (!strcmp(ls_switch_at(LS_LOCK_mcs, (u8)i)->name, name))
			return 1u << i;
	fprintf(stderr, "mcs has no fault %s\n", name);
	exit(2);
}

int main(int argc, char **argv)
{
	u64 limit = argc > 1 ? strtoull(argv[1], NULL, 10) : 0, steps = 0;
	u32 switches = argc > 2 ? switch_named(argv[2]) : 0;
	bool equal = true;

	for (u32 n = 2; equal && steps < limit; n = n < 6 ? n + 1 : 2)
		equal = compare(n, switches, limit, &steps);
	if (equal)
		printf("no difference in %llu steps\n", (unsigned long long)steps);
	return equal == (switches == 0) && limit ? 0 : 1;
}
