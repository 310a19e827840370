/* SPDX-License-Identifier: MIT */
/*
 * Step backend: a stackless step function per PROC. The source line is the
 * program counter: a thread is parked at the line it is about to run, and a step
 * runs that one access and then the private code up to the next access.
 *
 * Each word below that is a step expands to "park here, return; case here:".
 * So one access per physical line, no switch in a body, no local outside `my`.
 */
#ifndef LOCKSTEP_BACKEND_STEP_H
#define LOCKSTEP_BACKEND_STEP_H

#include "machine.h"
#include "registry.h"
#include "backend/locals.h"

typedef struct ls_word word;
typedef struct ls_list list;
#define NODES (LS_MAX_THREADS + 1) /* node[T] belongs to thread T; node[0] to nobody */

/* What a step function says to the machine; 0 says nothing: it goes on. */
enum ls_outcome { LS_PARKED = 1, LS_SPINS, LS_WAITS, LS_CALLED, LS_RETURNED, LS_LOST };

/* A local of a procedure. */
struct ls_local {
	const char *name;
	u16 offset; /* bytes from the first */
	u8 size, is_signed;
};

/* What a local is at lines from..to, counted from that of PROC; the front end finds it out. For the page alone. */
enum ls_meaning_kind {
	LS_MEANS_VALUE,
	LS_MEANS_NEW,
	LS_MEANS_AT,
	LS_MEANS_EXPECTED,
	LS_MEANS_ADDRESS,
	LS_MEANS_THREAD,
	LS_MEANS_CODE
};
struct ls_meaning {
	u8 local; /* place among the locals */
	u8 kind;
	u16 from, to;
	u16 of; /* VALUE, NEW (it is to be written): the word, counted from the object; AT, EXPECTED (the caller gave it): the local that has the address */
	/* CODE: no value of a word, but an error or an answer of the text, and how it is written there */
	u32 value;
	const char *name;
};

/* What a line says of the thread that takes it (text/phrase.h). */
struct ls_phrase;

/* A procedure. Lines are counted from that of its PROC. */
struct ls_proc {
	u16 first, last; /* lines of PROC and END in the file */
	u16 locals;      /* bytes */
	int (*run)(struct ls_machine *m, u32 me, struct ls_frame *fr); /* NULL where it is called by name: LS_RUN_POINTER */
	const u32 *dead;  /* by line: a bit for each local (in words) that nobody reads from there on */
	const u32 *clear; /* those of them that may not be clear yet */
	const struct ls_proc_facts *facts;
};

/* The same from the front end: build/generated/texts.c. */
struct ls_proc_facts {
	const char *text; /* name of the text it stands in */
	bool user;        /* runs in user mode */
	bool deaf;        /* no sleep in it is ended by a signal, and none is looked for */
	u16 phrases;
	const struct ls_phrase *phrase; /* sorted by line */
	const struct ls_local *local;   /* end at the first without a name */
	const struct ls_meaning *means; /* LS_TOLD */
	u16 meanings;
};

/* access.c, access_tasks.c: the accesses themselves, made by thread me in frame fr. Each fills m->rec. */
u32 ls_load(struct ls_machine *m, u32 me, struct ls_frame *fr, struct ls_word *w, u8 order);
void ls_store(struct ls_machine *m, u32 me, struct ls_frame *fr, struct ls_word *w, u32 v, u8 order);
u32 ls_xchg(struct ls_machine *m, u32 me, struct ls_frame *fr, struct ls_word *w, u32 v, u8 order);
void ls_store_part(struct ls_machine *m, u32 me, struct ls_frame *fr, struct ls_word *w, u32 bits, u32 v, u8 order);
u32 ls_xchg_part(struct ls_machine *m, u32 me, struct ls_frame *fr, struct ls_word *w, u32 bits, u32 v, u8 order);
u32 ls_cas(struct ls_machine *m, u32 me, struct ls_frame *fr, struct ls_word *w, u32 expect, u32 v, u8 order);
u32 ls_add(struct ls_machine *m, u32 me, struct ls_frame *fr, struct ls_word *w, u32 v, u8 order);
u32 ls_or(struct ls_machine *m, u32 me, struct ls_frame *fr, struct ls_word *w, u32 v, u8 order);
u32 ls_andnot(struct ls_machine *m, u32 me, struct ls_frame *fr, struct ls_word *w, u32 v, u8 order);
u32 ls_await(struct ls_machine *m, u32 me, struct ls_frame *fr, struct ls_word *w, u8 order);
u32 ls_taken_of(struct ls_machine *m, tasks set);
bool ls_spin_lock(struct ls_machine *m, u32 me, struct ls_frame *fr, struct ls_word *w);
bool ls_spin_trylock(struct ls_machine *m, u32 me, struct ls_frame *fr, struct ls_word *w);
void ls_spin_unlock(struct ls_machine *m, u32 me, struct ls_frame *fr, struct ls_word *w);
void ls_list_add(struct ls_machine *m, u32 me, struct ls_frame *fr, struct ls_list *l, u32 tid);
void ls_list_del(struct ls_machine *m, u32 me, struct ls_frame *fr, struct ls_list *l, u32 tid);
u32 ls_list_first(struct ls_machine *m, u32 me, struct ls_frame *fr, struct ls_list *l);
u32 ls_list_count(struct ls_machine *m, u32 me, struct ls_frame *fr, struct ls_list *l);
u32 ls_list_next(struct ls_machine *m, u32 me, struct ls_frame *fr, struct ls_list *l, u32 tid);
u32 ls_list_has_thread(struct ls_machine *m, u32 me, struct ls_frame *fr, struct ls_list *l, u32 tid);
u32 ls_on_cpu(struct ls_machine *m, u32 me, struct ls_frame *fr, u32 tid);
void ls_set_state(struct ls_machine *m, u32 me, struct ls_frame *fr, u8 state);
void ls_store_state(struct ls_machine *m, u32 me, struct ls_frame *fr, u8 state);
bool ls_schedule(struct ls_machine *m, u32 me, struct ls_frame *fr);
u32 ls_wake(struct ls_machine *m, u32 me, struct ls_frame *fr, u32 tid);
int ls_queue_lock(struct ls_machine *m, u32 me, struct ls_frame *fr, struct ls_word *w, struct ls_list *l, u32 *ret);
void ls_queue_unlock(struct ls_machine *m, u32 me, struct ls_frame *fr, struct ls_word *w, struct ls_list *l);
void ls_note(struct ls_machine *m, u32 me, struct ls_frame *fr, u8 op);

/* Calls and private effects: no step of their own. text and proc: enum ls_text_id, LS_PROC_*. */
int ls_call(struct ls_machine *m, u32 me, u32 text, u32 proc, const void *object, const void *args, u32 size);
int ls_return(struct ls_machine *m, u32 me, struct ls_frame *fr, ls_value value);
int ls_lost(struct ls_machine *m);
void ls_preempt_enable(struct ls_machine *m, u32 me);
void ls_hold(struct ls_machine *m, u32 me, const struct ls_frame *fr, u8 holds);
void ls_out_of_scope(struct ls_machine *m, struct ls_word *w);
void ls_alive(struct ls_machine *m, const struct ls_word *w);
void ls_user_return(struct ls_machine *m, u32 me);

#define LS_O_relaxed LS_RELAXED
#define LS_O_acquire LS_ACQUIRE
#define LS_O_release LS_RELEASE
#define LS_O_acq_rel LS_ACQ_REL
#define LS_O_full LS_FULL
#define LS_O_wmb LS_WMB

#define LS_HERE m, me, fr
#define LS_SELF (m->thread[me - 1])
#define LS_LINE (__LINE__ - ls_first)
#define LS_PARK            \
	fr->line = LS_LINE;    \
	return LS_PARKED;      \
	case LS_LINE

/*
 * In a module of one lock (LS_FAMILY) whose text nobody exchanges, procedures are called by name (build/generated/run.c),
 * so that the linker may put them into the machine. A pointer to one would keep a second copy.
 */
#ifdef LS_FAMILY
#define LS_RUN_LINKAGE
#define LS_RUN_POINTER(name) NULL
#define LS_DECLARE_RUN(name) int name##_run(struct ls_machine *m, u32 me, struct ls_frame *fr);
#else
#define LS_RUN_LINKAGE static
#define LS_RUN_POINTER(name) name##_run
#define LS_DECLARE_RUN(name)
#endif

/* --- a text: PROC(name, object, locals) ... END(name) ---------------------------- */

/* procs.h has a line LS_DECLARE(text, procedure, number in the text, object, locals) for each
 * procedure of each text, read from its PROC line. */
#define LS_DECLARE(text, name, number, object, ...)                            \
	LS_DECLARE_LOCALS(text, name, number, object, __VA_ARGS__)                 \
	extern const struct ls_proc_facts name##_facts;                            \
	extern const u32 name##_dead[], name##_clear[];                            \
	LS_DECLARE_RUN(name)                                                       \
	extern const struct ls_proc name##_proc;
#include "procs.h" /* generated */

#define PROC(name, type, ...)                                                  \
	enum { name##_first = __LINE__ };                                          \
	LS_RUN_LINKAGE int name##_run(struct ls_machine *m, u32 me, struct ls_frame *fr) \
	{                                                                          \
		enum { ls_first = __LINE__ };                                          \
		name##_object *lk = (name##_object *)(m->mem + fr->object);            \
		struct name##_my *my = (struct name##_my *)(fr + 1);                   \
		(void)lk, (void)my;                                                    \
		switch (fr->line) {                                                    \
		case 0:

#define END(name)                                                              \
			return ls_return(LS_HERE, 0);                                      \
		default:                                                               \
			return ls_lost(m);                                                 \
		}                                                                      \
	}                                                                          \
	_Static_assert(sizeof(name##_object) <= sizeof(((struct ls_machine *)0)->mem), \
		       "lock memory too small");                                       \
	const struct ls_proc name##_proc = { name##_first, __LINE__,        \
		sizeof(struct name##_my), LS_RUN_POINTER(name), name##_dead, name##_clear, &name##_facts };

/* --- steps: shared words ------------------------------------------------------ */

/* A part of a word, by its bits. */
#define LS_BYTE(n) (0xffu << 8 * (n))
#define LS_HALF(n) (0xffffu << 16 * (n))
#define LS_PART_IS(n, count) _Static_assert((n) < (count), "a word has no such part")

/* dst = *w */
#define LOAD(dst, w, order) do { LS_PARK: (dst) = ls_load(LS_HERE, &(w), LS_O_##order); } while (0)
/* *w = v */
#define STORE(w, v, order) do { LS_PARK: ls_store(LS_HERE, &(w), (u32)(v), LS_O_##order); } while (0)
/* dst = *w, *w = v in one go */
#define XCHG(dst, w, v, order) do { LS_PARK: (dst) = ls_xchg(LS_HERE, &(w), (u32)(v), LS_O_##order); } while (0)
/* dst = *w; if it was expect, *w = v. Success is dst == expect */
#define CAS(dst, w, expect, v, order) do { LS_PARK: (dst) = ls_cas(LS_HERE, &(w), (u32)(expect), (u32)(v), LS_O_##order); } while (0)
/* dst = *w (the value before), *w += v */
#define FETCH_ADD(dst, w, v, order) do { LS_PARK: (dst) = ls_add(LS_HERE, &(w), (u32)(v), LS_O_##order); } while (0)
/* *w += v, dst = *w (the value after) */
#define ADD_RETURN(dst, w, v, order) do { LS_PARK: (dst) = ls_add(LS_HERE, &(w), (u32)(v), LS_O_##order) + (u32)(v); } while (0)
/* *w += v */
#define ADD(w, v, order) do { LS_PARK: ls_add(LS_HERE, &(w), (u32)(v), LS_O_##order); } while (0)
/* dst = *w (before), *w |= v */
#define FETCH_OR(dst, w, v, order) do { LS_PARK: (dst) = ls_or(LS_HERE, &(w), (u32)(v), LS_O_##order); } while (0)
/* dst = *w (before), *w &= ~v */
#define FETCH_ANDNOT(dst, w, v, order) do { LS_PARK: (dst) = ls_andnot(LS_HERE, &(w), (u32)(v), LS_O_##order); } while (0)
/* byte or half number n of *w, from the lowest, is written alone: the rest of the word stays */
#define STORE_BYTE(w, n, v, order) do { LS_PART_IS(n, 4); LS_PARK: ls_store_part(LS_HERE, &(w), LS_BYTE(n), (u32)(v), LS_O_##order); } while (0)
#define STORE_HALF(w, n, v, order) do { LS_PART_IS(n, 2); LS_PARK: ls_store_part(LS_HERE, &(w), LS_HALF(n), (u32)(v), LS_O_##order); } while (0)
/* dst = that byte or half of *w, which becomes v, in one go */
#define XCHG_BYTE(dst, w, n, v, order) do { LS_PART_IS(n, 4); LS_PARK: (dst) = ls_xchg_part(LS_HERE, &(w), LS_BYTE(n), (u32)(v), LS_O_##order); } while (0)
#define XCHG_HALF(dst, w, n, v, order) do { LS_PART_IS(n, 2); LS_PARK: (dst) = ls_xchg_part(LS_HERE, &(w), LS_HALF(n), (u32)(v), LS_O_##order); } while (0)
/* spin until cond, in which VAL is *w; then dst = VAL */
#define AWAIT(dst, w, cond, order) do { LS_PARK: { u32 VAL = ls_await(LS_HERE, &(w), LS_O_##order); if (!(cond)) return LS_SPINS; (dst) = VAL; } } while (0)

/* the same without keeping the value */
#define WAIT_UNTIL(w, cond, order) do { LS_PARK: { u32 VAL = ls_await(LS_HERE, &(w), LS_O_##order); if (!(cond)) return LS_SPINS; } } while (0)

/* --- steps: spin locks (0 free, else the holder) and the lists they protect ----- */

#define SPIN_LOCK(w) do { PREEMPT_DISABLE(); LS_PARK: if (!ls_spin_lock(LS_HERE, &(w))) return LS_SPINS; } while (0)
#define SPIN_TRYLOCK(dst, w) do { PREEMPT_DISABLE(); LS_PARK: if (!((dst) = ls_spin_trylock(LS_HERE, &(w)))) PREEMPT_ENABLE(); } while (0)
#define SPIN_UNLOCK(w) do { LS_PARK: ls_spin_unlock(LS_HERE, &(w)); PREEMPT_ENABLE(); } while (0)
#define LIST_ADD(l, tid) do { LS_PARK: ls_list_add(LS_HERE, &(l), tid); } while (0)
#define LIST_DEL(l, tid) do { LS_PARK: ls_list_del(LS_HERE, &(l), tid); } while (0)
/* dst = first thread of the list, 0 when it is empty */
#define LIST_FIRST(dst, l) do { LS_PARK: (dst) = ls_list_first(LS_HERE, &(l)); } while (0)
/* dst = threads on the list */
#define LIST_COUNT(dst, l) do { LS_PARK: (dst) = ls_list_count(LS_HERE, &(l)); } while (0)
/* dst = who stands behind that thread, which is on the list; 0 when it is the last */
#define LIST_NEXT(dst, l, tid) do { LS_PARK: (dst) = ls_list_next(LS_HERE, &(l), tid); } while (0)
/* dst = that thread is on the list */
#define LIST_HAS(dst, l, tid) do { LS_PARK: (dst) = ls_list_has_thread(LS_HERE, &(l), tid); } while (0)

/* --- steps: tasks, sleeping and waking ------------------------------------------ */

/* dst = task tid is executing on some CPU */
#define ON_CPU(dst, tid) do { LS_PARK: (dst) = ls_on_cpu(LS_HERE, tid); } while (0)
/* set_current_state(): store and full barrier, but for RUNNING: that is __set_current_state(). s = RUNNING INTERRUPTIBLE UNINTERRUPTIBLE KILLABLE */
#define SET_STATE(s) do { LS_PARK: ls_set_state(LS_HERE, s); } while (0)
/* __set_current_state(): a store without a barrier */
#define STORE_STATE(s) do { LS_PARK: ls_store_state(LS_HERE, s); } while (0)
/* schedule(): sleeps when the state is not RUNNING, until somebody makes it so */
#define SCHEDULE() do { LS_PARK: if (ls_schedule(LS_HERE)) return LS_PARKED; } while (0)
/* wake_up_process(): dst = 1 when the task was asleep or about to be */
#define WAKE(dst, tid) do { LS_PARK: (dst) = ls_wake(LS_HERE, tid); } while (0)
/* a sleeping lock that is not itself the subject: FIFO line, newcomers may steal a free one; ret = 0, or EINTR on a signal */
#define QUEUE_LOCK(ret, w, l) do { LS_PARK: { int queued_ = ls_queue_lock(LS_HERE, &(w), &(l), &(ret)); if (queued_) return queued_; } } while (0)
#define QUEUE_UNLOCK(w, l) do { LS_PARK: ls_queue_unlock(LS_HERE, &(w), &(l)); } while (0)

/* --- steps without an access ------------------------------------------------------ */

/* the critical section: the one step in which the holder does its work */
#define CRITICAL() do { LS_PARK: ls_note(LS_HERE, LS_OP_CRITICAL); } while (0)
/* a pause between two looks of a spin loop: free */
#define CPU_RELAX() ((void)0)

/* --- calls: free; the callee's first access is the next step ------------------------ */

/* The object has the type that the procedure works on, or gcc complains of the ?: */
#define LS_CALL(proc, obj, ...) ls_call(m, me, LS_TEXT_OF_##proc, LS_PROC_##proc, 1 ? (obj) : (proc##_object *)0, &(struct proc##_my){ __VA_ARGS__ }, sizeof(struct proc##_my))
#define CALL(dst, proc, obj, ...) do { fr->line = LS_LINE; return LS_CALL(proc, obj, __VA_ARGS__); case LS_LINE: (dst) = (tasks)m->retval; } while (0)
#define DO(proc, obj, ...) do { fr->line = LS_LINE; return LS_CALL(proc, obj, __VA_ARGS__); case LS_LINE:; } while (0)
/* a call from user mode into the kernel; on the way back signals are handled */
#define SYSCALL(dst, proc, obj, ...) do { LS_SELF.in_kernel = 1; fr->line = LS_LINE; return LS_CALL(proc, obj, __VA_ARGS__); case LS_LINE: (dst) = (tasks)m->retval; ls_user_return(m, me); if (LS_SELF.signal == LS_FATAL_SIGNAL) return LS_CALLED; } while (0)
#define RETURN(value) return ls_return(LS_HERE, (tasks)(value))

/* --- free: one of a set of threads ---------------------------------------------------- */

#define LOWEST(set) ls_taken_of(m, set)

/* --- free: what a thread knows about itself and its clocks ---------------------------- */

#define RUNNING LS_RUNNING
#define INTERRUPTIBLE LS_INTERRUPTIBLE
#define UNINTERRUPTIBLE LS_UNINTERRUPTIBLE
#define KILLABLE LS_KILLABLE

#define PREEMPT_DISABLE() (LS_SELF.preempt_off++)
#define PREEMPT_ENABLE() ls_preempt_enable(m, me)
/* the same just before schedule(), which looks at need_resched itself */
#define PREEMPT_ENABLE_NO_RESCHED() (LS_SELF.preempt_off--)
#define NEED_RESCHED() (LS_SELF.need_resched)
#define SIGNAL_PENDING(state) ls_signal_pending(m, me, state)
#define FATAL_SIGNAL() (LS_SELF.signal == LS_FATAL_SIGNAL)
#define CLEAR_SIGNAL() (LS_SELF.signal = LS_NO_SIGNAL)
/* the handoff threshold of task tid: started by its owner, passed when the environment says so */
#define THRESHOLD_START() (LS_SELF.threshold = LS_CLOCK_ARMED)
#define THRESHOLD_STOP() (LS_SELF.threshold = LS_CLOCK_OFF)
#define THRESHOLD_PASSED(tid) ls_threshold_passed(m, tid)
/* the timeout that the caller gave */
#define TIMEOUT_START() (LS_SELF.timeout = LS_CLOCK_ARMED)
#define TIMEOUT_STOP() (LS_SELF.timeout = LS_CLOCK_OFF)
#define TIMEOUT_PASSED() (LS_SELF.timeout == LS_CLOCK_PASSED)
/* task tid is gone or on its way out (find_task fails, or PF_EXITING is set) */
#define TASK_EXITING(tid) ls_task_exiting(m, tid)

#define MY_ROLE() (LS_SELF.role)
/* the variant has the feature, the switch is on: of the lock that is run; a text that it uses has neither */
#define HAS(of, feature) (m->lock == LS_LOCK_##of && (m->features >> of##_HAS_##feature & 1))
#define FAULT(of, s) (m->lock == LS_LOCK_##of && (m->switches >> of##_SWITCH_##s & 1))
#define ASSERT(cond) do { if (!(cond)) m->bug = LS_BUG_ASSERT; } while (0)
/* stands behind an access to what lives only while w, its count of references, is not 0 */
#define ALIVE(w) ls_alive(m, &(w))
/* stands behind an access that cannot fail: the phrase behind | tells it when cond */
#define OTHERWISE(cond) ((cond) ? (void)(m->rec.flags |= LS_REC_OTHERWISE) : (void)0)
/* a word of this thread's node, which lived on its stack, is gone now: states that differ only in
 * it become one. No access. (Locals that nobody reads any more are found by the front end.) */
#define OUT_OF_SCOPE(w) ls_out_of_scope(m, &(w))

/* the address of a word of shared memory, as a number: 0 is NULL. AT(a) is the word there, where an access wants one */
#define ADDRESS(w) ((u32)((const struct ls_word *)&(w) - (const struct ls_word *)m->mem) + 1)
#define AT(a) (*(struct ls_word *)(m->mem + ((u32)(a) - 1)))

/* who has the lock, for the invariants and the picture: stands behind the access that takes
 * the lock or gives it away, in the lock's text. Other backends cannot know that moment */
#define TAKES_WRITE() ls_hold(m, me, fr, LS_HOLDS_WRITE)
#define TAKES_READ() ls_hold(m, me, fr, LS_HOLDS_READ)
#define GIVES() ls_hold(m, me, fr, LS_HOLDS_NOTHING)
/* the workload enters and leaves the critical section: real threads check here that they are
 * alone; the machine, that the text has said that it took the lock */
#define HOLD_WRITE() ASSERT(LS_SELF.holds == LS_HOLDS_WRITE)
#define HOLD_READ() ASSERT(LS_SELF.holds == LS_HOLDS_READ)
#define UNHOLD() ((void)0)
#define DOWNGRADE() ((void)0) /* from writing to reading, before the lock is downgraded */

/* --- the lines about the lock: the front end reads them, only these two are code --------------- */

#define LS_LINES_ARE_CODE
#include "lines.h"

bool ls_signal_pending(const struct ls_machine *m, u32 me, u8 state);
bool ls_threshold_passed(const struct ls_machine *m, u32 tid);
bool ls_task_exiting(const struct ls_machine *m, u32 tid);

#endif
