/* SPDX-License-Identifier: MIT */
#include "repair.h"

#include <string.h>

#include "registry.h"
#include "scenario.h"

const struct ls_repair *ls_repair_at(u32 i)
{
	for (u32 lock = 0; lock < LS_LOCKS; lock++)
		for (const struct ls_repair *r = ls_repair_lists[lock]; r && r->name; r++)
			if (i-- == 0)
				return r;
	return NULL;
}

int ls_repair_config(const struct ls_repair *r, struct ls_config *c)
{
	struct ls_scenario s = {
	    .lock = r->lock, .variant = r->variant, .n = r->n, .rounds = r->rounds, .roles = r->roles};

	memcpy(s.budget, r->budget, sizeof s.budget);
	return ls_scenario_config(&s, c);
}
