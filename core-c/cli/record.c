/* SPDX-License-Identifier: MIT */
/* lockstep record: what real threads do with a lock, as a trace (docs/traces.md). */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/utsname.h>
#include <time.h>
#include <unistd.h>

#include "../backend/log.h"
#include "../registry.h"
#include "cli.h"
#include "native_options.h"

#define MAX_ABOUTS 16

struct record_options {
	const char *name, *file;
	struct ls_config config;
	struct log_config log;
	const char *about[MAX_ABOUTS]; /* KEY=VALUE */
	u32 abouts;
};

static int complain(const char *complaint, const char *about)
{
	fprintf(stderr, "lockstep record: %s%s; `lockstep record` alone prints what there is\n", complaint, about);
	return EXIT_USAGE;
}

static int usage(void)
{
	fprintf(stderr,
		"usage: lockstep record NAME [OPTIONS]     prints a trace: docs/traces.md; `lockstep conform` judges it\n"
		"  --threads 4 | WWR   how many, or a role letter each (see list); at most %d\n"
		"  --rounds N          lock/unlock pairs a thread makes (default 100)\n"
		"  --limit N           events of a thread; when one has so many, all stop (default 200000)\n"
		"  --switch S          turn a fault on, or a mend; may be repeated\n"
		"  --kernel text       run the kernel's side of a system call as text, in the process\n"
		"  --trace-events      real system calls, and what the trace events of a patched kernel tell of them\n"
		"  --jitter N          half of the time one access in N loses time (default 64, 0 = never)\n"
		"  --naps N            the holder sleeps in one critical section of N (default 32, 0 = never)\n"
		"  --hold N            the holder keeps the lock for 10 ms, asleep or busy, in one of N (default 0 = never)\n"
		"  --signals N         signals a second to threads picked at random (default 0)\n"
		"  --kills N           threads killed a second; their trail ends there (default 0)\n"
		"  --timeout MS        the timeout that callers give (default 1)\n"
		"  --threshold MS      the hand-off threshold (default as in the kernel: 5 or 10)\n"
		"  --about KEY=VALUE   a line about where the trace comes from; may be repeated\n"
		"  --out FILE          where the trace goes (default: standard output)\n",
		LS_MAX_THREADS);
	return EXIT_USAGE;
}

/* --- options ---------------------------------------------------------------------------- */

static bool read_count(const char *text, u32 low, u32 high, u32 *out)
{
	return read_whole(text, high, out) && *out >= low;
}

static bool read_about(struct record_options *o, const char *value)
{
	const char *eq = strchr(value, '='), *space = strpbrk(value, " \t");

	if (!eq || eq == value || (space && space < eq) || strpbrk(value, "\r\n") || o->abouts == MAX_ABOUTS)
		return false;
	o->about[o->abouts++] = value;
	return true;
}

/* False when the value does not fit; -1 when there is no such option. */
static int read_value(struct record_options *o, const char *option, const char *value)
{
	if (!strcmp(option, "--rounds"))
		return read_count(value, 1, 1000000, &o->log.rounds);
	if (!strcmp(option, "--limit"))
		return read_count(value, 16, 4000000, &o->log.limit);
	if (!strcmp(option, "--hold"))
		return read_count(value, 0, 1000000000, &o->log.native.hold_every);
	if (!strcmp(option, "--about"))
		return read_about(o, value);
	if (!strcmp(option, "--out")) {
		o->file = value;
		return *value != 0;
	}
	return read_native_option(&o->config, &o->log.native, option, value);
}

/* What does not go together. */
static int check_calls(const struct record_options *o)
{
	const struct native_config *n = &o->log.native;

	if (!native_needs_calls(n->lock))
		return o->log.trace_events ? complain("no system call is made by ", o->name) : EXIT_PASS;
	if (n->kernel_text == o->log.trace_events)
		return complain("either --kernel text or --trace-events must be given for ", o->name);
	if (o->log.trace_events && n->signals)
		return complain("real system calls do not hear of signals that are played: use --kernel text with --signals", "");
	return EXIT_PASS;
}

static int read_all(struct record_options *o, int argc, char **argv)
{
	memset(o, 0, sizeof *o);
	o->log = (struct log_config){ .rounds = 100, .limit = 200000, .native = { .jitter = 64, .nap_every = 32 } };
	if (argc < 1)
		return usage();
	o->name = argv[0];
	if (!read_native_name(o->name, &o->config))
		return complain("no such lock: ", o->name);
	for (int i = 1; i < argc; i++) {
		int ok;

		if (!strcmp(argv[i], "--trace-events")) {
			o->log.trace_events = true;
			continue;
		}
		ok = i + 1 < argc ? read_value(o, argv[i], argv[i + 1]) : -1;
		if (ok < 0)
			return complain("not an option, or without its value: ", argv[i]);
		if (!ok)
			return complain("the value does not fit: ", argv[i]);
		i++;
	}
	set_native_config(&o->log.native, &o->config);
	return check_calls(o);
}

/* --- the trace ----------------------------------------------------------------------------- */

static void print_abouts(FILE *out, const struct record_options *o, const struct log_recording *r)
{
	struct utsname host;
	char date[32];
	time_t now = time(NULL);

	for (u32 i = 0; i < o->abouts; i++) {
		const char *eq = strchr(o->about[i], '=');

		fprintf(out, "about %.*s %s\n", (int)(eq - o->about[i]), o->about[i], eq + 1);
	}
	strftime(date, sizeof date, "%Y-%m-%dT%H:%M:%SZ", gmtime(&now));
	fprintf(out, "about date %s\n", date);
	if (uname(&host) == 0)
		fprintf(out, "about host %s %s, %s, %ld CPUs\n", host.sysname, host.release, host.machine, sysconf(_SC_NPROCESSORS_ONLN));
	fprintf(out, "about threads native, %s\n",
		o->log.trace_events ? "on the system calls of a patched kernel" : "all of them in user mode");
	fprintf(out, "about rounds %u\n", o->log.rounds);
	fprintf(out, "about load jitter %u, naps %u, hold %u, signals %llu, kills %llu\n", o->log.native.jitter,
		o->log.native.nap_every, o->log.native.hold_every, (unsigned long long)r->report.signals,
		(unsigned long long)r->report.kills);
	if (r->report.verdict != NATIVE_PASS)
		fprintf(out, "about failed %s\n", r->report.why);
}

/* The patched kernel has all faults mended that the search found: the model must be so, too. */
static u32 switches_of(const struct record_options *o)
{
	u32 switches = o->config.switches;

	for (u8 i = 0; o->log.trace_events && i < ls_switches_of(o->config.lock); i++)
		if (ls_switch_mends(ls_switch_at(o->config.lock, i)))
			switches |= 1u << i;
	return switches;
}

static void print_head(FILE *out, const struct record_options *o, const struct log_recording *r)
{
	const struct ls_config *c = &o->config;

	fprintf(out, "lockstep-trace 1\nlock %s\nthreads ", ls_variant_at(c->lock, c->variant)->name);
	for (u32 i = 0; i < c->n; i++)
		fputc(ls_locks[c->lock]->roles[c->role[i]].letter, out);
	fputc('\n', out);
	for (u8 i = 0; i < ls_switches_of(c->lock); i++)
		if (switches_of(o) >> i & 1)
			fprintf(out, "switch %s\n", ls_switch_at(c->lock, i)->name);
	fprintf(out, "seen %s\nticks %.3f\n", o->log.trace_events ? "calls" : "all", r->ticks);
	print_abouts(out, o, r);
	if (r->end)
		fprintf(out, "cut %llu\n", (unsigned long long)(r->end - r->start));
	fprintf(out, "events\n");
}

static bool print_trace(const struct record_options *o, const struct log_recording *r)
{
	FILE *out = o->file ? fopen(o->file, "we") : stdout;
	char line[256];
	bool ok;

	if (!out) {
		fprintf(stderr, "lockstep record: cannot write %s: %s\n", o->file, strerror(errno));
		return false;
	}
	print_head(out, o, r);
	for (u32 i = 0; i < r->events; i++) {
		log_line(line, sizeof line, r, &r->event[i]);
		fputs(line, out);
	}
	ok = !ferror(out) && fflush(out) == 0;
	if (o->file && fclose(out) != 0)
		ok = false;
	if (!ok)
		fprintf(stderr, "lockstep record: the trace could not be written: %s\n", strerror(errno));
	return ok;
}

static void tell(const struct record_options *o, const struct log_recording *r)
{
	if (r->report.verdict == NATIVE_SKIP) {
		fprintf(stderr, "lockstep record: skipped: %s\n", r->report.why);
		return;
	}
	fprintf(stderr, "lockstep record: %s, %u threads: %llu acquisitions, %u events%s\n", o->name, o->config.n,
		(unsigned long long)r->report.acquired, r->events,
		r->end ? ", cut off where a thread could not go on" : "");
	if (r->report.verdict != NATIVE_PASS)
		fprintf(stderr, "lockstep record: the run failed: %s\n", r->report.why);
}

int cmd_record(int argc, char **argv)
{
	static const int exits[] = { EXIT_PASS, EXIT_FAULT, EXIT_FAULT, EXIT_SKIP };
	static struct record_options o;
	static struct log_recording r;
	int error = read_all(&o, argc, argv);
	bool written = true;

	if (error)
		return error;
	log_record(&o.log, &r);
	if (r.event)
		written = print_trace(&o, &r);
	tell(&o, &r);
	free(r.event);
	return written ? exits[r.report.verdict] : EXIT_FAULT;
}
