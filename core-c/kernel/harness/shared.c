/* SPDX-License-Identifier: MIT */
/*
 * Every result of FUTEX_LOCK_SHARED and FUTEX_UNLOCK_SHARED that takes no waiting reader or writer, one at a time; and
 * those with PI waiters and with another process. Who waits: readers.c.
 *
 *   shared             all cases; exits with 0 when all pass, 77 without the calls
 *   shared NAME...     only these
 */
#define _GNU_SOURCE
#include <sys/mman.h>

#include "shared.h"

/* --- without waiters --------------------------------------------------------------------------- */

static void free_word_cannot_be_unlocked(void)
{
	futex_word word = 0;

	EXPECT(read_unlock(&word), -EPERM);
	EXPECT(word, 0);
}

static void clock_flag_is_refused(void)
{
	futex_word word = 0;

	EXPECT(call(&word, LOCK_SHARED_OP | FUTEX_CLOCK_REALTIME, 0, NULL), -ENOSYS);
	EXPECT(call(&word, UNLOCK_SHARED_OP | FUTEX_CLOCK_REALTIME, 0, NULL), -ENOSYS);
	EXPECT(word, 0);
}

static void unaligned_address(void)
{
	static _Alignas(8) char bytes[8];

	EXPECT(read_lock((futex_word *)(bytes + 1), NEUTRAL), -EINVAL);
	EXPECT(read_unlock((futex_word *)(bytes + 2)), -EINVAL);
	EXPECT(*(u32 *)bytes, 0);
}

static void bad_address(void)
{
	char *page = mmap(NULL, 4096, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

	EXPECT(read_lock(NULL, NEUTRAL), -EFAULT);
	EXPECT(read_unlock(NULL), -EFAULT);
	EXPECT(read_lock((futex_word *)page, PREFERRED), -EFAULT);
	munmap(page, 4096);
	EXPECT(read_lock((futex_word *)page, NEUTRAL), -EFAULT);
	EXPECT(read_unlock((futex_word *)page), -EFAULT);
}

static void page_is_brought_in(void)
{
	char *page = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	futex_word *word = (futex_word *)page;

	EXPECT(read_lock(word, NEUTRAL), STOLEN);
	EXPECT(*word, SHARED | 1);
}

static void readers_are_counted(void)
{
	futex_word word = 0;

	EXPECT(read_lock(&word, NEUTRAL), STOLEN);
	EXPECT(word, SHARED | 1);
	EXPECT(read_lock(&word, PREFERRED), STOLEN);
	EXPECT(word, SHARED | 2);
	word = SHARED | OF_USERS | 7;
	EXPECT(read_lock(&word, NEUTRAL), STOLEN);
	EXPECT(word, SHARED | OF_USERS | 8);
	word = SHARED; /* the last one is leaving, and will see that it is not the last */
	EXPECT(read_lock(&word, NEUTRAL), STOLEN);
	EXPECT(word, SHARED | 1);
}

static void no_room_for_a_reader(void)
{
	futex_word word = SHARED | MOST;

	EXPECT(read_lock(&word, NEUTRAL), -EOVERFLOW);
	EXPECT(read_lock(&word, PREFERRED), -EOVERFLOW);
	word |= FUTEX_WAITERS; /* at the top of the queue */
	EXPECT(read_lock(&word, NEUTRAL), -EOVERFLOW);
	EXPECT(word, SHARED | MOST | FUTEX_WAITERS);
}

/* Kept from before, nobody waits: the neutral one becomes the top waiter and takes them back, the other passes. */
static void flags_that_nobody_needs(void)
{
	futex_word word = SHARED | 1 | FUTEX_WAITERS;

	EXPECT(read_lock(&word, PREFERRED), STOLEN);
	EXPECT(word, SHARED | 2 | FUTEX_WAITERS);
	EXPECT(read_lock(&word, NEUTRAL), ACQUIRED);
	EXPECT(word, SHARED | 3);
	word = FUTEX_WAITERS;
	EXPECT(read_lock(&word, NEUTRAL), ACQUIRED);
	EXPECT(word, SHARED | 1);
	word = FUTEX_OWNER_DIED | FUTEX_WAITERS;
	EXPECT(read_lock(&word, PREFERRED), ACQUIRED | OWNER_DIED);
	EXPECT(word, SHARED | 1);
}

static void wrong_unlocks(void)
{
	futex_word word = SHARED | 1 | FUTEX_WAITERS;

	EXPECT(read_unlock(&word), -EPERM); /* there is a reader left */
	EXPECT(unlock(&word), -EPERM);      /* not a writer's */
	EXPECT(word, SHARED | 1 | FUTEX_WAITERS);
	word = tid() | FUTEX_WAITERS;
	EXPECT(read_unlock(&word), -EPERM);
	EXPECT(word, tid() | FUTEX_WAITERS);
	word = SHARED;
	EXPECT(read_unlock(&word), -EINVAL);
	EXPECT(word, SHARED);
}

/* S1: the flag is still there and those who waited have gone. As posted the word stayed as it is, for good. */
static void unlock_without_waiters(void)
{
	futex_word word = SHARED | FUTEX_WAITERS | LEAVING;

	EXPECT(read_unlock(&word), 0);
	EXPECT(word, 0);
	word = SHARED | FUTEX_WAITERS | LEAVING | OF_USERS;
	EXPECT(read_unlock(&word), 0);
	EXPECT(word, 0);
}

static void bad_timeout(void)
{
	futex_word word = tid();
	struct timespec long_nsec = {0, 2000000000}, negative = {-1, 0};

	EXPECT(call(&word, LOCK_SHARED_OP, 0, &long_nsec), -EINVAL);
	EXPECT(call(&word, LOCK_SHARED_OP, 0, &negative), -EINVAL);
	EXPECT(call(&word, LOCK_SHARED_OP, 0, (void *)8), -EFAULT);
	EXPECT(word, tid());
}

static void own_lock_is_waited_for(void)
{
	futex_word word = tid();
	struct timespec soon = {0, 50000000};

	EXPECT(call(&word, LOCK_SHARED_OP, NEUTRAL, &soon), -ETIMEDOUT); /* as a reader that it is not */
	EXPECT(word & ~FUTEX_WAITERS, tid());
}

/* --- PI futexes, several processes ------------------------------------------------------------------ */

static long pi_call(futex_word *word, int op)
{
	return call(word, op | FUTEX_PRIVATE_FLAG, 0, NULL);
}

static void *wait_for_pi(void *arg)
{
	struct waiter *w = arg;

	pin(0);
	w->tid = tid();
	w->ret = pi_call(w->word, FUTEX_LOCK_PI);
	w->done = true;
	return NULL;
}

static void pi_waiters_are_not_mixed_up(void)
{
	futex_word word = tid();
	struct waiter pi = {.word = &word}, r = {.word = &word, .op = LOCK_SHARED_OP};

	pin(0);
	EXPECT(pthread_create(&pi.thread, NULL, wait_for_pi, &pi), 0);
	while (!pi.tid)
		usleep(100);
	until_asleep(&pi);
	start(&r);
	EXPECT(finish(&r), -EINVAL);
	EXPECT(word, tid() | FUTEX_WAITERS);
	EXPECT(pi_call(&word, FUTEX_UNLOCK_PI), 0);
	EXPECT(finish(&pi), 0);
}

static void waiting_readers_are_not_mixed_up(void)
{
	futex_word word = tid();
	struct waiter r = {.word = &word, .op = LOCK_SHARED_OP}, pi = {.word = &word};

	pin(0);
	start(&r);
	until_asleep(&r);
	EXPECT(pthread_create(&pi.thread, NULL, wait_for_pi, &pi), 0);
	EXPECT(finish(&pi), -EINVAL);
	EXPECT(pi_call(&word, FUTEX_UNLOCK_PI), -EINVAL);
	EXPECT(unlock(&word), 1);
	EXPECT(finish(&r) >= 0, true);
	EXPECT(word, SHARED | 1);
}

static void word_in_shared_memory(void)
{
	futex_word *word = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	int status;
	pid_t child;

	pin(0);
	*word = tid();
	child = fork();
	if (child == 0) {
		long ret = call(word, LOCK_SHARED_OP, NEUTRAL, NULL);

		_exit(ret < 0 ? 1 : *word != (SHARED | 1) ? 2 : 0);
	}
	while (!(*word & FUTEX_WAITERS))
		usleep(1000);
	EXPECT(call(word, UNLOCK_OP, 0, NULL) <= 1, true);
	EXPECT(waitpid(child, &status, 0), child);
	EXPECT(status, 0);
}

/* --- running them -------------------------------------------------------------------------------------- */

static const struct test tests[] = {
    TEST(free_word_cannot_be_unlocked),
    TEST(clock_flag_is_refused),
    TEST(unaligned_address),
    TEST(bad_address),
    TEST(page_is_brought_in),
    TEST(readers_are_counted),
    TEST(no_room_for_a_reader),
    TEST(flags_that_nobody_needs),
    TEST(wrong_unlocks),
    TEST(unlock_without_waiters),
    TEST(bad_timeout),
    TEST(own_lock_is_waited_for),
    TEST(pi_waiters_are_not_mixed_up),
    TEST(waiting_readers_are_not_mixed_up),
    TEST(word_in_shared_memory),
};

int main(int argc, char **argv)
{
	return run_cases(tests, sizeof tests / sizeof *tests, CASE_LIMIT, argc, argv);
}
