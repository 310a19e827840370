/* SPDX-License-Identifier: MIT */
/*
 * One access as the thread that made it saw it, and its line in a trace (docs/traces.md).
 * Compiled into the native build and into the kernel module alike: no libc beyond snprintf.
 */
#ifndef LOCKSTEP_TRACE_RECORDING_H
#define LOCKSTEP_TRACE_RECORDING_H

#ifdef __KERNEL__
#include <linux/kernel.h>
#else
#include <stdio.h>
#endif

#include "machine.h"

/* Which of the values an event has. */
enum {
	REC_WORD = 1,
	REC_OLD = 2,
	REC_NEW = 4,
	REC_ARG = 8,
	REC_OK = 16,
	REC_TARGET = 32,
	/* Since its access before, or in the wait that this is, the thread found need_resched() true. */
	REC_RESCHED = 128,
};

struct rec_event {
	u64 before, after; /* ticks */
	u32 old, new_, arg;
	u16 word; /* as in struct ls_record */
	u8 line;  /* lines behind that of PROC */
	u8 proc;  /* enum ls_proc */
	u8 op;    /* enum ls_op; LS_OP_SLEEP stands for "schedule" */
	u8 has;   /* REC_* */
	u8 ok, target;
	u8 tid; /* 1..n; 0: the environment, which sends a signal to target */
	u8 spare[3];
};

/* The name of an operation in a trace: op of enum ls_op. */
static inline const char *rec_op_name(u32 op)
{
	static const char *const names[LS_OPS] = {
	    [LS_OP_LOAD] = "load",
	    [LS_OP_STORE] = "store",
	    [LS_OP_XCHG] = "xchg",
	    [LS_OP_CAS] = "cas",
	    [LS_OP_ADD] = "add",
	    [LS_OP_OR] = "or",
	    [LS_OP_ANDNOT] = "andnot",
	    [LS_OP_AWAIT] = "await",
	    [LS_OP_SPIN_LOCK] = "spin_lock",
	    [LS_OP_SPIN_TRYLOCK] = "spin_trylock",
	    [LS_OP_SPIN_UNLOCK] = "spin_unlock",
	    [LS_OP_LIST_ADD] = "list_add",
	    [LS_OP_LIST_DEL] = "list_del",
	    [LS_OP_LIST_FIRST] = "list_first",
	    [LS_OP_LIST_NEXT] = "list_next",
	    [LS_OP_LIST_HAS] = "list_has",
	    [LS_OP_ON_CPU] = "on_cpu",
	    [LS_OP_SET_STATE] = "set_state",
	    [LS_OP_SLEEP] = "schedule",
	    [LS_OP_WAKE] = "wake",
	    [LS_OP_QUEUE_LOCK] = "queue_lock",
	    [LS_OP_QUEUE_UNLOCK] = "queue_unlock",
	    [LS_OP_CRITICAL] = "critical",
	    [LS_OP_SIGNAL] = "signal",
	    [LS_OP_KILL] = "kill",
	};

	return op < LS_OPS ? names[op] : NULL;
}

/* The values of an event, " old=0x12 ok=1", in at most size bytes. Returns the length that they would have. */
static inline int rec_values(char *out, int size, const struct rec_event *e)
{
	static const struct {
		u8 has;
		const char *name;
	} values[] = {
	    {REC_WORD, "word"}, {REC_TARGET, "target"}, {REC_ARG, "arg"},         {REC_OLD, "old"},
	    {REC_NEW, "new"},   {REC_OK, "ok"},         {REC_RESCHED, "resched"},
	};
	int n = 0;

	for (u32 i = 0; i < sizeof values / sizeof *values && n < size; i++) {
		u32 v = i == 0   ? e->word
			: i == 1 ? e->target
			: i == 2 ? e->arg
			: i == 3 ? e->old
			: i == 4 ? e->new_
			: i == 5 ? e->ok
				 : 1;

		if (e->has & values[i].has)
			n += snprintf(out + n, size - n, v > 9 ? " %s=0x%x" : " %s=%x", values[i].name, v);
	}
	return n;
}

/* The line of an event, without its end, in at most size bytes. Returns its length; start is the
 * clock's reading that counts as 0, proc the name of its procedure, access which of its accesses it is (registry.h). */
static inline int rec_line(char *out, int size, const struct rec_event *e, u64 start, const char *proc, u32 access)
{
	int n = snprintf(out, size, "%u %llu %llu %s", e->tid, (unsigned long long)(e->before - start),
			 (unsigned long long)(e->after - start), e->tid ? proc : "environment");

	n += e->tid ? snprintf(out + n, size - n, "#%u %s", access, rec_op_name(e->op))
		    : snprintf(out + n, size - n, " %s", rec_op_name(e->op));

	if (n < size)
		n += rec_values(out + n, size - n, e);
	return n < size ? n : size - 1;
}

#endif
