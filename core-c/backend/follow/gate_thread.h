/* SPDX-License-Identifier: MIT */
/* What the two sides of a gate share: the threads (gate_thread.c) and who holds it (gate.c). */
#ifndef LOCKSTEP_GATE_THREAD_H
#define LOCKSTEP_GATE_THREAD_H

#include <pthread.h>

#include "gate.h"
#include "gate_words.h"

struct gate_thread {
	_Atomic u32 phase; /* enum gate_phase; the word it waits on while parked */
	_Atomic u32 host_tid;
	/* Below: written by the thread while it goes, by the other side while it does not. */
	struct gate_aim aim;
	struct gate_seen seen;
	u32 has; /* enum ls_holds, as the text says */
	bool woken;
	bool confirmed; /* has been seen asleep by the kernel */
};

struct gate {
	struct native_gate hooks; /* first: run->gate points here */
	struct native_run *run;
	u32 rounds;
	u32 sleeps;
	_Atomic u32 changed; /* a phase has changed; the word that the holder waits on */
	pthread_t pthread[LS_MAX_THREADS + 1];
	u32 started;
	struct gate_thread thread[LS_MAX_THREADS + 1];
};

extern const struct native_text *const gated_texts[];

void *gate_thread_main(void *native_thread);
void gate_hook_sleeps(struct native_thread *self);
void gate_hook_woken(struct native_thread *self);
void gate_hook_in_line(struct native_thread *self);

/* The value that an access with this aim reads: a word, a list's length, a task's word. */
u32 gate_read(const struct native_run *run, const struct gate_aim *aim);

#endif
