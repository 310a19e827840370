/* SPDX-License-Identifier: MIT */
/*
 * A queue that no word names: a lock deals numbers and serves them in turn. Who waits, keeps its number in a local,
 * from where it draws it to where it reads it last; so the line is those whose call has such a local that is not dead
 * (liveness). Who holds the lock needs its number no more: it stands where the lock serves.
 */
#include <string.h>

#include "backend/step/step.h"
#include "machine_internal.h"
#include "number.h"
#include "standing.h"

/* The thread is between its draw and its last look at its number, in a call that works on the object. */
static bool has_drawn(const struct ls_machine *m, u32 tid, u32 object, const char *local, u32 *number)
{
	const struct ls_thread *t = &m->thread[tid - 1];

	for (u32 at = 0; at < t->sp;) {
		const struct ls_frame *fr = (const struct ls_frame *)(t->stack + at);
		const struct ls_proc *p = ls_proc_of(m, fr->proc);

		for (const struct ls_local *l = p->facts->local; fr->object == object && fr->line && l->name; l++)
			if (!strcmp(l->name, local) && !(p->dead[fr->line] >> l->offset / 4 & 1)) {
				memcpy(number, t->stack + at + sizeof *fr + l->offset, sizeof *number);
				return true;
			}
		at += fr->size;
	}
	return false;
}

u32 ls_standing_by_ticket(const struct ls_machine *m, const struct ls_queue *q, struct ls_queued *out)
{
	struct ls_number next, serving;
	u32 count = 0;

	if (!ls_find_number(m, q->next, &next) || !ls_find_number(m, q->serving, &serving))
		return 0;
	for (u32 tid = 1; tid <= m->n; tid++) {
		bool holds = m->thread[tid - 1].holds != LS_HOLDS_NOTHING;
		u32 first = ls_number_value(m, &serving), number = first, i = count;

		if (!holds && !has_drawn(m, tid, next.object, q->number, &number))
			continue;
		/* behind all that are served before it, as the numbers go round */
		for (; i && ((out[i - 1].number - first) & next.mask) > ((number - first) & next.mask); i--)
			out[i] = out[i - 1];
		out[i] = (struct ls_queued){.tid = (u8)tid, .ready = holds, .linked = 1, .number = number & next.mask};
		count++;
	}
	return count;
}
