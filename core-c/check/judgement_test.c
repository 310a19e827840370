/* SPDX-License-Identifier: MIT */
/* What the explorer says of small programs, made for it, that stand in the place of a lock. */
#include <string.h>

#include "backend/step/step.h"
#include "check/explore.h"
#include "machine_internal.h"
#include "test.h"

struct probe {
	word tail, of_nobody[2], block, never; /* as in the MCS lock, whose first node is nobody's */
};
enum { LS_TEXT_probe };
LS_DECLARE_LOCALS(probe, rescued, 0, struct probe, u32 rounds; u32 flip;)
LS_DECLARE_LOCALS(probe, short_stuck, 1, struct probe, u32 rounds;)
LS_DECLARE_LOCALS(probe, nothing, 1, struct probe, u32 unused;)
LS_DECLARE_LOCALS(probe, runs_on, 0, struct probe, u32 rounds;)
const u32 rescued_dead[20], short_stuck_dead[20], nothing_dead[20], runs_on_dead[20];
const u32 rescued_clear[20], short_stuck_clear[20], nothing_clear[20], runs_on_clear[20];
static const struct ls_local none[1];
const struct ls_proc_facts rescued_facts = {"probe", false, false, 0, NULL, none, NULL, 0};
const struct ls_proc_facts short_stuck_facts = {"probe", false, false, 0, NULL, none, NULL, 0};
const struct ls_proc_facts nothing_facts = {"probe", false, false, 0, NULL, none, NULL, 0};
const struct ls_proc_facts runs_on_facts = {"probe", false, false, 0, NULL, none, NULL, 0};

/* clang-format off */
/* Goes round until a signal comes. */
PROC(rescued, struct probe, u32 rounds; u32 flip;)
	LOAD(my->flip, lk->never, relaxed);
	while (!SIGNAL_PENDING(INTERRUPTIBLE)) {
		STORE(lk->tail, my->flip, relaxed);
		my->flip = !my->flip;
	}
END(rescued)

/* One step of T2 and nobody can move; two of T1, and the invariant is broken. */
PROC(short_stuck, struct probe, u32 rounds;)
	if (me == 1) {
		WAIT_UNTIL(lk->block, VAL == 0, relaxed);
		STORE(lk->tail, 2, relaxed);
	}
	STORE(lk->block, 1, relaxed);
	WAIT_UNTIL(lk->never, VAL == 1, relaxed);
END(short_stuck)

PROC(nothing, struct probe, u32 unused;)
END(nothing)

/* T1 looks once, and then calls and calls. */
PROC(runs_on, struct probe, u32 rounds;)
	LOAD(my->rounds, lk->never, relaxed);
	while (me == 1) {
		DO(nothing, lk);
	}
END(runs_on)
/* clang-format on */

static bool tail_is_not_two(const struct ls_machine *m, const void *lk)
{
	(void)m;
	return ((const struct probe *)lk)->tail.v != 2;
}

static const struct ls_invariant invariants[] = {
    {.name = "tail", .meaning = "the tail is not 2", .holds = tail_is_not_two}, {0}};

/* proc and nothing are all procedures of the program. */
static struct ls_explore_stats search(const struct ls_proc *proc, struct ls_config c)
{
	c.lock = LS_LOCK_mcs; /* its worker runs in the kernel, where signals come */
	const struct ls_lock_facts *lock = ls_locks[c.lock];
	const struct ls_proc *const procs[] = {proc, &nothing_proc};
	struct ls_program program = ls_programs[c.lock];
	struct ls_lock_facts facts = *lock;
	struct ls_explore_stats stats;
	struct ls_explorer *e;

	facts.worker = 0;
	facts.base[LS_TEXT_probe] = 0;
	facts.init = NULL;
	facts.invariants = invariants;
	ls_locks[c.lock] = &facts;
	ls_programs[c.lock] = (struct ls_program){procs, 2};
	e = ls_explore_new(&c, 1 << 20, 1 << 20);
	while (ls_explore_slice(e, 1000))
		;
	stats = *ls_explore_stats(e);
	ls_explore_free(e);
	ls_locks[c.lock] = lock;
	ls_programs[c.lock] = program;
	return stats;
}

/* The signal may never come, though the state behind it is searched. */
static void test_rescue_is_no_progress(void)
{
	struct ls_config c = {.n = 1, .rounds = 1};
	struct ls_explore_stats s = search(&rescued_proc, c);

	EXPECT(s.verdict == LS_NO_PROGRESS, "%u", s.verdict);
	c.budget[LS_ENV_SIGNAL] = 1;
	s = search(&rescued_proc, c);
	EXPECT(s.finals > 0, "the signal ends the thread");
	EXPECT(s.verdict == LS_NO_PROGRESS, "%u", s.verdict);
	EXPECT(s.used == 1u << LS_ENV_SIGNAL, "%x", s.used);
}

static void test_stuck_in_fewer_steps(void)
{
	struct ls_explore_stats s = search(&short_stuck_proc, (struct ls_config){.n = 1, .rounds = 1});

	EXPECT(s.verdict == LS_VIOLATED && s.path_length == 2, "%u in %u", s.verdict, s.path_length);
	s = search(&short_stuck_proc, (struct ls_config){.n = 2, .rounds = 1});
	EXPECT(s.verdict == LS_DEADLOCK && s.path_length == 1, "%u in %u", s.verdict, s.path_length);
}

/* A text that goes round without an access: the step ends, and so does the search. */
static void test_runs_on(void)
{
	struct ls_explore_stats s = search(&runs_on_proc, (struct ls_config){.n = 2, .rounds = 1});

	EXPECT(s.verdict == LS_BUGGED && s.path_length == 1, "%u in %u", s.verdict, s.path_length);
	EXPECT(s.what && strstr(s.what, "without an access"), "%s", s.what ? s.what : "?");
}

/* Endless rounds: finitely many states, and a thread that cannot end its round is seen. */
static void test_endless(void)
{
	struct ls_config c = {.n = 1, .rounds = LS_ENDLESS};

	for (; c.lock < LS_LOCKS; c.lock++) {
		struct ls_explorer *e;

		c.variant = 0;
		for (u8 v = 0; v < ls_variants_of(c.lock); v++) /* whose counters end, where those of the text do not */
			if (ls_variant_at(c.lock, v)->model_only)
				c.variant = v;
		e = ls_explore_new(&c, 1 << 20, 1 << 20);

		while (ls_explore_slice(e, 1000))
			;
		EXPECT(ls_explore_stats(e)->verdict == LS_OK, "lock %u: %u", c.lock, ls_explore_stats(e)->verdict);
		/* a counter of 8 bits goes once round */
		EXPECT(ls_explore_stats(e)->states < 100 * 256, "lock %u: %u", c.lock, ls_explore_stats(e)->states);
		ls_explore_free(e);
	}
	c.lock = 0;
	c.variant = 0;
	EXPECT(search(&rescued_proc, c).verdict == LS_NO_PROGRESS, " ");
}

int main(void)
{
	test_rescue_is_no_progress();
	test_stuck_in_fewer_steps();
	test_runs_on();
	test_endless();
	return test_end();
}
