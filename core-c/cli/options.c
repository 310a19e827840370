/* SPDX-License-Identifier: MIT */
/* The options of the commands on a scenario: which one, and what differs from it. */
#include "options.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "registry.h"
#include "scenario.h"

enum { KEY_THREADS = 0x200, KEY_ROUNDS, KEY_SWITCH, KEY_BUDGET };

static const struct argp_option options[] = {
    {"threads", KEY_THREADS, "3|WWR", 0, "how many, or a role letter each (see list)", 0},
    {"rounds", KEY_ROUNDS, "N", 0, "lock/unlock pairs a thread makes, 1 to 254, or endless", 0},
    {"switch", KEY_SWITCH, "S", 0, "turn a fault on, or a fix; may be repeated", 0},
    {"budget", KEY_BUDGET, "p1,x1,t0,s0,k0,w0", 0,
     "preemptions, passed thresholds, timeouts, signals, kills, spurious wake-ups", 0},
    {0},
};

/* --- values that the lock decides upon ------------------------------------------------------- */

static bool read_roles(struct ls_config *c, const char *letters)
{
	const struct ls_role *roles = ls_locks[c->lock]->roles;
	u32 n = (u32)strlen(letters);
	char known[300];
	struct ls_text t;

	for (u32 i = 0; i < n; i++) {
		u8 r = 0;

		while (roles[r].letter && roles[r].letter != letters[i])
			r++;
		if (!roles[r].letter) {
			ls_text_start(&t, known, sizeof known);
			for (r = 0; roles[r].letter; r++)
				ls_putf(&t, " %c (%s)", roles[r].letter, roles[r].title);
			return complain("--threads %s: %s has no role '%c'; it has%s", letters, ls_locks[c->lock]->name,
					letters[i], known);
		}
		c->role[i] = r;
	}
	c->n = (u8)n;
	return true;
}

bool read_threads(struct ls_config *c, const char *value)
{
	u32 n, letters = (u32)strlen(value);

	memset(c->role, 0, sizeof c->role);
	if (!isdigit((unsigned char)*value) && *value != '-') {
		if (letters >= 1 && letters <= LS_MAX_THREADS)
			return read_roles(c, value);
		return complain("--threads takes 1 to %d role letters, not \"%s\"", LS_MAX_THREADS, value);
	}
	if (!take_whole(options, KEY_THREADS, value, 1, LS_MAX_THREADS, &n))
		return false;
	c->n = (u8)n;
	return true;
}

bool read_switch(struct ls_config *c, const char *name)
{
	const struct ls_switch *s = ls_switch_named(c->lock, name, strlen(name));
	struct ls_nearest near;
	char known[700], what[80];
	struct ls_text t;

	if (s) {
		c->switches |= 1u << s->index;
		return true;
	}
	ls_nearest_start(&near, name, (u32)strlen(name));
	ls_text_start(&t, known, sizeof known);
	for (u8 i = 0; i < ls_switches_of(c->lock); i++) {
		ls_nearest_try(&near, ls_switch_at(c->lock, i)->name);
		ls_putf(&t, " %s", ls_switch_at(c->lock, i)->name);
	}
	ls_text_start(&t, what, sizeof what);
	ls_nearest_put(&near, &t);
	return complain("--switch: %s has no switch \"%s\"%s%s it has%s", ls_locks[c->lock]->name, name, what,
			near.best ? "" : ";", known);
}

static bool read_budget(struct ls_config *c, const char *value)
{
	const char *p = value;

	memset(c->budget, 0, sizeof c->budget);
	for (;;) {
		const char *letter = *p && *p != 'r' ? strchr(ls_env_letters + 1, *p) : NULL; /* to run again is free */
		u32 v = 0, digits = 0;

		for (const char *d = p + 1; letter && isdigit((unsigned char)*d) && digits < 4; d++, digits++)
			v = v * 10 + (u32)(*d - '0');
		if (!digits || v > 255 || (p[1 + digits] && p[1 + digits] != ','))
			return complain("--budget takes letters with counts to 255 such as p1,x1,t1,s1,k1,w1 "
					"(preempt, threshold, timeout, signal, kill, wake), not \"%s\"",
					value);
		c->budget[letter - ls_env_letters] = (u8)v;
		if (!p[1 + digits])
			return true;
		p += digits + 2;
	}
}

/* --- read, and then understood, for what an option may say depends on the lock --------------------- */

static error_t parser(int key, char *arg, struct argp_state *state)
{
	struct run_options *o = state->input;

	switch (key) {
	case KEY_THREADS:
		o->given.threads = arg;
		return 0;
	case KEY_ROUNDS:
		o->given.rounds = arg;
		return 0;
	case KEY_BUDGET:
		o->given.budget = arg;
		return 0;
	case KEY_SWITCH:
		if (o->given.switches == MAX_GIVEN)
			return judged(complain("--switch more than %d times", MAX_GIVEN));
		o->given.switch_[o->given.switches++] = arg;
		return 0;
	case ARGP_KEY_ARG:
		if (o->given.name)
			return surplus(arg);
		o->given.name = arg;
		return 0;
	default:
		return ARGP_ERR_UNKNOWN;
	}
}

const struct argp scenario_argp = {.options = options, .parser = parser};

bool complain_of_name(const char *name)
{
	struct ls_nearest near;

	ls_nearest_start(&near, name, (u32)strlen(name));
	for (u32 i = 0; ls_scenario_at(i); i++)
		ls_nearest_try(&near, ls_scenario_at(i)->name);
	return complain_of("lock or scenario", &near, "`lockstep list` names them");
}

static bool read_rounds(struct ls_config *c, const char *value)
{
	u32 n = LS_ENDLESS;

	if (!strcmp(value, "255"))
		return complain("--rounds takes 1 to 254, or endless: there it is a loop without an end");
	if (strcmp(value, "endless") && !take_whole(options, KEY_ROUNDS, value, 1, LS_ENDLESS - 1, &n))
		return false;
	c->rounds = (u8)n;
	return true;
}

static bool understand(struct run_options *o)
{
	struct ls_config *c = &o->config;

	if (!o->given.name)
		return complain("which lock or scenario? `lockstep list` names them");
	o->scenario = ls_scenario_named(o->given.name);
	if (!o->scenario)
		return complain_of_name(o->given.name);
	ls_scenario_config(o->scenario, c);
	if (o->scenario->sandbox)
		memset(c->budget, 0, sizeof c->budget); /* what free play may do, a check is told */
	if (o->given.threads && !read_threads(c, o->given.threads))
		return false;
	if (o->given.rounds && !read_rounds(c, o->given.rounds))
		return false;
	for (u32 i = 0; i < o->given.switches; i++)
		if (!read_switch(c, o->given.switch_[i]))
			return false;
	o->own_budget = o->given.budget;
	o->changed = o->given.threads || o->given.rounds || o->given.switches || o->own_budget;
	return !o->given.budget || read_budget(c, o->given.budget);
}

bool read_options(const struct argp *command, int argc, char **argv, struct run_options *o)
{
	memset(o, 0, sizeof *o);
	o->max_states = MAX_STATES;
	o->max_edges = MAX_EDGES;
	return read_line(command, argc, argv, o) && ((o->addresses && is_address(o->given.name)) || understand(o));
}

bool is_address(const char *name)
{
	return name && (strchr(name, '?') || name[0] == '#');
}

/* --- commands without an option ------------------------------------------------------------------- */

static error_t nothing(int key, char *arg, struct argp_state *state)
{
	(void)state;
	return key == ARGP_KEY_ARG ? surplus(arg) : ARGP_ERR_UNKNOWN;
}

bool read_nothing(const char *doc, int argc, char **argv)
{
	struct argp argp = {.parser = nothing, .doc = doc};

	return read_line(&argp, argc, argv, NULL);
}
