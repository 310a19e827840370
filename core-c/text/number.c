/* SPDX-License-Identifier: MIT */
#include "number.h"

#include <string.h>

#include "field.h"

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
