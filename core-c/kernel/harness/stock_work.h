/* SPDX-License-Identifier: MIT */
/*
 * Work that makes the kernel take a lock of its own, which /stock has done by several tasks, each on a CPU of its own.
 * What only one lock knows of that stands in the folder of its model: locks/<lock>/work_kernel.c.
 */
#ifndef LOCKSTEP_HARNESS_STOCK_WORK_H
#define LOCKSTEP_HARNESS_STOCK_WORK_H

#include <stdbool.h>
#include <sys/types.h>

struct stock_task {
	unsigned number; /* from 0 */
	char role;
	unsigned turn; /* how often it has done its work */
	unsigned random;
	void *own; /* what enter() keeps for the other calls */
};

/* What the number that a work asks for is. */
enum stock_number { STOCK_NO_NUMBER, STOCK_ITS_OWN, STOCK_SIGNALS, STOCK_KILLS };

struct stock_work {
	/* Its value chooses this work: the letter of each task's role. NULL: each has `role`. */
	const char *roles_option;
	char role;
	/* The number, which chooses it where there are no letters: its own, up to `most`; or signals to the tasks, or
	 * kills of tasks of role `killable` in their wait, a second. Where it is not given it is `number`. */
	const char *number_option;
	enum stock_number number_is;
	unsigned number, most;
	char killable;
	const char *about; /* for the trace, with %u for the number, if there is one */
	bool threads;      /* the tasks are threads of one process; else each is a process */
	bool idle;         /* and beside them there is a process that does nothing */
	bool warm_up;      /* has to be done often before nothing in it is done for the first time */
	/* The parameter of watch.ko that says which lock it is, and its value; NULL: stock_process. */
	const char *object;
	int (*which)(void);
	/* False: failed, as errno says. These may be NULL: before there are tasks; once in each task; once all are
	 * ready, as a task that is one more, so that nobody's name is left in the lock. */
	bool (*prepare)(void);
	bool (*enter)(struct stock_task *task);
	bool (*calm)(struct stock_task *task);
	/* Takes the lock once. */
	bool (*use)(struct stock_task *task);
};

/* All that one lock has, up to NULL; by lock, NULL where it has none. */
struct stock_works {
	const struct stock_work *work[4];
};
extern const struct stock_works *const stock_works[];

/* The process that leads the threads, or does nothing; else 0. */
extern pid_t stock_process;
/* The number of the work that is done. */
extern unsigned stock_number;

static inline unsigned stock_random(unsigned *random)
{
	*random = *random * 1664525u + 1013904223u;
	return *random >> 16;
}

#endif
