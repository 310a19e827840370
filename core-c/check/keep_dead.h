/* SPDX-License-Identifier: MIT */
/* Searches with the locals left as they are that nobody reads any more: to see what clearing them is worth. */
#ifndef LOCKSTEP_CHECK_KEEP_DEAD_H
#define LOCKSTEP_CHECK_KEEP_DEAD_H

#include "machine.h"

/* Of every lock in this process, from here on; false when memory is short. Words that a text puts out of scope itself
 * are cleared all the same. */
bool ls_keep_dead(bool keep);

#endif
