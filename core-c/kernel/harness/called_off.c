/* SPDX-License-Identifier: MIT */
/*
 * Readers and writers of one TP futex that are called off all the time, by signals and by their timers: whoever gets an
 * error does not have the lock, and nobody else may be kept from it for that. Each waits in one of its ways, preferred
 * or not; some hold the lock for long enough that others sleep and ask for it.
 *
 *   called_off SECONDS     one line of JSON; ends with 1 when a count is wrong, a reader met a writer, the word is not
 *                          free in the end, or a call returned what it cannot; 77 without the calls
 */
#define _GNU_SOURCE
#include "shared.h"

enum { READERS = 5, WRITERS = 3, THREADS = READERS + WRITERS };
enum { STEPS_HELD = 300, NAP_EVERY = 64, NAP_US = 6000, SIGNAL_EVERY_US = 150 };

static futex_word word;
static _Atomic bool over;
static _Atomic u32 readers_in, writers_in, met, odd;
static _Atomic unsigned long reads, writes, interrupted, timed_out, handed;
static unsigned long counter; /* plain: exact only if the lock excludes */

struct thread {
	pthread_t thread;
	unsigned int random;
	bool writes;
};

/* Returns whether it has the lock; what an error means is the kernel's word. */
static bool has(long ret)
{
	handed += ret >= 0 && (ret & 0xff) == HANDOFF;
	interrupted += ret == -EINTR;
	timed_out += ret == -ETIMEDOUT;
	odd += ret < 0 && ret != -EINTR && ret != -ETIMEDOUT;
	return ret >= 0;
}

static bool get(struct thread *self, int op, u32 how)
{
	struct timespec soon = {0, rand_r(&self->random) % 4000000};

	return has(call(&word, op | FUTEX_PRIVATE_FLAG, how, rand_r(&self->random) % 2 ? &soon : NULL));
}

static void hold(struct thread *self)
{
	if (rand_r(&self->random) % NAP_EVERY == 0)
		usleep((u32)rand_r(&self->random) % NAP_US);
	for (volatile int n = rand_r(&self->random) % STEPS_HELD; n > 0; n--)
		;
}

static void write_once(struct thread *self)
{
	u32 free_word = 0, me = tid();

	if (!atomic_compare_exchange_strong(&word, &free_word, me) && !get(self, LOCK_OP, KERNEL_TAKES))
		return;
	met += writers_in++ || readers_in;
	counter++;
	hold(self);
	met += --writers_in || readers_in;
	writes++;
	if (!atomic_compare_exchange_strong(&word, &me, 0))
		odd += unlock(&word) < 0;
}

static void read_once(struct thread *self)
{
	u32 seen = 0, wanted = SHARED | 1;

	while (!atomic_compare_exchange_strong(&word, &seen, wanted)) {
		if (seen && (!(seen & SHARED) || seen & (FUTEX_WAITERS | LEAVING))) {
			if (get(self, LOCK_SHARED_OP, rand_r(&self->random) % 2))
				break;
			return;
		}
		wanted = seen ? seen + 1 : SHARED | 1;
	}
	readers_in++;
	met += writers_in != 0;
	hold(self);
	met += writers_in != 0;
	readers_in--;
	reads++;
	odd += leave(&word) < 0;
}

static void *work(void *arg)
{
	struct thread *self = arg;

	while (!over) {
		if (self->writes)
			write_once(self);
		else
			read_once(self);
	}
	return NULL;
}

static void call_off(struct thread *thread, double seconds)
{
	unsigned int random = 1;

	for (double end = now() + seconds; now() < end; usleep(SIGNAL_EVERY_US))
		pthread_kill(thread[rand_r(&random) % THREADS].thread, SIGUSR1);
}

int main(int argc, char **argv)
{
	static struct thread thread[THREADS];
	double seconds = argc > 1 ? atof(argv[1]) : 1;
	bool passed;

	if (read_unlock(&word) == -ENOSYS) {
		printf("this kernel has no FUTEX_LOCK_SHARED\n");
		return 77;
	}
	catch_signal();
	for (u32 i = 0; i < THREADS; i++) {
		thread[i].random = i + 1;
		thread[i].writes = i >= READERS;
		EXPECT(pthread_create(&thread[i].thread, NULL, work, &thread[i]), 0);
	}
	call_off(thread, seconds);
	over = true;
	for (u32 i = 0; i < THREADS; i++)
		pthread_join(thread[i].thread, NULL);
	passed = !met && !odd && counter == writes && word == 0;
	printf("{\"verdict\":\"%s\",\"reads\":%lu,\"writes\":%lu,\"counter\":%lu,\"met\":%u,\"odd\":%u,\"word\":%u,"
	       "\"interrupted\":%lu,\"timedOut\":%lu,\"handedOver\":%lu}\n",
	       passed ? "pass" : "fail", reads, writes, counter, met, odd, word, interrupted, timed_out, handed);
	return !passed;
}
