/* SPDX-License-Identifier: MIT */
#include "scenario.h"

#include <stdio.h>
#include <string.h>

#include "registry.h"

#define SW(lock, s) (1u << lock##_SWITCH_##s)
/* budgets: preemptions, passed thresholds, timeouts, signals, kills */
#define BUDGET(p, x, t, s, k) { 0, p, 0, x, t, s, k, 0 }
#define SCENARIO(name, title, lock, variant, n, rounds, roles, switches, budget, verdict, what, lesson, story) \
	{ name, title, LS_LOCK_##lock, lock##_VARIANT_##variant, n, rounds, roles, switches, budget, verdict, what, lesson, story, 0 },
#define SANDBOX(lock, variant, n, rounds, roles, budget, name, title) \
	{ name, title, LS_LOCK_##lock, lock##_VARIANT_##variant, n, rounds, roles, 0, budget, LS_OK, NULL, \
	  "Free play: choose every step yourself.", "", 1 },

const struct ls_scenario ls_scenarios[] = {
#include "scenarios/mcs.def"
#include "scenarios/mutex.def"
#include "scenarios/rwsem.def"
#include "scenarios/tp_futex.def"
};
const u32 ls_scenario_count = sizeof ls_scenarios / sizeof *ls_scenarios;

const struct ls_scenario *ls_scenario_named(const char *name)
{
	for (u32 i = 0; i < ls_scenario_count; i++)
		if (strcmp(ls_scenarios[i].name, name) == 0)
			return &ls_scenarios[i];
	return NULL;
}

int ls_scenario_config(const struct ls_scenario *s, struct ls_config *c)
{
	const struct ls_role *roles = ls_locks[s->lock]->roles;

	memset(c, 0, sizeof *c);
	c->lock = s->lock;
	c->variant = s->variant;
	c->n = s->n;
	c->rounds = s->rounds;
	c->switches = s->switches;
	memcpy(c->budget, s->budget, sizeof c->budget);
	for (u32 i = 0; s->roles && i < s->n; i++) {
		u8 r = 0;

		while (roles[r].letter && roles[r].letter != s->roles[i])
			r++;
		if (!s->roles[i] || !roles[r].letter)
			return LS_BAD_ROLE;
		c->role[i] = r;
	}
	return 0;
}

static const char env_letters[] = "?prxtskw"; /* by enum ls_env */

u32 ls_action_name(ls_action a, char *out)
{
	u32 env = LS_ACTION_ENV(a);

	if (env)
		return (u32)sprintf(out, "%c%d", env_letters[env % LS_ENV_KINDS], LS_ACTION_TID(a));
	return (u32)sprintf(out, "%d", LS_ACTION_TID(a));
}

struct token {
	ls_action action;
	char mode; /* 0 = count times, '!' or '+' */
	u32 count;
};

/* Reads one token; returns the text behind it, or NULL. */
static const char *read_token(const char *p, struct token *t)
{
	u32 tid = 0, kind = 0;
	const char *letter = *p ? strchr(env_letters + 1, *p) : NULL;

	if (letter) {
		kind = (u32)(letter - env_letters);
		p++;
	}
	for (; *p >= '0' && *p <= '9' && tid < 100; p++)
		tid = tid * 10 + (u32)(*p - '0');
	if (tid < 1 || tid > LS_MAX_THREADS)
		return NULL;
	t->action = kind ? LS_ENV_OF(kind, tid) : LS_STEP_OF(tid);
	t->mode = 0;
	t->count = 1;
	if (!kind && (*p == '!' || *p == '+')) {
		t->mode = *p++;
	} else if (*p == '*') {
		t->count = 0;
		for (p++; *p >= '0' && *p <= '9' && t->count < LS_MAX_SCHEDULE; p++)
			t->count = t->count * 10 + (u32)(*p - '0');
		if (!t->count)
			return NULL;
	}
	return *p == 0 || *p == ' ' || *p == '\n' || *p == '\t' ? p : NULL;
}

/* Steps once; true when the schedule goes on with the token. */
static bool apply(struct ls_machine *m, struct token *t, ls_action *out, u32 *n)
{
	enum ls_result r = ls_step(m, t->action);

	if (r != LS_MOVED && (r != LS_SPUN || t->mode))
		return false;
	out[(*n)++] = t->action;
	return t->mode != '+' || ls_peek(m, t->action) != LS_MOVED || ls_rec.op != LS_OP_CRITICAL;
}

u32 ls_parse_schedule(struct ls_machine *m, const char *text, ls_action *out, u32 max, s32 *bad)
{
	const char *p = text;
	u32 n = 0;

	*bad = -1;
	for (;;) {
		struct token t;
		const char *end;
		u32 before = n;

		while (*p == ' ' || *p == '\n' || *p == '\t')
			p++;
		if (!*p)
			return n;
		end = read_token(p, &t);
		if (!end)
			break;
		for (u32 i = 0; (t.mode || i < t.count) && n < max; i++)
			if (!apply(m, &t, out, &n))
				break;
		if (n == before || (!t.mode && n - before < t.count))
			break;
		p = end;
	}
	*bad = (s32)(p - text);
	return n;
}
