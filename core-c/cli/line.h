/* SPDX-License-Identifier: MIT */
/*
 * A command line, read with glibc's argp. Each command has a struct argp of its own, may lend
 * itself others as children, and only says what a value means: reading, order, abbreviations and
 * `--help` are argp's. What is wrong is told in one sentence, and the exit code is then EXIT_USAGE.
 */
#ifndef LOCKSTEP_CLI_LINE_H
#define LOCKSTEP_CLI_LINE_H

#include <argp.h>

#include "machine.h"
#include "text/nearest.h"

/* argv[0] is "lockstep COMMAND". --help prints and ends the program. False after a complaint. */
bool read_line(const struct argp *command, int argc, char **argv, void *input);
/* "lockstep COMMAND: ..." on stderr. False. */
bool complain(const char *format, ...) __attribute__((format(printf, 1, 2)));
/* The same with what there is instead, and the nearest of it. */
bool complain_of(const char *what, const struct ls_nearest *near, const char *instead);
/* What a parser of argp returns: the complaint has been made. */
static inline error_t judged(bool ok)
{
	return ok ? 0 : EINVAL;
}

/* The value of the option with that key as a number, or a complaint. */
bool take_whole(const struct argp_option *options, int key, const char *value, u32 low, u32 high, u32 *out);
bool take_number(const struct argp_option *options, int key, const char *value, double low, double high, double *out);
/* An argument too many. */
error_t surplus(const char *argument);

#endif
