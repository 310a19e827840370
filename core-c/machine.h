/* SPDX-License-Identifier: MIT */
/*
 * The machine: everything that a step can change, as flat bytes.
 *
 * No pointers and no padding, so a copy is memcpy, and the native and the WASM build
 * agree byte for byte. Nothing lies outside it, so a process may have as many machines
 * as it likes. The machine holds the bytes of n threads only; ls_used() says how many.
 */
#ifndef LOCKSTEP_MACHINE_H
#define LOCKSTEP_MACHINE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef uint8_t u8;
typedef uint16_t u16;
typedef uint32_t u32;
typedef uint64_t u64;
typedef int32_t s32;

#ifndef LS_MAX_THREADS    /* one kernel module and one test are built with more, up to 127 */
#define LS_MAX_THREADS 16 /* threads are numbered 1..16; 0 means "nobody" */
#endif
/* A set of threads: bit T is thread T. Among locals, which are not padded. */
#if LS_MAX_THREADS < 32
typedef u32 tasks;
#elif LS_MAX_THREADS < 64
typedef u64 tasks __attribute__((aligned(4)));
#else
typedef unsigned __int128 tasks __attribute__((aligned(4)));
#endif
_Static_assert(LS_MAX_THREADS < 8 * sizeof(tasks), "a bit for each thread");
/* The thread with the lowest number in a set that is not empty. */
static inline u32 ls_lowest(tasks set)
{
	return (u32)((u64)set ? __builtin_ctzll((u64)set)
			      : 64 + __builtin_ctzll((u64)(set >> (LS_MAX_THREADS < 64 ? 0 : 64))));
}
/* What a procedure returns: a number, or a set of threads. */
#if LS_MAX_THREADS < 64
typedef u64 ls_value;
#else
typedef tasks ls_value;
#endif
#define LS_STACK 168                       /* bytes of frames a thread may have in use */
#define LS_MEM_WORDS (16 * LS_MAX_THREADS) /* 32-bit words of lock memory */
#define LS_ENDLESS 255                     /* as rounds or as a budget: never used up */

/* A word of shared memory. A struct, so that no lock text can read it bare. */
struct ls_word {
	u32 v;
};

/* A FIFO of threads that a spin lock protects; unused entries are 0. */
struct ls_list {
	u8 t[LS_MAX_THREADS];
};

/* Task states, as the kernel names them. */
enum ls_task_state { LS_RUNNING, LS_INTERRUPTIBLE, LS_UNINTERRUPTIBLE, LS_KILLABLE, LS_STATES };

/* Where a thread is, for the scheduler of the machine. */
enum ls_status {
	LS_READY,     /* on a CPU, will run when it is picked */
	LS_ASLEEP,    /* inside schedule(); moves again when its state is LS_RUNNING */
	LS_PREEMPTED, /* runnable but off its CPU until the environment runs it */
	LS_DONE,      /* finished its rounds */
	LS_DEAD,      /* was killed and has finished exiting */
};

/* A clock of a thread. The environment moves it from ARMED to PASSED. */
enum ls_clock { LS_CLOCK_OFF, LS_CLOCK_ARMED, LS_CLOCK_PASSED, LS_CLOCKS };

enum ls_signal { LS_NO_SIGNAL, LS_SIGNAL, LS_FATAL_SIGNAL, LS_SIGNALS };

/*
 * The argument of the record of a signal: something in the call that the thread is in may hear it; the thread is in no
 * call of the lock; or nothing does, and from this number on it is that call's procedure.
 */
enum { LS_SIGNAL_HEARD, LS_SIGNAL_IN_NO_CALL, LS_SIGNAL_IN_VAIN };

/* What a thread holds, from the access that takes the lock to the one that gives it away. */
enum ls_holds { LS_HOLDS_NOTHING, LS_HOLDS_READ, LS_HOLDS_WRITE };

/* Numbers in it are local, so that an edit elsewhere in the texts does not change them. */
struct ls_frame {
	u16 line;   /* the line it is about to run, counted from that of its PROC; 0 = not started */
	u16 object; /* what the procedure works on: a word of mem */
	u8 proc;    /* procedure, counted within the lock: its own text's first, then those of the texts it uses */
	u8 size;    /* bytes of this frame, header included */
	u8 link; /* in the lowest frame: where in the stack the top one begins; in others: where the one below begins */
	u8 zero;
};

struct ls_thread {
	u8 status;       /* enum ls_status */
	u8 state;        /* enum ls_task_state */
	u8 on_cpu;       /* 0 or 1, read by other threads as task->on_cpu */
	u8 need_resched; /* 0 or 1 */
	u8 preempt_off;  /* depth of preempt_disable() */
	u8 in_kernel;    /* 1 inside a system call */
	u8 threshold;    /* enum ls_clock: handoff threshold, 5 or 10 ms */
	u8 timeout;      /* enum ls_clock: timeout given to the lock call */
	u8 signal;       /* enum ls_signal */
	u8 holds;        /* enum ls_holds */
	u8 role;         /* index into the lock's role letters */
	u8 sp;           /* bytes of stack in use */
	u8 stack[LS_STACK];
};

/* Actions of the environment, each with a budget except RUN. */
enum ls_env {
	LS_ENV_PREEMPT = 1, /* the scheduler takes T off its CPU (or sets need_resched) */
	LS_ENV_RUN,         /* the scheduler gives T a CPU again */
	LS_ENV_THRESHOLD,   /* T has waited past its handoff threshold */
	LS_ENV_TIMEOUT,     /* the timeout that T gave to the call runs out */
	LS_ENV_SIGNAL,      /* a signal arrives for T */
	LS_ENV_KILL,        /* SIGKILL arrives for T */
	LS_ENV_WAKE,        /* a wake-up that is meant for something else reaches T in its sleep */
	LS_ENV_KINDS,
	/* Only recorded runs have it, and no search: of a set of threads the next step takes T, not the lowest number.
	 */
	LS_ENV_CHOOSE = LS_ENV_KINDS
};

/* Faults of the text itself, found while stepping. */
enum ls_bug {
	LS_NO_BUG,
	LS_BUG_STACK,  /* more frames than LS_STACK holds */
	LS_BUG_LIST,   /* removed from a list it was not on, or put on twice */
	LS_BUG_UNLOCK, /* unlocked a spin lock that it did not hold */
	LS_BUG_RANGE,  /* named a thread that does not exist */
	LS_BUG_ASSERT, /* an ASSERT of the text failed */
	LS_BUG_FUEL,   /* runs on without an access */
	LS_BUG_LINE,   /* parked at a line that is no step of its procedure */
	LS_BUG_NULL,   /* followed a NULL pointer: used the element 0 of records that each thread has one of */
	LS_BUG_FREED,  /* touched what is freed: nobody holds a reference to it */
	LS_BUGS
};

/*
 * An action is one byte: 0..15 lets thread T = action + 1 take its next step;
 * 16 * kind + (T - 1) with kind = enum ls_env is a step of the environment.
 * With more than 16 threads it is two bytes, and 256 stands for 16.
 */
#if LS_MAX_THREADS <= 16
typedef u8 ls_action;
#define LS_ACTORS_OF_A_KIND 16
#else
typedef u16 ls_action;
#define LS_ACTORS_OF_A_KIND 256
#endif
#define LS_STEP_OF(tid) ((ls_action)((tid)-1))
#define LS_ENV_OF(kind, tid) ((ls_action)(LS_ACTORS_OF_A_KIND * (kind) + (tid)-1))
#define LS_ACTION_TID(a) (((a) & (LS_ACTORS_OF_A_KIND - 1)) + 1)
#define LS_ACTION_ENV(a) ((a) / LS_ACTORS_OF_A_KIND) /* 0 for a thread's own step */
#define LS_ACTIONS (LS_ACTORS_OF_A_KIND * LS_ENV_KINDS)

enum ls_result {
	LS_MOVED,   /* the step happened */
	LS_SPUN,    /* it polled and saw nothing new: the machine is unchanged */
	LS_BLOCKED, /* it cannot move; the machine is unchanged */
	LS_ILLEGAL, /* no such actor or action */
};

enum ls_op {
	LS_OP_NONE,
	LS_OP_LOAD,
	LS_OP_STORE,
	LS_OP_XCHG,
	LS_OP_CAS,
	LS_OP_ADD,
	LS_OP_OR,
	LS_OP_ANDNOT,
	LS_OP_AWAIT,
	LS_OP_SPIN_LOCK,
	LS_OP_SPIN_TRYLOCK,
	LS_OP_SPIN_UNLOCK,
	LS_OP_LIST_ADD,
	LS_OP_LIST_DEL,
	LS_OP_LIST_FIRST,
	LS_OP_LIST_NEXT,
	LS_OP_LIST_HAS,
	LS_OP_ON_CPU,
	LS_OP_SET_STATE,
	LS_OP_SLEEP,
	LS_OP_AWAKE,
	LS_OP_NO_SLEEP,
	LS_OP_WAKE,
	LS_OP_QUEUE_LOCK,
	LS_OP_QUEUE_UNLOCK,
	LS_OP_CRITICAL,
	LS_OP_PREEMPT,
	LS_OP_RUN,
	LS_OP_THRESHOLD,
	LS_OP_TIMEOUT,
	LS_OP_SIGNAL,
	LS_OP_KILL,
	LS_OP_STRAY_WAKE,
	LS_OP_CHOOSE,
	LS_OPS
};

/* LS_WMB: smp_wmb(), and then a relaxed access: all stores before it are seen before it and before all later ones. */
enum ls_order { LS_RELAXED, LS_ACQUIRE, LS_RELEASE, LS_ACQ_REL, LS_FULL, LS_WMB, LS_ORDERS };

/* What one step did. Narration, lanes, traces and logs are views of this. */
struct ls_record {
	ls_action action;
	u8 result;          /* enum ls_result */
	u8 op;              /* enum ls_op */
	u8 order;           /* enum ls_order */
	u16 line;           /* of the access, counted from that of its PROC; 0 for the environment */
	u8 proc;            /* whose text ran, counted as in struct ls_frame */
	u8 ok;              /* CAS, trylock: succeeded; WAKE: the task was asleep or about to be */
	u16 word;           /* index into mem, or LS_TASK_WORD(tid, field), or LS_NO_WORD */
	u8 target;          /* the other thread that it acts on (woken, queued, ...), or 0 */
	u8 flags;           /* LS_REC_* */
	u32 old, new_, arg; /* word before, word after; arg = value that a CAS expected; bits that a store or xchg of a
			       part wrote */
};

/* The bits of its word that a store or an exchange wrote: a byte, a half, or all. */
static inline u32 ls_bits_written(const struct ls_record *r)
{
	return (r->op == LS_OP_STORE || r->op == LS_OP_XCHG) && r->arg ? r->arg : ~0u;
}

#define LS_REC_FINISHED 1  /* the step also ended the thread */
#define LS_REC_ACQUIRED 2  /* the step ended with the thread holding the lock */
#define LS_REC_RELEASED 4  /* the step gave the lock away */
#define LS_REC_OTHERWISE 8 /* the phrase behind "|" tells this step, though it did not fail */
#define LS_REC_SIGN 16     /* times enum ls_sign, where ls_put_sign() has put it */

/* Sentences that the page has from the facts: a module of one family (LS_FAMILY) is built without them. */
#ifdef LS_FAMILY
#define LS_TOLD(text) NULL
#else
#define LS_TOLD(text) (text)
#endif

/*
 * A step uses up fuel at each call and return: one that goes from call to call without an access has run into
 * LS_BUG_FUEL. Within a procedure the front end has seen to it that no way round is without a step or a call.
 */
#define LS_FUEL 1000

struct ls_machine {
	/* Of the step under way, or the last one: no part of the state. */
	struct ls_record rec;
	ls_value retval; /* what the last RETURN gave */
	u32 nowhere;     /* stands in for a word that does not exist */
	u32 dead;        /* what a local is set to when nobody reads it any more: 0, but in liveness_test.c */
	u32 chosen;      /* the thread that LS_ENV_CHOOSE named just before; LS_CHOSEN: the step has taken it */
	u32 has[LS_MEM_WORDS / 32]; /* bit w % 32 of has[w / 32]: the lock has word w of mem. Fixed by the reset */

	/* The state. */
	u8 lock;               /* enum ls_lock_id. Numbers of the list of locks: not packed, not hashed */
	u8 variant;            /* index into the lock's variants */
	u8 n;                  /* threads in use, 1..16 */
	u8 bug;                /* enum ls_bug: set when the text ran into a BUG */
	u32 switches;          /* bit i = the lock's switch i is on */
	u8 budget[8];          /* by enum ls_env: how often the environment may still act, or LS_ENDLESS */
	u32 features;          /* bit i = the variant has the lock's feature i */
	u16 mem_words;         /* words of mem from the first to the last in use */
	u32 mem[LS_MEM_WORDS]; /* the lock's struct */
	struct ls_thread thread[LS_MAX_THREADS]; /* thread T is thread[T - 1] */
};

/* An act of the environment that is certain to come: RUN is fair, a running clock strikes while its budget lasts. The
 * others may never come. */
static inline bool ls_is_certain(u32 kind)
{
	return kind >= LS_ENV_RUN && kind <= LS_ENV_TIMEOUT;
}

#define LS_CHOSEN 0x100
#define LS_NO_WORD 0xffff
#define LS_TASK_WORDS (LS_MAX_THREADS <= 64 ? 0x400 : 0x4000) /* words of the tasks: behind all of mem, 8 a task */
enum ls_task_field {
	LS_TASK_STATE,
	LS_TASK_ON_CPU,
	LS_TASK_NEED_RESCHED,
	LS_TASK_THRESHOLD,
	LS_TASK_TIMEOUT,
	LS_TASK_SIGNAL,
	LS_TASK_FIELDS
};
#define LS_TASK_WORD(tid, field) (LS_TASK_WORDS + 8 * (tid) + (field))

/* What to reset a machine to: a scenario with the reader's changes applied. */
struct ls_config {
	u8 lock, variant, n, rounds; /* rounds: lock+unlock pairs a thread makes, 1..254 or LS_ENDLESS */
	u32 switches;
	u8 budget[8];
	u8 role[LS_MAX_THREADS];
	u32 dead; /* see struct ls_machine */
};

enum ls_verdict {
	LS_OK,
	LS_VIOLATED,    /* an invariant of the lock is false */
	LS_DEADLOCK,    /* nobody can move and nobody sleeps: all spin or wait for a lock */
	LS_LOST_WAKEUP, /* nobody can move and a thread sleeps that nobody will wake */
	LS_NO_PROGRESS, /* steps remain, but from here no schedule lets all threads finish */
	LS_BUGGED,      /* the text ran into a BUG, see enum ls_bug */
	LS_BOUNDED,     /* the search reached its bound; nothing wrong so far */
	LS_CANCELLED,
	LS_VERDICTS
};

/* Sets m to the start of config. Returns 0, or a negative enum ls_config_error. */
int ls_reset(struct ls_machine *m, const struct ls_config *config);

/* Takes one step; m->rec says what it did. The state changes only when the result is LS_MOVED. */
enum ls_result ls_step(struct ls_machine *m, ls_action action);

/* What ls_step() would do, in *rec (which may be NULL); m is left as it was. */
enum ls_result ls_peek(const struct ls_machine *m, ls_action action, struct ls_record *rec);

/*
 * The same with the outcome named, where a step may have several: choice 0 is what ls_step() takes.
 * Nothing has a second outcome yet: LS_ILLEGAL for every other choice, and m is left as it was. Where a schedule has
 * room for a choice: docs/machine.md.
 */
enum ls_result ls_step_choice(struct ls_machine *m, ls_action action, u8 choice);

/* What ls_used() counts, but for the words behind the lock's memory: those stay as they are in to, and nothing that the
 * lock does reads them. */
void ls_copy(struct ls_machine *to, const struct ls_machine *from);

/* Bytes of the machine in use (a prefix). */
u32 ls_used(const struct ls_machine *m);

/* The state without what is not in use, as bytes: equal states and no others pack alike. Returns
 * how many; out has room for LS_PACKED. ls_unpack() needs an m of the same configuration. */
#define LS_PACKED sizeof(struct ls_machine)
u32 ls_pack(const struct ls_machine *m, u8 *out);
u32 ls_unpack(struct ls_machine *m, const u8 *from);

/* 64-bit fingerprint of the packed state (XXH64). */
u64 ls_hash(const struct ls_machine *m);
u64 ls_hash_packed(const u8 *packed, u32 size);

/* Judges the one state m: LS_OK, LS_VIOLATED, LS_DEADLOCK, LS_LOST_WAKEUP or
 * LS_BUGGED. *what names the invariant or the fault (static text), or NULL. */
enum ls_verdict ls_judge(const struct ls_machine *m, const char **what);

/* True when every thread is done or dead. */
bool ls_finished(const struct ls_machine *m);

enum ls_config_error {
	LS_BAD_LOCK = -1,
	LS_BAD_VARIANT = -2,
	LS_BAD_THREADS = -3,
	LS_BAD_ROUNDS = -4,
	LS_BAD_SWITCH = -5,
	LS_BAD_ROLE = -6,
};

#endif
