/* SPDX-License-Identifier: MIT */
#ifndef LOCKSTEP_LOCKS_QSPINLOCK_H
#define LOCKSTEP_LOCKS_QSPINLOCK_H

#include "lockstep.h"

/* The word, as in asm-generic/qspinlock_types.h for less than 16,384 CPUs: a byte that says locked, a byte of which one
 * bit says pending, and the tail: two bits for the nesting level, which is always 0 here, and the CPU's number plus
 * one, which is the thread's number here. */
#define QSPINLOCK_LOCKED 1u
#define QSPINLOCK_LOCKED_BYTE 0xffu
#define QSPINLOCK_PENDING (1u << 8)
#define QSPINLOCK_LOCKED_PENDING 0xffffu
#define QSPINLOCK_TAIL_SHIFT 18
#define QSPINLOCK_TAIL(tid) ((u32)(tid) << QSPINLOCK_TAIL_SHIFT)
#define QSPINLOCK_TAIL_OF(val) ((val) >> QSPINLOCK_TAIL_SHIFT)
_Static_assert(LS_MAX_THREADS < 1 << 14, "each thread has a place in the tail");

/* How often a thread looks again at a lock that is pending and not locked: one pass is _Q_PENDING_LOOPS of most
 * machines. */
#define QSPINLOCK_PENDING_LOOPS 1

/* A waiter's place in the queue: struct mcs_spinlock. The kernel has four for each CPU, one a nesting level. */
struct qspin_node {
	word next;
	word locked;
};

/* The kernel's names, with which a module meets, are struct qspinlock and struct mcs_spinlock. */
struct qspin {
	word val;
	struct qspin_node node[NODES];
};

enum qspinlock_role { QSPINLOCK_LOCKS, QSPINLOCK_TRIES };

#endif
