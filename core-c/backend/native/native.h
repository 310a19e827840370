/* SPDX-License-Identifier: MIT */
/*
 * Native backend: the same words for real threads. A PROC becomes a C function,
 * a shared word a C11 atomic, schedule() a futex wait. See step.h for what each
 * word means; here stands only how it is done.
 *
 * `me` may be a real thread id (in a text that makes real system calls); `self`
 * is the thread's own record and needs no number.
 */
#ifndef LOCKSTEP_BACKEND_NATIVE_H
#define LOCKSTEP_BACKEND_NATIVE_H

#include <string.h>

#include "machine.h"
#include "registry.h"
#include "backend/locals.h"
#include "native_thread.h"

#define NODES (LS_MAX_THREADS + 1)

/* Orders. A load cannot release and a store cannot acquire: those are not defined. */
#define LN_LOAD_relaxed memory_order_relaxed
#define LN_LOAD_acquire memory_order_acquire
#define LN_LOAD_full memory_order_seq_cst
#define LN_STORE_relaxed memory_order_relaxed
#define LN_STORE_release memory_order_release
#define LN_STORE_full memory_order_seq_cst
#define LN_STORE_wmb memory_order_relaxed
#define LN_RMW_relaxed memory_order_relaxed
#define LN_RMW_acquire memory_order_acquire
#define LN_RMW_release memory_order_release
#define LN_RMW_acq_rel memory_order_acq_rel
#define LN_RMW_full memory_order_seq_cst
#define LN_RMW_wmb memory_order_relaxed
#define LN_FAILED_relaxed memory_order_relaxed /* of a CAS that did not store */
#define LN_FAILED_acquire memory_order_acquire
#define LN_FAILED_release memory_order_relaxed
#define LN_FAILED_acq_rel memory_order_acquire
#define LN_FAILED_full memory_order_seq_cst

/* In the kernel `full` also orders the relaxed accesses around it. So does a
 * seq_cst read-modify-write of x86, but not that of every machine. */
#if defined(__x86_64__) || defined(__i386__)
#define LN_FENCE_full ((void)0)
#else
#define LN_FENCE_full atomic_thread_fence(memory_order_seq_cst)
#endif
#define LN_FENCE_relaxed ((void)0)
#define LN_FENCE_acquire ((void)0)
#define LN_FENCE_release ((void)0)
#define LN_FENCE_acq_rel ((void)0)
/* before the access is meant; C11 has none for stores alone */
#define LN_FENCE_wmb atomic_thread_fence(memory_order_release)

/* Notes where the thread is, and is the way out of a run that has failed. */
static inline void native_at(struct native_thread *self, const struct native_place *place)
{
	atomic_store_explicit(&self->place, place, memory_order_relaxed);
	if (__builtin_expect(atomic_load_explicit(&self->run->attention, memory_order_relaxed) != 0, 0))
		native_attend(self);
}

static inline _Atomic u32 *native_word(struct native_thread *self, word *w)
{
	char *p = (char *)w;

	if (__builtin_expect(p < self->run->mem || p >= self->run->mem_end, 0)) {
		native_fail(self, "used a node or a task that does not exist");
		return &self->run->scratch.v;
	}
	return &w->v;
}

/*
 * A byte or a half of a word, written alone as in the kernel: C11 has no atomics of two sizes in one place, the
 * compilers have. ThreadSanitizer keeps what a store passes on by its address, so there the word is written through.
 */
#if defined(__SANITIZE_THREAD__)
static inline u32 native_part_xchg(_Atomic u32 *w, u32 bits, u32 v, memory_order order)
{
	u32 old = atomic_load_explicit(w, memory_order_relaxed), one = bits & -bits;

	while (!atomic_compare_exchange_weak_explicit(w, &old, (old & ~bits) | (v * one & bits), order,
						      memory_order_relaxed))
		;
	return (old & bits) / one;
}
#define LN_PART(name, type, size)                                                              \
	static inline void name##_store(_Atomic u32 *w, u32 n, u32 v, memory_order order)      \
	{                                                                                      \
		native_part_xchg(w, (u32)(type)~0 << 8 * (size) * n, v, order);                \
	}                                                                                      \
	static inline u32 name##_xchg(_Atomic u32 *w, u32 n, u32 v, memory_order order)        \
	{                                                                                      \
		return native_part_xchg(w, (u32)(type)~0 << 8 * (size) * n, v, order);         \
	}
#else
#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
#define LN_PART_AT(n, size) (n)
#else
#define LN_PART_AT(n, size) (4 / (size) - 1 - (n))
#endif
#define LN_PART(name, type, size)                                                              \
	typedef type __attribute__((may_alias)) name;                                          \
	static inline void name##_store(_Atomic u32 *w, u32 n, u32 v, memory_order order)      \
	{                                                                                      \
		__atomic_store_n((name *)w + LN_PART_AT(n, size), (type)v, (int)order);        \
	}                                                                                      \
	static inline u32 name##_xchg(_Atomic u32 *w, u32 n, u32 v, memory_order order)        \
	{                                                                                      \
		return __atomic_exchange_n((name *)w + LN_PART_AT(n, size), (type)v, (int)order); \
	}
#endif
LN_PART(native_byte, u8, 1)
LN_PART(native_half, u16, 2)

/*
 * LN_AT(op, of, what) stands before every access: op of enum ls_op, of a WORD (what = its
 * address), a LIST, the STATE or ON_CPU of a task (what = the task), or NOTHING. Behind
 * it one of these: LN_GOT (the value that it read), LN_STORED (the value that it stored),
 * LN_EXCHANGED (old value, operand, expected value, whether it stored), LN_STORED_PART and LN_EXCHANGED_PART (the
 * same of a part of the word, and the bits of it), LN_FOUND (a thread),
 * LN_FOUND_BEHIND (the thread that was asked about, the one found or 0),
 * LN_COUNTED (the first of a list, and its length), or LN_DID (whether it succeeded). All but the place
 * are for forced schedules (gate.h) and recordings (log.h), and empty in an ordinary build.
 */
#if defined(LOCKSTEP_GATED)
#include "backend/follow/gate_words.h"
#elif defined(LOCKSTEP_LOGGED)
#include "backend/record/log_words.h"
#else
#define LN_AT(op, of, what)                                                         \
	do {                                                                        \
		static const struct native_place place_ = { proc_name_, __LINE__ - proc_first_ }; \
		native_at(self, &place_);                                           \
	} while (0)
#define LN_PROC(name)
#define LN_GOT(value) ((void)(value))
#define LN_AWAITED(value) ((void)0) /* the LN_GOT before it was the last of its wait */
#define LN_STORED(value) ((void)0)
#define LN_EXCHANGED(old, operand, expected, done) ((void)(old), (void)(done))
#define LN_STORED_PART(value, bits) ((void)0)
#define LN_EXCHANGED_PART(old, operand, bits) ((void)(old))
#define LN_FOUND(tid) ((void)0)
#define LN_FOUND_BEHIND(asked, tid) ((void)(asked))
#define LN_COUNTED(first, length) ((void)0)
#define LN_DID(done) ((void)0)
#define LN_HAS(holds) ((void)0)
#define LN_MUST_HAVE(holds) ((void)0)
#define LN_ENTER LN_AT(NONE, NOTHING, 0) /* a system call; then, if it is a real one: */
#define LN_CALL(proc) ((void)0)
#define LN_RETURNED(value) ((void)0)
#define LN_TEXT(name) name##_native_text
#define LN_FN(name) name##_native
#define LN_START(name) name##_native_start
#endif
#define LN_WORD(w) native_word(self, &(w))

/* --- a text: see step.h for LS_DECLARE -------------------------------------------- */

#define LS_DECLARE(text, name, number, object, ...)                                    \
	LS_DECLARE_LOCALS(text, name, number, object, __VA_ARGS__)                     \
	enum { LS_SUBJECT_##name = LS_LOCK_##text };                                   \
	tasks LN_FN(name)(struct native_thread *self, u32 me, name##_object *lk, struct name##_my my_);
#include "procs.h" /* generated */

/* A text that another lock uses takes that lock's part, not the lock. */
#define LN_SUBJECT (self->run->config.lock == subject_)

#define PROC(name, type, ...)                                                          \
	enum { name##_first = __LINE__ };                                              \
	tasks LN_FN(name)(struct native_thread *self, u32 me, name##_object *lk, struct name##_my my_) \
	{                                                                              \
		enum { proc_first_ = __LINE__, subject_ = LS_SUBJECT_##name };         \
		static const char proc_name_[] = #name;                                \
		LN_PROC(name)                                                          \
		struct name##_my *my = &my_;                                           \
		(void)lk, (void)my, (void)me, (void)proc_name_;

#define END(name)                                                                      \
		return 0;                                                              \
	}                                                                              \
	static u32 LN_START(name)(struct native_thread *self, u32 me, u32 rounds)      \
	{                                                                              \
		struct name##_my my;                                                   \
		memset(&my, 0, sizeof my);                                             \
		if (sizeof my >= sizeof rounds)                                        \
			memcpy((void *)&my, &rounds, sizeof rounds < sizeof my ? sizeof rounds : sizeof my); \
		return (u32)LN_FN(name)(self, me, (name##_object *)self->run->mem, my); \
	}                                                                              \
	const struct native_text LN_TEXT(name) = { #name, LN_START(name) };

/* --- shared words ----------------------------------------------------------------- */

/* A full load is a barrier, then the load: C has no such load. */
#define LN_BARRIER_full atomic_thread_fence(memory_order_seq_cst)
#define LN_BARRIER_relaxed ((void)0)
#define LN_BARRIER_acquire ((void)0)
#define LOAD(dst, w, order) do { LN_AT(LOAD, WORD, &(w)); LN_BARRIER_##order; u32 got_ = atomic_load_explicit(LN_WORD(w), LN_LOAD_##order); LN_FENCE_##order; LN_GOT(got_); (dst) = got_; } while (0)
#define STORE(w, v, order) do { LN_AT(STORE, WORD, &(w)); LN_FENCE_##order; atomic_store_explicit(LN_WORD(w), (u32)(v), LN_STORE_##order); LN_FENCE_##order; LN_STORED(v); } while (0)
#define XCHG(dst, w, v, order) do { LN_AT(XCHG, WORD, &(w)); LN_FENCE_##order; u32 got_ = atomic_exchange_explicit(LN_WORD(w), (u32)(v), LN_RMW_##order); LN_FENCE_##order; LN_EXCHANGED(got_, v, 0, true); (dst) = got_; } while (0)
#define STORE_BYTE(w, n, v, order) LN_STORE_PART(native_byte, 0xffu << 8 * (n), w, n, v, order)
#define STORE_HALF(w, n, v, order) LN_STORE_PART(native_half, 0xffffu << 16 * (n), w, n, v, order)
#define LN_STORE_PART(part, bits, w, n, v, order) do { LN_AT(STORE, WORD, &(w)); LN_FENCE_##order; part##_store(LN_WORD(w), n, (u32)(v), LN_STORE_##order); LN_FENCE_##order; LN_STORED_PART(v, bits); } while (0)
#define XCHG_BYTE(dst, w, n, v, order) LN_XCHG_PART(native_byte, 0xffu << 8 * (n), dst, w, n, v, order)
#define XCHG_HALF(dst, w, n, v, order) LN_XCHG_PART(native_half, 0xffffu << 16 * (n), dst, w, n, v, order)
#define LN_XCHG_PART(part, bits, dst, w, n, v, order) do { LN_AT(XCHG, WORD, &(w)); LN_FENCE_##order; u32 got_ = part##_xchg(LN_WORD(w), n, (u32)(v), LN_RMW_##order); LN_FENCE_##order; LN_EXCHANGED_PART(got_, v, bits); (dst) = got_; } while (0)
#define CAS(dst, w, expect, v, order) do { LN_AT(CAS, WORD, &(w)); LN_FENCE_##order; u32 seen_ = (u32)(expect); bool done_ = atomic_compare_exchange_strong_explicit(LN_WORD(w), &seen_, (u32)(v), LN_RMW_##order, LN_FAILED_##order); LN_FENCE_##order; LN_EXCHANGED(seen_, v, expect, done_); (dst) = seen_; } while (0)
#define LN_RMW(op, fn, w, v, order) ({ LN_AT(op, WORD, &(w)); LN_FENCE_##order; u32 before_ = fn(LN_WORD(w), (u32)(v), LN_RMW_##order); LN_FENCE_##order; LN_EXCHANGED(before_, v, 0, true); before_; })
#define FETCH_ADD(dst, w, v, order) do { (dst) = LN_RMW(ADD, atomic_fetch_add_explicit, w, v, order); } while (0)
#define ADD_RETURN(dst, w, v, order) do { u32 added_ = (u32)(v); (dst) = LN_RMW(ADD, atomic_fetch_add_explicit, w, added_, order) + added_; } while (0)
#define ADD(w, v, order) do { (void)LN_RMW(ADD, atomic_fetch_add_explicit, w, v, order); } while (0)
#define FETCH_OR(dst, w, v, order) do { (dst) = LN_RMW(OR, atomic_fetch_or_explicit, w, v, order); } while (0)
#define LN_FETCH_ANDNOT(w, v, order) atomic_fetch_and_explicit(w, ~(v), order)
#define FETCH_ANDNOT(dst, w, v, order) do { u32 cleared_ = (u32)(v); (dst) = LN_RMW(ANDNOT, LN_FETCH_ANDNOT, w, cleared_, order); } while (0)
#define AWAIT(dst, w, cond, order) do { _Atomic u32 *word_ = LN_WORD(w); for (;; native_relax(self)) { LN_AT(AWAIT, WORD, &(w)); u32 VAL = atomic_load_explicit(word_, LN_LOAD_##order); LN_GOT(VAL); if (cond) { LN_AWAITED(VAL); (dst) = VAL; break; } } LN_FENCE_##order; } while (0)
#define WAIT_UNTIL(w, cond, order) do { _Atomic u32 *word_ = LN_WORD(w); for (;; native_relax(self)) { LN_AT(AWAIT, WORD, &(w)); u32 VAL = atomic_load_explicit(word_, LN_LOAD_##order); LN_GOT(VAL); if (cond) { LN_AWAITED(VAL); break; } } LN_FENCE_##order; } while (0)

/* --- spin locks and the lists they protect ------------------------------------------ */

#define LN_TRY(op, w) ({ LN_AT(op, WORD, &(w)); bool taken_ = native_spin_trylock(LN_WORD(w), self->slot); LN_DID(taken_); taken_; })
#define SPIN_LOCK(w) do { PREEMPT_DISABLE(); while (!LN_TRY(SPIN_LOCK, w)) native_relax(self); } while (0)
#define SPIN_TRYLOCK(dst, w) do { PREEMPT_DISABLE(); if (!((dst) = LN_TRY(SPIN_TRYLOCK, w))) PREEMPT_ENABLE(); } while (0)
#define SPIN_UNLOCK(w) do { LN_AT(SPIN_UNLOCK, WORD, &(w)); native_spin_unlock(self, LN_WORD(w)); LN_DID(1); PREEMPT_ENABLE(); } while (0)
#define LIST_ADD(l, tid) do { LN_AT(LIST_ADD, LIST, &(l)); native_list_add(self, &(l), tid); LN_FOUND(tid); } while (0)
#define LIST_DEL(l, tid) do { LN_AT(LIST_DEL, LIST, &(l)); native_list_del(self, &(l), tid); LN_FOUND(tid); } while (0)
#define LIST_FIRST(dst, l) do { LN_AT(LIST_FIRST, LIST, &(l)); (dst) = native_list_first(&(l)); LN_FOUND(dst); } while (0)
#define LIST_COUNT(dst, l) do { LN_AT(LIST_FIRST, LIST, &(l)); (dst) = native_list_count(&(l)); LN_COUNTED(native_list_first(&(l)), dst); } while (0)
#define LIST_NEXT(dst, l, tid) do { LN_AT(LIST_NEXT, LIST, &(l)); u32 behind_ = (tid); (dst) = native_list_next(self, &(l), behind_); LN_FOUND_BEHIND(behind_, dst); } while (0)
#define LIST_HAS(dst, l, tid) do { LN_AT(LIST_HAS, LIST, &(l)); u32 sought_ = (tid); (dst) = native_list_has(&(l), sought_); LN_FOUND_BEHIND(sought_, (dst) ? sought_ : 0); } while (0)

/* --- tasks, sleeping and waking ------------------------------------------------------- */

#define ON_CPU(dst, tid) do { LN_AT(ON_CPU, ON_CPU, tid); (dst) = native_on_cpu(self, tid); LN_GOT(dst); } while (0)
#define SET_STATE(s) do { LN_AT(SET_STATE, STATE, self->slot); atomic_store(&self->state, (u32)(s)); LN_STORED(s); } while (0)
#define STORE_STATE(s) do { LN_AT(SET_STATE, STATE, self->slot); atomic_store_explicit(&self->state, (u32)(s), memory_order_relaxed); LN_STORED(s); } while (0)
#define SCHEDULE() do { LN_AT(NO_SLEEP, STATE, self->slot); native_schedule(self); LN_DID(1); } while (0)
#define WAKE(dst, tid) do { LN_AT(WAKE, STATE, tid); u32 woken_ = native_wake(self, tid); LN_DID(woken_); (dst) = woken_; } while (0)
#define QUEUE_LOCK(ret, w, l) do { LN_AT(QUEUE_LOCK, WORD, &(w)); u32 ret_ = native_queue_lock(self, LN_WORD(w), &(l)); LN_DID(ret_ == 0); (ret) = ret_; } while (0)
#define QUEUE_UNLOCK(w, l) do { LN_AT(QUEUE_UNLOCK, WORD, &(w)); native_queue_unlock(self, LN_WORD(w), &(l)); LN_DID(1); } while (0)

#define CRITICAL() do { LN_AT(CRITICAL, NOTHING, 0); native_critical(self); LN_DID(1); } while (0)
#define CPU_RELAX() native_relax(self)

/* --- calls ---------------------------------------------------------------------------- */

#define LN_INTO(proc, obj, ...) LN_FN(proc)(self, me, obj, (struct proc##_my){ __VA_ARGS__ })
#define CALL(dst, proc, obj, ...) do { (dst) = LN_INTO(proc, obj, __VA_ARGS__); } while (0)
#define DO(proc, obj, ...) do { (void)LN_INTO(proc, obj, __VA_ARGS__); } while (0)
#define SYSCALL(dst, proc, obj, ...) do { LN_ENTER; native_enter_kernel(self); if (self->run->config.kernel_text) (dst) = LN_INTO(proc, obj, __VA_ARGS__); else { LN_CALL(proc); (dst) = native_call(self, LS_PROC_##proc, &(struct proc##_my){ __VA_ARGS__ }); LN_RETURNED(dst); } native_leave_kernel(self); } while (0)
#define RETURN(value) return (tasks)(value)

/* --- free words ------------------------------------------------------------------------- */

#define RUNNING LS_RUNNING
#define INTERRUPTIBLE LS_INTERRUPTIBLE
#define UNINTERRUPTIBLE LS_UNINTERRUPTIBLE
#define KILLABLE LS_KILLABLE

#define PREEMPT_DISABLE() native_preempt_disable(self)
#define PREEMPT_ENABLE() native_preempt_enable(self)
#define PREEMPT_ENABLE_NO_RESCHED() (self->preempt_off--)
#define NEED_RESCHED() native_need_resched(self)
#define SIGNAL_PENDING(state) native_signal_pending(self, state)
#define FATAL_SIGNAL() (atomic_load(&self->signal) == LS_FATAL_SIGNAL)
#define CLEAR_SIGNAL() atomic_store(&self->signal, LS_NO_SIGNAL)
#define THRESHOLD_START() native_threshold_start(self)
#define THRESHOLD_STOP() atomic_store_explicit(&self->threshold, 0, memory_order_relaxed)
#define THRESHOLD_PASSED(tid) native_threshold_passed(self, tid)
#define TIMEOUT_START() native_timeout_start(self)
#define TIMEOUT_STOP() atomic_store_explicit(&self->timeout, 0, memory_order_relaxed)
#define TIMEOUT_PASSED() native_timeout_passed(self)
#define TASK_EXITING(tid) native_task_exiting(self, tid)

#define MY_ROLE() (self->role)
#define HAS(of, feature) (self->run->config.lock == LS_LOCK_##of && (self->run->features >> of##_HAS_##feature & 1))
#define FAULT(of, s) (self->run->config.lock == LS_LOCK_##of && (self->run->switches >> of##_SWITCH_##s & 1))
#define ASSERT(cond) do { if (!(cond)) native_fail(self, "an assertion of the text failed: " #cond); } while (0)
/* Only where threads go one step at a time: else another may have freed it since the access. */
#define ALIVE(w) do { if (self->run->gate && !atomic_load_explicit(LN_WORD(w), memory_order_relaxed)) native_fail(self, "used memory that was freed"); } while (0)
#define OUT_OF_SCOPE(w) atomic_store_explicit(LN_WORD(w), 0, memory_order_relaxed)

#define ADDRESS(w) ((u32)((const word *)&(w) - (const word *)self->run->mem) + 1)
#define AT(a) (((word *)self->run->mem)[(u32)(a) - 1])

#define OTHERWISE(cond) ((void)0) /* only a matter of telling */
#include "backend/step/lines.h"

#define TAKES_WRITE() LN_HAS(LS_HOLDS_WRITE)
#define TAKES_READ() LN_HAS(LS_HOLDS_READ)
#define GIVES() LN_HAS(LS_HOLDS_NOTHING)
#define HOLD_WRITE() (LN_MUST_HAVE(LS_HOLDS_WRITE), native_hold(self, LS_HOLDS_WRITE))
#define HOLD_READ() (LN_MUST_HAVE(LS_HOLDS_READ), native_hold(self, LS_HOLDS_READ))
#define UNHOLD() native_hold(self, LS_HOLDS_NOTHING)
#define DOWNGRADE() native_hold(self, LS_HOLDS_READ)

/* --- native.c, native_task.c, native_check.c ------------------------------------------------------------------------------ */

static inline bool native_spin_trylock(_Atomic u32 *w, u32 slot)
{
	u32 free = 0;

	return atomic_load_explicit(w, memory_order_relaxed) == 0 &&
	       atomic_compare_exchange_strong_explicit(w, &free, slot, memory_order_acquire,
						       memory_order_relaxed);
}
void native_spin_unlock(struct native_thread *self, _Atomic u32 *w);
void native_list_add(struct native_thread *self, list *l, u32 tid);
void native_list_del(struct native_thread *self, list *l, u32 tid);
u32 native_list_first(const list *l);
u32 native_list_count(const list *l);
u32 native_list_next(struct native_thread *self, const list *l, u32 tid);
u32 native_list_has(const list *l, u32 tid);
u32 native_on_cpu(struct native_thread *self, u32 tid);
void native_schedule(struct native_thread *self);
u32 native_wake(struct native_thread *self, u32 tid);
u32 native_queue_lock(struct native_thread *self, _Atomic u32 *w, list *l);
void native_queue_unlock(struct native_thread *self, _Atomic u32 *w, list *l);
void native_critical(struct native_thread *self);
void native_preempt_disable(struct native_thread *self);
void native_preempt_enable(struct native_thread *self);
u32 native_need_resched(struct native_thread *self);
bool native_signal_pending(const struct native_thread *self, u32 state);
void native_threshold_start(struct native_thread *self);
bool native_threshold_passed(struct native_thread *self, u32 tid);
void native_timeout_start(struct native_thread *self);
bool native_timeout_passed(const struct native_thread *self);
bool native_task_exiting(const struct native_thread *self, u32 tid);
void native_enter_kernel(struct native_thread *self);
void native_leave_kernel(struct native_thread *self);

/* native_calls.c: the real system call behind a kernel-side PROC. */
u32 native_call(struct native_thread *self, u32 proc, const void *locals);

#endif
