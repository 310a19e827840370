/* SPDX-License-Identifier: MIT */
/* Between side.c, which compares, and the two that it compares: theirs.c and ours.c. */
#ifndef LOCKSTEP_OWN_TEXT_PAIR_H
#define LOCKSTEP_OWN_TEXT_PAIR_H

#include "machine.h"
#include "side.h"

enum { OTHER = OWN_KINDS };

struct access {
	u32 kind; /* enum own_kind, or OTHER */
	u32 word, bits;
	u32 before, after;
	bool plain;
	u8 order; /* 0 where none is compared */
};

/* The published text, one coroutine a thread. */
struct theirs {
	struct own_access access; /* the last */
	u8 order;                 /* of it */
	u32 role[OWN_THREADS + 1];
	bool resched[OWN_THREADS + 1];
};
extern struct theirs theirs;

/* All threads up to before their first access. */
void start_theirs(u32 n);
void step_theirs(u32 t);
/* The system call that the thread is in comes back. */
void return_to_theirs(u32 t, long result);

/* Our text. */
struct ours {
	struct ls_config config;
	struct ls_machine m;
	struct access call[OWN_THREADS + 1]; /* the system call that a thread is in, in both */
};
extern struct ours ours;

/* A word by its name, of thread tid's or of the lock. */
u32 word_named(const char *name, u32 tid);
u32 at_most_all(unsigned long threads);
struct access step_ours(u32 t);
/* A step of a thread that is in a system call. */
void step_in_call(u32 t);

#endif
