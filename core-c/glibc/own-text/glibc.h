/* SPDX-License-Identifier: MIT */
/*
 * What glibc's lock texts include, in place of glibc's own headers: its atomic operations, each with its memory order,
 * and its system calls. Each gives way before it touches memory and notes what it did, as in kernel/own-text/shim.h;
 * plain accesses are seen in the same way. The locks' types are those of the installed <pthread.h>; what stands here
 * under a name of glibc's has glibc's value.
 */
#ifndef LOCKSTEP_GLIBC_OWN_TEXT_GLIBC_H
#define LOCKSTEP_GLIBC_OWN_TEXT_GLIBC_H

#include <assert.h>
#include <errno.h>
#include <limits.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/param.h>
#include <time.h>

#include "kernel/own-text/accessors.h"
#include "kernel/own-text/side.h"

/* --- atomic.h ------------------------------------------------------------------------------------------------ */

/* A variable that is no word of ours, such as a lock's kind: nobody changes it, and to read it is no step. */
bool glibc_left_out(const volatile void *at);

#define GLIBC_DOES(order, p, access) OWN_AS(p, (own_ordered(order), access))
#define GLIBC_LOAD(order, p) (glibc_left_out(p) ? *(p) : GLIBC_DOES(order, p, own_load(p, sizeof *(p))))
#define GLIBC_STORE(order, p, v) (own_ordered(order), own_store(p, (unsigned long)(v), sizeof *(p)))
#define GLIBC_XCHG(order, p, v) GLIBC_DOES(order, p, own_xchg(p, (unsigned long)(v), sizeof *(p)))
#define GLIBC_CAS(order, p, v, e)                                                                                      \
	GLIBC_DOES(order, p, own_cmpxchg(p, (unsigned long)(e), (unsigned long)(v), sizeof *(p)))
#define GLIBC_TRY_CAS(order, p, e, v) (own_ordered(order), own_try_cmpxchg(p, e, (unsigned long)(v), sizeof *(p)))
#define GLIBC_ADD(order, p, v) GLIBC_DOES(order, p, own_add(p, (unsigned long)(v), sizeof *(p)))
#define GLIBC_OR(order, p, v) GLIBC_DOES(order, p, own_or(p, (unsigned long)(v), sizeof *(p)))

#define atomic_load_relaxed(p) GLIBC_LOAD(OWN_RELAXED, p)
#define atomic_load_acquire(p) GLIBC_LOAD(OWN_ACQUIRE, p)
#define atomic_store_relaxed(p, v) GLIBC_STORE(OWN_RELAXED, p, v)
#define atomic_store_release(p, v) GLIBC_STORE(OWN_RELEASE, p, v)
#define atomic_exchange_relaxed(p, v) GLIBC_XCHG(OWN_RELAXED, p, v)
#define atomic_exchange_acquire(p, v) GLIBC_XCHG(OWN_ACQUIRE, p, v)
#define atomic_exchange_release(p, v) GLIBC_XCHG(OWN_RELEASE, p, v)
#define atomic_exchange_acq(p, v) GLIBC_XCHG(OWN_ACQUIRE, p, v)
#define atomic_exchange_rel(p, v) GLIBC_XCHG(OWN_RELEASE, p, v)
#define atomic_compare_and_exchange_val_acq(p, v, e) GLIBC_CAS(OWN_ACQUIRE, p, v, e)
#define atomic_compare_and_exchange_bool_acq(p, v, e)                                                                  \
	({                                                                                                             \
		__typeof__(*(p)) expected_ = (e);                                                                      \
		GLIBC_CAS(OWN_ACQUIRE, p, v, expected_) != expected_;                                                  \
	})
#define atomic_compare_exchange_weak_relaxed(p, e, v) GLIBC_TRY_CAS(OWN_RELAXED, p, e, v)
#define atomic_compare_exchange_weak_acquire(p, e, v) GLIBC_TRY_CAS(OWN_ACQUIRE, p, e, v)
#define atomic_compare_exchange_weak_release(p, e, v) GLIBC_TRY_CAS(OWN_RELEASE, p, e, v)
#define atomic_fetch_add_relaxed(p, v) GLIBC_ADD(OWN_RELAXED, p, v)
#define atomic_fetch_add_acquire(p, v) GLIBC_ADD(OWN_ACQUIRE, p, v)
#define atomic_fetch_or_acquire(p, v) GLIBC_OR(OWN_ACQUIRE, p, v)
#define atomic_thread_fence_acquire() own_fence()
#define atomic_spin_nop() ((void)0)

/* --- sysdep.h: the one system call ---------------------------------------------------------------------------- */

#define __NR_futex 202
#define INTERNAL_SYSCALL(name, count, ...) glibc_##name(__VA_ARGS__, 0)
#define INTERNAL_SYSCALL_CALL(name, ...) glibc_##name(__VA_ARGS__, 0)
#define INTERNAL_SYSCALL_CANCEL INTERNAL_SYSCALL_CALL
#define INTERNAL_SYSCALL_ERROR_P(result) ((result) < 0)
#define INTERNAL_SYSCALL_ERRNO(result) (-(result))
#define glibc_futex(at, op, value, limit, ...) glibc_futex_call(at, op, (unsigned long)(value), (limit) != 0)
#define glibc_futex_time64 glibc_futex
#define glibc_pause(...) (abort(), 0)
long glibc_futex_call(const volatile void *at, int op, unsigned long value, bool limited);

/* --- the compiler, and what is left out ----------------------------------------------------------------------- */

#undef __always_inline
#define __always_inline inline __attribute__((always_inline))
#define attribute_hidden
#define libc_hidden_proto(name)
#define libc_hidden_def(name)
#define libc_hidden_data_def(name)
#define libc_hidden_ver(local, name)
#define strong_alias(name, alias)
#define versioned_symbol(lib, local, symbol, version) _Static_assert(1, "")
#define compat_symbol(lib, local, symbol, version) _Static_assert(1, "")
#define OTHER_SHLIB_COMPAT(lib, from, to) 0
#define LIBC_PROBE(...) ((void)0)
#define DIAG_PUSH_NEEDS_COMMENT
#define DIAG_POP_NEEDS_COMMENT
#define DIAG_IGNORE_Os_NEEDS_COMMENT(version, option)
#define ignore_value(x) ((void)(x))
#define __libc_fatal(text) abort()
#define SINGLE_THREAD_P 0
#define __ASSUME_TIME64_SYSCALLS 1
#define __timespec64 timespec
#define valid_nanoseconds(ns) ((ns) >= 0 && (ns) < 1000000000)

/* Of hardware that elides locks. It is compiled, as on x86, and forced on nobody. */
#define ENABLE_ELISION_SUPPORT 1
#define ELISION_UNLOCK_NEEDS_ADAPT_COUNT 0

/* --- pthreadP.h --------------------------------------------------------------------------------------------- */

#define THREAD_SELF 0
#define THREAD_GETMEM(self, member) glibc_##member()
#define THREAD_SETMEM(self, member, value) ((void)(value))
#define glibc_tid() ((pid_t)own_running())

/* The mutexes that are compared are neither robust nor of priorities. */
#define ENQUEUE_MUTEX(mutex) abort()
#define ENQUEUE_MUTEX_PI(mutex) abort()
#define DEQUEUE_MUTEX(mutex) abort()
#define __pthread_tpp_change_priority(from, to) (abort(), 0)
#define __pthread_current_priority() (abort(), 0)
#define atomic_and(p, v) abort()

/* The default of the tunable glibc.pthread.mutex_spin_count. */
#define max_adaptive_count() ((short)100)
/* glibc takes a random number, our text the thread's. */
#define get_fast_jitter() ((uint32_t)own_running())

#define PTHREAD_MUTEX_INCONSISTENT INT_MAX
#define PTHREAD_MUTEX_NOTRECOVERABLE (INT_MAX - 1)
#define PTHREAD_MUTEX_PRIO_CEILING_SHIFT 19
#define PTHREAD_MUTEX_PRIO_CEILING_MASK 0xfff80000
#define FUTEX_WAITERS 0x80000000
#define FUTEX_OWNER_DIED 0x40000000
#define FUTEX_TID_MASK 0x3fffffff

enum {
	PTHREAD_MUTEX_KIND_MASK_NP = 3,
	PTHREAD_MUTEX_ELISION_NP = 256,
	PTHREAD_MUTEX_NO_ELISION_NP = 512,
	PTHREAD_MUTEX_ELISION_FLAGS_NP = PTHREAD_MUTEX_ELISION_NP | PTHREAD_MUTEX_NO_ELISION_NP,
	PTHREAD_MUTEX_TIMED_ELISION_NP = PTHREAD_MUTEX_TIMED_NP | PTHREAD_MUTEX_ELISION_NP,
};
/* Each protocol in the four kinds that a mutex has. */
#define GLIBC_KINDS(protocol, bits)                                                                                    \
	enum {                                                                                                         \
		PTHREAD_MUTEX_##protocol##_NORMAL_NP = (bits) | PTHREAD_MUTEX_NORMAL,                                  \
		PTHREAD_MUTEX_##protocol##_RECURSIVE_NP = (bits) | PTHREAD_MUTEX_RECURSIVE_NP,                         \
		PTHREAD_MUTEX_##protocol##_ERRORCHECK_NP = (bits) | PTHREAD_MUTEX_ERRORCHECK_NP,                       \
		PTHREAD_MUTEX_##protocol##_ADAPTIVE_NP = (bits) | PTHREAD_MUTEX_ADAPTIVE_NP,                           \
	}
GLIBC_KINDS(ROBUST, 16);
GLIBC_KINDS(PI, 32);
GLIBC_KINDS(PI_ROBUST, 32 | 16);
GLIBC_KINDS(PP, 64);

#define PTHREAD_MUTEX_TYPE(m) (atomic_load_relaxed(&(m)->__data.__kind) & 127)
#define PTHREAD_MUTEX_TYPE_ELISION(m) (atomic_load_relaxed(&(m)->__data.__kind) & (127 | PTHREAD_MUTEX_ELISION_NP))
#define PTHREAD_MUTEX_PSHARED(m) (atomic_load_relaxed(&(m)->__data.__kind) & 128)
#define PTHREAD_ROBUST_MUTEX_PSHARED(m) LLL_SHARED

#define PTHREAD_RWLOCK_WRPHASE 1
#define PTHREAD_RWLOCK_WRLOCKED 2
#define PTHREAD_RWLOCK_RWAITING 4
#define PTHREAD_RWLOCK_READER_SHIFT 3
#define PTHREAD_RWLOCK_READER_OVERFLOW ((unsigned int)1 << (sizeof(unsigned int) * 8 - 1))
#define PTHREAD_RWLOCK_WRHANDOVER ((unsigned int)1 << (sizeof(unsigned int) * 8 - 1))
#define PTHREAD_RWLOCK_FUTEX_USED 2

#endif
