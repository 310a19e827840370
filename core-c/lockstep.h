/* SPDX-License-Identifier: MIT */
/*
 * The step dialect: the vocabulary in which every lock is written, once.
 *
 *   lk->       shared memory; every access is one dialect word on one line
 *   my->       locals of this call; free, and gone when it returns
 *   me         this thread, 1..N; it serves as TID, task pointer and queue node
 *
 * The build picks the backend: one shared access per step (browser, checker),
 * C11 atomics with real threads and futex(2), or the kernel's own primitives.
 * docs/dialect.md describes the words; each backend defines all of them.
 */
#ifndef LOCKSTEP_H
#define LOCKSTEP_H

#if defined(__KERNEL__)
#include "backend/kernel/kernel.h"
#elif defined(LOCKSTEP_NATIVE)
#include "backend/native/native.h"
#else
#include "backend/step/step.h"
#endif

#endif
