/* SPDX-License-Identifier: MIT */
/*
 * Programs that mean no good: nothing that they do to the futex word may keep FUTEX_LOCK or FUTEX_UNLOCK
 * from signals, time-outs and the scheduler. Needs three CPUs.
 *
 * On a kernel with aids/stubborn_word.patch, a change of a word at WORN_OUT always fails, as one may for long on an
 * architecture with load-linked and store-conditional. On any other kernel these cases only show that the
 * word there is like every other.
 *
 *   hostile             all cases; exits with 0 when all pass, 77 without the calls
 *   hostile NAME...     only these
 */
#define _GNU_SOURCE
#include <sys/mman.h>

#include "cases.h"

#define CASE_LIMIT 10  /* seconds */
#define WORN_OUT 0xea0 /* in its page */
#define SOON 2.0       /* seconds in which a call must have noticed */

static futex_word *worn_out_word(void)
{
	char *page = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);

	EXPECT(page != MAP_FAILED, true);
	return (futex_word *)(page + WORN_OUT);
}

/* --- the queue behind a waiter that spins --------------------------------------------------------- */

/*
 * The owner never sleeps, so the top waiter spins, and the next in the queue spins for the kernel mutex that the top
 * waiter holds. A signal must get through to each.
 */
static void signal_ends_the_wait_behind_a_spinner(void)
{
	futex_word word = tid();
	struct waiter top = {.word = &word, .cpu = 1}, second = {.word = &word, .cpu = 2};
	double sent;

	catch_signal();
	pin(0);
	start_at_work(&top);
	while (!(word & FUTEX_WAITERS)) /* it is at the top, and asks for a handoff */
		;
	start_at_work(&second);
	busy(0.05);
	sent = now();
	pthread_kill(second.thread, SIGUSR1);
	while (!second.done && now() < sent + CASE_LIMIT - 2)
		busy(0.001);
	printf("the signal was noticed after %.3f s\n", now() - sent);
	EXPECT(second.done && now() < sent + SOON, true);
	EXPECT(finish(&second), -EINTR);
	EXPECT(top.done, false);
	pthread_kill(top.thread, SIGUSR1);
	while (!top.done)
		busy(0.001);
	EXPECT(finish(&top), -EINTR);
}

/* --- a word that never stays the same ------------------------------------------------------------- */

struct scribbler {
	futex_word *word;
	u32 owner;
	_Atomic bool over;
	pthread_t thread;
};

/* Sets the flags and takes them away again; the TID stays that of a living owner. */
static void *scribble(void *arg)
{
	struct scribbler *s = arg;

	pin(1);
	while (!s->over) {
		*s->word = s->owner;
		*s->word = s->owner | FUTEX_WAITERS;
		*s->word = s->owner | FUTEX_OWNER_DIED;
		*s->word = s->owner | FUTEX_OWNER_DIED | FUTEX_WAITERS;
	}
	return NULL;
}

static void start_scribbling(struct scribbler *s, futex_word *word)
{
	s->word = word;
	s->owner = tid();
	*word = s->owner;
	EXPECT(pthread_create(&s->thread, NULL, scribble, s), 0);
}

static void stop_scribbling(struct scribbler *s)
{
	s->over = true;
	pthread_join(s->thread, NULL);
}

static void *count_up(void *arg)
{
	struct scribbler *s = arg;

	pin(2);
	while (!s->over)
		s->owner++;
	return NULL;
}

/* The waiter shares its CPU with another thread: that one must run, too. */
static void waits_in_vain(futex_word *word)
{
	struct waiter late = {.word = word, .timeout = 0.3, .cpu = 2}, called_off = {.word = word, .cpu = 2};
	struct scribbler beside = {.owner = 0};

	catch_signal();
	pin(0);
	EXPECT(pthread_create(&beside.thread, NULL, count_up, &beside), 0);
	start(&late);
	EXPECT(finish(&late), -ETIMEDOUT);
	EXPECT(late.seconds < SOON, true);
	beside.owner = 0;
	start(&called_off);
	usleep(200000);
	pthread_kill(called_off.thread, SIGUSR1);
	EXPECT(finish(&called_off), -EINTR);
	EXPECT(called_off.seconds < SOON, true);
	EXPECT(beside.owner > 1000, true);
	stop_scribbling(&beside);
}

static void word_changes_all_the_time(void)
{
	futex_word word;
	struct scribbler s = {0};

	start_scribbling(&s, &word);
	waits_in_vain(&word);
	stop_scribbling(&s);
}

static void word_does_not_let_itself_be_changed(void)
{
	futex_word *word = worn_out_word();

	*word = tid();
	waits_in_vain(word);
}

/* The lock is free and nobody can take it. */
static void free_word_does_not_let_itself_be_taken(void)
{
	futex_word *word = worn_out_word();
	struct waiter w = {.word = word, .timeout = 0.3, .cpu = 1};

	start(&w);
	finish(&w);
	EXPECT(w.ret == -ETIMEDOUT || w.ret == STOLEN, true);
	EXPECT(w.seconds < SOON, true);
}

/* A process that unlocks must die when it is killed, whatever the word does. */
static void unlock_can_be_killed(futex_word *word, bool scribbles)
{
	int status;
	double killed;
	pid_t child = fork();

	if (child == 0) {
		struct scribbler s = {0};

		*word = tid() | FUTEX_WAITERS;
		if (scribbles)
			start_scribbling(&s, word);
		for (;;)
			call(word, UNLOCK_OP, 0, NULL);
	}
	usleep(200000);
	kill(child, SIGKILL);
	killed = now();
	while (waitpid(child, &status, WNOHANG) != child && now() < killed + CASE_LIMIT - 2)
		usleep(1000);
	EXPECT(now() - killed < SOON, true);
}

static void unlock_of_a_busy_word_can_be_killed(void)
{
	futex_word word = 0;

	unlock_can_be_killed(&word, true);
}

static void unlock_of_a_stubborn_word_can_be_killed(void)
{
	unlock_can_be_killed(worn_out_word(), false);
}

/* --- running them ---------------------------------------------------------------------------------- */

static const struct test tests[] = {
    TEST(signal_ends_the_wait_behind_a_spinner), TEST(word_changes_all_the_time),
    TEST(word_does_not_let_itself_be_changed),   TEST(free_word_does_not_let_itself_be_taken),
    TEST(unlock_of_a_busy_word_can_be_killed),   TEST(unlock_of_a_stubborn_word_can_be_killed),
};

int main(int argc, char **argv)
{
	return run_cases(tests, sizeof tests / sizeof *tests, CASE_LIMIT, argc, argv);
}
