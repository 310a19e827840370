/* SPDX-License-Identifier: MIT */
/*
 * The follower can fail. This program has copies of the lock texts in which CMake changed
 * one line each, a wake-up that may forget the sleeper, and a sleep that may only pretend: each
 * must be named at its place.
 */
#include "follow.h"

#include <string.h>

#include "registry.h"
#include "scenario.h"
#include "test.h"
#include "text/schedule.h"
#include <sched.h>

#include "gate.h"
#include "backend/native/native_thread.h"

static bool wake_forgets, sleep_pretends;

/* The linker puts this before native_wake(). */
u32 __real_native_wake(struct native_thread *self, u32 tid);
u32 __wrap_native_wake(struct native_thread *self, u32 tid);
u32 __wrap_native_wake(struct native_thread *self, u32 tid)
{
	if (!wake_forgets)
		return __real_native_wake(self, tid);
	return atomic_exchange(&native_task(self, tid)->state, LS_RUNNING) != LS_RUNNING;
}

/* And this before native_futex_wait(): also of the gate itself, which then polls. */
void __real_native_futex_wait(_Atomic u32 *w, u32 seen, u64 ns);
void __wrap_native_futex_wait(_Atomic u32 *w, u32 seen, u64 ns);
void __wrap_native_futex_wait(_Atomic u32 *w, u32 seen, u64 ns)
{
	if (sleep_pretends)
		sched_yield();
	else
		__real_native_futex_wait(w, seen, ns);
}

static struct ls_machine m;
static ls_action story[4096];

/* The story must break where it first touches what was changed: at a step of proc. */
static void must_differ(const char *scenario, const char *proc, const char *what, const char *saw)
{
	const struct ls_scenario *s = ls_scenario_named(scenario);
	struct follow_report r;
	struct ls_config c;
	const char *at;
	struct ls_schedule_error bad;
	u32 n;

	ls_scenario_config(s, &c);
	ls_reset(&m, &c);
	n = ls_parse_schedule(&m, s->story, story, sizeof story, &bad);
	EXPECT(follow(&c, story, n, &r) == FOLLOW_DIFFERS, "%s: nothing seen in %u steps", scenario, n);
	ls_reset(&m, &c);
	for (u32 i = 0; i <= r.steps && i < n; i++)
		ls_step(&m, story[i]);
	at = ls_proc_name(c.lock, m.rec.proc);
	printf("%s: step %u of %u, %s+%u: %s; in the machine %s, on the real threads %s\n", scenario, r.steps + 1, n,
	       at, m.rec.line, r.what, r.wanted, r.saw);
	EXPECT(strcmp(at, proc) == 0, "%s: at %s", scenario, at);
	EXPECT(strstr(r.what, what) && strstr(r.saw, saw), "%s", scenario);
}

int main(void)
{
	must_differ("mcs-queue", "mspin_unlock", "line it is about to run", "");
	must_differ("mutex-mcs-queue", "mutex_can_spin_on_owner", "number of the word", "");
	must_differ("rwsem-readers-group", "rwsem17_mark_wake", "local number", "");
	must_differ("tp-sleep-wake", "tp_spin_on_owner", "after the access, T2.state", "UNINTERRUPTIBLE");

	gate_patience = 2000000000ull;
	wake_forgets = true;
	must_differ("mutex-wake", "mutex_unlock_slowpath", "get there", "has been woken and still sleeps");
	wake_forgets = false;
	sleep_pretends = true;
	must_differ("mutex-wake", "mutex_lock_common", "get there", "the kernel does not say that it does");
	return test_end();
}
