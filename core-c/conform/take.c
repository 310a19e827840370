/* SPDX-License-Identifier: MIT */
#include "take.h"

#include "internal.h"
#include "justify.h"
#include "match.h"

bool ls_take_signal(struct ls_replay *r, u32 tid)
{
	struct ls_before start;
	u32 actor = LS_SIGNALS_TO(tid);
	const struct ls_event *e = ls_replay_head(r, actor);

	ls_replay_mark(r, &start);
	if (!ls_justify_signal(r, e)) {
		ls_replay_back(r, &start);
		return false;
	}
	ls_replay_go_on(r, actor);
	return true;
}

bool ls_take_event(struct ls_replay *r, u32 tid, u32 *way, struct ls_before *before)
{
	const struct ls_event *e = ls_replay_head(r, tid);
	struct ls_thread *t = &r->m.thread[tid - 1];
	u32 rewritten = r->rewritten;
	bool entered;

	if (e->kind != LS_EV_STEP)
		return ls_internal_take(r, tid, way, before);
	ls_replay_mark(r, before);
	if (t->status == LS_PREEMPTED && !ls_replay_act(r, LS_ENV_OF(LS_ENV_RUN, tid), LS_NO_EVENT))
		goto refused;
	if (ls_match_dies(r, tid, e) && !ls_replay_act(r, LS_ENV_OF(LS_ENV_KILL, tid), LS_NO_EVENT))
		goto refused;
	if (e->op == LS_OP_ON_CPU) {
		if (!ls_justify_on_cpu(r, e))
			goto refused;
		if (r->retracted)
			ls_replay_mark(r, before); /* that stays */
	}
	if (e->op == LS_OP_WAKE) {
		if (!ls_justify_wake(r, e))
			goto refused;
		if (r->rewritten != rewritten)
			ls_replay_mark(r, before);
	}
	if (!ls_justify(r, tid, way))
		goto refused;
	entered = e->op == LS_OP_QUEUE_LOCK ? e->ok && r->m.mem[e->word] != tid : t->status == LS_ASLEEP;
	if (entered)
		r->begun[tid] = true;
	else
		ls_replay_go_on(r, tid);
	return true;
refused:
	ls_replay_back(r, before);
	return false;
}

bool ls_take_misleads(struct ls_replay *r, u32 tid)
{
	struct ls_before start;
	u32 next = r->next[tid];
	u32 way = 0;
	bool allowed;

	if (next == LS_NO_EVENT || r->t->event[next].kind != LS_EV_STEP || r->t->event[next].next == LS_NO_EVENT ||
	    !ls_match_fits(r, tid))
		return false;
	ls_replay_mark(r, &start);
	r->blind = true;
	allowed = ls_justify(r, tid, &way);
	r->blind = false;
	ls_replay_back(r, &start);
	return allowed;
}
