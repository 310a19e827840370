/* SPDX-License-Identifier: MIT */
/* lockstep bench: machine steps/s and states/s of the check, one JSON line a figure. */
#include <stdio.h>
#include <string.h>

#include "registry.h"
#include "options.h"

/* A fixed generator, so that every build takes the same walk. */
static u32 next_random(u32 *state)
{
	*state ^= *state << 13;
	*state ^= *state >> 17;
	*state ^= *state << 5;
	return *state;
}

/* A random schedule to the end of the configuration; both builds replay the same one. */
static u32 random_schedule(const struct ls_config *c, ls_action *out, u32 max)
{
	static struct ls_machine m;
	u32 random = 2463534242u, n = 0, idle = 0;

	ls_reset(&m, c);
	while (n < max && idle < 1000 && !ls_finished(&m)) {
		ls_action a = (ls_action)(next_random(&random) % c->n);

		if (ls_step(&m, a) == LS_MOVED)
			out[n++] = a, idle = 0;
		else
			idle++;
	}
	return n;
}

static double steps_per_second(const struct ls_config *c, u32 *steps_out)
{
	static struct ls_machine start, m;
	static ls_action schedule[20000];
	u32 n = random_schedule(c, schedule, sizeof schedule), steps = 0;
	double begin;

	ls_reset(&start, c);
	begin = now_seconds();
	for (u32 round = 0; steps < 10000000; round++, steps += n) {
		memcpy(&m, &start, ls_used(&start));
		for (u32 i = 0; i < n; i++)
			ls_step(&m, schedule[i]);
	}
	*steps_out = steps;
	return steps / (now_seconds() - begin);
}

static void bench_steps(const char *name, u8 threads)
{
	const struct ls_scenario *s = ls_scenario_named(name);
	struct ls_config c;
	u32 steps;
	double rate;

	if (!s)
		return;
	ls_scenario_config(s, &c);
	c.n = threads;
	c.rounds = 255;
	memset(c.role, 0, sizeof c.role);
	rate = steps_per_second(&c, &steps);
	printf("{\"figure\":\"machine "
	       "steps/s\",\"build\":\"native\",\"name\":\"%s\",\"threads\":%u,\"steps\":%u,\"value\":%.0f}\n",
	       name, threads, steps, rate);
	fflush(stdout);
}

/* States a second of one search. */
static double search_once(const struct ls_config *c, u32 *states)
{
	double begin = now_seconds();
	struct ls_explorer *e = ls_explore_new(c, 2000000, 1u << 25);
	double rate;

	while (ls_explore_slice(e, 100000))
		;
	*states = ls_explore_stats(e)->states;
	rate = *states / (now_seconds() - begin);
	ls_explore_free(e);
	return rate;
}

/* The fastest of as many searches as a second has room for: a short one is its neighbours' noise. */
static void bench_states(const char *name, u8 threads, u8 rounds)
{
	const struct ls_scenario *s = ls_scenario_named(name);
	double begin = now_seconds(), best = 0;
	struct ls_config c;
	u32 states, searches = 0;

	if (!s)
		return;
	ls_scenario_config(s, &c);
	c.n = threads;
	c.rounds = rounds;
	memset(c.budget, 0, sizeof c.budget);
	memset(c.role, 0, sizeof c.role);
	do {
		double rate = search_once(&c, &states);

		best = rate > best ? rate : best;
		searches++;
	} while (now_seconds() - begin < 1);
	printf("{\"figure\":\"states/s\",\"build\":\"native\",\"name\":\"%s\",\"threads\":%u,\"rounds\":%u,"
	       "\"states\":%u,\"searches\":%u,\"value\":%.0f}\n",
	       name, threads, rounds, states, searches, best);
	fflush(stdout);
}

int cmd_bench(int argc, char **argv)
{
	if (!read_nothing("Measures machine steps/s and states/s of the check; prints a line of JSON for each.", argc,
			  argv))
		return EXIT_USAGE;
	for (u32 i = 0; ls_any_variant(i); i++)
		bench_steps(ls_any_variant(i)->name, 4);
	for (u32 i = 0; ls_any_variant(i); i++)
		bench_states(ls_any_variant(i)->name, 3, 1);
	bench_states("mcs", 4, 2);
	return EXIT_PASS;
}
