/* SPDX-License-Identifier: MIT */
#include "queue.h"

#include <stdlib.h>
#include <string.h>

bool ls_queue_put(struct ls_queue_of_states *q, const u8 *packed, u32 size)
{
	if (q->used + size > q->room) {
		size_t room = (q->room + size) * 2;
		u8 *bytes = realloc(q->bytes, room);

		if (!bytes)
			return false;
		q->bytes = bytes;
		q->room = room;
	}
	memcpy(q->bytes + q->used, packed, size);
	q->used += size;
	q->count++;
	return true;
}

void ls_queue_take(struct ls_queue_of_states *q, struct ls_machine *m)
{
	q->taken += ls_unpack(m, q->bytes + q->taken);
}

void ls_queue_clear(struct ls_queue_of_states *q)
{
	q->used = q->taken = 0;
	q->count = 0;
}

void ls_queue_free(struct ls_queue_of_states *q)
{
	free(q->bytes);
	q->bytes = NULL;
}
