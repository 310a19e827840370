/* SPDX-License-Identifier: MIT */
#ifndef LOCKSTEP_LOCKS_GLIBC_RWLOCK_H
#define LOCKSTEP_LOCKS_GLIBC_RWLOCK_H

#include "locks/futex_hash/futex_hash.h"
#include "lockstep.h"

/* of readers */
#define GR_WRPHASE 1u
#define GR_WRLOCKED 2u
#define GR_RWAITING 4u
#define GR_READER_SHIFT 3
#define GR_READER (1u << GR_READER_SHIFT)
/* of writers */
#define GR_WRHANDOVER 0x80000000u
/* of the two futex words */
#define GR_FUTEX_USED 2u

enum { GR_EDEADLK = 35 };

struct glibc_rwlock { /* struct __pthread_rwlock_arch_t, in user memory */
	word readers;
	word writers;
	word wrphase_futex;
	word writers_futex;
	word cur_writer;

	struct futex_hash hash;
};

/* Roles, in the order of the ROLE lines. */
enum { GR_WRITES, GR_READS, GR_TIMED_WRITES, GR_TIMED_READS };

#endif
