/* SPDX-License-Identifier: MIT */
/*
 * What an access costs: which CPU has which cache line, by MESI. A function of the records of a schedule, and no part
 * of the machine: a search knows nothing of it. Each thread has a CPU of its own; docs/cache-lines.md says what is left
 * out.
 */
#ifndef LOCKSTEP_CACHE_H
#define LOCKSTEP_CACHE_H

#include "machine.h"

/* Lines of a lock: what its WORD lines name is held against them (build/generated/facts.c). */
#define LS_SHARED_LINES 16
#define LS_THREAD_LINES 8
#define LS_MAX_LINES (LS_SHARED_LINES + LS_THREAD_LINES * LS_MAX_THREADS)
#define LS_NO_LINE 0xffff

enum ls_mesi { LS_INVALID, LS_SHARED, LS_EXCLUSIVE, LS_MODIFIED, LS_MESI_STATES };

/* How an access uses the line. */
enum ls_use {
	LS_USE_NONE, /* touches no line */
	LS_USE_LOAD,
	LS_USE_STORE,
	LS_USE_RMW, /* takes the line as a store does, also where it fails and writes nothing: as on x86 */
	LS_USES
};

struct ls_line {
	tasks has;   /* whose CPUs have a copy */
	tasks watch; /* of them and of those that have lost it: who reads it while it waits */
	u32 transfers, lost;
	u8 state; /* enum ls_mesi of those that have it: S of many, E or M of one */
	u8 zero[3];
};

struct ls_cache {
	u8 lock, n;
	u16 lines;
	u32 transfers; /* times that a line came to a CPU, out of another's cache or out of memory */
	u32 lost;      /* copies that became invalid */
	u32 disturbed; /* of them those of threads that were watching the line */
	u32 uses[LS_USES];
	tasks wanted; /* whose need_resched is set, as far as the records say */
	struct ls_line line[LS_MAX_LINES];
};

/* What one step did to a line. */
struct ls_touch {
	u16 line; /* or LS_NO_LINE */
	u8 tid;
	u8 use;           /* enum ls_use */
	u8 before, after; /* enum ls_mesi, on the CPU of tid */
	u8 transfer;      /* the line came to that CPU */
	u8 from;          /* the thread whose CPU alone had it, and gave it; 0 = memory, or a cache that all share */
	tasks lost;       /* whose copies are invalid now */
	tasks disturbed;  /* of them those that were watching */
};

/* Lines of a lock with n threads: those that all share, then each thread's. */
u32 ls_lines(u8 lock, u32 n);
/* The line that a word of the lock or of a task lies on, or LS_NO_LINE. */
u32 ls_line_of(u8 lock, u32 n, u32 word);

/* All lines in memory and in no cache. */
void ls_cache_start(struct ls_cache *c, u8 lock, u32 n);
/* One step more. */
struct ls_touch ls_cache_take(struct ls_cache *c, const struct ls_record *r);
/* Bytes of c in use (a prefix). */
u32 ls_cache_used(const struct ls_cache *c);

#endif
