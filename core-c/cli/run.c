/* SPDX-License-Identifier: MIT */
/* lockstep run, lockstep list. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../registry.h"
#include "../trace/narrate.h"
#include "../trace/url.h"
#include "cli.h"

static ls_action schedule[LS_MAX_SCHEDULE];

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
			ls_peek(&m, LS_STEP_OF(tid));
			ls_narrate_about(&m, &ls_rec, &t);
		}
		printf("      T%u %s\n", tid, line);
	}
	printf("%s%s%s\n", v == LS_OK ? "No invariant is broken." : ls_verdict_names[v], what ? ": " : "", what ? what : "");
}

static void no_extra(void *cx, const char *key, u32 kl, const char *value, u32 vl)
{
	(void)cx, (void)key, (void)kl, (void)value, (void)vl;
}

static int run_url(const char *text, bool records)
{
	static struct ls_url u;

	u.schedule = schedule;
	ls_url_parse(text, (u32)strlen(text), &u, no_extra, NULL);
	for (u32 i = 0; i < u.notes; i++)
		fprintf(stderr, "note: %s\n", u.note[i]);
	print_narration(&u.config, schedule, u.length, records);
	if (!records)
		print_end(&u.config, u.length);
	return u.notes ? EXIT_FAULT : EXIT_PASS;
}

/* NAME 'STEPS' [options], or a scenario's name alone for its story. */
static int run_named(int argc, char **argv)
{
	static struct ls_machine m;
	struct run_options o;
	const char *steps = argc > 1 && argv[1][0] != '-' ? argv[1] : NULL;
	s32 bad;
	u32 n;

	if (steps) {
		argv[1] = argv[0];
		argc--, argv++;
	}
	if (!read_options(argc, argv, &o))
		return EXIT_USAGE;
	if (o.scenario->sandbox && !o.own_budget)
		memcpy(o.config.budget, o.scenario->budget, sizeof o.config.budget);
	if (!steps)
		steps = o.scenario->story;
	if (ls_reset(&m, &o.config))
		return EXIT_USAGE;
	n = ls_parse_schedule(&m, steps, schedule, LS_MAX_SCHEDULE, &bad);
	print_narration(&o.config, schedule, n, o.records);
	if (!o.records) {
		print_end(&o.config, n);
		printf("Open it: #/%s\n", url_of(o.scenario, &o.config, schedule, n));
	}
	if (bad >= 0) {
		fprintf(stderr, "lockstep: at character %d, \"%.12s\" is no step or is not possible there; %u steps were taken\n",
			bad + 1, steps + bad, n);
		return EXIT_FAULT;
	}
	return EXIT_PASS;
}

int cmd_run(int argc, char **argv)
{
	bool records = argc > 1 && !strcmp(argv[1], "--records");

	if (argc < 1) {
		fprintf(stderr, "lockstep: run what? A URL fragment, a scenario's name, or NAME 'STEPS'\n");
		return EXIT_USAGE;
	}
	if (strchr(argv[0], '?') || argv[0][0] == '#') {
		const char *hash = strchr(argv[0], '#');

		return run_url(hash ? hash : argv[0], records);
	}
	return run_named(argc, argv);
}

int cmd_list(int argc, char **argv)
{
	(void)argc, (void)argv;
	for (u8 id = 0; id < LS_LOCKS; id++) {
		const struct ls_lock_facts *l = ls_locks[id];

		printf("%s: %s\n  source: %s\n", l->name, l->title, l->source);
		for (u8 i = 0; i < ls_variants_of(id); i++)
			printf("  %-28s %s\n", ls_variant_at(id, i)->name, ls_variant_at(id, i)->title);
		for (const struct ls_role *r = l->roles; r->letter; r++)
			printf("  role %c  %s\n", r->letter, r->title);
		for (u8 i = 0; i < ls_switches_of(id); i++) {
			const struct ls_switch *s = ls_switch_at(id, i);

			printf("  --switch %-22s %s: %s%s%s\n", s->name, s->title, ls_verdict_names[s->verdict],
			       s->invariant ? ", " : "", s->invariant ? s->invariant : "");
		}
		for (u32 i = 0; i < ls_scenario_count; i++)
			if (ls_scenarios[i].lock == id && !ls_scenarios[i].sandbox)
				printf("  scenario %-28s %s (%s)\n", ls_scenarios[i].name, ls_scenarios[i].title,
				       ls_verdict_names[ls_scenarios[i].verdict]);
		printf("\n");
	}
	return EXIT_PASS;
}
