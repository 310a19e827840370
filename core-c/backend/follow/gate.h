/* SPDX-License-Identifier: MIT */
/*
 * Forced schedules: the lock texts on real threads that do nothing until they are told.
 * Each thread stands at a gate before every access. Whoever holds the struct gate lets one
 * thread go for one access, and has control again when that thread stands at its next gate,
 * has ended, or truly sleeps in futex(2). The environment is played: no clock of the
 * backend strikes, and nobody loses a CPU, unless gate_act() says so.
 */
#ifndef LOCKSTEP_GATE_H
#define LOCKSTEP_GATE_H

#include "machine.h"

struct gate;

/* What one access did, as the thread itself saw it and as memory was before and after. */
struct gate_seen {
	const char *proc; /* NULL: an act of the environment */
	u32 line;
	u8 op; /* enum ls_op */
	u8 ok, target;
	bool has_got; /* the access gave the thread a value: */
	bool done;    /* false: the thread left its text in the middle of it */
	u32 got;
	u16 word; /* as in struct ls_record */
	u32 before, after;
};

enum gate_phase { GATE_PARKED, GATE_GOES, GATE_SLEEPS, GATE_ENDED };

/* Where a thread stands and what others can see of it. */
struct gate_task {
	enum gate_phase phase;
	bool woken; /* parked behind its sleep, not yet back on a CPU */
	const char *proc;
	u32 line;
	const void *locals; /* of the procedure it is in, valid while it is parked or asleep */
	u32 locals_size;
	u32 state, on_cpu, need_resched, preempt_off, in_kernel, signal;
	u32 has;                /* enum ls_holds, as the text says */
	u32 threshold, timeout; /* enum ls_clock */
};

/* ns until a thread that does not come to rest is given up. A lost wake-up costs so much. */
extern u64 gate_patience;

/* Starts the threads and takes each to its first gate. NULL after a reason in why. */
struct gate *gate_open(const struct ls_config *config, char *why, u32 size);
void gate_close(struct gate *g);

/* Thread tid does one access. False after a reason in why: nothing came of it in time. */
bool gate_step(struct gate *g, u32 tid, struct gate_seen *seen, char *why, u32 size);
/* The environment acts on thread tid: enum ls_env. */
bool gate_act(struct gate *g, u32 env, u32 tid, struct gate_seen *seen, char *why, u32 size);

void gate_task(const struct gate *g, u32 tid, struct gate_task *out);
u32 gate_word(const struct gate *g, u32 index); /* of the lock's memory */
/* What a check inside the texts has had to say, or NULL. *crowd: the one that counts who is
 * inside found a writer in company since the last time. */
const char *gate_complaint(struct gate *g, bool *crowd);

/* Sleeps in futex(2) that were confirmed by the kernel's own account of the thread. */
u32 gate_sleeps(const struct gate *g);

#endif
