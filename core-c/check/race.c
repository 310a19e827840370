/* SPDX-License-Identifier: MIT */
#include "race.h"

#include <stdlib.h>
#include <string.h>

#include "happens.h"

/* Steps between two that race, up to which the missing order is looked for: each pair of accesses is tried. */
enum { NEAR = 1000 };

struct told {
	struct ls_record *step; /* step[i] is step i + 1 */
	const bool *relaxed;
};

static u8 order_of(const struct told *told, u32 i)
{
	const struct ls_record *r = &told->step[i];

	return told->relaxed && r->word < LS_MEM_WORDS && told->relaxed[r->word] ? LS_RELAXED : r->order;
}

static u32 by(const struct told *told, u32 step)
{
	return LS_ACTION_TID(told->step[step - 1].action);
}

static u8 with(u8 order, u8 side)
{
	u8 other = side == LS_RELEASE ? LS_ACQUIRE : LS_RELEASE;

	if (order == LS_FULL || order == LS_ACQ_REL)
		return order;
	return order == other ? LS_ACQ_REL : side;
}

/* Whether the second thread would know of the first's work, if those two steps had the order that they lack. */
static bool would_know(const struct told *told, const struct ls_race *race, u32 releases, u32 acquires)
{
	struct ls_knowledge k = {0};

	k.thread[by(told, race->first)] = LS_LAST_WRITE;
	for (u32 step = race->first + 1; step < race->second; step++) {
		const struct ls_record *r = &told->step[step - 1];
		u8 order = order_of(told, step - 1);

		if (step == releases)
			order = with(order, LS_RELEASE);
		if (step == acquires)
			order = with(order, LS_ACQUIRE);
		if (r->op != LS_OP_CRITICAL)
			ls_happens(&k, r, order);
	}
	return k.thread[by(told, race->second)];
}

static bool on_a_word(const struct told *told, u32 step, u32 thread)
{
	return by(told, step) == thread && !LS_ACTION_ENV(told->step[step - 1].action) &&
	       told->step[step - 1].word < LS_MEM_WORDS;
}

static bool suffice(const struct told *told, struct ls_race *race, u32 wrote, u32 read)
{
	if (!would_know(told, race, wrote, read))
		return false;
	race->wrote = wrote;
	race->read = read;
	race->lacks_release = !would_know(told, race, 0, read);
	race->lacks_acquire = !would_know(told, race, wrote, 0);
	return true;
}

/* The last two accesses that could tell: the reader's last look is the one by which it goes on. */
static void find_missing(const struct told *told, struct ls_race *race)
{
	u32 writer = by(told, race->first), reader = by(told, race->second);

	if (race->second - race->first > NEAR)
		return;
	for (u32 read = race->second - 1; read > race->first; read--) {
		if (!on_a_word(told, read, reader))
			continue;
		for (u32 wrote = read - 1; wrote > race->first; wrote--)
			if (on_a_word(told, wrote, writer) && told->step[wrote - 1].word == told->step[read - 1].word &&
			    suffice(told, race, wrote, read))
				return;
	}
}

/* Of the accesses in the set the latest. */
static u32 last_of(ls_known set, u32 wrote_at, const u32 *read_at)
{
	u32 last = set & LS_LAST_WRITE ? wrote_at : 0;

	for (u32 tid = 1; tid <= LS_MAX_THREADS; tid++)
		if (set & LS_READ_BY(tid) && read_at[tid] > last)
			last = read_at[tid];
	return last;
}

static bool along(struct ls_machine *m, const ls_action *path, u32 n, const struct told *told, struct ls_race *race)
{
	struct ls_knowledge k = {0};
	u32 wrote_at = 0, read_at[LS_MAX_THREADS + 1] = {0};

	for (u32 i = 0; i < n; i++) {
		u32 t = LS_ACTION_TID(path[i]);
		bool writes;
		ls_known unordered;

		if (LS_ACTION_ENV(path[i]) == LS_ENV_KILL || ls_step(m, path[i]) > LS_SPUN)
			return false;
		told->step[i] = m->rec;
		if (m->rec.op != LS_OP_CRITICAL) {
			ls_happens(&k, &m->rec, order_of(told, i));
			continue;
		}
		writes = ls_work_writes(m);
		unordered = ls_unordered(&k, t, writes);
		if (unordered) {
			race->first = last_of(unordered, wrote_at, read_at);
			race->second = i + 1;
			return true;
		}
		ls_worked(&k, m->mem_words, t, writes);
		if (writes)
			wrote_at = i + 1;
		else
			read_at[t] = i + 1;
	}
	return false;
}

bool ls_race_along(const struct ls_config *c, const ls_action *path, u32 n, const bool *relaxed, struct ls_race *out)
{
	struct ls_machine m;
	struct told told = {.relaxed = relaxed};
	bool races;

	memset(out, 0, sizeof *out);
	if (!n || ls_reset(&m, c))
		return false;
	told.step = calloc(n, sizeof *told.step);
	races = told.step && along(&m, path, n, &told, out);
	if (races)
		find_missing(&told, out);
	free(told.step);
	return races;
}
