/* SPDX-License-Identifier: MIT */
/* Logs made of schedules of the model: that schedule explains them, the search finds one that does, and none explains
 * logs in which one value is another. */
#include "backend/step/step.h"
#include "check/explore.h"
#include "goal.h"
#include "machine_internal.h"
#include "narrate.h"
#include "registry.h"
#include "scenario.h"
#include "test.h"

#include <stdio.h>
#include <string.h>

enum { STEPS = 20 };

static struct ls_machine m;
static struct ls_record rec[STEPS];
static u32 steps, seed = 1;

static u32 chance(u32 n)
{
	seed = seed * 1664525u + 1013904223u;
	return (seed >> 8) % n;
}

static void start(const char *scenario)
{
	struct ls_config c;

	ls_scenario_config(ls_scenario_named(scenario), &c);
	ls_reset(&m, &c);
}

static bool in_two_steps(u32 op)
{
	return op == LS_OP_SLEEP || op == LS_OP_AWAKE || op == LS_OP_NO_SLEEP || op == LS_OP_QUEUE_LOCK;
}

/* At random, threads 1 and 2, as many steps of each as have a place in the number. */
static void play(void)
{
	u32 left[] = {0, 13, 16};

	for (u32 tries = steps = 0; tries < 200 && steps < STEPS; tries++) {
		u32 tid = 1 + chance(2);
		struct ls_record next;

		if (!left[tid] || ls_peek(&m, LS_STEP_OF(tid), &next) != LS_MOVED || in_two_steps(next.op))
			continue;
		left[tid]--;
		ls_step(&m, LS_STEP_OF(tid));
		rec[steps++] = m.rec;
	}
}

/* changed: the value that step finds or leaves is another. */
static void print(char *out, u32 room, u32 changed)
{
	u32 n = 0;

	for (u32 i = 0; i < steps; i++) {
		const struct ls_record *r = &rec[i];

		n += (u32)snprintf(out + n, room - n, "%s%u %s#%u %s word=%u old=%u new=0x%x ok=%u", i ? "; " : "",
				   LS_ACTION_TID(r->action), ls_proc_name(m.lock, r->proc),
				   ls_access_at(m.lock, r->proc, r->line), ls_op_names[r->op], r->word,
				   r->old + (i == changed), r->new_, r->ok);
	}
}

static bool read_goal(const char *text, struct ls_goal *goal, char *said, u32 room)
{
	struct ls_text why;

	ls_text_start(&why, said, room);
	return ls_goal_read(&m, text, goal, &why);
}

static u32 solve(const struct ls_goal *goal, u32 reached, ls_action *path)
{
	struct ls_target target = {.reached = ls_goal_reached, .of = goal, .wanted = goal->wanted};
	struct ls_explorer *e = ls_explore_to(&m, reached, &target, 100000);
	u32 found;

	while (ls_explore_slice(e, 997))
		;
	EXPECT(ls_explore_stats(e)->verdict == LS_OK, " ");
	found = ls_explore_stats(e)->found ? ls_explore_stats(e)->path_length : UINT32_MAX;
	if (found <= STEPS)
		ls_explore_path(e, path);
	ls_explore_free(e);
	return found;
}

/* Step by step what is taken; half way the search goes on from there. */
static void follow(const char *scenario, const struct ls_goal *goal, const ls_action *path)
{
	ls_action rest[STEPS];
	u32 reached = 0, taken = 0;

	start(scenario);
	for (u32 i = 0; i < steps; i++) {
		u32 before = ls_goal_done(goal, reached);

		EXPECT(reached < goal->wanted, "%s: won at %u", scenario, i);
		if (i == steps / 2)
			EXPECT(solve(goal, reached, rest) == steps - i, "%s: from %u on", scenario, i);
		ls_step(&m, path[i]);
		reached = ls_goal_reached(goal, &m, reached);
		taken = ls_goal_done(goal, reached);
		EXPECT((taken & before) == before && __builtin_popcount(taken) == (int)i + 1, "%s: %x %x", scenario,
		       before, taken);
	}
	EXPECT(reached == goal->wanted && taken == (1u << steps) - 1, "%s: %u", scenario, reached);
}

static void test_schedules(const char *scenario)
{
	static struct ls_goal goal;
	static char text[4096];
	ls_action own[STEPS], path[STEPS];
	char said[300];

	for (u32 round = 0; round < 40; round++) {
		start(scenario);
		play();
		for (u32 i = 0; i < steps; i++)
			own[i] = rec[i].action;
		print(text, sizeof text, UINT32_MAX);
		EXPECT(read_goal(text, &goal, said, sizeof said) && goal.facts == steps, "%s", said);
		follow(scenario, &goal, own);
		start(scenario);
		EXPECT(solve(&goal, 0, path) == steps, "%s: %s", scenario, text);
		follow(scenario, &goal, path);
		print(text, sizeof text, chance(steps));
		start(scenario);
		read_goal(text, &goal, said, sizeof said);
		EXPECT(solve(&goal, 0, path) == UINT32_MAX, "%s explains what it did not do: %s", scenario, text);
	}
}

static void test_lost(void)
{
	static struct ls_goal goal;
	ls_action path[STEPS];
	char said[300];
	u32 reached;

	start("mcs");
	EXPECT(read_goal("1 mspin_lock#1 store; 2 mspin_lock#1 store", &goal, said, sizeof said), "%s", said);
	ls_step(&m, LS_STEP_OF(1));
	reached = ls_goal_reached(&goal, &m, 0);
	EXPECT(ls_goal_done(&goal, reached) == 1, "%x", ls_goal_done(&goal, reached));
	ls_step(&m, LS_STEP_OF(1));
	reached = ls_goal_reached(&goal, &m, reached);
	EXPECT(ls_goal_done(&goal, reached) == LS_GOAL_LOST, "its log has no second step");
	EXPECT(solve(&goal, reached, path) == UINT32_MAX, "what is lost is won no more");
	ls_step(&m, LS_STEP_OF(2));
	EXPECT(ls_goal_reached(&goal, &m, reached) == reached, " ");
}

static void refused(const char *text, const char *why)
{
	static struct ls_goal goal;
	char said[300];

	start("mcs");
	EXPECT(!read_goal(text, &goal, said, sizeof said) && !strcmp(said, why), "%s: \"%s\"", text, said);
}

static void test_refused(void)
{
	char text[2048] = "";

	refused("9 mspin_lock#1 store", "no recorded step: \"9 mspin_lock#1 store\"");
	refused("1 mspin_lock store", "no recorded step: \"1 mspin_lock store\"");
	refused("1 mspin_lick#2 store", "no recorded step: \"1 mspin_lick#2 store\"");
	refused("1 mspin_lock#1 steal", "no recorded step: \"1 mspin_lock#1 steal\"");
	refused("1 mspin_lock#1 sleep", "no recorded step: \"1 mspin_lock#1 sleep\"");
	refused("1 mspin_lock#1 store size=1", "no recorded step: \"1 mspin_lock#1 store size=1\"");
	refused("1 mspin_lock#1 store; ", "no recorded step: \" \"");
	for (u32 i = 0; i < 32; i++)
		strcat(text, i ? ";1 mspin_lock#1 store" : "1 mspin_lock#1 store");
	refused(text, "a goal has at most 31 recorded steps");
	for (u32 i = 0; i < 31; i++)
		text[i * 21] = (char)('1' + i % 2);
	text[31 * 21 - 1] = 0;
	refused(text, "the logs are too long together");
}

int main(void)
{
	test_schedules("mcs");
	test_schedules("mutex-mcs");
	test_schedules("rwsem");
	test_lost();
	test_refused();
	return test_end();
}
