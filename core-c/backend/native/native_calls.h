/* SPDX-License-Identifier: MIT */
/*
 * The real system calls behind the PROCs of a lock that makes some. Its text writes thread ids into a word that the
 * kernel reads back, so there `me` is the real one. A lock has one of these structures when its folder has a
 * calls_native.c (const struct native_calls <lock>_native_calls); scripts/generate.mjs finds it.
 */
#ifndef LOCKSTEP_NATIVE_CALLS_H
#define LOCKSTEP_NATIVE_CALLS_H

#include "native_run.h"

struct native_thread;

/* What the kernel's trace event says, with thread ids as the kernel has them. */
struct native_traced {
	unsigned long address; /* of the word */
	u8 kind;               /* as in the lock's struct ls_syscalls */
	u32 arg, old, new_;    /* values of the word */
	bool ok;
	u32 target; /* a thread id, or 0 */
	u32 value;
	bool value_is_thread;
};

struct native_calls {
	u16 word;     /* the one with the owner's thread id: bytes from the start of the lock, */
	u32 tid_mask; /* and the bits of the id in it */
	/* The running kernel has the calls; else why says what is missing. */
	bool (*available)(const struct native_config *c, char *why, u32 size);
	/* Makes the call that the procedure stands for. locals: its struct PROC_my, as it begins. */
	u32 (*call)(struct native_thread *self, u32 proc, const void *locals);
	/* The procedure of a call that must fail after a look at the word, for who holds the lock or does not. */
	u32 (*wrong)(const struct native_thread *self, bool holds);

	/* Recordings: the folder of the kernel's trace events in tracefs, and "NAME: VALUES" of one, which is
	 * ": FOLDER_" before that in a line. False: it is not understood. NULL: no kernel traces these calls. */
	const char *events;
	const char *traces_all; /* an event that only a kernel has which tells each access */
	bool (*read)(const char *text, struct native_traced *t);
};

/* By enum ls_lock_id; NULL: the lock makes no system calls. */
extern const struct native_calls *const native_calls[];

#endif
