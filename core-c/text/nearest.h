/* SPDX-License-Identifier: MIT */
/* Which of the known names was meant? For messages: "; did you mean count?" */
#ifndef LOCKSTEP_TEXT_NEAREST_H
#define LOCKSTEP_TEXT_NEAREST_H

#include "text.h"

struct ls_nearest {
	const char *name; /* as given; length of it counts */
	u32 length, least;
	const char *best; /* the nearest so far, or NULL: none is near */
};

void ls_nearest_start(struct ls_nearest *n, const char *name, u32 length);
void ls_nearest_try(struct ls_nearest *n, const char *known);
/* "; did you mean count?", or nothing. */
void ls_nearest_put(const struct ls_nearest *n, struct ls_text *out);

#endif
