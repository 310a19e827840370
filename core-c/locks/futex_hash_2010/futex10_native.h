/* SPDX-License-Identifier: MIT */
/*
 * FUTEX_WAIT and FUTEX_WAKE of the running kernel, which is not of 2010, behind futex10_wait and futex10_wake: for the
 * native_calls of a lock that uses this text.
 */
#ifndef LOCKSTEP_LOCKS_FUTEX10_NATIVE_H
#define LOCKSTEP_LOCKS_FUTEX10_NATIVE_H

#include "backend/native/native_calls.h"

u32 futex10_native_call(struct native_thread *self, u32 proc, const void *locals);

#endif
