/* SPDX-License-Identifier: MIT */
/* Fields of a word: by name, and their values. */
#ifndef LOCKSTEP_TEXT_FIELD_H
#define LOCKSTEP_TEXT_FIELD_H

#include "registry.h"
#include "text.h"

/* Of its value, once that is shifted down. */
static inline u32 ls_field_mask(const struct ls_field *f)
{
	return f->bits == 32 ? ~0u : (1u << f->bits) - 1;
}

static inline bool ls_field_there(const struct ls_field *f, u32 word)
{
	return !f->when || (word >> (f->when & 31) & 1) != (f->when & LS_WITHOUT(0)) >> 7;
}

/* 0 where the word, being what it is, has no such field. */
static inline u32 ls_field_value(const struct ls_field *f, u32 word)
{
	return !ls_field_there(f, word) ? 0 : word >> f->shift & ls_field_mask(f);
}

/* NULL where the word has none of that name. */
static inline const struct ls_field *ls_field_named(const struct ls_word_facts *w, const char *name, u32 length)
{
	for (const struct ls_field *f = w->field; f < w->field + LS_MAX_FIELDS && f->name; f++)
		if (ls_is(name, length, f->name))
			return f;
	return NULL;
}

#endif
