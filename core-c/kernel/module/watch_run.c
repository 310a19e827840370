// SPDX-License-Identifier: MIT
/*
 * Watches one lock of the kernel's own: keeps what the kernel's source does to it, as that tells it (patches 0003 and
 * 0005), a list for each task. What only one lock knows stands in the folder of its model (struct ls_watched). Each
 * task that touches it has a CPU of its own, by which its node in the queue of spinners is known; that of CPU 0 is
 * thread 1. The program that loads this says whose lock it is, and writes the trace (harness/stock.c).
 */
#include <linux/debugfs.h>
#include <linux/file.h>
#include <linux/fs.h>
#include <linux/module.h>
#include <linux/pid.h>
#include <linux/seq_file.h>
#include <linux/sched/mm.h>
#include <linux/sched/task.h>
#include <linux/vmalloc.h>

#include "backend/kernel/ticks.h"
#include "registry.h"
#include "watching.h"

struct watching watch = {.count = 2};

module_param_named(tasks, watch.count, uint, 0444);
MODULE_PARM_DESC(tasks, "how many will touch it");
static uint log_entries = 1000;
module_param_named(log, log_entries, uint, 0444);
MODULE_PARM_DESC(log, "events of each task to be kept");
static uint jitter;
module_param(jitter, uint, 0444);
MODULE_PARM_DESC(jitter, "one access in so many comes late; 0 = none");
static uint full;
module_param(full, uint, 0444);
MODULE_PARM_DESC(full, "the tasks, by bit, whose log has overflown");
module_param_named(strange, watch.strange, uint, 0444);
MODULE_PARM_DESC(strange, "accesses of tasks beyond these, and values that name such a task");
static uint khz;
module_param(khz, uint, 0444);

static struct file *file; /* those of these that were asked for */
static struct task_struct *process;
static struct mm_struct *memory;
static struct dentry *folder;

static struct watched *enter(void)
{
	u32 tid = raw_smp_processor_id() + 1;

	if (tid > watch.count || watch.task[tid].task) {
		watch_strange();
		return NULL;
	}
	watch.task[tid].cpu = (int)tid - 1;
	watch.task[tid].random = tid * 2654435761u;
	/* others look for it once it is there */
	smp_store_release(&watch.task[tid].task, get_task_struct(current));
	return &watch.task[tid];
}

/* --- the log ----------------------------------------------------------------------------------- */

static void keep(struct watched *self, const struct rec_event *e)
{
	if (self->logged == log_entries) {
		WRITE_ONCE(full, full | 1u << watch_number(self));
		return;
	}
	self->log[self->logged] = *e;
	self->log[self->logged++].tid = watch_number(self);
}

/* Between the acquisition and the first access of the unlock: the critical section. */
static void was_inside(struct watched *self, u64 until)
{
	keep(self, &(struct rec_event){.before = self->behind, .after = until, .op = LS_OP_CRITICAL});
	self->holds = false;
}

/* --- what is told ---------------------------------------------------------------------------------- */

static bool is_of_lock(const volatile void *at)
{
	return (unsigned long)at - (unsigned long)watch.object < watch.lock->size;
}

/* About a task, or a word that belongs to one: of our lock if what this task touched last was. */
static bool is_personal(enum lock_told_kind kind, const volatile void *at)
{
	size_t within;
	int cpu;

	return kind >= LOCK_TOLD_STATE || kind == LOCK_TOLD_LIST_DEL || watch_stack((unsigned long)at) ||
	       lock_told_osq_node(at, &cpu, &within);
}

static bool is_our_wakeup(struct watched *self, enum lock_told_kind kind, const struct task_struct *task)
{
	u32 target = watch_tid(task);

	if (kind == LOCK_TOLD_WAKE_TAKE) {
		if (!target || !watch.task[target].noted || watch.task[target].waker != watch_number(self))
			return false;
		watch.task[target].noted = false; /* as soon as it is taken off, others may note it */
		return true;
	}
	if (kind != LOCK_TOLD_WAKE)
		return true;
	if (!target || self->took != target)
		return false;
	/* in this order, the other of that in which they are written */
	self->found_moves = READ_ONCE(watch.task[target].moves);
	smp_rmb();
	self->found_marked = READ_ONCE(watch.task[target].marked);
	return true;
}

static u64 begin(enum lock_told_kind kind, const volatile void *at)
{
	struct watched *self = watch.task + watch_tid(current);

	if (self == watch.task)
		self = NULL;
	if (is_of_lock(at)) {
		if (!self)
			self = enter();
		if (!self)
			return 0;
		self->inside = true;
	} else if (!self) {
		return 0;
	} else if (!is_personal(kind, at)) {
		self->inside = false;
	}
	if (!self->inside || (kind >= LOCK_TOLD_WAKE_TAKE && !is_our_wakeup(self, kind, (const void *)at)))
		return 0;
	if (kind == LOCK_TOLD_WAKE_NOTE)
		self->found_listed = READ_ONCE(watch.task[watch_tid((const void *)at)].listed);
	if (kind == LOCK_TOLD_CAS_RELEASE && self->holds)
		was_inside(self, ticks_before());
	if (kind == LOCK_TOLD_STATE)
		WRITE_ONCE(self->marked, true); /* from here on it may be */
	smp_wmb();
	WRITE_ONCE(self->moves, self->moves + 1);
	if (jitter)
		lose_time(&self->random, jitter);
	return ticks_before();
}

static void end(const struct lock_told *told)
{
	struct rec_event e = {.before = told->before, .after = ticks_behind()};
	struct watched *self = watch.task + watch_tid(current);
	u8 last = self->last;

	self->last = told->kind;
	if (watch.lock->repeats && watch.lock->repeats(told, last))
		return;
	if (watch.lock->lets_go && watch.lock->lets_go(told))
		was_inside(self, told->before);
	watch_tell(self, told, &e);
	if (watch.lock->takes && watch.lock->takes(self, told, &e))
		self->holds = true;
	keep(self, &e);
	self->behind = ticks_behind();
}

static const struct lock_told_ops ops = {.begin = begin, .end = end};

/* --- the module -------------------------------------------------------------------------------------- */

static bool telling;

/* From here on the lists do not change: what they have can be read. */
static int set_stop(const char *value, const struct kernel_param *param)
{
	if (telling)
		lock_told_unregister();
	telling = false;
	for (u32 i = 1; i <= watch.count; i++)
		watch.task[i].blob.size = watch.task[i].logged * sizeof(struct rec_event);
	return 0;
}
static const struct kernel_param_ops stop_ops = {.set = set_stop};
module_param_cb(stop, &stop_ops, NULL, 0200);

static void let_go(void)
{
	debugfs_remove(folder);
	for (u32 i = 1; i <= LS_MAX_THREADS; i++) {
		vfree(watch.task[i].log);
		if (watch.task[i].task)
			put_task_struct(watch.task[i].task);
	}
	if (file)
		fput(file);
	if (process)
		put_task_struct(process);
	if (memory)
		mmdrop(memory);
}

static void show_names(struct seq_file *out, const char *what, const char *const *name, u32 first)
{
	for (u32 i = 0; name && name[i]; i++)
		seq_printf(out, "%s %u %s\n", what, first + i, name[i]);
}

static int names_show(struct seq_file *out, void *unused)
{
	static const char *const words[WATCH_OWN + 1] = {
	    [WATCH_WAIT_LOCK] = "wait_lock", [WATCH_WAIT_LIST] = "wait_list", [WATCH_OSQ] = "osq",
	    [WATCH_NEXT] = "next",           [WATCH_PREV] = "prev",           [WATCH_LOCKED] = "locked",
	    [WATCH_WAKE_Q] = "wake_q",
	};

	seq_printf(out, "lock 0 %s\n", watch.lock->variant);
	show_names(out, "word", words, 0);
	show_names(out, "word", watch.lock->words, WATCH_OWN);
	show_names(out, "place", watch.lock->places, 1);
	return 0;
}
DEFINE_SHOW_ATTRIBUTE(names);

static int make_logs(void)
{
	folder = debugfs_create_dir("lockstep_watch", NULL);
	debugfs_create_file(WATCH_NAMES, 0400, folder, NULL, &names_fops);
	for (u32 i = 1; i <= watch.count; i++) {
		char name[] = {(char)('0' + i / 10), (char)('0' + i % 10), 0};

		watch.task[i].log = vmalloc_array(log_entries, sizeof(struct rec_event));
		if (!watch.task[i].log)
			return -ENOMEM;
		watch.task[i].blob.data = watch.task[i].log;
		debugfs_create_blob(name, 0400, folder, &watch.task[i].blob);
	}
	return 0;
}

struct file *watch_file(int descriptor)
{
	file = fget(descriptor);
	return file;
}

struct task_struct *watch_process(int number)
{
	struct pid *found = find_get_pid(number);

	process = get_pid_task(found, PIDTYPE_PID);
	put_pid(found);
	return process;
}

struct mm_struct *watch_memory(struct task_struct *task)
{
	task_lock(task);
	memory = task->mm;
	if (memory)
		mmgrab(memory);
	task_unlock(task);
	return memory;
}

/* The one that is asked for. False: there is none. */
static bool find_lock(void)
{
	for (u32 i = 0; i < LS_LOCKS && !watch.object; i++) {
		watch.lock = ls_watched[i];
		watch.object = watch.lock ? watch.lock->find() : NULL;
	}
	return watch.object;
}

static int __init watch_init(void)
{
	int error;

	if (watch.count < 1 || watch.count > min(LS_MAX_THREADS, (int)num_online_cpus()))
		return -EINVAL;
	khz = tsc_khz;
	error = find_lock() ? make_logs() : -EINVAL;
	if (!error)
		error = lock_told_register(&ops);
	telling = !error;
	if (error)
		let_go();
	return error;
}

static void __exit watch_exit(void)
{
	set_stop(NULL, NULL);
	let_go();
}

module_init(watch_init);
module_exit(watch_exit);
MODULE_DESCRIPTION("What the tasks of the kernel do to a lock of its own");
MODULE_LICENSE("Dual MIT/GPL");
