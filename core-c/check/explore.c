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
	struct ls_machine first; /* with endless rounds: as the threads begin each of them */
	bool endless;
	u8 packed[LS_PACKED]; /* the successor that is looked at */
	u32 packed_size;
	u32 max_states;
	u64 *print;
	u32 *parent;
	ls_action *action;
	u32 *reached;                   /* of a search for a target: how far state i has come */
	const struct ls_target *target; /* NULL: faults are looked for */
	u32 room;                       /* states that these arrays have room for */
	u32 *table;                     /* open addressing: state number + 1, 0 = free */
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
	if (e->target) {
		u32 *reached = realloc(e->reached, room * sizeof *reached);

		if (!reached)
			return false;
		e->reached = reached;
	}
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
	if (e->reached[state] != e->target->wanted)
		return true;
	e->stats.found = 1;
	finish(e, LS_OK, NULL, state);
	return false;
}

/* Adds a state that was not known. False when the search ends here. */
static bool add(struct ls_explorer *e, const struct ls_machine *m, u64 print, u32 reached, u32 parent, ls_action action)
{
	u32 state = e->stats.states;

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
	if (!e->target)
		return judge(e, m, state);
	e->reached[state] = reached;
	return is_short_of_target(e, state);
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
	u32 reached = e->target ? e->target->reached(e->target->of, &e->next, e->reached[from]) : 0;
	u64 print = pack(e, &e->next, reached);
	u32 to = find(e, print);

	e->stats.transitions++;
	if (e->target && reached > e->target->wanted)
		return true;
	if (to == NOWHERE) {
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
	u32 trap = NOWHERE;

	if (e->target) {
		finish(e, LS_OK, NULL, NOWHERE);
		return;
	}
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
	if (!grow_states(e) || !grow_table(e)) {
		ls_explore_free(e);
		return NULL;
	}
	e->next = e->at;
	add(e, &e->at, pack(e, &e->at, reached), reached, NOWHERE, 0);
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
	free(e->print);
	free(e->parent);
	free(e->action);
	free(e->reached);
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
