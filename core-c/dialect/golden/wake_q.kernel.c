/* SPDX-License-Identifier: MIT */
/*
 * wake_q: the tasks to wake when a lock has been let go, so that nobody wakes with it
 * held. Source: kernel/sched/core.c, wake_q_add() and wake_up_q().
 *
 *   T.wake_q    0           T is on no wake list
 *               U           T is on the wake list of U, who is about to wake it
 *
 * The list itself belongs to one thread, so here it is a set of threads among that
 * thread's locals; the kernel keeps them in order.
 */
#include "wake_q.h"



/* wake_q_add: a task is on one wake_q at a time; whoever has it there wakes it. */
int wake_q_add(struct wake_q *lock) { struct task_struct *tid = NULL, *waker;
	waker = cmpxchg(&tid->wake_q, NULL, current); /* notes the thread for a wake-up, or leaves it to another, who is about to wake the thread */
	return waker ? 0 : (unsigned long)1 << task_pid_vnr(tid);
}

/* wake_up_q */
void wake_up_q(struct wake_q *lock) { unsigned long wake_q = 0; u32 tid;
	while (wake_q) {
		tid = LOWEST(wake_q);
		wake_q &= wake_q - 1;
		WRITE_ONCE(find_task_by_vpid(tid)->wake_q, NULL); /* strikes a thread off its wake list */
		wake_up_process(find_task_by_vpid(tid)); /* wakes a thread that it has picked, or finds the thread that it has picked awake */
	}
}
