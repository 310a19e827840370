/* SPDX-License-Identifier: MIT */
/*
 * What the kernel's lock texts include, in place of the kernel: its accessors, each of which gives way before its
 * access and notes what it did. The text itself is compiled with -fsanitize=thread, and the calls that this puts before
 * each plain access do the same (shim.c, which takes the sanitizer's place): so no access goes unseen, marked or not.
 * Memory orders are left out: one thread moves at a time.
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

#define READ_ONCE(x) OWN_AS(&(x), own_load(&(x), sizeof(x)))
#define WRITE_ONCE(x, v) own_store(&(x), (unsigned long)(v), sizeof(x))
#define smp_load_acquire(p) READ_ONCE(*(p))
#define smp_store_release(p, v) WRITE_ONCE(*(p), v)
#define smp_store_mb(x, v) WRITE_ONCE(x, v)
#define smp_mb() ((void)0)
#define smp_rmb() ((void)0)
#define smp_wmb() ((void)0)
#define smp_mb__after_atomic() ((void)0)
#define smp_mb__before_atomic() ((void)0)
#define prefetchw(p) ((void)(p))
#define cpu_relax() ((void)0)

#define xchg(p, v) OWN_AS(p, own_xchg(p, (unsigned long)(v), sizeof *(p)))
#define xchg_acquire xchg
#define xchg_release xchg
#define xchg_relaxed xchg
#define cmpxchg(p, e, v) OWN_AS(p, own_cmpxchg(p, (unsigned long)(e), (unsigned long)(v), sizeof *(p)))
#define cmpxchg_acquire cmpxchg
#define cmpxchg_release cmpxchg
#define cmpxchg_relaxed cmpxchg
#define try_cmpxchg(p, e, v) own_try_cmpxchg(p, e, (unsigned long)(v), sizeof *(p))
#define try_cmpxchg_acquire try_cmpxchg
#define try_cmpxchg_release try_cmpxchg
#define try_cmpxchg_relaxed try_cmpxchg

#define smp_cond_load_relaxed(p, cond)           \
	({                                       \
		__typeof__(*(p)) VAL;            \
		for (;;) {                       \
			VAL = READ_ONCE(*(p));   \
			if (cond)                \
				break;           \
		}                                \
		VAL;                             \
	})
#define smp_cond_load_acquire smp_cond_load_relaxed

/* --- atomic_t, and atomic_long_t by the same macros ----------------------------------------------- */

#define ATOMIC_INIT(v) { v }
#define atomic_read(a) READ_ONCE((a)->counter)
#define atomic_set(a, v) WRITE_ONCE((a)->counter, v)
#define atomic_cond_read_relaxed(a, cond) smp_cond_load_relaxed(&(a)->counter, cond)
#define atomic_xchg(a, v) xchg(&(a)->counter, v)
#define atomic_cmpxchg(a, e, v) cmpxchg(&(a)->counter, e, v)
#define atomic_try_cmpxchg(a, e, v) try_cmpxchg(&(a)->counter, e, v)
#define atomic_fetch_add(v, a) OWN_AS(&(a)->counter, own_add(&(a)->counter, (unsigned long)(v), sizeof (a)->counter))
#define atomic_fetch_or(v, a) OWN_AS(&(a)->counter, own_or(&(a)->counter, (unsigned long)(v), sizeof (a)->counter))
#define atomic_add_return(v, a) (atomic_fetch_add(v, a) + (v))
#define atomic_add(v, a) ((void)atomic_fetch_add(v, a))
#define atomic_or(v, a) ((void)atomic_fetch_or(v, a))

#define atomic_read_acquire atomic_read
#define atomic_set_release atomic_set
#define atomic_cond_read_acquire atomic_cond_read_relaxed
#define atomic_xchg_acquire atomic_xchg
#define atomic_xchg_release atomic_xchg
#define atomic_xchg_relaxed atomic_xchg
#define atomic_cmpxchg_acquire atomic_cmpxchg
#define atomic_cmpxchg_release atomic_cmpxchg
#define atomic_cmpxchg_relaxed atomic_cmpxchg
#define atomic_try_cmpxchg_acquire atomic_try_cmpxchg
#define atomic_try_cmpxchg_release atomic_try_cmpxchg
#define atomic_try_cmpxchg_relaxed atomic_try_cmpxchg
#define atomic_fetch_or_acquire atomic_fetch_or
#define atomic_fetch_add_acquire atomic_fetch_add
#define atomic_fetch_add_release atomic_fetch_add
#define atomic_long_read atomic_read
#define atomic_long_read_acquire atomic_read
#define atomic_long_set atomic_set
#define atomic_long_xchg atomic_xchg
#define atomic_long_try_cmpxchg_acquire atomic_try_cmpxchg
#define atomic_long_try_cmpxchg_release atomic_try_cmpxchg
#define atomic_long_try_cmpxchg_relaxed atomic_try_cmpxchg
#define atomic_long_cmpxchg_acquire atomic_cmpxchg
#define atomic_long_cmpxchg_release atomic_cmpxchg
#define atomic_long_cmpxchg_relaxed atomic_cmpxchg
#define smp_acquire__after_ctrl_dep() ((void)0)
#define atomic_long_try_cmpxchg atomic_try_cmpxchg
#define atomic_long_fetch_add atomic_fetch_add
#define atomic_long_add_return atomic_add_return
#define atomic_long_fetch_add_acquire atomic_fetch_add
#define atomic_long_fetch_add_release atomic_fetch_add
#define atomic_long_add_return_acquire atomic_add_return
#define atomic_long_add_return_release atomic_add_return
#define atomic_long_add atomic_add
#define atomic_long_or atomic_or
#define atomic_long_andnot(v, a) ((void)own_andnot(&(a)->counter, (unsigned long)(v), sizeof (a)->counter))

/* lock bts, with the bit's old value as its result: what the headers of x86 make of it. */
#define LOCK_PREFIX ""
#define GEN_BINARY_RMWcc(op, word, cc, constraint, bit) \
	((own_or(&(word), 1ul << (bit), sizeof(word)) >> (bit) & 1) != 0)

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
