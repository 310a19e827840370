/* SPDX-License-Identifier: MIT */
/* What is said of one state. */
#include "machine_internal.h"
#include "registry.h"

/* Nobody can move, and nothing is certain to come. */
bool ls_stuck(const struct ls_machine *m)
{
	for (u32 tid = 1; tid <= m->n; tid++) {
		if (ls_peek(m, LS_STEP_OF(tid), NULL) == LS_MOVED)
			return false;
		for (u32 kind = 1; kind < LS_ENV_KINDS; kind++)
			if (ls_is_certain(kind) && ls_peek(m, LS_ENV_OF(kind, tid), NULL) == LS_MOVED)
				return false;
	}
	return true;
}

static const char *const bug_names[LS_BUGS] = {
    [LS_BUG_STACK] = "frames outgrew the stack",
    [LS_BUG_LIST] = "list: removed a thread that was not on it, or added one twice",
    [LS_BUG_UNLOCK] = "unlocked a lock that it does not hold",
    [LS_BUG_RANGE] = "used a node or a task that does not exist",
    [LS_BUG_ASSERT] = "an assertion of the text failed",
    [LS_BUG_FUEL] = "runs on without an access",
    [LS_BUG_LINE] = "parked at a line that is no step of its procedure",
    [LS_BUG_NULL] = "followed a NULL pointer",
    [LS_BUG_FREED] = "used memory that was freed",
};

enum ls_verdict ls_judge_safety(const struct ls_machine *m, const char **what)
{
	const struct ls_invariant *broken;

	*what = NULL;
	if (m->bug) {
		*what = bug_names[m->bug];
		return LS_BUGGED;
	}
	broken = ls_broken(m);
	if (broken) {
		*what = broken->name;
		return LS_VIOLATED;
	}
	return LS_OK;
}

enum ls_verdict ls_judge_stuck(const struct ls_machine *m)
{
	for (u32 i = 0; i < m->n; i++)
		if (m->thread[i].status == LS_ASLEEP)
			return LS_LOST_WAKEUP;
	return LS_DEADLOCK;
}

enum ls_verdict ls_judge(const struct ls_machine *m, const char **what)
{
	enum ls_verdict v = ls_judge_safety(m, what);

	if (v == LS_OK && !ls_finished(m) && ls_stuck(m))
		v = ls_judge_stuck(m);
	return v;
}
