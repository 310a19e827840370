/* SPDX-License-Identifier: MIT */
/* Between the files of watch.ko. */
#ifndef LOCKSTEP_MODULE_WATCHING_H
#define LOCKSTEP_MODULE_WATCHING_H

#include <linux/debugfs.h>
#include <linux/lock_told.h>
#include <linux/mutex.h>
#include <linux/rwsem.h>
#include <linux/sched.h>

#include "watch.h"

/* A task that takes the lock. */
struct watched {
	struct task_struct *task;
	int cpu;
	bool inside;          /* the lock that it touched last is ours */
	bool holds, marked;   /* marked: as about to sleep, by the text, or is about to say whether it is */
	bool noted;           /* on waker's wake list, and not about to be taken off */
	bool listed;          /* the same, until it has been taken off */
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

struct watching {
	struct mutex *mutex; /* one of these */
	struct rw_semaphore *rwsem;
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
/* What was told, but for its times. */
void watch_tell(struct watched *self, const struct lock_told *told, struct rec_event *e);

#endif
