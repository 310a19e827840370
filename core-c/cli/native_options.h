/* SPDX-License-Identifier: MIT */
/* What the commands that run real threads (stress, record) read in the same way. */
#ifndef LOCKSTEP_CLI_NATIVE_OPTIONS_H
#define LOCKSTEP_CLI_NATIVE_OPTIONS_H

#include <stdio.h>

#include "backend/native/native_run.h"
#include "options.h"

struct native_options {
	const char *name; /* a variant, or a scenario, which lends its threads, roles and faults */
	struct ls_config config;
	struct native_config native;
	struct { /* as it stands on the line */
		const char *threads, *switch_[MAX_GIVEN];
		u32 switches;
	} given;
};

/* A child for a command's argp; the input is a struct native_options. Its parser takes the NAME. */
extern const struct argp native_argp;
#define NATIVE_CHILD ((const struct argp_child[]){{.argp = &native_argp}, {0}})

/* Reads the line into o, of which `input` begins with; without a NAME it prints how the line is written. */
bool read_native(const struct argp *command, int argc, char **argv, struct native_options *o);

/* "RUNNING" */
const char *task_state_name(u8 state);
/* "  is in PROC:LINE, RUNNING, on CPU" */
void print_place(FILE *out, const struct native_thread_report *t);

#endif
