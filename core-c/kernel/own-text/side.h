/* SPDX-License-Identifier: MIT */
/*
 * The published lock text beside ours: random threads take one access each in both, and every access must be the
 * same. Each lock has a file, here or in glibc/own-text, that gives a `struct own_text`; side.c, theirs.c and ours.c do
 * the rest.
 */
#ifndef LOCKSTEP_OWN_TEXT_SIDE_H
#define LOCKSTEP_OWN_TEXT_SIDE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "kernel/own-text/accessors.h"

enum { OWN_THREADS = 6 }; /* at most, from 1; thread T runs on CPU T - 1 */

/* Of each function beside the kernel's text: its own plain accesses are not the text's. */
#define OWN_GLUE __attribute__((no_sanitize_thread))

/* A word of the kernel's as ours names it. */
struct own_word {
	const char *name;
	uint32_t tid;       /* whose node it is in, or 0 */
	uint32_t shift;     /* where it lies in our word */
	bool points;        /* its value is an address: of the node of the thread that it stands for */
	uint32_t flag_bits; /* at the bottom of such an address; ours stand below the thread's number */
	bool whole;         /* smaller than our word, which has nothing else in it */
};

struct own_text {
	const char *ours;     /* sandbox of our text */
	bool tries;           /* a thread of the second role */
	bool preempts;        /* need_resched() comes true now and then */
	bool sleeps;          /* and a thread that holds the lock may lose its CPU, so that others sleep */
	bool clocks;          /* its time limits pass now and then */
	bool kills;           /* now and then a thread is killed */
	uint32_t roles;       /* each thread has one of so many, drawn anew for each schedule; 0: see tries */
	bool looks_each_time; /* who asks for the first of a list that it has just found not empty looks again */
	/* A fresh lock. */
	void (*reset)(void);
	/* What a thread does, round and round; role as our text numbers it. */
	void (*round)(uint32_t tid, uint32_t role);
	/* False: no word of ours. */
	bool (*word_at)(uintptr_t at, struct own_word *out);
	/* The thread whose node is at that address, or 0. */
	uint32_t (*node_of)(uintptr_t at);
	/* Our text makes a step at that word which the kernel's leaves out: a store of `value` to one's own node. NULL:
	 * none. */
	const char *only_ours;
	uint32_t only_value;
	/* The kernel's text makes a plain load there which ours leaves out. NULL: none. */
	bool (*only_theirs)(const struct own_word *word);
	/* A thread has been killed. */
	void (*killed)(uint32_t tid);
	bool orders; /* memory orders are compared, a plain access being relaxed */
	/* A load of that word may acquire with us where the source has it in another way. NULL: none. */
	const char *acquires;
	bool signals;  /* now and then a signal arrives, and ends a sleep in the kernel */
	bool timeouts; /* and the timeout passes that a thread gave to its call */
	/* Our procedures that stand for FUTEX_WAIT and FUTEX_WAKE. Each call is one step of the comparison, with its
	   word, its value or number, and whether its time is limited; what happens in the kernel is ours in both. NULL:
	   the text makes no such call. */
	const char *waits, *wakes;
};

extern const struct own_text own_text;

/* The step of work under the lock. */
void own_work(void);

/* --- between them and shim.c --------------------------------------------------------------- */

enum own_kind {
	OWN_LOAD,
	OWN_STORE,
	OWN_XCHG,
	OWN_CAS,
	OWN_ADD,
	OWN_OR,
	OWN_ANDNOT,
	OWN_WORK,
	/* of a lock that sleeps: before is whom it is about, after what came of it */
	OWN_SPIN_LOCK,
	OWN_SPIN_UNLOCK,
	OWN_LIST_ADD,
	OWN_LIST_DEL,
	OWN_LIST_FIRST,
	OWN_LIST_NEXT,
	OWN_ON_CPU,
	OWN_STATE,
	OWN_SLEEP,
	OWN_NO_SLEEP,
	OWN_AWAKE,
	OWN_WAKE,
	/* system calls: before is the value that a thread waits for, or how many it wakes; after, whether its time is
	   limited */
	OWN_FUTEX_WAIT,
	OWN_FUTEX_WAKE,
	OWN_KINDS
};

struct own_access {
	uint8_t kind;
	bool plain; /* no accessor: an assignment, or a use of the variable */
	const volatile void *at;
	size_t size;
	unsigned long before, after;
};

/* Returns when the running thread may make its next access. */
void own_give_way(void);
/* What it was. */
void own_note(struct own_access access);
/* FUTEX_WAIT, for a limited time or not, or FUTEX_WAKE of the word there; back when our thread is back from it, with
 * what that got. */
long own_futex(enum own_kind kind, const volatile void *at, unsigned long value, bool limited);
uint32_t own_running(void);
bool own_resched_of(uint32_t tid);
bool own_is_on_cpu(uint32_t tid);
/* Our thread has been killed, and its task's state lets that end its sleep. */
bool own_is_killed(uint32_t tid);
/* The time that our thread may wait before it asks for a handoff is over. */
bool own_has_waited(uint32_t tid);
/* A clock that stands still until, at a look, our thread's time limit passes. */
uint64_t own_clock(void);
/* How many steps the kernel's text has taken, with the one that it is in. */
uint64_t own_steps(void);
/* The thread on whose stack that lies, or 0. */
uint32_t own_stack_of(uintptr_t at);

#endif
