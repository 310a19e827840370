/* SPDX-License-Identifier: MIT */
/* The accessors of shim.h, and what -fsanitize=thread calls before a plain access. Compiled without it. */
#include "shim.h"

#include <stdlib.h>
#include <string.h>

#include "side.h"

static unsigned long value_at(const volatile void *at, size_t size)
{
	unsigned long value = 0;

	memcpy(&value, (const void *)at, size); /* little-endian, as the machines are that this is compiled for */
	return value;
}

static void put(volatile void *at, unsigned long value, size_t size)
{
	memcpy((void *)at, &value, size);
}

static unsigned long cut(unsigned long value, size_t size)
{
	return size < sizeof value ? value & ((1ul << 8 * size) - 1) : value;
}

/* --- accessors ----------------------------------------------------------------------------------- */

static unsigned long begin(const volatile void *at, size_t size)
{
	own_give_way();
	return value_at(at, size);
}

static void end(u8 kind, const volatile void *at, size_t size, unsigned long before)
{
	own_note(
	    (struct own_access){.kind = kind, .at = at, .size = size, .before = before, .after = value_at(at, size)});
}

unsigned long own_load(const volatile void *at, size_t size)
{
	unsigned long before = begin(at, size);

	end(OWN_LOAD, at, size, before);
	return before;
}

void own_store(volatile void *at, unsigned long value, size_t size)
{
	unsigned long before = begin(at, size);

	put(at, value, size);
	end(OWN_STORE, at, size, before);
}

unsigned long own_xchg(volatile void *at, unsigned long value, size_t size)
{
	unsigned long before = begin(at, size);

	put(at, value, size);
	end(OWN_XCHG, at, size, before);
	return before;
}

unsigned long own_cmpxchg(volatile void *at, unsigned long expected, unsigned long value, size_t size)
{
	unsigned long before = begin(at, size);

	if (before == cut(expected, size))
		put(at, value, size);
	end(OWN_CAS, at, size, before);
	return before;
}

bool own_try_cmpxchg(volatile void *at, void *expected, unsigned long value, size_t size)
{
	unsigned long wanted = value_at(expected, size), found = own_cmpxchg(at, wanted, value, size);

	put(expected, found, size);
	return found == wanted;
}

unsigned long own_add(volatile void *at, unsigned long value, size_t size)
{
	unsigned long before = begin(at, size);

	put(at, before + value, size);
	end(OWN_ADD, at, size, before);
	return before;
}

unsigned long own_or(volatile void *at, unsigned long value, size_t size)
{
	unsigned long before = begin(at, size);

	put(at, before | value, size);
	end(OWN_OR, at, size, before);
	return before;
}

unsigned long own_andnot(volatile void *at, unsigned long value, size_t size)
{
	unsigned long before = begin(at, size);

	put(at, before & ~value, size);
	end(OWN_ANDNOT, at, size, before);
	return before;
}

/* --- CPUs --------------------------------------------------------------------------------------------- */

extern char __start_own_cpu_data[] __attribute__((weak)), __stop_own_cpu_data[] __attribute__((weak));

void *own_percpu(const volatile void *at, int cpu)
{
	static char *copies;
	size_t size = (size_t)(__stop_own_cpu_data - __start_own_cpu_data);
	size_t stride = (size + 63) & ~(size_t)63;

	if (!copies)
		copies = aligned_alloc(64, OWN_THREADS * stride);
	if (!copies || cpu < 0 || cpu >= OWN_THREADS)
		abort();
	return copies + (size_t)cpu * stride + ((const volatile char *)at - __start_own_cpu_data);
}

int own_cpu(void)
{
	return (int)own_running() - 1;
}

bool own_need_resched(void)
{
	return own_resched_of(own_running());
}

/* --- plain accesses ---------------------------------------------------------------------------------------- */

static void plain(u8 kind, void *at, size_t size)
{
	struct own_word word;

	if (!own_running() || !own_text.word_at((uintptr_t)at, &word))
		return;
	if (kind == OWN_LOAD && own_text.only_theirs && own_text.only_theirs(&word))
		return;
	own_give_way();
	own_note((struct own_access){.kind = kind,
				     .plain = true,
				     .at = at,
				     .size = size,
				     .before = value_at(at, size),
				     .after = value_at(at, size)});
}

/* Names and arguments are the sanitizer's. */
#define SEES(size)                                                                                                     \
	void __tsan_read##size(void *at);                                                                              \
	void __tsan_write##size(void *at);                                                                             \
	void __tsan_unaligned_read##size(void *at);                                                                    \
	void __tsan_unaligned_write##size(void *at);                                                                   \
	void __tsan_read##size(void *at)                                                                               \
	{                                                                                                              \
		plain(OWN_LOAD, at, size);                                                                             \
	}                                                                                                              \
	void __tsan_write##size(void *at)                                                                              \
	{                                                                                                              \
		plain(OWN_STORE, at, size);                                                                            \
	}                                                                                                              \
	void __tsan_unaligned_read##size(void *at)                                                                     \
	{                                                                                                              \
		plain(OWN_LOAD, at, size);                                                                             \
	}                                                                                                              \
	void __tsan_unaligned_write##size(void *at)                                                                    \
	{                                                                                                              \
		plain(OWN_STORE, at, size);                                                                            \
	}
SEES(1)
SEES(2)
SEES(4)
SEES(8)

/* Structures as a whole: none of the texts copies one that has words of ours. */
static void whole(void *at, size_t size)
{
	struct own_word word;

	for (size_t i = 0; own_running() && i < size; i++)
		if (own_text.word_at((uintptr_t)at + i, &word))
			abort();
}

void __tsan_read_range(void *at, size_t size);
void __tsan_write_range(void *at, size_t size);
void __tsan_read_range(void *at, size_t size)
{
	whole(at, size);
}
void __tsan_write_range(void *at, size_t size)
{
	whole(at, size);
}

void __tsan_init(void);
void __tsan_func_entry(void *caller);
void __tsan_func_exit(void *caller);
void __tsan_init(void)
{
}
void __tsan_func_entry(void *caller)
{
	(void)caller;
}
void __tsan_func_exit(void *caller)
{
	(void)caller;
}
