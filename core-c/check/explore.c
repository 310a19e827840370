/* SPDX-License-Identifier: MIT */
#include "explore.h"

#include <stdlib.h>
#include <string.h>

#include "machine_internal.h"
#include "registry.h"
#include "progress.h"
#include "queue.h"

#define NOWHERE 0xffffffffu

/* State i: its fingerprint and how the search first came to it. */
struct ls_explorer {
	struct ls_explore_stats stats;
	struct ls_machine at, next;
	u8 packed[LS_PACKED]; /* the successor that is looked at */
	u32 packed_size;
	u32 max_states;
	u64 *print;
	u32 *parent;
	ls_action *action;
	u32 room;   /* states that the three arrays have room for */
	u32 *table; /* open addressing: state number + 1, 0 = free */
	u32 table_mask;
	struct ls_queue_of_states level[2]; /* being expanded, being found */
	u32 left;                           /* states still to expand in level[0] */
	u32 fault;                          /* the state that the verdict is about */
	struct ls_edges edges;
};

static bool grow_states(struct ls_explorer *e)
{
	u32 room = e->room ? e->room * 2 : 1 << 12;
	u64 *print = realloc(e->print, room * sizeof *print);
	u32 *parent;
	ls_action *action;

	if (!print)
		return false;
	e->print = print;
	parent = realloc(e->parent, room * sizeof *parent);
	if (!parent)
		return false;
	e->parent = parent;
	action = realloc(e->action, room * sizeof *action);
	if (!action)
		return false;
	e->action = action;
	e->room = room;
	return true;
}

static void insert(struct ls_explorer *e, u32 state)
{
	u32 slot = (u32)e->print[state] & e->table_mask;

	while (e->table[slot])
		slot = (slot + 1) & e->table_mask;
	e->table[slot] = state + 1;
}

static bool grow_table(struct ls_explorer *e)
{
	u32 size = e->table ? (e->table_mask + 1) * 2 : 1 << 14;
	u32 *table = calloc(size, sizeof *table);

	if (!table)
		return false;
	free(e->table);
	e->table = table;
	e->table_mask = size - 1;
	for (u32 i = 0; i < e->stats.states; i++)
		insert(e, i);
	return true;
}

/* The state with this fingerprint, or NOWHERE. */
static u32 find(const struct ls_explorer *e, u64 print)
{
	u32 slot = (u32)print & e->table_mask;

	for (; e->table[slot]; slot = (slot + 1) & e->table_mask)
		if (e->print[e->table[slot] - 1] == print)
			return e->table[slot] - 1;
	return NOWHERE;
}

static u64 sum_of_prints(const struct ls_explorer *e)
{
	u64 sum = 0;

	for (u32 i = 0; i < e->stats.states; i++)
		sum += e->print[i];
	return sum;
}

static void finish(struct ls_explorer *e, enum ls_verdict v, const char *what, u32 state)
{
	u64 sum;

	e->stats.done = 1;
	e->stats.verdict = v;
	e->stats.what = what;
	e->fault = state;
	e->stats.path_length = 0;
	sum = sum_of_prints(e);
	e->stats.sum_low = (u32)sum;
	e->stats.sum_high = (u32)(sum >> 32);
	for (u32 i = state; i != NOWHERE && e->parent[i] != NOWHERE; i = e->parent[i])
		e->stats.path_length++;
}

/* Adds a state that was not known. False when the search ends here. */
static bool add(struct ls_explorer *e, const struct ls_machine *m, u64 print, u32 parent, ls_action action)
{
	u32 state = e->stats.states;
	const char *what;
	enum ls_verdict v;

	if (state >= e->max_states) {
		finish(e, LS_BOUNDED, NULL, NOWHERE);
		return false;
	}
	if ((state == e->room && !grow_states(e)) || (state * 2 > e->table_mask && !grow_table(e)) ||
	    !ls_queue_put(&e->level[1], e->packed, e->packed_size)) {
		finish(e, LS_BOUNDED, "memory ran out", NOWHERE);
		return false;
	}
	e->print[state] = print;
	e->parent[state] = parent;
	e->action[state] = action;
	e->stats.states++;
	insert(e, state);
	v = ls_judge_safety(m, &what);
	if (v != LS_OK) {
		finish(e, v, what, state);
		return false;
	}
	if (ls_finished(m)) {
		e->stats.finals++;
		ls_edges_final(&e->edges, state);
	}
	return true;
}

/* Takes one action from e->at. True when it moved; e->next is then the successor. */
static bool try_action(struct ls_explorer *e, ls_action a, bool *clean)
{
	if (!*clean)
		ls_copy(&e->next, &e->at);
	*clean = ls_step(&e->next, a) != LS_MOVED;
	return !*clean;
}

/* Packs m, to be added perhaps; returns its fingerprint. */
static u64 pack(struct ls_explorer *e, const struct ls_machine *m)
{
	e->packed_size = ls_pack(m, e->packed);
	return ls_hash_packed(e->packed, e->packed_size);
}

static bool successor(struct ls_explorer *e, u32 from, ls_action a)
{
	u64 print = pack(e, &e->next);
	u32 to = find(e, print);

	e->stats.transitions++;
	if (to == NOWHERE) {
		to = e->stats.states;
		if (!add(e, &e->next, print, from, a))
			return false;
	}
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
				can_move |= kind >= LS_ENV_RUN && kind <= LS_ENV_TIMEOUT;
				if (!successor(e, from, LS_ENV_OF(kind, tid)))
					return false;
			}
	}
	if (!can_move && !ls_finished(&e->at)) {
		finish(e, ls_judge_stuck(&e->at), NULL, from);
		return false;
	}
	return true;
}

static void conclude(struct ls_explorer *e)
{
	u32 trap = NOWHERE;

	e->stats.progress_judged = ls_edges_judge(&e->edges, e->stats.states, &trap);
	if (trap != NOWHERE)
		finish(e, LS_NO_PROGRESS, NULL, trap);
	else
		finish(e, LS_OK, NULL, NOWHERE);
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
	}
	e->stats.collision = (double)e->stats.states * e->stats.states / 2 / 18446744073709551616.0;
	return !e->stats.done;
}

struct ls_explorer *ls_explore_new(const struct ls_config *config, u32 max_states, u32 max_edges)
{
	struct ls_explorer *e = calloc(1, sizeof *e);

	if (!e)
		return NULL;
	e->max_states = max_states;
	e->edges.max = max_edges;
	if (ls_reset(&e->at, config) || !grow_states(e) || !grow_table(e)) {
		ls_explore_free(e);
		return NULL;
	}
	e->next = e->at;
	add(e, &e->at, pack(e, &e->at), NOWHERE, 0);
	return e;
}

void ls_explore_free(struct ls_explorer *e)
{
	if (!e)
		return;
	free(e->print);
	free(e->parent);
	free(e->action);
	free(e->table);
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
	u32 n = e->stats.path_length;

	for (u32 i = e->fault; n; i = e->parent[i])
		out[--n] = e->action[i];
}
