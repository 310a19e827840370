/* SPDX-License-Identifier: MIT */
/* The commands of `lockstep`, and what they share. Exit codes: see cli/main.c. */
#ifndef LOCKSTEP_CLI_H
#define LOCKSTEP_CLI_H

#include "check/explore.h"
#include "scenario.h"
#include "text/schedule.h"

enum { EXIT_PASS = 0, EXIT_FAULT = 1, EXIT_USAGE = 2, EXIT_BOUNDED = 3, EXIT_SKIP = 77 };

enum { MAX_GIVEN = 32 };
/* A search stops there unless --states says otherwise. */
enum { MAX_STATES = 20000000, MAX_EDGES = 100000000 };

/* A configuration as the command line gave it. */
struct run_options {
	const struct ls_scenario *scenario; /* whose defaults apply and whose name is in the URL */
	struct ls_config config;
	bool own_budget; /* --budget was given */
	bool changed;    /* something differs from the scenario */
	u32 max_states, max_edges;
	bool json, records, races, starvation, places, beats;
	bool addresses; /* the command takes the address of a moment in place of a NAME */
	struct {        /* as it stands on the line */
		const char *name, *steps, *threads, *rounds, *budget, *after, *switch_[MAX_GIVEN], *relaxed[MAX_GIVEN];
		u32 switches, relaxed_words;
	} given;
};

/* Monotonic time in seconds. */
double now_seconds(void);
/* "1,234,567" into a static buffer of its own (four may be alive). */
const char *grouped(double v);
/* "mcs, 3 threads (LLL), 2 rounds, fault: torn_swap, budgets: ..." */
void print_config(const struct run_options *o);
/* The fragment that opens this schedule in the page, without "#/"; static buffer. */
const char *url_of(const struct ls_scenario *s, const struct ls_config *c, const ls_action *a, u32 n);
/* One numbered sentence a step; with records, the fields of the record as well. */
void print_narration(const struct ls_config *c, const ls_action *a, u32 n, bool records);

/* argv[0] is "lockstep COMMAND". */
int cmd_list(int argc, char **argv);
int cmd_check(int argc, char **argv);
int cmd_run(int argc, char **argv);
int cmd_verify(int argc, char **argv);
int cmd_stress(int argc, char **argv);
int cmd_follow(int argc, char **argv);
int cmd_record(int argc, char **argv);
int cmd_conform(int argc, char **argv);
int cmd_levels(int argc, char **argv);
int cmd_pins(int argc, char **argv);
int cmd_bench(int argc, char **argv);

#endif
