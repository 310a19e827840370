/* SPDX-License-Identifier: MIT */
/*
 * Real threads follow every scenario's story, and random schedules of every variant with
 * its faults and its environment, and see the same values as the machine. The seed is
 * fixed; FOLLOW_SEED and FOLLOW_SCHEDULES change it and the number.
 */
#include "follow.h"

#include <stdlib.h>
#include <string.h>

#include "backend/step/step.h"
#include "machine_internal.h"
#include "registry.h"
#include "scenario.h"
#include "test.h"
#include "text/schedule.h"
#include "text/phrase.h"
#include "text/url.h"

enum { SCHEDULES = 500, LONGEST = 400, LINES = 256 };

static struct ls_machine m;
static ls_action schedule[4096];
static struct follow_report report;
static u64 values, steps, sleeps;
static bool walked[LS_LOCKS][LS_NO_PROC][LINES]; /* by procedure and line: its step was followed */

/* A reader opens the schedule with `lockstep follow URL`, or in the page. */
static void print_address(const struct ls_scenario *s, const struct ls_config *c, u32 n)
{
	static char address[16384];
	struct ls_text t;

	ls_text_start(&t, address, sizeof address);
	ls_url_format(s, c, schedule, n, n, &t);
	printf("  #/%s\n", address);
}

static void note_lines(const struct ls_config *c, u32 n)
{
	ls_reset(&m, c);
	for (u32 i = 0; i < n; i++) {
		ls_step(&m, schedule[i]);
		walked[c->lock][m.rec.proc][m.rec.line % LINES] = true;
	}
}

static bool must_agree(const struct ls_scenario *s, const struct ls_config *c, u32 n)
{
	enum follow_verdict v = follow(c, schedule, n, &report);

	EXPECT(v == FOLLOW_AGREES, "%s, step %u of %u: %s; in the machine %s, on the real threads %s", s->name,
	       report.steps + 1, n, report.what, report.wanted, report.saw);
	if (v != FOLLOW_AGREES)
		print_address(s, c, n);
	note_lines(c, report.steps);
	values += report.compared;
	steps += report.steps;
	sleeps += report.sleeps;
	return v == FOLLOW_AGREES;
}

static void test_stories(void)
{
	for (u32 i = 0; ls_scenario_at(i); i++) {
		const struct ls_scenario *s = ls_scenario_at(i);
		struct ls_config c;
		struct ls_schedule_error bad;
		u32 n;

		if (s->sandbox)
			continue;
		ls_scenario_config(s, &c);
		ls_reset(&m, &c);
		n = ls_parse_schedule(&m, s->story, schedule, sizeof schedule, &bad);
		must_agree(s, &c, n);
	}
	printf("stories: %llu steps, %llu values, %llu sleeps in futex(2)\n", (unsigned long long)steps,
	       (unsigned long long)values, (unsigned long long)sleeps);
}

/* --- random schedules ------------------------------------------------------------------------ */

static void random_config(const struct ls_variant *v, struct ls_config *c, unsigned *random)
{
	memset(c, 0, sizeof *c);
	c->lock = v->lock;
	c->variant = v->index;
	c->n = (u8)(2 + test_random(random) % 3);
	c->rounds = (u8)(1 + test_random(random) % 3);
	for (u32 i = 0; i < c->n; i++)
		c->role[i] = (u8)(test_random(random) % ls_roles_of(v->lock));
	for (u32 kind = 1; kind < LS_ENV_KINDS; kind++)
		if (ls_locks[v->lock]->env >> kind & 1)
			c->budget[kind] = (u8)(test_random(random) % 4);
	for (u8 i = 0; i < ls_switches_of(v->lock); i++)
		if (test_random(random) % 8 == 0)
			c->switches |= 1u << i;
}

static bool possible(ls_action a)
{
	return ls_peek(&m, a, NULL) <= LS_SPUN;
}

/* Threads run for a while each, the environment acts now and then; until nobody can. */
static u32 random_schedule(const struct ls_config *c, unsigned *random)
{
	u32 n = 0, misses = 0, left = 0;
	ls_action a = 0;

	ls_reset(&m, c);
	while (n < LONGEST && misses < 400 && !m.bug) {
		u32 kind = test_random(random) % 12 == 0 ? 1 + test_random(random) % (LS_ENV_KINDS - 1) : 0;

		if (kind) {
			a = LS_ENV_OF(kind, 1 + test_random(random) % c->n);
		} else if (!left-- || LS_ACTION_ENV(a)) {
			a = LS_STEP_OF(1 + test_random(random) % c->n);
			left = test_random(random) % (test_random(random) % 2 ? 3 : 24);
		}
		if (!possible(a)) {
			misses++;
			left = 0;
			continue;
		}
		misses = ls_step(&m, a) == LS_SPUN ? misses + 1 : 0;
		schedule[n++] = a;
	}
	return n;
}

static u32 number_from(const char *name, u32 otherwise)
{
	const char *value = getenv(name);

	return value ? (u32)strtoul(value, NULL, 10) : otherwise;
}

static void test_random_schedules(const struct ls_variant *v, u32 count)
{
	const struct ls_scenario *s = ls_scenario_named(v->name);
	unsigned random = 2654435761u * (number_from("FOLLOW_SEED", 5) + 16 * v->lock + v->index) | 1;
	u32 failed = 0, finished = 0, bugs = 0;

	values = steps = sleeps = 0;
	for (u32 i = 0; i < count && failed < 3; i++) {
		struct ls_config c;
		u32 n;

		random_config(v, &c, &random);
		n = random_schedule(&c, &random);
		finished += ls_finished(&m);
		bugs += m.bug != 0;
		failed += !must_agree(s, &c, n);
	}
	EXPECT(finished > count / 10, "%s: only %u of the random schedules come to an end", v->name, finished);
	printf("%s: %u schedules, %llu steps, %llu values, %llu sleeps in futex(2); %u to the end, %u into a BUG\n",
	       v->name, count, (unsigned long long)steps, (unsigned long long)values, (unsigned long long)sleeps,
	       finished, bugs);
}

/* In that lock, or in another that uses the same text. */
static bool is_walked(u8 lock, u32 proc, u32 line)
{
	const struct ls_proc *p = ls_programs[lock].proc[proc];

	for (u8 other = 0; proc >= ls_locks[lock]->own && other < LS_LOCKS; other++)
		for (u32 i = ls_locks[other]->own; i < ls_programs[other].procs; i++)
			if (ls_programs[other].proc[i] == p && walked[other][i][line])
				return true;
	return walked[lock][proc][line];
}

/* Lines that nobody ever walked were not compared. */
static void test_lines(u8 lock)
{
	const char *name = ls_locks[lock]->name;
	u32 all = 0, done = 0;

	printf("%s: lines not followed:", name);
	for (u32 proc = 0; proc < ls_programs[lock].procs; proc++) {
		const struct ls_proc *p = ls_programs[lock].proc[proc];

		for (u32 i = 0; i < p->facts->phrases; i++) {
			u32 line = p->facts->phrase[i].line;

			/* the faults of a text that another lock uses are not that lock's */
			if (proc >= ls_locks[lock]->own && strstr(p->facts->phrase[i].phrase, "(fault:"))
				continue;
			all++;
			done += is_walked(lock, proc, line);
			if (!is_walked(lock, proc, line))
				printf(" %s+%u", ls_proc_name((u8)lock, proc), line);
		}
	}
	printf("%s (%u of %u followed)\n", all == done ? " none" : "", done, all);
	if (number_from("FOLLOW_SCHEDULES", SCHEDULES) >= SCHEDULES)
		EXPECT(all && done * 100 >= all * 95, "%s", name);
}

int main(void)
{
	test_stories();
	for (u32 i = 0; ls_any_variant(i); i++)
		test_random_schedules(ls_any_variant(i), number_from("FOLLOW_SCHEDULES", SCHEDULES));
	for (u8 lock = 0; lock < LS_LOCKS; lock++)
		test_lines(lock);
	return test_end();
}
