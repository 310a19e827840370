/* SPDX-License-Identifier: MIT */
/* Questions about the locks that build/generated/facts.c describes. Also compiled for the kernel. */
#include "registry.h"

#ifdef __KERNEL__
#include <linux/string.h>
#else
#include <string.h>
#endif

u32 ls_variants_of(u8 lock)
{
	u32 count = 0;

	while (ls_locks[lock]->variants[count].name)
		count++;
	return count;
}

u32 ls_switches_of(u8 lock)
{
	u32 count = 0;

	while (ls_locks[lock]->switches[count].name)
		count++;
	return count;
}

u32 ls_roles_of(u8 lock)
{
	u32 count = 0;

	while (ls_locks[lock]->roles[count].letter)
		count++;
	return count;
}

bool ls_switch_mends(const struct ls_switch *s)
{
	return s->kind == LS_SWITCH_MENDS;
}

u32 ls_mends_of(u8 lock)
{
	u32 all = (u32)((1ull << ls_switches_of(lock)) - 1);

	return all & ~ls_locks[lock]->planted;
}

const struct ls_variant *ls_any_variant(u32 i)
{
	for (u32 lock = 0; lock < LS_LOCK_SLOTS; lock++)
		for (const struct ls_variant *v = ls_locks[lock] ? ls_locks[lock]->variants : NULL; v && v->name; v++)
			if (i-- == 0)
				return v;
	return NULL;
}

const struct ls_switch *ls_any_switch(u32 i)
{
	for (u32 lock = 0; lock < LS_LOCK_SLOTS; lock++)
		for (const struct ls_switch *s = ls_locks[lock] ? ls_locks[lock]->switches : NULL; s && s->name; s++)
			if (i-- == 0)
				return s;
	return NULL;
}

u32 ls_variant_count(void)
{
	u32 count = 0;

	while (ls_any_variant(count))
		count++;
	return count;
}

const struct ls_variant *ls_variant_named(const char *name)
{
	const struct ls_variant *v;

	for (u32 i = 0; (v = ls_any_variant(i)); i++)
		if (strcmp(v->name, name) == 0)
			return v;
	return NULL;
}

const struct ls_variant *ls_variant_at(u8 lock, u8 index)
{
	return index < ls_variants_of(lock) ? &ls_locks[lock]->variants[index] : NULL;
}

const struct ls_switch *ls_switch_at(u8 lock, u8 index)
{
	return index < ls_switches_of(lock) ? &ls_locks[lock]->switches[index] : NULL;
}

const struct ls_switch *ls_switch_named(u8 lock, const char *name, size_t length)
{
	for (const struct ls_switch *s = ls_locks[lock]->switches; s->name; s++)
		if (strlen(s->name) == length && strncmp(s->name, name, length) == 0)
			return s;
	return NULL;
}

const struct ls_invariant *ls_broken(const struct ls_machine *m)
{
	for (const struct ls_invariant *i = ls_locks[m->lock]->invariants; i->name; i++)
		if (!i->holds(m, m->mem))
			return i;
	return NULL;
}

const struct ls_memory *ls_memory_of(const struct ls_machine *m, u32 word, u32 *element)
{
	for (const struct ls_memory *s = ls_locks[m->lock]->memory; s->size; s++) {
		u32 at = 4 * word - s->base;

		if (4 * word >= s->base && at < ls_elements(s, m->n) * s->size) {
			*element = at < s->size ? 0 : at / s->size;
			return s;
		}
	}
	return NULL;
}

bool ls_has_word(const struct ls_machine *m, u32 word)
{
	u32 element;
	const struct ls_memory *s = ls_memory_of(m, word, &element);

	return s && (s->count || element);
}
