/* SPDX-License-Identifier: MIT */
#include "op.h"

enum {
	R = LS_OP_READS,
	W = LS_OP_WRITES,
	RW = R | W,
	FAIL = LS_OP_MAY_FAIL,
	WORD = LS_OP_OF_WORD,
	LOCK = LS_OP_OF_LOCK,
	LIST = LS_OP_OF_LIST,
	TASK = LS_OP_OF_TASK,
	OWN = LS_OP_OF_TASK | LS_OP_OWN,
};

const u16 ls_op_class[LS_OPS] = {
    [LS_OP_LOAD] = R | WORD,         [LS_OP_STORE] = W | WORD,
    [LS_OP_XCHG] = RW | WORD,        [LS_OP_CAS] = RW | FAIL | WORD,
    [LS_OP_ADD] = RW | WORD,         [LS_OP_OR] = RW | WORD,
    [LS_OP_ANDNOT] = RW | WORD,      [LS_OP_AWAIT] = R | WORD,
    [LS_OP_SPIN_LOCK] = RW | LOCK,   [LS_OP_SPIN_TRYLOCK] = RW | FAIL | LOCK,
    [LS_OP_SPIN_UNLOCK] = W | LOCK,  [LS_OP_LIST_ADD] = W | LIST,
    [LS_OP_LIST_DEL] = W | LIST,     [LS_OP_LIST_FIRST] = R | LIST,
    [LS_OP_LIST_NEXT] = R | LIST,    [LS_OP_LIST_HAS] = R | LIST,
    [LS_OP_ON_CPU] = R | TASK,       [LS_OP_SET_STATE] = W | OWN,
    [LS_OP_SLEEP] = W | OWN, /* on_cpu, by the scheduler on that CPU */
    [LS_OP_AWAKE] = W | OWN,         [LS_OP_NO_SLEEP] = RW | LS_OP_IF_NEW | OWN,
    [LS_OP_WAKE] = RW | TASK,        [LS_OP_QUEUE_LOCK] = RW | LOCK,
    [LS_OP_QUEUE_UNLOCK] = W | LOCK, [LS_OP_PREEMPT] = W | TASK,
    [LS_OP_RUN] = W | TASK,          [LS_OP_STRAY_WAKE] = W | TASK,
};

bool ls_op_wrote(const struct ls_record *r)
{
	u16 does = ls_op_class[r->op];

	if (!(does & LS_OP_WRITES) || (does & LS_OP_MAY_FAIL && !r->ok))
		return false;
	return !(does & LS_OP_IF_NEW) || r->old != r->new_;
}
