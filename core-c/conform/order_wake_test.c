/* SPDX-License-Identifier: MIT */
/* Wake-ups that seem to take long, for their thread has lost its CPU: which sleep did they end? */
#include "order_test.h"

/*
 * T1 and T3 wake T2, one after the other. When T1 does so T2 is about to take the mutex, still marked as asleep; what
 * T1 does seems to last until long behind that. To see when it was the search need not go back.
 */
static void test_long_wake(void)
{
	struct ls_config c = {.n = 3};
	struct rec_event *last[LS_MAX_THREADS + 1] = {NULL};
	static struct ls_machine m;
	struct rec_event *wake;

	begin("mutex-6.12", &c, &m, last);
	go_past(&m, 2, LS_OP_SLEEP, last);
	ls_step(&m, LS_ENV_OF(LS_ENV_RUN, 1));
	go_to(&m, 1, LS_OP_WAKE, last);
	go_past(&m, 3, LS_OP_WAKE, last);
	EXPECT(last[3]->ok, "T3 wakes T2");
	go_past(&m, 2, LS_OP_SET_STATE, last);
	go_to(&m, 2, LS_OP_SET_STATE, last);
	EXPECT(m.thread[1].state != LS_RUNNING, "T2 is marked as asleep");
	go_past(&m, 1, LS_OP_WAKE, last);
	wake = last[1];
	EXPECT(wake->ok, "T1 finds it so");
	go_past(&m, 2, LS_OP_LIST_DEL, last);
	wake->after = ticks;
	go_to(&m, 2, LS_OP_CRITICAL, last);
	expect_conforms_at_once(&c, "a wake-up that took long");
}

/*
 * T1 and T3 wake T2 once each, and T2 has slept twice. Both seem to last until behind the first sleep, T1's until
 * behind the second: so the first was ended by T3. To see that the search need not go back.
 */
static void test_two_long_wakes(void)
{
	struct ls_config c = {.n = 4};
	struct rec_event *last[LS_MAX_THREADS + 1] = {NULL};
	static struct ls_machine m;
	struct rec_event *first;
	u64 began;

	begin("mutex-6.12", &c, &m, last);
	go_past(&m, 2, LS_OP_SLEEP, last);
	ls_step(&m, LS_ENV_OF(LS_ENV_RUN, 1));
	go_to(&m, 1, LS_OP_WAKE, last);
	go_to(&m, 3, LS_OP_WAKE, last);
	go_to(&m, 4, LS_OP_CRITICAL, last);
	ls_step(&m, LS_ENV_OF(LS_ENV_PREEMPT, 4));
	began = ticks;
	go_past(&m, 3, LS_OP_WAKE, last);
	first = last[3];
	EXPECT(first->ok, "T3 wakes T2");
	go_past(&m, 2, LS_OP_AWAKE, last);
	ticks += GRAIN;
	first->after = ticks;
	go_past(&m, 2, LS_OP_SLEEP, last);
	go_past(&m, 1, LS_OP_WAKE, last);
	EXPECT(last[1]->ok, "T1 wakes T2 once more");
	last[1]->before = began;
	last[1]->after = ticks + 100 * GRAIN;
	go_past(&m, 2, LS_OP_AWAKE, last);
	go_past(&m, 2, LS_OP_SLEEP, last);
	expect_conforms_at_once(&c, "a sleep that two wake-ups that took long may have ended");
}

/*
 * As T1 is about to wake T2 it loses its CPU, and T3 wakes T2. That does a hundred rounds, sleeps again, and is woken
 * by T1: which is the only one left to do so. To see that the search need not go back.
 */
static void test_wake_of_a_later_sleep(void)
{
	enum { ROUNDS = 100 };
	struct ls_config c = {.n = 4, .rounds = ROUNDS + 9};
	struct rec_event *last[LS_MAX_THREADS + 1] = {NULL};
	static struct ls_machine m;
	u64 began;

	begin("mutex-6.12", &c, &m, last);
	go_past(&m, 2, LS_OP_SLEEP, last);
	ls_step(&m, LS_ENV_OF(LS_ENV_RUN, 1));
	go_to(&m, 1, LS_OP_WAKE, last);
	began = ticks;
	go_past(&m, 3, LS_OP_WAKE, last);
	EXPECT(last[3]->ok, "T3 wakes T2");
	go_past(&m, 2, LS_OP_SET_STATE, last);
	for (u32 i = 0; i < ROUNDS; i++)
		go_past(&m, 2, LS_OP_CRITICAL, last);
	go_past(&m, 2, LS_OP_CAS, last);
	go_to(&m, 4, LS_OP_CRITICAL, last);
	ls_step(&m, LS_ENV_OF(LS_ENV_PREEMPT, 4));
	go_past(&m, 2, LS_OP_SLEEP, last);
	go_past(&m, 1, LS_OP_WAKE, last);
	EXPECT(last[1]->ok, "T1 wakes T2 once more");
	last[1]->before = began;
	go_past(&m, 2, LS_OP_AWAKE, last);
	go_past(&m, 2, LS_OP_SLEEP, last);
	expect_conforms_at_once(&c, "a wake-up whose thread was away for a hundred rounds");
}

int main(void)
{
	signals_traced = true;
	test_long_wake();
	test_two_long_wakes();
	test_wake_of_a_later_sleep();
	return test_end();
}
