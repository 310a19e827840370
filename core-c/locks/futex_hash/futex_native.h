/* SPDX-License-Identifier: MIT */
/*
 * FUTEX_WAIT and FUTEX_WAKE of the running kernel behind futex17_wait and futex17_wake, for the native_calls of a lock
 * that uses this text. No kernel traces these calls: recordings are made of the text of the kernel's side.
 */
#ifndef LOCKSTEP_LOCKS_FUTEX_NATIVE_H
#define LOCKSTEP_LOCKS_FUTEX_NATIVE_H

#include "backend/native/native_calls.h"

bool futex_native_available(const struct native_config *c, char *why, u32 size);
/* The calls themselves, on the word at an address. */
u32 futex_native_wait(struct native_thread *self, u32 uaddr, u32 val, bool timed);
u32 futex_native_wake(struct native_thread *self, u32 uaddr, u32 nr_wake);
u32 futex_native_call(struct native_thread *self, u32 proc, const void *locals);

#endif
