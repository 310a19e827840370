/* SPDX-License-Identifier: MIT */
#include "scenario.h"

#include <string.h>

#include "registry.h"

const struct ls_scenario *ls_scenario_at(u32 i)
{
	for (u32 lock = 0; lock < LS_LOCKS; lock++)
		for (const struct ls_scenario *s = ls_scenario_lists[lock]; s && s->name; s++)
			if (i-- == 0)
				return s;
	return NULL;
}

const struct ls_scenario *ls_scenario_named(const char *name)
{
	const struct ls_scenario *s;

	for (u32 i = 0; (s = ls_scenario_at(i)); i++)
		if (strcmp(s->name, name) == 0)
			return s;
	return NULL;
}

int ls_scenario_config(const struct ls_scenario *s, struct ls_config *c)
{
	const struct ls_role *roles = ls_locks[s->lock]->roles;

	memset(c, 0, sizeof *c);
	c->lock = s->lock;
	c->variant = s->variant;
	c->n = s->n;
	c->rounds = s->rounds;
	c->switches = s->switches;
	memcpy(c->budget, s->budget, sizeof c->budget);
	for (u32 i = 0; s->roles && i < s->n; i++) {
		u8 r = 0;

		while (roles[r].letter && roles[r].letter != s->roles[i])
			r++;
		if (!s->roles[i] || !roles[r].letter)
			return LS_BAD_ROLE;
		c->role[i] = r;
	}
	return 0;
}

bool ls_ends_well(const struct ls_scenario *s)
{
	return s->verdict == LS_OK || (s->topic && !strcmp(s->topic, "data race"));
}
