/* SPDX-License-Identifier: MIT */
/* lockstep stress: the same text on real threads. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../registry.h"
#include "cli.h"
#include "native_options.h"

static int complain(const char *complaint, const char *about)
{
	fprintf(stderr, "lockstep stress: %s%s; `lockstep stress` alone prints what there is\n", complaint, about);
	return EXIT_USAGE;
}

static int usage(void)
{
	fprintf(stderr,
		"usage: lockstep stress NAME [OPTIONS]\n"
		"  --threads 4 | WWR   how many, or a role letter each (see list); at most %d\n"
		"  --seconds S         how long (default 1)\n"
		"  --switch S          turn a fault on; may be repeated. The run should then fail\n"
		"  --kernel text       run the kernel's side of a system call as text, in the process\n"
		"  --futex-ops L,U     numbers of FUTEX_LOCK and FUTEX_UNLOCK (default %d,%d);\n"
		"                      6,7 runs the user side on the calls of PI futexes\n"
		"  --jitter N          half of the time one access in N loses time (default 64, 0 = never)\n"
		"  --naps N            the holder sleeps in one critical section of N (default 512, 0 = never)\n"
		"  --signals N         signals a second to threads picked at random (default 0)\n"
		"  --kills N           threads killed a second, each replaced by a new one (default 0)\n"
		"  --timeout MS        the timeout that callers give (default 1)\n"
		"  --threshold MS      the hand-off threshold (default as in the kernel: 5 or 10)\n"
		"  --hang SECONDS      without progress for so long: it hangs (default 5)\n"
		"  --json              the result as one line of JSON\n",
		LS_MAX_THREADS, NATIVE_FUTEX_LOCK, NATIVE_FUTEX_UNLOCK);
	return EXIT_USAGE;
}

struct stress_options {
	const char *name;
	struct ls_config config; /* lock, variant, threads, roles, switches */
	struct native_config native;
	bool json;
};

/* False when the value does not fit; -1 when there is no such option. */
static int read_value(struct stress_options *o, const char *option, const char *value)
{
	if (!strcmp(option, "--seconds"))
		return read_number(value, 0.01, 86400, &o->native.seconds);
	if (!strcmp(option, "--hang"))
		return read_number(value, 0.1, 3600, &o->native.hang_after);
	return read_native_option(&o->config, &o->native, option, value);
}

static int read_all(struct stress_options *o, int argc, char **argv)
{
	memset(o, 0, sizeof *o);
	o->native.seconds = 1;
	o->native.jitter = 64;
	o->native.nap_every = 512;
	if (argc < 1)
		return usage();
	o->name = argv[0];
	if (!read_native_name(o->name, &o->config))
		return complain("no such lock: ", o->name);
	for (int i = 1; i < argc; i++) {
		int ok;

		if (!strcmp(argv[i], "--json")) {
			o->json = true;
			continue;
		}
		ok = i + 1 < argc ? read_value(o, argv[i], argv[i + 1]) : -1;
		if (ok < 0)
			return complain("not an option, or without its value: ", argv[i]);
		if (!ok)
			return complain("the value does not fit: ", argv[i]);
		i++;
	}
	set_native_config(&o->native, &o->config);
	return EXIT_PASS;
}

/* --- the result ---------------------------------------------------------------------- */

static const char *const verdicts[] = { "pass", "fail", "hang", "skip" };
static const char *const states[] = { "RUNNING", "INTERRUPTIBLE", "UNINTERRUPTIBLE", "KILLABLE" };

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
		printf("  %s %s:%u, %s, %s", t->done ? "has ended its rounds in" : "is in", t->proc, t->line,
		       states[t->state], t->on_cpu ? "on CPU" : "asleep");
	printf("\n");
}

static void print_text(const struct stress_options *o, const struct native_report *r)
{
	if (r->verdict != NATIVE_SKIP) {
		printf("%s: %u real threads, %.2f s%s\n", o->name, o->config.n, r->seconds,
		       o->config.switches ? ", with a planted fault" : "");
		for (u32 i = 0; i < o->config.n; i++)
			print_thread(&r->thread[i], i + 1, r->verdict != NATIVE_PASS);
		printf("total %s acquisitions, %s/s; %s sleeps, %s wakes", grouped((double)r->acquired),
		       grouped(rate(r)), grouped((double)r->sleeps), grouped((double)r->wakes));
		if (o->native.signals)
			printf(", %s signals", grouped((double)r->signals));
		if (o->native.kills)
			printf(", %s killed", grouped((double)r->kills));
		printf("\n");
	}
	if (r->verdict == NATIVE_PASS)
		printf("pass: the counter is exactly %s, and nobody met another inside\n",
		       grouped((double)r->counter));
	else
		printf("%s: %s\n", verdicts[r->verdict], r->why);
	if (r->verdict == NATIVE_SKIP)
		printf("To run the kernel's side as text in this process: lockstep stress %s --kernel text\n", o->name);
}

static void print_json(const struct stress_options *o, const struct native_report *r)
{
	printf("{\"name\":\"%s\",\"threads\":%u,\"switches\":%u,\"verdict\":\"%s\",\"why\":\"%s\","
	       "\"seconds\":%.3f,\"acquired\":%llu,\"rate\":%.0f,\"counter\":%llu,\"expected\":%llu,"
	       "\"sleeps\":%llu,\"wakes\":%llu,\"signals\":%llu,\"kills\":%llu,\"perThread\":[",
	       o->name, o->config.n, o->config.switches, verdicts[r->verdict], r->why, r->seconds,
	       (unsigned long long)r->acquired, rate(r), (unsigned long long)r->counter,
	       (unsigned long long)r->criticals, (unsigned long long)r->sleeps,
	       (unsigned long long)r->wakes, (unsigned long long)r->signals, (unsigned long long)r->kills);
	for (u32 i = 0; r->verdict != NATIVE_SKIP && i < o->config.n; i++) {
		const struct native_thread_report *t = &r->thread[i];

		printf("%s{\"role\":\"%c\",\"writes\":%llu,\"reads\":%llu,\"sleeps\":%llu,\"wakes\":%llu,"
		       "\"proc\":\"%s\",\"line\":%u,\"state\":\"%s\",\"onCpu\":%s,\"done\":%s}",
		       i ? "," : "", t->role, (unsigned long long)t->writes, (unsigned long long)t->reads,
		       (unsigned long long)t->sleeps, (unsigned long long)t->wakes, t->proc, t->line,
		       states[t->state], t->on_cpu ? "true" : "false", t->done ? "true" : "false");
	}
	printf("]}\n");
}

int cmd_stress(int argc, char **argv)
{
	static const int exits[] = { EXIT_PASS, EXIT_FAULT, EXIT_FAULT, EXIT_SKIP };
	struct stress_options o;
	static struct native_report report;
	int error = read_all(&o, argc, argv);

	if (error)
		return error;
	native_stress(&o.native, &report);
	(o.json ? print_json : print_text)(&o, &report);
	return exits[report.verdict];
}
