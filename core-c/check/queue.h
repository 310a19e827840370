/* SPDX-License-Identifier: MIT */
/*
 * A first-in first-out queue of machine states, packed: the used words of lock
 * memory, and of each thread the frames in use.
 */
#ifndef LOCKSTEP_CHECK_QUEUE_H
#define LOCKSTEP_CHECK_QUEUE_H

#include "../machine.h"

struct ls_queue_of_states {
	struct ls_machine machine; /* any state of the same configuration */
	u8 *bytes;
	size_t used, room, taken;
	u32 count;
};

bool ls_queue_put(struct ls_queue_of_states *q, const struct ls_machine *m);
void ls_queue_take(struct ls_queue_of_states *q, struct ls_machine *m);
void ls_queue_clear(struct ls_queue_of_states *q);
void ls_queue_free(struct ls_queue_of_states *q);

#endif
