/* SPDX-License-Identifier: MIT */
/* Every form of a token expands to the steps that it names; every wrong one says which, where and why. */
#include "schedule.h"

#include <string.h>

#include "narrate.h"
#include "place.h"
#include "registry.h"
#include "scenario.h"
#include "test.h"

static struct ls_machine m;
static ls_action out[LS_MAX_SCHEDULE];

static u32 read_from(const char *scenario, const char *roles, const char *text, struct ls_schedule_error *bad)
{
	const struct ls_scenario *s = ls_scenario_named(scenario);
	struct ls_scenario own = *s;
	struct ls_config c;

	own.roles = roles;
	own.n = (u8)strlen(roles);
	EXPECT(ls_scenario_config(&own, &c) == 0 && ls_reset(&m, &c) == 0, "%s", scenario);
	return ls_parse_schedule(&m, text, out, LS_MAX_SCHEDULE, bad);
}

/* The text says the same as counts do: "1 1 2 p1". */
static void same(const char *scenario, const char *roles, const char *text, const char *counts)
{
	static ls_action wanted[LS_MAX_SCHEDULE];
	struct ls_schedule_error bad, none;
	u32 n = read_from(scenario, roles, counts, &none), got;

	EXPECT(none.at < 0, "%s: %s", counts, none.why);
	memcpy(wanted, out, n);
	got = read_from(scenario, roles, text, &bad);
	EXPECT(bad.at < 0, "%s: at %d: %s", text, bad.at, bad.why);
	EXPECT(got == n && !memcmp(out, wanted, n), "%s: %u steps, not %u", text, got, n);
}

static void wrong(const char *scenario, const char *roles, const char *text, s32 at, const char *why)
{
	struct ls_schedule_error bad;

	read_from(scenario, roles, text, &bad);
	EXPECT(bad.at == at, "%s: at %d, not %d", text, bad.at, at);
	EXPECT(bad.at < 0 || (bad.length && strcspn(text + at, " ") == bad.length), "%s: %u long", text, bad.length);
	EXPECT(bad.at >= 0 && strstr(bad.why, why), "%s: \"%s\"", text, bad.at < 0 ? "" : bad.why);
}

/* mspin_lock alone: store locked, store next, xchg tail, store locked; work; mspin_unlock: load next, cas tail. */
static void test_mcs(void)
{
	same("mcs", "LL", "1", "1*1");
	same("mcs", "LL", " 1\t1\n2*2 ", "1*2 2 2");
	same("mcs", "LL", "1+", "1*4");
	same("mcs", "LL", "1+ 1+", "1*4 1*7");
	same("mcs", "LL", "1+ 2!", "1*4 2*4");
	same("mcs", "LL", "1@end", "1*14");
	same("mcs", "LL", "1@critical", "1*4");
	same("mcs", "LL", "1>critical", "1*5");
	same("mcs", "LL", "1@xchg", "1*2");
	same("mcs", "LL", "1>xchg", "1*3");
	same("mcs", "LL", "1@xchg:tail", "1*2");
	same("mcs", "LL", "1@:tail", "1*2");
	same("mcs", "LL", "1>:tail", "1*3");
	same("mcs", "LL", "1@:tail*2", "1*6");
	same("mcs", "LL", "1@cas:tail 1", "1*7");
	same("mcs", "LL", "1@store:next", "1*1");
	same("mcs", "LL", "1@store:T1.next", "1*1");
	same("mcs", "LL", "1+ 2>store:T1.next", "1*4 2*4");
	same("mcs", "LL", "1@mspin_unlock", "1*5");
	same("mcs", "LL", "1>mspin_lock", "1*4");
	same("mcs", "LL", "1 1>mspin_lock", "1*4"); /* the call that it is in */
	same("mcs", "LL", "1>mspin_unlock", "1*7");
	same("mcs", "LL", "1@mspin_unlock/cas", "1*6");
	same("mcs", "LL", "1@mspin_unlock/cas:tail", "1*6");
	same("mcs", "LL", "1@mspin_unlock/:tail", "1*6");
	same("mcs", "LL", "1>mspin_unlock/:next 1", "1*7");
	/* a place where it stands already: @ goes on to the next time, > takes that step */
	same("mcs", "LL", "1*2 1@xchg", "1*9");
	same("mcs", "LL", "1*2 1>xchg", "1*3");
	same("mcs", "LL", "1@mspin_lock", "1*7");
	same("mcs", "LL", "1@mspin_lock/store", "1*1");
	/* the N-th time */
	same("mcs", "LL", "1@store*3", "1*7");
	same("mcs", "LL", "1>store*3", "1*4");
	same("mcs", "LL", "1@mspin_unlock*2", "1*12");
	same("mcs", "LL", "1>mspin_lock*2", "1*11");
	/* a place may be reached though it can do nothing there */
	same("mcs", "LL", "1+ 2@await", "1*4 2*4");
	same("mcs", "LL", "1+ 2@await 2*3", "1*4 2*7");
}

static void test_sleepers(void)
{
	same("mutex-wake", "LL", "1*2 p1 2@schedule", "1*2 p1 2*11");
	same("mutex-wake", "LL", "1*2 p1 2@sleep", "1*2 p1 2*11");
	same("mutex-wake", "LL", "1*2 p1 2@awake", "1*2 p1 2*12");
	same("mutex-wake", "LL", "1*2 p1 2@:state", "1*2 p1 2@set_state:T2.state");
	same("mutex-wake", "LL", "1*2 p1 2! r1 1@wake:T2.state", "1*2 p1 2*12 r1 1@wake");
	same("mutex-wake", "LL", "1*2 p1 2! r1 1@end 2@end", "1*2 p1 2*12 r1 1*8 2!");
	/* woken before it sleeps: schedule() is the place all the same */
	same("mutex-wake", "LL", "1*2 p1 2@schedule r1 1@end 2>schedule", "1*2 p1 2*11 r1 1*8 2");
	same("mutex-wake", "LL", "1*2 p1 2@schedule r1 1@end 2>no_sleep", "1*2 p1 2*11 r1 1*8 2");
	/* a call that ends in the step in which the next one begins */
	same("mutex-3.9", "LL", "1+ 2>mutex_owner_running", "1*2 2*4");
	same("mutex-3.9", "LL", "1+ 2@mutex_owner_running*2", "1*2 2*4");
	/* of a text that others use, by its own name */
	same("mutex-mcs", "LL", "1+ 2@mspin_lock", "1*2 2>mutex_can_spin_on_owner");
	same("tp-stale-flag", "LL", "1 k1 1@end", "1 k1 1!");
}

static void test_wrong(void)
{
	wrong("mcs", "LL", "9", 0, "a thread, 1 to 2, or p r x t s k w before it");
	wrong("mcs", "LL", "1 x", 2, "no step");
	wrong("mcs", "LL", "1 1*0 1", 2, "behind * stands how often");
	wrong("mcs", "LL", "1*", 0, "behind * stands how often");
	wrong("mcs", "LL", "1?", 0, "behind the thread may stand");
	wrong("mcs", "LL", "p1@cas", 0, "no step");
	wrong("mcs", "LL", "1*15", 0, "not possible there after 14 of 15: T1 has finished");
	wrong("mcs", "LL", "1@end 1", 6, "not possible there: T1 has finished");
	wrong("mcs", "LL", "1 p1", 2, "the budget for preempt is used up");
	wrong("mutex-wake", "LL", "1*2 p1 1", 7, "runnable, waits for a CPU");
	wrong("mcs", "LL", "1@", 0, "a place is missing");
	wrong("mcs", "LL", "1>*2", 0, "a place is missing");
	wrong("mcs", "LL", "1@mspin_lock/", 0, "a place is missing");
	wrong("mcs", "LL", "1>end", 0, "it is written @end");
	wrong("mcs", "LL", "1@csa", 0, "mcs has no procedure and no step \"csa\"; did you mean cas?");
	wrong("mcs", "LL", "1 2@mspin_unlok", 2,
	      "no procedure and no step \"mspin_unlok\"; did you mean mspin_unlock?");
	wrong("mcs", "LL", "1@osq_lock", 0, "mcs has no procedure and no step \"osq_lock\"");
	wrong("mcs", "LL", "1@mspin_lokc/cas", 0, "mcs has no procedure \"mspin_lokc\"; did you mean mspin_lock?");
	wrong("mcs", "LL", "1@mspin_lock/xhcg", 0, "mcs has no step \"xhcg\"; did you mean xchg?");
	wrong("mcs", "LL", "1@preempt", 0, "no step \"preempt\"");
	wrong("mcs", "LL", "1@cas:tial", 0, "mcs has no word \"tial\"; did you mean tail?");
	wrong("mcs", "LL", "1@cas:T1.nxet", 0, "mcs has no word \"nxet\"; did you mean next?");
	wrong("mcs", "LL", "1@cas:T3.next", 0, "the threads are T1 to T2");
	wrong("mcs", "LL", "1@cas:", 0, "no word \"\"");
	wrong("mcs", "LL", "1@mspin_lock:tail", 0, "PROC/:WORD");
	wrong("mcs", "LL", "1@cas*0", 0, "behind * stands how often");
	wrong("mcs", "LL", "1@cas*", 0, "behind * stands how often");
	wrong("mcs", "LL", "1@cas+", 0, "no procedure and no step \"cas+\"; did you mean cas?");
	/* it never gets there: where it stopped */
	wrong("mcs", "LL", "1@list_add", 0, "it does not get there: after 14 steps T1 has finished");
	wrong("mcs", "LL", "1+ 2@critical", 3,
	      "it does not get there: after 4 steps T2 is at await in mspin_lock and spins until T2.locked changes; it "
	      "is 0");
	wrong("mcs", "LL", "1@xchg*3", 0, "it does not get there: after 14 steps T1 has finished");
	wrong("mutex-wake", "LL", "1*2 p1 2+", 7, "T2 is at awake in mutex_lock_common and asleep");
}

/* A text that polls: the thread moves for ever and comes back to where it was. */
static void test_round(void)
{
	struct ls_schedule_error bad;
	u32 n = read_from("mutex-3.9", "LL", "1+ 2@list_del", &bad);

	EXPECT(bad.at == 3 && strstr(bad.why, "goes round: after "), "%s", bad.at < 0 ? "" : bad.why);
	EXPECT(n < 200, "noticed after %u steps", n);
}

/* The room for the schedule ends. */
static void test_full(void)
{
	const struct ls_scenario *s = ls_scenario_named("mcs");
	struct ls_schedule_error bad;
	struct ls_config c;

	ls_scenario_config(s, &c);
	ls_reset(&m, &c);
	EXPECT(ls_parse_schedule(&m, "1*4", out, 4, &bad) == 4 && bad.at < 0, "it just fits");
	ls_reset(&m, &c);
	EXPECT(ls_parse_schedule(&m, "1*4 1", out, 4, &bad) == 4 && strstr(bad.why, "no more fit"), "%s", bad.why);
	ls_reset(&m, &c);
	EXPECT(ls_parse_schedule(&m, "1@end", out, 4, &bad) == 4 && bad.at == 0, "%s", bad.why);
}

/* Frames are marked to tell calls apart, but only in copies. */
static void test_marks(void)
{
	struct ls_schedule_error bad;
	u64 hash;

	read_from("mcs", "LL", "1@mspin_unlock 2>mspin_lock", &bad);
	hash = ls_hash(&m);
	read_from("mcs", "LL", "1*5 2*4", &bad);
	EXPECT(hash == ls_hash(&m), "another state");
	for (u32 at = 0; at < m.thread[1].sp; at += ((struct ls_frame *)(m.thread[1].stack + at))->size)
		EXPECT(((struct ls_frame *)(m.thread[1].stack + at))->zero == 0, "a mark was left");
}

/* A name is either a procedure or a step. */
static void test_names(void)
{
	for (u8 lock = 0; lock < LS_LOCKS; lock++)
		for (u8 i = 0; i < ls_locks[lock]->procs; i++) {
			const char *name = ls_proc_name(lock, i);

			EXPECT(strcmp(name, "end") && strcmp(name, "schedule"), "%s: %s", ls_locks[lock]->name, name);
			for (u32 op = 0; op < LS_OPS; op++)
				EXPECT(strcmp(name, ls_op_names[op]), "%s: %s", ls_locks[lock]->name, name);
		}
}

int main(void)
{
	test_mcs();
	test_sleepers();
	test_wrong();
	test_round();
	test_full();
	test_marks();
	test_names();
	return test_end();
}
