/* SPDX-License-Identifier: MIT */
#include "queue.h"

#include <stdlib.h>
#include <string.h>

#define THREAD_HEAD offsetof(struct ls_thread, stack)

bool ls_queue_put(struct ls_queue_of_states *q, const struct ls_machine *m)
{
	size_t head = offsetof(struct ls_machine, mem) + 4 * ls_mem_words(m);
	size_t most = head + m->n * sizeof(struct ls_thread);
	u8 *p;

	if (q->used + most > q->room) {
		size_t room = (q->room + most) * 2;
		u8 *bytes = realloc(q->bytes, room);

		if (!bytes)
			return false;
		q->bytes = bytes;
		q->room = room;
	}
	p = q->bytes + q->used;
	memcpy(p, m, head);
	p += head;
	for (u32 i = 0; i < m->n; i++) {
		size_t size = THREAD_HEAD + m->thread[i].sp;

		memcpy(p, &m->thread[i], size);
		p += size;
	}
	q->used = (size_t)(p - q->bytes);
	q->count++;
	return true;
}

void ls_queue_take(struct ls_queue_of_states *q, struct ls_machine *m)
{
	size_t head = offsetof(struct ls_machine, mem) + 4 * ls_mem_words(&q->machine);
	const u8 *p = q->bytes + q->taken;

	memcpy(m, p, head);
	p += head;
	for (u32 i = 0; i < m->n; i++) {
		struct ls_thread *t = &m->thread[i];
		u8 sp = p[offsetof(struct ls_thread, sp)];

		memcpy(t, p, THREAD_HEAD + sp);
		memset(t->stack + sp, 0, LS_STACK - sp);
		p += THREAD_HEAD + sp;
	}
	q->taken = (size_t)(p - q->bytes);
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
