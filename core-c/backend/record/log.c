/* SPDX-License-Identifier: MIT */
/* Recordings: the life of a recorded thread, and the logs of all put together. */
#define _GNU_SOURCE
#include "log.h"

#include <sched.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "registry.h"
#include "log_calls.h"
#include "priorities.h"
#include "backend/native/native.h"

#define DECLARE(lock, proc) extern const struct native_text proc##_logged_text;
LS_EACH_WORKER(DECLARE)
LS_EACH_EXIT(DECLARE)
#define ROW(lock, proc) [LS_LOCK_##lock] = &proc##_logged_text,
static const struct native_text *const workers[LS_LOCKS] = {LS_EACH_WORKER(ROW)};
static const struct native_text *const exits[LS_LOCKS] = {LS_EACH_EXIT(ROW)};

/* --- a thread -------------------------------------------------------------------------- */

void log_full(struct native_thread *self)
{
	atomic_fetch_or(&self->run->attention, ATTENTION_ABANDON);
	native_leave(self);
}

/*
 * The thread has left its text in the middle of an access. Whether that has been seen by others
 * nobody knows, so it becomes an event that ends now; a read that found nothing does not.
 */
static void close_open(struct log_thread *l)
{
	struct rec_event *e = l->open;

	if (!e || (e->op != LS_OP_SLEEP && e->op != LS_OP_QUEUE_LOCK && e->op != LS_OP_CRITICAL))
		return;
	e->after = log_time_after();
	e->ok = 0;
	if (e->op == LS_OP_QUEUE_LOCK)
		e->has |= REC_OK;
	l->open = NULL;
	l->next++;
}

/* A killed thread runs the exit text of its lock, or the kernel does, and is gone. */
static void die(struct native_thread *self)
{
	const struct native_text *exit = exits[self->run->config.lock];

	native_begin_exit(self);
	if (self->run->log->real_calls)
		log_calls_die(self);
	else if (exit)
		exit->start(self, log_own(self)->me, 0);
	atomic_store(&self->on_cpu, 0);
}

static void wait_for_all(struct native_thread *self)
{
	_Atomic u32 *ready = &self->run->log->ready;

	atomic_fetch_add(ready, 1);
	while (atomic_load(ready) < self->run->n && !native_abandoned(self->run))
		sched_yield();
}

static void work(struct native_thread *self)
{
	const struct native_text *worker = workers[self->run->config.lock];

	for (u32 i = 0; i < self->run->log->rounds && atomic_load(&self->signal) != LS_FATAL_SIGNAL; i++) {
		log_wrong_call(self, false);
		worker->start(self, log_own(self)->me, 1);
		atomic_fetch_add_explicit(&self->calls, 1, memory_order_relaxed);
		if (self->run->log->priorities)
			log_priorities_round(self->run->log->priorities);
	}
	if (atomic_load(&self->signal) == LS_FATAL_SIGNAL)
		die(self);
}

/*
 * A thread that leaves may hold the lock. To a kernel its end would be the death of an owner,
 * which would let the next one in: so none ends before all have left.
 */
static void leave_together(struct native_thread *self)
{
	struct log *log = self->run->log;
	u64 until = native_now() + 3000000000ull;

	while (atomic_load(&log->gone) < self->run->n && native_now() < until)
		usleep(1000);
}

/*
 * The same for a thread that has ended all rounds, or was killed without the lock: another may still take it
 * for the owner, and would take over from a dead one.
 */
static void end_together(struct native_thread *self)
{
	if (self->run->log->real_calls && atomic_load(&self->exiting) && log_calls_owner(self))
		return;
	while (atomic_load(&self->run->log->gone) < self->run->n && !native_abandoned(self->run))
		usleep(1000);
}

static void *log_thread_main(void *native_thread)
{
	struct native_thread *self = native_thread;
	struct log_thread *l = log_own(self);

	switch (setjmp(self->leave)) {
	case 0:
		l->me = native_me(self);
		wait_for_all(self);
		if (self->run->log->priorities)
			log_priorities_join(self->run->log->priorities, self);
		work(self);
		break;
	case NATIVE_KILLED:
		close_open(l);
		die(self);
		break;
	default:
		close_open(l);
		l->left = log_time_after();
	}
	if (self->run->log->priorities)
		log_priorities_leave(self->run->log->priorities, self);
	atomic_fetch_add(&self->run->log->gone, 1);
	if (l->left)
		leave_together(self);
	atomic_store(&self->done, true);
	end_together(self);
	return NULL;
}

/* --- the logs --------------------------------------------------------------------------- */

static bool make_logs(struct native_run *run, const struct log_config *config)
{
	struct log *log = aligned_alloc(64, sizeof *log);

	if (!log)
		return false;
	memset(log, 0, sizeof *log);
	run->log = log;
	log->rounds = config->rounds;
	log->wrong_every = config->trace_events ? config->wrong_every : 0;
	log->real_calls = config->trace_events;
	log->base = ls_locks[run->config.lock]->base;
	for (u32 tid = 1; tid <= run->n; tid++) {
		struct log_thread *l = &log->thread[tid];

		l->first = l->next = malloc(config->limit * sizeof *l->first);
		if (!l->first)
			return false;
		l->end = l->first + config->limit;
	}
	return true;
}

static void free_logs(struct log *log)
{
	for (u32 tid = 1; log && tid <= LS_MAX_THREADS; tid++)
		free(log->thread[tid].first);
	free(log);
}

/* Real thread ids become thread numbers; the flags above them stay. */
static bool rename_threads(const struct native_run *run, struct rec_event *e)
{
	return log_rename(run, &e->old) && log_rename(run, &e->new_) && log_rename(run, &e->arg);
}

static bool rename_all(struct native_run *run, struct native_report *report)
{
	for (u32 tid = 1; tid <= run->n; tid++)
		for (struct rec_event *e = run->log->thread[tid].first; e < run->log->thread[tid].next; e++)
			if (e->op < LS_OPS && !rename_threads(run, e)) {
				snprintf(report->why, sizeof report->why, "the lock word has the id of a stranger");
				return false;
			}
	return true;
}

/* Always the one that begins first; of those that begin together, that of the first thread. */
static void merge(const struct log *log, u32 n, struct log_recording *out)
{
	const struct rec_event *at[LS_MAX_THREADS + 1];

	for (u32 tid = 1; tid <= n; tid++)
		at[tid] = log->thread[tid].first;
	for (u32 i = 0; i < out->events; i++) {
		u32 least = 0;

		for (u32 tid = 1; tid <= n; tid++)
			if (at[tid] < log->thread[tid].next && (!least || at[tid]->before < at[least]->before))
				least = tid;
		out->event[i] = *at[least]++;
	}
}

static bool collect(const struct native_run *run, struct log_recording *out)
{
	for (u32 tid = 1; tid <= run->n; tid++) {
		const struct log_thread *l = &run->log->thread[tid];

		out->events += (u32)(l->next - l->first);
		if (l->left && (!out->end || l->left < out->end))
			out->end = l->left;
	}
	out->event = calloc(out->events + 1ul, sizeof *out->event);
	if (!out->event)
		return false;
	merge(run->log, run->n, out);
	out->start = out->events ? out->event[0].before : 0;
	return true;
}

/* --- the whole ---------------------------------------------------------------------------- */

struct now {
	u64 ticks, ns;
};

static struct now both_clocks(void)
{
	return (struct now){log_time_after(), native_now()};
}

/* The clock's ticks a microsecond, over at least 20 ms. */
static double calibrate(struct now start)
{
	struct now now = both_clocks();

	if (now.ns - start.ns < 20000000) {
		usleep(20000);
		now = both_clocks();
	}
	return (double)(now.ticks - start.ticks) * 1000 / (double)(now.ns - start.ns);
}

static enum native_verdict fail(struct native_report *report, enum native_verdict verdict, const char *why)
{
	if (why)
		snprintf(report->why, sizeof report->why, "%s", why);
	return report->verdict = verdict;
}

static bool begin_priorities(struct native_run *run, const struct log_config *config, struct log_recording *out)
{
	struct log_plan plan;

	if (!config->priorities)
		return true;
	if (!log_make_plan(&plan, config->seed, run->n, config->rounds, config->priorities, native_cpus())) {
		fail(&out->report, NATIVE_FAIL, "out of memory");
		return false;
	}
	out->cpus = plan.cpus;
	run->log->priorities = log_priorities_begin(run, &plan, out->report.why, sizeof out->report.why);
	if (!run->log->priorities)
		fail(&out->report, NATIVE_SKIP, NULL);
	return run->log->priorities;
}

static void end_priorities(struct native_run *run, struct log_recording *out)
{
	if (run->log->priorities)
		log_priorities_end(run->log->priorities, &out->lowered, &out->forced);
}

/* False: the run and its logs are still in use by threads that did not come back. */
static bool record(struct native_run *run, const struct log_config *config, struct log_recording *out)
{
	struct now start = both_clocks();
	bool ended;

	if (!begin_priorities(run, config, out))
		return true;
	if (config->trace_events && !log_calls_begin(run, out->report.why, sizeof out->report.why)) {
		end_priorities(run, out);
		fail(&out->report, NATIVE_SKIP, NULL);
		return true;
	}
	ended = native_carry_out(run, log_thread_main, &out->report);
	end_priorities(run, out);
	if (!ended)
		return false;
	out->ticks = calibrate(start);
	out->all_traced = config->trace_events && log_calls_all_traced(run);
	if (config->trace_events && !log_calls_end(run, out->report.why, sizeof out->report.why))
		fail(&out->report, NATIVE_FAIL, NULL);
	else if (config->trace_events && !rename_all(run, &out->report))
		fail(&out->report, NATIVE_FAIL, NULL);
	else if (!collect(run, out))
		fail(&out->report, NATIVE_FAIL, "out of memory");
	return true;
}

enum native_verdict log_record(const struct log_config *config, struct log_recording *out)
{
	struct native_config native = config->native;
	struct native_run *run;
	bool ended = true;

	memset(out, 0, sizeof *out);
	out->lock = native.lock;
	native.seconds = 1e9;
	if (config->trace_events && !native_has_calls(&native, out->report.why, sizeof out->report.why))
		return fail(&out->report, NATIVE_SKIP, NULL);
	run = native_new_run(&native);
	if (!run)
		return fail(&out->report, NATIVE_FAIL, "bad configuration, or out of memory");
	if (make_logs(run, config))
		ended = record(run, config, out);
	else
		fail(&out->report, NATIVE_FAIL, "out of memory: a lower --limit may do");
	if (ended) {
		free_logs(run->log);
		native_free_run(run);
	}
	return out->report.verdict;
}
