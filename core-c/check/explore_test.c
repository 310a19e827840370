/* SPDX-License-Identifier: MIT */
/*
 * The explorer against a plain one written differently (depth first, whole states
 * compared byte by byte), and its promises: shortest path, honest bound.
 */
#include "explore.h"

#include <stdlib.h>
#include <string.h>

#include "scenario.h"
#include "test.h"

/* --- the plain explorer ------------------------------------------------------------ */

static u8 *seen; /* whole machines, one after the other */
static u32 seen_count, seen_room, *buckets;
enum { BUCKETS = 1 << 16 };
static u32 *next_in_bucket;

#define STATE offsetof(struct ls_machine, lock) /* what lies before it is no part of the state */

static u32 bucket_of(const struct ls_machine *m, size_t size)
{
	u32 h = 5381;

	for (size_t i = STATE; i < size; i++)
		h = h * 33 + ((const u8 *)m)[i];
	return h % BUCKETS;
}

/* More room for a test's table, or the end of the test. */
static void *grown(void *table, size_t bytes)
{
	void *more = realloc(table, bytes);

	if (!more)
		exit(77);
	return more;
}

static bool remember(const struct ls_machine *m)
{
	size_t size = ls_used(m);
	u32 b = bucket_of(m, size);

	for (u32 i = buckets[b]; i; i = next_in_bucket[i])
		if (!memcmp(seen + (size_t)i * size + STATE, (const u8 *)m + STATE, size - STATE))
			return false;
	if (++seen_count >= seen_room) {
		seen_room = seen_room ? seen_room * 2 : 4096;
		seen = grown(seen, seen_room * size);
		next_in_bucket = grown(next_in_bucket, seen_room * sizeof *next_in_bucket);
	}
	memcpy(seen + (size_t)seen_count * size, m, size);
	next_in_bucket[seen_count] = buckets[b];
	buckets[b] = seen_count;
	return true;
}

/* Counts states and moves depth first with an explicit stack of states. */
static void plain_search(const struct ls_config *c, u32 *states, double *moves)
{
	static struct ls_machine m, n;
	u32 at = 0;

	buckets = calloc(BUCKETS, sizeof *buckets);
	seen_count = seen_room = 0;
	seen = NULL, next_in_bucket = NULL;
	*moves = 0;
	memset(&m, 0, sizeof m);
	ls_reset(&m, c);
	remember(&m);
	while (at < seen_count) {
		at++;
		memset(&m, 0, sizeof m);
		memcpy(&m, seen + (size_t)at * ls_used(&(struct ls_machine){.n = c->n}),
		       ls_used(&(struct ls_machine){.n = c->n}));
		for (u32 a = 0; a < LS_ACTIONS; a++) {
			n = m;
			if (ls_step(&n, (ls_action)a) == LS_MOVED) {
				++*moves;
				remember(&n);
			}
		}
	}
	*states = seen_count;
	free(seen), free(next_in_bucket), free(buckets);
}

static struct ls_explorer *search(const struct ls_config *c, u32 max)
{
	struct ls_explorer *e = ls_explore_new(c, max, 1 << 24);

	while (ls_explore_slice(e, 997))
		;
	return e;
}

static void test_same_graph(const char *name, u8 n, u8 rounds)
{
	const struct ls_scenario *s = ls_scenario_named(name);
	struct ls_config c;
	struct ls_explorer *e;
	u32 states;
	double moves;

	EXPECT(s != NULL, "%s", name);
	if (!s)
		return;
	ls_scenario_config(s, &c);
	memset(c.budget, 0, sizeof c.budget);
	c.budget[LS_ENV_PREEMPT] = n < 3;
	c.n = n, c.rounds = rounds;
	e = search(&c, 1u << 24);
	plain_search(&c, &states, &moves);
	EXPECT(ls_explore_stats(e)->verdict == LS_OK, "%s: %u", name, ls_explore_stats(e)->verdict);
	EXPECT(ls_explore_stats(e)->states == states, "%s: %u states, plainly %u", name, ls_explore_stats(e)->states,
	       states);
	EXPECT(ls_explore_stats(e)->transitions == moves, "%s: %.0f moves, plainly %.0f", name,
	       ls_explore_stats(e)->transitions, moves);
	EXPECT(ls_explore_stats(e)->progress_judged, "%s", name);
	printf("%s %u threads %u rounds: %u states, %.0f moves, both ways\n", name, n, rounds, states, moves);
	ls_explore_free(e);
}

/* The path leads to the fault, and no shorter search depth has it. */
static void test_shortest(void)
{
	const struct ls_scenario *s = ls_scenario_named("mcs");
	struct ls_machine m;
	struct ls_config c;
	struct ls_explorer *e;
	ls_action path[64];
	const char *what;
	u32 length;

	ls_scenario_config(s, &c);
	c.n = 2, c.rounds = 2, c.switches = 1; /* torn_swap */
	e = search(&c, 1 << 20);
	length = ls_explore_stats(e)->path_length;
	EXPECT(ls_explore_stats(e)->verdict == LS_VIOLATED, " ");
	EXPECT(length == 8, "%u", length);
	EXPECT(length == ls_explore_stats(e)->depth + 1, "breadth first: %u, depth %u", length,
	       ls_explore_stats(e)->depth);
	ls_explore_path(e, path);
	ls_reset(&m, &c);
	for (u32 i = 0; i < length; i++) {
		EXPECT(ls_judge(&m, &what) == LS_OK, "already wrong at %u", i);
		EXPECT(ls_step(&m, path[i]) == LS_MOVED, "step %u", i);
	}
	EXPECT(ls_judge(&m, &what) == LS_VIOLATED && !strcmp(what, "mutual exclusion"), "%s", what);
	ls_explore_free(e);
}

static void test_bound_is_said(void)
{
	const struct ls_scenario *s = ls_scenario_named("mcs");
	struct ls_config c;
	struct ls_explorer *e;

	ls_scenario_config(s, &c);
	c.n = 4, c.rounds = 2;
	e = search(&c, 1000);
	EXPECT(ls_explore_stats(e)->verdict == LS_BOUNDED, "%u", ls_explore_stats(e)->verdict);
	EXPECT(ls_explore_stats(e)->states <= 1000, " ");
	ls_explore_free(e);
	c.n = 0;
	EXPECT(ls_explore_new(&c, 1000, 1000) == NULL, "a bad configuration was searched");
}

int main(void)
{
	test_same_graph("mcs", 1, 3);
	test_same_graph("mcs", 2, 2);
	test_same_graph("mcs", 3, 2);
	test_same_graph("mutex-3.9", 2, 2);
	test_same_graph("mutex-mcs", 2, 1);
	test_same_graph("tp-futex-simple", 2, 1);
	test_same_graph("rwsem", 2, 1);
	test_same_graph("rwsem-handoff", 2, 1);
	test_shortest();
	test_bound_is_said();
	return test_end();
}
