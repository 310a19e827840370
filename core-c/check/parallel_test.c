/* SPDX-License-Identifier: MIT */
/* Searches in several threads of one process at a time come to what each comes to alone, and to its pinned figures. */
#include <pthread.h>

#include "check/explore.h"
#include "scenario.h"
#include "test.h"

/* As in tests/pins/searches.txt, of different locks, and one that ends with a fault. */
static const struct {
	const char *scenario;
	u32 verdict, states, transitions, depth;
} pinned[] = {
    {"osq-leave-middle", LS_OK, 6569, 18297, 29},
    {"mutex-signal", LS_OK, 2541, 6686, 24},
    {"mutex-fault-blind-sleep", LS_VIOLATED, 673, 1415, 15},
    {"attach-auto", LS_OK, 1448, 2656, 57},
};
enum { SEARCHES = sizeof pinned / sizeof *pinned, ROUNDS = 3 };

static struct ls_explorer *begin(u32 which)
{
	struct ls_config c;

	ls_scenario_config(ls_scenario_named(pinned[which].scenario), &c);
	return ls_explore_new(&c, 1 << 20, 1 << 22);
}

static bool as_pinned(const struct ls_explorer *e, u32 which)
{
	const struct ls_explore_stats *s = ls_explore_stats(e);

	return s->done && s->verdict == pinned[which].verdict && s->states == pinned[which].states &&
	       s->transitions == pinned[which].transitions && s->depth == pinned[which].depth;
}

/* Returns how many came out otherwise. Each thread begins with another search. */
static void *search_all(void *from)
{
	uintptr_t wrong = 0;

	for (u32 i = 0; i < ROUNDS * SEARCHES; i++) {
		u32 which = (u32)(i + (uintptr_t)from) % SEARCHES;
		struct ls_explorer *e = begin(which);

		while (e && ls_explore_slice(e, 100))
			;
		wrong += !e || !as_pinned(e, which);
		ls_explore_free(e);
	}
	return (void *)wrong;
}

static void test_threads(void)
{
	pthread_t thread[SEARCHES];

	for (uintptr_t i = 0; i < SEARCHES; i++)
		EXPECT(pthread_create(&thread[i], NULL, search_all, (void *)i) == 0, "a thread starts");
	for (u32 i = 0; i < SEARCHES; i++) {
		void *wrong;

		pthread_join(thread[i], &wrong);
		EXPECT(!wrong, "thread %u: %u of %u searches come to something else", i, (u32)(uintptr_t)wrong,
		       ROUNDS * SEARCHES);
	}
}

/* All under way in one thread, a few states of each in turn. */
static void test_slices(void)
{
	struct ls_explorer *e[SEARCHES];
	bool more = true;

	for (u32 i = 0; i < SEARCHES; i++)
		e[i] = begin(i);
	while (more) {
		more = false;
		for (u32 i = 0; i < SEARCHES; i++)
			more |= ls_explore_slice(e[i], 7);
	}
	for (u32 i = 0; i < SEARCHES; i++) {
		EXPECT(as_pinned(e[i], i), "%s comes to something else in slices", pinned[i].scenario);
		ls_explore_free(e[i]);
	}
}

int main(void)
{
	test_slices();
	test_threads();
	return test_end();
}
