/* SPDX-License-Identifier: MIT */
#ifndef LOCKSTEP_TEXT_SHOWN_BY_H
#define LOCKSTEP_TEXT_SHOWN_BY_H

#include "registry.h"

/*
 * The configuration of the check that shows a switch: .shown_by of its line, which names a sandbox and what differs
 * from it ("mcs --threads 2 --rounds 2"), with no environment but what it says, and with the switch itself turned on.
 * False: it is not understood.
 */
bool ls_shown_by(const struct ls_switch *s, struct ls_config *c);

#endif
