/* SPDX-License-Identifier: MIT */
/* A schedule as text that says where instead of how far: a proposal for the author of a story. */
#ifndef LOCKSTEP_CLI_PLACES_H
#define LOCKSTEP_CLI_PLACES_H

#include "machine.h"
#include "text/text.h"

void put_places(const struct ls_config *c, const ls_action *a, u32 n, struct ls_text *out);

#endif
