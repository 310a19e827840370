/* SPDX-License-Identifier: MIT */
/* The command line, read; the words that several commands print. */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "../backend/step.h"
#include "../machine_internal.h"
#include "../registry.h"
#include "../trace/narrate.h"
#include "../trace/url.h"
#include "cli.h"

static bool number(const char *option, const char *value, u32 low, u32 high, u32 *out)
{
	char *end;
	unsigned long v = strtoul(value, &end, 10);

	if (!isdigit((unsigned char)*value) || *end || v < low || v > high) {
		fprintf(stderr, "lockstep: %s takes a number from %u to %u, not \"%s\"\n", option, low, high, value);
		return false;
	}
	*out = (u32)v;
	return true;
}

bool read_threads(struct ls_config *c, const char *value)
{
	const struct ls_role *roles = ls_locks[c->lock]->roles;
	u32 n;

	memset(c->role, 0, sizeof c->role);
	if (isdigit((unsigned char)*value)) {
		if (!number("--threads", value, 1, LS_MAX_THREADS, &n))
			return false;
		c->n = (u8)n;
		return true;
	}
	n = (u32)strlen(value);
	if (n < 1 || n > LS_MAX_THREADS) {
		fprintf(stderr, "lockstep: --threads takes 1 to %d role letters\n", LS_MAX_THREADS);
		return false;
	}
	for (u32 i = 0; i < n; i++) {
		u8 r = 0;

		while (roles[r].letter && roles[r].letter != value[i])
			r++;
		if (!roles[r].letter) {
			fprintf(stderr, "lockstep: %s has no role '%c'; it has", ls_locks[c->lock]->name, value[i]);
			for (r = 0; roles[r].letter; r++)
				fprintf(stderr, " %c (%s)", roles[r].letter, roles[r].title);
			fprintf(stderr, "\n");
			return false;
		}
		c->role[i] = r;
	}
	c->n = (u8)n;
	return true;
}

bool read_switch(struct ls_config *c, const char *name)
{
	for (u8 i = 0; i < ls_switches_of(c->lock); i++)
		if (!strcmp(ls_switch_at(c->lock, i)->name, name)) {
			c->switches |= 1u << i;
			return true;
		}
	fprintf(stderr, "lockstep: %s has no switch \"%s\"; it has", ls_locks[c->lock]->name, name);
	for (u8 i = 0; i < ls_switches_of(c->lock); i++)
		fprintf(stderr, " %s", ls_switch_at(c->lock, i)->name);
	fprintf(stderr, "\n");
	return false;
}

static bool read_budget(struct ls_config *c, const char *value)
{
	static const char letters[] = "?p?xtskw"; /* by enum ls_env */

	memset(c->budget, 0, sizeof c->budget);
	for (const char *p = value; *p; p += *p == ',') {
		const char *l = strchr(letters + 1, *p);
		char *end;
		unsigned long v;

		if (!l || *p == '?' || !isdigit((unsigned char)p[1]))
			goto bad;
		v = strtoul(p + 1, &end, 10);
		if (v > 255 || (*end && *end != ','))
			goto bad;
		c->budget[l - letters] = (u8)v;
		p = end;
	}
	return true;
bad:
	fprintf(stderr, "lockstep: --budget takes letters with counts such as p1,x1,t1,s1,k1,w1 "
			"(preempt, threshold, timeout, signal, kill, wake), not \"%s\"\n", value);
	return false;
}

/* --option VALUE or --option=VALUE; NULL when argv[*i] is another option. */
static const char *value_of(int argc, char **argv, int *i, const char *option)
{
	size_t n = strlen(option);

	if (strncmp(argv[*i], option, n))
		return NULL;
	if (argv[*i][n] == '=')
		return argv[*i] + n + 1;
	if (argv[*i][n] || *i + 1 >= argc)
		return NULL;
	return argv[++*i];
}

static bool read_option(int argc, char **argv, int *i, struct run_options *o)
{
	const char *v;
	u32 n;

	o->changed = true;
	if ((v = value_of(argc, argv, i, "--threads")))
		return read_threads(&o->config, v);
	if ((v = value_of(argc, argv, i, "--rounds"))) {
		if (!number("--rounds", v, 1, 255, &n))
			return false;
		o->config.rounds = (u8)n;
		return true;
	}
	if ((v = value_of(argc, argv, i, "--switch")))
		return read_switch(&o->config, v);
	if ((v = value_of(argc, argv, i, "--budget"))) {
		o->own_budget = true;
		return read_budget(&o->config, v);
	}
	o->changed = false;
	if ((v = value_of(argc, argv, i, "--states"))) {
		bool ok = number("--states", v, 1, 400000000, &o->max_states);

		if (o->max_edges < o->max_states)
			o->max_edges = o->max_states;
		return ok;
	}
	if (!strcmp(argv[*i], "--json"))
		return o->json = true;
	if (!strcmp(argv[*i], "--records"))
		return o->records = true;
	fprintf(stderr, "lockstep: \"%s\" is no option, or its value is missing\n", argv[*i]);
	return false;
}

bool read_options(int argc, char **argv, struct run_options *o)
{
	bool changed = false;

	memset(o, 0, sizeof *o);
	o->max_states = 20000000;
	o->max_edges = 100000000;
	if (argc < 1 || argv[0][0] == '-') {
		fprintf(stderr, "lockstep: which lock or scenario? `lockstep list` names them\n");
		return false;
	}
	o->scenario = ls_scenario_named(argv[0]);
	if (!o->scenario) {
		fprintf(stderr, "lockstep: there is no lock or scenario \"%s\"; `lockstep list` names them\n", argv[0]);
		return false;
	}
	ls_scenario_config(o->scenario, &o->config);
	if (o->scenario->sandbox)
		memset(o->config.budget, 0, sizeof o->config.budget); /* what free play may do, a check is told */
	for (int i = 1; i < argc; i++) {
		if (!read_option(argc, argv, &i, o))
			return false;
		changed |= o->changed;
	}
	o->changed = changed;
	return true;
}

double now_seconds(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

const char *grouped(double v)
{
	static char buffers[4][40];
	static u32 next;
	char digits[32], *out = buffers[next++ & 3];
	int n = snprintf(digits, sizeof digits, "%.0f", v), at = 0;

	for (int i = 0; i < n; i++) {
		if (i && (n - i) % 3 == 0)
			out[at++] = ',';
		out[at++] = digits[i];
	}
	out[at] = 0;
	return out;
}

void print_config(const struct run_options *o)
{
	const struct ls_config *c = &o->config;
	const char *between = ", budgets: ";

	printf("%s, %u threads (", o->scenario->name, c->n);
	for (u32 i = 0; i < c->n; i++)
		putchar(ls_locks[c->lock]->roles[c->role[i]].letter);
	printf("), %u round%s", c->rounds, c->rounds == 1 ? "" : "s");
	for (u8 i = 0; i < ls_switches_of(c->lock); i++)
		if (c->switches >> i & 1)
			printf(ls_switch_mends(ls_switch_at(c->lock, i)) ? ", with %s" : ", fault: %s",
			       ls_switch_at(c->lock, i)->name);
	for (u32 k = 1; k < LS_ENV_KINDS; k++)
		if (c->budget[k]) {
			printf("%s%s %u", between, ls_env_names[k], c->budget[k]);
			between = ", ";
		}
	printf("\n");
}

const char *url_of(const struct ls_scenario *s, const struct ls_config *c, const ls_action *a, u32 n)
{
	static char buffer[LS_MAX_SCHEDULE];
	struct ls_text t;

	ls_text_start(&t, buffer, sizeof buffer);
	ls_url_format(s, c, a, n, n, &t);
	return buffer;
}

void print_narration(const struct ls_config *c, const ls_action *a, u32 n, bool records)
{
	static struct ls_machine m;
	char line[512], name[8];

	ls_reset(&m, c);
	for (u32 i = 0; i < n; i++) {
		struct ls_text t;

		ls_step(&m, a[i]);
		ls_text_start(&t, line, sizeof line);
		ls_narrate(&m, &ls_rec, &t);
		if (records) {
			ls_action_name(a[i], name);
			printf("%u %s %s %s %s:%u %x %x>%x ok%u t%u f%u %016llx | ", i + 1, name,
			       ls_rec.result == LS_MOVED ? "moved" : "spun", ls_op_names[ls_rec.op],
			       ls_rec.line ? ls_procs[ls_rec.proc]->name : "-", ls_rec.line, ls_rec.word, ls_rec.old,
			       ls_rec.new_, ls_rec.ok, ls_rec.target, ls_rec.flags & ~LS_REC_OTHERWISE, (unsigned long long)ls_hash(&m));
		} else {
			printf("%4u  ", i + 1);
		}
		printf("%s\n", line);
	}
}
