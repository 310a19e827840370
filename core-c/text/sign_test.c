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
	test_sentence();
	return test_end();
}
