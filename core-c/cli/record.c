/* SPDX-License-Identifier: MIT */
/* lockstep record: what real threads do with a lock, as a trace (docs/traces.md). */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/utsname.h>
#include <time.h>
#include <unistd.h>

#include "backend/record/log.h"
#include "registry.h"
#include "native_options.h"

#define MAX_ABOUTS 16

struct record_options {
	struct native_options run; /* comes first; log.native is made from it */
	const char *file;
	struct log_config log;
	const char *about[MAX_ABOUTS]; /* KEY=VALUE */
	u32 abouts;
	bool seeded;
};

/* --- options ---------------------------------------------------------------------------- */

enum { KEY_ROUNDS = 0x300, KEY_LIMIT, KEY_HOLD, KEY_ABOUT, KEY_OUT, KEY_EVENTS, KEY_WRONG, KEY_PRIORITIES, KEY_SEED };

static const struct argp_option options[] = {
    {"rounds", KEY_ROUNDS, "N", 0, "lock/unlock pairs a thread makes (default 100)", 0},
    {"limit", KEY_LIMIT, "N", 0, "events of a thread; when one has so many, all stop (default 200000)", 0},
    {"hold", KEY_HOLD, "N", 0, "the holder keeps the lock for 10 ms, asleep or busy, in one of N (default 0 = never)",
     0},
    {"about", KEY_ABOUT, "KEY=VALUE", 0, "a line about where the trace comes from; may be repeated", 0},
    {"out", KEY_OUT, "FILE", 0, "where the trace goes (default: standard output)", 0},
    {"trace-events", KEY_EVENTS, NULL, 0,
     "real system calls, and what the trace events of a patched kernel tell of them", 0},
    {"wrong", KEY_WRONG, "N", 0,
     "a thread makes a system call that must fail, one time in N (default 0 = never; with --trace-events)", 0},
    {"priorities", KEY_PRIORITIES, "N", 0,
     "the threads share fewer CPUs than they are, each with a real-time priority; at N random points the one that runs "
     "becomes the lowest (default 0 = never)",
     0},
    {"seed", KEY_SEED, "N", 0, "of the priorities, their points and the number of CPUs (default 1)", 0},
    {0},
};

static bool read_about(struct record_options *o, const char *value)
{
	const char *eq = strchr(value, '='), *space = strpbrk(value, " \t");

	if (!eq || eq == value || (space && space < eq) || strpbrk(value, "\r\n"))
		return complain("--about takes KEY=VALUE in one line, no blank in KEY, not \"%s\"", value);
	if (o->abouts == MAX_ABOUTS)
		return complain("--about more than %d times", MAX_ABOUTS);
	o->about[o->abouts++] = value;
	return true;
}

static error_t parser(int key, char *arg, struct argp_state *state)
{
	struct record_options *o = state->input;

	switch (key) {
	case ARGP_KEY_INIT:
		lend_input(state);
		return 0;
	case KEY_ROUNDS:
		return judged(take_whole(options, key, arg, 1, 1000000, &o->log.rounds));
	case KEY_LIMIT:
		return judged(take_whole(options, key, arg, 16, 4000000, &o->log.limit));
	case KEY_HOLD:
		return judged(take_whole(options, key, arg, 0, 1000000000, &o->run.native.hold_every));
	case KEY_ABOUT:
		return judged(read_about(o, arg));
	case KEY_OUT:
		o->file = arg;
		return judged(*arg || complain("--out takes the name of a file"));
	case KEY_WRONG:
		return judged(take_whole(options, key, arg, 0, 1000000000, &o->log.wrong_every));
	case KEY_PRIORITIES:
		return judged(take_whole(options, key, arg, 0, 100000, &o->log.priorities));
	case KEY_SEED:
		o->seeded = true;
		return judged(take_whole(options, key, arg, 0, 1000000000, &o->log.seed));
	case KEY_EVENTS:
		o->log.trace_events = true;
		return 0;
	default:
		return ARGP_ERR_UNKNOWN;
	}
}

/* What goes together. */
static bool check_calls(const struct record_options *o)
{
	const struct native_config *n = &o->log.native;

	if (o->log.wrong_every && !o->log.trace_events)
		return complain("--wrong makes real system calls: it belongs to --trace-events");
	if (!native_needs_calls(n->lock))
		return !o->log.trace_events || complain("no system call is made by %s", o->run.name);
	if (!native_traces_calls(n->lock))
		return (n->kernel_text && !o->log.trace_events) ||
		       complain("no kernel traces the calls of %s: give --kernel text", o->run.name);
	if (n->kernel_text == o->log.trace_events)
		return complain("either --kernel text or --trace-events must be given for %s", o->run.name);
	return true;
}

static bool check_priorities(const struct record_options *o)
{
	if (o->seeded && !o->log.priorities)
		return complain("--seed is that of --priorities, which is not given");
	if (o->log.priorities && o->log.native.n < 2)
		return complain("--priorities takes two threads at least");
	return true;
}

static bool read_record(int argc, char **argv, struct record_options *o)
{
	const struct argp argp = {
	    .options = options,
	    .parser = parser,
	    .children = NATIVE_CHILD,
	    .args_doc = "NAME",
	    .doc = "Runs the text of a lock on real threads and prints what each did, access by access, as a trace "
		   "(docs/traces.md). `lockstep conform` judges it.",
	};

	memset(o, 0, sizeof *o);
	o->run.native = (struct native_config){.jitter = 64, .nap_every = 32};
	o->log.rounds = 100;
	o->log.limit = 200000;
	o->log.seed = 1;
	if (!read_native(&argp, argc, argv, &o->run))
		return false;
	o->log.native = o->run.native;
	return check_calls(o) && check_priorities(o);
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
		fprintf(out, "about host %s %s, %s, %ld CPUs\n", host.sysname, host.release, host.machine,
			sysconf(_SC_NPROCESSORS_ONLN));
	fprintf(out, "about threads native, %s\n",
		o->log.trace_events ? "on the system calls of a patched kernel" : "all of them in user mode");
	fprintf(out, "about rounds %u\n", o->log.rounds);
	fprintf(out, "about load jitter %u, naps %u, hold %u, signals %llu, kills %llu, wrong %u, stalls %u\n",
		o->log.native.jitter, o->log.native.nap_every, o->log.native.hold_every,
		(unsigned long long)r->report.signals, (unsigned long long)r->report.kills, o->log.wrong_every,
		o->log.native.stalls);
	if (o->log.priorities)
		fprintf(out,
			"about priorities %u from seed %u, on %u CPUs, lowered %u times, and %u for running too long\n",
			o->log.priorities, o->log.seed, r->cpus, r->lowered, r->forced);
	if (r->report.verdict != NATIVE_PASS)
		fprintf(out, "about failed %s\n", r->report.why);
}

/* The patched kernel has all faults fixed that the search found: the model must be so, too. */
static u32 switches_of(const struct record_options *o)
{
	u32 switches = o->run.config.switches;

	for (u8 i = 0; o->log.trace_events && i < ls_switches_of(o->run.config.lock); i++)
		if (ls_switch_mends(ls_switch_at(o->run.config.lock, i)))
			switches |= 1u << i;
	return switches;
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
	log_head(out, &o->log, switches_of(o), r);
	print_abouts(out, o, r);
	fprintf(out, "events\n");
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
	fprintf(stderr, "lockstep record: %s, %u threads: %llu acquisitions, %u events%s\n", o->run.name,
		o->run.config.n, (unsigned long long)r->report.acquired, r->events,
		r->end ? ", cut off where a thread could not go on" : "");
	if (r->report.verdict == NATIVE_PASS)
		return;
	fprintf(stderr, "lockstep record: the run failed: %s\n", r->report.why);
	for (u32 i = 0; r->report.verdict == NATIVE_HANG && i < o->run.config.n; i++) {
		const struct native_thread_report *t = &r->report.thread[i];

		fprintf(stderr, "  T%-2u %c  %14s acquired", i + 1, t->role, grouped((double)(t->writes + t->reads)));
		print_place(stderr, t);
		fputc('\n', stderr);
	}
}

int cmd_record(int argc, char **argv)
{
	static const int exits[] = {EXIT_PASS, EXIT_FAULT, EXIT_FAULT, EXIT_SKIP};
	static struct record_options o;
	static struct log_recording r;
	bool written = true;

	if (!read_record(argc, argv, &o))
		return EXIT_USAGE;
	log_record(&o.log, &r);
	if (r.event)
		written = print_trace(&o, &r);
	tell(&o, &r);
	free(r.event);
	return written ? exits[r.report.verdict] : EXIT_FAULT;
}
