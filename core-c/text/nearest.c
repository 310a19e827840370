/* SPDX-License-Identifier: MIT */
#include "nearest.h"

#include <string.h>

enum { LONGEST = 40 };

static u32 least_of(u32 a, u32 b)
{
	return a < b ? a : b;
}

/* Changed, missing, added and swapped letters between two names. */
static u32 distance(const char *a, u32 la, const char *b, u32 lb)
{
	u32 rows[3][LONGEST + 1], *old = rows[0], *before = rows[1], *row = rows[2];

	for (u32 j = 0; j <= lb; j++)
		before[j] = j;
	for (u32 i = 1; i <= la; i++) {
		u32 *oldest = old;

		row[0] = i;
		for (u32 j = 1; j <= lb; j++) {
			row[j] = least_of(least_of(before[j], row[j - 1]) + 1, before[j - 1] + (a[i - 1] != b[j - 1]));
			if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
				row[j] = least_of(row[j], old[j - 2] + 1);
		}
		old = before;
		before = row;
		row = oldest;
	}
	return before[lb];
}

void ls_nearest_start(struct ls_nearest *n, const char *name, u32 length)
{
	u32 limit = length / 3;

	n->name = name;
	n->length = length;
	n->least = (limit < 1 ? 1 : limit > 3 ? 3 : limit) + 1;
	n->best = NULL;
}

void ls_nearest_try(struct ls_nearest *n, const char *known)
{
	u32 length = (u32)strlen(known), found;

	if (n->length > LONGEST || length > LONGEST)
		return;
	found = distance(n->name, n->length, known, length);
	if (found < n->least) {
		n->least = found;
		n->best = known;
	}
}

void ls_nearest_put(const struct ls_nearest *n, struct ls_text *out)
{
	if (n->best)
		ls_putf(out, "; did you mean %s?", n->best);
}
