/* SPDX-License-Identifier: MIT */
/*
 * Readers that wait for a writer and writers that wait for readers, by real threads on the kernel that runs. What the
 * posted text of the shared mode does wrong (findings S1 to S8) must not come up here.
 *
 *   readers            all cases; exits with 0 when all pass, 77 without the calls
 *   readers NAME...    only these
 */
#define _GNU_SOURCE
#include "shared.h"

/* --- a reader waits ---------------------------------------------------------------------------- */

static void reader_is_woken(void)
{
	futex_word word = tid();
	struct waiter r = {.word = &word, .op = LOCK_SHARED_OP};

	pin(0); /* one CPU for both: the waiter finds the owner off it and sleeps */
	start(&r);
	until_asleep(&r);
	EXPECT(word, tid() | FUTEX_WAITERS);
	EXPECT(unlock(&word), 1);
	EXPECT(finish(&r) >= 0, true);
	EXPECT((r.ret & 0xff) != STOLEN, true); /* HANDOFF, if it took 5 ms to fall asleep */
	EXPECT(r.ret >> 16 > 0, true);
	EXPECT(word, SHARED | 1);
}

/* Returns whether it was handed the lock. A kernel thread may take the owner's CPU for a moment, and the reader sleep.
 */
static bool is_handed(futex_word *word)
{
	struct waiter r = {.word = word, .op = LOCK_SHARED_OP, .cpu = 1};
	u32 left;

	*word = tid();
	start_at_work(&r);
	while (!(*word & FUTEX_WAITERS)) /* set by who asks for a handoff */
		;
	busy(0.01);
	EXPECT(unlock(word) <= 1, true);
	left = *word;
	EXPECT(finish(&r) >= 0, true);
	EXPECT(*word, SHARED | 1);
	if ((r.ret & 0xff) != HANDOFF)
		return false;
	EXPECT(left & ~FUTEX_WAITERS, SHARED | 1); /* counted by the unlock: S8 */
	return true;
}

static void spinning_reader_is_handed_the_lock(void)
{
	pin(0);
	for (int tries = 0; tries < 20; tries++) {
		futex_word word;

		if (is_handed(&word))
			return;
	}
	expect("how the lock was got in 20 tries", __LINE__, ACQUIRED, HANDOFF);
}

/* The reader is called off while it is handed the lock: it has it, or the word is free. S5, S8. */
static void called_off_and_handed_the_lock(void)
{
	int off = 0;

	catch_signal();
	pin(0);
	for (int tries = 0; tries < 150; tries++) {
		futex_word word = tid();
		struct waiter r = {.word = &word, .op = LOCK_SHARED_OP, .cpu = 1};

		start_at_work(&r);
		while (!(word & FUTEX_WAITERS))
			;
		if (tries % 3 == 2)
			busy(0.006);
		pthread_kill(r.thread, SIGUSR1);
		for (volatile int n = tries % 50 * 100; n > 0; n--)
			;
		EXPECT(unlock(&word) <= 1, true);
		if (finish(&r) == -EINTR)
			off++;
		else
			EXPECT(r.ret >= 0, true);
		EXPECT(word & ~FUTEX_WAITERS, r.ret < 0 ? 0 : SHARED | 1);
	}
	printf("called off %d times of 150\n", off);
}

static void time_runs_out(void)
{
	futex_word word = tid();
	struct waiter asleep = {.word = &word, .op = LOCK_SHARED_OP, .timeout = 0.1},
		      spins = {.word = &word, .op = LOCK_SHARED_OP, .timeout = 0.1, .cpu = 1};

	pin(0);
	start(&asleep);
	EXPECT(finish(&asleep), -ETIMEDOUT);
	EXPECT(asleep.seconds >= 0.1, true);
	start_at_work(&spins);
	while (!spins.done)
		busy(0.01);
	EXPECT(finish(&spins), -ETIMEDOUT);
	EXPECT(word & ~FUTEX_WAITERS, tid());
}

static void signal_ends_the_wait(void)
{
	futex_word word = tid();
	struct waiter top = {.word = &word, .op = LOCK_SHARED_OP},
		      second = {.word = &word, .op = LOCK_SHARED_OP, .how = PREFERRED};

	catch_signal();
	pin(0);
	start(&top);
	until_asleep(&top);
	start(&second);
	until_asleep(&second);
	pthread_kill(second.thread, SIGUSR1);
	EXPECT(finish(&second), -EINTR);
	EXPECT(top.done, false);
	pthread_kill(top.thread, SIGUSR1);
	EXPECT(finish(&top), -EINTR);
	EXPECT(unlock(&word), 0);
	EXPECT(word, 0);
}

/* Those that spin behind their leader on another CPU hear a signal, too. */
static void signal_ends_the_wait_in_the_group(void)
{
	futex_word word = tid();
	struct waiter r[3];

	catch_signal();
	pin(0);
	for (int i = 0; i < 3; i++) {
		r[i] = (struct waiter){.word = &word, .op = LOCK_SHARED_OP, .how = i % 2, .cpu = 1};
		start_at_work(&r[i]);
	}
	busy(0.02);
	for (int i = 2; i >= 0; i--) {
		pthread_kill(r[i].thread, SIGUSR1);
		while (!r[i].done)
			busy(0.001);
		EXPECT(finish(&r[i]), -EINTR);
	}
	if (word & FUTEX_WAITERS)
		EXPECT(unlock(&word), 0);
	EXPECT(word & ~tid(), 0);
}

/* One unlock, and all are in: they need not unlock for the next one. */
static void readers_come_in_together(void)
{
	futex_word word = tid();
	struct waiter r[6];

	pin(0);
	for (int i = 0; i < 6; i++) {
		r[i] = (struct waiter){.word = &word, .op = LOCK_SHARED_OP, .how = i % 2, .cpu = i % 2};
		start(&r[i]);
	}
	usleep(20000);
	EXPECT(word, tid() | FUTEX_WAITERS);
	EXPECT(unlock(&word) <= 1, true);
	for (int i = 0; i < 6; i++)
		EXPECT(finish(&r[i]) >= 0, true);
	EXPECT(word & ~FUTEX_WAITERS, SHARED | 6);
	for (int i = 0; i < 6; i++)
		leave(&word);
	EXPECT(word, 0);
}

/* --- a writer waits for readers ------------------------------------------------------------------ */

/* Once it has the lock it keeps it until it is told. */
struct writer {
	struct waiter w;
	_Atomic bool may_go;
};

static void *write_for_a_while(void *arg)
{
	struct writer *self = arg;

	pin(self->w.cpu);
	self->w.tid = tid();
	self->w.ret = lock(self->w.word);
	self->w.done = true;
	while (!self->may_go)
		usleep(200);
	EXPECT(unlock(self->w.word) <= 1, true);
	return NULL;
}

static void start_writer(struct writer *writer)
{
	EXPECT(pthread_create(&writer->w.thread, NULL, write_for_a_while, writer), 0);
	while (!writer->w.tid)
		;
}

/* It has the lock; returns how it got it. */
static long until_it_writes(struct writer *writer, const futex_word *word)
{
	while (!writer->w.done)
		usleep(100);
	EXPECT(*word & ~FUTEX_WAITERS, writer->w.tid);
	return writer->w.ret;
}

static void end_writing(struct writer *writer)
{
	atomic_fetch_or(writer->w.word, FUTEX_WAITERS); /* so that it unlocks in the kernel */
	writer->may_go = true;
	pthread_join(writer->w.thread, NULL);
}

static void writer_is_woken(void)
{
	futex_word word = SHARED | 2;
	struct waiter w = {.word = &word};

	pin(0);
	start(&w);
	until_asleep(&w); /* their number does not change */
	EXPECT(word, SHARED | 2 | FUTEX_WAITERS);
	EXPECT(leave(&word), 0);
	EXPECT(leave(&word), 1);
	EXPECT(finish(&w) >= 0, true);
	EXPECT((w.ret & 0xff) != STOLEN, true);
	EXPECT(w.ret >> 16 > 0, true);
	EXPECT(word, w.tid);
}

static void neutral_readers_queue_up(void)
{
	futex_word word = SHARED | 1;
	struct writer writer = {.w = {.word = &word}};
	struct waiter r = {.word = &word, .op = LOCK_SHARED_OP};

	pin(0);
	start_writer(&writer);
	until_asleep(&writer.w);
	start(&r);
	until_asleep(&r);
	EXPECT(word, SHARED | 1 | FUTEX_WAITERS);
	EXPECT(leave(&word), 1);
	EXPECT(until_it_writes(&writer, &word) >= 0, true);
	EXPECT(r.done, false);
	end_writing(&writer);
	EXPECT(finish(&r) >= 0, true);
	EXPECT(word, SHARED | 1);
}

/* Waits for the reader to have the lock, or to be asleep; returns whether it has it. */
static bool comes_in(struct waiter *r)
{
	for (int seen = 0; seen < 5; usleep(1000)) {
		if (r->done)
			return finish(r) >= 0;
		seen = state_of(r->tid) == 'S' ? seen + 1 : 0;
	}
	return false;
}

/* S4: preferred readers pass the writer one after another, never none of them; as posted it slept on for ever. */
static void preferred_readers_let_a_sleeping_writer_in(void)
{
	futex_word word = SHARED | 1;
	struct writer writer = {.w = {.word = &word}};
	struct waiter r;
	double end;
	int passed = 0;

	pin(0);
	start_writer(&writer);
	until_asleep(&writer.w);
	for (end = now() + 5; now() < end; passed++) {
		r = (struct waiter){.word = &word, .op = LOCK_SHARED_OP, .how = PREFERRED};
		start(&r);
		if (!comes_in(&r))
			break;
		leave(&word); /* the one before: the new one has been counted */
	}
	printf("%d readers passed the writer\n", passed);
	EXPECT(now() < end, true);
	EXPECT(leave(&word) <= 1, true);
	EXPECT(until_it_writes(&writer, &word) & 0xff, HANDOFF);
	end_writing(&writer);
	EXPECT(finish(&r) >= 0, true);
}

/* Before it asks the writer is passed, by those that ask for it. */
static void preferred_reader_passes(void)
{
	pin(0);
	for (int tries = 0; tries < 50; tries++) {
		futex_word word = SHARED | 1;
		struct writer writer = {.w = {.word = &word, .cpu = 1}};
		struct waiter r = {.word = &word, .op = LOCK_SHARED_OP, .how = PREFERRED};
		bool passed;

		start_writer(&writer);
		while (!(word & FUTEX_WAITERS))
			;
		start_at_work(&r);
		while (!r.done && state_of(r.tid) != 'S')
			;
		passed = r.done;
		EXPECT(leave(&word) <= 1, true);
		if (passed) {
			EXPECT(finish(&r), STOLEN);
			leave(&word);
		}
		EXPECT(until_it_writes(&writer, &word) >= 0, true);
		end_writing(&writer);
		if (passed)
			return;
		EXPECT(finish(&r) >= 0, true);
	}
	expect("a preferred reader in 50 tries", __LINE__, false, true);
}

/* S6, a limit: a reader that dies leaves its count. Who waits can be called off. */
static void dead_reader_is_not_noticed(void)
{
	futex_word word = SHARED | 1;
	struct waiter w = {.word = &word, .timeout = 0.2};

	start(&w);
	EXPECT(finish(&w), -ETIMEDOUT);
	EXPECT(w.seconds >= 0.2, true);
	EXPECT(word, SHARED | 1 | FUTEX_WAITERS);
}

/* --- a writer dies -------------------------------------------------------------------------------- */

static void *own_and_die(void *arg)
{
	struct waiter *owner = arg;

	pin(0);
	syscall(SYS_set_robust_list, NULL, sizeof(struct robust_list_head));
	*owner->word = tid();
	owner->tid = tid();
	while (!owner->done)
		usleep(1000);
	return NULL;
}

/* S3: as posted the reader that takes over counted nobody. */
static void reader_takes_over(void)
{
	futex_word word = 0;
	struct waiter owner = {.word = &word}, r = {.word = &word, .op = LOCK_SHARED_OP};

	pin(0);
	EXPECT(pthread_create(&owner.thread, NULL, own_and_die, &owner), 0);
	while (!owner.tid)
		usleep(100);
	start(&r);
	until_asleep(&r);
	owner.done = true;
	EXPECT(finish(&r) & 0xffff, STOLEN | OWNER_DIED);
	EXPECT(word & ~FUTEX_WAITERS, SHARED | 1);
	leave(&word);
	EXPECT(word, 0);
}

static void nobody_has_that_tid(void)
{
	futex_word word = 4194303;

	EXPECT(read_lock(&word, NEUTRAL), -ESRCH);
	EXPECT(word, 4194303);
}

/* --- running them -------------------------------------------------------------------------------------- */

static const struct test tests[] = {
    TEST(reader_is_woken),
    TEST(spinning_reader_is_handed_the_lock),
    TEST(called_off_and_handed_the_lock),
    TEST(time_runs_out),
    TEST(signal_ends_the_wait),
    TEST(signal_ends_the_wait_in_the_group),
    TEST(readers_come_in_together),
    TEST(writer_is_woken),
    TEST(neutral_readers_queue_up),
    TEST(preferred_readers_let_a_sleeping_writer_in),
    TEST(preferred_reader_passes),
    TEST(dead_reader_is_not_noticed),
    TEST(reader_takes_over),
    TEST(nobody_has_that_tid),
};

int main(int argc, char **argv)
{
	return run_cases(tests, sizeof tests / sizeof *tests, CASE_LIMIT, argc, argv);
}
