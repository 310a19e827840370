/* SPDX-License-Identifier: MIT */
#ifndef LOCKSTEP_CLI_RACES_H
#define LOCKSTEP_CLI_RACES_H

#include "cli.h"

/* lockstep check --races: the exit code. */
int check_races(const struct run_options *o);

#endif
