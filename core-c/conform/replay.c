/* SPDX-License-Identifier: MIT */
#include "replay.h"

#include <stdlib.h>
#include <string.h>

#include "explain.h"
#include "hidden.h"
#include "match.h"

/* --- the schedule so far ------------------------------------------------------------------- */

bool ls_replay_start(struct ls_replay *r, const struct ls_trace *t)
{
	memset(r, 0, sizeof *r);
	r->t = t;
	memcpy(r->next, t->first, sizeof r->next);
	return ls_reset(&r->m, &t->config) == 0;
}

void ls_replay_end(struct ls_replay *r)
{
	free(r->action);
	free(r->event);
	r->action = NULL;
	r->event = NULL;
}

static bool note_action(struct ls_replay *r, ls_action a, u32 event)
{
	if (r->actions == r->room) {
		u32 room = r->room ? 2 * r->room : 8192;
		ls_action *more_actions = realloc(r->action, room);
		u32 *more_events = more_actions ? realloc(r->event, room * sizeof *more_events) : NULL;

		if (more_actions)
			r->action = more_actions;
		if (!more_events) {
			r->no_room = true;
			return false;
		}
		r->event = more_events;
		r->room = room;
	}
	r->action[r->actions] = a;
	r->event[r->actions++] = event;
	return true;
}

bool ls_replay_act(struct ls_replay *r, ls_action a, u32 event)
{
	u32 tid = LS_ACTION_TID(a);

	if (ls_step(&r->m, a) != LS_MOVED)
		return false;
	if (LS_ACTION_ENV(a) >= LS_ENV_SIGNAL)
		r->signal_at[tid] = r->actions;
	if (ls_rec.op == LS_OP_SLEEP || ls_rec.op == LS_OP_NO_SLEEP)
		r->marked_at[tid] = UINT32_MAX; /* it has looked at its state */
	if (ls_rec.op == LS_OP_SET_STATE) {
		r->marked_at[tid] = r->actions;
		r->marked_as[tid] = (u8)ls_rec.new_;
	}
	return note_action(r, a, event);
}

void ls_replay_put_on_cpu(struct ls_replay *r, u32 tid)
{
	if (r->m.thread[tid - 1].status == LS_PREEMPTED)
		ls_replay_act(r, LS_ENV_OF(LS_ENV_RUN, tid), LS_NO_EVENT);
}

void ls_replay_mark(const struct ls_replay *r, struct ls_before *k)
{
	memcpy(&k->m, &r->m, ls_used(&r->m));
	k->actions = r->actions;
}

void ls_replay_back(struct ls_replay *r, const struct ls_before *k)
{
	memcpy(&r->m, &k->m, ls_used(&k->m));
	r->actions = k->actions;
}

/* --- one event --------------------------------------------------------------------------------------------- */

bool ls_replay_take_signal(struct ls_replay *r, u32 tid)
{
	static struct ls_before start;
	u32 actor = LS_SIGNALS_TO(tid);
	const struct ls_event *e = ls_replay_head(r, actor);

	ls_replay_mark(r, &start);
	if (!ls_explain_signal(r, e)) {
		ls_replay_back(r, &start);
		return false;
	}
	ls_replay_went_on(r, actor);
	return true;
}

bool ls_replay_take(struct ls_replay *r, u32 tid, u32 *way, struct ls_before *before)
{
	const struct ls_event *e = ls_replay_head(r, tid);
	struct ls_thread *t = &r->m.thread[tid - 1];
	u32 rewritten = r->rewritten;
	bool entered;

	if (e->kind != LS_EV_STEP)
		return ls_hidden_take(r, tid, way, before);
	ls_replay_mark(r, before);
	if (t->status == LS_PREEMPTED && !ls_replay_act(r, LS_ENV_OF(LS_ENV_RUN, tid), LS_NO_EVENT))
		goto refused;
	if (ls_match_dies(r, tid, e) && !ls_replay_act(r, LS_ENV_OF(LS_ENV_KILL, tid), LS_NO_EVENT))
		goto refused;
	if (e->op == LS_OP_ON_CPU) {
		if (!ls_explain_on_cpu(r, e))
			goto refused;
		if (r->retracted)
			ls_replay_mark(r, before); /* that stays */
	}
	if (e->op == LS_OP_WAKE) {
		if (!ls_explain_wake(r, e))
			goto refused;
		if (r->rewritten != rewritten)
			ls_replay_mark(r, before);
	}
	if (!ls_explain(r, tid, way))
		goto refused;
	entered = e->op == LS_OP_QUEUE_LOCK ? e->ok && r->m.mem[e->word] != tid : t->status == LS_ASLEEP;
	if (entered)
		r->begun[tid] = true;
	else
		ls_replay_went_on(r, tid);
	return true;
refused:
	ls_replay_back(r, before);
	return false;
}

bool ls_replay_misleads(struct ls_replay *r, u32 tid)
{
	static struct ls_before start;
	u32 next = r->next[tid];
	u32 way = 0;
	bool allowed;

	if (next == LS_NO_EVENT || r->t->event[next].kind != LS_EV_STEP || r->t->event[next].next == LS_NO_EVENT ||
	    !ls_replay_fits(r, tid))
		return false;
	ls_replay_mark(r, &start);
	r->blind = true;
	allowed = ls_explain(r, tid, &way);
	r->blind = false;
	ls_replay_back(r, &start);
	return allowed;
}
