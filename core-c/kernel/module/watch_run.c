// SPDX-License-Identifier: MIT
/*
 * Watches one mutex or rwsem of the kernel's own: keeps what kernel/locking/mutex.c, rwsem.c and osq_lock.c do to it,
 * as these tell it (patches 0003 and 0005), a list for each task. Each task that touches it has a CPU of its own, by
 * which its node in the queue of spinners is known; that of CPU 0 is thread 1. The program that loads this says whose
 * lock it is, and writes the trace (harness/stock.c).
 */
#include <linux/debugfs.h>
#include <linux/file.h>
#include <linux/fs.h>
#include <linux/module.h>
#include <linux/pid.h>
#include <linux/pipe_fs_i.h>
#include <linux/sched/mm.h>
#include <linux/sched/signal.h>
#include <linux/sched/task.h>
#include <linux/vmalloc.h>

#include "backend/kernel/ticks.h"
#include "watching.h"

struct watching watch = {.count = 2};

static int pipe = -1;
module_param(pipe, int, 0444);
MODULE_PARM_DESC(pipe, "a descriptor of the pipe, in the program that loads this");
static int pid;
module_param(pid, int, 0444);
MODULE_PARM_DESC(pid, "instead of a pipe: the process whose cred_guard_mutex it is, which ptrace() takes");
static int dir = -1;
module_param(dir, int, 0444);
MODULE_PARM_DESC(dir, "instead: a descriptor of the directory whose i_rwsem it is");
static int mm;
module_param(mm, int, 0444);
MODULE_PARM_DESC(mm, "instead: the process whose mmap_lock it is");
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

static struct file *file; /* one of these */
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
	if (watch.rwsem)
		return (unsigned long)at - (unsigned long)watch.rwsem < sizeof(*watch.rwsem);
	return (unsigned long)at - (unsigned long)watch.mutex < sizeof(*watch.mutex);
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

/* Of a rwsem: the first access of an unlock, or of a downgrade. */
static bool begins_to_let_go(const struct lock_told *told)
{
	return watch.rwsem && ((told->kind == LOCK_TOLD_ADD &&
				(!strcmp(told->where, "__up_read") || !strcmp(told->where, "__downgrade_write"))) ||
			       (told->kind == LOCK_TOLD_STORE && !strcmp(told->where, "rwsem_clear_owner")));
}

static void end(const struct lock_told *told)
{
	struct rec_event e = {.before = told->before, .after = ticks_behind()};
	struct watched *self = watch.task + watch_tid(current);
	u8 last = self->last;

	self->last = told->kind;
	if (watch.mutex && told->kind == LOCK_TOLD_LIST_FIRST && last == LOCK_TOLD_LIST_EMPTY)
		return; /* one look for the model, and one under wait_lock */
	if (begins_to_let_go(told))
		was_inside(self, told->before);
	watch_tell(self, told, &e);
	if (watch.mutex && told->kind == LOCK_TOLD_CAS && e.word == WATCH_OWNER && told->ok &&
	    e.new_ >> 3 == watch_number(self))
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

static int make_logs(void)
{
	folder = debugfs_create_dir("lockstep_watch", NULL);
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

static struct mutex *mutex_of_pipe(void)
{
	struct pipe_inode_info *info;

	file = fget(pipe);
	info = file && S_ISFIFO(file_inode(file)->i_mode) ? file->private_data : NULL;
	return info ? &info->mutex : NULL;
}

static bool find_process(int number)
{
	struct pid *found = find_get_pid(number);

	process = get_pid_task(found, PIDTYPE_PID);
	put_pid(found);
	return process;
}

static struct rw_semaphore *rwsem_of_directory(void)
{
	file = fget(dir);
	return file && S_ISDIR(file_inode(file)->i_mode) ? &file_inode(file)->i_rwsem : NULL;
}

static struct rw_semaphore *rwsem_of_memory(void)
{
	if (!find_process(mm))
		return NULL;
	task_lock(process);
	memory = process->mm;
	if (memory)
		mmgrab(memory);
	task_unlock(process);
	return memory ? &memory->mmap_lock : NULL;
}

/* The one that is asked for. False: there is none. */
static bool find_lock(void)
{
	if (dir >= 0)
		watch.rwsem = rwsem_of_directory();
	else if (mm)
		watch.rwsem = rwsem_of_memory();
	else if (pid)
		watch.mutex = find_process(pid) ? &process->signal->cred_guard_mutex : NULL;
	else
		watch.mutex = mutex_of_pipe();
	return watch.rwsem || watch.mutex;
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
