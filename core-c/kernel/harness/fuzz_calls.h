/* SPDX-License-Identifier: MIT */
/* What a fuzzer does: every futex operation on a few words, and what can be done to the memory of these. */
#ifndef LOCKSTEP_HARNESS_FUZZ_CALLS_H
#define LOCKSTEP_HARNESS_FUZZ_CALLS_H

#include <setjmp.h>
#include <sys/mman.h>

#include "waiter.h"

enum { PROCESSES = 2, THREADS = 8, PAGES = 4, SHARED_PAGES = 2, WORDS_OF_A_PAGE = 3, PAGE = 4096 };
#define TID_BITS 0x3fffffffu
#define FUTEX_LOCK_SLEPT_SHIFT 16
#define READERS 0x20000000u
#define LAST_LEAVES 0x10000000u
#define MOST_READERS 0x00ffffffu

enum { KINDS = 22 };

/* What FUTEX_LOCK and FUTEX_LOCK_SHARED have returned; the sleeps that they count are left out. */
static const struct {
	const char *name;
	long value;
} ends[] = {
    {"stolen", STOLEN},        {"acquired", ACQUIRED}, {"handoff", HANDOFF}, {"ownerDied", OWNER_DIED},
    {"EAGAIN", -EAGAIN},       {"EDEADLK", -EDEADLK},  {"EFAULT", -EFAULT},  {"EINTR", -EINTR},
    {"EINVAL", -EINVAL},       {"EPERM", -EPERM},      {"ESRCH", -ESRCH},    {"ETIMEDOUT", -ETIMEDOUT},
    {"EOVERFLOW", -EOVERFLOW},
};
enum { ENDS = sizeof ends / sizeof *ends, OTHER = ENDS };

/* In memory that all processes share and that nobody spoils. */
struct figures {
	_Atomic unsigned long done[KINDS], ended[ENDS + 1];
	_Atomic long odd_value;
	_Atomic int forked;
	_Atomic u32 tids[PROCESSES][THREADS];
};
static struct figures *figures;
static char *pages[PAGES]; /* the first SHARED_PAGES are shared by the processes */

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

static u32 any_readers(struct fuzzer *f)
{
	return READERS | (below(f, 4) ? below(f, 3) : MOST_READERS) | (below(f, 4) ? 0 : LAST_LEAVES);
}

static u32 any_value(struct fuzzer *f)
{
	return (below(f, 4) ? any_tid(f) : any_readers(f)) | (below(f, 3) ? 0 : FUTEX_WAITERS) |
	       (below(f, 6) ? 0 : FUTEX_OWNER_DIED);
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

static int end_of(long ret)
{
	int i = 0;

	if (ret >= 0)
		ret &= ~(~0ul << FUTEX_LOCK_SLEPT_SHIFT);
	if (ret > 0 && ret & OWNER_DIED && (ret & ~OWNER_DIED) <= ACQUIRED)
		ret = OWNER_DIED;
	while (i < ENDS && ends[i].value != ret)
		i++;
	return i;
}

static long lock_any_way(struct fuzzer *f, futex_word *word, int op)
{
	struct timespec t = soon(f);
	long ret = call(word, flagged(f, op), below(f, 2), &t);
	int end = end_of(ret);

	figures->ended[end]++;
	if (end == OTHER)
		figures->odd_value = ret;
	return ret;
}

static void locks(struct fuzzer *f)
{
	lock_any_way(f, any_word(f), LOCK_OP);
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

static void requeues_pi(struct fuzzer *f)
{
	call6(any_word(f), flagged(f, FUTEX_CMP_REQUEUE_PI), 1, below(f, 3), any_word(f), any_value(f));
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

/* The same as a reader. */
static void user_reads(struct fuzzer *f)
{
	futex_word *word = own_word(f);
	bool holds = lock_any_way(f, word, LOCK_SHARED_OP) >= 0;

	if (holds && sigsetjmp(on_fault, 0) == 0) {
		guarded = true;
		if ((atomic_fetch_sub(word, 1) & (READERS | MOST_READERS)) == (READERS | 1)) {
			*word |= LAST_LEAVES;
			call(word, UNLOCK_SHARED_OP | FUTEX_PRIVATE_FLAG, 0, NULL);
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

#endif
