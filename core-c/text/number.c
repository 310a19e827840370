/* SPDX-License-Identifier: MIT */
#include "number.h"

#include <string.h>

#include "backend/step/step.h"
#include "field.h"
#include "machine_internal.h"

/* The field of that name, or without a name the whole word. */
static bool take_field(const struct ls_word_facts *w, const char *name, struct ls_number *out)
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

bool ls_find_number(const struct ls_machine *m, const char *name, struct ls_number *out)
{
	u32 length = (u32)strcspn(name, ".");

	for (const struct ls_memory *s = ls_locks[m->lock]->memory; s->size; s++)
		for (const struct ls_word_facts *w = s->words; w->name; w++)
			if (s->count && ls_is(name, length, w->name)) {
				*out = (struct ls_number){(s->base + w->offset) / 4u, 0, ~0u, s->base / 4u};
				return take_field(w, name + length + (name[length] != '\0'), out);
			}
	return false;
}

const u32 *ls_live_local(const struct ls_machine *m, u32 tid, u32 object, const char *name)
{
	const struct ls_thread *t = &m->thread[tid - 1];
	const struct ls_frame *fr;

	for (u32 at = 0; at < t->sp; at += fr->size) {
		const struct ls_proc *p;

		fr = (const struct ls_frame *)(t->stack + at);
		p = ls_proc_of(m, fr->proc);
		if (!fr->line || (object != LS_NO_WORD && fr->object != object))
			continue;
		for (const struct ls_local *l = p->facts->local; l->name; l++)
			if (!strcmp(l->name, name) && !(p->dead[fr->line] >> l->offset / 4 & 1))
				return (const u32 *)(const void *)(t->stack + at + sizeof *fr + l->offset);
	}
	return NULL;
}
