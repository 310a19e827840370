// SPDX-License-Identifier: MIT
/*
 * One run of a lock's text on kernel threads. Loading the module does the run; its
 * outcome is then the parameter "result", one line of JSON.
 */
#include <linux/delay.h>
#include <linux/kthread.h>
#include <linux/module.h>
#include <linux/slab.h>
#include <linux/wait.h>

#include "backend/kernel.h"

#define BATCH 32 /* rounds between two looks at the clock of the run */

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
static uint threshold_us = 10000;
module_param(threshold_us, uint, 0444);
MODULE_PARM_DESC(threshold_us, "the hand-off threshold");
static char *fault = "";
module_param(fault, charp, 0444);
MODULE_PARM_DESC(fault, "a switch of the lock to turn on");
static char result[4096];
module_param_string(result, result, sizeof(result), 0444);

/* --- what there is to run ---------------------------------------------------------- */

/* The texts of tp_futex are not here: the kernel itself has them. */
#define HERE_mcs(...) __VA_ARGS__
#define HERE_mutex(...) __VA_ARGS__
#define HERE_rwsem(...) __VA_ARGS__
#define HERE_tp_futex(...)

#define LOCK(id) HERE_##id(extern const struct ls_lock_facts id##_facts;)
#define VARIANT LS_NONE_
#define SWITCH LS_NONE_
#define PROCEDURE(lock, proc, mode) HERE_##lock(extern const struct lk_text proc##_kernel_text;)
#include "locks.def"

static const struct ls_lock_facts *const facts_of[LS_LOCKS] = {
#define LOCK(id) HERE_##id([LS_LOCK_##id] = &id##_facts,)
#define VARIANT LS_NONE_
#define SWITCH LS_NONE_
#define PROCEDURE LS_NONE_
#include "locks.def"
};

static const struct lk_text *const text_of[LS_PROCS] = {
#define LOCK LS_NONE_
#define VARIANT LS_NONE_
#define SWITCH LS_NONE_
#define PROCEDURE(lock, proc, mode) HERE_##lock([LS_PROC_##proc] = &proc##_kernel_text,)
#include "locks.def"
};

static const struct {
	u8 lock, index;
	const char *name;
} variants[] = {
#define LOCK LS_NONE_
#define VARIANT(lock, id, name, title) HERE_##lock({ LS_LOCK_##lock, lock##_VARIANT_##id, name },)
#define SWITCH LS_NONE_
#define PROCEDURE LS_NONE_
#include "locks.def"
};

static const struct {
	u8 lock, index;
	const char *name;
} faults[] = {
#define LOCK LS_NONE_
#define VARIANT LS_NONE_
#define SWITCH(lock, id, ...) HERE_##lock({ LS_LOCK_##lock, lock##_SWITCH_##id, #id },)
#define PROCEDURE LS_NONE_
#include "locks.def"
};

/* --- the run -------------------------------------------------------------------------- */

static struct lk_run *run;
static const struct ls_lock_facts *facts;
static const struct lk_text *worker;
static bool pause, leave;
static u32 phase;
static atomic_t busy;
static DECLARE_WAIT_QUEUE_HEAD(go);
static DECLARE_WAIT_QUEUE_HEAD(met);

static int thread_main(void *arg)
{
	struct lk_thread *self = arg;
	u32 seen = 0;

	for (;;) {
		wait_event(go, READ_ONCE(leave) || READ_ONCE(phase) != seen);
		if (READ_ONCE(leave))
			break;
		seen = READ_ONCE(phase);
		while (!READ_ONCE(pause)) {
			worker->start(self, self->slot, BATCH);
			ndelay(think_ns);
			cond_resched();
		}
		if (atomic_dec_and_test(&busy))
			wake_up(&met);
	}
	while (!kthread_should_stop())
		schedule_timeout_interruptible(1);
	return 0;
}

/*
 * All threads work for a while, end their rounds and meet. A sleeper that nobody woke
 * would be woken by the next unlock sooner or later; here there is none, and it is missed.
 */
static bool one_phase(u32 length_ms)
{
	atomic_set(&busy, (int)run->n);
	WRITE_ONCE(pause, false);
	WRITE_ONCE(phase, phase + 1);
	wake_up_all(&go);
	msleep(length_ms);
	WRITE_ONCE(pause, true);
	return wait_event_timeout(met, atomic_read(&busy) == 0, msecs_to_jiffies(hang_ms)) > 0;
}

bool ls_finished(const struct ls_machine *m)
{
	return true;
}

/* The lock as the model sees it when all threads have finished: is it at rest? */
static const char *unrest(struct ls_machine *m)
{
	int broken;

	memcpy(m->mem, run->mem, sizeof(m->mem));
	for (u32 i = 0; i < m->n; i++)
		m->thread[i].status = LS_DONE;
	broken = facts->broken(m);
	return broken < 0 ? NULL : facts->invariants[broken].name;
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

static void tell(const char *verdict, const char *why)
{
	u64 criticals = 0, acquired = 0, sleeps = 0, wakes = 0;
	int n;

	for (u32 i = 1; i <= run->n; i++) {
		criticals += run->thread[i].criticals;
		acquired += run->thread[i].writes + run->thread[i].reads;
		sleeps += run->thread[i].sleeps;
		wakes += run->thread[i].wakes;
	}
	n = scnprintf(result, sizeof(result),
		      "{\"name\":\"%s\",\"threads\":%u,\"switches\":%u,\"verdict\":\"%s\",\"why\":\"%s\",\"phases\":%u,\"acquired\":%llu,\"counter\":%llu,\"expected\":%llu,\"sleeps\":%llu,\"wakes\":%llu,\"perThread\":[",
		      lock, run->n, run->switches, verdict, why, phase, acquired, run->counter,
		      criticals, sleeps, wakes);
	for (u32 i = 1; i <= run->n; i++) {
		const struct lk_thread *t = &run->thread[i];

		n += scnprintf(result + n, sizeof(result) - n,
			       "%s{\"role\":\"%c\",\"writes\":%llu,\"reads\":%llu,\"sleeps\":%llu,\"proc\":\"%s\",\"line\":%u}",
			       i > 1 ? "," : "", facts->roles[t->role].letter, t->writes, t->reads,
			       t->sleeps, t->proc ?: "", t->line);
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

static bool parse_lock(void)
{
	for (u32 i = 0; i < ARRAY_SIZE(variants); i++) {
		if (strcmp(variants[i].name, lock))
			continue;
		run->variant = variants[i].index;
		facts = facts_of[variants[i].lock];
		worker = text_of[facts->worker];
		return true;
	}
	return false;
}

static bool parse_fault(void)
{
	for (u32 i = 0; i < ARRAY_SIZE(faults); i++)
		if (facts_of[faults[i].lock] == facts && !strcmp(faults[i].name, fault))
			run->switches |= 1u << faults[i].index;
	return !*fault || run->switches;
}

static struct ls_machine *fresh_lock(void)
{
	struct ls_machine *m = kzalloc(sizeof(*m), GFP_KERNEL);

	if (!m)
		return NULL;
	m->n = (u8)run->n;
	m->variant = (u8)run->variant;
	m->switches = run->switches;
	if (facts->init)
		facts->init(m);
	memcpy(run->mem, m->mem, sizeof(run->mem));
	return m;
}

static void end_threads(void)
{
	WRITE_ONCE(leave, true);
	wake_up_all(&go);
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
		task = kthread_create(thread_main, t, "lockstep/%u", i);
		if (IS_ERR(task))
			return PTR_ERR(task);
		t->task = get_task_struct(task);
	}
	for (u32 i = 1; i <= run->n; i++)
		wake_up_process(run->thread[i].task);
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
	phases = max(phases, 1u);
	for (u32 i = 0; i < phases && all && !run->reason; i++)
		all = one_phase(ms / phases);
	if (!all) {
		/* They are still in the text, so neither they nor the lock can go. */
		__module_get(THIS_MODULE);
		tell("hang", "no meeting: each one's place is below");
		return 0;
	}
	end_threads();
	why = judge(m);
	tell(why ? "fail" : "pass", why ?: "");
	return 0;
}

static int __init lockstep_init(void)
{
	struct ls_machine *m;
	int error = -EINVAL;

	run = kzalloc(sizeof(*run), GFP_KERNEL);
	if (!run)
		return -ENOMEM;
	run->hold_ns = hold_ns;
	run->nap_every = nap_every;
	run->jitter = jitter;
	run->threshold_us = threshold_us;
	if (parse_lock() && parse_roles() && parse_fault()) {
		m = fresh_lock();
		error = m ? perform(m) : -ENOMEM;
		kfree(m);
	}
	if (error)
		kfree(run);
	return error;
}

static void __exit lockstep_exit(void)
{
	kfree(run);
}

module_init(lockstep_init);
module_exit(lockstep_exit);
MODULE_DESCRIPTION("Lock texts of Lockstep on kernel threads");
MODULE_LICENSE("Dual MIT/GPL");
