/* SPDX-License-Identifier: MIT */
#ifndef LOCKSTEP_CLI_STARVATION_H
#define LOCKSTEP_CLI_STARVATION_H

#include "cli.h"

/* lockstep check --starvation: the exit code. The rounds are made endless. */
int check_starvation(struct run_options *o);

#endif
