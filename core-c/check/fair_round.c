/* SPDX-License-Identifier: MIT */
/* One way round in a part of the graph, step by step: to what it has not seen yet by the shortest path, and back. */
#include <stdlib.h>
#include <string.h>

#include "fair.h"

struct walk {
	const struct ls_graph *g;
	const struct ls_fair_part *p;
	struct ls_seen seen;
	u32 at;
	u32 *queue, *came; /* of the search for the next state: the edge that each was come by, + 1 */
	u32 *from;
	ls_action *taken;
	u32 length, room;
};

static u32 bits(u32 set)
{
	return (u32)__builtin_popcount(set);
}

/* How much is still owed on this way. */
static u32 owed(const struct walk *w, const struct ls_seen *seen)
{
	u32 all = (1u << w->g->threads) - 1, n = !seen->passes;

	n += bits(all & ~(u32)(seen->calm | seen->moved)) + bits(seen->picks & ~(u32)seen->moved);
	n += bits(w->p->sleeper & ~(u32)seen->sleeps);
	for (u32 k = 0; k < LS_DUE_KINDS; k++)
		n += bits(all & ~(u32)seen->rests[k]);
	return n;
}

/* Whether that edge and the state behind it pay something of it. A lock that is met free on the way is owed later. */
static bool pays(const struct walk *w, u32 from, u32 edge)
{
	struct ls_seen then = w->seen;

	ls_saw_edge(&then, w->g, from, edge);
	ls_saw_state(&then, w->g, w->g->to[edge]);
	then.picks = w->seen.picks;
	return owed(w, &then) < owed(w, &w->seen);
}

static bool append(struct walk *w, u32 edge)
{
	if (w->length == w->room) {
		u32 room = w->room ? w->room * 2 : 64;
		ls_action *bigger = realloc(w->taken, room * sizeof *bigger);

		if (!bigger)
			return false;
		w->taken = bigger;
		w->room = room;
	}
	w->taken[w->length++] = w->g->by[edge];
	return true;
}

/* Takes the edges that led to `edge`, and it. */
static bool take(struct walk *w, u32 edge, u32 start)
{
	u32 n = 0;

	for (u32 e = edge;; e = w->came[w->from[n - 1]] - 1) {
		u32 lo = 0, hi = w->g->states;

		while (hi - lo > 1) { /* whose row it is in */
			u32 mid = lo + (hi - lo) / 2;

			if (w->g->row[mid] <= e)
				lo = mid;
			else
				hi = mid;
		}
		w->from[n] = lo;
		w->queue[n++] = e;
		if (lo == start)
			break;
	}
	while (n--) {
		ls_saw_edge(&w->seen, w->g, w->from[n], w->queue[n]);
		w->at = w->g->to[w->queue[n]];
		ls_saw_state(&w->seen, w->g, w->at);
		if (!append(w, w->queue[n]))
			return false;
	}
	return true;
}

/* The shortest path to an edge that pays, or, where nothing is owed, to that state. */
static bool go(struct walk *w, u32 home)
{
	bool all_paid = !owed(w, &w->seen);
	u32 start = w->at, count = 0;

	memset(w->came, 0, w->g->states * sizeof *w->came);
	w->queue[count++] = start;
	for (u32 i = 0; i < count; i++) {
		u32 s = w->queue[i];

		for (u32 e = w->g->row[s]; e < w->g->row[s + 1]; e++) {
			u32 to = w->g->to[e];

			if (w->p->region[to] != w->p->part)
				continue;
			if (all_paid ? to == home : pays(w, s, e))
				return take(w, e, start);
			if (to != start && !w->came[to]) {
				w->came[to] = e + 1;
				w->queue[count++] = to;
			}
		}
	}
	return false;
}

u32 ls_fair_round(const struct ls_graph *g, const struct ls_fair_part *p, u32 start, ls_action **actions, u32 *passes)
{
	struct walk w = {.g = g, .p = p, .at = start};

	w.queue = malloc((g->states + 1u) * sizeof *w.queue);
	w.came = malloc((g->states + 1u) * sizeof *w.came);
	w.from = malloc((g->states + 1u) * sizeof *w.from);
	if (w.queue && w.came && w.from) {
		ls_saw_state(&w.seen, g, start);
		while (owed(&w, &w.seen) || w.at != start)
			if (!go(&w, start)) {
				w.length = 0;
				break;
			}
	}
	free(w.queue);
	free(w.came);
	free(w.from);
	*actions = w.taken;
	*passes = w.seen.passes;
	return w.length;
}
