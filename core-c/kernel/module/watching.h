/* SPDX-License-Identifier: MIT */
/* Between the files of watch.ko. */
#ifndef LOCKSTEP_MODULE_WATCHING_H
#define LOCKSTEP_MODULE_WATCHING_H

#include <linux/debugfs.h>
#include <linux/lock_told.h>
#include <linux/sched.h>

#include "watch.h"

/* A task that takes the lock. */
struct watched {
	struct task_struct *task;
	int cpu;
	bool inside;          /* the lock that it touched last is ours */
	bool holds, marked;   /* marked: as about to sleep, by the text, or is about to say whether it is */
	bool noted;           /* on waker's wake list, and not about to be taken off */
	u8 listed;            /* on whose wake list it is, until it has been taken off; 0: on none of ours */
	u8 waker;             /* who noted it last */
	u8 took;              /* whom it is about to wake */
	u8 last;              /* what it did last: enum lock_told_kind */
	unsigned long waiter; /* where its name stands in its last waiter, on its stack: of a rwsem */
	u32 moves, random;
	/* The wake-up that it is about to make: what was so before it. */
	bool found_marked;
	u32 found_moves;
	bool found_listed; /* the same of a task that it is about to note */
	u64 behind;        /* when its last access was over */
	struct rec_event *log;
	u32 logged;
	struct debugfs_blob_wrapper blob;
} ____cacheline_aligned_in_smp;

/* What the values of a word are for the model. */
typedef u32 watch_value(unsigned long value);

/* A lock of the kernel whose model is the text of that folder: locks/<lock>/watched_kernel.c. */
struct ls_watched {
	const char *variant; /* of ours */
	size_t size;         /* of its object */
	/* These end with NULL. The names of its own words, from WATCH_OWN on; of functions, from 1 on, or NULL: none is
	 * asked. */
	const char *const *words;
	const char *const *places;
	/* Its object, or NULL: the parameters of the module ask for none, or it is not there. */
	void *(*find)(void);
	/* Of an access of self: sets the word, if it is one of this lock; else NULL. */
	watch_value *(*word)(struct watched *self, const struct lock_told *told, struct rec_event *e);
	/* These may be NULL: never. It says nothing that the event before it, of kind `last`, did not. */
	bool (*repeats)(const struct lock_told *told, u8 last);
	/* It is the acquisition, which its LOCK_TOLD_CAS_RELEASE ends. */
	bool (*takes)(const struct watched *self, const struct lock_told *told, const struct rec_event *e);
	/* It is the first access of an unlock, or of a downgrade. */
	bool (*lets_go)(const struct lock_told *told);
};
extern const struct ls_watched *const ls_watched[]; /* by enum ls_lock_id; NULL: not one that can be watched */

struct watching {
	const struct ls_watched *lock;
	void *object;
	u32 count;   /* of the tasks */
	u32 strange; /* accesses of others, and values that name one */
	struct watched task[LS_MAX_THREADS + 1];
};
extern struct watching watch;

static inline void watch_strange(void)
{
	WRITE_ONCE(watch.strange, watch.strange + 1);
}

static inline u8 watch_number(const struct watched *self)
{
	return (u8)(self - watch.task);
}

/* 0: it is none of them. */
u32 watch_tid(const struct task_struct *task);
/* On whose stack that is, or 0. */
u32 watch_stack(unsigned long at);
/* Values of words: as they are; a task or nobody; the CPU of the last spinner in line, or 0. */
watch_value watch_plain, watch_task, watch_tail;
/* For find(): what is held until the module goes, or NULL. */
struct file *watch_file(int descriptor);
struct task_struct *watch_process(int number);
struct mm_struct *watch_memory(struct task_struct *task);
/* What was told, but for its times. */
void watch_tell(struct watched *self, const struct lock_told *told, struct rec_event *e);

#endif
