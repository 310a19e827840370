/* SPDX-License-Identifier: MIT */
#include "advance.h"

static bool is_remark(const struct ls_replay *r, const struct ls_event *e)
{
	const struct ls_traced_kind *own = ls_traced_kind_of(r->t->syscalls, e->kind);

	return ls_replay_beside(r, e) || (own && own->remark);
}

const struct ls_event *ls_advance_goal(const struct ls_replay *r, u32 event)
{
	while (event != LS_NO_EVENT && is_remark(r, &r->t->event[event]))
		event = r->t->event[event].next;
	return event == LS_NO_EVENT ? NULL : &r->t->event[event];
}

bool ls_advance_is_internal(struct ls_replay *r, u32 tid)
{
	ls_replay_put_on_cpu(r, tid);
	ls_peek(&r->m, LS_STEP_OF(tid), &r->m.rec);
	return r->m.rec.result == LS_MOVED && !r->t->syscalls->traced(&r->m, tid, ls_replay_head(r, tid), &r->m.rec);
}

bool ls_advance_release(struct ls_replay *r, u32 tid, u32 word)
{
	for (u32 i = 0; i < LS_ADVANCE_STEPS && r->m.mem[word] == tid; i++) {
		if (!ls_advance_is_internal(r, tid) ||
		    r->t->syscalls->rules_out(ls_advance_goal(r, r->next[tid]), &r->m.rec) ||
		    !ls_replay_act(r, LS_STEP_OF(tid), LS_NO_EVENT))
			return false;
	}
	return r->m.mem[word] != tid;
}

static bool waits_for_spin_lock(const struct ls_record *rec)
{
	return rec->result == LS_SPUN && rec->op == LS_OP_SPIN_LOCK;
}

bool ls_advance_step(struct ls_replay *r, u32 tid)
{
	bool internal = ls_advance_is_internal(r, tid);

	if (waits_for_spin_lock(&r->m.rec))
		return ls_advance_release(r, r->m.rec.old, r->m.rec.word);
	return internal && ls_replay_act(r, LS_STEP_OF(tid), LS_NO_EVENT);
}

enum ls_arrival ls_advance(struct ls_replay *r, u32 tid, const struct ls_event *e, bool may_queue)
{
	const struct ls_syscalls *s = r->t->syscalls;

	for (u32 i = 0; i < LS_ADVANCE_STEPS; i++) {
		enum ls_arrival arrival;

		s->induce(r, tid, e);
		if (!r->m.thread[tid - 1].in_kernel)
			return e->kind == LS_EV_RETURN ? LS_IN_USER : LS_ASTRAY;
		ls_peek(&r->m, LS_STEP_OF(tid), &r->m.rec);
		if (waits_for_spin_lock(&r->m.rec)) {
			u32 holder = r->m.rec.old, word = r->m.rec.word;

			ls_advance_early(r, holder);
			if (!ls_advance_release(r, holder, word))
				return LS_ASTRAY;
			continue;
		}
		if (r->m.rec.result != LS_MOVED)
			return LS_ASTRAY;
		arrival = s->arrival(r, tid, e, may_queue);
		if (arrival != LS_ON_ITS_WAY)
			return arrival;
		if (!s->induce_step(r, tid, e) || !ls_replay_act(r, LS_STEP_OF(tid), LS_NO_EVENT) || r->m.bug)
			return LS_ASTRAY;
	}
	return LS_ASTRAY;
}

void ls_advance_early(struct ls_replay *r, u32 tid)
{
	const struct ls_event *e = ls_advance_goal(r, r->next[tid]);
	struct ls_before start;

	if (!e || e->kind == LS_EV_STEP || !r->t->syscalls->is_early(e) || r->m.thread[tid - 1].status == LS_ASLEEP)
		return;
	ls_replay_mark(r, &start);
	if (ls_advance(r, tid, e, false) == LS_ASTRAY)
		ls_replay_back(r, &start);
}
