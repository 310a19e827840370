/* SPDX-License-Identifier: MIT */
/*
 * Who may be passed without bound. The schedule that is told is replayed: it comes back to the same state, byte by
 * byte, the one who waits is never let in on the way, and nobody who could move for good, no clock and no free spin
 * lock is left out. That nobody is passed is held against locks that serve in the order of their coming.
 */
#include "starvation.h"

#include <stdlib.h>
#include <string.h>

#include "round.h"
#include "scenario.h"
#include "test.h"
#include "text/schedule.h"

struct row {
	const char *name;
	u8 threads, preempt, threshold; /* all have the lock's first role */
	u32 who, asleep;
};

static const struct row rows[] = {
    {"mcs", 3, 1, 0, 0, 0},        {"ticket", 3, 0, 0, 0, 0},
    {"qspinlock", 3, 0, 0, 0, 0},  {"mutex-3.9", 2, 0, 0, 3, 3},
    {"mutex-3.9", 3, 0, 0, 7, 7},  {"wait-wake", 3, 0, 0, 7, 7},
    {"mutex-6.12", 2, 1, 0, 3, 0}, {"mutex-6.12", 3, 0, 0, 7, 0}, /* they meet at wait_lock */
    {"rwsem-6.12", 2, 1, 0, 3, 3}, {"rwsem-6.12", 2, 1, LS_ENDLESS, 3, 0},
};

static struct ls_starvation find(const struct row *r, struct ls_config *c)
{
	const struct ls_scenario *s = ls_scenario_named(r->name);
	struct ls_starvation found = {0};

	EXPECT(s, "%s", r->name);
	if (!s)
		return found;
	ls_scenario_config(s, c);
	memset(c->budget, 0, sizeof c->budget);
	c->budget[LS_ENV_PREEMPT] = r->preempt;
	c->budget[LS_ENV_THRESHOLD] = r->threshold;
	c->rounds = LS_ENDLESS;
	c->n = r->threads;
	memset(c->role, 0, sizeof c->role);
	EXPECT(ls_find_starvation(c, 2000000, &found), "%s", r->name);
	return found;
}

/* What a fair scheduler owes each thread in this state: a step, a CPU, a stroke of its clock. */
static bool is_owed(const struct ls_machine *m, ls_action a)
{
	return ls_peek(m, a, NULL) == LS_MOVED;
}

static void replay(const char *name, const struct ls_config *c, const struct ls_starvation *f)
{
	static u8 before[LS_PACKED], after[LS_PACKED];
	u32 size = 0, passes = 0, owed[LS_MAX_THREADS][3], slept = 0, picks = 0, moved = 0;
	struct ls_machine m;

	memset(owed, 1, sizeof owed);
	EXPECT(f->tid && f->round && f->path, "%s", name);
	if (!f->path || ls_reset(&m, c))
		return;
	for (u32 i = 0; i < f->lead + f->round; i++) {
		if (i == f->lead)
			size = ls_pack(&m, before);
		EXPECT(ls_step(&m, f->path[i]) == LS_MOVED, "%s, step %u", name, i + 1);
		if (i < f->lead)
			continue;
		moved |= LS_ACTION_ENV(f->path[i]) ? 0 : 1u << LS_ACTION_TID(f->path[i]);
		for (u32 tid = 1; tid <= m.n; tid++) {
			struct ls_record next;
			const ls_action acts[] = {LS_STEP_OF(tid), LS_ENV_OF(LS_ENV_RUN, tid),
						  LS_ENV_OF(LS_ENV_THRESHOLD, tid)};

			for (u32 k = 0; k < 3; k++)
				if (f->path[i] == acts[k] || !is_owed(&m, acts[k]))
					owed[tid - 1][k] = 0;
			if (ls_peek(&m, acts[0], &next) == LS_MOVED &&
			    (next.op == LS_OP_SPIN_LOCK || next.op == LS_OP_QUEUE_LOCK))
				picks |= 1u << tid;
		}
		passes += (m.rec.flags & LS_REC_ACQUIRED) != 0;
		slept += m.thread[f->tid - 1].status == LS_ASLEEP;
		EXPECT(!m.thread[f->tid - 1].holds, "%s: T%u is let in at step %u", name, f->tid, i + 1);
	}
	EXPECT(ls_pack(&m, after) == size && !memcmp(before, after, size), "%s: another state", name);
	EXPECT(passes == f->passes && passes, "%s: %u times, told %u", name, passes, f->passes);
	EXPECT(!f->asleep || slept, "%s: T%u does not sleep", name, f->tid);
	EXPECT(!(picks & ~moved), "%s: a lock was free for %x, and they do not move", name, picks & ~moved);
	for (u32 i = 0; i < c->n; i++)
		for (u32 k = 0; k < 3; k++)
			EXPECT(!owed[i][k] || (!k && i != f->tid - 1), "%s: T%u is left out (%u)", name, i + 1, k);
}

/* What ls_returns() says of the schedule that was found: that it comes back at its end, and starves that thread. */
static void goes_round(const char *name, const struct ls_config *c, const struct ls_starvation *f)
{
	u32 end = f->lead + f->round, passes = 0;
	struct ls_return back[4];

	EXPECT(ls_returns(c, f->path, end, f->lead, back, 4) == 1 && back->end == end, "%s", name);
	EXPECT(back->starved >> (f->tid - 1) & 1, "%s: T%u is not starved: %x", name, f->tid, back->starved);
	EXPECT(!f->asleep == !(back->asleep >> (f->tid - 1) & 1), "%s: asleep %x", name, back->asleep);
	EXPECT(!(back->starved & ~f->who), "%s: starves %x of %x", name, back->starved, f->who);
	for (u32 t = 0; t < c->n; t++)
		passes += back->got[t];
	EXPECT(passes == f->passes && !back->got[f->tid - 1], "%s: %u times, told %u", name, passes, f->passes);
	EXPECT(!ls_returns(c, f->path, end - 1, f->lead, back, 4), "%s: back before its end", name);
	EXPECT(!ls_returns(c, f->path, end, end, back, 4), "%s: back from its end", name);
}

/* A schedule may come back and starve nobody: here T2 stands in its call and is never run, though it can move. */
static void left_out(void)
{
	const struct ls_scenario *s = ls_scenario_named("mutex-3.9");
	struct ls_config c;
	struct ls_return back[16];
	ls_action path[80];
	u32 n = 0;

	ls_scenario_config(s, &c);
	c.rounds = LS_ENDLESS;
	c.n = 2;
	memset(c.role, 0, sizeof c.role);
	path[n++] = LS_STEP_OF(1);
	path[n++] = LS_STEP_OF(2);
	while (n < 80)
		path[n++] = LS_STEP_OF(1);
	n = ls_returns(&c, path, 80, 40, back, 16);
	EXPECT(n > 1, "T1 comes back %u times", n);
	for (u32 i = 0; i < n; i++) {
		EXPECT(back[i].got[0] == i + 1 && !back[i].got[1], "T1 %u times", back[i].got[0]);
		EXPECT(back[i].waits == 2 && !back[i].starved && !back[i].asleep, "%x", back[i].starved);
	}
	path[79] = LS_STEP_OF(3);
	EXPECT(!ls_returns(&c, path, 80, 40, back, 16), "T3 is nobody");
	EXPECT(ls_returns(&c, path, 79, 40, back, 1) == 1, "more than there is room for");
}

int main(void)
{
	left_out();
	for (u32 i = 0; i < sizeof rows / sizeof *rows; i++) {
		const struct row *r = &rows[i];
		struct ls_config c;
		struct ls_starvation f = find(r, &c);

		EXPECT(f.complete, "%s", r->name);
		EXPECT(f.who == r->who && f.asleep == r->asleep, "%s: %x, asleep %x", r->name, f.who, f.asleep);
		if (r->who) {
			replay(r->name, &c, &f);
			goes_round(r->name, &c, &f);
		} else
			EXPECT(!f.tid && !f.path, "%s", r->name);
		free(f.path);
	}
	return test_end();
}
