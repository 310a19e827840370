// SPDX-License-Identifier: MIT
/*
 * One run of a lock's text on kernel threads. Loading the module does the run; its
 * outcome is then the parameter "result", one line of JSON.
 */
#include <linux/delay.h>
#include <linux/kthread.h>
#include <linux/module.h>
#include <linux/random.h>
#include <linux/slab.h>
#include <linux/utsname.h>
#include <linux/wait.h>

#include "log.h"
#include "texts.h"

static char *lock = "mcs";
module_param(lock, charp, 0444);
MODULE_PARM_DESC(lock, "variant of a lock, as lockstep names it");
static char *threads = "2";
module_param(threads, charp, 0444);
MODULE_PARM_DESC(threads, "how many, or a role letter each");
static uint ms = 1000;
module_param(ms, uint, 0444);
MODULE_PARM_DESC(ms, "how long, in milliseconds");
static uint phases = 10;
module_param(phases, uint, 0444);
MODULE_PARM_DESC(phases, "how often all threads end their rounds and meet");
static uint rounds;
module_param(rounds, uint, 0444);
MODULE_PARM_DESC(rounds, "of each thread, in one phase, at most ms long; 0 = for as long as ms says");
static uint log_entries;
module_param_named(log, log_entries, uint, 0444);
MODULE_PARM_DESC(log, "accesses of each thread to be kept, in one phase; 0 = none");
static uint poll_ns = 5000;
module_param(poll_ns, uint, 0444);
MODULE_PARM_DESC(poll_ns, "with a log: pause between two looks of a thread that spins");
static uint signals;
module_param(signals, uint, 0444);
MODULE_PARM_DESC(signals, "a second, to threads picked at random");
static uint kills;
module_param(kills, uint, 0444);
MODULE_PARM_DESC(kills, "the same with fatal ones: the thread does no more in this phase");
static char *victims = "";
module_param(victims, charp, 0444);
MODULE_PARM_DESC(victims,
		 "role letters of the threads that signals are sent to, those for others being left out; empty = all");
static uint batch = 32;
module_param(batch, uint, 0444);
MODULE_PARM_DESC(batch, "rounds between two looks whether the run is over");
static uint hang_ms = 10000;
module_param(hang_ms, uint, 0444);
MODULE_PARM_DESC(hang_ms, "a meeting that lacks somebody for so long: it hangs");
static uint hold_ns;
module_param(hold_ns, uint, 0444);
MODULE_PARM_DESC(hold_ns, "length of a critical section");
static uint think_ns;
module_param(think_ns, uint, 0444);
MODULE_PARM_DESC(think_ns, "pause after each batch of rounds");
static uint nap_every;
module_param(nap_every, uint, 0444);
MODULE_PARM_DESC(nap_every, "the holder sleeps in one critical section of so many; 0 = never");
static uint jitter;
module_param(jitter, uint, 0444);
MODULE_PARM_DESC(jitter, "one access in so many loses some time; 0 = none");
static uint stalls;
module_param(stalls, uint, 0444);
MODULE_PARM_DESC(stalls, "spells of so many accesses; in most, some wait for another thread; 0 = none");
static uint threshold_us = 10000;
module_param(threshold_us, uint, 0444);
MODULE_PARM_DESC(threshold_us, "the handoff threshold");
static uint timeout_us = 100;
module_param(timeout_us, uint, 0444);
MODULE_PARM_DESC(timeout_us, "how long a text's own time limit is");
static char *fault = "";
module_param(fault, charp, 0444);
MODULE_PARM_DESC(fault, "switches of the lock to turn on, between commas");
static char result[4096];
module_param_string(result, result, sizeof(result), 0444);

/* --- the run -------------------------------------------------------------------------- */

static struct lk_run *run;
static const struct ls_lock_facts *facts;
static const struct lk_text *worker;
static bool pause;
static u32 phase;
static u64 worked_ns;
static atomic_t busy, ready;
static DECLARE_WAIT_QUEUE_HEAD(met);

/* All of the run is one phase. */
static bool one_go(void)
{
	return rounds || run->log_entries;
}

/* So that the first does not finish before the last begins. */
static void wait_for_others(void)
{
	atomic_inc(&ready);
	while (atomic_read(&ready) < (int)run->n) {
		cpu_relax();
		cond_resched();
	}
}

/* Rounds until the phase is over, the thread's own rounds are, its log is full or it is killed. */
static void work(struct lk_thread *self)
{
	u32 at_once = run->log_entries ? 1 : batch, left = rounds ?: U32_MAX;

	while (left && !READ_ONCE(pause) && !READ_ONCE(run->log_full)) {
		worker->start(self, self->slot, min(at_once, left));
		if (self->pinned) {
			lk_fail(self, "the text left preemption off");
			break;
		}
		if (rounds)
			left -= min(at_once, left);
		if (fatal_signal_pending(current)) {
			WRITE_ONCE(self->dead, true);
			break;
		}
		ndelay(think_ns);
		cond_resched();
	}
}

/*
 * Between two phases the threads are parked: a wake-up by the lock's text that comes late finds
 * them not asleep.
 */
static int thread_main(void *arg)
{
	struct lk_thread *self = arg;

	if (signals)
		allow_signal(SIGUSR1);
	if (kills)
		allow_signal(SIGKILL);
	for (;;) {
		kthread_park(current);
		if (atomic_dec_and_test(&busy))
			wake_up(&met);
		kthread_parkme();
		if (kthread_should_stop())
			return 0;
		flush_signals(current);
		WRITE_ONCE(self->dead, false);
		if (one_go())
			wait_for_others();
		work(self);
	}
}

/* A signal for one of the threads, whatever it is doing; but not before it has begun, where it is flushed. */
static void disturb(void)
{
	struct lk_thread *t = &run->thread[get_random_u32_inclusive(1, run->n)];

	if (READ_ONCE(t->dead) || (one_go() && atomic_read(&ready) < (int)run->n))
		return;
	if (*victims && !strchr(victims, facts->roles[t->role].letter))
		return;
	lk_send_signal(run, t->slot, get_random_u32_below(signals + kills) < kills);
}

/* Until all have met, or for so long. */
static void let_work(u32 length_ms)
{
	u64 end = ktime_get_ns() + length_ms * (u64)NSEC_PER_MSEC, now;
	u64 pause_ns = signals + kills ? NSEC_PER_SEC / (signals + kills) : U64_MAX;

	while ((now = ktime_get_ns()) < end) {
		ktime_t time = ns_to_ktime(min(end - now, pause_ns));

		if (!wait_event_hrtimeout(met, atomic_read(&busy) == 0, time))
			break;
		if (signals + kills)
			disturb();
	}
}

/*
 * All threads work for a while, end their rounds and meet. A sleeper that nobody woke
 * would be woken by the next unlock sooner or later; here there is none, and it is missed.
 */
static bool one_phase(u32 length_ms)
{
	u64 start = ktime_get_ns();

	atomic_set(&busy, (int)run->n);
	WRITE_ONCE(pause, false);
	phase++;
	for (u32 i = 1; i <= run->n; i++)
		kthread_unpark(run->thread[i].task);
	let_work(length_ms);
	WRITE_ONCE(pause, true);
	worked_ns += ktime_get_ns() - start;
	return wait_event_timeout(met, atomic_read(&busy) == 0, msecs_to_jiffies(hang_ms)) > 0;
}

bool ls_finished(const struct ls_machine *m)
{
	return true;
}

/* The lock as the model sees it when all threads have finished: is it at rest? */
static const char *unrest(struct ls_machine *m)
{
	const struct ls_invariant *broken;

	memcpy(m->mem, run->mem, sizeof(m->mem));
	for (u32 i = 0; i < m->n; i++)
		m->thread[i].status = LS_DONE;
	broken = ls_broken(m);
	return broken ? broken->name : NULL;
}

static const char *judge(struct ls_machine *m)
{
	u64 criticals = 0, acquired = 0;

	if (run->reason)
		return run->reason;
	for (u32 i = 1; i <= run->n; i++) {
		criticals += run->thread[i].criticals;
		acquired += run->thread[i].writes + run->thread[i].reads;
	}
	if (run->counter != criticals)
		return "the counter is wrong";
	return acquired ? unrest(m) : "nobody ever got the lock";
}

#define ENTRY 160 /* the longest that is told of a thread */

static void tell(const char *verdict, const char *why)
{
	u64 criticals = 0, acquired = 0, sleeps = 0, wakes = 0, signalled = 0;
	bool hangs = !strcmp(verdict, "hang");
	int n;

	for (u32 i = 1; i <= run->n; i++) {
		criticals += run->thread[i].criticals;
		acquired += run->thread[i].writes + run->thread[i].reads;
		sleeps += run->thread[i].sleeps;
		wakes += run->thread[i].wakes;
		signalled += run->thread[i].signalled;
	}
	n = scnprintf(result, sizeof(result),
		      "{\"name\":\"%s\",\"threads\":%u,\"switches\":%u,\"verdict\":\"%s\",\"why\":\"%s\",\"phases\":%u,"
		      "\"ns\":%llu,\"acquired\":%llu,\"counter\":%llu,\"expected\":%llu,\"sleeps\":%llu,\"wakes\":%llu,"
		      "\"signalled\":%llu,\"events\":%llu,\"perThread\":[",
		      lock, run->n, run->switches, verdict, why, phase, worked_ns, acquired, run->counter, criticals,
		      sleeps, wakes, signalled, lk_log_count(run));
	/* A file in sysfs is a page: of many threads that hang, the last have no room. */
	for (u32 i = 1; i <= run->n && n + ENTRY < (int)sizeof(result); i++) {
		const struct lk_thread *t = &run->thread[i];

		n += scnprintf(result + n, sizeof(result) - n,
			       "%s{\"role\":\"%c\",\"writes\":%llu,\"reads\":%llu,\"sleeps\":%llu", i > 1 ? "," : "",
			       facts->roles[t->role].letter, t->writes, t->reads, t->sleeps);
		if (hangs)
			n += scnprintf(result + n, sizeof(result) - n, ",\"proc\":\"%s\",\"line\":%u", t->proc ?: "",
				       t->line);
		n += scnprintf(result + n, sizeof(result) - n, "}");
	}
	scnprintf(result + n, sizeof(result) - n, "]}");
}

/* --- setting up --------------------------------------------------------------------------- */

/* "WWR": a letter each; "3": three times the first role. */
static bool parse_roles(void)
{
	u32 role;

	if (kstrtou32(threads, 10, &run->n) == 0)
		return run->n >= 1 && run->n <= LS_MAX_THREADS;
	run->n = strlen(threads);
	if (run->n < 1 || run->n > LS_MAX_THREADS)
		return false;
	for (u32 i = 0; i < run->n; i++) {
		for (role = 0; facts->roles[role].letter != threads[i]; role++)
			if (!facts->roles[role].letter)
				return false;
		run->thread[i + 1].role = role;
	}
	return true;
}

static struct ls_machine *fresh_lock(void)
{
	struct ls_machine *m = kzalloc(sizeof(*m), GFP_KERNEL);

	if (!m)
		return NULL;
	m->n = (u8)run->n;
	m->lock = (u8)run->lock;
	m->variant = (u8)run->variant;
	m->features = run->features;
	m->switches = run->switches;
	if (facts->init)
		facts->init(m->mem);
	memcpy(run->mem, m->mem, sizeof(run->mem));
	return m;
}

/* What a trace says of a run before its first event. */
static char *trace_head(void)
{
	char roles[LS_MAX_THREADS + 1] = "", switches[512] = "";
	int n = 0;

	for (u32 i = 0; i < 32; i++)
		if (run->switches >> i & 1)
			n += scnprintf(switches + n, sizeof(switches) - n, "switch %s\n",
				       ls_switch_at((u8)run->lock, (u8)i)->name);
	for (u32 i = 0; i < run->n; i++)
		roles[i] = facts->roles[run->thread[i + 1].role].letter;
	return kasprintf(
	    GFP_KERNEL,
	    "lockstep-trace 1\nlock %s\nthreads %s\n%sseen all\nsignals traced\nresched traced\nabout kernel %s\n"
	    "about module rounds %u hold_ns %u think_ns %u nap_every %u jitter %u stalls %u poll_ns %u threshold_us "
	    "%u timeout_us %u signals %u kills %u victims %s\n",
	    lock, roles, switches, utsname()->release, rounds, hold_ns, think_ns, nap_every, jitter, stalls, poll_ns,
	    threshold_us, timeout_us, signals, kills, *victims ? victims : "all");
}

static int show_trace(void)
{
	char *head = run->log_entries ? trace_head() : NULL;

	if (head)
		lk_log_show(run, head);
	return run->log_entries && !head ? -ENOMEM : 0;
}

static void end_threads(void)
{
	for (u32 i = 1; i <= run->n; i++)
		if (run->thread[i].task)
			kthread_stop_put(run->thread[i].task);
}

/* All are known before the first of them runs. */
static int start_threads(void)
{
	for (u32 i = 1; i <= run->n; i++) {
		struct lk_thread *t = &run->thread[i];
		struct task_struct *task;

		t->run = run;
		t->slot = i;
		t->random = i * 2654435761u;
		t->watched = jitter || stalls || log_entries;
		task = kthread_create(thread_main, t, "lockstep/%u", i);
		if (IS_ERR(task))
			return PTR_ERR(task);
		t->task = get_task_struct(task);
	}
	atomic_set(&busy, (int)run->n);
	for (u32 i = 1; i <= run->n; i++)
		wake_up_process(run->thread[i].task);
	wait_event(met, atomic_read(&busy) == 0);
	return 0;
}

static int perform(struct ls_machine *m)
{
	int error = start_threads();
	const char *why;
	bool all = true;

	if (error) {
		end_threads();
		return error;
	}
	phases = one_go() ? 1 : max(phases, 1u);
	batch = max(batch, 1u);
	for (u32 i = 0; i < phases && all && !run->reason; i++)
		all = one_phase(ms / phases);
	if (!all) {
		/* They are still in the text, so neither they nor the lock can go. */
		__module_get(THIS_MODULE);
		tell("hang", "no meeting: each one's place is below");
		show_trace();
		return 0;
	}
	end_threads();
	why = judge(m);
	tell(why ? "fail" : "pass", why ?: "");
	return show_trace();
}

static void lockstep_free(void)
{
	lk_log_free(run);
	kfree(run);
}

static int __init lockstep_init(void)
{
	const struct ls_variant *variant;
	struct ls_machine *m;
	int error = -EINVAL;

	run = kzalloc(sizeof(*run), GFP_KERNEL);
	if (!run)
		return -ENOMEM;
	run->hold_ns = hold_ns;
	run->nap_every = nap_every;
	run->jitter = jitter;
	run->stalls = stalls;
	run->threshold_us = threshold_us;
	run->timeout_us = timeout_us;
	run->log_entries = log_entries;
	run->poll_ns = poll_ns;
	run->thread[0].run = run;
	facts = lk_find_lock(lock, &variant);
	worker = facts ? lk_worker(facts) : NULL;
	if (facts) {
		run->lock = facts->number;
		run->base = facts->base;
		run->variant = variant->index;
		run->features = variant->has;
	}
	if (worker && parse_roles() && lk_find_faults(facts, fault, &run->switches)) {
		m = fresh_lock();
		error = m ? lk_log_make(run) : -ENOMEM;
		error = error ?: perform(m);
		kfree(m);
	}
	if (error)
		lockstep_free();
	return error;
}

static void __exit lockstep_exit(void)
{
	lockstep_free();
}

module_init(lockstep_init);
module_exit(lockstep_exit);
MODULE_DESCRIPTION("Lock texts of Lockstep on kernel threads");
MODULE_LICENSE("Dual MIT/GPL");
