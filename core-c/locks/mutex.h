/* SPDX-License-Identifier: MIT */
#ifndef LOCKSTEP_LOCKS_MUTEX_H
#define LOCKSTEP_LOCKS_MUTEX_H

#include "../lockstep.h"

/* A spinner's place in the queue; in the kernel it lives on the spinner's stack. */
struct mutex_node {
	word next;
	word locked;
};

struct mutex13 {
	word count;
	word wait_lock;
	list wait_list;
	word owner;
	word spin_mlock; /* from patch 3 on */
	struct mutex_node node[NODES];
};

/* The roles of the workload, in the order of facts/mutex.c. */
enum mutex_role { MUTEX_LOCKS, MUTEX_LOCKS_INTERRUPTIBLY };

#define MUTEX_EINTR 4

#endif
