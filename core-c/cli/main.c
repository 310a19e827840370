/* SPDX-License-Identifier: MIT */
/*
 * lockstep: the command-line tool.
 * Exit codes: 0 pass, 1 a fault was found or a run failed, 2 the command line is
 * wrong, 3 a search reached its bound, 77 this host cannot do it.
 */
#include <stdio.h>
#include <string.h>

#include "options.h"
#include "facts/facts.h"

static int cmd_facts(int argc, char **argv)
{
	static char buffer[1 << 20];
	struct ls_text t;

	if (!read_nothing("What the core states about itself, as JSON.", argc, argv))
		return EXIT_USAGE;
	ls_text_start(&t, buffer, sizeof buffer);
	ls_put_facts(&t);
	puts(buffer);
	return EXIT_PASS;
}

static const struct {
	const char *name;
	int (*run)(int argc, char **argv);
	const char *args, *what;
} commands[] = {
    {"list", cmd_list, "", "locks, variants, fault switches, scenarios"},
    {"check", cmd_check, "NAME", "every schedule; prints verdict, figures, shortest counterexample"},
    {"run", cmd_run, "SCHEDULE", "narrates: a URL fragment, a scenario's name, or NAME 'STEPS'"},
    {"stress", cmd_stress, "NAME", "the same text on real threads"},
    {"follow", cmd_follow, "SCHEDULE", "real threads, made to follow it one access at a time"},
    {"record", cmd_record, "NAME", "what real threads do with a lock, access by access, as a trace"},
    {"conform", cmd_conform, "FILE...", "a recorded run, held against the model (docs/traces.md)"},
    {"verify", cmd_verify, "[BEGINNING]", "every scenario and switch, or those so named, against its stated verdict"},
    {"pins", cmd_pins, "FILE", "every search listed there against the figures that stand beside it"},
    {"levels", cmd_levels, "[NAME]", "every level against the shortest solution that it states"},
    {"bench", cmd_bench, "", "machine steps/s and states/s, as JSON lines"},
    {"facts", cmd_facts, "", "what the core states about itself, as JSON"},
};

static int usage(FILE *to)
{
	fprintf(to, "usage: lockstep COMMAND ...\n");
	for (size_t i = 0; i < sizeof commands / sizeof *commands; i++)
		fprintf(to, "  %-8s %-12s %s\n", commands[i].name, commands[i].args, commands[i].what);
	fprintf(to, "`lockstep COMMAND --help` tells the options of each. A new lock: npm run lockstep -- new NAME\n");
	return to == stdout ? EXIT_PASS : EXIT_USAGE;
}

static int unknown(const char *name)
{
	struct ls_nearest near;
	char meant[60];
	struct ls_text t;

	ls_nearest_start(&near, name, (u32)strlen(name));
	for (size_t i = 0; i < sizeof commands / sizeof *commands; i++)
		ls_nearest_try(&near, commands[i].name);
	ls_text_start(&t, meant, sizeof meant);
	ls_nearest_put(&near, &t);
	fprintf(stderr, "lockstep: there is no command \"%s\"%s\n", name, meant);
	return usage(stderr);
}

int main(int argc, char **argv)
{
	const char *name = argc > 1 ? argv[1] : "--help";
	static char full[40];

	if (!strcmp(name, "--help") || !strcmp(name, "help"))
		return usage(stdout);
	for (size_t i = 0; i < sizeof commands / sizeof *commands; i++)
		if (!strcmp(commands[i].name, name)) {
			snprintf(full, sizeof full, "lockstep %s", name);
			argv[1] = full;
			return commands[i].run(argc - 1, argv + 1);
		}
	return unknown(name);
}
