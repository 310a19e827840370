/* SPDX-License-Identifier: MIT */
#ifndef LOCKSTEP_LOCKS_RT_MUTEX_H
#define LOCKSTEP_LOCKS_RT_MUTEX_H

#include "locks/wake_q/wake_q.h"
#include "lockstep.h"

/* Why a wait ended without the rt_mutex. */
enum { RT_EINTR = 4, RT_ETIMEDOUT = 110 };

struct rt_mutex {
	word wait_lock;
	word owner;
	list waiters;
	struct wake_q tasks;
};

#endif
