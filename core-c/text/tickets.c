/* SPDX-License-Identifier: MIT */
/*
 * A queue that no word names: a lock deals numbers and serves them in turn. Who waits, keeps its number in a local,
 * from where it draws it to where it reads it last; so the line is those whose call has such a local that is not dead
 * (liveness). Who holds the lock needs its number no more: it stands where the lock serves.
 */
#include <string.h>

#include "backend/step/step.h"
#include "field.h"
#include "machine_internal.h"
#include "standing.h"

/* A number of the lock: a word, or a field of it. */
struct number {
	u32 word, shift, mask;
	u32 object; /* word at which the structure begins that has it */
};

/* The field of that name, or without a name the whole word. */
static bool take_field(const struct ls_word_facts *w, const char *name, struct number *out)
{
	const struct ls_field *f;

	if (!*name)
		return true;
	f = ls_field_named(w, name, (u32)strlen(name));
	if (!f)
		return false;
	out->shift = f->shift;
	out->mask = ls_field_mask(f);
	return true;
}

/* By a name as in "serving" or "val.owner". */
static bool find_number(const struct ls_machine *m, const char *name, struct number *out)
{
	u32 length = (u32)strcspn(name, ".");

	for (const struct ls_memory *s = ls_locks[m->lock]->memory; s->size; s++)
		for (const struct ls_word_facts *w = s->words; w->name; w++)
			if (s->count && ls_is(name, length, w->name)) {
				*out = (struct number){(s->base + w->offset) / 4u, 0, ~0u, s->base / 4u};
				return take_field(w, name + length + (name[length] != '\0'), out);
			}
	return false;
}

static u32 value_of(const struct ls_machine *m, const struct number *n)
{
	return m->mem[n->word] >> n->shift & n->mask;
}

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

u32 ls_standing_by_ticket(const struct ls_machine *m, const struct ls_queue *q, struct ls_place *out)
{
	struct number next, serving;
	u32 count = 0;

	if (!find_number(m, q->next, &next) || !find_number(m, q->serving, &serving))
		return 0;
	for (u32 tid = 1; tid <= m->n; tid++) {
		bool holds = m->thread[tid - 1].holds != LS_HOLDS_NOTHING;
		u32 first = value_of(m, &serving), number = first, i = count;

		if (!holds && !has_drawn(m, tid, next.object, q->number, &number))
			continue;
		/* behind all that are served before it, as the numbers go round */
		for (; i && ((out[i - 1].number - first) & next.mask) > ((number - first) & next.mask); i--)
			out[i] = out[i - 1];
		out[i] = (struct ls_place){.tid = (u8)tid, .ready = holds, .linked = 1, .number = number & next.mask};
		count++;
	}
	return count;
}
