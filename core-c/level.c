/* SPDX-License-Identifier: MIT */
#include "level.h"

#include <string.h>

#include "registry.h"
#include "scenario.h"

const struct ls_level *ls_level_at(u32 i)
{
	for (u32 lock = 0; lock < LS_LOCKS; lock++)
		for (const struct ls_level *l = ls_level_lists[lock]; l && l->name; l++)
			if (i-- == 0)
				return l;
	return NULL;
}

const struct ls_level *ls_level_named(const char *name)
{
	const struct ls_level *l;

	for (u32 i = 0; (l = ls_level_at(i)); i++)
		if (strcmp(l->name, name) == 0)
			return l;
	return NULL;
}

int ls_level_config(const struct ls_level *l, struct ls_config *c)
{
	struct ls_scenario s = {.lock = l->lock,
				.variant = l->variant,
				.n = l->n,
				.rounds = l->rounds,
				.roles = l->roles,
				.switches = l->switches};

	memcpy(s.budget, l->budget, sizeof s.budget);
	return ls_scenario_config(&s, c);
}
