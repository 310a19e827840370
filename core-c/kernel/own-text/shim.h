/* SPDX-License-Identifier: MIT */
/*
 * What the kernel's lock texts include, in place of the kernel: its accessors, each of which gives way before its
 * access and notes what it did. The text itself is compiled with -fsanitize=thread, and the calls that this puts before
 * each plain access do the same (shim.c, which takes the sanitizer's place): so no access goes unseen, marked or not.
 * Each accessor says its memory order; one thread moves at a time, so that nothing is reordered here.
 */
#ifndef LOCKSTEP_OWN_TEXT_SHIM_H
#define LOCKSTEP_OWN_TEXT_SHIM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "kernel/own-text/accessors.h"

typedef uint8_t u8;
typedef uint16_t u16;
typedef uint32_t u32;
typedef uint64_t u64;
struct file;
typedef long ssize_t, loff_t;
typedef struct { int counter; } atomic_t;
typedef struct { long counter; } atomic_long_t;

/* --- the compiler ---------------------------------------------------------------------------- */

#define likely(x) (x)
#define unlikely(x) (x)
#undef __always_inline
#define __always_inline inline __attribute__((always_inline))
#define __pure __attribute__((pure))
#define __lockfunc
#define __init
#define __user
#define barrier() ((void)0)
#define data_race(x) (x)
#define BUILD_BUG_ON(x) _Static_assert(!(x), #x)
#define EXPORT_SYMBOL(name)
#define EXPORT_SYMBOL_GPL(name)
#define CONFIG_NR_CPUS 64
#ifndef __LITTLE_ENDIAN
#define __LITTLE_ENDIAN 1234
#endif

/* --- accessors --------------------------------------------------------------------------------- */

#define OWN_DOES(order, p, access) OWN_AS(p, (own_ordered(OWN_##order), access))

#define OWN_LOAD(order, p) OWN_DOES(order, p, own_load(p, sizeof *(p)))
#define OWN_STORE_TO(order, p, v) (own_ordered(OWN_##order), own_store(p, (unsigned long)(v), sizeof *(p)))
#define READ_ONCE(x) OWN_LOAD(RELAXED, &(x))
#define WRITE_ONCE(x, v) OWN_STORE_TO(RELAXED, &(x), v)
#define smp_load_acquire(p) OWN_LOAD(ACQUIRE, p)
#define smp_store_release(p, v) OWN_STORE_TO(RELEASE, p, v)
#define smp_store_mb(x, v) OWN_STORE_TO(FULL, &(x), v)
#define smp_mb() own_fence()
#define smp_rmb() ((void)0)
#define smp_wmb() own_store_fence()
#define smp_mb__after_atomic() ((void)0)
#define smp_mb__before_atomic() own_fence()
#define prefetchw(p) ((void)(p))
#define cpu_relax() ((void)0)

#define OWN_XCHG(order, p, v) OWN_DOES(order, p, own_xchg(p, (unsigned long)(v), sizeof *(p)))
#define OWN_CMPXCHG(order, p, e, v)                                                                    \
	OWN_DOES(order, p, own_cmpxchg(p, (unsigned long)(e), (unsigned long)(v), sizeof *(p)))
#define OWN_TRY_CMPXCHG(order, p, e, v)                                                                \
	(own_ordered(OWN_##order), own_try_cmpxchg(p, e, (unsigned long)(v), sizeof *(p)))
#define xchg(p, v) OWN_XCHG(FULL, p, v)
#define xchg_acquire(p, v) OWN_XCHG(ACQUIRE, p, v)
#define xchg_release(p, v) OWN_XCHG(RELEASE, p, v)
#define xchg_relaxed(p, v) OWN_XCHG(RELAXED, p, v)
#define cmpxchg(p, e, v) OWN_CMPXCHG(FULL, p, e, v)
#define cmpxchg_acquire(p, e, v) OWN_CMPXCHG(ACQUIRE, p, e, v)
#define cmpxchg_release(p, e, v) OWN_CMPXCHG(RELEASE, p, e, v)
#define cmpxchg_relaxed(p, e, v) OWN_CMPXCHG(RELAXED, p, e, v)
#define try_cmpxchg(p, e, v) OWN_TRY_CMPXCHG(FULL, p, e, v)
#define try_cmpxchg_acquire(p, e, v) OWN_TRY_CMPXCHG(ACQUIRE, p, e, v)
#define try_cmpxchg_release(p, e, v) OWN_TRY_CMPXCHG(RELEASE, p, e, v)
#define try_cmpxchg_relaxed(p, e, v) OWN_TRY_CMPXCHG(RELAXED, p, e, v)

#define OWN_UNTIL(order, p, cond)                     \
	({                                            \
		__typeof__(*(p)) VAL;                 \
		for (;;) {                            \
			VAL = OWN_LOAD(order, p);     \
			if (cond)                     \
				break;                \
		}                                     \
		VAL;                                  \
	})
#define smp_cond_load_relaxed(p, cond) OWN_UNTIL(RELAXED, p, cond)
#define smp_cond_load_acquire(p, cond) OWN_UNTIL(ACQUIRE, p, cond)

/* --- atomic_t, and atomic_long_t by the same macros ----------------------------------------------- */

#define ATOMIC_INIT(v) { v }
#define OWN_COUNTER(order, a, access, v)                                                               \
	OWN_DOES(order, &(a)->counter, access(&(a)->counter, (unsigned long)(v), sizeof (a)->counter))
#define atomic_read(a) READ_ONCE((a)->counter)
#define atomic_read_acquire(a) smp_load_acquire(&(a)->counter)
#define atomic_set(a, v) WRITE_ONCE((a)->counter, v)
#define atomic_set_release(a, v) smp_store_release(&(a)->counter, v)
#define atomic_cond_read_relaxed(a, cond) smp_cond_load_relaxed(&(a)->counter, cond)
#define atomic_cond_read_acquire(a, cond) smp_cond_load_acquire(&(a)->counter, cond)
#define atomic_xchg(a, v) xchg(&(a)->counter, v)
#define atomic_xchg_acquire(a, v) xchg_acquire(&(a)->counter, v)
#define atomic_xchg_release(a, v) xchg_release(&(a)->counter, v)
#define atomic_xchg_relaxed(a, v) xchg_relaxed(&(a)->counter, v)
#define atomic_cmpxchg(a, e, v) cmpxchg(&(a)->counter, e, v)
#define atomic_cmpxchg_acquire(a, e, v) cmpxchg_acquire(&(a)->counter, e, v)
#define atomic_cmpxchg_release(a, e, v) cmpxchg_release(&(a)->counter, e, v)
#define atomic_cmpxchg_relaxed(a, e, v) cmpxchg_relaxed(&(a)->counter, e, v)
#define atomic_try_cmpxchg(a, e, v) try_cmpxchg(&(a)->counter, e, v)
#define atomic_try_cmpxchg_acquire(a, e, v) try_cmpxchg_acquire(&(a)->counter, e, v)
#define atomic_try_cmpxchg_release(a, e, v) try_cmpxchg_release(&(a)->counter, e, v)
#define atomic_try_cmpxchg_relaxed(a, e, v) try_cmpxchg_relaxed(&(a)->counter, e, v)
#define atomic_fetch_add(v, a) OWN_COUNTER(FULL, a, own_add, v)
#define atomic_fetch_add_acquire(v, a) OWN_COUNTER(ACQUIRE, a, own_add, v)
#define atomic_fetch_add_release(v, a) OWN_COUNTER(RELEASE, a, own_add, v)
#define atomic_fetch_or(v, a) OWN_COUNTER(FULL, a, own_or, v)
#define atomic_fetch_or_acquire(v, a) OWN_COUNTER(ACQUIRE, a, own_or, v)
#define atomic_add_return(v, a) (atomic_fetch_add(v, a) + (v))
#define atomic_add_return_acquire(v, a) (atomic_fetch_add_acquire(v, a) + (v))
#define atomic_add_return_release(v, a) (atomic_fetch_add_release(v, a) + (v))
/* what has no result orders nothing */
#define atomic_add(v, a) ((void)OWN_COUNTER(RELAXED, a, own_add, v))
#define atomic_or(v, a) ((void)OWN_COUNTER(RELAXED, a, own_or, v))
#define atomic_andnot(v, a) ((void)OWN_COUNTER(RELAXED, a, own_andnot, v))

#define atomic_long_read atomic_read
#define atomic_long_read_acquire atomic_read_acquire
#define atomic_long_set atomic_set
#define atomic_long_xchg atomic_xchg
#define atomic_long_cmpxchg_acquire atomic_cmpxchg_acquire
#define atomic_long_cmpxchg_release atomic_cmpxchg_release
#define atomic_long_cmpxchg_relaxed atomic_cmpxchg_relaxed
#define atomic_long_try_cmpxchg atomic_try_cmpxchg
#define atomic_long_try_cmpxchg_acquire atomic_try_cmpxchg_acquire
#define atomic_long_try_cmpxchg_release atomic_try_cmpxchg_release
#define atomic_long_try_cmpxchg_relaxed atomic_try_cmpxchg_relaxed
#define atomic_long_fetch_add atomic_fetch_add
#define atomic_long_fetch_add_acquire atomic_fetch_add_acquire
#define atomic_long_fetch_add_release atomic_fetch_add_release
#define atomic_long_add_return atomic_add_return
#define atomic_long_add_return_acquire atomic_add_return_acquire
#define atomic_long_add_return_release atomic_add_return_release
#define atomic_long_add atomic_add
#define atomic_long_or atomic_or
#define atomic_long_andnot atomic_andnot
#define smp_acquire__after_ctrl_dep() ((void)0)

/* lock bts, with the bit's old value as its result: what the headers of x86 make of it. */
#define LOCK_PREFIX ""
#define GEN_BINARY_RMWcc(op, word, cc, constraint, bit) \
	((OWN_DOES(FULL, &(word), own_or(&(word), 1ul << (bit), sizeof(word))) >> (bit) & 1) != 0)

/* --- CPUs and tasks ----------------------------------------------------------------------------------- */

#define DEFINE_PER_CPU(type, name) __attribute__((section("own_cpu_data"), used)) __typeof__(type) name
#define DEFINE_PER_CPU_ALIGNED DEFINE_PER_CPU
#define DEFINE_PER_CPU_SHARED_ALIGNED DEFINE_PER_CPU
#define per_cpu_ptr(p, cpu) ((__typeof__(p))own_percpu(p, cpu))
#define this_cpu_ptr(p) per_cpu_ptr(p, own_cpu())
#define __this_cpu_dec(x) ((*this_cpu_ptr(&(x)))--)
#define smp_processor_id() own_cpu()
#define need_resched() own_need_resched()
#define vcpu_is_preempted(cpu) false

/* --- tracing and statistics ------------------------------------------------------------------------------ */

#define LCB_F_SPIN 0
#define trace_contention_begin(lock, flags) ((void)0)
#define trace_contention_end(lock, result) ((void)0)

#endif
