/* SPDX-License-Identifier: MIT */
/* Schedules without a signal, in traces that have none: one that the replay makes up must not lead it astray. */
#include "order_test.h"

/*
 * T2 is about to take the lock, still marked as asleep, when T1 wakes it, which seems to last until T2 is in its next
 * round; right behind that T3 finds T2 awake. As that is known first, a signal may be made up that woke T2 before T3
 * came. Then T2 would die at the end of its round, and T1 would have found it awake.
 */
static void test_two_wakers(const char *variant)
{
	struct ls_config c = {.n = 3, .role = {0, 3, 0}};
	struct rec_event *last[LS_MAX_THREADS + 1] = {NULL};
	static struct ls_machine m;
	struct rec_event *wake;

	begin(variant, &c, &m, last);
	EXPECT(ls_locks[c.lock]->roles[3].letter == 'K', "T2 can be killed while it waits to write");
	go_past(&m, 2, LS_OP_SLEEP, last);
	ls_step(&m, LS_ENV_OF(LS_ENV_RUN, 1));
	go_to(&m, 1, LS_OP_WAKE, last);
	go_past(&m, 3, LS_OP_WAKE, last);
	EXPECT(last[3]->ok, "T3 wakes T2");
	go_past(&m, 2, LS_OP_SET_STATE, last);
	EXPECT(m.thread[1].state == LS_KILLABLE, "T2 is marked as asleep");
	go_past(&m, 1, LS_OP_WAKE, last);
	wake = last[1];
	EXPECT(wake->ok, "T1 finds it so");
	go_past(&m, 3, LS_OP_WAKE, last);
	EXPECT(!last[3]->ok, "T3 finds it awake");
	go_past(&m, 2, LS_OP_CRITICAL, last);
	go_past(&m, 2, LS_OP_ADD, last);
	go_past(&m, 2, LS_OP_CAS, last);
	go_past(&m, 2, LS_OP_CRITICAL, last);
	wake->after = ticks += GRAIN;
	expect_conforms(&c, "a wake-up that took long, beside one that came too late");
}

int main(void)
{
	test_two_wakers("rwsem-6.12");
	return test_end();
}
