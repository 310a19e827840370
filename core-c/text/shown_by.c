/* SPDX-License-Identifier: MIT */
#include "shown_by.h"

#include <string.h>

#include "scenario.h"
#include "schedule.h"

struct word {
	const char *at;
	u32 n;
};

static struct word next(const char **p)
{
	struct word w;

	*p += strspn(*p, " ");
	w = (struct word){*p, (u32)strcspn(*p, " ")};
	*p += w.n;
	return w;
}

static bool is(struct word w, const char *text)
{
	return strlen(text) == w.n && memcmp(w.at, text, w.n) == 0;
}

/* All of w, from 1 to 255. */
static bool number(struct word w, u8 *out)
{
	u32 v = 0;

	for (u32 i = 0; i < w.n && v < 256; i++) {
		if (w.at[i] < '0' || w.at[i] > '9')
			return false;
		v = v * 10 + (u32)(w.at[i] - '0');
	}
	*out = (u8)v;
	return v >= 1 && v <= 255;
}

static bool threads(struct word w, struct ls_config *c)
{
	const struct ls_role *roles = ls_locks[c->lock]->roles;

	memset(c->role, 0, sizeof c->role);
	if (number(w, &c->n))
		return c->n <= LS_MAX_THREADS;
	if (!w.n || w.n > LS_MAX_THREADS)
		return false;
	c->n = (u8)w.n;
	for (u32 i = 0; i < w.n; i++) {
		while (roles[c->role[i]].letter && roles[c->role[i]].letter != w.at[i])
			c->role[i]++;
		if (!roles[c->role[i]].letter)
			return false;
	}
	return true;
}

/* "p1,x2" */
static bool budget(struct word w, struct ls_config *c)
{
	while (w.n) {
		const char *letter = strchr(ls_env_letters + 1, *w.at), *comma = memchr(w.at, ',', w.n);
		u32 n = comma ? (u32)(comma - w.at) : w.n;

		if (!letter || !number((struct word){w.at + 1, n - 1}, &c->budget[letter - ls_env_letters]))
			return false;
		w = (struct word){w.at + n + (comma != NULL), w.n - n - (comma != NULL)};
	}
	return true;
}

static bool option(struct word name, struct word value, struct ls_config *c)
{
	const struct ls_switch *s;

	if (is(name, "--threads"))
		return threads(value, c);
	if (is(name, "--rounds"))
		return number(value, &c->rounds);
	if (is(name, "--budget"))
		return budget(value, c);
	s = is(name, "--switch") ? ls_switch_named(c->lock, value.at, value.n) : NULL;
	if (s)
		c->switches |= 1u << s->index;
	return s;
}

bool ls_shown_by(const struct ls_switch *s, struct ls_config *c)
{
	const char *p = s->shown_by;
	struct word name = next(&p);
	const struct ls_scenario *sandbox = NULL;

	for (u32 i = 0; ls_scenario_at(i) && !sandbox; i++)
		if (ls_scenario_at(i)->sandbox && is(name, ls_scenario_at(i)->name))
			sandbox = ls_scenario_at(i);
	if (!sandbox || sandbox->lock != s->lock)
		return false;
	ls_scenario_config(sandbox, c);
	memset(c->budget, 0, sizeof c->budget);
	for (name = next(&p); name.n; name = next(&p))
		if (!option(name, next(&p), c))
			return false;
	c->switches |= 1u << s->index;
	return true;
}
