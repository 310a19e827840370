/* SPDX-License-Identifier: MIT */
#include "places.h"

#include <string.h>

u8 ls_place_named(u8 lock, const char *function, u32 n)
{
	const struct ls_places *known = ls_places[lock];

	for (u32 i = 0; known && i < known->count; i++)
		if (strlen(known->place[i].function) == n && !memcmp(known->place[i].function, function, n))
			return (u8)(i + 1);
	return 0;
}

const char *ls_place_of(u8 lock, const struct ls_event *e)
{
	return e->place ? ls_places[lock]->place[e->place - 1].function : NULL;
}

bool ls_is_at_place(u8 lock, const struct ls_event *e, u8 proc)
{
	return !e->place || (proc < 64 && ls_places[lock]->place[e->place - 1].procs >> proc & 1);
}
