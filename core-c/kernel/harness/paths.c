/* SPDX-License-Identifier: MIT */
/*
 * Every documented path and error of FUTEX_LOCK and FUTEX_UNLOCK, one at a time, by
 * real threads on the kernel that runs. Owners that die, or that this kernel does
 * not know: deaths.c.
 *
 *   paths             all cases; exits with 0 when all pass, 77 without the calls
 *   paths NAME...     only these
 */
#define _GNU_SOURCE
#include <sys/mman.h>

#include "cases.h"

#define CASE_LIMIT 10 /* seconds */

/* --- without waiters --------------------------------------------------------------------------- */

static void free_word_cannot_be_unlocked(void)
{
	futex_word word = 0;

	EXPECT(unlock(&word), -EPERM);
	EXPECT(word, 0);
}

static void clock_flag_is_refused(void)
{
	futex_word word = 0;

	EXPECT(call(&word, LOCK_OP | FUTEX_CLOCK_REALTIME, 0, NULL), -ENOSYS);
	EXPECT(call(&word, UNLOCK_OP | FUTEX_CLOCK_REALTIME, 0, NULL), -ENOSYS);
	EXPECT(word, 0);
}

static void unaligned_address(void)
{
	static _Alignas(8) char bytes[8];

	EXPECT(lock((futex_word *)(bytes + 1)), -EINVAL);
	EXPECT(unlock((futex_word *)(bytes + 2)), -EINVAL);
	EXPECT(*(u32 *)bytes, 0);
}

static void bad_address(void)
{
	char *page = mmap(NULL, 4096, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

	EXPECT(lock(NULL), -EFAULT);
	EXPECT(unlock(NULL), -EFAULT);
	EXPECT(lock((futex_word *)0xffffffff80000000ul), -EFAULT);
	EXPECT(unlock((futex_word *)0xffffffff80000000ul), -EFAULT);
	EXPECT(lock((futex_word *)page), -EFAULT);
	munmap(page, 4096);
	EXPECT(lock((futex_word *)page), -EFAULT);
	EXPECT(unlock((futex_word *)page), -EFAULT);
}

static void page_is_brought_in(void)
{
	char *page = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	futex_word *word = (futex_word *)page;

	EXPECT(lock(word), STOLEN);
	EXPECT(*word, tid());
	*word |= FUTEX_WAITERS;
	mmap(page, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0);
	EXPECT(unlock(word), -EPERM); /* a fresh page is a free word */
}

static void free_word_is_taken(void)
{
	futex_word word = 0;

	EXPECT(lock(&word), STOLEN);
	EXPECT(word, tid());
}

static void thief_keeps_the_flags(void)
{
	futex_word word = FUTEX_OWNER_DIED | FUTEX_WAITERS;

	EXPECT(lock(&word), STOLEN);
	EXPECT(word, FUTEX_OWNER_DIED | FUTEX_WAITERS | tid());
}

static void own_lock_again(void)
{
	futex_word word = tid();

	EXPECT(lock(&word), -EDEADLK);
	word |= FUTEX_WAITERS;
	EXPECT(lock(&word), -EDEADLK);
	EXPECT(word, tid() | FUTEX_WAITERS);
}

static void wrong_owner(void)
{
	futex_word word = (u32)getppid() | FUTEX_WAITERS;

	EXPECT(unlock(&word), -EPERM);
	EXPECT(word, (u32)getppid() | FUTEX_WAITERS);
	word = FUTEX_WAITERS;
	EXPECT(unlock(&word), -EPERM);
	word = tid() | 0x20000000u | FUTEX_WAITERS; /* SHARED: not an exclusive lock */
	EXPECT(unlock(&word), -EPERM);
}

static void unlock_without_waiters(void)
{
	futex_word word = tid();

	EXPECT(unlock(&word), -EINVAL);
	EXPECT(word, tid());
	word = tid() | FUTEX_WAITERS; /* they have gone: frees the word and wakes nobody */
	EXPECT(unlock(&word), 0);
	EXPECT(word, 0);
}

static void bad_timeout(void)
{
	futex_word word = (u32)getppid();
	struct timespec long_nsec = {0, 2000000000}, negative = {-1, 0};

	EXPECT(call(&word, LOCK_OP, 0, &long_nsec), -EINVAL);
	EXPECT(call(&word, LOCK_OP, 0, &negative), -EINVAL);
	EXPECT(call(&word, LOCK_OP, 0, (void *)8), -EFAULT);
	EXPECT(word, getppid());
}

/* --- with waiters --------------------------------------------------------------------------------- */

static void sleeper_is_woken(void)
{
	futex_word word = tid();
	struct waiter w = {.word = &word, .cpu = 0};

	pin(0); /* one CPU for both: the waiter finds the owner off it and sleeps */
	start(&w);
	until_asleep(&w);
	EXPECT(word, tid() | FUTEX_WAITERS);
	EXPECT(unlock(&word), 1);
	EXPECT(finish(&w) >= 0, true);
	EXPECT((w.ret & 0xff) != STOLEN, true); /* HANDOFF, if it took 5 ms to fall asleep */
	EXPECT(w.ret >> 16 > 0, true);          /* sleeps are counted */
	EXPECT(word, w.tid);                    /* and the flag is gone */
}

static void user_space_takes(void)
{
	futex_word word = tid();
	struct waiter w = {.word = &word, .how = USER_TAKES};

	pin(0);
	start(&w);
	until_asleep(&w);
	EXPECT(unlock(&word), 1);
	EXPECT(finish(&w), -EAGAIN);
	EXPECT(word, 0);
}

/* A kernel thread may take the owner's CPU for a moment, and the waiter sleep: try again. */
static void spinner_is_handed_the_lock(void)
{
	pin(0);
	for (int tries = 0; tries < 20; tries++) {
		futex_word word = tid();
		struct waiter w = {.word = &word, .cpu = 1};
		u32 left;

		start_at_work(&w);
		while (!(word & FUTEX_WAITERS)) /* set by who asks for a handoff */
			;
		busy(0.01);
		EXPECT(unlock(&word) <= 1, true);
		left = word;
		EXPECT(finish(&w) >= 0, true);
		EXPECT(word, w.tid);
		if ((w.ret & 0xff) != HANDOFF)
			continue;
		EXPECT(left, w.tid); /* never free: nobody could have stolen it */
		return;
	}
	expect("how the lock was got in 20 tries", __LINE__, ACQUIRED, HANDOFF);
}

static void time_runs_out(void)
{
	futex_word word = tid();
	struct waiter w = {.word = &word, .timeout = 0.1};

	pin(0);
	start(&w);
	EXPECT(finish(&w), -ETIMEDOUT);
	EXPECT(w.seconds >= 0.1, true);
	EXPECT(word & ~FUTEX_WAITERS, tid());
}

static void time_runs_out_while_spinning(void)
{
	futex_word word = tid();
	struct waiter w = {.word = &word, .timeout = 0.1, .cpu = 1};

	pin(0);
	start_at_work(&w);
	while (!w.done)
		busy(0.01);
	EXPECT(finish(&w), -ETIMEDOUT);
	EXPECT(w.seconds >= 0.1, true);
}

/* In the queue nobody looks at the timer. */
static void time_runs_out_in_the_queue(void)
{
	futex_word word = tid();
	struct waiter top = {.word = &word, .timeout = 2}, second = {.word = &word, .timeout = 0.05};

	pin(0);
	start(&top);
	until_asleep(&top);
	start(&second);
	EXPECT(finish(&second), -ETIMEDOUT);
	EXPECT(finish(&top), -ETIMEDOUT);
	EXPECT(second.seconds >= 0.05, true);
}

static void signal_ends_the_wait(void)
{
	futex_word word = tid();
	struct waiter top = {.word = &word}, second = {.word = &word};

	catch_signal();
	pin(0);
	start(&top);
	until_asleep(&top);
	start(&second);
	until_asleep(&second);
	pthread_kill(second.thread, SIGUSR1); /* in the queue */
	EXPECT(finish(&second), -EINTR);
	EXPECT(top.done, false);
	pthread_kill(top.thread, SIGUSR1); /* at its top */
	EXPECT(finish(&top), -EINTR);
	EXPECT(unlock(&word), 0); /* nobody is left to be woken */
	EXPECT(word, 0);
}

static void signal_ends_the_spinning(void)
{
	futex_word word = tid();
	struct waiter w = {.word = &word, .cpu = 1};

	catch_signal();
	pin(0);
	start_at_work(&w);
	busy(0.002);
	pthread_kill(w.thread, SIGUSR1);
	while (!w.done)
		busy(0.005);
	EXPECT(finish(&w), -EINTR);
}

/* Each owner ends without unlocking, so the next in line takes over from the dead. */
static void queue_moves_up(void)
{
	futex_word word = tid();
	struct waiter w[3] = {{.word = &word}, {.word = &word}, {.word = &word}};
	long got[3];

	pin(0);
	for (int i = 0; i < 3; i++) {
		start(&w[i]);
		until_asleep(&w[i]);
	}
	EXPECT(unlock(&word), 1);
	for (int i = 0; i < 3; i++)
		got[i] = finish(&w[i]);
	EXPECT(got[0] >= 0 && (got[0] & 0xff) != STOLEN, true);
	EXPECT(got[1] & 0xff, STOLEN);
	EXPECT(got[2] & 0xff, STOLEN);
	EXPECT(word & FUTEX_TID_MASK, w[2].tid); /* first come, first served */
}

/* --- with waiters of a PI futex ------------------------------------------------------------------------ */

static long pi_call(futex_word *word, int op)
{
	return call(word, op | FUTEX_PRIVATE_FLAG, 0, NULL);
}

static void *wait_for_pi(void *arg)
{
	struct waiter *w = arg;

	pin(w->cpu);
	w->tid = tid();
	w->ret = pi_call(w->word, FUTEX_LOCK_PI);
	if (w->ret == 0)
		w->ret = pi_call(w->word, FUTEX_UNLOCK_PI);
	w->done = true;
	return NULL;
}

static void *lock_and_say(void *arg)
{
	struct waiter *w = arg;

	w->ret = lock(w->word);
	return NULL;
}

static void pi_waiters_are_not_mixed_up(void)
{
	futex_word word = tid();
	struct waiter pi = {.word = &word}, tp = {.word = &word};

	pin(0);
	EXPECT(pthread_create(&pi.thread, NULL, wait_for_pi, &pi), 0);
	while (!pi.tid)
		usleep(100);
	until_asleep(&pi);
	EXPECT(pthread_create(&tp.thread, NULL, lock_and_say, &tp), 0);
	EXPECT(finish(&tp), -EINVAL);
	EXPECT(unlock(&word), -EINVAL);
	EXPECT(word, tid() | FUTEX_WAITERS);
	EXPECT(pi_call(&word, FUTEX_UNLOCK_PI), 0);
	EXPECT(finish(&pi), 0);
	EXPECT(word, 0);
}

static void *try_pi(void *arg)
{
	struct waiter *w = arg;

	w->ret = pi_call(w->word, FUTEX_LOCK_PI);
	EXPECT(pi_call(w->word, FUTEX_TRYLOCK_PI), -EINVAL);
	return NULL;
}

static void tp_waiters_are_not_mixed_up(void)
{
	futex_word word = tid();
	struct waiter tp = {.word = &word}, pi = {.word = &word};

	pin(0);
	start(&tp);
	until_asleep(&tp);
	EXPECT(pthread_create(&pi.thread, NULL, try_pi, &pi), 0);
	EXPECT(finish(&pi), -EINVAL);
	EXPECT(pi_call(&word, FUTEX_UNLOCK_PI), -EINVAL);
	EXPECT(word, tid() | FUTEX_WAITERS);
	EXPECT(unlock(&word), 1);
	EXPECT(finish(&tp) >= 0, true);
	EXPECT(word, tp.tid);
}

/* --- several processes ------------------------------------------------------------------------------------ */

static void word_in_shared_memory(void)
{
	futex_word *word = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	int status;
	pid_t child;

	pin(0);
	*word = tid();
	child = fork();
	if (child == 0) {
		long ret = call(word, LOCK_OP, KERNEL_TAKES, NULL);

		_exit(ret < 0 ? 1 : *word != tid() ? 2 : 0);
	}
	while (!(*word & FUTEX_WAITERS))
		usleep(1000);
	usleep(20000);
	EXPECT(call(word, UNLOCK_OP, 0, NULL), 1);
	EXPECT(waitpid(child, &status, 0), child);
	EXPECT(status, 0);
}

/* --- running them ---------------------------------------------------------------------------------------------- */

static const struct test tests[] = {
    TEST(free_word_cannot_be_unlocked),
    TEST(clock_flag_is_refused),
    TEST(unaligned_address),
    TEST(bad_address),
    TEST(page_is_brought_in),
    TEST(free_word_is_taken),
    TEST(thief_keeps_the_flags),
    TEST(own_lock_again),
    TEST(wrong_owner),
    TEST(unlock_without_waiters),
    TEST(bad_timeout),
    TEST(sleeper_is_woken),
    TEST(user_space_takes),
    TEST(spinner_is_handed_the_lock),
    TEST(time_runs_out),
    TEST(time_runs_out_while_spinning),
    TEST(time_runs_out_in_the_queue),
    TEST(signal_ends_the_wait),
    TEST(signal_ends_the_spinning),
    TEST(queue_moves_up),
    TEST(pi_waiters_are_not_mixed_up),
    TEST(tp_waiters_are_not_mixed_up),
    TEST(word_in_shared_memory),
};

int main(int argc, char **argv)
{
	return run_cases(tests, sizeof tests / sizeof *tests, CASE_LIMIT, argc, argv);
}
