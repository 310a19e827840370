/* SPDX-License-Identifier: MIT */
/* Sets a run up, starts its threads, and judges it in the end. */
#define _GNU_SOURCE
#include "native_run.h"

#include <pthread.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "machine.h"
#include "registry.h"
#include "native_thread.h"

#define BATCH 32 /* rounds between two looks at the phase */

#define DECLARE(lock, proc) extern const struct native_text proc##_native_text;
LS_EACH_WORKER(DECLARE)
LS_EACH_EXIT(DECLARE)
#define ROW(lock, proc) [LS_LOCK_##lock] = &proc##_native_text,
const struct native_text *const native_workers[LS_LOCKS] = {LS_EACH_WORKER(ROW)};
const struct native_text *const native_exits[LS_LOCKS] = {LS_EACH_EXIT(ROW)};

/* --- a thread -------------------------------------------------------------------------- */

/* A killed thread runs the exit text of its lock; then a new one gets its number. */
static void reincarnate(struct native_thread *self)
{
	const struct native_text *exit = native_exits[self->run->config.lock];

	native_begin_exit(self);
	if (exit)
		exit->start(self, native_me(self), 0);
	atomic_store(&self->signal, LS_NO_SIGNAL);
	atomic_store(&self->exiting, false);
}

/*
 * All threads end their rounds and meet. A sleeper that nobody woke would be woken
 * by the next unlock sooner or later; here there is no next unlock, and it is found.
 */
static void rendezvous(struct native_thread *self)
{
	struct native_run *run = self->run;
	u32 met = atomic_load(&run->met);

	atomic_store(&self->waits, true);
	if (atomic_fetch_add(&run->arrived, 1) + 1 == run->n) {
		atomic_store(&run->arrived, 0);
		atomic_store(&run->ended, atomic_load(&run->stop));
		atomic_store(&run->met, met + 1);
		native_futex_wake(&run->met, run->n);
	}
	while (atomic_load(&run->met) == met) {
		if (native_abandoned(run))
			native_leave(self);
		native_futex_wait(&run->met, met, NATIVE_SLEEP_SLICE);
	}
	atomic_store(&self->waits, false);
}

static void rounds(struct native_thread *self)
{
	struct native_run *run = self->run;
	const struct native_text *worker = native_workers[run->config.lock];

	while (!atomic_load(&run->ended)) {
		u32 phase = atomic_load(&run->phase);

		while (atomic_load_explicit(&run->phase, memory_order_relaxed) == phase) {
			worker->start(self, native_me(self), BATCH);
			atomic_fetch_add_explicit(&self->calls, 1, memory_order_relaxed);
			if (atomic_load(&self->signal) == LS_FATAL_SIGNAL)
				reincarnate(self);
		}
		rendezvous(self);
	}
}

static void *thread_main(void *arg)
{
	struct native_thread *self = arg;

	for (;;) {
		int why = setjmp(self->leave);

		if (why == NATIVE_ABANDONED)
			break;
		if (why == NATIVE_KILLED)
			reincarnate(self);
		rounds(self);
		break;
	}
	atomic_store(&self->done, true);
	return NULL;
}

/* --- the run ------------------------------------------------------------------------------ */

u32 native_cpus(void)
{
	cpu_set_t set;

	return sched_getaffinity(0, sizeof set, &set) ? 1 : (u32)CPU_COUNT(&set);
}

/* The kernel's own: 10 ms for the rwsem, 5 ms for TP futexes. */
static u32 kernel_threshold_us(u8 lock)
{
	return ls_locks[lock]->kernel ? 10000 : 5000;
}

static void fill_in(struct native_config *c)
{
	c->hang_after = c->hang_after > 0 ? c->hang_after : 5;
	c->timeout_us = c->timeout_us ? c->timeout_us : 1000;
	c->threshold_us = c->threshold_us ? c->threshold_us : kernel_threshold_us(c->lock);
	c->slice_us = c->slice_us ? c->slice_us : 3000;
	c->futex_lock = c->futex_lock ? c->futex_lock : NATIVE_FUTEX_LOCK;
	c->futex_unlock = c->futex_unlock ? c->futex_unlock : NATIVE_FUTEX_UNLOCK;
}

/* The lock as the machine sets it up: one layout serves both backends. */
static bool set_up_memory(struct native_run *run)
{
	struct ls_machine m;
	const struct native_config *c = &run->config;
	struct ls_config fresh = {
	    .lock = c->lock, .variant = c->variant, .n = c->n, .rounds = 1, .switches = c->switches};
	u32 size = ls_locks[c->lock]->size;

	memcpy(fresh.role, c->role, sizeof fresh.role);
	if (ls_reset(&m, &fresh) != 0)
		return false;
	run->mem = aligned_alloc(64, (size + 63) / 64 * 64);
	if (!run->mem)
		return false;
	for (u32 i = 0; i < size / 4; i++)
		atomic_init(&((word *)run->mem)[i].v, m.mem[i]);
	run->mem_end = run->mem + 4 * m.mem_words;
	run->features = m.features;
	return true;
}

struct native_run *native_new_run(const struct native_config *config)
{
	struct native_run *run = aligned_alloc(64, (sizeof *run + 63) / 64 * 64);

	if (!run)
		return NULL;
	memset(run, 0, sizeof *run);
	run->config = *config;
	fill_in(&run->config);
	run->n = config->n;
	run->variant = config->variant;
	run->switches = config->switches;
	run->patience = config->n > native_cpus() ? 64 : 4096;
	if (!set_up_memory(run)) {
		free(run);
		return NULL;
	}
	for (u32 slot = 1; slot <= run->n; slot++) {
		struct native_thread *t = &run->thread[slot];

		t->run = run;
		t->slot = slot;
		t->role = config->role[slot - 1];
		t->random = slot * 2654435761u;
		atomic_store(&t->on_cpu, 1);
		atomic_store(&t->in_kernel, ls_locks[config->lock]->kernel);
	}
	return run;
}

void native_free_run(struct native_run *run)
{
	free(run->mem);
	free(run);
}

/* --- judging -------------------------------------------------------------------------------------- */

static void report_threads(const struct native_run *run, struct native_report *report)
{
	const struct ls_role *roles = ls_locks[run->config.lock]->roles;

	for (u32 slot = 1; slot <= run->n; slot++) {
		const struct native_thread *t = &run->thread[slot];
		const struct native_place *place = atomic_load(&t->place);
		struct native_thread_report *r = &report->thread[slot - 1];

		r->writes = atomic_load(&t->writes);
		r->reads = atomic_load(&t->reads);
		r->sleeps = atomic_load(&t->sleeps);
		r->wakes = atomic_load(&t->wakes);
		r->role = roles[t->role].letter;
		r->done = atomic_load(&t->done) || atomic_load(&t->waits);
		r->state = (u8)atomic_load(&t->state);
		r->on_cpu = atomic_load(&t->on_cpu);
		r->proc = place ? place->proc : "nothing";
		r->line = place ? place->line : 0;
		report->acquired += r->writes + r->reads;
		report->sleeps += r->sleeps;
		report->wakes += r->wakes;
	}
}

/* All threads have ended: their own data may be read. */
static void judge(const struct native_run *run, struct native_report *report)
{
	const char *reason = atomic_load(&run->reason);

	report->counter = run->counter;
	for (u32 slot = 1; slot <= run->n; slot++) {
		report->criticals += run->thread[slot].criticals;
		report->thread[slot - 1].holds = (u8)run->thread[slot].holds;
	}
	report->verdict = NATIVE_FAIL;
	if (reason)
		snprintf(report->why, sizeof report->why, "T%u: %s", atomic_load(&run->failed_by), reason);
	else if (report->counter != report->criticals)
		snprintf(report->why, sizeof report->why, "the counter is %llu after %llu critical sections",
			 (unsigned long long)report->counter, (unsigned long long)report->criticals);
	else if (!report->acquired)
		snprintf(report->why, sizeof report->why, "nobody ever got the lock");
	else
		report->verdict = NATIVE_PASS;
}

#define JOIN_NS 5000000000ull

/* Threads in a real system call may not come back: they are then left behind. */
static bool join_all(pthread_t *thread, u32 n)
{
	struct native_patience patience = {0};

	for (u32 i = 0; i < n; i++)
		while (pthread_tryjoin_np(thread[i], NULL) != 0) {
			native_look(&patience, native_now());
			if (patience.waited > JOIN_NS)
				return false;
			usleep(1000);
		}
	return true;
}

static u32 start_all(struct native_run *run, pthread_t *thread, void *(*body)(void *))
{
	u32 n = 0;

	while (n < run->n && pthread_create(&thread[n], NULL, body, &run->thread[n + 1]) == 0)
		n++;
	return n;
}

static enum native_verdict refuse(struct native_report *report, enum native_verdict verdict, const char *why)
{
	snprintf(report->why, sizeof report->why, "%s", why);
	return report->verdict = verdict;
}

bool native_carry_out(struct native_run *run, void *(*body)(void *), struct native_report *report)
{
	pthread_t thread[LS_MAX_THREADS];
	u32 started = start_all(run, thread, body);
	bool moving = started == run->n && native_watch(run, thread, report), ended;

	report_threads(run, report);
	if (!moving) /* also when only some could be started */
		atomic_fetch_or(&run->attention, ATTENTION_ABANDON);
	ended = join_all(thread, started);
	if (ended && moving)
		judge(run, report);
	else if (started < run->n)
		refuse(report, NATIVE_FAIL, "could not start all threads");
	else if (moving)
		refuse(report, NATIVE_HANG,
		       "all threads have ended their rounds, and one does not end: each one's place is below");
	else
		refuse(report, NATIVE_HANG, "no thread gets on: each one's place is below");
	return ended;
}

enum native_verdict native_stress(const struct native_config *config, struct native_report *report)
{
	struct native_run *run;
	char why[256];

	memset(report, 0, sizeof *report);
	if (native_needs_calls(config->lock) && !config->kernel_text && !native_has_calls(config, why, sizeof why))
		return refuse(report, NATIVE_SKIP, why);
	run = native_new_run(config);
	if (!run)
		return refuse(report, NATIVE_FAIL, "bad configuration, or out of memory");
	if (native_carry_out(run, thread_main, report))
		native_free_run(run);
	return report->verdict;
}
