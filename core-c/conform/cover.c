/* SPDX-License-Identifier: MIT */
#include "cover.h"

#include <string.h>

#include "machine_internal.h"
#include "registry.h"
#include "backend/step/step.h"

/* --- taking note ----------------------------------------------------------------------- */

static bool has_branch(const struct ls_cover *c, u32 key)
{
	u32 i = key * 2654435761u % LS_COVER_BRANCHES;

	while (c->branch[i] && c->branch[i] != key)
		i = (i + 1) % LS_COVER_BRANCHES;
	return c->branch[i] == key;
}

static void add_branch(struct ls_cover *c, u32 key)
{
	u32 i = key * 2654435761u % LS_COVER_BRANCHES;

	while (c->branch[i] && c->branch[i] != key)
		i = (i + 1) % LS_COVER_BRANCHES;
	if (c->branch[i] == key || c->branches > LS_COVER_BRANCHES / 2)
		return;
	c->branch[i] = key;
	c->branches++;
}

static u32 place_of(u32 lock, u32 proc, u32 line)
{
	const struct ls_program *all = &ls_programs[lock];
	u32 place = line;

	for (u32 i = 0; i < proc; i++)
		place += all->proc[i]->last - all->proc[i]->first + 1u;
	return place;
}

u32 ls_cover_line_of(const struct ls_cover *c, u32 place)
{
	return place - place_of(c->lock, c->line[place] - 1u, 0);
}

/* The place of the thread's next step; 0 at its end. */
static u32 place_ahead(const struct ls_machine *m, u32 tid)
{
	const struct ls_frame *fr = ls_top_frame(&m->thread[tid - 1]);

	return fr ? place_of(m->lock, fr->proc, fr->line) : 0;
}

static void note_step(struct ls_cover *c, const struct ls_machine *m, const struct ls_record *r)
{
	u32 place = r->line ? place_of(m->lock, r->proc, r->line) : 0;

	if (!place || place >= LS_COVER_LINES)
		return;
	c->lock = m->lock;
	c->lines += c->line[place] == 0;
	c->line[place] = (u8)(r->proc + 1);
	add_branch(c, place << 16 | place_ahead(m, LS_ACTION_TID(r->action)));
	add_branch(c, place << 16 | LS_COVER_ENDS | (u32)r->ok << 8 | r->op);
}

u32 ls_cover_schedule(struct ls_cover *c, const struct ls_config *config, const ls_action *a, u32 n)
{
	struct ls_machine m;
	u32 i = 0;

	if (ls_reset(&m, config))
		return 0;
	for (; i < n && ls_step(&m, a[i]) <= LS_SPUN; i++)
		note_step(c, &m, &m.rec);
	return i;
}

/* --- what can be run ----------------------------------------------------------------------- */

static u32 random_number(u32 *seed)
{
	*seed = *seed * 1664525u + 1013904223u;
	return *seed >> 8;
}

static void random_config(struct ls_config *c, const struct ls_config *like, u32 *seed)
{
	memset(c, 0, sizeof *c);
	c->lock = like->lock;
	c->variant = like->variant;
	c->switches = like->switches;
	c->n = (u8)(2 + random_number(seed) % 3);
	c->rounds = (u8)(1 + random_number(seed) % 4);
	for (u32 i = 0; i < c->n; i++)
		c->role[i] = (u8)(random_number(seed) % ls_roles_of(c->lock));
	for (u32 i = 0; i < LS_ENV_KINDS; i++)
		c->budget[i] = (u8)(random_number(seed) % 4);
}

/* One thread runs for a while, then another: so both long spins and narrow races come up. */
static void random_schedule(struct ls_cover *c, const struct ls_config *config, u32 *seed)
{
	enum { STEPS = 600, ENV_EVERY = 24 };
	struct ls_machine m;
	u32 tid = 1, stay = 0;

	if (ls_reset(&m, config))
		return;
	for (u32 i = 0; i < STEPS && !m.bug && !ls_finished(&m); i++) {
		ls_action a;

		if (!stay) {
			tid = 1 + random_number(seed) % m.n;
			stay = 1 + random_number(seed) % (random_number(seed) % 2 ? 4 : 40);
		}
		a = LS_STEP_OF(tid);
		stay--;
		if (m.thread[tid - 1].status == LS_PREEMPTED)
			a = LS_ENV_OF(LS_ENV_RUN, tid);
		else if (random_number(seed) % ENV_EVERY == 0)
			a = LS_ENV_OF(1 + random_number(seed) % (LS_ENV_KINDS - 1), 1 + random_number(seed) % m.n);
		if (ls_step(&m, a) == LS_MOVED)
			note_step(c, &m, &m.rec);
		else
			stay = LS_ACTION_ENV(a) ? stay : 0;
	}
}

void ls_cover_reachable(struct ls_cover *c, const struct ls_config *config, u32 schedules)
{
	struct ls_config random;
	u32 seed = 1;

	for (u32 i = 0; i < schedules; i++) {
		random_config(&random, config, &seed);
		random_schedule(c, &random, &seed);
	}
}

void ls_cover_add(struct ls_cover *into, const struct ls_cover *more)
{
	into->lock = more->lock;
	for (u32 i = 0; i < LS_COVER_LINES; i++) {
		into->lines += !into->line[i] && more->line[i];
		if (more->line[i])
			into->line[i] = more->line[i];
	}
	for (u32 i = 0; i < LS_COVER_BRANCHES; i++)
		if (more->branch[i])
			add_branch(into, more->branch[i]);
}

u32 ls_cover_missed_lines(const struct ls_cover *reachable, const struct ls_cover *covered)
{
	u32 missed = 0;

	for (u32 i = 0; i < LS_COVER_LINES; i++)
		missed += reachable->line[i] && !covered->line[i];
	return missed;
}

u32 ls_cover_missing(const struct ls_cover *reachable, const struct ls_cover *covered, u32 *branch)
{
	u32 n = 0;

	for (u32 i = 0; i < LS_COVER_BRANCHES; i++) {
		u32 one = reachable->branch[i], at = n;

		if (!one || has_branch(covered, one))
			continue;
		for (; at > 0 && branch[at - 1] > one; at--)
			branch[at] = branch[at - 1];
		branch[at] = one;
		n++;
	}
	return n;
}

u32 ls_cover_missed_branches(const struct ls_cover *reachable, const struct ls_cover *covered)
{
	u32 branch[LS_COVER_BRANCHES];

	return ls_cover_missing(reachable, covered, branch);
}
