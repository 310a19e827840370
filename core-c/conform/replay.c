/* SPDX-License-Identifier: MIT */
#include "replay.h"

#include <stdlib.h>
#include <string.h>

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
	if (LS_ACTION_ENV(a) >= LS_ENV_SIGNAL && LS_ACTION_ENV(a) < LS_ENV_KINDS)
		r->signal_at[tid] = r->actions;
	if (r->m.rec.op == LS_OP_SLEEP || r->m.rec.op == LS_OP_NO_SLEEP)
		r->marked_at[tid] = UINT32_MAX; /* it has read its state */
	if (r->m.rec.op == LS_OP_SET_STATE) {
		r->marked_at[tid] = r->actions;
		r->marked_as[tid] = (u8)r->m.rec.new_;
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
