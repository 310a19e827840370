/* SPDX-License-Identifier: MIT */
/*
 * Ways round in a state graph that a fair scheduler may take for ever: on them every thread that can move for good
 * moves, every clock that runs strikes, and a spin lock that is free again and again is got in the end. What is looked
 * for among them: one thread waits all the way round, and another is let in.
 */
#ifndef LOCKSTEP_CHECK_FAIR_H
#define LOCKSTEP_CHECK_FAIR_H

#include "machine.h"

_Static_assert(LS_MAX_THREADS <= 16, "a bit for each thread");

enum { LS_DUE_KINDS = LS_ENV_TIMEOUT - LS_ENV_RUN + 1 };

/* What is known of a state, a bit for each thread. */
struct ls_standing {
	u16 waits;             /* is in its call and has not been let in yet */
	u16 served;            /* has been let in by this call */
	u16 sleeps;            /* is asleep */
	u16 holds;             /* has the lock */
	u16 calm;              /* cannot move, or is between two rounds and need not */
	u16 picks;             /* its next step takes a spin lock or sleeping lock that is free */
	u16 due[LS_DUE_KINDS]; /* it can be given a CPU; its clock can strike */
};

/* States are numbered as they were found, edges of s are row[s] .. row[s + 1]. */
struct ls_graph {
	u32 states, edges, edge_room, state_room;
	u8 threads;
	u32 *row;
	u32 *to;
	ls_action *by;
	struct ls_standing *at;
};

/* What a way has seen so far. */
struct ls_seen {
	u16 calm, moved, picks, sleeps;
	u16 rests[LS_DUE_KINDS]; /* is not due somewhere, or is not any more */
	u32 passes;              /* times that another than the one who waits was let in */
};

void ls_saw_state(struct ls_seen *seen, const struct ls_graph *g, u32 state);
void ls_saw_edge(struct ls_seen *seen, const struct ls_graph *g, u32 from, u32 edge);
/* No step is owed to anybody on a way that has seen that, but perhaps a lock that was free and not taken. */
bool ls_is_fair(const struct ls_seen *seen, const struct ls_graph *g);

/* A part of the graph in which a fair way goes through every state and round again. */
struct ls_fair_part {
	u32 *region; /* of each state; those of the part have `part` */
	u32 part;    /* 0: there is none */
	u32 first;   /* its state with the lowest number */
	u16 sleeper; /* who is to be asleep on the way, if that is asked for */
};

/* The part that is nearest to the first state, of those in which that thread waits and others are let in; sleeps: and
 * in which it is asleep on the way. False when memory ran out. p->region is to be freed. */
bool ls_fair_find(const struct ls_graph *g, u32 tid, bool sleeps, struct ls_fair_part *p);

/*
 * A short way round in the part, from one of its states: *actions to be freed. Its length, or 0 when memory ran out.
 */
u32 ls_fair_round(const struct ls_graph *g, const struct ls_fair_part *p, u32 start, ls_action **actions, u32 *passes);

#endif
