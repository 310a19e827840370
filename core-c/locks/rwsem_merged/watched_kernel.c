// SPDX-License-Identifier: MIT
/* What watch.ko knows of a rwsem of the kernel, of Linux 6.12. */
#include <linux/fs.h>
#include <linux/module.h>
#include <linux/rwsem.h>

#include "locks/rwsem_merged/rwsem_merged.h"
#include "watching.h"

static int dir = -1;
module_param(dir, int, 0444);
MODULE_PARM_DESC(dir, "instead of a pipe: a descriptor of the directory whose i_rwsem it is");
static int mm;
module_param(mm, int, 0444);
MODULE_PARM_DESC(mm, "instead of a pipe: the process whose mmap_lock it is");

static struct rw_semaphore *rwsem_of_directory(void)
{
	struct file *file = watch_file(dir);

	return file && S_ISDIR(file_inode(file)->i_mode) ? &file_inode(file)->i_rwsem : NULL;
}

static struct rw_semaphore *rwsem_of_memory(void)
{
	struct task_struct *process = watch_process(mm);
	struct mm_struct *memory = process ? watch_memory(process) : NULL;

	return memory ? &memory->mmap_lock : NULL;
}

static void *find(void)
{
	return dir >= 0 ? rwsem_of_directory() : mm ? rwsem_of_memory() : NULL;
}

/* --- its words; those of a waiter are its thread's ----------------------------------------------- */

enum { WATCH_OWNER = WATCH_OWN, WATCH_COUNT, WATCH_TASK, WATCH_TYPE, WATCH_HANDOFF_SET };
static const char *const words[] = {"owner", "count", "task", "type", "handoff_set", NULL};

static u32 owner_value(unsigned long value)
{
	return RWSEM19_TASK(watch_task(value & ~7ul)) | (u32)(value & 7);
}

static watch_value *word_of_waiter(u32 tid, unsigned long at, struct rec_event *e)
{
	unsigned long within = at - watch.task[tid].waiter;

	e->word = (u16)(tid << 8);
	if (!within) {
		e->word |= WATCH_TASK;
		return watch_task;
	}
	if (within != LOCK_TOLD_RWSEM_TYPE && within != LOCK_TOLD_RWSEM_HANDOFF_SET)
		watch_strange();
	e->word |= within == LOCK_TOLD_RWSEM_TYPE ? WATCH_TYPE : WATCH_HANDOFF_SET;
	return watch_plain;
}

static watch_value *word_of(struct watched *self, const struct lock_told *told, struct rec_event *e)
{
	const struct rw_semaphore *rwsem = watch.object;
	u32 tid = watch_stack((unsigned long)told->at);

	if (tid) {
		/* its name, which is the first that it writes on its waiter */
		if (told->kind == LOCK_TOLD_STORE && told->new == (unsigned long)current)
			self->waiter = (unsigned long)told->at;
		return word_of_waiter(tid, (unsigned long)told->at, e);
	}
	if (told->at == &rwsem->owner) {
		e->word = WATCH_OWNER;
		return owner_value;
	}
	if (told->at == &rwsem->osq.tail) {
		e->word = WATCH_OSQ;
		return watch_tail;
	}
	if (told->at == &rwsem->count) {
		e->word = WATCH_COUNT;
		return watch_plain;
	}
	return NULL;
}

/* --- its functions, those of places.c --------------------------------------------------------------- */

static const char *const places[] = {
    "rwsem_read_trylock",
    "rwsem_write_trylock",
    "rwsem_set_owner",
    "rwsem_clear_owner",
    "rwsem_test_oflags",
    "rwsem_owner_flags",
    "__rwsem_set_reader_owned",
    "rwsem_set_nonspinnable",
    "clear_nonspinnable",
    "rwsem_can_spin_on_owner",
    "rwsem_spin_on_owner",
    "rwsem_rspin_threshold",
    "rwsem_try_write_lock",
    "rwsem_try_write_lock_unqueued",
    "rwsem_mark_wake",
    "rwsem_del_waiter",
    "rwsem_down_read_slowpath",
    "rwsem_down_write_slowpath",
    "__up_read",
    "__up_write",
    "__downgrade_write",
    NULL,
};

static bool lets_go(const struct lock_told *told)
{
	return (told->kind == LOCK_TOLD_ADD &&
		(!strcmp(told->where, "__up_read") || !strcmp(told->where, "__downgrade_write"))) ||
	       (told->kind == LOCK_TOLD_STORE && !strcmp(told->where, "rwsem_clear_owner"));
}

const struct ls_watched rwsem_merged_watched = {
    .variant = "rwsem-6.12",
    .size = sizeof(struct rw_semaphore),
    .words = words,
    .places = places,
    .find = find,
    .word = word_of,
    .lets_go = lets_go,
};
