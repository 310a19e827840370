/* SPDX-License-Identifier: MIT */
/*
 * The states that a search has found, numbered as they were found: the fingerprint of each, the state that it was first
 * reached from and by which action, and, of a search for a target, how far it has come.
 */
#ifndef LOCKSTEP_CHECK_VISITED_H
#define LOCKSTEP_CHECK_VISITED_H

#include "machine.h"

#define LS_NOWHERE 0xffffffffu

struct ls_visited {
	u32 count;
	u64 *print;
	u32 *parent; /* LS_NOWHERE of the first */
	ls_action *action;
	u32 *reached; /* NULL unless staged */
	bool staged;
	u32 room;       /* states that these arrays have room for */
	u32 *table;     /* open addressing: state number + 1, 0 = free */
	u32 table_mask; /* its length - 1; at most every second place is taken */
};

/* An empty one; a staged one keeps how far each state has come. False when memory ran out: it is to be freed all the
 * same. */
bool ls_visited_init(struct ls_visited *v, bool staged);
void ls_visited_free(struct ls_visited *v);

/* Room for one more. False when memory ran out; nothing is lost then. */
bool ls_visited_reserve(struct ls_visited *v);
/* Adds a state that is not there, for which room was reserved. Returns its number. */
u32 ls_visited_add(struct ls_visited *v, u64 print, u32 reached, u32 parent, ls_action action);

/* The sum of all fingerprints. */
u64 ls_visited_sum(const struct ls_visited *v);
/* Steps from the first state to this one; 0 of LS_NOWHERE. */
u32 ls_visited_depth(const struct ls_visited *v, u32 state);
/* These steps; out has room for them. */
void ls_visited_path(const struct ls_visited *v, u32 state, ls_action *out);

/* The state with this fingerprint, or LS_NOWHERE. Asked for every transition. */
static inline u32 ls_visited_find(const struct ls_visited *v, u64 print)
{
	u32 slot = (u32)print & v->table_mask;

	for (; v->table[slot]; slot = (slot + 1) & v->table_mask)
		if (v->print[v->table[slot] - 1] == print)
			return v->table[slot] - 1;
	return LS_NOWHERE;
}

#endif
