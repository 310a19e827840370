/* SPDX-License-Identifier: MIT */
/*
 * What FUTEX_LOCK makes of an owner that dies, that is about to, or that this kernel
 * does not know; and a race for the exit of an owner, whose waiter leaves at the same
 * time. None of it needs a privilege but the pid namespace and the page that is held back.
 *
 *   deaths             all cases; exits with 0 when all pass, 77 without the calls
 *   deaths NAME...     only these
 *   deaths --race N …  with a race of N seconds, 1 to 600, not of 4
 */
#define _GNU_SOURCE
#include <fcntl.h>
#include <linux/userfaultfd.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/resource.h>

#include "cases.h"

#define CASE_LIMIT 60 /* seconds beside the race; a busy machine is not a failure */

static int race_seconds = 4;

/* --- dead owners ------------------------------------------------------------------------------------- */

struct owner {
	struct robust_list entry; /* before the word: see OFFSET */
	futex_word word;
	bool robust, sleeps;
	_Atomic bool may_die;
	pthread_t thread;
	_Atomic u32 tid;
};
#define OFFSET ((long)(offsetof(struct owner, word) - offsetof(struct owner, entry)))

static void *own_and_die(void *arg)
{
	struct owner *o = arg;
	struct robust_list_head head = {{&head.list}, OFFSET, NULL};

	pin(0);
	if (o->robust) {
		head.list.next = &o->entry;
		o->entry.next = &head.list;
	}
	EXPECT(syscall(SYS_set_robust_list, &head, sizeof head), 0);
	o->word = tid();
	o->tid = tid();
	while (!o->may_die) {
		if (o->sleeps)
			usleep(1000);
	}
	syscall(SYS_exit, 0);
	return NULL;
}

static void start_owner(struct owner *o)
{
	EXPECT(pthread_create(&o->thread, NULL, own_and_die, o), 0);
	while (!o->tid)
		usleep(100);
}

/* The top waiter has set WAITERS: it sleeps, or is about to. */
static void await_flag(futex_word *word)
{
	while (!(*word & FUTEX_WAITERS))
		usleep(100);
}

static void sleeper_inherits(void)
{
	struct owner o = {.robust = true, .sleeps = true};
	struct waiter w = {.word = &o.word, .cpu = 0};

	pin(0);
	start_owner(&o);
	start(&w);
	until_asleep(&w);
	o.may_die = true;
	EXPECT(finish(&w) >= 0, true);
	EXPECT((w.ret & 0xff) != HANDOFF, true);
	EXPECT(o.word & ~FUTEX_OWNER_DIED, w.tid);
}

static void spinner_inherits(void)
{
	struct owner o = {.robust = true, .sleeps = false};
	struct waiter w = {.word = &o.word, .cpu = 1};

	start_owner(&o);
	start(&w);
	usleep(20000);
	o.may_die = true;
	EXPECT(finish(&w) >= 0, true);
	EXPECT((w.ret & 0xff) != HANDOFF, true);
	EXPECT(o.word & ~FUTEX_OWNER_DIED, w.tid);
}

static void newcomer_learns_of_the_death(void)
{
	struct owner o = {.robust = true, .sleeps = true, .may_die = true};

	start_owner(&o);
	while (!(o.word & FUTEX_OWNER_DIED))
		usleep(1000);
	EXPECT(o.word, FUTEX_OWNER_DIED);
	EXPECT(lock(&o.word), STOLEN);
	EXPECT(o.word, FUTEX_OWNER_DIED | tid()); /* user space is to clear the flag */
}

static void owner_without_robust_list_dies(void)
{
	struct owner o = {.robust = false, .sleeps = true};
	struct waiter w = {.word = &o.word, .cpu = 0};

	pin(0);
	start_owner(&o);
	start(&w);
	until_asleep(&w);
	o.may_die = true;
	EXPECT(finish(&w) & 0xffff, STOLEN | OWNER_DIED);
	EXPECT(o.word, w.tid);
}

/* Asleep and awake by turns: whoever gets the lock of the dead must be told, one way or the other. */
static void next_owner_is_told(void)
{
	int told[2] = {0}, by_word = 0, by_status = 0;

	for (int i = 0; i < 200; i++) {
		struct owner o = {.robust = true, .sleeps = i & 1};
		struct waiter w = {.word = &o.word, .cpu = o.sleeps ? 0 : 1};

		start_owner(&o);
		start(&w);
		if (o.sleeps)
			await_flag(&o.word);
		else
			usleep(i * 10);
		o.may_die = true;
		EXPECT(finish(&w) >= 0, true);
		EXPECT(o.word & FUTEX_TID_MASK, w.tid);
		by_word += !!(o.word & FUTEX_OWNER_DIED);
		by_status += !!(w.ret & OWNER_DIED);
		told[i & 1] += o.word & FUTEX_OWNER_DIED || w.ret & OWNER_DIED;
		pthread_join(o.thread, NULL);
	}
	printf("told: %d of 100 by an owner at work, %d of 100 by one asleep; %d times by the word, %d by the status\n",
	       told[0], told[1], by_word, by_status);
	EXPECT(told[0], 100);
	EXPECT(told[1], 100);
}

/* Of those without a robust list it can only be the status that tells. */
static void one_owner_of_many(void)
{
	enum { MANY = 100 };
	static struct waiter w[MANY];
	static futex_word word[MANY];
	struct owner o = {.robust = false, .sleeps = true};

	pin(0);
	start_owner(&o);
	for (int i = 0; i < MANY; i++) {
		word[i] = o.tid;
		w[i].word = &word[i];
		start(&w[i]);
		await_flag(&word[i]);
	}
	o.may_die = true;
	for (int i = 0; i < MANY; i++) {
		EXPECT(finish(&w[i]) & 0xffff, STOLEN | OWNER_DIED);
		EXPECT(word[i], w[i].tid);
	}
}

/* --- an owner that is busy with its robust list ------------------------------------------------- */

struct slow_page {
	struct robust_list entry;
	futex_word word;
};

struct exec_owner {
	struct owner owner;     /* its entry is the second */
	struct slow_page *page; /* the first, and not there yet */
	char stack[65536];
};

/* A process of its own in the same memory, without a library: it shares that with its parent. */
static int own_and_exec(void *arg)
{
	struct exec_owner *e = arg;
	static char *const args[] = {"/proc/self/exe", "nothing", NULL}, *const none[] = {NULL};
	static struct robust_list_head head;

	head = (struct robust_list_head){{&e->page->entry}, OFFSET, NULL};
	e->owner.entry.next = &head.list;
	syscall(SYS_set_robust_list, &head, sizeof head);
	e->owner.word = (u32)syscall(SYS_gettid);
	e->owner.tid = e->owner.word;
	while (!e->owner.may_die) /* the waiter spins, for it is on a CPU of its own */
		;
	syscall(SYS_execve, args[0], args, none);
	syscall(SYS_exit, 1);
	return 0;
}

static int hold_back(void *page)
{
	int fd = (int)syscall(SYS_userfaultfd, O_CLOEXEC);
	struct uffdio_api api = {.api = UFFD_API};
	struct uffdio_register all = {.range = {(unsigned long)page, 4096}, .mode = UFFDIO_REGISTER_MODE_MISSING};

	EXPECT(fd >= 0, true);
	EXPECT(ioctl(fd, UFFDIO_API, &api), 0);
	EXPECT(ioctl(fd, UFFDIO_REGISTER, &all), 0);
	return fd;
}

static void bring(int fd, void *page, void *contents)
{
	struct uffdio_copy copy = {.dst = (unsigned long)page, .src = (unsigned long)contents, .len = 4096};

	EXPECT(ioctl(fd, UFFDIO_COPY, &copy), 0);
}

static double cpu_seconds(pthread_t thread)
{
	struct timespec t;
	clockid_t clock;

	EXPECT(pthread_getcpuclockid(thread, &clock), 0);
	EXPECT(clock_gettime(clock, &t), 0);
	return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

/* The owner hangs in its exec, for as long as it likes: nobody may spin for that, and a signal must get through. */
static void owner_hangs_in_exec(void)
{
	static struct exec_owner e;
	struct slow_page *page = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	static _Alignas(4096) struct slow_page contents[4096 / sizeof(struct slow_page)];
	struct waiter first = {.word = &e.owner.word, .cpu = 1}, second = {.word = &e.owner.word, .cpu = 1};
	int status, fd;
	double before;
	pid_t child;

	catch_signal();
	pin(0);
	e.page = page;
	fd = hold_back(page);
	child = clone(own_and_exec, e.stack + sizeof e.stack, CLONE_VM | SIGCHLD, &e);
	EXPECT(child > 0, true);
	while (!e.owner.tid)
		usleep(100);
	start(&first);
	usleep(20000);
	e.owner.may_die = true;
	usleep(200000); /* it has come to the page by now */
	EXPECT(first.done, false);
	before = cpu_seconds(first.thread);
	usleep(500000);
	EXPECT(cpu_seconds(first.thread) - before < 0.1, true);
	EXPECT(first.done, false);
	pthread_kill(first.thread, SIGUSR1);
	EXPECT(finish(&first), -EINTR);

	start(&second);
	usleep(100000);
	EXPECT(second.done, false);
	contents[0].entry.next = &e.owner.entry;
	bring(fd, page, contents);
	EXPECT(finish(&second) & 0xff, ACQUIRED);
	EXPECT(second.ret & OWNER_DIED, OWNER_DIED);
	EXPECT(e.owner.word, second.tid);
	EXPECT(waitpid(child, &status, 0), child);
}

/* --- an owner that is not known ------------------------------------------------------------------- */

/* As FUTEX_LOCK_PI has it: such an owner may be alive elsewhere, so the lock stays as it is. */
static void nobody_has_that_tid(void)
{
	futex_word word = 0x1ffffff0u;

	EXPECT(lock(&word), -ESRCH);
	EXPECT(call(&word, LOCK_OP | FUTEX_PRIVATE_FLAG, USER_TAKES, NULL), -ESRCH);
	EXPECT(word, 0x1ffffff0u);
	word |= FUTEX_WAITERS | FUTEX_OWNER_DIED; /* a flag beside a TID is no proof */
	EXPECT(lock(&word), -ESRCH);
	EXPECT(word, 0x1ffffff0u | FUTEX_WAITERS | FUTEX_OWNER_DIED);
}

static void kernel_thread_owns_nothing(void)
{
	futex_word word = 2; /* kthreadd */

	EXPECT(lock(&word), -EPERM);
	EXPECT(word, 2);
}

/* Its first child there is process 1; the TID of its parent means nobody to it. */
static void owner_outside_the_namespace(void)
{
	futex_word *word = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	int status;
	pid_t child;

	EXPECT(tid() > 2, true);
	*word = tid();
	EXPECT(unshare(CLONE_NEWPID), 0);
	child = fork();
	if (child == 0) {
		EXPECT(tid(), 1);
		EXPECT(call(word, LOCK_OP, KERNEL_TAKES, NULL), -ESRCH);
		EXPECT(call(word, LOCK_OP, USER_TAKES, NULL), -ESRCH);
		_exit(0);
	}
	EXPECT(waitpid(child, &status, 0), child);
	EXPECT(status, 0);
	EXPECT(*word, tid());
	*word = 0;
}

/* --- the race ---------------------------------------------------------------------------------------- */

/*
 * Of each pair one owns the lock and exits, and the other waits for it and is called off by
 * a signal. What the exit still wants of the waiter, the waiter takes with it when it leaves:
 * a kernel that is wrong there stumbles. The pause before the signal is such that the
 * signal comes first about every other time.
 */
struct pair {
	futex_word word;
	pthread_t waiter, signaller;
	int cpu;
	u32 random;
	_Atomic u32 ready, dying, sent;
	_Atomic int pause;
	_Atomic bool over;
	int rounds, called_off, taken;
};

static void *own_and_exit(void *arg)
{
	struct pair *p = arg;
	struct robust_list_head none = {{&none.list}, 0, NULL};

	pin(p->cpu);
	syscall(SYS_set_robust_list, &none, sizeof none);
	p->word = tid();
	p->ready = tid();
	await_flag(&p->word);
	p->dying++;
	syscall(SYS_exit, 0);
	return NULL;
}

static u32 below(u32 *random, u32 limit)
{
	*random = *random * 1664525 + 1013904223;
	return (*random >> 8) % limit;
}

static void *call_off(void *arg)
{
	struct pair *p = arg;

	pin(p->cpu ^ 1);
	while (!p->over) {
		if (p->sent == p->dying) {
			sched_yield();
			continue;
		}
		for (volatile int n = p->pause * 3 / 4 + (int)below(&p->random, (u32)p->pause / 2 + 1); n > 0; n--)
			;
		pthread_kill(p->waiter, SIGUSR1);
		p->sent++;
	}
	return NULL;
}

static void wait_once(struct pair *p)
{
	pthread_t owner;
	bool first = true;
	long ret;

	p->ready = 0;
	EXPECT(pthread_create(&owner, NULL, own_and_exit, p), 0);
	while (!p->ready)
		sched_yield();
	while ((ret = lock(&p->word)) == -EINTR) {
		p->called_off += first;
		p->pause += first ? p->pause / 8 + 1 : 0;
		first = false;
	}
	if (first)
		p->pause -= p->pause / 8;
	if (ret != -ESRCH) { /* else the owner has gone for good */
		EXPECT(ret & 0xffff, STOLEN | OWNER_DIED);
		EXPECT(p->word, tid());
		p->taken++;
	}
	pthread_join(owner, NULL);
	while (p->sent != p->dying)
		sched_yield();
}

static void *wait_in_turn(void *arg)
{
	struct pair *p = arg;

	pin(p->cpu ^ 1);
	for (double end = now() + race_seconds; now() < end; p->rounds++)
		wait_once(p);
	p->over = true;
	return NULL;
}

static void waiter_leaves_as_its_owner_exits(void)
{
	enum { PAIRS = 2 };
	static struct pair pair[PAIRS];
	int rounds = 0, called_off = 0, taken = 0;

	catch_signal();
	EXPECT(setuid(65534), 0);
	for (int i = 0; i < PAIRS; i++) {
		pair[i].cpu = i & 1;
		pair[i].pause = 1000;
		EXPECT(pthread_create(&pair[i].waiter, NULL, wait_in_turn, &pair[i]), 0);
		EXPECT(pthread_create(&pair[i].signaller, NULL, call_off, &pair[i]), 0);
	}
	for (int i = 0; i < PAIRS; i++) {
		pthread_join(pair[i].waiter, NULL);
		pthread_join(pair[i].signaller, NULL);
		rounds += pair[i].rounds;
		called_off += pair[i].called_off;
		taken += pair[i].taken;
	}
	printf("%d owners: %d waits were called off, %d locks were taken over\n", rounds, called_off, taken);
	EXPECT(taken > 0, true);
}

/* --- running them ---------------------------------------------------------------------------------------------- */

static const struct test tests[] = {
    TEST(sleeper_inherits),
    TEST(spinner_inherits),
    TEST(newcomer_learns_of_the_death),
    TEST(owner_without_robust_list_dies),
    TEST(next_owner_is_told),
    TEST(one_owner_of_many),
    TEST(owner_hangs_in_exec),
    TEST(nobody_has_that_tid),
    TEST(kernel_thread_owns_nothing),
    TEST(owner_outside_the_namespace),
    TEST(waiter_leaves_as_its_owner_exits),
};

int main(int argc, char **argv)
{
	if (argc > 1 && strcmp(argv[1], "--race") == 0) {
		race_seconds = argc > 2 ? atoi(argv[2]) : 0;
		if (race_seconds < 1 || race_seconds > 600) {
			fprintf(stderr, "deaths: --race takes a number of seconds from 1 to 600\n");
			return 2;
		}
		argv[2] = argv[0];
		argv += 2;
		argc -= 2;
	}
	return run_cases(tests, sizeof tests / sizeof *tests, CASE_LIMIT + race_seconds, argc, argv);
}
