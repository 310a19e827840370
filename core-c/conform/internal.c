/* SPDX-License-Identifier: MIT */
#include "internal.h"

#include <string.h>

#include "advance.h"
#include "backend/step/step.h"
#include "machine_internal.h"
#include "match.h"
#include "syscalls.h"

/* The thread is known to have come to its next event by then. */
static bool has_come(const struct ls_replay *r, u32 tid, u64 then)
{
	const struct ls_event *e = ls_advance_goal(r, r->next[tid]);
	const struct ls_traced_kind *kind = e ? ls_traced_kind_of(r->t->syscalls, e->kind) : NULL;

	return kind && kind->when == LS_TRACED_BEFORE && ls_replay_from(r, e) < then;
}

/*
 * The thread that a wake-up is going to find awake, which is thread tid's next event or the one behind it; or 0. What
 * that thread is known to have done by then is left to it.
 */
static u32 found_awake(const struct ls_replay *r, u32 tid)
{
	u32 event = r->next[tid];

	for (u32 i = 0; i < 2; i++) {
		const struct ls_event *e = ls_advance_goal(r, event);
		const struct ls_traced_kind *kind = e ? ls_traced_kind_of(r->t->syscalls, e->kind) : NULL;

		if (kind && kind->op == LS_OP_WAKE)
			return !e->ok && ls_match_thread(r, e->target) && !has_come(r, e->target, e->before) ? e->target
													     : 0;
		event = e ? e->next : LS_NO_EVENT;
	}
	return 0;
}

/* As far as its next event, but not into a sleep that a wake-up to come knows nothing of. */
static void advance_awake(struct ls_replay *r, u32 tid)
{
	struct ls_before start;

	if (r->m.thread[tid - 1].state != LS_RUNNING)
		return;
	ls_replay_mark(r, &start);
	ls_advance_early(r, tid);
	if (r->m.thread[tid - 1].state != LS_RUNNING)
		ls_replay_back(r, &start);
}

void ls_internal_prepare(struct ls_replay *r, u32 tid)
{
	const struct ls_syscalls *s = r->t->syscalls;
	u32 first = s->reads_first(&r->m), awake = found_awake(r, tid);

	s->prepare(r, tid);
	ls_advance_early(r, tid);
	if (first && first != tid && first != awake)
		ls_advance_early(r, first);
	for (u32 i = 1; i <= r->m.n; i++)
		if (i != tid && i != first && i != awake)
			ls_advance_early(r, i);
	if (awake && awake != tid)
		advance_awake(r, awake);
}

static bool begin(struct ls_replay *r, u32 tid, const struct ls_event *e, u32 way)
{
	return way == 0 && r->t->syscalls->begin(r, tid, e);
}

/* In a machine of its own thread tid makes the call, from where it stands: one look, and that is what it returns. */
static bool fails_so(const struct ls_replay *r, u32 tid, const struct ls_event *look)
{
	const struct ls_syscalls *s = r->t->syscalls;
	struct ls_machine copy;
	struct ls_thread *t = &copy.thread[tid - 1];

	if (look->given < 1 || look->given > s->calls)
		return false;
	memcpy(&copy, &r->m, ls_used(&r->m));
	memset(t->stack, 0, sizeof t->stack);
	t->sp = t->signal = t->need_resched = 0;
	t->status = LS_READY;
	t->in_kernel = t->on_cpu = 1;
	ls_call(&copy, tid, copy.lock, s->call[look->given - 1], copy.mem, NULL, 0);
	ls_run(&copy, tid);
	ls_step(&copy, LS_STEP_OF(tid));
	return !t->sp && !copy.bug && copy.rec.op == LS_OP_LOAD && copy.rec.word == look->word &&
	       (u32)copy.retval == look->value;
}

/* Its call, its return, or the look between them, which must be what the call does. */
static bool fails_as_told(const struct ls_replay *r, u32 tid, const struct ls_event *e)
{
	return e->kind == LS_EV_CALL || e->kind == LS_EV_RETURN ||
	       (r->t->syscalls->fits(r, tid) && fails_so(r, tid, e));
}

static bool take(struct ls_replay *r, u32 tid, const struct ls_event *e, u32 *way)
{
	if (e->beside && !fails_as_told(r, tid, e))
		return false;
	if (ls_replay_beside(r, e))
		return ls_match_reaches(r, tid, e->next);
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
