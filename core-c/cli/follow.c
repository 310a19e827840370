/* SPDX-License-Identifier: MIT */
/* lockstep follow: a schedule of the page, forced upon real threads. */
#include <stdio.h>
#include <string.h>

#include "../backend/follow.h"
#include "../trace/narrate.h"
#include "../trace/url.h"
#include "cli.h"

static ls_action schedule[LS_MAX_SCHEDULE];

/* One step as a sentence; the machine goes on with it. */
static void sentence_of(struct ls_machine *m, ls_action a, char *line, u32 size)
{
	struct ls_text t;

	ls_step(m, a);
	ls_text_start(&t, line, size);
	ls_narrate(m, &ls_rec, &t);
}

static void print_steps(const struct ls_config *c, u32 n, const struct follow_report *r, enum follow_verdict verdict)
{
	static struct ls_machine m;
	u32 shown = verdict == FOLLOW_DIFFERS && r->steps + 3 < n ? r->steps + 3 : n;
	char line[512];

	ls_reset(&m, c);
	for (u32 i = 0; i < shown; i++) {
		sentence_of(&m, schedule[i], line, sizeof line);
		printf("%4u %s %s\n", i + 1, i < r->steps ? "✓" : i == r->steps ? "✗" : " ", line);
		if (i == r->steps)
			printf("       %s\n         in the machine:      %s\n         on the real threads: %s\n",
			       r->what, r->wanted, r->saw);
	}
}

static void print_json(const struct run_options *o, u32 n, const struct follow_report *r, enum follow_verdict verdict)
{
	static char buffer[LS_MAX_SCHEDULE + 4096];
	static const char *const names[] = { "agrees", "differs", "unable" };
	struct ls_text t;

	ls_text_start(&t, buffer, sizeof buffer);
	ls_put(&t, "{\"scenario\":");
	ls_put_json(&t, o->scenario->name);
	ls_putf(&t, ",\"verdict\":\"%s\",\"steps\":%u,\"agreed\":%u,\"values\":%u,\"sleeps\":%u", names[verdict], n,
		r->steps, r->compared, r->sleeps);
	if (verdict != FOLLOW_AGREES) {
		ls_put(&t, ",\"what\":");
		ls_put_json(&t, r->what);
		ls_put(&t, ",\"machine\":");
		ls_put_json(&t, r->wanted);
		ls_put(&t, ",\"threads\":");
		ls_put_json(&t, r->saw);
	}
	ls_put(&t, ",\"url\":");
	ls_put_json(&t, url_of(o->scenario, &o->config, schedule, n));
	ls_put(&t, "}");
	puts(buffer);
}

static void no_extra(void *cx, const char *key, u32 kl, const char *value, u32 vl)
{
	(void)cx, (void)key, (void)kl, (void)value, (void)vl;
}

/* Steps in the schedule. *damaged: something of the address was dropped; what is left is followed. */
static u32 read_url(const char *text, struct run_options *o, bool *damaged)
{
	static struct ls_url u;
	const char *hash = strchr(text, '#');

	text = hash ? hash : text;
	u.schedule = schedule;
	ls_url_parse(text, (u32)strlen(text), &u, no_extra, NULL);
	for (u32 i = 0; i < u.notes; i++)
		fprintf(stderr, "note: %s\n", u.note[i]);
	*damaged = u.notes > 0;
	o->scenario = u.scenario;
	o->config = u.config;
	return u.length;
}

/* Steps in the schedule, or -1 after a message. */
static s32 read_named(int argc, char **argv, struct run_options *o)
{
	static struct ls_machine m;
	const char *steps = argc > 1 && argv[1][0] != '-' ? argv[1] : NULL;
	s32 bad;
	u32 n;

	if (steps) {
		argv[1] = argv[0];
		argc--, argv++;
	}
	if (!read_options(argc, argv, o))
		return -1;
	if (o->scenario->sandbox && !o->own_budget)
		memcpy(o->config.budget, o->scenario->budget, sizeof o->config.budget);
	if (ls_reset(&m, &o->config))
		return -1;
	steps = steps ? steps : o->scenario->story;
	n = ls_parse_schedule(&m, steps, schedule, LS_MAX_SCHEDULE, &bad);
	if (bad >= 0) {
		fprintf(stderr, "lockstep: at character %d, \"%.12s\" is no step or is not possible there\n", bad + 1, steps + bad);
		return -1;
	}
	return (s32)n;
}

int cmd_follow(int argc, char **argv)
{
	static struct run_options o;
	static struct follow_report report;
	enum follow_verdict verdict;
	bool damaged = false;
	s32 n;

	if (argc < 1) {
		fprintf(stderr, "lockstep: follow what? A URL fragment, a scenario's name, or NAME 'STEPS'\n");
		return EXIT_USAGE;
	}
	if (strchr(argv[0], '?') || argv[0][0] == '#') {
		o.json = argc > 1 && !strcmp(argv[1], "--json");
		n = (s32)read_url(argv[0], &o, &damaged);
	} else {
		n = read_named(argc, argv, &o);
	}
	if (n < 0)
		return EXIT_USAGE;
	verdict = follow(&o.config, schedule, (u32)n, &report);
	if (o.json)
		print_json(&o, (u32)n, &report, verdict);
	else if (verdict == FOLLOW_UNABLE)
		fprintf(stderr, "lockstep: %s\n", report.what);
	else
		print_steps(&o.config, (u32)n, &report, verdict);
	if (!o.json && verdict == FOLLOW_AGREES)
		printf("%u steps on real threads: the same values line by line (%s compared; %u sleeps in futex(2)).\n",
		       report.steps, grouped((double)report.compared), report.sleeps);
	else if (!o.json && verdict == FOLLOW_DIFFERS)
		printf("The real threads and the machine disagree at step %u.\n", report.steps + 1);
	if (verdict == FOLLOW_UNABLE)
		return EXIT_SKIP;
	return verdict == FOLLOW_AGREES && !damaged ? EXIT_PASS : EXIT_FAULT;
}
