/* SPDX-License-Identifier: MIT */
/* One run of a lock's text on real threads: what to run, and how it went. */
#ifndef LOCKSTEP_NATIVE_RUN_H
#define LOCKSTEP_NATIVE_RUN_H

#include "machine.h"

/*
 * Numbers of the two system calls in a patched kernel. The series of 2017 used 13
 * and 14, but 13 has since been given to FUTEX_LOCK_PI2.
 */
#ifndef NATIVE_FUTEX_LOCK
#define NATIVE_FUTEX_LOCK 20
#endif
#ifndef NATIVE_FUTEX_UNLOCK
#define NATIVE_FUTEX_UNLOCK 21
#endif

struct native_config {
	u8 lock, variant, n;
	u8 role[LS_MAX_THREADS];
	u32 switches;
	double seconds;
	double hang_after;            /* seconds without any progress; 0 = 5 */
	bool kernel_text;             /* run the kernel's side of a system call as text */
	u32 futex_lock, futex_unlock; /* numbers of the calls; 0 = as above */
	u32 nap_every;                /* every so many critical sections the holder sleeps; 0 = never */
	u32 hold_every;               /* every so many it keeps the lock for 10 ms, asleep or busy; 0 = never */
	u32 jitter;                   /* one access in so many loses time; 0 = never */
	u32 stalls;       /* spells of so many accesses; in most some accesses wait for another thread; 0 = never */
	u32 signals;      /* signals a second, to threads picked at random */
	u32 kills;        /* threads killed a second; each is replaced by a new one */
	u32 timeout_us;   /* the timeout that callers give; 0 = 1000 */
	u32 threshold_us; /* the handoff threshold; 0 = as in the kernel */
	u32 slice_us;     /* on the CPU for so long: need_resched; 0 = 3000 */
};

enum native_verdict { NATIVE_PASS, NATIVE_FAIL, NATIVE_HANG, NATIVE_SKIP };

struct native_thread_report {
	u64 writes, reads; /* acquisitions */
	u64 sleeps, wakes;
	char role;
	bool done; /* has ended its rounds */
	u8 state;  /* enum ls_task_state */
	bool on_cpu;
	u8 holds;         /* enum ls_holds */
	const char *proc; /* where it was last seen */
	u32 line;
};

struct native_report {
	enum native_verdict verdict;
	char why[256]; /* not empty unless passed */
	u64 counter;   /* the plain counter in the end */
	u64 criticals; /* what it must be: critical sections of writers */
	u64 acquired, sleeps, wakes, signals, kills;
	double seconds;
	struct native_thread_report thread[LS_MAX_THREADS];
};

/* Returns report->verdict. */
enum native_verdict native_stress(const struct native_config *config, struct native_report *report);

/* True when the lock's text makes system calls that a kernel may lack. */
bool native_needs_calls(u8 lock);
/* ... and a kernel can trace what they do. */
bool native_traces_calls(u8 lock);
/* True when the running kernel has the calls; else *why says what is missing. */
bool native_has_calls(const struct native_config *config, char *why, u32 size);

#endif
