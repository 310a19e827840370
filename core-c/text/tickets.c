/* SPDX-License-Identifier: MIT */
/*
 * A queue that no word names: a lock deals numbers and serves them in turn. Who waits, keeps its number in a local,
 * from where it draws it to where it reads it last; so the line is those whose call has such a local that is not dead
 * (liveness). Who holds the lock needs its number no more: it stands where the lock serves.
 */
#include "number.h"
#include "standing.h"

u32 ls_standing_by_ticket(const struct ls_machine *m, const struct ls_queue *q, struct ls_queued *out)
{
	struct ls_number next, serving;
	u32 count = 0;

	if (!ls_find_number(m, q->next, &next) || !ls_find_number(m, q->serving, &serving))
		return 0;
	for (u32 tid = 1; tid <= m->n; tid++) {
		bool holds = m->thread[tid - 1].holds != LS_HOLDS_NOTHING;
		/* between its draw and its last look at its number */
		const u32 *drawn = holds ? NULL : ls_live_local(m, tid, next.object, q->number);
		u32 first = ls_number_value(m, &serving), number = drawn ? *drawn : first, i = count;

		if (!holds && !drawn)
			continue;
		/* behind all that are served before it, as the numbers go round */
		for (; i && ((out[i - 1].number - first) & next.mask) > ((number - first) & next.mask); i--)
			out[i] = out[i - 1];
		out[i] = (struct ls_queued){.tid = (u8)tid, .ready = holds, .linked = 1, .number = number & next.mask};
		count++;
	}
	return count;
}
