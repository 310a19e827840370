/* SPDX-License-Identifier: MIT */
/* The options of a run on real threads, whatever comes of it. */
#include "native_options.h"

#include <stdio.h>
#include <string.h>

#include "registry.h"
#include "scenario.h"

enum {
	KEY_THREADS = 0x200,
	KEY_SWITCH,
	KEY_KERNEL,
	KEY_OPS,
	KEY_JITTER,
	KEY_STALLS,
	KEY_NAPS,
	KEY_SIGNALS,
	KEY_KILLS,
	KEY_TIMEOUT,
	KEY_THRESHOLD
};

#define TEXT_OF_(x) #x
#define TEXT_OF(x) TEXT_OF_(x)

static const struct argp_option options[] = {
    {"threads", KEY_THREADS, "4|WWR", 0, "how many, or a role letter each (see list)", 0},
    {"switch", KEY_SWITCH, "S", 0, "turn a fault on, or a fix; may be repeated", 0},
    {"kernel", KEY_KERNEL, "text", 0, "run the kernel's side of a system call as text, in the process", 0},
    {"futex-ops", KEY_OPS, "L,U", 0,
     "numbers of FUTEX_LOCK and FUTEX_UNLOCK (default " TEXT_OF(NATIVE_FUTEX_LOCK) "," TEXT_OF(
	 NATIVE_FUTEX_UNLOCK) "); 6,7 runs the user side on the calls of PI futexes",
     0},
    {"jitter", KEY_JITTER, "N", 0, "half of the time one access in N loses time (default 64, 0 = never)", 0},
    {"stalls", KEY_STALLS, "N", 0,
     "in spells of N accesses, some wait until another thread has made a few (default 0 = never)", 0},
    {"naps", KEY_NAPS, "N", 0,
     "the holder sleeps in one critical section of N (0 = never; default of stress 512, of record 32)", 0},
    {"signals", KEY_SIGNALS, "N", 0, "signals a second to threads picked at random (default 0)", 0},
    {"kills", KEY_KILLS, "N", 0, "threads killed a second (default 0)", 0},
    {"timeout", KEY_TIMEOUT, "MS", 0, "the timeout that callers give (default 1)", 0},
    {"threshold", KEY_THRESHOLD, "MS", 0, "the handoff threshold (default as in the kernel: 5 or 10)", 0},
    {0},
};

static bool read_ops(struct native_config *c, const char *text)
{
	char rest;

	return sscanf(text, "%u,%u%c", &c->futex_lock, &c->futex_unlock, &rest) == 2 ||
	       complain("--futex-ops takes the numbers of two calls, such as 6,7, not \"%s\"", text);
}

static bool read_ms(int key, const char *text, u32 *us)
{
	double ms = 0;
	bool ok = take_number(options, key, text, 0.001, 60000, &ms);

	*us = (u32)(ms * 1000);
	return ok;
}

static bool read_kernel(struct native_config *c, const char *text)
{
	c->kernel_text = !strcmp(text, "text");
	return c->kernel_text || complain("--kernel takes only \"text\", not \"%s\"", text);
}

static bool read_value(struct native_options *o, int key, char *arg)
{
	struct native_config *c = &o->native;

	switch (key) {
	case KEY_THREADS:
		o->given.threads = arg;
		return true;
	case KEY_SWITCH:
		if (o->given.switches == MAX_GIVEN)
			return complain("--switch more than %d times", MAX_GIVEN);
		o->given.switch_[o->given.switches++] = arg;
		return true;
	case KEY_KERNEL:
		return read_kernel(c, arg);
	case KEY_OPS:
		return read_ops(c, arg);
	case KEY_JITTER:
		return take_whole(options, key, arg, 0, 1000000000, &c->jitter);
	case KEY_STALLS:
		return take_whole(options, key, arg, 0, 1000000000, &c->stalls);
	case KEY_NAPS:
		return take_whole(options, key, arg, 0, 1000000000, &c->nap_every);
	case KEY_SIGNALS:
		return take_whole(options, key, arg, 0, 1000000, &c->signals);
	case KEY_KILLS:
		return take_whole(options, key, arg, 0, 1000000, &c->kills);
	case KEY_TIMEOUT:
		return read_ms(key, arg, &c->timeout_us);
	default:
		return read_ms(key, arg, &c->threshold_us);
	}
}

static error_t parser(int key, char *arg, struct argp_state *state)
{
	struct native_options *o = state->input;

	switch (key) {
	case ARGP_KEY_ARG:
		if (o->name)
			return surplus(arg);
		o->name = arg;
		return 0;
	case ARGP_KEY_NO_ARGS:
		complain("which lock? `lockstep list` names them");
		argp_help(state->root_argp, stderr, ARGP_HELP_STD_HELP, state->argv[0]);
		return EINVAL;
	default:
		return key >= KEY_THREADS && key <= KEY_THRESHOLD ? judged(read_value(o, key, arg)) : ARGP_ERR_UNKNOWN;
	}
}

const struct argp native_argp = {.options = options, .parser = parser};

static bool read_name(const char *name, struct ls_config *config)
{
	const struct ls_scenario *s = ls_scenario_named(name);
	const struct ls_variant *v = ls_variant_named(name);

	if (s && ls_scenario_config(s, config) == 0)
		return true;
	if (!v)
		return complain_of_name(name);
	config->lock = v->lock;
	config->variant = v->index;
	config->n = 4;
	return true;
}

bool read_native(const struct argp *command, int argc, char **argv, struct native_options *o)
{
	const struct ls_config *config = &o->config;
	const struct ls_variant *variant;

	if (!read_line(command, argc, argv, o) || !read_name(o->name, &o->config))
		return false;
	variant = ls_variant_at(config->lock, config->variant);
	if (o->given.threads && !read_threads(&o->config, o->given.threads))
		return false;
	for (u32 i = 0; i < o->given.switches; i++)
		if (!read_switch(&o->config, o->given.switch_[i]))
			return false;
	if (variant->model_only)
		return complain("real threads do not run %s: %s", variant->name, variant->model_only);
	o->native.lock = config->lock;
	o->native.variant = config->variant;
	o->native.n = config->n;
	o->native.switches = config->switches;
	memcpy(o->native.role, config->role, sizeof o->native.role);
	return true;
}

/* --- what a run that failed has to tell ----------------------------------------------------- */

const char *task_state_name(u8 state)
{
	static const char *const names[] = {"RUNNING", "INTERRUPTIBLE", "UNINTERRUPTIBLE", "KILLABLE"};

	return names[state];
}

void print_place(FILE *out, const struct native_thread_report *t)
{
	fprintf(out, "  %s %s:%u, %s, %s", t->done ? "has ended its rounds in" : "is in", t->proc, t->line,
		task_state_name(t->state), t->on_cpu ? "on CPU" : "asleep");
}
