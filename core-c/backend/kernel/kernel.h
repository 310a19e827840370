/* SPDX-License-Identifier: MIT */
/*
 * Kernel backend: the same words as the kernel itself says them, for kernel threads
 * in a module. See step.h for what each word means; here stands only how it is done.
 *
 * The texts of system calls are not compiled here: in the kernel, the patches in
 * core-c/kernel/patches take their place. So the words that only they use are missing:
 * SYSCALL, QUEUE_LOCK, QUEUE_UNLOCK, TASK_EXITING.
 */
#ifndef LOCKSTEP_BACKEND_KERNEL_H
#define LOCKSTEP_BACKEND_KERNEL_H

#include <linux/atomic.h>
#include <linux/hrtimer.h>
#include <linux/kernel.h>
#include <linux/ktime.h>
#include <linux/preempt.h>
#include <linux/sched.h>
#include <linux/sched/signal.h>
#include <linux/string.h>

#include "machine.h"
#include "registry.h"
#include "backend/locals.h"
#include "backend/kernel/ticks.h"
#include "backend/record/recording.h"

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
	u64 timeout;   /* likewise */
	u32 pinned;    /* how often its text has preemption off: then it must not sleep */
	u32 random;
	u32 holds;     /* enum ls_holds */
	u64 criticals; /* critical sections as a writer */
	u64 writes, reads, sleeps, wakes;
	u32 accesses; /* of a watched run, also looked at by others */
	u32 stall_rate; /* one access in 2^rate stalls; 0 = none */
	u32 vain_slot, vain_at; /* who did not move in the last stall, and its accesses then */
	u64 signalled; /* how often the text saw a signal that ends its wait */
	bool dead;     /* was killed: it does nothing more in this phase */
	const char *proc; /* where in the text it is */
	u32 line;
	bool watched; /* the run has jitter, stalls or a log: something is to be done at each access */
	struct hrtimer nap;
	struct rec_event *log; /* NULL: none is kept */
	u32 logged;
	bool lost; /* an event found the log full */
	bool resched; /* since the last event need_resched() was true */
} ____cacheline_aligned_in_smp;

struct lk_run {
	u32 n, variant, switches, features;
	u32 lock; /* enum ls_lock_id */
	const u8 *base; /* by text: the lock's number of its first procedure */
	u32 hold_ns, nap_every, threshold_us, timeout_us, jitter, stalls;
	u32 log_entries; /* a thread; 0 = no log */
	u32 poll_ns;     /* with a log: the pause between two looks of a spin loop */
	bool log_full;   /* of one of them: all come to an end */
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
	u32 (*start)(struct lk_thread *self, u32 me, u32 rounds);
};

/* A clock is the time at which it strikes; 0 = it is off. */
static inline u64 lk_clock_end(u32 us)
{
	return ktime_get_ns() + us * 1000ull;
}

static inline bool lk_clock_passed(u64 end)
{
	return end && ktime_get_ns() >= end;
}

/* module/words.c: the words that are more than one access. Those of spin locks leave preemption
 * to their caller; lk_spin_lock() returns lk_clock() before the look that succeeded. */
void lk_fail(struct lk_thread *self, const char *reason);
u64 lk_spin_lock(struct lk_thread *self, word *w);
bool lk_spin_trylock(struct lk_thread *self, word *w);
void lk_spin_unlock(struct lk_thread *self, word *w);
void lk_list_add(struct lk_thread *self, list *l, u32 tid);
void lk_list_del(struct lk_thread *self, list *l, u32 tid);
u32 lk_list_first(const list *l);
u32 lk_list_next(struct lk_thread *self, const list *l, u32 tid);
u32 lk_list_has(const list *l, u32 tid);
u32 lk_list_count(const list *l);
u32 lk_on_cpu(struct lk_thread *self, u32 tid);
void lk_set_state(u32 state);
void lk_store_state(u32 state);
void lk_schedule(struct lk_thread *self);
u32 lk_wake(struct lk_thread *self, u32 tid);
bool lk_signal_pending(struct lk_thread *self, u32 state);
bool lk_threshold_passed(struct lk_thread *self, u32 tid);
void lk_hold(struct lk_thread *self, u32 holds);
void lk_critical(struct lk_thread *self);

/* With jitter or stalls, loses time now and then. Returns lk_clock(). */
u64 lk_begin(struct lk_thread *self);
void lk_relax(const struct lk_thread *self);

/* The log tells it with the next event: only for that does a spinner of the texts look. */
static __always_inline bool lk_need_resched(struct lk_thread *self)
{
	bool wanted = need_resched();

	if (wanted)
		self->resched = true;
	return wanted;
}

/* module/log.c: keeps an event, or says that the log is full. */
void lk_log(struct lk_thread *self, const struct rec_event *e);

/* --- the log: what each access saw and between which times ---------------------------- */

/* In a run with a log: the time, read before anything behind this is done. Else 0. */
static __always_inline u64 lk_clock(const struct lk_thread *self)
{
	return likely(!self->log) ? 0 : ticks_before();
}

/*
 * The same, read when everything before this has been done and every CPU can see it. The
 * barrier is the price of a log: what only a store buffer could show does not happen then.
 */
static __always_inline u64 lk_clock_behind(void)
{
	return ticks_behind();
}

static __always_inline u16 lk_word(const struct lk_thread *self, const void *at)
{
	return (u16)((const u32 *)at - self->run->mem);
}

/*
 * One access, once plain and once for a run with jitter or a log, which may do it otherwise:
 * jitter loses time before it, a log keeps the fields that the operation has. In each case it
 * is noted where the thread is, for a run that hangs.
 */
#define LK_EITHER(plain, logged_one, operation, fields, ...)                           \
	do {                                                                           \
		WRITE_ONCE(self->line, __LINE__ - proc_line_);                         \
		WRITE_ONCE(self->proc, proc_name_);                                    \
		if (likely(!self->watched)) {                                          \
			plain;                                                         \
		} else {                                                               \
			u64 begin_ = lk_begin(self);                                   \
			logged_one;                                                    \
			if (begin_)                                                    \
				lk_log(self, &(struct rec_event){                      \
					.after = lk_clock_behind(), .before = begin_,  \
					.tid = (u8)self->slot, .op = LS_OP_##operation,\
					.proc = self->run->base[text_] + proc_id_, .line = __LINE__ - proc_line_,\
					.has = fields, __VA_ARGS__ });                 \
		}                                                                      \
	} while (0)
#define LK_DO(access, ...) LK_EITHER(access, access, __VA_ARGS__)
#define LK_ON(at) REC_WORD, .word = lk_word(self, at)

/* --- orders: the primitive of each --------------------------------------------------- */

#define LK_LOAD_relaxed(p) READ_ONCE(*(p))
#define LK_LOAD_acquire(p) smp_load_acquire(p)
#define LK_STORE_relaxed(p, v) WRITE_ONCE(*(p), v)
#define LK_STORE_release(p, v) smp_store_release(p, v)
#define LK_STORE_full(p, v) smp_store_mb(*(p), v)
#define LK_STORE_wmb(p, v) ({ smp_wmb(); WRITE_ONCE(*(p), v); })
#define LK_XCHG_relaxed(p, v) xchg_relaxed(p, v)
#define LK_XCHG_acquire(p, v) xchg_acquire(p, v)
#define LK_XCHG_release(p, v) xchg_release(p, v)
#define LK_XCHG_full(p, v) xchg(p, v)
#define LK_XCHG_wmb(p, v) ({ smp_wmb(); xchg_relaxed(p, v); })
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
#define LK_ANDNOT_relaxed(v, a) atomic_fetch_andnot_relaxed(v, a)
#define LK_ANDNOT_acquire(v, a) atomic_fetch_andnot_acquire(v, a)
#define LK_ANDNOT_release(v, a) atomic_fetch_andnot_release(v, a)
#define LK_ANDNOT_full(v, a) atomic_fetch_andnot(v, a)
#define LK_ATOMIC(w) ((atomic_t *)&(w).v)

/* --- a text ------------------------------------------------------------------------------ */

/* See step.h. */
#define LS_DECLARE(text, name, number, object, ...)                                    \
	LS_DECLARE_LOCALS(text, name, number, object, __VA_ARGS__)                     \
	tasks name##_kernel(struct lk_thread *self, u32 me, name##_object *lk, struct name##_my my_);
#include "procs.h" /* generated */

#define PROC(name, type, ...)                                                          \
	tasks name##_kernel(struct lk_thread *self, u32 me, name##_object *lk, struct name##_my my_) \
	{                                                                              \
		enum { proc_line_ = __LINE__, proc_id_ = LS_PROC_##name, text_ = LS_TEXT_OF_##name }; \
		static const char proc_name_[] = #name;                                \
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
		return (u32)name##_kernel(self, me, (name##_object *)self->run->mem, my); \
	}                                                                              \
	_Static_assert(sizeof(name##_object) <= 4 * LS_MEM_WORDS, "lock memory too small"); \
	extern const struct lk_text name##_kernel_text;                                \
	const struct lk_text name##_kernel_text = { #name, name##_start };

/* --- shared words -------------------------------------------------------------------------- */

#define LOAD(dst, w, order)                                                            \
	do {                                                                           \
		word *at_ = &(w);                                                      \
		u32 old_;                                                              \
		LK_DO(old_ = LK_LOAD_##order(&at_->v), LOAD, REC_OLD | LK_ON(at_),     \
		      .old = old_);                                                    \
		(dst) = old_;                                                          \
	} while (0)
#define STORE(w, val, order)                                                           \
	do {                                                                           \
		word *at_ = &(w);                                                      \
		u32 val_ = (u32)(val);                                                 \
		LK_DO(LK_STORE_##order(&at_->v, val_), STORE, REC_NEW | LK_ON(at_),    \
		      .new_ = val_);                                                   \
	} while (0)
#define XCHG(dst, w, val, order)                                                       \
	do {                                                                           \
		word *at_ = &(w);                                                      \
		u32 old_, val_ = (u32)(val);                                           \
		LK_DO(old_ = LK_XCHG_##order(&at_->v, val_), XCHG,                     \
		      REC_OLD | REC_NEW | LK_ON(at_), .old = old_, .new_ = val_);      \
		(dst) = old_;                                                          \
	} while (0)
/* A byte or a half of it, of a little-endian word; the event has the part in its place, and its bits. */
#define LK_STORE_PART(type, w, n, val, order)                                          \
	do {                                                                           \
		word *at_ = &(w);                                                      \
		type val_ = (type)(val), *part_ = (type *)&at_->v + (n);               \
		LK_DO(LK_STORE_##order(part_, val_), STORE,                            \
		      REC_NEW | REC_ARG | LK_ON(at_), .arg = LK_PART(type, n, (type)~0), \
		      .new_ = LK_PART(type, n, val_));                                 \
	} while (0)
#define LK_PART(type, n, val) ((u32)(val) << 8 * sizeof(type) * (n))
#define STORE_BYTE(w, n, val, order) LK_STORE_PART(u8, w, n, val, order)
#define STORE_HALF(w, n, val, order) LK_STORE_PART(u16, w, n, val, order)
#define LK_XCHG_PART(type, dst, w, n, val, order)                                      \
	do {                                                                           \
		word *at_ = &(w);                                                      \
		type old_, val_ = (type)(val), *part_ = (type *)&at_->v + (n);         \
		LK_DO(old_ = LK_XCHG_##order(part_, val_), XCHG,                       \
		      REC_OLD | REC_NEW | REC_ARG | LK_ON(at_), .arg = LK_PART(type, n, (type)~0), \
		      .old = LK_PART(type, n, old_), .new_ = LK_PART(type, n, val_));  \
		(dst) = old_;                                                          \
	} while (0)
#define XCHG_BYTE(dst, w, n, val, order) LK_XCHG_PART(u8, dst, w, n, val, order)
#define XCHG_HALF(dst, w, n, val, order) LK_XCHG_PART(u16, dst, w, n, val, order)
#define CAS(dst, w, expect, val, order)                                                \
	do {                                                                           \
		word *at_ = &(w);                                                      \
		u32 old_, arg_ = (u32)(expect), val_ = (u32)(val);                     \
		LK_DO(old_ = LK_CAS_##order(&at_->v, arg_, val_), CAS,                 \
		      REC_ARG | REC_OLD | REC_NEW | REC_OK | LK_ON(at_), .arg = arg_,  \
		      .old = old_, .new_ = old_ == arg_ ? val_ : old_, .ok = old_ == arg_);\
		(dst) = old_;                                                          \
	} while (0)
#define LK_ADD(keep, w, val, order)                                                    \
	do {                                                                           \
		word *at_ = &(w);                                                      \
		u32 old_, val_ = (u32)(val);                                           \
		LK_DO(old_ = (u32)LK_ADD_##order((int)val_, LK_ATOMIC(*at_)), ADD,     \
		      REC_OLD | REC_NEW | LK_ON(at_), .old = old_, .new_ = old_ + val_);\
		keep;                                                                  \
	} while (0)
#define FETCH_ADD(dst, w, val, order) LK_ADD((dst) = old_, w, val, order)
#define ADD_RETURN(dst, w, val, order) LK_ADD((dst) = old_ + val_, w, val, order)
#define ADD(w, val, order) LK_ADD((void)0, w, val, order)
#define LK_BITS(op, dst, w, val, result, order)                                        \
	do {                                                                           \
		word *at_ = &(w);                                                      \
		u32 old_, val_ = (u32)(val);                                           \
		LK_DO(old_ = (u32)LK_##op##_##order((int)val_, LK_ATOMIC(*at_)), op,   \
		      REC_OLD | REC_NEW | LK_ON(at_), .old = old_, .new_ = (result));  \
		(dst) = old_;                                                          \
	} while (0)
#define FETCH_OR(dst, w, val, order) LK_BITS(OR, dst, w, val, old_ | val_, order)
#define FETCH_ANDNOT(dst, w, val, order) LK_BITS(ANDNOT, dst, w, val, old_ & ~val_, order)
#define ADDRESS(w) ((u32)((const u32 *)&(w) - self->run->mem) + 1)
#define AT(a) (*(word *)(self->run->mem + ((u32)(a) - 1)))
/* Full: the kernel has no such load. It waits with acquire, and then has a barrier (asm-generic/ticket_spinlock.h);
 * a load alone has it before (kernel/futex.c). */
#define LK_LOAD_full(p) ({ u32 seen_; smp_mb(); seen_ = smp_load_acquire(p); smp_mb(); seen_; })
#define smp_cond_load_full(p, cond) ({ u32 waited_ = smp_cond_load_acquire(p, cond); smp_mb(); waited_; })
/* With a log, each look has a time of its own, and the last one is kept. */
#define LK_AWAIT(keep, w, cond, order)                                                 \
	do {                                                                           \
		word *at_ = &(w);                                                      \
		u32 VAL;                                                               \
		LK_EITHER(VAL = smp_cond_load_##order(&at_->v, cond),                  \
			  while (VAL = LK_LOAD_##order(&at_->v), !(cond)) {            \
				  cpu_relax();                                         \
				  begin_ = lk_clock(self);                             \
			  },                                                           \
			  AWAIT, REC_OLD | LK_ON(at_), .old = VAL);                    \
		keep;                                                                  \
	} while (0)
#define AWAIT(dst, w, cond, order) LK_AWAIT((dst) = VAL, w, cond, order)
#define WAIT_UNTIL(w, cond, order) LK_AWAIT((void)VAL, w, cond, order)

/* --- spin locks and the lists they protect ---------------------------------------------------- */

#define SPIN_LOCK(w)                                                                   \
	do {                                                                           \
		word *at_ = &(w);                                                      \
		preempt_disable();                                                     \
		LK_EITHER(lk_spin_lock(self, at_), begin_ = lk_spin_lock(self, at_),   \
			  SPIN_LOCK, LK_ON(at_));                                      \
	} while (0)
#define SPIN_TRYLOCK(dst, w)                                                           \
	do {                                                                           \
		word *at_ = &(w);                                                      \
		bool ok_;                                                              \
		preempt_disable();                                                     \
		LK_DO(ok_ = lk_spin_trylock(self, at_), SPIN_TRYLOCK,                  \
		      REC_OK | LK_ON(at_), .ok = ok_);                                 \
		if (!ok_)                                                              \
			preempt_enable();                                              \
		(dst) = ok_;                                                           \
	} while (0)
#define SPIN_UNLOCK(w)                                                                 \
	do {                                                                           \
		word *at_ = &(w);                                                      \
		LK_DO(lk_spin_unlock(self, at_), SPIN_UNLOCK, LK_ON(at_));             \
		preempt_enable();                                                      \
	} while (0)
#define LIST_ADD(l, who)                                                               \
	do {                                                                           \
		list *at_ = &(l);                                                      \
		u32 who_ = (who);                                                      \
		LK_DO(lk_list_add(self, at_, who_), LIST_ADD, REC_TARGET | LK_ON(at_), \
		      .target = (u8)who_);                                             \
	} while (0)
#define LIST_DEL(l, who)                                                               \
	do {                                                                           \
		list *at_ = &(l);                                                      \
		u32 who_ = (who);                                                      \
		LK_DO(lk_list_del(self, at_, who_), LIST_DEL, REC_TARGET | LK_ON(at_), \
		      .target = (u8)who_);                                             \
	} while (0)
#define LIST_FIRST(dst, l)                                                             \
	do {                                                                           \
		list *at_ = &(l);                                                      \
		u32 who_;                                                              \
		LK_DO(who_ = lk_list_first(at_), LIST_FIRST, REC_TARGET | LK_ON(at_),  \
		      .target = (u8)who_);                                             \
		(dst) = who_;                                                          \
	} while (0)
#define LIST_COUNT(dst, l)                                                             \
	do {                                                                           \
		list *at_ = &(l);                                                      \
		u32 count_;                                                            \
		LK_DO(count_ = lk_list_count(at_), LIST_FIRST,                         \
		      REC_TARGET | REC_OLD | LK_ON(at_), .old = count_,                \
		      .target = (u8)lk_list_first(at_));                               \
		(dst) = count_;                                                        \
	} while (0)
#define LIST_NEXT(dst, l, who)                                                         \
	do {                                                                           \
		list *at_ = &(l);                                                      \
		u32 asked_ = (who), found_;                                            \
		LK_DO(found_ = lk_list_next(self, at_, asked_), LIST_NEXT,             \
		      REC_ARG | REC_TARGET | LK_ON(at_), .arg = asked_,                \
		      .target = (u8)found_);                                           \
		(dst) = found_;                                                        \
	} while (0)
#define LIST_HAS(dst, l, who)                                                          \
	do {                                                                           \
		list *at_ = &(l);                                                      \
		u32 asked_ = (who), found_;                                            \
		LK_DO(found_ = lk_list_has(at_, asked_), LIST_HAS,                     \
		      REC_ARG | REC_TARGET | LK_ON(at_), .arg = asked_,                \
		      .target = (u8)(found_ ? asked_ : 0));                            \
		(dst) = found_;                                                        \
	} while (0)

/* --- tasks, sleeping and waking ------------------------------------------------------------------ */

#define ON_CPU(dst, who)                                                               \
	do {                                                                           \
		u32 old_, who_ = (who);                                                \
		LK_DO(old_ = lk_on_cpu(self, who_), ON_CPU, REC_TARGET | REC_OLD,      \
		      .target = (u8)who_, .old = old_);                                \
		(dst) = old_;                                                          \
	} while (0)
#define SET_STATE(s)                                                                   \
	do {                                                                           \
		u32 state_ = (s);                                                      \
		LK_DO(lk_set_state(state_), SET_STATE, REC_NEW, .new_ = state_);       \
	} while (0)
#define STORE_STATE(s)                                                                 \
	do {                                                                           \
		u32 state_ = (s);                                                      \
		LK_DO(lk_store_state(state_), SET_STATE, REC_NEW, .new_ = state_);     \
	} while (0)
#define SCHEDULE() LK_DO(lk_schedule(self), SLEEP, 0)
#define WAKE(dst, who)                                                                 \
	do {                                                                           \
		u32 ok_, who_ = (who);                                                 \
		LK_DO(ok_ = lk_wake(self, who_), WAKE, REC_TARGET | REC_OK,            \
		      .target = (u8)who_, .ok = (u8)ok_);                              \
		(dst) = ok_;                                                           \
	} while (0)
#define CRITICAL() LK_DO(lk_critical(self), CRITICAL, 0)
#define CPU_RELAX() lk_relax(self)

/* --- calls ---------------------------------------------------------------------------------------- */

#define LK_INTO(proc, obj, ...) proc##_kernel(self, me, obj, (struct proc##_my){ __VA_ARGS__ })
#define CALL(dst, proc, obj, ...) do { (dst) = LK_INTO(proc, obj, __VA_ARGS__); } while (0)
#define DO(proc, obj, ...) do { (void)LK_INTO(proc, obj, __VA_ARGS__); } while (0)
#define RETURN(value) return (tasks)(value)

/* --- free words -------------------------------------------------------------------------------------- */

#define RUNNING LS_RUNNING
#define INTERRUPTIBLE LS_INTERRUPTIBLE
#define UNINTERRUPTIBLE LS_UNINTERRUPTIBLE
#define KILLABLE LS_KILLABLE

#define PREEMPT_DISABLE() do { preempt_disable(); self->pinned++; } while (0)
#define PREEMPT_ENABLE() do { self->pinned--; preempt_enable(); } while (0)
/* A module has no other: it may lose the CPU here already, which schedule() follows anyway. */
#define PREEMPT_ENABLE_NO_RESCHED() PREEMPT_ENABLE()
#define NEED_RESCHED() lk_need_resched(self)
#define SIGNAL_PENDING(state) lk_signal_pending(self, state)
#define FATAL_SIGNAL() (fatal_signal_pending(current) != 0)
#define CLEAR_SIGNAL() do { if (signal_pending(current)) flush_signals(current); } while (0)
#define THRESHOLD_START() WRITE_ONCE(self->threshold, lk_clock_end(self->run->threshold_us))
#define THRESHOLD_STOP() WRITE_ONCE(self->threshold, 0)
#define THRESHOLD_PASSED(tid) lk_threshold_passed(self, tid)
#define TIMEOUT_START() (self->timeout = lk_clock_end(self->run->timeout_us))
#define TIMEOUT_STOP() (self->timeout = 0)
#define TIMEOUT_PASSED() lk_clock_passed(self->timeout)

#define MY_ROLE() (self->role)
#define HAS(of, feature) (self->run->lock == LS_LOCK_##of && (self->run->features >> of##_HAS_##feature & 1))
#define FAULT(of, s) (self->run->lock == LS_LOCK_##of && (self->run->switches >> of##_SWITCH_##s & 1))
#define ASSERT(cond) do { if (!(cond)) lk_fail(self, "an assertion of the text failed: " #cond); } while (0)
#define ALIVE(w) ((void)0)
#define OUT_OF_SCOPE(w) WRITE_ONCE((w).v, 0)

#define OTHERWISE(cond) ((void)0) /* only a matter of telling */
#define TAKES_WRITE() ((void)0)
#define TAKES_READ() ((void)0)
#define GIVES() ((void)0)
#define HOLD_WRITE() lk_hold(self, LS_HOLDS_WRITE)
#define HOLD_READ() lk_hold(self, LS_HOLDS_READ)
#define UNHOLD() lk_hold(self, LS_HOLDS_NOTHING)
#define DOWNGRADE() lk_hold(self, LS_HOLDS_READ)

#define LS_LINES_ARE_CODE
#include "backend/step/lines.h"

#endif
