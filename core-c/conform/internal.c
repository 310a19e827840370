/* SPDX-License-Identifier: MIT */
#include "internal.h"

#include "advance.h"
#include "match.h"
#include "syscalls.h"

void ls_internal_prepare(struct ls_replay *r, u32 tid)
{
	const struct ls_syscalls *s = r->t->syscalls;
	u32 first = s->reads_first(&r->m);

	s->prepare(r, tid);
	ls_advance_early(r, tid);
	if (first && first != tid)
		ls_advance_early(r, first);
	for (u32 i = 1; i <= r->m.n; i++)
		if (i != tid && i != first)
			ls_advance_early(r, i);
}

static bool begin(struct ls_replay *r, u32 tid, const struct ls_event *e, u32 way)
{
	return way == 0 && r->t->syscalls->begin(r, tid, e);
}

static bool take(struct ls_replay *r, u32 tid, const struct ls_event *e, u32 *way)
{
	if (e->kind == LS_EV_CALL ? !ls_in_call(&r->m, r->t->syscalls, tid, e->value)
				  : !r->t->syscalls->take(r, tid, e, way))
		return false;
	return ls_match_reaches(r, tid, e->next);
}

bool ls_internal_take(struct ls_replay *r, u32 tid, u32 *way, struct ls_before *before)
{
	const struct ls_event *e = ls_replay_head(r, tid);

	ls_replay_mark(r, before);
	if (ls_replay_first_step(r, e)) {
		r->begun[tid] = begin(r, tid, e, *way);
		if (r->begun[tid])
			return true;
	} else if (take(r, tid, e, way)) {
		ls_replay_go_on(r, tid);
		return true;
	}
	ls_replay_back(r, before);
	return false;
}
