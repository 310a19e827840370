/* SPDX-License-Identifier: MIT */
/*
 * Our text and the glibc of this host on one lock object: the words at glibc's own offsets, futex(2) the kernel's own.
 * 2 to 8 threads by every mix; a plain counter must be exact, nobody may meet a writer inside, everybody must end, and
 * the words must be at rest then. Faults of ours are seen. Each run has a process of its own, for one that hangs.
 */
#define _GNU_SOURCE
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#if defined(__GLIBC__) && __GLIBC_PREREQ(2, 25) && defined(__x86_64__) && !defined(__SANITIZE_THREAD__)
#include <gnu/libc-version.h>

#include "mix.h"
#include "registry.h"

enum { ROUNDS = 200, TRIES = 100, MOST = 8 };

static const struct beside *const types[] = {&beside_normal, &beside_adaptive, &beside_pi,
					     &beside_reader, &beside_writer,   &beside_nonrecursive};
enum { TYPES = sizeof types / sizeof *types };

static int failures, passed;

static void expect(bool ok, const char *what, const char *detail)
{
	printf("%s %s%s%s\n", ok ? "ok  " : "FAIL", what, *detail ? ": " : "", detail);
	fflush(stdout);
	failures += !ok;
	passed += ok;
}

static void *shared_memory(size_t size)
{
	void *p = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);

	if (p == MAP_FAILED)
		exit(1);
	return p;
}

/* Runs a mix in a process of its own until one run does not pass; -1: it could not be started. */
static pid_t begin(const struct mix *mix, u32 tries, struct outcome *o)
{
	pid_t child = fork();

	if (child)
		return child;
	*o = (struct outcome){.verdict = NATIVE_FAIL, .why = "its process died"};
	for (u32 i = 0; i < tries; i++) {
		struct outcome one;

		run_mix(mix, &one);
		*o = one;
		if (one.verdict != NATIVE_PASS)
			break;
	}
	_exit(0);
}

static void end(pid_t child, struct outcome *o)
{
	int status;

	if (child < 0 || waitpid(child, &status, 0) != child)
		*o = (struct outcome){.verdict = NATIVE_FAIL, .why = "it could not be started"};
	else if (WIFSIGNALED(status)) { /* the verdict that is there is of the try before */
		o->verdict = NATIVE_FAIL;
		snprintf(o->why, sizeof o->why, "ended by %s, glibc's assertions do so", strsignal(WTERMSIG(status)));
	}
}

/* --- every mix -------------------------------------------------------------------------- */

struct series {
	char what[160];
	u32 mixes;
	u64 gave_up, writes, reads;
	bool ok;
};

/* Behind a run that fails the rest of its series is left out: each may hang. */
static void must_pass(struct series *s, struct mix mix, const char *named)
{
	static struct outcome *o;
	char what[300];

	if (!s->ok)
		return;
	if (!o)
		o = shared_memory(sizeof *o);
	mix.patience = 20;
	end(begin(&mix, 1, o), o);
	if (o->verdict != NATIVE_PASS) {
		snprintf(what, sizeof what, "%s, %s, %u of them", s->what, named, mix.ours);
		expect(false, what, o->why);
		s->ok = false;
	}
	if (!mix.timed) { /* the plan's, in each mix: run_mix() has compared them */
		s->writes = o->writes;
		s->reads = o->reads;
	}
	s->mixes++;
	s->gave_up += o->gave_up;
}

static bool every_mix(const struct beside *of, u32 n)
{
	struct mix mix = {.of = of, .n = n, .rounds = ROUNDS, .jitter = n % 2 ? 64 : 0};
	struct series s = {.ok = true};
	char detail[200];

	snprintf(s.what, sizeof s.what, "%s beside %s, %u threads", of->variant, of->kind, n);
	for (mix.ours = 0; mix.ours <= n; mix.ours++)
		must_pass(&s, mix, "some threads by our text");
	mix.ours = 0;
	mix.who = BY_CALL;
	must_pass(&s, mix, "each call by a coin");
	for (mix.who = WRITERS_OURS; of->reads && mix.who <= READERS_OURS; mix.who++)
		must_pass(&s, mix, mix.who == WRITERS_OURS ? "writes by our text" : "reads by our text");
	mix.who = BY_CALL;
	mix.timed = of->times;
	if (of->times)
		must_pass(&s, mix, "each call by a coin, with timeouts");
	snprintf(detail, sizeof detail, "%llu writes and %llu reads in each of %u mixes, and by either alone%s",
		 (unsigned long long)s.writes, (unsigned long long)s.reads, s.mixes,
		 s.gave_up ? "; with timeouts, some gave up" : "");
	if (s.ok)
		expect(true, s.what, detail);
	return s.ok;
}

/* --- faults ----------------------------------------------------------------------------- */

static const char an_unlock[] = "an unlock that stores 0, whoever waits";
/* No fault of ours: glibc's own, by the timeouts of its writers. */
static const char g2[] = "finding G2";

static const struct fault {
	const struct beside *of;
	const char *name; /* of a switch, else what else is wrong */
	u32 n, ours;
	enum who who;
	u32 switches; /* beside that by its name */
} faults[] = {
    {&beside_normal, "sleep_as_1", 4, 2, BY_THREAD, 0},  {&beside_normal, "relock_as_1", 6, 3, BY_THREAD, 0},
    {&beside_normal, "no_wake", 2, 1, BY_THREAD, 0},     {&beside_adaptive, "torn_try", 6, 3, BY_THREAD, 0},
    {&beside_adaptive, "no_wake", 4, 2, BY_THREAD, 0},   {&beside_pi, an_unlock, 4, 1, BY_THREAD, PLANTED_IN_GLUE},
    {&beside_reader, "one_look", 6, 3, BY_THREAD, 0},    {&beside_reader, "no_phase", 4, 2, BY_THREAD, 0},
    {&beside_reader, "wake_one", 6, 0, WRITERS_OURS, 0}, {&beside_reader, "unmarked", 6, 3, BY_THREAD, 0},
    {&beside_writer, "token_left", 6, 3, BY_THREAD, 0},  {&beside_writer, g2, 6, 0, READERS_OURS, 0},
    {&beside_nonrecursive, g2, 6, 0, READERS_OURS, 0},   {&beside_nonrecursive, "held_for_good", 6, 3, BY_THREAD, 0},
};
enum { FAULTS = sizeof faults / sizeof *faults };

static u32 switches_of(const struct fault *f)
{
	u8 lock = ls_variant_named(f->of->variant)->lock;

	if (f->name == an_unlock || f->name == g2)
		return f->switches;
	for (u8 i = 0; i < ls_switches_of(lock); i++)
		if (strcmp(ls_switch_at(lock, i)->name, f->name) == 0)
			return 1u << i;
	expect(false, "no such switch", f->name);
	return 0;
}

/* All at once, for most of them wait until it is plain that nobody will come. */
static void planted_faults(const bool *fits)
{
	struct outcome *o = shared_memory(FAULTS * sizeof *o);
	pid_t child[FAULTS];

	for (u32 i = 0; i < FAULTS; i++) {
		const struct fault *f = &faults[i];
		struct mix mix = {.of = f->of, .who = f->who, .n = f->n, .ours = f->ours, .rounds = 8 * ROUNDS};

		mix.timed = f->name == g2 ? EVERYBODY : NOBODY;
		mix.jitter = f->name == g2 ? 2 : 8;
		mix.switches = switches_of(f);
		mix.patience = 1;
		for (u32 k = 0; k < TYPES; k++)
			if (types[k] == f->of)
				child[i] = fits[k] ? begin(&mix, TRIES, &o[i]) : 0;
	}
	for (u32 i = 0; i < FAULTS; i++) {
		char what[160];

		if (!child[i])
			continue;
		snprintf(what, sizeof what, "%s with %s is seen", faults[i].of->variant, faults[i].name);
		end(child[i], &o[i]);
		expect(child[i] > 0 && o[i].verdict != NATIVE_PASS, what, o[i].why);
	}
}

/* --- what is there ---------------------------------------------------------------------- */

/* The words of glibc lie where those of 2.36 do, and the kernel has the calls. */
static bool fits(const struct beside *of)
{
	const struct ls_variant *v = ls_variant_named(of->variant);
	struct native_config c = {.lock = v->lock, .variant = v->index, .n = 2};
	const char *misfit = of->misfit();
	u32 minor = (u32)strtoul(gnu_get_libc_version() + 2, NULL, 10);
	char why[256];

	if (misfit)
		printf("skip %s beside %s: in glibc %s %s lies elsewhere than in 2.36\n", of->variant, of->kind,
		       gnu_get_libc_version(), misfit);
	else if (minor < of->since)
		printf("skip %s beside %s: glibc %s has another lock, or one with a known fault\n", of->variant,
		       of->kind, gnu_get_libc_version());
	else if (!native_has_calls(&c, why, sizeof why))
		printf("skip %s beside %s: %s\n", of->variant, of->kind, why);
	else
		return true;
	return false;
}

int main(void)
{
	bool fit[TYPES];

	printf("glibc %s beside our texts of 2.36\n", gnu_get_libc_version());
	for (u32 i = 0; i < TYPES; i++)
		fit[i] = fits(types[i]);
	fflush(stdout);
	planted_faults(fit);
	for (u32 i = 0; i < TYPES; i++)
		for (u32 n = 2; fit[i] && n <= MOST && every_mix(types[i], n); n++)
			;
	printf("%d failed\n", failures);
	return failures ? 1 : passed ? 0 : 77;
}

#else

int main(void)
{
	printf("skip our texts beside glibc: this is no glibc since 2.25 on x86-64, or the thread sanitizer stands "
	       "between\n");
	return 77;
}

#endif
