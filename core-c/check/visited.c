/* SPDX-License-Identifier: MIT */
#include "visited.h"

#include <stdlib.h>

#define FIRST_ROOM (1u << 12)
#define FIRST_TABLE (1u << 14)

/* What could be made longer is; `room` is that of the shortest. */
static bool grow_states(struct ls_visited *v)
{
	u32 room = v->room ? v->room * 2 : FIRST_ROOM;
	u64 *print = realloc(v->print, room * sizeof *print);
	u32 *parent = realloc(v->parent, room * sizeof *parent);
	ls_action *action = realloc(v->action, room * sizeof *action);
	u32 *reached = v->staged ? realloc(v->reached, room * sizeof *reached) : NULL;

	if (print)
		v->print = print;
	if (parent)
		v->parent = parent;
	if (action)
		v->action = action;
	if (reached)
		v->reached = reached;
	if (!print || !parent || !action || (v->staged && !reached))
		return false;
	v->room = room;
	return true;
}

static void insert(struct ls_visited *v, u32 state)
{
	u32 slot = (u32)v->print[state] & v->table_mask;

	while (v->table[slot])
		slot = (slot + 1) & v->table_mask;
	v->table[slot] = state + 1;
}

static bool grow_table(struct ls_visited *v)
{
	u32 size = v->table ? (v->table_mask + 1) * 2 : FIRST_TABLE;
	u32 *table = calloc(size, sizeof *table);

	if (!table)
		return false;
	free(v->table);
	v->table = table;
	v->table_mask = size - 1;
	for (u32 i = 0; i < v->count; i++)
		insert(v, i);
	return true;
}

bool ls_visited_init(struct ls_visited *v, bool staged)
{
	*v = (struct ls_visited){.staged = staged};
	return grow_states(v) && grow_table(v);
}

void ls_visited_free(struct ls_visited *v)
{
	free(v->print);
	free(v->parent);
	free(v->action);
	free(v->reached);
	free(v->table);
}

bool ls_visited_reserve(struct ls_visited *v)
{
	return (v->count < v->room || grow_states(v)) && (v->count * 2 <= v->table_mask || grow_table(v));
}

u32 ls_visited_add(struct ls_visited *v, u64 print, u32 reached, u32 parent, ls_action action)
{
	u32 state = v->count++;

	v->print[state] = print;
	v->parent[state] = parent;
	v->action[state] = action;
	if (v->staged)
		v->reached[state] = reached;
	insert(v, state);
	return state;
}

u64 ls_visited_sum(const struct ls_visited *v)
{
	u64 sum = 0;

	for (u32 i = 0; i < v->count; i++)
		sum += v->print[i];
	return sum;
}

u32 ls_visited_depth(const struct ls_visited *v, u32 state)
{
	u32 depth = 0;

	for (; state != LS_NOWHERE && v->parent[state] != LS_NOWHERE; state = v->parent[state])
		depth++;
	return depth;
}

void ls_visited_path(const struct ls_visited *v, u32 state, ls_action *out)
{
	for (u32 n = ls_visited_depth(v, state); n; state = v->parent[state])
		out[--n] = v->action[state];
}
