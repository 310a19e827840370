/* SPDX-License-Identifier: MIT */
/* What run and follow are given: the address of a moment, NAME 'STEPS', or a scenario's name for its story. */
#ifndef LOCKSTEP_CLI_STEPS_H
#define LOCKSTEP_CLI_STEPS_H

#include "options.h"

extern ls_action schedule[LS_MAX_SCHEDULE];

struct steps {
	u32 length;
	bool damaged;     /* something of an address was dropped, and noted on stderr */
	const char *text; /* NULL: an address */
	struct ls_schedule_error bad;
};

/* For the command's parser: what is not an option of its own. */
error_t steps_key(int key, char *arg, struct argp_state *state, const char *command);
/* False after a complaint. Steps that do not apply are none: see bad, and complain_of_step(). */
bool read_steps(const struct argp *command, int argc, char **argv, struct run_options *o, struct steps *s);
bool complain_of_step(const struct steps *s);

#endif
