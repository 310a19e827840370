/* SPDX-License-Identifier: MIT */
/*
 * The state graph's edges, kept so that the whole of it can be judged at the end:
 * is there a state from which no schedule lets every thread finish?
 */
#ifndef LOCKSTEP_CHECK_PROGRESS_H
#define LOCKSTEP_CHECK_PROGRESS_H

#include "machine.h"

/* States are expanded in the order of their numbers, so edges lie in rows. */
struct ls_edges {
	u32 max; /* edges kept at most; beyond it nothing is judged */
	bool lost;
	u32 *to, *row; /* row[s] = first edge of state s */
	u32 count, rows, to_room, row_room;
	u32 *final;
	u32 finals, final_room;
};

void ls_edges_from(struct ls_edges *g); /* the next state's row begins */
void ls_edges_add(struct ls_edges *g, u32 to);
void ls_edges_final(struct ls_edges *g, u32 state); /* here every thread has finished */
/* True when it could judge; *trap = first state with no way to finish, or unchanged. */
bool ls_edges_judge(struct ls_edges *g, u32 states, u32 *trap);
void ls_edges_free(struct ls_edges *g);

#endif
