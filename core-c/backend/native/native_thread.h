/* SPDX-License-Identifier: MIT */
/*
 * What a real thread and a real run consist of. Everything that two threads touch
 * is atomic, except `counter`: only mutual exclusion keeps that one correct.
 */
#ifndef LOCKSTEP_NATIVE_THREAD_H
#define LOCKSTEP_NATIVE_THREAD_H

#include <pthread.h>
#include <setjmp.h>
#include <stdatomic.h>

#include "machine.h"
#include "native_run.h"

typedef struct {
	_Atomic u32 v;
} word;
typedef struct {
	_Atomic u8 t[LS_MAX_THREADS]; /* changed under a spin lock, peeked at without */
} list;
_Static_assert(sizeof(word) == sizeof(struct ls_word), "one layout in both backends");
_Static_assert(sizeof(list) == sizeof(struct ls_list), "one layout in both backends");

static inline u32 native_list_at(const list *l, u32 i)
{
	return atomic_load_explicit(&l->t[i], memory_order_relaxed);
}

/* Where in the text a thread is. */
struct native_place {
	const char *proc;
	u32 line; /* counted from that of its PROC */
};

struct native_thread {
	struct native_run *run;
	u32 slot; /* 1..n, and the task's number in run->thread */
	u32 role;

	/* What other threads read or write of this task. */
	_Alignas(64) _Atomic u32 state; /* enum ls_task_state; the word it sleeps on */
	_Atomic u32 on_cpu;
	_Atomic u32 signal; /* enum ls_signal */
	_Atomic u32 in_kernel;
	_Atomic bool exiting;  /* killed, and on its way out */
	_Atomic u64 threshold; /* end of the clock in ns; 0 = off */
	_Atomic u64 timeout;
	_Atomic(const struct native_place *) place;
	_Atomic u64 reads, writes; /* acquisitions */
	_Atomic u64 calls;         /* batches of rounds that came back */
	_Atomic u64 sleeps, wakes;
	_Atomic u32 accesses; /* while somebody attends to them */
	_Atomic bool done;
	_Atomic bool waits; /* at the rendezvous, its rounds done */

	/* Its own business. */
	_Alignas(64) u32 holds; /* enum ls_holds */
	u32 preempt_off, need_resched;
	u64 spins, looks, slice_start;
	u64 criticals; /* critical sections as a writer */
	u32 random;
	u32 stall_rate;         /* one access in 2^rate stalls; 0 = none */
	u32 vain_slot, vain_at; /* who did not move in the last stall, and its accesses then */
	jmp_buf leave;          /* out of a run that has failed */
};

/* What a forced schedule (gate.h) wants to hear of besides the accesses. */
struct native_gate {
	void (*sleeps)(struct native_thread *self);  /* before each wait in futex(2) */
	void (*woken)(struct native_thread *self);   /* behind the last one, still off the CPU */
	void (*in_line)(struct native_thread *self); /* between two looks of QUEUE_LOCK */
};

struct native_run {
	char *mem, *mem_end;            /* the lock */
	const struct native_gate *gate; /* NULL: the threads run as they like */
	u32 n, variant, switches;
	u32 features; /* of the variant */
	struct native_config config;
	u64 patience;             /* spins between two calls of sched_yield() */
	_Atomic bool stop;        /* end at the next rendezvous */
	_Atomic u32 phase;        /* a change of it sends every thread to the rendezvous */
	_Atomic u32 arrived, met; /* at the rendezvous; and how often all have met */
	_Atomic bool ended;
	_Atomic u32 attention;        /* ATTENTION_*: looked at before every access */
	_Atomic(const char *) reason; /* why the run failed */
	_Atomic u32 failed_by;
	word scratch; /* stands in for a word that does not exist */

	_Alignas(64) _Atomic u32 inside;      /* readers + WRITER_INSIDE * writers */
	_Alignas(64) _Atomic u32 queue_guard; /* of the sleeping lock QUEUE_LOCK */
	_Alignas(64) u64 counter;             /* plain: the proof of exclusion */
	struct native_thread thread[LS_MAX_THREADS + 1];
	struct log *log; /* of a recording (log_words.h) */
};
#define WRITER_INSIDE 0x10000u
enum {
	ATTENTION_ABANDON = 1, /* leave at once, wherever you are */
	ATTENTION_JITTER = 2,  /* lose some time now and then */
	ATTENTION_STALLS = 4,  /* wait for accesses of another now and then */
};
static inline bool native_abandoned(const struct native_run *run)
{
	return atomic_load_explicit(&run->attention, memory_order_relaxed) & ATTENTION_ABANDON;
}

/* The entry of a PROC as the run calls it, with its first local set. */
struct native_text {
	const char *name;
	u32 (*start)(struct native_thread *self, u32 me, u32 rounds);
};
/* By enum ls_lock_id: what each thread runs, and what one that was killed runs on its way out, or NULL. */
extern const struct native_text *const native_workers[], *const native_exits[];

/* That this process may run on; 1 at least. */
u32 native_cpus(void);

/* The lock as the machine sets it up, and its threads, not yet started. NULL: it cannot be. */
struct native_run *native_new_run(const struct native_config *config);
void native_free_run(struct native_run *run);
/* Runs body(thread) for each thread, watches and judges them. False: some did not come back from
 * their system calls, and still use the run. */
bool native_carry_out(struct native_run *run, void *(*body)(void *), struct native_report *report);
/*
 * How long somebody has waited, who looks every few milliseconds. On a machine that has no time for a while, such as an
 * emulated one whose host is busy, there is none for the threads that are waited for either: so of each gap between two
 * looks only the first 20 ms count.
 */
struct native_patience {
	u64 last;   /* look, in ns; 0: none yet */
	u64 waited; /* ns */
};
void native_look(struct native_patience *p, u64 now);
/* Until all threads are done. False: nothing has moved for too long. */
bool native_watch(struct native_run *run, const pthread_t *thread, struct native_report *report);

u64 native_now(void);
#define NATIVE_SLEEP_SLICE 50000000ull /* ns; a sleeper looks so often whether the run has failed */
void native_futex_wait(_Atomic u32 *w, u32 seen, u64 ns);
void native_futex_wake(_Atomic u32 *w, u32 count);
void native_fail(struct native_thread *self, const char *reason);
u32 native_random(struct native_thread *self);
void native_die_if_killed(struct native_thread *self);
void native_attend(struct native_thread *self);
_Noreturn void native_leave(struct native_thread *self);
/* The same of a thread whose SYSCALL is one that its lock does not make. */
_Noreturn void native_no_call(struct native_thread *self);
void native_relax(struct native_thread *self);
void native_hold(struct native_thread *self, u32 holds);
/* A killed thread holds nothing, is awake and has no clock running: what is left is the exit text of its lock. */
void native_begin_exit(struct native_thread *self);
bool native_signal_pending(const struct native_thread *self, u32 state);
enum { NATIVE_ABANDONED = 1, NATIVE_KILLED }; /* why a thread leaves its text */
/* False when it would have no effect: the thread runs user code, or has one pending. */
bool native_send_signal(struct native_thread *to, u32 signal);
/* Ends its sleep, if it sleeps. */
void native_wake_for_nothing(struct native_thread *t);
/* The timeout of the thread runs out now. */
void native_strike_timeout(struct native_thread *t);
/* What the thread is called in the lock word: its slot, or its real thread id. */
u32 native_me(const struct native_thread *self);

/* Reads a place in `run->thread`; a task that does not exist fails the run. */
struct native_thread *native_task(struct native_thread *self, u32 tid);

#endif
