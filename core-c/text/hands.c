/* SPDX-License-Identifier: MIT */
/*
 * A queue whose nodes change hands (CLH): each spins on the node of the one before it and leaves with that node. So no
 * node has a thread for its own. Which one a thread has brought, and whose it stands behind, are locals with their
 * addresses, and the queue is read from the tail: whoever has brought that node, then whoever has brought the one that
 * it watches, and so on to a node that nobody has.
 */
#include "number.h"
#include "standing.h"

/* Who has brought the node, or 0. */
static u32 bringer_of(const struct ls_machine *m, const struct ls_queue *q, u32 node)
{
	for (u32 tid = 1; tid <= m->n; tid++) {
		const u32 *brought = ls_live_local(m, tid, LS_NO_WORD, q->node);

		if (brought && *brought == node)
			return tid;
	}
	return 0;
}

u32 ls_standing_by_hand(const struct ls_machine *m, const struct ls_queue *q, struct ls_queued *out)
{
	struct ls_queued backwards[LS_MAX_THREADS];
	struct ls_number tail;
	tasks seen = 0;
	u32 count = 0, node, tid;

	if (!ls_find_number(m, q->tail, &tail))
		return 0;
	node = ls_number_value(m, &tail);
	while ((tid = bringer_of(m, q, node)) && !(seen >> tid & 1)) {
		const u32 *prev = ls_live_local(m, tid, LS_NO_WORD, q->prev);
		bool holds = m->thread[tid - 1].holds != LS_HOLDS_NOTHING;

		seen |= (tasks)1 << tid;
		backwards[count++] = (struct ls_queued){.tid = (u8)tid, .ready = holds, .linked = 1, .number = node};
		node = prev ? *prev : 0;
	}
	for (u32 i = 0; i < count; i++)
		out[i] = backwards[count - 1 - i];
	if (count && node && node <= m->mem_words && !m->mem[node - 1])
		out[0].ready = 1; /* the node before it has been let go */
	return count;
}
