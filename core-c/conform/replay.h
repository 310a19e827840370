/* SPDX-License-Identifier: MIT */
/*
 * A trace on its way through the machine: the linearization so far, which is a schedule of the machine and the
 * event that each action of it is, and which event of each thread comes next.
 */
#ifndef LOCKSTEP_CONFORM_REPLAY_H
#define LOCKSTEP_CONFORM_REPLAY_H

#include "machine.h"
#include "trace.h"

struct ls_replay {
	const struct ls_trace *t;
	struct ls_machine m;
	u32 next[LS_ACTORS];   /* of each actor: an event, or LS_NO_EVENT */
	bool begun[LS_ACTORS]; /* half of its next event is done: it sleeps, is in a queue, has signed off */
	u32 done;              /* events */

	ls_action *action; /* the schedule */
	u32 *event;        /* of each action, or LS_NO_EVENT for what was inferred */
	u32 actions, room;
	u32 rewritten;    /* times that a signal was moved to earlier: */
	u32 rewritten_at; /* states kept behind that action are stale */
	u32 retracted;    /* 1 + the action that was the sleep last taken out again, 0 = none */
	u32 retracted_tid;
	u32 marked_at[LS_MAX_THREADS + 1]; /* by thread: its last action that set its task state, */
	u8 marked_as[LS_MAX_THREADS + 1];  /* the state, */
	u32 signal_at[LS_MAX_THREADS + 1]; /* and the last signal for it */
	bool no_room;
	bool blind; /* what a thread did next does not count */
};

/* False when there is no memory. */
bool ls_replay_start(struct ls_replay *r, const struct ls_trace *t);
void ls_replay_end(struct ls_replay *r);

static inline const struct ls_event *ls_replay_head(const struct ls_replay *r, u32 actor)
{
	return r->next[actor] == LS_NO_EVENT ? NULL : &r->t->event[r->next[actor]];
}

/* The event of the same actor behind e, or NULL. */
static inline const struct ls_event *ls_replay_after(const struct ls_replay *r, const struct ls_event *e)
{
	return e->next == LS_NO_EVENT ? NULL : &r->t->event[e->next];
}

/* The next event of the actor is in the linearization. */
static inline void ls_replay_go_on(struct ls_replay *r, u32 actor)
{
	r->next[actor] = ls_replay_head(r, actor)->next;
	r->begun[actor] = false;
	r->done++;
}

/*
 * A call that fails after one look: none of its thread's program, or the call that the program is in there. Which one
 * of them it is the model says.
 */
static inline bool ls_replay_beside(const struct ls_replay *r, const struct ls_event *e)
{
	return e->beside && !r->m.thread[e->tid - 1].in_kernel;
}

/* Signals have events of their own only where they are traced. */
static inline u32 ls_replay_actors(const struct ls_replay *r)
{
	return r->t->signals ? 2u * r->m.n : r->m.n;
}

/* The first of the two steps of an event lies ahead. */
static inline bool ls_replay_first_step(const struct ls_replay *r, const struct ls_event *e)
{
	return e->two_steps && !r->begun[e->tid];
}

/* Between which times an event that is its thread's next happens, or the half of it that is left. */
static inline u64 ls_replay_from(const struct ls_replay *r, const struct ls_event *e)
{
	return !e->tid || ls_replay_first_step(r, e) ? e->early : e->before;
}

static inline u64 ls_replay_until(const struct ls_replay *r, const struct ls_event *e)
{
	return ls_replay_first_step(r, e) ? e->before : e->after;
}

/* A state to come back to: the machine and the length of the schedule. */
struct ls_before {
	struct ls_machine m;
	u32 actions;
};
void ls_replay_mark(const struct ls_replay *r, struct ls_before *b);
void ls_replay_back(struct ls_replay *r, const struct ls_before *b);

/* Steps the machine and notes the action. False when the step does not happen. */
bool ls_replay_act(struct ls_replay *r, ls_action a, u32 event);
/* A thread that was preempted runs again; any other is left as it is. */
void ls_replay_put_on_cpu(struct ls_replay *r, u32 tid);

#endif
