/* SPDX-License-Identifier: MIT */
/* Watches the threads of a run: is there progress? Sends signals, turns jitter on and off. */
#define _GNU_SOURCE
#include <signal.h>
#include <unistd.h>

#include "native_thread.h"

static u64 acquired(const struct native_run *run)
{
	u64 sum = 0;

	for (u32 slot = 1; slot <= run->n; slot++)
		sum += atomic_load_explicit(&run->thread[slot].writes, memory_order_relaxed) +
		       atomic_load_explicit(&run->thread[slot].reads, memory_order_relaxed);
	return sum;
}

static u64 progress(const struct native_run *run)
{
	u64 sum = acquired(run);

	for (u32 slot = 1; slot <= run->n; slot++) {
		const struct native_thread *t = &run->thread[slot];

		sum += atomic_load_explicit(&t->calls, memory_order_relaxed) + atomic_load(&t->done);
	}
	return sum;
}

static bool all_done(const struct native_run *run)
{
	for (u32 slot = 1; slot <= run->n; slot++)
		if (!atomic_load(&run->thread[slot].done))
			return false;
	return true;
}

/* --- signals ---------------------------------------------------------------------------------- */

static void on_interrupt(int signal)
{
	(void)signal; /* its arrival ends the system call, which is all */
}

/* The threads wait in real system calls, which only real signals reach. */
static bool has_real_calls(const struct native_run *run)
{
	return native_needs_calls(run->config.lock) && !run->config.kernel_text;
}

static void hear_interrupts(const struct native_run *run)
{
	struct sigaction action = {.sa_handler = on_interrupt};

	if (has_real_calls(run))
		sigaction(SIGUSR1, &action, NULL);
}

/* Who waits in a real system call for a thread that has left will not come back by itself. */
static void interrupt_calls(const struct native_run *run, const pthread_t *thread)
{
	for (u32 slot = 1; has_real_calls(run) && slot <= run->n; slot++)
		if (!atomic_load(&run->thread[slot].done))
			pthread_kill(thread[slot - 1], SIGUSR1);
}

struct signaller {
	double signals, kills; /* sent so far, delivered or not */
	double since; /* seconds of the run before anybody had the lock: on a busy machine all would die in them */
	u32 random;
};

static bool send_to_any(struct native_run *run, struct signaller *s, const pthread_t *thread, u32 signal)
{
	struct native_thread *to;

	s->random = s->random * 1664525u + 1013904223u;
	to = &run->thread[1 + (s->random >> 16) % run->n];
	if (signal == LS_FATAL_SIGNAL || !has_real_calls(run))
		return native_send_signal(to, signal);
	return atomic_load(&to->in_kernel) && !atomic_load(&to->done) &&
	       pthread_kill(thread[to->slot - 1], SIGUSR1) == 0;
}

static void send_signals(struct native_run *run, struct signaller *s, const pthread_t *thread,
			 struct native_report *report)
{
	if (!acquired(run))
		s->since = report->seconds;
	for (; s->signals < (report->seconds - s->since) * run->config.signals; s->signals++)
		report->signals += send_to_any(run, s, thread, LS_SIGNAL);
	for (; s->kills < (report->seconds - s->since) * run->config.kills; s->kills++)
		report->kills += send_to_any(run, s, thread, LS_FATAL_SIGNAL);
}

/* Jitter finds faults, full speed finds others: a tenth of a second each. */
static void set_jitter(struct native_run *run, double elapsed)
{
	if (run->config.jitter && (u64)(elapsed * 10) % 2 == 0)
		atomic_fetch_or(&run->attention, ATTENTION_JITTER);
	else
		atomic_fetch_and(&run->attention, ~(u32)ATTENTION_JITTER);
}

#define MOST_OF_A_GAP 20000000ull /* ns */

void native_look(struct native_patience *p, u64 now)
{
	u64 gap = p->last ? now - p->last : 0;

	p->waited += gap < MOST_OF_A_GAP ? gap : MOST_OF_A_GAP;
	p->last = now;
}

bool native_watch(struct native_run *run, const pthread_t *thread, struct native_report *report)
{
	u64 start = native_now(), last = 0;
	struct native_patience patience = {0};
	struct signaller signaller = {.random = 12345};

	hear_interrupts(run);
	if (run->config.stalls)
		atomic_fetch_or(&run->attention, ATTENTION_STALLS);
	while (!all_done(run)) {
		u64 now, sum;

		set_jitter(run, report->seconds);
		usleep(2000);
		if (native_abandoned(run))
			interrupt_calls(run, thread);
		now = native_now();
		report->seconds = (double)(now - start) / 1e9;
		if (report->seconds >= run->config.seconds)
			atomic_store(&run->stop, true);
		else
			send_signals(run, &signaller, thread, report);
		atomic_fetch_add(&run->phase, 1);
		sum = progress(run);
		native_look(&patience, now);
		if (sum != last)
			patience.waited = 0;
		last = sum;
		if ((double)patience.waited / 1e9 > run->config.hang_after)
			return false;
	}
	return true;
}
