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
#include <setjmp.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>

#include "waiter.h"

enum { PROCESSES = 2, THREADS = 8, PAGES = 4, SHARED_PAGES = 2, WORDS_OF_A_PAGE = 3, PAGE = 4096 };
enum { LIVES_MS = 400, GONE_WITHIN = 30, FORKED_CALLS = 60, MOST_FORKED = 6 };
#define TID_BITS 0x3fffffffu

enum kind {
	LOCKS,
	UNLOCKS,
	LOCKS_PI,
	UNLOCKS_PI,
	TRIES_PI,
	WAITS,
	WAKES,
	REQUEUES,
	WAITS_REQUEUE_PI,
	REQUEUES_PI,
	WAKE_OPS,
	FORGES,
	USER_LOCKS,
	PROTECTS,
	REMAPS,
	DISCARDS,
	SIGNALS,
	ROBUST_LISTS,
	FORKS,
	EXITS,
	KINDS
};
static const char *const kind_names[KINDS] = {"lock",    "unlock", "lockPi",     "unlockPi",      "trylockPi",
					      "wait",    "wake",   "requeue",    "waitRequeuePi", "requeuePi",
					      "wakeOp",  "forge",  "userLock",   "mprotect",      "remap",
					      "discard", "signal", "robustList", "fork",          "exit"};
/* How often, in so many of a sum. */
static const unsigned weights[KINDS] = {260, 180, 60, 50, 20, 50, 50, 30, 20, 20, 20, 60, 120, 6, 4, 6, 30, 8, 1, 5};

/* What FUTEX_LOCK has returned. */
enum outcome {
	BY_STEAL,
	BY_WAIT,
	BY_HANDOFF,
	OF_THE_DEAD,
	AGAIN,
	DEADLK,
	FAULT,
	INTR,
	INVAL,
	PERM,
	SRCH,
	TIMEDOUT,
	OTHER,
	OUTCOMES
};
static const char *const outcome_names[OUTCOMES] = {"stolen",  "acquired",  "handoff", "ownerDied", "EAGAIN",
						    "EDEADLK", "EFAULT",    "EINTR",   "EINVAL",    "EPERM",
						    "ESRCH",   "ETIMEDOUT", "other"};

/* In memory that all processes share and that nobody spoils. */
struct figures {
	_Atomic unsigned long done[KINDS], outcome[OUTCOMES], odd;
	_Atomic long odd_value;
	_Atomic int forked;
	_Atomic u32 tids[PROCESSES][THREADS];
};
static struct figures *figures;
static char *pages[PAGES]; /* the first SHARED_PAGES are shared by the processes */
static unsigned long seed;

struct fuzzer {
	unsigned long random;
	int process, slot;
	pthread_t thread;
	_Atomic bool runs;
	struct robust_list_head head;
};

static _Thread_local sigjmp_buf on_fault;
static _Thread_local volatile sig_atomic_t guarded;

static u32 below(struct fuzzer *f, u32 limit)
{
	f->random ^= f->random << 13;
	f->random ^= f->random >> 7;
	f->random ^= f->random << 17;
	return (u32)(f->random >> 20) % limit;
}

static futex_word *any_word(struct fuzzer *f)
{
	char *page = pages[below(f, PAGES)];
	u32 at = below(f, WORDS_OF_A_PAGE) * 64;

	if (below(f, 200) == 0)
		return (futex_word *)(page + below(f, PAGE)); /* mostly unaligned */
	return (futex_word *)(page + at);
}

static u32 any_tid(struct fuzzer *f)
{
	switch (below(f, 8)) {
	case 0:
		return 0;
	case 1:
		return 2; /* a kernel thread */
	case 2:
		return below(f, 400);
	case 3:
		return below(f, TID_BITS);
	case 4:
		return tid();
	default:
		return figures->tids[below(f, PROCESSES)][below(f, THREADS)];
	}
}

static u32 any_value(struct fuzzer *f)
{
	return any_tid(f) | (below(f, 3) ? 0 : FUTEX_WAITERS) | (below(f, 6) ? 0 : FUTEX_OWNER_DIED);
}

/* --- the calls ------------------------------------------------------------------------------------- */

/* Private futexes on shared pages, and the reverse, too. */
static int flagged(struct fuzzer *f, int op)
{
	return below(f, 4) ? op | FUTEX_PRIVATE_FLAG : op;
}

static long call6(void *word, int op, u32 val, unsigned long fourth, void *other, u32 third)
{
	long ret = syscall(SYS_futex, word, op, val, fourth, other, third);

	return ret == -1 ? -errno : ret;
}

/* In up to 2 ms, or at once. */
static struct timespec soon(struct fuzzer *f)
{
	return (struct timespec){0, below(f, 4) ? (long)below(f, 2000000) : 0};
}

static struct timespec at_time(struct fuzzer *f, clockid_t clock)
{
	struct timespec t, more = soon(f);

	clock_gettime(clock, &t);
	t.tv_nsec += more.tv_nsec;
	if (t.tv_nsec >= 1000000000) {
		t.tv_nsec -= 1000000000;
		t.tv_sec++;
	}
	return t;
}

static enum outcome outcome_of(long ret)
{
	switch (ret) {
	case -EAGAIN:
		return AGAIN;
	case -EDEADLK:
		return DEADLK;
	case -EFAULT:
		return FAULT;
	case -EINTR:
		return INTR;
	case -EINVAL:
		return INVAL;
	case -EPERM:
		return PERM;
	case -ESRCH:
		return SRCH;
	case -ETIMEDOUT:
		return TIMEDOUT;
	}
	if (ret < 0 || (ret & 0xff) > HANDOFF || (ret & 0xfe00))
		return OTHER;
	return ret & OWNER_DIED ? OF_THE_DEAD : (enum outcome)(ret & 0xff);
}

static void locks(struct fuzzer *f)
{
	struct timespec t = soon(f);
	long ret = call(any_word(f), flagged(f, LOCK_OP), below(f, 2), &t);
	enum outcome outcome = outcome_of(ret);

	figures->outcome[outcome]++;
	if (outcome == OTHER)
		figures->odd_value = ret;
}

static void locks_pi(struct fuzzer *f)
{
	bool realtime = below(f, 2);
	struct timespec t = at_time(f, realtime ? CLOCK_REALTIME : CLOCK_MONOTONIC);

	call(any_word(f), flagged(f, realtime ? FUTEX_LOCK_PI : FUTEX_LOCK_PI2), 0, &t);
}

static void waits(struct fuzzer *f)
{
	struct timespec t = soon(f);

	call(any_word(f), flagged(f, FUTEX_WAIT), any_value(f), &t);
}

static void requeues(struct fuzzer *f)
{
	int op = flagged(f, below(f, 2) ? FUTEX_REQUEUE : FUTEX_CMP_REQUEUE);

	call6(any_word(f), op, below(f, 2), below(f, 3), any_word(f), any_value(f));
}

static void waits_requeue_pi(struct fuzzer *f)
{
	struct timespec t = at_time(f, CLOCK_MONOTONIC);

	call6(any_word(f), flagged(f, FUTEX_WAIT_REQUEUE_PI), any_value(f), (unsigned long)&t, any_word(f), 0);
}

static void wake_ops(struct fuzzer *f)
{
	u32 what = FUTEX_OP(below(f, 5), below(f, 4096), below(f, 6), below(f, 4096));

	call6(any_word(f), flagged(f, FUTEX_WAKE_OP), 1, 1, any_word(f), what);
}

/* --- the memory ------------------------------------------------------------------------------------- */

static void on_bad_access(int signal)
{
	(void)signal;
	if (!guarded)
		_exit(3);
	siglongjmp(on_fault, 1);
}

/* Aligned down: these are accesses of our own. */
static futex_word *own_word(struct fuzzer *f)
{
	return (futex_word *)((unsigned long)any_word(f) & ~3ul);
}

static void forges(struct fuzzer *f)
{
	futex_word *word = own_word(f);
	u32 value = any_value(f);

	if (sigsetjmp(on_fault, 0) == 0) {
		guarded = true;
		*word = value;
	}
	guarded = false;
}

/* As a program that means well: holds the lock for a moment, if it gets it. */
static void user_locks(struct fuzzer *f)
{
	futex_word *word = own_word(f);
	u32 me = tid(), expected = 0;
	volatile int n = (int)below(f, 2000);

	if (sigsetjmp(on_fault, 0) == 0) {
		guarded = true;
		if (atomic_compare_exchange_strong(word, &expected, me)) {
			while (n-- > 0)
				;
			if (!atomic_compare_exchange_strong(word, &me, 0))
				call(word, UNLOCK_OP | FUTEX_PRIVATE_FLAG, 0, NULL);
		}
	}
	guarded = false;
}

static void protects(struct fuzzer *f)
{
	static const int how[] = {PROT_NONE, PROT_READ, PROT_READ | PROT_WRITE, PROT_READ | PROT_WRITE};

	mprotect(pages[below(f, PAGES)], PAGE, how[below(f, 4)]);
}

/* Of the shared pages only the mapping goes, and does not come back in this process. */
static void remaps(struct fuzzer *f)
{
	char *page = pages[SHARED_PAGES + below(f, PAGES - SHARED_PAGES)];
	int sharing = below(f, 4) ? MAP_PRIVATE : MAP_SHARED;

	switch (below(f, 4)) {
	case 0:
		munmap(page, PAGE);
		break;
	case 1:
		mremap(pages[below(f, PAGES)], PAGE, PAGE, MREMAP_MAYMOVE | MREMAP_FIXED, page);
		break;
	}
	mmap(page, PAGE, PROT_READ | PROT_WRITE, sharing | MAP_ANONYMOUS | MAP_FIXED, -1, 0);
}

static void robust_lists(struct fuzzer *f)
{
	void *bad[] = {(void *)1, (void *)-8l, NULL, pages[1] + PAGE - 4};
	char *word = (char *)own_word(f);

	f->head.futex_offset = below(f, 4) ? 8 : (long)below(f, PAGE) - PAGE / 2;
	f->head.list.next = below(f, 3) ? (struct robust_list *)(word - 8) : bad[below(f, 4)];
	f->head.list_op_pending = below(f, 2) ? NULL : (struct robust_list *)((char *)own_word(f) - 8 + below(f, 2));
	syscall(SYS_set_robust_list, below(f, 20) ? &f->head : (void *)own_word(f), sizeof f->head);
	if (sigsetjmp(on_fault, 0) == 0) { /* a second entry, or a circle */
		guarded = true;
		if (below(f, 2))
			*(void *volatile *)((unsigned long)(word - 8) & ~7ul) = own_word(f) - 2;
	}
	guarded = false;
}

/* --- threads and processes -------------------------------------------------------------------------- */

static void act(struct fuzzer *f, enum kind kind);

static void signals(struct fuzzer *f)
{
	u32 process = below(f, PROCESSES), slot = below(f, THREADS);

	syscall(SYS_tkill, figures->tids[process][slot], SIGUSR1);
}

static enum kind any_kind(struct fuzzer *f)
{
	static unsigned sum;
	u32 at;
	enum kind kind = 0;

	if (!sum) {
		unsigned all = 0;

		for (int i = 0; i < KINDS; i++)
			all += weights[i];
		sum = all;
	}
	for (at = below(f, sum); at >= weights[kind]; kind++)
		at -= weights[kind];
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
		enum kind kind = any_kind(f);

		if (kind != FORKS && kind != EXITS)
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

/* Mostly with a lock that is waited for. */
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
	if (below(f, 400) == 0)
		kill(getpid(), SIGKILL);
	f->runs = false;
	figures->done[EXITS]++;
	syscall(SYS_exit, 0);
}

static void act(struct fuzzer *f, enum kind kind)
{
	switch (kind) {
	case LOCKS:
		locks(f);
		break;
	case UNLOCKS:
		call(any_word(f), flagged(f, UNLOCK_OP), 0, NULL);
		break;
	case LOCKS_PI:
		locks_pi(f);
		break;
	case UNLOCKS_PI:
		call(any_word(f), flagged(f, FUTEX_UNLOCK_PI), 0, NULL);
		break;
	case TRIES_PI:
		call(any_word(f), flagged(f, FUTEX_TRYLOCK_PI), 0, NULL);
		break;
	case WAITS:
		waits(f);
		break;
	case WAKES:
		call(any_word(f), flagged(f, FUTEX_WAKE), below(f, 4), NULL);
		break;
	case REQUEUES:
		requeues(f);
		break;
	case WAITS_REQUEUE_PI:
		waits_requeue_pi(f);
		break;
	case REQUEUES_PI:
		call6(any_word(f), flagged(f, FUTEX_CMP_REQUEUE_PI), 1, below(f, 3), any_word(f), any_value(f));
		break;
	case WAKE_OPS:
		wake_ops(f);
		break;
	case FORGES:
		forges(f);
		break;
	case USER_LOCKS:
		user_locks(f);
		break;
	case PROTECTS:
		protects(f);
		break;
	case REMAPS:
		remaps(f);
		break;
	case DISCARDS:
		madvise(pages[below(f, PAGES)], PAGE, MADV_DONTNEED);
		break;
	case SIGNALS:
		signals(f);
		break;
	case ROBUST_LISTS:
		robust_lists(f);
		break;
	case FORKS:
		forks(f);
		break;
	default:
		exits(f);
	}
	figures->done[kind]++;
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

static void tell(const char *verdict, const char *why, double seconds, unsigned long lives, unsigned long early)
{
	printf("{\"verdict\":\"%s\",\"why\":\"%s\",\"seed\":%lu,\"seconds\":%.1f,\"processes\":%lu,\"early\":%lu,"
	       "\"operations\":%lu",
	       verdict, why, seed, seconds, lives, early, operations());
	printf(",\"kinds\":{");
	for (int i = 0; i < KINDS; i++)
		printf("%s\"%s\":%lu", i ? "," : "", kind_names[i], figures->done[i]);
	printf("},\"lock\":{");
	for (int i = 0; i < OUTCOMES; i++)
		printf("%s\"%s\":%lu", i ? "," : "", outcome_names[i], figures->outcome[i]);
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
		usleep(LIVES_MS * 1000);
		for (int i = 0; i < PROCESSES; i++)
			if (!is_gone(pid[i], &early)) {
				tell("fail", "a process that was killed does not die", now() - start, lives, early);
				return 1;
			}
		while (waitpid(-1, NULL, WNOHANG) > 0) /* what they had forked */
			;
		if (operations() == before) {
			tell("fail", "nothing was done", now() - start, lives, early);
			return 1;
		}
		before = operations();
	}
	tell(figures->outcome[OTHER] ? "fail" : "pass",
	     figures->outcome[OTHER] ? "FUTEX_LOCK returned what it cannot" : "", now() - start, lives, early);
	return figures->outcome[OTHER] != 0;
}
