/* SPDX-License-Identifier: MIT */
/*
 * Hostile programs: processes whose threads call every futex operation on the same few words, write anything into
 * these, change their pages, send signals, leave garbage as robust lists, fork, exec, exit and are killed.
 * What they get does not matter; that the kernel stands it does, and its log tells. So does a process that
 * was killed and stays.
 *
 *   fuzz SEED SECONDS    the same seed gives each thread the same calls; how they meet is chance
 *   fuzz nothing         what they exec
 */
#define _GNU_SOURCE
#include <sys/prctl.h>
#include <sys/wait.h>

#include "fuzz_calls.h"

enum { LIVES_MS = 400, GONE_WITHIN = 30, FORKED_CALLS = 60, MOST_FORKED = 6 };
enum { FEWEST = 50, SLOWEST = 30 }; /* so many operations of a life, in so many seconds at most */
static unsigned long seed;

/* --- threads and processes -------------------------------------------------------------------------- */

/* weight: how often, in so many of the sum of all. */
struct kind {
	const char *name;
	unsigned weight;
	void (*act)(struct fuzzer *f);
};
static const struct kind kinds[KINDS];

static void act(struct fuzzer *f, const struct kind *kind);
static void exits(struct fuzzer *f);

static void signals(struct fuzzer *f)
{
	u32 process = below(f, PROCESSES), slot = below(f, THREADS);

	syscall(SYS_tkill, figures->tids[process][slot], SIGUSR1);
}

static const struct kind *any_kind(struct fuzzer *f)
{
	const struct kind *kind = kinds;
	unsigned sum = 0;
	u32 at;

	for (int i = 0; i < KINDS; i++)
		sum += kinds[i].weight;
	for (at = below(f, sum); at >= kind->weight; kind++)
		at -= kind->weight;
	return kind;
}

/* The child takes part for a while, then execs, exits or kills itself. */
static void forks(struct fuzzer *f)
{
	static char *const args[] = {"/proc/self/exe", "nothing", NULL}, *const none[] = {NULL};

	if (figures->forked++ >= MOST_FORKED || fork() != 0) {
		figures->forked--;
		return;
	}
	figures->forked++;
	for (int i = 0; i < FORKED_CALLS; i++) {
		const struct kind *kind = any_kind(f);

		if (kind->act != forks && kind->act != exits)
			act(f, kind);
	}
	figures->forked--;
	switch (below(f, 3)) {
	case 0:
		execve(args[0], args, none);
		_exit(1);
	case 1:
		kill(getpid(), SIGKILL);
	}
	_exit(0);
}

/* With a lock that may be waited for, by somebody who is called off at the same time. */
static void exits(struct fuzzer *f)
{
	futex_word *word = own_word(f);
	struct timespec a_while = {0, (long)below(f, 3000000)};

	if (sigsetjmp(on_fault, 0) == 0) {
		guarded = true;
		*word = tid() | (below(f, 2) ? FUTEX_WAITERS : 0);
	}
	guarded = false;
	nanosleep(&a_while, NULL);
	for (u32 n = below(f, 8); n > 0; n--)
		signals(f);
	if (below(f, 400) == 0)
		kill(getpid(), SIGKILL);
	f->runs = false;
	syscall(SYS_exit, 0);
}

static void unlocks(struct fuzzer *f)
{
	call(any_word(f), flagged(f, UNLOCK_OP), 0, NULL);
}

static void unlocks_shared(struct fuzzer *f)
{
	call(any_word(f), flagged(f, UNLOCK_SHARED_OP), 0, NULL);
}

static void unlocks_pi(struct fuzzer *f)
{
	call(any_word(f), flagged(f, FUTEX_UNLOCK_PI), 0, NULL);
}

static void tries_pi(struct fuzzer *f)
{
	call(any_word(f), flagged(f, FUTEX_TRYLOCK_PI), 0, NULL);
}

static void wakes(struct fuzzer *f)
{
	call(any_word(f), flagged(f, FUTEX_WAKE), below(f, 4), NULL);
}

static void discards(struct fuzzer *f)
{
	madvise(pages[below(f, PAGES)], PAGE, MADV_DONTNEED);
}

static const struct kind kinds[KINDS] = {
    {"lock", 260, locks},
    {"unlock", 180, unlocks},
    {"userRead", 200, user_reads},
    {"unlockShared", 60, unlocks_shared},
    {"lockPi", 60, locks_pi},
    {"unlockPi", 50, unlocks_pi},
    {"trylockPi", 20, tries_pi},
    {"wait", 50, waits},
    {"wake", 50, wakes},
    {"requeue", 30, requeues},
    {"waitRequeuePi", 20, waits_requeue_pi},
    {"requeuePi", 20, requeues_pi},
    {"wakeOp", 20, wake_ops},
    {"forge", 60, forges},
    {"userLock", 120, user_locks},
    {"mprotect", 6, protects},
    {"remap", 4, remaps},
    {"discard", 6, discards},
    {"signal", 30, signals},
    {"robustList", 8, robust_lists},
    {"fork", 1, forks},
    {"exit", 25, exits},
};

static void act(struct fuzzer *f, const struct kind *kind)
{
	figures->done[kind - kinds]++; /* before: a thread may not come back */
	kind->act(f);
}

static void *fuzz(void *arg)
{
	struct fuzzer *f = arg;

	figures->tids[f->process][f->slot] = tid();
	for (;;)
		act(f, any_kind(f));
	return NULL;
}

static void start_fuzzer(struct fuzzer *f, unsigned long life)
{
	pthread_attr_t attr;

	f->random = (seed * 1000003 + life) * 0x9e3779b97f4a7c15ul + (unsigned long)f->slot * 0x2545f4914f6cdd1dul + 1;
	pthread_attr_init(&attr);
	pthread_attr_setstacksize(&attr, 65536);
	f->runs = pthread_create(&f->thread, &attr, fuzz, f) == 0;
	pthread_attr_destroy(&attr);
}

/* Threads that have left with a bare exit cannot be joined before the kernel has cleared their TID; it does. */
static void be_hostile(int process, unsigned long life)
{
	static struct fuzzer fuzzers[THREADS];
	struct sigaction bad = {.sa_handler = on_bad_access, .sa_flags = SA_NODEFER};

	sigaction(SIGSEGV, &bad, NULL);
	sigaction(SIGBUS, &bad, NULL);
	signal(SIGCHLD, SIG_IGN);
	catch_signal();
	for (int i = 0; i < THREADS; i++) {
		fuzzers[i].process = process;
		fuzzers[i].slot = i;
		start_fuzzer(&fuzzers[i], life);
	}
	for (unsigned long again = 1;; again++) {
		usleep(1000);
		for (int i = 0; i < THREADS; i++) {
			if (fuzzers[i].runs)
				continue;
			if (fuzzers[i].thread)
				pthread_join(fuzzers[i].thread, NULL);
			start_fuzzer(&fuzzers[i], life * 4096 + again);
		}
	}
}

/* --- the supervisor --------------------------------------------------------------------------------- */

/* early: ended before it was killed from here, by itself or by one of its threads. */
static bool is_gone(pid_t pid, unsigned long *early)
{
	double end = now() + GONE_WITHIN;

	if (waitpid(pid, NULL, WNOHANG) == pid) {
		++*early;
		return true;
	}
	kill(pid, SIGKILL);
	while (waitpid(pid, NULL, WNOHANG) != pid) {
		if (now() > end)
			return false;
		usleep(1000);
	}
	return true;
}

static unsigned long operations(void)
{
	unsigned long sum = 0;

	for (int i = 0; i < KINDS; i++)
		sum += figures->done[i];
	return sum;
}

/* For a moment; for longer where the machine is slow. */
static void live(unsigned long before)
{
	double end = now() + SLOWEST;

	usleep(LIVES_MS * 1000);
	while (operations() < before + FEWEST && now() < end)
		usleep(10000);
}

static void tell(const char *verdict, const char *why, double seconds, unsigned long lives, unsigned long early)
{
	printf("{\"verdict\":\"%s\",\"why\":\"%s\",\"seed\":%lu,\"seconds\":%.1f,\"processes\":%lu,\"early\":%lu,"
	       "\"operations\":%lu",
	       verdict, why, seed, seconds, lives, early, operations());
	printf(",\"kinds\":{");
	for (int i = 0; i < KINDS; i++)
		printf("%s\"%s\":%lu", i ? "," : "", kinds[i].name, figures->done[i]);
	printf("},\"lock\":{");
	for (int i = 0; i <= ENDS; i++)
		printf("%s\"%s\":%lu", i ? "," : "", i < ENDS ? ends[i].name : "other", figures->ended[i]);
	printf("},\"odd\":%ld}\n", figures->odd_value);
}

static char *map(size_t size, int sharing)
{
	char *memory = mmap(NULL, size, PROT_READ | PROT_WRITE, sharing | MAP_ANONYMOUS, -1, 0);

	EXPECT(memory != MAP_FAILED, true);
	return memory;
}

/* With nothing around them: an access that misses them hits nothing of ours. */
static void reserve_pages(void)
{
	char *all = map((PAGES + 2) * PAGE, MAP_PRIVATE);

	mprotect(all, (PAGES + 2) * PAGE, PROT_NONE);
	for (int i = 0; i < PAGES; i++) {
		int sharing = i < SHARED_PAGES ? MAP_SHARED : MAP_PRIVATE;

		pages[i] = all + (i + 1) * PAGE;
		mmap(pages[i], PAGE, PROT_READ | PROT_WRITE, sharing | MAP_ANONYMOUS | MAP_FIXED, -1, 0);
	}
}

int main(int argc, char **argv)
{
	pid_t pid[PROCESSES] = {0};
	unsigned long lives = 0, early = 0, before = 0;
	double start = now(), seconds;

	if (argc < 3)
		return argc == 2 ? 0 : 2; /* "nothing" */
	seed = strtoul(argv[1], NULL, 0);
	seconds = atof(argv[2]);
	prctl(PR_SET_CHILD_SUBREAPER, 1);
	figures = (struct figures *)map(sizeof *figures, MAP_SHARED);
	reserve_pages();
	while (now() < start + seconds) {
		figures->forked = 0;
		for (int i = 0; i < PROCESSES; i++, lives++) {
			fflush(stdout);
			pid[i] = fork();
			if (pid[i] == 0)
				be_hostile(i, lives);
		}
		live(before);
		for (int i = 0; i < PROCESSES; i++)
			if (!is_gone(pid[i], &early)) {
				tell("fail", "a process that was killed does not die", now() - start, lives, early);
				return 1;
			}
		while (waitpid(-1, NULL, WNOHANG) > 0) /* what they had forked */
			;
		if (operations() < before + FEWEST) {
			tell("fail", "next to nothing was done", now() - start, lives, early);
			return 1;
		}
		before = operations();
	}
	tell(figures->ended[OTHER] ? "fail" : "pass", figures->ended[OTHER] ? "FUTEX_LOCK returned what it cannot" : "",
	     now() - start, lives, early);
	return figures->ended[OTHER] != 0;
}
