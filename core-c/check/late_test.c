/* SPDX-License-Identifier: MIT */
/* The moment from which it is too late, against the explorer's search for a target: it finds a schedule that lets all
 * finish from one step before, and none from there. */
#include "late.h"

#include <string.h>

#include "explore.h"
#include "scenario.h"
#include "test.h"
#include "text/schedule.h"

enum { CLEAN, FAULTED, SAVED };

/* Once a fault has been seen it stays seen. */
static u32 how_far(const void *of, const struct ls_machine *m, u32 before)
{
	const char *what;

	(void)of;
	if (before != CLEAN)
		return before;
	if (ls_judge(m, &what) != LS_OK)
		return FAULTED;
	return ls_finished(m) ? SAVED : CLEAN;
}

static bool can_be_saved(const struct ls_config *c, const ls_action *story, u32 at)
{
	const struct ls_target target = {.reached = how_far, .wanted = SAVED};
	struct ls_explorer *e;
	struct ls_machine m;
	u32 reached = CLEAN;
	bool found;

	ls_reset(&m, c);
	for (u32 i = 0; i < at; i++) {
		reached = how_far(NULL, &m, reached);
		ls_step(&m, story[i]);
	}
	e = ls_explore_to(&m, reached, &target, 1u << 21);
	if (!e)
		return false;
	while (ls_explore_slice(e, 1u << 16))
		;
	EXPECT(ls_explore_stats(e)->verdict == LS_OK, "too large: %u states", ls_explore_stats(e)->states);
	found = ls_explore_stats(e)->found;
	ls_explore_free(e);
	return found;
}

static void walk(struct ls_machine *m, const struct ls_config *c, const ls_action *story, u32 at)
{
	ls_reset(m, c);
	for (u32 i = 0; i < at; i++)
		ls_step(m, story[i]);
}

/* The same asked of one moment alone; and the search from it, which finds what is wrong. */
static void test_moment(const struct ls_scenario *s, const struct ls_config *c, const ls_action *story, u32 late)
{
	struct ls_explorer *e;
	struct ls_machine m;

	walk(&m, c, story, late - 1);
	EXPECT(ls_saved_from(&m, 1u << 20) == LS_SAVED_YES, "%s before step %u", s->name, late);
	EXPECT(ls_saved_from(&m, 2) == LS_SAVED_UNKNOWN, "%s: two states do not tell", s->name);
	walk(&m, c, story, late);
	EXPECT(ls_saved_from(&m, 1u << 20) == LS_SAVED_NO, "%s after step %u", s->name, late);
	e = ls_explore_from(c, &m, 1u << 20, 1u << 25);
	while (e && ls_explore_slice(e, 1u << 16))
		;
	EXPECT(e && ls_explore_stats(e)->verdict != LS_OK && ls_explore_stats(e)->verdict != LS_BOUNDED, "%s", s->name);
	ls_explore_free(e);
}

static void test_story(const struct ls_scenario *s)
{
	static ls_action story[4096];
	struct ls_schedule_error bad;
	struct ls_config c;
	struct ls_machine m;
	u32 n, late;

	ls_scenario_config(s, &c);
	ls_reset(&m, &c);
	n = ls_parse_schedule(&m, s->story, story, sizeof story, &bad);
	late = ls_late_at(&c, story, n, 1u << 20);
	EXPECT((late == LS_NOT_LATE) == ls_ends_well(s), "%s: too late from %d", s->name, (int)late);
	if (late == LS_NOT_LATE) {
		EXPECT(can_be_saved(&c, story, n), "%s is not saved at its end", s->name);
		return;
	}
	EXPECT(late > 0 && late <= n, "%s: too late from %d", s->name, (int)late);
	if (late == 0 || late > n)
		return;
	EXPECT(can_be_saved(&c, story, late - 1), "%s is lost before step %u", s->name, late);
	EXPECT(!can_be_saved(&c, story, late), "%s can be saved after step %u", s->name, late);
	EXPECT(ls_late_at(&c, story, late - 1, 1u << 20) == LS_NOT_LATE, "%s", s->name);
	test_moment(s, &c, story, late);
	EXPECT(ls_late_at(&c, story, n, 2) == LS_LATE_UNKNOWN, "%s: two states do not tell", s->name);
}

/* What was broken stays broken, though both threads finish. */
static void test_fault_gone_by(void)
{
	const struct ls_scenario *s = ls_scenario_named("rwsem-single-pass");
	static ls_action story[4096];
	struct ls_schedule_error bad;
	struct ls_config c;
	struct ls_machine m;
	const char *what;
	u32 n, late, all;

	ls_scenario_config(s, &c);
	ls_reset(&m, &c);
	n = ls_parse_schedule(&m, s->story, story, sizeof story, &bad);
	late = ls_late_at(&c, story, n, 1u << 20);
	all = n + ls_parse_schedule(&m, "1@end 3@end 2@end", story + n, sizeof story - n, &bad);
	EXPECT(bad.at < 0 && ls_finished(&m) && ls_judge(&m, &what) == LS_OK, "%s ends in \"%s\"", s->name, what);
	EXPECT(ls_late_at(&c, story, all, 1u << 20) == late, "%s", s->name);
}

int main(void)
{
	test_fault_gone_by();
	for (u32 i = 0; ls_scenario_at(i); i++)
		if (!ls_scenario_at(i)->sandbox)
			test_story(ls_scenario_at(i));
	return test_end();
}
