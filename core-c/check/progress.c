/* SPDX-License-Identifier: MIT */
#include "progress.h"

#include <stdlib.h>
#include <string.h>

static bool append(u32 **array, u32 *count, u32 *room, u32 value)
{
	if (*count == *room) {
		u32 bigger = *room ? *room * 2 : 1 << 12;
		u32 *p = realloc(*array, bigger * sizeof *p);

		if (!p)
			return false;
		*array = p;
		*room = bigger;
	}
	(*array)[(*count)++] = value;
	return true;
}

void ls_edges_from(struct ls_edges *g)
{
	if (!g->lost && !append(&g->row, &g->rows, &g->row_room, g->count))
		g->lost = true;
}

void ls_edges_add(struct ls_edges *g, u32 to)
{
	if (g->lost)
		return;
	if (g->count >= g->max || !append(&g->to, &g->count, &g->to_room, to)) {
		g->lost = true;
		ls_edges_free(g);
	}
}

void ls_edges_final(struct ls_edges *g, u32 state)
{
	if (!g->lost && !append(&g->final, &g->finals, &g->final_room, state))
		g->lost = true;
}

/* The same edges, turned round: from[back[s]..back[s+1]) lead to s. */
static bool reverse(const struct ls_edges *g, u32 states, u32 **from, u32 **back)
{
	u32 *b = calloc(states + 1u, sizeof *b), *f = malloc((g->count + 1u) * sizeof *f);

	*back = b;
	*from = f;
	if (!b || !f)
		return false;
	for (u32 i = 0; i < g->count; i++)
		b[g->to[i]]++;
	for (u32 s = 1; s <= states; s++)
		b[s] += b[s - 1]; /* b[s] = end of the row of s */
	for (u32 s = g->rows; s-- > 0;) {
		u32 end = s + 1 < g->rows ? g->row[s + 1] : g->count;

		for (u32 i = g->row[s]; i < end; i++)
			f[--b[g->to[i]]] = s;
	}
	b[states] = g->count;
	return true;
}

bool ls_edges_judge(struct ls_edges *g, u32 states, u32 *trap)
{
	u32 *from = NULL, *back = NULL, *todo = NULL, n = 0;
	u8 *good = NULL;
	bool judged = false;

	if (g->lost || !reverse(g, states, &from, &back))
		goto out;
	todo = malloc((states + 1u) * sizeof *todo);
	good = calloc(states + 1u, 1);
	if (!todo || !good)
		goto out;
	for (u32 i = 0; i < g->finals; i++) {
		good[g->final[i]] = 1;
		todo[n++] = g->final[i];
	}
	while (n) {
		u32 s = todo[--n];

		for (u32 i = back[s]; i < back[s + 1]; i++)
			if (!good[from[i]]) {
				good[from[i]] = 1;
				todo[n++] = from[i];
			}
	}
	judged = true;
	for (u32 s = 0; s < states; s++)
		if (!good[s]) {
			*trap = s;
			break;
		}
out:
	free(from);
	free(back);
	free(todo);
	free(good);
	return judged;
}

void ls_edges_free(struct ls_edges *g)
{
	free(g->to);
	free(g->row);
	free(g->final);
	g->to = g->row = g->final = NULL;
	g->count = g->rows = g->finals = g->to_room = g->row_room = g->final_room = 0;
}
