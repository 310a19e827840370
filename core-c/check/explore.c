/* SPDX-License-Identifier: MIT */
#include "explore.h"

#include <stdlib.h>
#include <string.h>

#include "machine_internal.h"
#include "registry.h"
#include "progress.h"
#include "queue.h"
#include "visited.h"

struct ls_explorer {
	struct ls_explore_stats stats;
	struct ls_machine at, next;
	struct ls_machine first; /* with endless rounds: as the threads begin each of them */
	bool endless;
	u8 packed[LS_PACKED]; /* the successor that is looked at */
	u32 packed_size;
	u32 max_states;
	struct ls_visited visited;
	const struct ls_target *target;     /* NULL: faults are looked for */
	struct ls_queue_of_states level[2]; /* being expanded, being found */
	u32 left;                           /* states still to expand in level[0] */
	u32 fault;                          /* the state that the verdict is about */
	struct ls_edges edges;
};

static void finish(struct ls_explorer *e, enum ls_verdict v, const char *what, u32 state)
{
	u64 sum = ls_visited_sum(&e->visited);

	e->stats.done = 1;
	e->stats.verdict = v;
	e->stats.what = what;
	e->fault = state;
	e->stats.path_length = ls_visited_depth(&e->visited, state);
	e->stats.sum_low = (u32)sum;
	e->stats.sum_high = (u32)(sum >> 32);
}

/* Between two rounds: its frames are those with which it began. */
static bool is_between(const struct ls_thread *t, const struct ls_thread *first)
{
	return t->sp == first->sp && !memcmp(t->stack, first->stack, t->sp);
}

/* What from every state a schedule must lead to. */
static bool is_final(const struct ls_explorer *e, const struct ls_machine *m)
{
	if (!e->endless)
		return ls_finished(m);
	for (u32 i = 0; i < m->n; i++)
		if (m->thread[i].status < LS_DONE && !is_between(&m->thread[i], &e->first.thread[i]))
			return false;
	return true;
}

/* What is to be said of a new state. False when the search ends here. */
static bool judge(struct ls_explorer *e, const struct ls_machine *m, u32 state)
{
	const char *what;
	enum ls_verdict v = ls_judge_safety(m, &what);

	if (v != LS_OK) {
		finish(e, v, what, state);
		return false;
	}
	if (is_final(e, m)) {
		e->stats.finals++;
		ls_edges_final(&e->edges, state);
	}
	return true;
}

/* The same where a target is looked for. */
static bool is_short_of_target(struct ls_explorer *e, u32 state)
{
	if (e->visited.reached[state] != e->target->wanted)
		return true;
	e->stats.found = 1;
	finish(e, LS_OK, NULL, state);
	return false;
}

/* Adds a state that was not known. False when the search ends here. */
static bool add(struct ls_explorer *e, const struct ls_machine *m, u64 print, u32 reached, u32 parent, ls_action action)
{
	u32 state;

	if (e->stats.states >= e->max_states) {
		finish(e, LS_BOUNDED, NULL, LS_NOWHERE);
		return false;
	}
	if (!ls_visited_reserve(&e->visited) || !ls_queue_put(&e->level[1], e->packed, e->packed_size)) {
		finish(e, LS_BOUNDED, "memory ran out", LS_NOWHERE);
		return false;
	}
	state = ls_visited_add(&e->visited, print, reached, parent, action);
	e->stats.states++;
	return e->target ? is_short_of_target(e, state) : judge(e, m, state);
}

/* Takes one action from e->at. True when it moved; e->next is then the successor. */
static bool try_action(struct ls_explorer *e, ls_action a, bool *clean)
{
	if (!*clean)
		ls_copy(&e->next, &e->at);
	*clean = ls_step(&e->next, a) != LS_MOVED;
	return !*clean;
}

/* Packs m, to be added perhaps; returns the fingerprint of it and of how far it has come. */
static u64 pack(struct ls_explorer *e, const struct ls_machine *m, u32 reached)
{
	e->packed_size = ls_pack(m, e->packed);
	return ls_hash_packed(e->packed, e->packed_size) + reached * 0x9e3779b97f4a7c15u;
}

/* What may never come rescues nobody: a signal, a kill, a preemption, a spurious wake-up. */
static bool is_certain(ls_action a)
{
	return !LS_ACTION_ENV(a) || ls_is_certain(LS_ACTION_ENV(a));
}

static bool successor(struct ls_explorer *e, u32 from, ls_action a)
{
	u32 reached = e->target ? e->target->reached(e->target->of, &e->next, e->visited.reached[from]) : 0;
	u64 print = pack(e, &e->next, reached);
	u32 to = ls_visited_find(&e->visited, print);

	e->stats.transitions++;
	if (e->target && reached > e->target->wanted)
		return true;
	if (to == LS_NOWHERE) {
		to = e->stats.states;
		if (!add(e, &e->next, print, reached, from, a))
			return false;
	}
	if (is_certain(a))
		ls_edges_add(&e->edges, to);
	return true;
}

/* Takes every step from e->at. False when the search ends here. */
static bool expand(struct ls_explorer *e, u32 from)
{
	bool clean = false, can_move = false;

	for (u32 tid = 1; tid <= e->at.n; tid++)
		if (try_action(e, LS_STEP_OF(tid), &clean)) {
			can_move = true;
			if (!successor(e, from, LS_STEP_OF(tid)))
				return false;
		}
	for (u32 kind = 1; kind < LS_ENV_KINDS; kind++) {
		if (kind != LS_ENV_RUN && !e->at.budget[kind])
			continue;
		for (u32 tid = 1; tid <= e->at.n; tid++)
			if (try_action(e, LS_ENV_OF(kind, tid), &clean)) {
				can_move |= is_certain(LS_ENV_OF(kind, tid));
				e->stats.used |= 1u << kind;
				if (!successor(e, from, LS_ENV_OF(kind, tid)))
					return false;
			}
	}
	if (!can_move && !e->target && !ls_finished(&e->at)) {
		finish(e, ls_judge_stuck(&e->at), NULL, from);
		return false;
	}
	return true;
}

/*
 * A fault is met when its state is found, a stuck state only when its own steps are tried. So one that is left of the
 * level under way has a step less than the fault, and is told in its place.
 */
static void prefer_stuck(struct ls_explorer *e)
{
	for (u32 state = e->stats.expanded + 1; e->left; e->left--, state++) {
		ls_queue_take(&e->level[0], &e->at);
		if (!ls_finished(&e->at) && ls_stuck(&e->at)) {
			finish(e, ls_judge_stuck(&e->at), NULL, state);
			return;
		}
	}
}

static void conclude(struct ls_explorer *e)
{
	u32 trap = LS_NOWHERE;

	if (e->target) {
		finish(e, LS_OK, NULL, LS_NOWHERE);
		return;
	}
	e->stats.progress_judged = ls_edges_judge(&e->edges, e->stats.states, &trap);
	if (trap != LS_NOWHERE)
		finish(e, LS_NO_PROGRESS, NULL, trap);
	else
		finish(e, LS_OK, NULL, LS_NOWHERE);
}

bool ls_explore_slice(struct ls_explorer *e, u32 budget)
{
	while (budget-- && !e->stats.done) {
		if (!e->left) {
			struct ls_queue_of_states done = e->level[0];

			if (!e->level[1].count) {
				conclude(e);
				break;
			}
			e->level[0] = e->level[1];
			e->level[1] = done;
			ls_queue_clear(&e->level[1]);
			e->left = e->level[0].count;
			if (e->stats.expanded)
				e->stats.depth++;
		}
		ls_queue_take(&e->level[0], &e->at);
		e->left--;
		ls_edges_from(&e->edges);
		if (expand(e, e->stats.expanded))
			e->stats.expanded++;
		else if (!e->target && (e->stats.verdict == LS_VIOLATED || e->stats.verdict == LS_BUGGED))
			prefer_stuck(e);
	}
	e->stats.collision = (double)e->stats.states * e->stats.states / 2 / 18446744073709551616.0;
	return !e->stats.done;
}

/* e has its first state. */
static struct ls_explorer *begin(struct ls_explorer *e, u32 max_states, u32 reached)
{
	e->max_states = max_states;
	if (!ls_visited_init(&e->visited, e->target != NULL)) {
		ls_explore_free(e);
		return NULL;
	}
	e->next = e->at;
	add(e, &e->at, pack(e, &e->at, reached), reached, LS_NOWHERE, 0);
	return e;
}

static struct ls_explorer *explore(const struct ls_config *config, const struct ls_machine *m, u32 max_states,
				   u32 max_edges)
{
	struct ls_explorer *e = calloc(1, sizeof *e);

	if (!e || ls_reset(&e->first, config)) {
		free(e);
		return NULL;
	}
	e->at = m ? *m : e->first;
	e->edges.max = max_edges;
	e->endless = config->rounds == LS_ENDLESS;
	return begin(e, max_states, 0);
}

struct ls_explorer *ls_explore_new(const struct ls_config *config, u32 max_states, u32 max_edges)
{
	return explore(config, NULL, max_states, max_edges);
}

struct ls_explorer *ls_explore_from(const struct ls_config *config, const struct ls_machine *m, u32 max_states,
				    u32 max_edges)
{
	return explore(config, m, max_states, max_edges);
}

struct ls_explorer *ls_explore_to(const struct ls_machine *m, u32 reached, const struct ls_target *target,
				  u32 max_states)
{
	struct ls_explorer *e = calloc(1, sizeof *e);

	if (!e)
		return NULL;
	e->at = *m;
	e->at.rec = (struct ls_record){0}; /* the last step has been asked about: `reached` */
	e->target = target;
	return begin(e, max_states, target->reached(target->of, &e->at, reached));
}

void ls_explore_free(struct ls_explorer *e)
{
	if (!e)
		return;
	ls_visited_free(&e->visited);
	ls_queue_free(&e->level[0]);
	ls_queue_free(&e->level[1]);
	ls_edges_free(&e->edges);
	free(e);
}

const struct ls_explore_stats *ls_explore_stats(const struct ls_explorer *e)
{
	return &e->stats;
}

void ls_explore_path(const struct ls_explorer *e, ls_action *out)
{
	ls_visited_path(&e->visited, e->fault, out);
}
