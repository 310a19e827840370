/* SPDX-License-Identifier: MIT */
/* An array of buckets, each with a list of its own: who stands in which, one bucket behind the other. */
#include <string.h>

#include "standing.h"

static const struct ls_memory *array_named(const struct ls_machine *m, const char *name)
{
	for (const struct ls_memory *s = ls_locks[m->lock]->memory; s->size; s++)
		if (s->count && !strcmp(s->name, name))
			return s;
	return NULL;
}

u32 ls_standing_in_buckets(const struct ls_machine *m, const struct ls_queue *q, struct ls_queued *out)
{
	const struct ls_memory *s = array_named(m, q->array);
	const struct ls_word_facts *w = s ? s->words : NULL;
	u32 count = 0;

	while (w && w->name && strcmp(w->name, q->list))
		w++;
	if (!w || !w->name)
		return 0;
	for (u32 bucket = q->first; bucket < s->count && (!q->elements || bucket < q->first + q->elements); bucket++) {
		const struct ls_list *l =
		    (const struct ls_list *)(m->mem + (s->base + bucket * s->size + w->offset) / 4u);

		for (u32 i = 0; i < LS_MAX_THREADS && l->t[i] && count < LS_MAX_THREADS; i++)
			out[count++] = (struct ls_queued){.tid = l->t[i], .linked = 1, .number = bucket};
	}
	return count;
}
