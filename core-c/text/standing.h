/* SPDX-License-Identifier: MIT */
/* Who stands in a queue, and in which order: read from one state alone. */
#ifndef LOCKSTEP_TEXT_STANDING_H
#define LOCKSTEP_TEXT_STANDING_H

#include "machine.h"
#include "registry.h"

struct ls_queued {
	u8 tid;
	u8 ready;   /* it is its turn */
	u8 linked;  /* the one before it names it as its successor; 1 for the first */
	u8 next;    /* the thread that its own link names, or 0 */
	u32 number; /* of kind ticket: the one that it holds, or has drawn and waits for; buckets: the bucket;
		       clh: the address of its node */
};

/* The first to the last, of a queue of any kind but owner. Returns how many; out has room for LS_MAX_THREADS. */
u32 ls_standing(const struct ls_machine *m, const struct ls_queue *q, struct ls_queued *out);
/* Of kind buckets: one bucket behind the other. */
u32 ls_standing_in_buckets(const struct ls_machine *m, const struct ls_queue *q, struct ls_queued *out);
/* Of kind clh (hands.c). */
u32 ls_standing_by_hand(const struct ls_machine *m, const struct ls_queue *q, struct ls_queued *out);
/* Of kind ticket (tickets.c). */
u32 ls_standing_by_ticket(const struct ls_machine *m, const struct ls_queue *q, struct ls_queued *out);

#endif
