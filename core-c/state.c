/* SPDX-License-Identifier: MIT */
/* The state of a machine as bytes: packed, unpacked, and its fingerprint. */
#include <string.h>

#include "machine.h"
#include "registry.h"

#define XXH_INLINE_ALL
#include "xxhash.h"

/* The head of the state that is packed: from variant on. */
#define HEAD_BYTES (offsetof(struct ls_machine, mem_words) - offsetof(struct ls_machine, variant))

/* What a thread's header and its frames take. */
static u32 ls_thread_bytes(const struct ls_thread *t)
{
	return (u32)offsetof(struct ls_thread, stack) + t->sp;
}

/*
 * A handful of bytes, 16 at a time. As memcpy() of a size that is not known it becomes "rep movs", which takes longer
 * to start than such a copy takes, or a call.
 */
static inline u8 *put(u8 *to, const void *from, u32 bytes)
{
	const u8 *p = from;
	u32 i = 0;

	for (; i + 16 <= bytes; i += 16)
		memcpy(to + i, p + i, 16);
	if (bytes & 8) {
		memcpy(to + i, p + i, 8);
		i += 8;
	}
	if (bytes & 4) {
		memcpy(to + i, p + i, 4);
		i += 4;
	}
	for (; i < bytes; i++)
		to[i] = p[i];
	return to + bytes;
}

u32 ls_pack(const struct ls_machine *m, u8 *out)
{
	u8 *p = out;

	memcpy(p, &m->variant, HEAD_BYTES);
	p += HEAD_BYTES;
	for (const struct ls_memory *s = ls_locks[m->lock]->memory; s->size; s++) {
		u32 bytes = ls_elements(s, m->n) * s->size;

		p = put(p, (const u8 *)m->mem + s->base, bytes);
	}
	for (u32 i = 0; i < m->n; i++)
		p = put(p, &m->thread[i], ls_thread_bytes(&m->thread[i]));
	return (u32)(p - out);
}

u32 ls_unpack(struct ls_machine *m, const u8 *from)
{
	const u8 *p = from;

	memcpy(&m->variant, p, HEAD_BYTES);
	p += HEAD_BYTES;
	for (const struct ls_memory *s = ls_locks[m->lock]->memory; s->size; s++) {
		u32 bytes = ls_elements(s, m->n) * s->size;

		put((u8 *)m->mem + s->base, p, bytes);
		p += bytes;
	}
	for (u32 i = 0; i < m->n; i++) {
		struct ls_thread *t = &m->thread[i];
		u32 before = t->sp, bytes;

		memcpy(t, p, offsetof(struct ls_thread, stack));
		bytes = ls_thread_bytes(t);
		put(t->stack, p + offsetof(struct ls_thread, stack), t->sp);
		if (before > t->sp) /* what is not in use is zero */
			memset(t->stack + t->sp, 0, before - t->sp);
		p += bytes;
	}
	return (u32)(p - from);
}

u64 ls_hash_packed(const u8 *packed, u32 size)
{
	return XXH64(packed, size, 0);
}

u64 ls_hash(const struct ls_machine *m)
{
	u8 packed[LS_PACKED];

	return ls_hash_packed(packed, ls_pack(m, packed));
}
