/* SPDX-License-Identifier: MIT */
/* What shims make their accessors of (shim.c): each gives way before it touches memory, and notes what it did. */
#ifndef LOCKSTEP_OWN_TEXT_ACCESSORS_H
#define LOCKSTEP_OWN_TEXT_ACCESSORS_H

#include <stdbool.h>
#include <stddef.h>

enum own_order { OWN_RELAXED, OWN_ACQUIRE, OWN_RELEASE, OWN_ACQ_REL, OWN_FULL, OWN_WMB };

/* The memory order of the running thread's next access; a fence before it makes it OWN_FULL, as it stands in our texts.
 */
void own_ordered(enum own_order order);
void own_fence(void);
void own_store_fence(void); /* it makes a relaxed store or exchange behind it OWN_WMB */

unsigned long own_load(const volatile void *at, size_t size);
void own_store(volatile void *at, unsigned long value, size_t size);
unsigned long own_xchg(volatile void *at, unsigned long value, size_t size);
unsigned long own_cmpxchg(volatile void *at, unsigned long expected, unsigned long value, size_t size);
/* *expected becomes what was found. */
bool own_try_cmpxchg(volatile void *at, void *expected, unsigned long value, size_t size);
unsigned long own_add(volatile void *at, unsigned long value, size_t size); /* the value before */
unsigned long own_or(volatile void *at, unsigned long value, size_t size);
unsigned long own_andnot(volatile void *at, unsigned long value, size_t size);
/* A variable of each CPU stands once in the section own_cpu_data; this is a CPU's copy of what is at that address. */
void *own_percpu(const volatile void *at, int cpu);
int own_cpu(void);
bool own_need_resched(void);

/* The value of an accessor as the type of the word at p. */
#define OWN_AS(p, value) ((__typeof__(*(p)))(value))

#endif
