/* SPDX-License-Identifier: MIT */
#ifndef LOCKSTEP_LOCKS_TICKET_H
#define LOCKSTEP_LOCKS_TICKET_H

#include "lockstep.h"

/* The word: next in its highest byte, owner in the byte below. A carry out of next leaves the word. */
#define TICKET_NEXT (1u << 24)
#define TICKET_OWNER (1u << 16)
_Static_assert(LS_MAX_THREADS <= 0xff, "there are more tickets than threads");

/* Any number will do, as long as both bytes have it: this one is three draws before the last ticket. */
#define TICKET_FIRST 253u

struct ticket {
	word val;
};

enum ticket_role { TICKET_LOCKS, TICKET_TRIES };

#endif
