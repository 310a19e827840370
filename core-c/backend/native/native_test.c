/* SPDX-License-Identifier: MIT */
/* The locks on real threads: exact counts as they should be, and faults that are seen. */
#include "native_run.h"

#include <stdio.h>
#include <string.h>

#include "native_thread.h"
#include "registry.h"

static int failures;

static void expect(bool ok, const char *what, const char *detail)
{
	printf("%s %s%s%s\n", ok ? "ok  " : "FAIL", what, *detail ? ": " : "", detail);
	fflush(stdout);
	failures += !ok;
}

static u32 switch_named(u8 lock, const char *name)
{
	for (u8 i = 0; i < ls_switches_of(lock); i++)
		if (strcmp(ls_switch_at(lock, i)->name, name) == 0)
			return 1u << i;
	expect(false, "no such switch", name);
	return 0;
}

/* One role letter a thread; letters beyond the lock's are a mistake of this test. */
static void set_roles(struct native_config *c, const char *letters)
{
	const struct ls_role *roles = ls_locks[c->lock]->roles;

	c->n = (u8)strlen(letters);
	for (u32 i = 0; i < c->n; i++) {
		while (roles[c->role[i]].letter && roles[c->role[i]].letter != letters[i])
			c->role[i]++;
		if (!roles[c->role[i]].letter)
			expect(false, "no such role", letters);
	}
}

static struct native_config config_of(const char *variant, const char *letters)
{
	const struct ls_variant *v = ls_variant_named(variant);
	struct native_config c = {.seconds = 0.5, .jitter = 64, .nap_every = 256, .kernel_text = true};

	if (!v) {
		expect(false, "no such variant", variant);
		return c;
	}
	c.lock = v->lock;
	c.variant = v->index;
	c.switches = ls_mends_of(v->lock);
	set_roles(&c, letters);
	return c;
}

static void must_pass(struct native_config c, const char *what)
{
	static struct native_report r;
	char detail[400];

	native_stress(&c, &r);
	snprintf(detail, sizeof detail, "%llu acquisitions, counter %llu of %llu, %llu sleeps, %llu wakes; %s",
		 (unsigned long long)r.acquired, (unsigned long long)r.counter, (unsigned long long)r.criticals,
		 (unsigned long long)r.sleeps, (unsigned long long)r.wakes, r.why);
	expect(r.verdict == NATIVE_PASS && r.counter == r.criticals && r.acquired > 0, what, detail);
	if (r.verdict == NATIVE_HANG)
		for (u32 i = 0; i < c.n; i++)
			printf("     T%u %c %s:%u state %u%s\n", i + 1, r.thread[i].role, r.thread[i].proc,
			       r.thread[i].line, r.thread[i].state, r.thread[i].done ? ", done" : "");
}

static void every_variant(void)
{
	for (u32 i = 0; ls_any_variant(i); i++) {
		const struct ls_variant *v = ls_any_variant(i);
		const struct ls_role *roles = ls_locks[v->lock]->roles;
		char letters[9] = "";

		if (v->model_only)
			continue;
		for (u32 k = 0; k < (ls_roles_of(v->lock) > 4 ? 8u : 4u); k++)
			letters[k] = roles[k % ls_roles_of(v->lock)].letter;
		must_pass(config_of(v->name, letters), v->name);
	}
}

static void sixteen_threads(void)
{
	struct native_config c = config_of("mutex-mcs", "LLLLLLLLLLLLLLLL");

	must_pass(c, "mutex-mcs, 16 threads");
	c = config_of("mcs", "LLLLLLLLLLLLLLLL");
	c.seconds = 0.2;
	must_pass(c, "mcs, 16 threads");
}

static void signals_and_deaths(void)
{
	struct native_config c = config_of("mutex-3.9", "LIIL");

	c.signals = 2000;
	must_pass(c, "mutex-3.9 with signals");
	c = config_of("rwsem-handoff", "WKQRKQ");
	c.kills = 1000;
	c.threshold_us = 200;
	must_pass(c, "rwsem-handoff with kills and short thresholds");
	c = config_of("tp-futex", "LTTL");
	c.signals = 1000;
	c.timeout_us = 100;
	c.threshold_us = 200;
	must_pass(c, "tp-futex with signals, timeouts and handoffs");
	c = config_of("tp-futex-simple", "RRRR");
	c.kills = 500;
	must_pass(c, "tp-futex-simple with dying owners");
	c = config_of("futex-pi", "RRTR");
	c.signals = 500;
	c.kills = 300;
	c.timeout_us = 100;
	must_pass(c, "futex-pi with signals, timeouts and dying owners");
	c = config_of("tp-rwlock", "WRRWRR");
	c.signals = 500;
	c.timeout_us = 50;
	must_pass(c, "tp-rwlock with signals and a short reader timer");
}

/* A planted fault must be seen in one of a few short runs. */
static void must_fail(const char *variant, const char *letters, const char *fault, u32 verdicts)
{
	struct native_config c = config_of(variant, letters);
	static struct native_report r;
	char what[120];

	snprintf(what, sizeof what, "%s with %s is seen to fail", variant, fault);
	c.switches |= switch_named(c.lock, fault);
	c.jitter = 16;
	c.hang_after = 0.8;
	for (u32 i = 0; i < 8; i++)
		if (native_stress(&c, &r) != NATIVE_PASS)
			break;
	expect(1u << r.verdict & verdicts, what, r.why);
}

static void planted_faults(void)
{
	const u32 fail = 1 << NATIVE_FAIL, hang = 1 << NATIVE_HANG;

	must_fail("mcs", "LLL", "torn_swap", fail | hang);
	must_fail("mcs", "LLL", "no_wait_for_link", hang);
	must_fail("mcs", "LLL", "late_init", hang);
	must_fail("mutex-3.9", "LLL", "unchecked_spinner", fail);
	must_fail("mutex-fewer-atomics", "LLL", "never_freed", hang);
	must_fail("rwsem", "WWR", "blind_steal", fail | hang);
	must_fail("rwsem", "WR", "keep_bias", fail | hang);
	must_fail("tp-futex-simple", "LLL", "unlock_no_wake", hang);
	must_fail("tp-rwlock", "WRRR", "join_closed", fail | hang);
	must_fail("tp-rwlock", "WR", "unlock_no_wake", hang);
}

/* A hang names the place where each thread is. */
static void hang_is_located(void)
{
	struct native_config c = config_of("mutex-3.9", "LL");
	static struct native_report r;
	bool asleep = false;

	c.switches = switch_named(c.lock, "never_freed");
	c.hang_after = 0.5;
	native_stress(&c, &r);
	for (u32 i = 0; i < c.n; i++)
		asleep |= strcmp(r.thread[i].proc, "mutex_lock_common") == 0 && !r.thread[i].on_cpu &&
			  r.thread[i].state == LS_UNINTERRUPTIBLE;
	expect(r.verdict == NATIVE_HANG && asleep, "a hang tells who sleeps where", r.why);
}

/* A machine that stands still for a minute has not waited for a minute. */
static void patience_counts_looks(void)
{
	struct native_patience p = {0};
	u64 now = 5000000000ull;

	native_look(&p, now);
	for (u32 i = 0; i < 500; i++)
		native_look(&p, now += 2000000);
	expect(p.waited == 1000000000, "500 looks every 2 ms are a second", "");
	native_look(&p, now += 60000000000ull);
	expect(p.waited == 1020000000, "a minute without a look is 20 ms", "");
}

/* Without the kernel's calls the run must be skipped, never passed. */
static void real_calls(void)
{
	struct native_config c = config_of("tp-futex", "LL");
	static struct native_report r;
	char why[256];

	c.kernel_text = false;
	if (native_has_calls(&c, why, sizeof why)) {
		must_pass(c, "tp-futex on the kernel's own calls");
		return;
	}
	native_stress(&c, &r);
	expect(r.verdict == NATIVE_SKIP && strstr(r.why, "FUTEX_UNLOCK") && !r.acquired,
	       "tp-futex without the calls is skipped", r.why);
}

/* The user side on real calls that most kernels have: FUTEX_LOCK_PI, FUTEX_UNLOCK_PI. */
static void pi_calls(void)
{
	struct native_config c = config_of("tp-futex-simple", "LLLL");
	char why[256];

	c.kernel_text = false;
	c.futex_lock = 6;
	c.futex_unlock = 7;
	if (native_has_calls(&c, why, sizeof why))
		must_pass(c, "the sample code's user side on the calls of PI futexes");
	else
		printf("skip PI futexes: %s\n", why);
	c = config_of("futex-pi", "LTTL");
	c.kernel_text = false;
	c.timeout_us = 100;
	if (native_has_calls(&c, why, sizeof why))
		must_pass(c, "futex-pi on the kernel's own calls");
	else
		printf("skip futex-pi: %s\n", why);
}

int main(void)
{
	every_variant();
	sixteen_threads();
	signals_and_deaths();
	planted_faults();
	hang_is_located();
	patience_counts_looks();
	real_calls();
	pi_calls();
	printf("%d failed\n", failures);
	return failures != 0;
}
