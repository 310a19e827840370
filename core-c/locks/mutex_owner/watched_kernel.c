// SPDX-License-Identifier: MIT
/* What watch.ko knows of a mutex of the kernel, of Linux 6.12. */
#include <linux/fs.h>
#include <linux/module.h>
#include <linux/mutex.h>
#include <linux/pipe_fs_i.h>
#include <linux/sched/signal.h>

#include "locks/mutex_owner/mutex_owner.h"
#include "watching.h"

static int pipe = -1;
module_param(pipe, int, 0444);
MODULE_PARM_DESC(pipe, "a descriptor of the pipe, in the program that loads this");
static int pid;
module_param(pid, int, 0444);
MODULE_PARM_DESC(pid, "instead of a pipe: the process whose cred_guard_mutex it is, which ptrace() takes");

static struct mutex *mutex_of_pipe(void)
{
	struct file *file = watch_file(pipe);
	struct pipe_inode_info *info = file && S_ISFIFO(file_inode(file)->i_mode) ? file->private_data : NULL;

	return info ? &info->mutex : NULL;
}

static struct mutex *mutex_of_process(void)
{
	struct task_struct *process = watch_process(pid);

	return process ? &process->signal->cred_guard_mutex : NULL;
}

static void *find(void)
{
	return pid ? mutex_of_process() : pipe >= 0 ? mutex_of_pipe() : NULL;
}

enum { WATCH_OWNER = WATCH_OWN };
static const char *const words[] = {"owner", NULL};

static u32 owner_value(unsigned long value)
{
	return MUTEX_TASK(watch_task(value & ~(unsigned long)MUTEX_FLAGS)) | (u32)(value & MUTEX_FLAGS);
}

static watch_value *word_of(struct watched *self, const struct lock_told *told, struct rec_event *e)
{
	const struct mutex *mutex = watch.object;

	if (told->at == &mutex->owner) {
		e->word = WATCH_OWNER;
		return owner_value;
	}
	if (told->at == &mutex->osq.tail) {
		e->word = WATCH_OSQ;
		return watch_tail;
	}
	return NULL;
}

/* One look for the model, and one under wait_lock. */
static bool repeats(const struct lock_told *told, u8 last)
{
	return told->kind == LOCK_TOLD_LIST_FIRST && last == LOCK_TOLD_LIST_EMPTY;
}

static bool takes(const struct watched *self, const struct lock_told *told, const struct rec_event *e)
{
	return told->kind == LOCK_TOLD_CAS && e->word == WATCH_OWNER && told->ok &&
	       MUTEX_TASK_OF(e->new_) == watch_number(self);
}

const struct ls_watched mutex_owner_watched = {
    .variant = "mutex-6.12",
    .size = sizeof(struct mutex),
    .words = words,
    .find = find,
    .word = word_of,
    .repeats = repeats,
    .takes = takes,
};
