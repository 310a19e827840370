/* SPDX-License-Identifier: MIT */
/* What an operation does to memory, by enum ls_op: the one table for the cost of a step, its signs, and the page. */
#ifndef LOCKSTEP_OP_H
#define LOCKSTEP_OP_H

#include "machine.h"

enum ls_op_class {
	LS_OP_READS = 1,
	LS_OP_WRITES = 2,
	LS_OP_MAY_FAIL = 4,  /* where it fails, it writes nothing */
	LS_OP_IF_NEW = 8,    /* it writes only what is not so already */
	LS_OP_OF_WORD = 16,  /* a word of the lock; its record has the values before and after */
	LS_OP_OF_LOCK = 32,  /* a lock within the lock: a spin lock, or a line for one */
	LS_OP_OF_LIST = 64,  /* a list */
	LS_OP_OF_TASK = 128, /* what the scheduler keeps of a thread */
	LS_OP_OWN = 256,     /* of its own task */
};

extern const u16 ls_op_class[LS_OPS];

/* Whether it wrote, or would have written, to its word. */
bool ls_op_wrote(const struct ls_record *r);

#endif
