/* SPDX-License-Identifier: MIT */
/*
 * A trace on its way through the machine: which event of each thread is next, and the schedule
 * that the events so far have come to. What a trace does not show (the scheduler, clocks, mostly signals)
 * is inferred: an act of the environment is put in when without it the next event does not fit.
 */
#ifndef LOCKSTEP_CONFORM_REPLAY_H
#define LOCKSTEP_CONFORM_REPLAY_H

#include "../backend/step.h"
#include "trace.h"

struct ls_replay {
	const struct ls_trace *t;
	struct ls_machine m;
	u32 next[LS_ACTORS]; /* of each actor: an event, or LS_NO_EVENT */
	bool begun[LS_ACTORS]; /* half of its next event is done: it sleeps, stands in line, has signed off */
	u32 done; /* events */

	ls_action *action; /* the schedule */
	u32 *event;        /* of each action, or LS_NO_EVENT for what was inferred */
	u32 actions, room;
	u32 rewritten;     /* times that a signal was moved to earlier: */
	u32 rewritten_at;  /* states kept behind that action are stale */
	u32 retracted;     /* 1 + the action that was the sleep last taken out again, 0 = none */
	u32 retracted_tid;
	u32 marked_at[LS_MAX_THREADS + 1]; /* by thread: its last action that set its task state, */
	u8 marked_as[LS_MAX_THREADS + 1];  /* the state, */
	u32 signal_at[LS_MAX_THREADS + 1]; /* and the last signal for it */
	bool no_room;
	bool blind; /* do not look at what the thread did next */
};

/* False when there is no memory. */
bool ls_replay_start(struct ls_replay *r, const struct ls_trace *t);
void ls_replay_end(struct ls_replay *r);

static inline const struct ls_event *ls_replay_head(const struct ls_replay *r, u32 actor)
{
	return r->next[actor] == LS_NO_EVENT ? NULL : &r->t->event[r->next[actor]];
}

/* Its next event has been explained. */
static inline void ls_replay_went_on(struct ls_replay *r, u32 actor)
{
	r->next[actor] = ls_replay_head(r, actor)->next;
	r->begun[actor] = false;
	r->done++;
}

/* Signals have events of their own only where they are told. */
static inline u32 ls_replay_actors(const struct ls_replay *r)
{
	return r->t->signals ? 2u * r->m.n : r->m.n;
}

/* Between which times an event that is its thread's next happens, or the half of it that is left. */
static inline u64 ls_replay_from(const struct ls_replay *r, const struct ls_event *e)
{
	return !e->tid || (e->kind == LS_EV_OFF && !r->begun[e->tid]) ? e->early : e->before;
}

static inline u64 ls_replay_until(const struct ls_replay *r, const struct ls_event *e)
{
	return e->kind == LS_EV_OFF && !r->begun[e->tid] ? e->before : e->after;
}

/* The value that the event found is the one that is there now. */
bool ls_replay_fits(const struct ls_replay *r, u32 tid);
/* Nobody else can tell whether it has happened yet. */
bool ls_replay_harmless(const struct ls_replay *r, u32 tid);
/* It sleeps, and nobody that the trace shows has woken it: a signal or a clock must have. */
bool ls_replay_overslept(const struct ls_replay *r, u32 tid);
/*
 * Takes the event of thread tid. False, and nothing has changed, when the model does not allow it.
 * The ways to explain it are numbered, 0 is that without any act of the environment; it begins with
 * `way` and returns in *way the one that it took. before: what was before, with room for it.
 */
struct ls_before {
	struct ls_machine m;
	u32 actions;
};
bool ls_replay_take(struct ls_replay *r, u32 tid, u32 *way, struct ls_before *before);

/* The next signal for thread tid, which makes no difference to who has one already or is gone. False, and nothing has
 * changed, when what the thread did shows that it came earlier. */
bool ls_replay_take_signal(struct ls_replay *r, u32 tid);

/* Its event is allowed, but not what the thread did next. */
bool ls_replay_misleads(struct ls_replay *r, u32 tid);

/* The thread stands where its event number `next` was made, about to do the same. */
bool ls_replay_ahead(const struct ls_replay *r, u32 tid, u32 next);
/* It is in its critical section, where the workload may sleep by itself. */
bool ls_replay_naps(const struct ls_replay *r, u32 tid);

/* Keeps the machine and the length of the schedule; goes back to that. */
void ls_replay_mark(const struct ls_replay *r, struct ls_before *b);
void ls_replay_back(struct ls_replay *r, const struct ls_before *b);

/* Steps the machine and notes the action. False when the step does not happen. */
bool ls_replay_act(struct ls_replay *r, ls_action a, u32 event);
/* A thread that was preempted runs again; any other is left as it is. */
void ls_replay_put_on_cpu(struct ls_replay *r, u32 tid);

#endif
