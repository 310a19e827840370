/* SPDX-License-Identifier: MIT */
/* What the steps of the stories send to other threads: who wakes, who hands the lock on, who links. */
#include "sign.h"

#include <string.h>

#include "narrate.h"
#include "scenario.h"
#include "schedule.h"
#include "test.h"

static struct ls_machine m;
static ls_action story[4096];

static const struct ls_scenario *named(const char *name)
{
	const struct ls_scenario *s = NULL;

	for (u32 i = 0; (s = ls_scenario_at(i)); i++)
		if (!strcmp(s->name, name))
			break;
	return s;
}

/* All that a story sends, as "wake 1>2, ..."; of bookkeeping it must be nothing. */
static void test_story(const char *name, const char *expected)
{
	const struct ls_scenario *s = named(name);
	struct ls_schedule_error bad;
	struct ls_config c;
	struct ls_text t;
	char sent[600];
	u32 n;

	ls_text_start(&t, sent, sizeof sent);
	ls_scenario_config(s, &c);
	ls_reset(&m, &c);
	n = ls_parse_schedule(&m, s->story, story, sizeof story, &bad);
	ls_reset(&m, &c);
	for (u32 i = 0; i < n; i++) {
		enum ls_sign sign;
		u32 to;

		ls_step(&m, story[i]);
		sign = ls_sign(&m, &m.rec, &to);
		if (!sign) {
			EXPECT(!to, "%s step %u: to T%u without a sign", name, i + 1, to);
			continue;
		}
		ls_putf(&t, t.length ? ", %s %u>%u" : "%s %u>%u", ls_sign_names[sign], LS_ACTION_TID(m.rec.action), to);
	}
	EXPECT(!strcmp(sent, expected), "%s sends %s", name, sent);
}

/*
 * Of any story: a sign goes to another thread of it, a wake-up to one that runs from then on, and whoever is made
 * runnable by a step of another is seen to be woken by it.
 */
static void test_signs_of(const struct ls_scenario *s, u32 count[LS_SIGNS])
{
	struct ls_schedule_error bad;
	struct ls_config c;
	u32 n;

	if (!s->story || ls_scenario_config(s, &c) || ls_reset(&m, &c))
		return;
	n = ls_parse_schedule(&m, s->story, story, sizeof story, &bad);
	ls_reset(&m, &c);
	for (u32 i = 0; i < n; i++) {
		u8 before[LS_MAX_THREADS] = {0};
		enum ls_sign sign;
		u32 to, self = LS_ACTION_TID(story[i]);

		for (u32 t = 0; t < m.n; t++)
			before[t] = m.thread[t].state;
		ls_step(&m, story[i]);
		sign = ls_sign(&m, &m.rec, &to);
		count[sign]++;
		EXPECT(!sign == !to && to <= m.n && to != self, "%s step %u: %s to T%u", s->name, i + 1,
		       ls_sign_names[sign], to);
		EXPECT(sign != LS_SIGN_WAKE || m.thread[to - 1].state == LS_RUNNING,
		       "%s step %u: T%u woken, and not runnable", s->name, i + 1, to);
		for (u32 t = 1; t <= m.n && !LS_ACTION_ENV(story[i]); t++)
			EXPECT(t == self || before[t - 1] == LS_RUNNING || m.thread[t - 1].state != LS_RUNNING ||
				   (sign == LS_SIGN_WAKE && to == t),
			       "%s step %u: T%u runs again, and no sign says who woke it", s->name, i + 1, t);
	}
}

static void test_all_stories(void)
{
	const struct ls_scenario *s;
	u32 count[LS_SIGNS] = {0};

	for (u32 i = 0; (s = ls_scenario_at(i)); i++)
		test_signs_of(s, count);
	for (u32 sign = 0; sign < LS_SIGNS; sign++)
		EXPECT(count[sign] > 20, "%s: %u in all stories", ls_sign_names[sign], count[sign]);
}

/* The schedule that hands a TP futex on: the compare-and-swap does it, and its sentence says so. */
static void test_sentence(void)
{
	const struct ls_scenario *s = named("tp-handoff");
	struct ls_schedule_error bad;
	struct ls_config c;
	u32 n, told = 0, freed = 0;

	ls_scenario_config(s, &c);
	ls_reset(&m, &c);
	n = ls_parse_schedule(&m, s->story, story, sizeof story, &bad);
	ls_reset(&m, &c);
	for (u32 i = 0; i < n; i++) {
		char line[600];
		struct ls_text t;
		u32 to;

		ls_step(&m, story[i]);
		ls_text_start(&t, line, sizeof line);
		ls_narrate(&m, &m.rec, &t);
		freed += strstr(line, "frees the lock") != NULL;
		if (!strstr(line, "hands the lock to the top waiter"))
			continue;
		told++;
		EXPECT(ls_sign(&m, &m.rec, &to) == LS_SIGN_HANDOFF && to == 2, "step %u: %s", i + 1, line);
	}
	EXPECT(told == 1 && freed == 0, "told %u times, freed %u times", told, freed);
}

int main(void)
{
	test_story("mcs-queue", "link 2>1, link 3>2, handoff 1>2, handoff 2>3");
	test_story("mutex-wake", "wake 1>2");
	test_story("tp-handoff", "handoff 1>2");
	test_story("tp-sleep-wake", "wake 1>2");
	test_story("rwsem-readers-group", "handoff 4>2, handoff 4>3, wake 4>2, wake 4>3");
	test_all_stories();
	test_sentence();
	return test_end();
}
