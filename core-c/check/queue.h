/* SPDX-License-Identifier: MIT */
/* A first-in first-out queue of packed machine states. */
#ifndef LOCKSTEP_CHECK_QUEUE_H
#define LOCKSTEP_CHECK_QUEUE_H

#include "machine.h"

struct ls_queue_of_states {
	u8 *bytes;
	size_t used, room, taken;
	u32 count;
};

/* False when memory ran out. */
bool ls_queue_put(struct ls_queue_of_states *q, const u8 *packed, u32 size);
/* m has the configuration of the states in the queue. */
void ls_queue_take(struct ls_queue_of_states *q, struct ls_machine *m);
void ls_queue_clear(struct ls_queue_of_states *q);
void ls_queue_free(struct ls_queue_of_states *q);

#endif
