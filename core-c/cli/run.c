/* SPDX-License-Identifier: MIT */
/* lockstep run. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "registry.h"
#include "text/answer.h"
#include "text/beats.h"
#include "text/narrate.h"
#include "places.h"
#include "steps.h"

/* How the moment behind the last step stands. */
static void print_end(const struct ls_config *c, u32 n)
{
	static struct ls_machine m;
	const char *what;
	enum ls_verdict v;

	ls_reset(&m, c);
	for (u32 i = 0; i < n; i++)
		ls_step(&m, schedule[i]);
	v = ls_judge(&m, &what);
	for (u32 tid = 1; tid <= m.n; tid++) {
		char line[512];
		struct ls_text t;

		ls_text_start(&t, line, sizeof line);
		ls_narrate_why(&m, tid, &t);
		if (!t.length) {
			struct ls_record next;

			ls_peek(&m, LS_STEP_OF(tid), &next);
			ls_narrate_about(&m, &next, &t);
		}
		printf("      T%u %s\n", tid, line);
	}
	printf("%s%s%s\n", v == LS_OK ? "No invariant is broken." : ls_verdict_names[v], what ? ": " : "",
	       what ? what : "");
}

enum { KEY_RECORDS = 0x300, KEY_PLACES, KEY_BEATS };

static const struct argp_option options[] = {
    {"records", KEY_RECORDS, NULL, 0, "the fields of each record, and no end", 0},
    {"places", KEY_PLACES, NULL, 0, "the same schedule as text, with places instead of counts", 0},
    {"beats", KEY_BEATS, NULL, 0, "what the author says of the scenario's own story, and where", 0},
    {0},
};

static error_t parser(int key, char *arg, struct argp_state *state)
{
	struct run_options *o = state->input;

	switch (key) {
	case KEY_RECORDS:
		o->records = true;
		return 0;
	case KEY_PLACES:
		o->places = true;
		return 0;
	case KEY_BEATS:
		o->beats = true;
		return 0;
	default:
		return steps_key(key, arg, state, "run");
	}
}

static int tell_places(const struct run_options *o, u32 n)
{
	static char text[8 * LS_MAX_SCHEDULE];
	struct ls_text t;

	ls_text_start(&t, text, sizeof text);
	put_places(&o->config, schedule, n, &t);
	puts(text);
	return EXIT_PASS;
}

/* The options, and which is right. */
static bool tell_answer(const struct ls_scenario *s, u32 n, u32 at, const struct ls_beat *b)
{
	char wrong[300];
	struct ls_text why;
	struct ls_answer a;

	ls_text_start(&why, wrong, sizeof wrong);
	if (!ls_find_answer(s, schedule, n, at, b->asks, &a, &why)) {
		fprintf(stderr, "lockstep run: the beat at \"%s\", asks \"%s\": %s\n", b->at, b->asks, wrong);
		return false;
	}
	for (u32 i = 0; i < a.options; i++)
		printf("     %s %s\n", i == a.right ? "+" : "-", a.option[i]);
	if (a.alone_steps)
		printf("     shown by T%u alone, %u on\n", (u32)LS_ACTION_TID(a.alone[a.alone_steps - 1]),
		       a.alone_steps);
	else if (a.shown)
		printf("     shown by step %u\n", a.shown);
	return true;
}

static int tell_beats(const struct ls_scenario *s, u32 n)
{
	enum { MOST = 64 };
	u32 step[MOST], found, late = ls_too_late(s, schedule, n), parts = ls_parts_at(s, schedule, n, late);
	char wrong[300];
	struct ls_text why;

	ls_text_start(&why, wrong, sizeof wrong);
	found = ls_find_beats(s, schedule, n, step, MOST, &why);
	for (u32 i = 0; i < found; i++) {
		const struct ls_beat *b = &s->beats[i];

		printf("%4u %s%s\n", step[i], b->at, b->decisive ? "  (decisive)" : "");
		if (b->ask)
			printf("     %s\n", b->ask);
		if (b->asks && !tell_answer(s, n, step[i], b))
			return EXIT_FAULT;
		printf("     %s\n", b->note);
	}
	if (why.length) {
		fprintf(stderr, "lockstep run: the beat at \"%s\": %s\n", s->beats[found].at, wrong);
		return EXIT_FAULT;
	}
	if (parts < n)
		printf("Step %u is the first that goes another way without the fault.\n", parts + 1);
	if (late)
		printf("Too late from step %u: within this budget no schedule saves this any more.\n", late);
	return EXIT_PASS;
}

int cmd_run(int argc, char **argv)
{
	const struct argp argp = {
	    .options = options,
	    .parser = parser,
	    .children = SCENARIO_CHILD,
	    .args_doc = "NAME\nNAME STEPS\nADDRESS",
	    .doc = "Takes the steps of a scenario's story, of a schedule written down, or of the address of a moment, "
		   "and tells each."
		   "\vSTEPS, between blanks: T a step of thread T, T*N several, T! until it cannot move, T+ until it "
		   "is about to "
		   "work under the lock, T@PLACE until it is about to do that, T>PLACE until it has done it, T@end "
		   "until it has "
		   "finished; pT rT xT tT sT kT wT: the environment. A PLACE: cas, cas:WORD, :WORD, a procedure, "
		   "PROCEDURE/cas:WORD, "
		   "with *N the N-th time.",
	};
	static struct run_options o;
	struct steps s;

	if (!read_steps(&argp, argc, argv, &o, &s))
		return EXIT_USAGE;
	if (o.places && s.bad.at < 0)
		return tell_places(&o, s.length);
	if (o.beats && s.text == o.scenario->story && !o.changed)
		return tell_beats(o.scenario, s.length);
	print_narration(&o.config, schedule, s.length, o.records);
	if (!o.records) {
		print_end(&o.config, s.length);
		if (s.text)
			printf("Open it: #/%s\n", url_of(o.scenario, &o.config, schedule, s.length));
	}
	fflush(stdout);
	if (s.bad.at >= 0)
		complain_of_step(&s);
	return s.bad.at >= 0 || s.damaged ? EXIT_FAULT : EXIT_PASS;
}
