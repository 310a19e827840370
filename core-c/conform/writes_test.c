/* SPDX-License-Identifier: MIT */
/* Writes that by their times could have come more than once. */
#include "order_test.h"

/* T1 has the mutex and its CPU, T2 sleeps for it. */
static void begin_with_sleeper(struct ls_config *c, struct ls_machine *m, struct rec_event **last)
{
	begin("mutex-3.9", c, m, last);
	go_past(m, 2, LS_OP_SLEEP, last);
	ls_step(m, LS_ENV_OF(LS_ENV_RUN, 1));
}

/* And T1 unlocks. When it began to. */
static u64 begin_with_unlock(struct ls_config *c, struct ls_machine *m, struct rec_event **last)
{
	u64 unlocking;

	begin_with_sleeper(c, m, last);
	go_to(m, 1, LS_OP_ADD, last);
	unlocking = ticks;
	go_past(m, 1, LS_OP_SPIN_UNLOCK, last);
	return unlocking;
}

/*
 * T3 subtracts 1 from the count at some time while T1 unlocks, with T2 waiting, and locks again. The count that it
 * found is there twice; the first time what it leaves is overwritten at once, but T1 finds it later. To see that it
 * came the second time the search need not go back.
 */
static void test_late_write(void)
{
	struct ls_config c = {.n = 3};
	struct rec_event *last[LS_MAX_THREADS + 1] = {NULL};
	static struct ls_machine m;
	u64 unlocking;

	unlocking = begin_with_unlock(&c, &m, last);
	go_to(&m, 1, LS_OP_CRITICAL, last);
	go_past(&m, 3, LS_OP_ADD, last);
	EXPECT(last[3]->old == 0, "T3 finds that the mutex is taken");
	last[3]->before = unlocking;
	last[3]->after = ticks + 100 * GRAIN;
	go_past(&m, 1, LS_OP_ADD, last);
	EXPECT(last[1]->old == (u32)-1, "T1 finds what T3 has left");
	expect_conforms_at_once(&c, "a write that could have come twice");
}

/*
 * T3 subtracts 1 from the count while T1 unlocks, before T1's store hides that. T1 leaves what T3 found once more, when
 * it locks again, but too late for T3. To see that the search need not go back.
 */
static void test_write_in_time(void)
{
	struct ls_config c = {.n = 3};
	struct rec_event *last[LS_MAX_THREADS + 1] = {NULL};
	static struct ls_machine m;

	begin_with_sleeper(&c, &m, last);
	go_past(&m, 1, LS_OP_SPIN_LOCK, last);
	go_past(&m, 3, LS_OP_ADD, last);
	EXPECT(last[3]->old == 0, "T3 finds that the mutex is taken");
	go_past(&m, 1, LS_OP_STORE, last);
	last[3]->after = ticks;
	go_to(&m, 1, LS_OP_CRITICAL, last);
	EXPECT(last[1]->op == LS_OP_STORE && m.mem[0] == 0, "T1 has the mutex again");
	go_past(&m, 1, LS_OP_ADD, last);
	expect_conforms_at_once(&c, "a write whose time runs out");
}

/*
 * T3, under the lock of the list, says that it waits, at some time between two rounds of T1: it was in the second, for
 * in the first T1 finds no waiter. In between T1 spins for hundreds of looks. To see that the search need not go back.
 */
static void test_write_after_looks(void)
{
	struct ls_config c = {.n = 3};
	struct rec_event *last[LS_MAX_THREADS + 1] = {NULL};
	static struct ls_machine m;
	u64 began;

	begin("mutex-6.12", &c, &m, last);
	go_to(&m, 3, LS_OP_OR, last);
	ls_step(&m, LS_ENV_OF(LS_ENV_RUN, 1));
	began = ticks;
	go_past(&m, 1, LS_OP_CAS, last);
	go_to(&m, 2, LS_OP_CRITICAL, last);
	for (u32 i = 0; i < 300; i++)
		go_past(&m, 1, LS_OP_ON_CPU, last);
	go_past(&m, 2, LS_OP_CAS, last);
	go_to(&m, 1, LS_OP_CRITICAL, last);
	go_past(&m, 3, LS_OP_OR, last);
	EXPECT(last[3]->new_ != last[3]->old, "T3 says that it waits");
	last[3]->before = began;
	last[3]->after = ticks + 100 * GRAIN;
	go_past(&m, 1, LS_OP_CAS, last);
	EXPECT(!last[1]->ok, "T1 finds that somebody waits");
	expect_conforms_at_once(&c, "a write that waits for hundreds of looks");
}

/*
 * T3 subtracts 1 from the count at some time while T1 unlocks and T2, which had waited, and then T4 take and give back
 * the mutex some hundred times: the count that it found is there in each round, and only in the last one somebody finds
 * what T3 left. In T1's unlock it would be overwritten at once, and nothing tell until then. That is further back than
 * the search can go, for a signal for T3 may come at any time, which makes a choice of each step.
 */
static void test_write_among_rounds(void)
{
	struct ls_config c = {.n = 4, .rounds = 200};
	struct rec_event *last[LS_MAX_THREADS + 1] = {NULL};
	static struct ls_machine m;
	u64 unlocking;

	unlocking = begin_with_unlock(&c, &m, last);
	for (u32 i = 0; i < 150; i++)
		go_past(&m, 2, LS_OP_CRITICAL, last);
	go_past(&m, 2, LS_OP_ADD, last);
	for (u32 i = 0; i < 150; i++)
		go_past(&m, 4, LS_OP_CRITICAL, last);
	go_past(&m, 3, LS_OP_ADD, last);
	EXPECT(last[3]->old == 0 && last[3]->new_ == (u32)-1, "T3 finds that the mutex is taken");
	last[3]->before = unlocking;
	last[3]->after = ticks + GRAIN / 2;
	signal_to(3, LS_OP_SIGNAL, unlocking, ticks + 100 * GRAIN);
	ticks += GRAIN;
	go_past(&m, 4, LS_OP_ADD, last);
	EXPECT(last[4]->old == (u32)-1, "T4 finds what T3 has left");
	expect_conforms_at_once(&c, "a write that may have come in any of some hundred rounds");
}

/*
 * T2 and T3 count themselves in, T3 in the first round of T1, T2 in the second, which seems to have begun long before.
 * T1's unlock of the first round finds what either could have left; had it been T2, T3 would still come in time, behind
 * it, where T1 overwrites what it leaves. To see that it was T3, who has less time, the search need not go back.
 */
static void test_two_writes(void)
{
	struct ls_config c = {.n = 3};
	struct rec_event *last[LS_MAX_THREADS + 1] = {NULL};
	static struct ls_machine m;
	u64 began;

	begin("mutex-3.9", &c, &m, last);
	ls_step(&m, LS_ENV_OF(LS_ENV_RUN, 1));
	go_to(&m, 1, LS_OP_ADD, last);
	began = ticks;
	go_past(&m, 3, LS_OP_ADD, last);
	last[3]->after = ticks + GRAIN / 2;
	go_past(&m, 1, LS_OP_ADD, last);
	EXPECT(last[1]->old == (u32)-1, "T1 finds what T3 has left");
	go_past(&m, 1, LS_OP_CRITICAL, last);
	go_past(&m, 2, LS_OP_ADD, last);
	EXPECT(last[2]->old == last[3]->old, "T2 finds what T3 has found");
	last[2]->before = began;
	last[2]->after = ticks + GRAIN / 2;
	go_past(&m, 1, LS_OP_ADD, last);
	EXPECT(last[1]->old == (u32)-1, "T1 finds what T2 has left");
	expect_conforms_at_once(&c, "two writes of the same");
}

int main(void)
{
	test_late_write();
	test_write_in_time();
	test_write_after_looks();
	test_two_writes();
	signals_traced = true;
	test_write_among_rounds();
	return test_end();
}
