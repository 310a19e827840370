/* SPDX-License-Identifier: MIT */
/*
 * Kernel backend: the same words as the kernel itself says them, for kernel threads
 * in a module. See step.h for what each word means; here stands only how it is done.
 *
 * The texts of system calls are not compiled here: in the kernel, the patches in
 * core-c/kernel/patches take their place. So the words that only they use are missing:
 * SYSCALL, QUEUE_LOCK, QUEUE_UNLOCK, TIMEOUT_*, TASK_EXITING.
 */
#ifndef LOCKSTEP_BACKEND_KERNEL_H
#define LOCKSTEP_BACKEND_KERNEL_H

#include <linux/atomic.h>
#include <linux/kernel.h>
#include <linux/ktime.h>
#include <linux/preempt.h>
#include <linux/sched.h>
#include <linux/sched/signal.h>
#include <linux/string.h>

#include "../machine.h"
#include "../registry.h"

typedef struct ls_word word;
typedef struct ls_list list;
#define NODES (LS_MAX_THREADS + 1)

/* The kernel's own rwsem has one name in common with that of 2017. */
#undef RWSEM_WRITER_LOCKED

struct lk_run;

struct lk_thread {
	struct lk_run *run;
	u32 slot; /* 1..n: what it is called in the lock */
	u32 role;
	struct task_struct *task;
	u64 threshold; /* end of the clock in ns; 0 = off */
	u32 random;
	u32 holds;     /* enum ls_holds */
	u64 criticals; /* critical sections as a writer */
	u64 writes, reads, sleeps, wakes;
	const char *proc; /* where in the text it is */
	u32 line;
} ____cacheline_aligned_in_smp;

struct lk_run {
	u32 n, variant, switches;
	u32 hold_ns, nap_every, threshold_us, jitter;
	const char *reason; /* why the run failed, or NULL */
	u32 failed_by;
	atomic_t inside ____cacheline_aligned_in_smp; /* readers + LK_WRITER * writers */
	u64 counter ____cacheline_aligned_in_smp;     /* plain: the proof of exclusion */
	struct lk_thread thread[LS_MAX_THREADS + 1];
	u32 mem[LS_MEM_WORDS] ____cacheline_aligned_in_smp; /* the lock */
};
#define LK_WRITER 0x10000

/* The entry of a PROC as the run calls it, with its first local set. */
struct lk_text {
	const char *name;
	u32 lock_size;
	u32 (*start)(struct lk_thread *self, u32 me, u32 rounds);
};

/* module/words.c: the words that are more than one access. */
void lk_fail(struct lk_thread *self, const char *reason);
void lk_spin_lock(struct lk_thread *self, word *w);
bool lk_spin_trylock(struct lk_thread *self, word *w);
void lk_spin_unlock(struct lk_thread *self, word *w);
void lk_list_add(struct lk_thread *self, list *l, u32 tid);
void lk_list_del(struct lk_thread *self, list *l, u32 tid);
u32 lk_list_first(const list *l);
u32 lk_list_count(const list *l);
u32 lk_on_cpu(struct lk_thread *self, u32 tid);
void lk_set_state(u32 state);
void lk_schedule(struct lk_thread *self);
u32 lk_wake(struct lk_thread *self, u32 tid);
bool lk_signal_pending(u32 state);
bool lk_threshold_passed(struct lk_thread *self, u32 tid);
void lk_hold(struct lk_thread *self, u32 holds);
void lk_critical(struct lk_thread *self);

void lk_lose_time(struct lk_thread *self);

/* Notes where the thread is, for a run that hangs; with jitter, loses time before some accesses. */
#define LK_AT                                                                          \
	do {                                                                           \
		WRITE_ONCE(self->line, __LINE__);                                      \
		WRITE_ONCE(self->proc, proc_name_);                                    \
		if (unlikely(self->run->jitter))                                       \
			lk_lose_time(self);                                            \
	} while (0)

/* --- orders: the primitive of each --------------------------------------------------- */

#define LK_LOAD_relaxed(p) READ_ONCE(*(p))
#define LK_LOAD_acquire(p) smp_load_acquire(p)
#define LK_STORE_relaxed(p, v) WRITE_ONCE(*(p), v)
#define LK_STORE_release(p, v) smp_store_release(p, v)
#define LK_STORE_full(p, v) smp_store_mb(*(p), v)
#define LK_XCHG_relaxed(p, v) xchg_relaxed(p, v)
#define LK_XCHG_acquire(p, v) xchg_acquire(p, v)
#define LK_XCHG_release(p, v) xchg_release(p, v)
#define LK_XCHG_full(p, v) xchg(p, v)
#define LK_CAS_relaxed(p, e, v) cmpxchg_relaxed(p, e, v)
#define LK_CAS_acquire(p, e, v) cmpxchg_acquire(p, e, v)
#define LK_CAS_release(p, e, v) cmpxchg_release(p, e, v)
#define LK_CAS_full(p, e, v) cmpxchg(p, e, v)
#define LK_ADD_relaxed(v, a) atomic_fetch_add_relaxed(v, a)
#define LK_ADD_acquire(v, a) atomic_fetch_add_acquire(v, a)
#define LK_ADD_release(v, a) atomic_fetch_add_release(v, a)
#define LK_ADD_full(v, a) atomic_fetch_add(v, a)
#define LK_OR_relaxed(v, a) atomic_fetch_or_relaxed(v, a)
#define LK_OR_acquire(v, a) atomic_fetch_or_acquire(v, a)
#define LK_OR_release(v, a) atomic_fetch_or_release(v, a)
#define LK_OR_full(v, a) atomic_fetch_or(v, a)
#define LK_ATOMIC(w) ((atomic_t *)&(w).v)

/* --- a text ------------------------------------------------------------------------------ */

#define PROC(name, ...)                                                                \
	_Pragma("GCC diagnostic push") _Pragma("GCC diagnostic error \"-Wpadded\"")    \
	struct name##_my {                                                             \
		__VA_ARGS__                                                            \
	};                                                                             \
	_Pragma("GCC diagnostic pop")                                                  \
	_Static_assert(sizeof(struct name##_my) % 4 == 0, "locals in whole words");    \
	static u32 name##_kernel(struct lk_thread *self, u32 me, struct name##_my my_) \
	{                                                                              \
		static const char proc_name_[] = #name;                                \
		LOCK_TYPE *lk = (LOCK_TYPE *)self->run->mem;                           \
		struct name##_my *my = &my_;                                           \
		(void)lk, (void)my, (void)me, (void)proc_name_;

#define END(name)                                                                      \
		return 0;                                                              \
	}                                                                              \
	static u32 name##_start(struct lk_thread *self, u32 me, u32 rounds)            \
	{                                                                              \
		struct name##_my my;                                                   \
		memset(&my, 0, sizeof my);                                             \
		if (sizeof my >= sizeof rounds)                                        \
			memcpy((void *)&my, &rounds, min(sizeof my, sizeof rounds));   \
		return name##_kernel(self, me, my);                                    \
	}                                                                              \
	_Static_assert(sizeof(LOCK_TYPE) <= 4 * LS_MEM_WORDS, "lock memory too small");\
	const struct lk_text name##_kernel_text = { #name, sizeof(LOCK_TYPE), name##_start };

/* --- shared words -------------------------------------------------------------------------- */

#define LOAD(dst, w, order) do { LK_AT; (dst) = LK_LOAD_##order(&(w).v); } while (0)
#define STORE(w, val, order) do { LK_AT; LK_STORE_##order(&(w).v, (u32)(val)); } while (0)
#define XCHG(dst, w, val, order) do { LK_AT; (dst) = LK_XCHG_##order(&(w).v, (u32)(val)); } while (0)
#define CAS(dst, w, expect, val, order) do { LK_AT; (dst) = LK_CAS_##order(&(w).v, (u32)(expect), (u32)(val)); } while (0)
#define FETCH_ADD(dst, w, val, order) do { LK_AT; (dst) = (u32)LK_ADD_##order((int)(val), LK_ATOMIC(w)); } while (0)
#define ADD_RETURN(dst, w, val, order) do { LK_AT; int added_ = (int)(val); (dst) = (u32)LK_ADD_##order(added_, LK_ATOMIC(w)) + (u32)added_; } while (0)
#define ADD(w, val, order) do { LK_AT; (void)LK_ADD_##order((int)(val), LK_ATOMIC(w)); } while (0)
#define FETCH_OR(dst, w, val, order) do { LK_AT; (dst) = (u32)LK_OR_##order((int)(val), LK_ATOMIC(w)); } while (0)
#define AWAIT(dst, w, cond, order) do { LK_AT; (dst) = smp_cond_load_##order(&(w).v, cond); } while (0)
#define WAIT_UNTIL(w, cond, order) do { LK_AT; (void)smp_cond_load_##order(&(w).v, cond); } while (0)

/* --- spin locks and the lists they protect ---------------------------------------------------- */

#define SPIN_LOCK(w) do { LK_AT; lk_spin_lock(self, &(w)); } while (0)
#define SPIN_TRYLOCK(dst, w) do { LK_AT; (dst) = lk_spin_trylock(self, &(w)); } while (0)
#define SPIN_UNLOCK(w) do { LK_AT; lk_spin_unlock(self, &(w)); } while (0)
#define LIST_ADD(l, tid) do { LK_AT; lk_list_add(self, &(l), tid); } while (0)
#define LIST_DEL(l, tid) do { LK_AT; lk_list_del(self, &(l), tid); } while (0)
#define LIST_FIRST(dst, l) do { LK_AT; (dst) = lk_list_first(&(l)); } while (0)
#define LIST_COUNT(dst, l) do { LK_AT; (dst) = lk_list_count(&(l)); } while (0)

/* --- tasks, sleeping and waking ------------------------------------------------------------------ */

#define ON_CPU(dst, tid) do { LK_AT; (dst) = lk_on_cpu(self, tid); } while (0)
#define SET_STATE(s) do { LK_AT; lk_set_state(s); } while (0)
#define SCHEDULE() do { LK_AT; lk_schedule(self); } while (0)
#define WAKE(dst, tid) do { LK_AT; (dst) = lk_wake(self, tid); } while (0)
#define CRITICAL() do { LK_AT; lk_critical(self); } while (0)
#define CPU_RELAX() cpu_relax()

/* --- calls ---------------------------------------------------------------------------------------- */

#define CALL(dst, proc, ...) do { (dst) = proc##_kernel(self, me, (struct proc##_my){ __VA_ARGS__ }); } while (0)
#define DO(proc, ...) do { (void)proc##_kernel(self, me, (struct proc##_my){ __VA_ARGS__ }); } while (0)
#define RETURN(value) return (u32)(value)

/* --- free words -------------------------------------------------------------------------------------- */

#define RUNNING LS_RUNNING
#define INTERRUPTIBLE LS_INTERRUPTIBLE
#define UNINTERRUPTIBLE LS_UNINTERRUPTIBLE
#define KILLABLE LS_KILLABLE

#define PREEMPT_DISABLE() preempt_disable()
#define PREEMPT_ENABLE() preempt_enable()
/* A module has no other: it may lose the CPU here already, which schedule() follows anyway. */
#define PREEMPT_ENABLE_NO_RESCHED() preempt_enable()
#define NEED_RESCHED() need_resched()
#define SIGNAL_PENDING(state) lk_signal_pending(state)
#define FATAL_SIGNAL() (fatal_signal_pending(current) != 0)
#define CLEAR_SIGNAL() do { if (signal_pending(current)) flush_signals(current); } while (0)
#define THRESHOLD_START() WRITE_ONCE(self->threshold, ktime_get_ns() + self->run->threshold_us * 1000ull)
#define THRESHOLD_STOP() WRITE_ONCE(self->threshold, 0)
#define THRESHOLD_PASSED(tid) lk_threshold_passed(self, tid)

#define ROLE() (self->role)
#define SINCE(lock, v) (self->run->variant >= lock##_VARIANT_##v)
#define FAULT(lock, s) ((self->run->switches >> lock##_SWITCH_##s) & 1)
#define ASSERT(cond) do { if (!(cond)) lk_fail(self, "an assertion of the text failed: " #cond); } while (0)
#define FORGET(local) ((local) = 0)
#define OUT_OF_SCOPE(w) WRITE_ONCE((w).v, 0)

#define OTHERWISE(cond) ((void)0) /* only a matter of telling */
#define TAKES_WRITE() ((void)0)
#define TAKES_READ() ((void)0)
#define GIVES() ((void)0)
#define HOLD_WRITE() lk_hold(self, LS_HOLDS_WRITE)
#define HOLD_READ() lk_hold(self, LS_HOLDS_READ)
#define UNHOLD() lk_hold(self, LS_HOLDS_NOTHING)
#define DOWNGRADE() lk_hold(self, LS_HOLDS_READ)

#endif
