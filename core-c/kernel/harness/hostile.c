/* SPDX-License-Identifier: MIT */
/*
 * Programs that mean no good: nothing that they do to the futex word may keep FUTEX_LOCK, FUTEX_UNLOCK or their shared
 * forms from signals, time-outs and the scheduler. Needs three CPUs.
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
#define SHARED 0x20000000u
#define LEAVING 0x10000000u /* SHARED_UNLOCK */

static futex_word *worn_out_word(void)
{
	char *page = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);

	EXPECT(page != MAP_FAILED, true);
	return (futex_word *)(page + WORN_OUT);
}

/* --- the queue behind a waiter that spins --------------------------------------------------------- */

/*
 * The owner never sleeps, so the top waiter spins, and the next in the queue spins for the kernel mutex that the top
 * waiter holds, or, if both are readers, behind its leader. A signal must get through to each.
 */
static void signal_ends_the_wait_behind(int op)
{
	futex_word word = tid();
	struct waiter top = {.word = &word, .op = op, .cpu = 1}, second = {.word = &word, .op = op, .cpu = 2};
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

static void signal_ends_the_wait_behind_a_spinner(void)
{
	signal_ends_the_wait_behind(LOCK_OP);
}

static void signal_ends_the_wait_behind_a_leader(void)
{
	signal_ends_the_wait_behind(LOCK_SHARED_OP);
}

/* --- a word that never stays the same ------------------------------------------------------------- */

struct scribbler {
	futex_word *word;
	u32 owner;
	_Atomic bool over;
	pthread_t thread;
};

/* Sets the flags and takes them away again; the TID stays that of a living owner, or the number of readers the same. */
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

static void start_scribbling(struct scribbler *s, futex_word *word, u32 owner)
{
	s->word = word;
	s->owner = owner;
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
static void waits_in_vain(futex_word *word, int op)
{
	struct waiter late = {.word = word, .op = op, .timeout = 0.3, .cpu = 2};
	struct waiter called_off = {.word = word, .op = op, .cpu = 2};
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

	start_scribbling(&s, &word, tid());
	waits_in_vain(&word, LOCK_OP);
	waits_in_vain(&word, LOCK_SHARED_OP);
	stop_scribbling(&s);
}

static void readers_change_all_the_time(void)
{
	futex_word word;
	struct scribbler s = {0};

	start_scribbling(&s, &word, SHARED | 1);
	waits_in_vain(&word, LOCK_OP);
	stop_scribbling(&s);
}

/* SHARED_UNLOCK is in the word, and nobody comes to unlock. */
static void last_reader_never_leaves(void)
{
	futex_word word;
	struct scribbler s = {0};

	start_scribbling(&s, &word, SHARED | LEAVING);
	waits_in_vain(&word, LOCK_SHARED_OP);
	waits_in_vain(&word, LOCK_OP);
	stop_scribbling(&s);
	word = SHARED | LEAVING;
	waits_in_vain(&word, LOCK_SHARED_OP);
}

static void word_does_not_let_itself_be_changed(void)
{
	futex_word *word = worn_out_word();

	*word = tid();
	waits_in_vain(word, LOCK_OP);
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

/* So are the readers' number and the reader that would come to them. */
static void free_word_does_not_let_itself_be_read(void)
{
	futex_word *word = worn_out_word();
	struct waiter r[2];

	*word = SHARED | 1;
	for (u32 i = 0; i < 2; i++) {
		r[i] = (struct waiter){.word = word, .op = LOCK_SHARED_OP, .how = i, .timeout = 0.3, .cpu = 1 + (int)i};
		start(&r[i]);
	}
	for (u32 i = 0; i < 2; i++) {
		finish(&r[i]);
		EXPECT(r[i].ret == -ETIMEDOUT || r[i].ret == STOLEN, true);
		EXPECT(r[i].seconds < SOON, true);
	}
}

/* A process that unlocks must die when it is killed, whatever the word does. */
static void unlock_can_be_killed(futex_word *word, int op, bool scribbles)
{
	int status;
	double killed;
	pid_t child = fork();

	if (child == 0) {
		struct scribbler s = {0};

		u32 owner = op == UNLOCK_OP ? tid() : SHARED | LEAVING;

		*word = owner | FUTEX_WAITERS;
		if (scribbles)
			start_scribbling(&s, word, owner);
		for (;;)
			call(word, op, 0, NULL);
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

	unlock_can_be_killed(&word, UNLOCK_OP, true);
	unlock_can_be_killed(&word, UNLOCK_SHARED_OP, true);
}

static void unlock_of_a_stubborn_word_can_be_killed(void)
{
	unlock_can_be_killed(worn_out_word(), UNLOCK_OP, false);
	unlock_can_be_killed(worn_out_word(), UNLOCK_SHARED_OP, false);
}

/* --- running them ---------------------------------------------------------------------------------- */

static const struct test tests[] = {
    TEST(signal_ends_the_wait_behind_a_spinner),
    TEST(signal_ends_the_wait_behind_a_leader),
    TEST(word_changes_all_the_time),
    TEST(readers_change_all_the_time),
    TEST(last_reader_never_leaves),
    TEST(word_does_not_let_itself_be_changed),
    TEST(free_word_does_not_let_itself_be_taken),
    TEST(free_word_does_not_let_itself_be_read),
    TEST(unlock_of_a_busy_word_can_be_killed),
    TEST(unlock_of_a_stubborn_word_can_be_killed),
};

int main(int argc, char **argv)
{
	return run_cases(tests, sizeof tests / sizeof *tests, CASE_LIMIT, argc, argv);
}
