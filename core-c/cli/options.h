/* SPDX-License-Identifier: MIT */
/* What the commands on a scenario (check, run, follow) read in the same way. */
#ifndef LOCKSTEP_CLI_OPTIONS_H
#define LOCKSTEP_CLI_OPTIONS_H

#include "cli.h"
#include "line.h"

/* A child for a command's argp; the input is a struct run_options. Its parser takes the NAME. */
extern const struct argp scenario_argp;
#define SCENARIO_CHILD ((const struct argp_child[]){{.argp = &scenario_argp}, {0}})
static inline void lend_input(struct argp_state *state)
{
	state->child_inputs[0] = state->input;
}

/* Reads the line and understands it, unless an address stands in place of the NAME where that is taken. */
bool read_options(const struct argp *command, int argc, char **argv, struct run_options *o);
bool is_address(const char *name);
/* For a command that has no options. */
bool read_nothing(const char *doc, int argc, char **argv);

/* Thread count or role letters ("3", "WWR") into a configuration. */
bool read_threads(struct ls_config *c, const char *value);
bool read_switch(struct ls_config *c, const char *name);
bool complain_of_name(const char *name);

#endif
