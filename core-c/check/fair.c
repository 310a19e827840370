/* SPDX-License-Identifier: MIT */
#include "fair.h"

#include <stdlib.h>
#include <string.h>

void ls_saw_state(struct ls_seen *seen, const struct ls_graph *g, u32 state)
{
	const struct ls_standing *at = &g->at[state];

	seen->calm |= at->calm;
	seen->picks |= at->picks;
	seen->sleeps |= at->sleeps;
	for (u32 k = 0; k < LS_DUE_KINDS; k++)
		seen->rests[k] |= (u16)~at->due[k];
}

void ls_saw_edge(struct ls_seen *seen, const struct ls_graph *g, u32 from, u32 edge)
{
	ls_action a = g->by[edge];
	u16 who = (u16)(1u << (LS_ACTION_TID(a) - 1));

	if (!LS_ACTION_ENV(a))
		seen->moved |= who;
	else if (ls_is_certain(LS_ACTION_ENV(a)))
		seen->rests[LS_ACTION_ENV(a) - LS_ENV_RUN] |= who;
	if (g->at[g->to[edge]].holds & ~g->at[from].holds)
		seen->passes++;
}

bool ls_is_fair(const struct ls_seen *seen, const struct ls_graph *g)
{
	u32 all = (1u << g->threads) - 1;

	if (((seen->calm | seen->moved) & all) != all)
		return false;
	for (u32 k = 0; k < LS_DUE_KINDS; k++)
		if ((seen->rests[k] & all) != all)
			return false;
	return true;
}

/* Tarjan's strongly connected components, without recursion, of each region by itself. */
struct finder {
	const struct ls_graph *g;
	u32 *region, *next; /* before this pass, and after it */
	u32 *index, *low;   /* 0: not met yet */
	u32 *open, opens;   /* states whose component is not closed yet */
	u32 *way, *edge;    /* the path under way, and the edge of each of its states that comes next */
	u32 met, parts;
	u16 sleeper;
	bool split; /* a component has lost states, and is to be looked at again */
};

static bool same_region(const struct finder *f, u32 from, u32 to)
{
	return f->region[to] && f->region[to] == f->region[from];
}

/* What can be seen in a component, which has its new number already. False: it has no edge. */
static bool look(const struct finder *f, const u32 *states, u32 n, u32 part, struct ls_seen *seen)
{
	bool round = false;

	*seen = (struct ls_seen){0};
	for (u32 i = 0; i < n; i++) {
		ls_saw_state(seen, f->g, states[i]);
		for (u32 e = f->g->row[states[i]]; e < f->g->row[states[i] + 1]; e++)
			if (f->next[f->g->to[e]] == part) {
				round = true;
				ls_saw_edge(seen, f->g, states[i], e);
			}
	}
	return round;
}

/*
 * Keeps a component that a fair way goes round in. Where a lock is free and one who wants it never gets it, no fair way
 * goes through these states again and again: they are left out, and what is left is looked at once more.
 */
static void close_component(struct finder *f, const u32 *states, u32 n)
{
	u32 part = ++f->parts;
	struct ls_seen seen;
	u16 owed;

	for (u32 i = 0; i < n; i++)
		f->next[states[i]] = part;
	if (!look(f, states, n, part, &seen) || !seen.passes || (f->sleeper & ~seen.sleeps) ||
	    !ls_is_fair(&seen, f->g)) {
		for (u32 i = 0; i < n; i++)
			f->next[states[i]] = 0;
		return;
	}
	owed = (u16)(seen.picks & ~seen.moved);
	for (u32 i = 0; owed && i < n; i++)
		if (f->g->at[states[i]].picks & owed) {
			f->next[states[i]] = 0;
			f->split = true;
		}
}

static void enter(struct finder *f, u32 depth, u32 state)
{
	f->index[state] = f->low[state] = ++f->met;
	f->open[f->opens++] = state;
	f->way[depth] = state;
	f->edge[depth] = f->g->row[state];
}

/* Of a state that is done with: closes its component where it is the first of it. */
static void leave(struct finder *f, u32 state)
{
	u32 n = 0;

	if (f->low[state] != f->index[state])
		return;
	do {
		n++;
		f->low[f->open[f->opens - n]] = 0; /* closed: nobody's low follows it any more */
	} while (f->open[f->opens - n] != state);
	f->opens -= n;
	close_component(f, f->open + f->opens, n);
}

static void components_from(struct finder *f, u32 root)
{
	u32 depth = 1;

	enter(f, 0, root);
	while (depth) {
		u32 state = f->way[depth - 1], to;

		if (f->edge[depth - 1] == f->g->row[state + 1]) {
			u32 low = f->low[state];

			leave(f, state);
			if (--depth && f->low[state] && low < f->low[f->way[depth - 1]])
				f->low[f->way[depth - 1]] = low;
			continue;
		}
		to = f->g->to[f->edge[depth - 1]++];
		if (!same_region(f, state, to))
			continue;
		if (!f->index[to])
			enter(f, depth++, to);
		else if (f->low[to] && f->index[to] < f->low[state])
			f->low[state] = f->index[to];
	}
}

static void pass(struct finder *f)
{
	u32 states = f->g->states, *regions = f->region;

	memset(f->index, 0, states * sizeof *f->index);
	memset(f->next, 0, states * sizeof *f->next);
	f->met = 0;
	f->split = false;
	for (u32 s = 0; s < states; s++)
		if (f->region[s] && !f->index[s])
			components_from(f, s);
	f->region = f->next;
	f->next = regions;
}

bool ls_fair_find(const struct ls_graph *g, u32 tid, bool sleeps, struct ls_fair_part *p)
{
	u32 n = g->states, *room = malloc((5 * (size_t)n + 1) * sizeof *room);
	struct finder f = {.g = g, .parts = 1, .sleeper = (u16)((u32)sleeps << (tid - 1))};

	*p = (struct ls_fair_part){.sleeper = f.sleeper};
	f.region = calloc(n + 1u, sizeof *f.region);
	f.next = calloc(n + 1u, sizeof *f.next);
	if (room && f.region && f.next) {
		f.index = room;
		f.low = room + n;
		f.open = room + 2 * (size_t)n;
		f.way = room + 3 * (size_t)n;
		f.edge = room + 4 * (size_t)n;
		for (u32 s = 0; s < n; s++)
			f.region[s] = g->at[s].waits >> (tid - 1) & 1;
		do
			pass(&f);
		while (f.split);
		p->region = f.region;
		f.region = NULL;
		for (u32 s = n; s--;)
			if (p->region[s]) {
				p->part = p->region[s];
				p->first = s;
			}
	}
	free(room);
	free(f.region);
	free(f.next);
	return p->region != NULL;
}
