/* SPDX-License-Identifier: MIT */
/*
 * lockstep: the command-line tool.
 * Exit codes: 0 pass, 1 a fault was found or a run failed, 2 the command line is
 * wrong, 3 a search reached its bound, 77 this host cannot do it.
 */
#include <stdio.h>
#include <string.h>

#include "cli.h"
#include "../trace/facts_json.h"

static int cmd_facts(int argc, char **argv)
{
	static char buffer[1 << 20];
	struct ls_text t;

	(void)argc, (void)argv;
	ls_text_start(&t, buffer, sizeof buffer);
	ls_put_facts(&t);
	puts(buffer);
	return EXIT_PASS;
}

static const struct {
	const char *name;
	int (*run)(int argc, char **argv);
	const char *usage;
} commands[] = {
	{ "list", cmd_list, "                     locks, variants, fault switches, scenarios" },
	{ "check", cmd_check, " NAME [OPTIONS]       every schedule; prints verdict, figures, shortest counterexample" },
	{ "run", cmd_run, " SCHEDULE [--records]   narrates: a URL fragment, a scenario's name, or NAME 'STEPS'" },
	{ "stress", cmd_stress, " NAME --threads N --seconds S   the same text on real threads" },
	{ "follow", cmd_follow, " SCHEDULE [--json]    real threads, made to follow it one access at a time" },
	{ "record", cmd_record, " NAME [OPTIONS]      what real threads do with a lock, access by access, as a trace" },
	{ "conform", cmd_conform, " FILE... [--json] [--lines]   a recorded run, held against the model (docs/traces.md)" },
	{ "verify", cmd_verify, " [BEGINNING]          every scenario and switch, or those so named, against its stated verdict" },
	{ "bench", cmd_bench, "                    machine steps/s and states/s, as JSON lines" },
	{ "facts", cmd_facts, "                    what the core states about itself, as JSON" },
};

static int usage(FILE *to)
{
	fprintf(to, "usage:\n");
	for (size_t i = 0; i < sizeof commands / sizeof *commands; i++)
		fprintf(to, "  lockstep %s%s\n", commands[i].name, commands[i].usage);
	fprintf(to, "options of check:\n"
		    "  --threads 3 | WWR   how many, or a role letter each (see list)\n"
		    "  --rounds N          lock/unlock pairs a thread makes\n"
		    "  --switch S          turn a fault on; may be repeated\n"
		    "  --budget p1,x1,t0,s0,k0,w0   preemptions, passed thresholds, timeouts, signals, kills, wake-ups for nothing\n"
		    "  --states N          stop after N states (default 20,000,000)\n"
		    "  --json              the result as one line of JSON\n");
	return to == stdout ? EXIT_PASS : EXIT_USAGE;
}

int main(int argc, char **argv)
{
	const char *name = argc > 1 ? argv[1] : "--help";

	if (!strcmp(name, "--help") || !strcmp(name, "help"))
		return usage(stdout);
	for (size_t i = 0; i < sizeof commands / sizeof *commands; i++)
		if (!strcmp(commands[i].name, name))
			return commands[i].run(argc - 2, argv + 2);
	fprintf(stderr, "lockstep: there is no command \"%s\"\n", name);
	return usage(stderr);
}
