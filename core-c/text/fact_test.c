/* SPDX-License-Identifier: MIT */
/* The language of facts, item by item, each once so and once not; and goals, with a plain search beside the explorer.
 */
#include "check/explore.h"
#include "goal.h"
#include "level.h"
#include "scenario.h"
#include "schedule.h"
#include "test.h"

#include <string.h>

static struct ls_machine m;

static void at(const char *scenario, const char *steps)
{
	static ls_action out[200];
	struct ls_schedule_error bad;
	struct ls_config c;

	ls_scenario_config(ls_scenario_named(scenario), &c);
	ls_reset(&m, &c);
	ls_parse_schedule(&m, steps, out, sizeof out, &bad);
	EXPECT(bad.at < 0, "%s: %s", steps, bad.why);
}

static bool so(const char *fact, const char *told)
{
	char said[300];
	struct ls_text why;
	bool holds;

	ls_text_start(&why, said, sizeof said);
	holds = ls_fact_holds(&m, fact, &why);
	if (told)
		EXPECT(!holds && !strcmp(said, told), "%s: \"%s\"", fact, said);
	else
		EXPECT(holds, "%s: %s", fact, said);
	return holds;
}

static void test_items(void)
{
	at("mcs-gap", "1+ 2>xchg:tail");
	so("tail T2, T1.next NULL, inside T1", NULL);
	so("tail T1", "tail is T2, not T1");
	so("inside nobody", "inside is T1, not nobody");
	so("inside has T1, not inside has T2", NULL);
	so("inside has T2", "inside is T1, not has T2");
	so("T2 in mspin_lock, not T1 in mspin_lock", NULL);
	so("T1 in mspin_lock", "T1 is ready, not in mspin_lock");
	so("T2 at store:T1.next, T2 at store", NULL);
	so("T2 at store:T2.next", "T2 is ready, not at store:T2.next");
	so("T1 at critical, not T1 at cas", NULL);
	so("T1 ready, not T1 done, not T1 spins", NULL);
	so("not T1 ready", "T1 is ready, yet not ready");
	at("ticket", "1+ 2");
	so("val.owner 253, val.next 255, not val.next 254", NULL);
	so("val.next > 254, val.next < 256, not val.owner > 253", NULL);
	so("val.next 253", "val.next is 0xfffd0000 (owner 253, next 255), not 253");
	so("val.nxt 253", "not understood: \"val.nxt 253\"");
	so("val.next 2x", "not understood: \"val.next 2x\"");
	so("val.next", "not understood: \"val.next\"");
	at("private-resize", "1+ 2! 3>fa_grow");
	so("T2.lock_ptr &bucket[2].lock, T2.key &futex, T1.key NULL, bucket[2].chain T2", NULL);
	so("T2.lock_ptr &bucket[1].lock", "T2.lock_ptr is &bucket[2].lock, not &bucket[1].lock");
	so("T2.lock_ptr &bucket[9].lock", "not understood: \"T2.lock_ptr &bucket[9].lock\"");
	at("rwsem", "1+");
	so("owner.writer T1, count.readers 0, not owner.writer T2", NULL);
	at("mutex-3.9", "1+ 2*2");
	so("count < 0, count > -2, not count > -1, not count < -1", NULL);
	so("count < -1", "count is -1, not < -1");
	so("wait_list empty, not wait_list has T2", NULL);
	at("mutex-wake", "");
	so("T1.on_cpu 1, T1.state RUNNING, owner nobody", NULL);
	so("verdict DEADLOCK", "verdict is OK, not DEADLOCK");
	at("rwsem", "1 2*5");
	so("count 0x1, count has WRITER, not count has WAITERS", NULL);
	so("count has WAITERS", "count is 0x1 (WRITER), not has WAITERS");
}

static void test_verdicts(void)
{
	at("mcs-torn-swap", "1@store:tail 2@store:tail 1 2");
	so("verdict VIOLATED, verdict VIOLATED mutual exclusion", NULL);
	so("verdict VIOLATED empty tail", "verdict is VIOLATED mutual exclusion, not VIOLATED empty tail");
	at("mcs-no-wait", "1@mspin_unlock 2>xchg:tail 1@end 2 2");
	so("verdict DEADLOCK, T2 spins, not verdict LOST_WAKEUP", NULL);
}

static void test_not_understood(void)
{
	at("mcs", "");
	so("tial T1", "not understood: \"tial T1\"");
	so("tail Tx", "not understood: \"tail Tx\"");
	so("tail", "not understood: \"tail\"");
	so("T1 slumbers", "not understood: \"T1 slumbers\"");
	so("inside", "not understood: \"inside\"");
	so("tail has WAITERS", "not understood: \"tail has WAITERS\"");
	so("T1 in mspin_lick", "not understood: \"T1 in mspin_lick\"");
	so("T1 at mspin_lock", "not understood: \"T1 at mspin_lock\"");
	so("T1 at store:tial", "not understood: \"T1 at store:tial\"");
	so("verdict OK", "not understood: \"verdict OK\"");
	so("verdict VIOLATED no such", "not understood: \"verdict VIOLATED no such\"");
	so("T9 ready", "not understood: \"T9 ready\"");
	so("tail T1, , T1 ready, T1 ready, T1 ready, T1 ready, T1 ready, T1 ready, T1 ready, T1 ready",
	   "a fact of too many items, at \"T1 ready\"");
}

static bool read_goal(const char *text, struct ls_goal *goal, char *said, u32 room)
{
	struct ls_text why;

	ls_text_start(&why, said, room);
	return ls_goal_read(&m, text, goal, &why);
}

static void test_goals(void)
{
	static struct ls_goal goal;
	char said[300];

	at("mcs", "");
	EXPECT(read_goal("tail T1; tail T2;tail T1 ", &goal, said, sizeof said) && goal.facts == 3, "%s", said);
	EXPECT(ls_goal_reached(&goal, &m, 0) == 0, " ");
	at("mcs", "1>xchg:tail");
	EXPECT(ls_goal_reached(&goal, &m, 0) == 1, "one after the other, so the third waits for the second");
	EXPECT(ls_goal_reached(&goal, &m, 2) == 3, " ");
	EXPECT(ls_goal_reached(&goal, &m, 1) == 1, " ");
	EXPECT(!read_goal("", &goal, said, sizeof said) && !strcmp(said, "the goal is empty"), "%s", said);
	EXPECT(!read_goal("tail T1;;", &goal, said, sizeof said) && !strcmp(said, "a fact is empty"), "%s", said);
	EXPECT(!read_goal("tail T1; tial T2", &goal, said, sizeof said), " ");
	EXPECT(!read_goal("T1 ready;T1 ready;T1 ready;T1 ready;T1 ready;T1 ready;T1 ready;T1 ready;T1 ready;T1 ready;"
			  "T1 ready;T1 ready;T1 ready",
			  &goal, said, sizeof said),
	       "%u facts", goal.facts);
}

/* What the page brings of a goal is the goal; and no bytes but these are. */
static void test_packed(const char *name, const struct ls_goal *goal)
{
	static struct ls_goal again;
	u8 bytes[LS_GOAL_BYTES + 1] = {0};
	u32 n = ls_goal_pack(goal, bytes);

	EXPECT(n <= LS_GOAL_BYTES && ls_goal_unpack(&again, bytes, n), "%s: %u bytes", name, n);
	EXPECT(again.facts == goal->facts && again.wanted == goal->wanted, "%s", name);
	if (goal->recorded.steps)
		EXPECT(!memcmp(&again.recorded, &goal->recorded, ls_recorded_size(goal->recorded.steps)), "%s", name);
	for (u32 f = 0; !goal->recorded.steps && f < goal->facts; f++)
		EXPECT(again.fact[f].items == goal->fact[f].items &&
			   !memcmp(again.fact[f].item, goal->fact[f].item,
				   goal->fact[f].items * sizeof *again.fact[f].item),
		       "%s: fact %u", name, f);
	for (u32 less = 0; less < n; less++)
		EXPECT(!ls_goal_unpack(&again, bytes, less), "%s: %u of %u bytes", name, less, n);
	EXPECT(!ls_goal_unpack(&again, bytes, n + 1), "%s: a byte too many", name);
	bytes[0] = 255;
	EXPECT(!ls_goal_unpack(&again, bytes, n), "%s: too many facts", name);
}

/* --- the same without the explorer: every schedule of so many steps, none remembered ------------- */

static bool plainly(const struct ls_machine *from, const struct ls_goal *goal, u32 reached, u32 steps)
{
	struct ls_machine next;

	reached = ls_goal_reached(goal, from, reached);
	if (reached == goal->wanted)
		return true;
	for (u32 a = 0; steps && a < LS_ACTIONS; a++) {
		if ((a & 15) >= from->n)
			continue;
		ls_copy(&next, from);
		next = *from;
		if (ls_step(&next, (ls_action)a) == LS_MOVED && plainly(&next, goal, reached, steps - 1))
			return true;
	}
	return false;
}

static void search(const struct ls_machine *from, const struct ls_goal *goal, u32 reached, u32 max,
		   struct ls_explore_stats *stats, ls_action *path)
{
	struct ls_target target = {.reached = ls_goal_reached, .of = goal, .wanted = goal->wanted};
	struct ls_explorer *e = ls_explore_to(from, reached, &target, max);

	while (ls_explore_slice(e, 997))
		;
	*stats = *ls_explore_stats(e);
	if (stats->path_length <= 200)
		ls_explore_path(e, path);
	ls_explore_free(e);
}

/* A schedule of the stated length leads there, and where it is short enough to try them all, no shorter one does. */
static void test_level(const struct ls_level *l)
{
	static struct ls_goal goal;
	struct ls_explore_stats stats;
	struct ls_config c;
	ls_action path[200];
	char said[300];
	u32 reached = 0;

	ls_level_config(l, &c);
	ls_reset(&m, &c);
	EXPECT(read_goal(l->goal, &goal, said, sizeof said), "%s: %s", l->name, said);
	test_packed(l->name, &goal);
	search(&m, &goal, 0, 1 << 20, &stats, path);
	EXPECT(stats.verdict == LS_OK && stats.found == (l->shortest != 0), "%s", l->name);
	if (!stats.found)
		return;
	EXPECT(stats.path_length == l->shortest, "%s: %u", l->name, stats.path_length);
	if (l->shortest <= 12) {
		EXPECT(plainly(&m, &goal, 0, l->shortest), "%s", l->name);
		EXPECT(!plainly(&m, &goal, 0, l->shortest - 1u), "%s: fewer steps do", l->name);
	}
	for (u32 i = 0; i < stats.path_length; i++) {
		struct ls_explore_stats rest;
		ls_action way[200];

		reached = ls_goal_reached(&goal, &m, reached);
		EXPECT(reached < goal.wanted, "%s: won at %u", l->name, i);
		search(&m, &goal, reached, 1 << 20, &rest, way);
		EXPECT(rest.found && rest.path_length == stats.path_length - i, "%s: from %u on %u steps", l->name, i,
		       rest.path_length);
		EXPECT(ls_step(&m, path[i]) == LS_MOVED, "%s: step %u", l->name, i);
	}
	EXPECT(ls_goal_reached(&goal, &m, reached) == goal.wanted, "%s", l->name);
}

/* What can no longer be reached is said, and a bound is no proof. */
static void test_too_late(void)
{
	static struct ls_goal goal;
	struct ls_explore_stats stats;
	ls_action path[200];
	char said[300];

	at("mcs-torn-swap", "1@end 2@end");
	read_goal("inside T1 T2", &goal, said, sizeof said);
	search(&m, &goal, 0, 1000, &stats, path);
	EXPECT(stats.done && stats.verdict == LS_OK && !stats.found, "%u", stats.verdict);
	at("rwsem", "");
	read_goal("verdict VIOLATED", &goal, said, sizeof said);
	search(&m, &goal, 0, 100, &stats, path);
	EXPECT(stats.verdict == LS_BOUNDED && !stats.found, "%u", stats.verdict);
}

int main(void)
{
	u32 levels = 0;

	test_items();
	test_verdicts();
	test_not_understood();
	test_goals();
	test_too_late();
	for (; ls_level_at(levels); levels++)
		test_level(ls_level_at(levels));
	EXPECT(levels >= 16, "%u levels", levels);
	return test_end();
}
