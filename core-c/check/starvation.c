/* SPDX-License-Identifier: MIT */
#include "starvation.h"

#include <stdlib.h>
#include <string.h>

#include "fair.h"
#include "machine_internal.h"
#include "queue.h"
#include "round.h"
#include "visited.h"

struct ls_starvation_search {
	struct ls_graph g;
	struct ls_machine at, next;
	struct ls_machine first; /* as the threads begin each round */
	struct ls_visited visited;
	struct ls_queue_of_states level[2]; /* being expanded, being found */
	u8 packed[LS_PACKED];
	u32 max_states;
	u32 state, left; /* which is expanded next; how many are left of its level */
	u32 judgements;  /* made so far: of each thread asleep, then of each at all */
	struct ls_starvation found;
};

static bool grow(void **array, u32 room, size_t size)
{
	void *bigger = realloc(*array, room * size);

	if (bigger)
		*array = bigger;
	return bigger != NULL;
}

static bool reserve_state(struct ls_starvation_search *s)
{
	struct ls_graph *g = &s->g;
	u32 room = g->state_room * 2 + 1024;

	if (g->states + 1 < g->state_room)
		return true;
	if (!grow((void **)&g->row, room + 1, sizeof *g->row) || !grow((void **)&g->at, room, sizeof *g->at))
		return false;
	g->state_room = room;
	return true;
}

static bool reserve_edge(struct ls_graph *g)
{
	u32 room = g->edge_room * 2 + 4096;

	if (g->edges < g->edge_room)
		return true;
	if (!grow((void **)&g->to, room, sizeof *g->to) || !grow((void **)&g->by, room, sizeof *g->by))
		return false;
	g->edge_room = room;
	return true;
}

/* The state of m, which may be new. served: whose call has been answered, before this step. LS_NOWHERE: no room. */
static u32 number_of(struct ls_starvation_search *s, const struct ls_machine *m, u16 served, u32 parent, ls_action a)
{
	u32 size = ls_pack(m, s->packed), state;
	u64 print = ls_hash_packed(s->packed, size);

	state = ls_visited_find(&s->visited, print);
	if (state != LS_NOWHERE)
		return state;
	if (s->g.states >= s->max_states || !reserve_state(s) || !ls_visited_reserve(&s->visited) ||
	    !ls_queue_put(&s->level[1], s->packed, size))
		return LS_NOWHERE;
	state = ls_visited_add(&s->visited, print, 0, parent, a);
	s->g.at[state] = (struct ls_standing){.holds = ls_holders(m)};
	s->g.at[state].served = (u16)((served | s->g.at[state].holds) & ~ls_idle(m, &s->first));
	s->g.row[state] = s->g.row[state + 1] = s->g.edges;
	s->g.states++;
	return state;
}

/* Takes one action from s->at. False when memory or the bound ends the search. */
static bool try_action(struct ls_starvation_search *s, u32 from, ls_action a, bool *moved)
{
	u32 to;

	ls_copy(&s->next, &s->at);
	*moved = ls_step(&s->next, a) == LS_MOVED;
	if (!*moved)
		return true;
	to = number_of(s, &s->next, s->g.at[from].served, from, a);
	if (to == LS_NOWHERE || !reserve_edge(&s->g))
		return false;
	s->g.to[s->g.edges] = to;
	s->g.by[s->g.edges++] = a;
	return true;
}

static bool expand(struct ls_starvation_search *s, u32 from)
{
	struct ls_standing seen = {.calm = ls_idle(&s->at, &s->first), .sleeps = ls_sleepers(&s->at)};
	bool moved;

	for (u32 tid = 1; tid <= s->at.n; tid++) {
		if (!try_action(s, from, LS_STEP_OF(tid), &moved))
			return false;
		if (!moved)
			seen.calm |= (u16)(1u << (tid - 1));
		else if (ls_takes_fair_lock(&s->next.rec))
			seen.picks |= (u16)(1u << (tid - 1));
	}
	for (u32 kind = 1; kind < LS_ENV_KINDS; kind++) {
		if (kind != LS_ENV_RUN && !s->at.budget[kind])
			continue;
		for (u32 tid = 1; tid <= s->at.n; tid++) {
			if (!try_action(s, from, LS_ENV_OF(kind, tid), &moved))
				return false;
			if (moved && ls_is_certain(kind))
				seen.due[kind - LS_ENV_RUN] |= (u16)(1u << (tid - 1));
		}
	}
	seen.holds = s->g.at[from].holds;
	seen.served = s->g.at[from].served;
	seen.waits = (u16)(~(ls_idle(&s->at, &s->first) | seen.served) & ((1u << s->at.n) - 1));
	s->g.at[from] = seen;
	return true;
}

/* What is not expanded has no edges, and nobody waits in it. */
static void leave_out_from(struct ls_starvation_search *s, u32 state)
{
	s->g.edges = s->g.row[state];
	for (; state <= s->g.states; state++)
		s->g.row[state] = s->g.edges;
	s->found.built = true;
}

/* So many states more, of all that there are, as far as the bound and the memory go. */
static void build(struct ls_starvation_search *s, u32 states)
{
	for (; states && s->state < s->g.states; states--, s->state++, s->left--) {
		if (!s->left) {
			struct ls_queue_of_states done = s->level[0];

			s->level[0] = s->level[1];
			s->level[1] = done;
			ls_queue_clear(&s->level[1]);
			s->left = s->level[0].count;
			s->found.depth += s->state > 0;
		}
		ls_queue_take(&s->level[0], &s->at);
		s->g.row[s->state] = s->g.edges;
		if (!expand(s, s->state)) {
			leave_out_from(s, s->state);
			return;
		}
		s->g.row[s->state + 1] = s->g.edges;
	}
	if (s->state == s->g.states)
		s->found.built = s->found.complete = true;
}

/* So many states of a part are tried for the start of the way round. */
enum { STARTS = 48 };

/* The shortest schedule of that part, where none of another thread is shorter. Of equal ones the last is told: in a
 * story T1 comes first, and others wait for it. */
static void shorten(struct ls_starvation_search *s, const struct ls_fair_part *p, u32 tid, struct ls_starvation *out)
{
	for (u32 state = p->first, tried = 0; state < s->g.states && tried < STARTS; state++) {
		u32 lead = ls_visited_depth(&s->visited, state), passes, round;
		ls_action *actions, *path;

		if (p->region[state] != p->part || (out->tid && lead > out->lead + out->round))
			continue;
		tried++;
		round = ls_fair_round(&s->g, p, state, &actions, &passes);
		path = round && (!out->tid || lead + round <= out->lead + out->round)
			   ? malloc((lead + round) * sizeof *path)
			   : NULL;
		if (path) {
			ls_visited_path(&s->visited, state, path);
			memcpy(path + lead, actions, round * sizeof *path);
			free(out->path);
			out->path = path;
			out->tid = tid;
			out->lead = lead;
			out->round = round;
			out->passes = passes;
		}
		free(actions);
	}
}

/* Whether that thread may be passed; sleeps: on ways on which it is asleep. False when memory ran out. */
static bool judge(struct ls_starvation_search *s, u32 tid, bool sleeps)
{
	struct ls_starvation *out = &s->found;
	struct ls_fair_part p;
	bool known = ls_fair_find(&s->g, tid, sleeps, &p);

	if (known && p.part) {
		*(sleeps ? &out->asleep : &out->who) |= 1u << (tid - 1);
		if (sleeps || !out->asleep)
			shorten(s, &p, tid, out);
	}
	free(p.region);
	return known;
}

struct ls_starvation_search *ls_starvation_new(const struct ls_config *c, u32 max_states)
{
	struct ls_starvation_search *s = calloc(1, sizeof *s);

	if (!s)
		return NULL;
	if (c->rounds == LS_ENDLESS && !ls_reset(&s->first, c) && ls_visited_init(&s->visited, false)) {
		s->at = s->next = s->first;
		s->g.threads = (u8)s->at.n;
		s->max_states = max_states;
		if (number_of(s, &s->at, 0, LS_NOWHERE, 0) != LS_NOWHERE)
			return s;
	}
	ls_starvation_free(s);
	return NULL;
}

bool ls_starvation_slice(struct ls_starvation_search *s, u32 states)
{
	u32 n = s->g.threads;

	if (!s->found.built) {
		build(s, states);
	} else if (!s->found.judged) {
		if (!judge(s, s->judgements % n + 1, s->judgements < n))
			return false;
		s->found.judged = ++s->judgements == 2 * n;
	}
	s->found.states = s->g.states;
	s->found.transitions = s->g.edges;
	return !s->found.judged;
}

const struct ls_starvation *ls_starvation_found(const struct ls_starvation_search *s)
{
	return &s->found;
}

void ls_starvation_free(struct ls_starvation_search *s)
{
	if (!s)
		return;
	ls_visited_free(&s->visited);
	ls_queue_free(&s->level[0]);
	ls_queue_free(&s->level[1]);
	free(s->g.row);
	free(s->g.to);
	free(s->g.by);
	free(s->g.at);
	free(s->found.path);
	free(s);
}

bool ls_find_starvation(const struct ls_config *c, u32 max_states, struct ls_starvation *out)
{
	struct ls_starvation_search *s = ls_starvation_new(c, max_states);

	*out = (struct ls_starvation){0};
	if (s) {
		while (ls_starvation_slice(s, UINT32_MAX))
			;
		*out = s->found;
		s->found.path = NULL;
	}
	ls_starvation_free(s);
	return out->judged;
}
