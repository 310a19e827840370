/* SPDX-License-Identifier: MIT */
/* lockstep follow: a schedule of the page, forced upon real threads. */
#include <stdio.h>
#include <string.h>

#include "backend/follow/follow.h"
#include "text/narrate.h"
#include "steps.h"

/* One step as a sentence; the machine goes on with it. */
static void sentence_of(struct ls_machine *m, ls_action a, char *line, u32 size)
{
	struct ls_text t;

	ls_step(m, a);
	ls_text_start(&t, line, size);
	ls_narrate(m, &m->rec, &t);
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
	static const char *const names[] = {"agrees", "differs", "unable"};
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

enum { KEY_JSON = 0x300 };

static const struct argp_option options[] = {
    {"json", KEY_JSON, NULL, 0, "the result as one line of JSON", 0},
    {0},
};

static error_t parser(int key, char *arg, struct argp_state *state)
{
	struct run_options *o = state->input;

	switch (key) {
	case KEY_JSON:
		o->json = true;
		return 0;
	default:
		return steps_key(key, arg, state, "follow");
	}
}

int cmd_follow(int argc, char **argv)
{
	const struct argp argp = {
	    .options = options,
	    .parser = parser,
	    .children = SCENARIO_CHILD,
	    .args_doc = "NAME\nNAME STEPS\nADDRESS",
	    .doc = "Makes real threads follow a schedule, one access at a time, and compares each with the machine. "
		   "STEPS are written as for `lockstep run`.",
	};
	static struct run_options o;
	static struct follow_report report;
	enum follow_verdict verdict;
	struct steps s;
	u32 n;

	if (!read_steps(&argp, argc, argv, &o, &s))
		return EXIT_USAGE;
	if (s.bad.at >= 0) {
		complain_of_step(&s);
		return EXIT_USAGE;
	}
	n = s.length;
	verdict = follow(&o.config, schedule, n, &report);
	if (o.json)
		print_json(&o, n, &report, verdict);
	else if (verdict == FOLLOW_UNABLE)
		complain("%s", report.what);
	else
		print_steps(&o.config, n, &report, verdict);
	if (!o.json && verdict == FOLLOW_AGREES)
		printf("%u steps on real threads: the same values line by line (%s compared; %u sleeps in futex(2)).\n",
		       report.steps, grouped((double)report.compared), report.sleeps);
	else if (!o.json && verdict == FOLLOW_DIFFERS)
		printf("The real threads and the machine disagree at step %u.\n", report.steps + 1);
	if (verdict == FOLLOW_UNABLE)
		return EXIT_SKIP;
	return verdict == FOLLOW_AGREES && !s.damaged ? EXIT_PASS : EXIT_FAULT;
}
