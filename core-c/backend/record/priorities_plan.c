/* SPDX-License-Identifier: MIT */
/* What a seed decides of the priorities of a recording, and the order of its threads. */
#include <stdlib.h>
#include <string.h>

#include "priorities.h"

#define DOUBLINGS                                                                                                      \
	10 /* a change waits for up to half a millisecond, mostly for much less: a call takes some microseconds */

/* splitmix64: neighbouring seeds have nothing in common. */
static u32 below(u64 *state, u32 limit)
{
	u64 z = *state += 0x9e3779b97f4a7c15ull;

	z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9ull;
	z = (z ^ z >> 27) * 0x94d049bb133111ebull;
	return (u32)((z ^ z >> 31) >> 32) % limit;
}

static void shuffle(u8 *order, u32 n, u64 *random)
{
	for (u32 i = 0; i < n; i++) {
		u32 k = below(random, i + 1);

		order[i] = order[k];
		order[k] = (u8)(i + 1);
	}
}

static int by_rounds(const void *a, const void *b)
{
	const struct log_change *x = a, *y = b;

	if (x->rounds != y->rounds)
		return x->rounds < y->rounds ? -1 : 1;
	return (x->delay_us > y->delay_us) - (x->delay_us < y->delay_us);
}

/* Fewer than threads, and one is left to the rest of the machine where there is another. */
static u32 most_cpus(u32 n, u32 cpus)
{
	u32 most = cpus > 1 ? cpus - 1 : 1;

	return n > 1 && most > n - 1 ? n - 1 : most;
}

bool log_make_plan(struct log_plan *plan, u64 seed, u32 n, u32 rounds, u32 changes, u32 cpus)
{
	u64 random = seed;

	memset(plan, 0, sizeof *plan);
	plan->change = calloc(changes + 1ul, sizeof *plan->change);
	if (!plan->change)
		return false;
	shuffle(plan->order, n, &random);
	plan->cpus = 1 + below(&random, most_cpus(n, cpus));
	plan->changes = changes;
	for (u32 i = 0; i < changes; i++) {
		plan->change[i].rounds = below(&random, n * rounds);
		plan->change[i].delay_us = below(&random, 1u << below(&random, DOUBLINGS));
	}
	qsort(plan->change, changes, sizeof *plan->change, by_rounds);
	return true;
}

void log_lower(u8 *order, u32 n, u32 thread)
{
	u32 kept = 0;

	for (u32 i = 0; i < n; i++)
		if (order[i] != thread)
			order[kept++] = order[i];
	if (kept < n)
		order[kept] = (u8)thread;
}

u32 log_busiest(const u64 *before, const u64 *now, u32 n)
{
	u64 most = 0;
	u32 thread = 0;

	for (u32 t = 1; t <= n; t++)
		if (now[t] > before[t] && now[t] - before[t] > most) {
			most = now[t] - before[t];
			thread = t;
		}
	return thread;
}
