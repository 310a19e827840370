/* SPDX-License-Identifier: MIT */
/* lockstep stress: the same text on real threads. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "registry.h"
#include "native_options.h"

enum { KEY_SECONDS = 0x300, KEY_HANG, KEY_JSON };

static const struct argp_option options[] = {
    {"seconds", KEY_SECONDS, "S", 0, "how long (default 1)", 0},
    {"hang", KEY_HANG, "SECONDS", 0, "without progress for so long: it hangs (default 5)", 0},
    {"json", KEY_JSON, NULL, 0, "the result as one line of JSON", 0},
    {0},
};

struct stress_options {
	struct native_options run; /* comes first */
	bool json;
};

static error_t parser(int key, char *arg, struct argp_state *state)
{
	struct stress_options *o = state->input;

	switch (key) {
	case ARGP_KEY_INIT:
		lend_input(state);
		return 0;
	case KEY_SECONDS:
		return judged(take_number(options, key, arg, 0.01, 86400, &o->run.native.seconds));
	case KEY_HANG:
		return judged(take_number(options, key, arg, 0.1, 3600, &o->run.native.hang_after));
	case KEY_JSON:
		o->json = true;
		return 0;
	default:
		return ARGP_ERR_UNKNOWN;
	}
}

/* --- the result ---------------------------------------------------------------------- */

static const char *const verdicts[] = {"pass", "fail", "hang", "skip"};

static double rate(const struct native_report *r)
{
	return r->seconds > 0 ? (double)r->acquired / r->seconds : 0;
}

static void print_thread(const struct native_thread_report *t, u32 tid, bool placed)
{
	printf("  T%-2u %c  %14s acquired", tid, t->role, grouped((double)(t->writes + t->reads)));
	if (t->reads)
		printf(" (%s for reading)", grouped((double)t->reads));
	printf("  %9s sleeps  %9s wakes", grouped((double)t->sleeps), grouped((double)t->wakes));
	if (placed)
		print_place(stdout, t);
	printf("\n");
}

static void print_text(const struct stress_options *o, const struct native_report *r)
{
	if (r->verdict != NATIVE_SKIP) {
		printf("%s: %u real threads, %.2f s%s\n", o->run.name, o->run.config.n, r->seconds,
		       o->run.config.switches ? ", with a planted fault" : "");
		for (u32 i = 0; i < o->run.config.n; i++)
			print_thread(&r->thread[i], i + 1, r->verdict != NATIVE_PASS);
		printf("total %s acquisitions, %s/s; %s sleeps, %s wakes", grouped((double)r->acquired),
		       grouped(rate(r)), grouped((double)r->sleeps), grouped((double)r->wakes));
		if (o->run.native.signals)
			printf(", %s signals", grouped((double)r->signals));
		if (o->run.native.kills)
			printf(", %s killed", grouped((double)r->kills));
		printf("\n");
	}
	if (r->verdict == NATIVE_PASS)
		printf("pass: the counter is exactly %s, and nobody met another inside\n", grouped((double)r->counter));
	else
		printf("%s: %s\n", verdicts[r->verdict], r->why);
	if (r->verdict == NATIVE_SKIP)
		printf("To run the kernel's side as text in this process: lockstep stress %s --kernel text\n",
		       o->run.name);
}

static void print_json(const struct stress_options *o, const struct native_report *r)
{
	printf("{\"name\":\"%s\",\"threads\":%u,\"switches\":%u,\"verdict\":\"%s\",\"why\":\"%s\","
	       "\"seconds\":%.3f,\"acquired\":%llu,\"rate\":%.0f,\"counter\":%llu,\"expected\":%llu,"
	       "\"sleeps\":%llu,\"wakes\":%llu,\"signals\":%llu,\"kills\":%llu,\"perThread\":[",
	       o->run.name, o->run.config.n, o->run.config.switches, verdicts[r->verdict], r->why, r->seconds,
	       (unsigned long long)r->acquired, rate(r), (unsigned long long)r->counter,
	       (unsigned long long)r->criticals, (unsigned long long)r->sleeps, (unsigned long long)r->wakes,
	       (unsigned long long)r->signals, (unsigned long long)r->kills);
	for (u32 i = 0; r->verdict != NATIVE_SKIP && i < o->run.config.n; i++) {
		const struct native_thread_report *t = &r->thread[i];

		printf("%s{\"role\":\"%c\",\"writes\":%llu,\"reads\":%llu,\"sleeps\":%llu,\"wakes\":%llu,"
		       "\"proc\":\"%s\",\"line\":%u,\"state\":\"%s\",\"onCpu\":%s,\"done\":%s}",
		       i ? "," : "", t->role, (unsigned long long)t->writes, (unsigned long long)t->reads,
		       (unsigned long long)t->sleeps, (unsigned long long)t->wakes, t->proc, t->line,
		       task_state_name(t->state), t->on_cpu ? "true" : "false", t->done ? "true" : "false");
	}
	printf("]}\n");
}

int cmd_stress(int argc, char **argv)
{
	static const int exits[] = {EXIT_PASS, EXIT_FAULT, EXIT_FAULT, EXIT_SKIP};
	const struct argp argp = {
	    .options = options,
	    .parser = parser,
	    .children = NATIVE_CHILD,
	    .args_doc = "NAME",
	    .doc = "Runs the text of a lock on real threads and checks that they exclude each other and that nobody is "
		   "forgotten. "
		   "A run with a fault should fail.",
	};
	struct stress_options o = {.run.native = {.seconds = 1, .jitter = 64, .nap_every = 512}};
	static struct native_report report;

	if (!read_native(&argp, argc, argv, &o.run))
		return EXIT_USAGE;
	native_stress(&o.run.native, &report);
	(o.json ? print_json : print_text)(&o, &report);
	return exits[report.verdict];
}
