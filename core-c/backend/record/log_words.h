/* SPDX-License-Identifier: MIT */
/*
 * What native.h puts around every access in a build for recordings: the access becomes an event
 * of docs/traces.md, in the log of its thread.
 *
 * It lies between two readings of a clock. No load may begin before the first one, so an lfence
 * stands behind it; no store may still be on its way at the second one, so an mfence stands
 * before it. The recorded run is thereby sequentially consistent, as the model is: what a store
 * buffer alone could do is not seen here.
 */
#ifndef LOCKSTEP_LOG_WORDS_H
#define LOCKSTEP_LOG_WORDS_H

#include <linux/futex.h>

#include "recording.h"
#include "backend/native/native_thread.h"

struct log_thread {
	_Alignas(64) struct rec_event *next; /* where the next event goes */
	struct rec_event *end;
	struct rec_event *open;  /* begun, and not yet over */
	struct rec_event *first;
	u64 left;  /* when it left its text before its rounds were over; 0: it did not */
	u32 me;    /* what it is called in the lock word */
	struct robust_list_head robust; /* of a thread that is killed between real system calls */
	struct robust_list held;
};

struct log {
	struct log_thread thread[LS_MAX_THREADS + 1];
	u32 rounds;
	u32 wrong_every; /* so many times a thread comes by it makes a call that must fail; 0: never */
	bool real_calls;
	const u8 *base; /* by text: the lock's number of its first procedure */
	_Atomic u32 ready; /* threads that stand at the start */
	_Atomic u32 gone;  /* threads that are through, one way or the other */
	struct log_priorities *priorities; /* NULL: none */
};

/* The thread's log is full: everybody leaves. */
_Noreturn void log_full(struct native_thread *self);

/* --- the clock ------------------------------------------------------------------------ */

#if defined(__x86_64__) || defined(__i386__)
static inline u64 log_time_before(void)
{
	u32 low, high;

	__asm__ volatile("rdtsc\n\tlfence" : "=a"(low), "=d"(high) : : "memory");
	return (u64)high << 32 | low;
}

/* Behind a load, or an atomic instruction: it has happened. */
static inline u64 log_time_after_load(void)
{
	u32 low, high;

	__asm__ volatile("lfence\n\trdtsc" : "=a"(low), "=d"(high) : : "memory");
	return (u64)high << 32 | low;
}

/* Behind a store: everybody can see it. */
static inline u64 log_time_after(void)
{
	__asm__ volatile("mfence" : : : "memory");
	return log_time_after_load();
}
#else
static inline u64 log_time_after(void)
{
	atomic_thread_fence(memory_order_seq_cst);
	return native_now();
}

static inline u64 log_time_before(void)
{
	u64 now = native_now();

	atomic_thread_fence(memory_order_seq_cst);
	return now;
}
#define log_time_after_load log_time_after
#endif

/* --- an event ---------------------------------------------------------------------------- */

enum log_of { LOG_NOTHING, LOG_WORD, LOG_LIST, LOG_STATE, LOG_ON_CPU };

static inline struct log_thread *log_own(struct native_thread *self)
{
	return &self->run->log->thread[self->slot];
}

static inline struct rec_event *log_room(struct native_thread *self)
{
	struct log_thread *l = log_own(self);

	if (__builtin_expect(l->next == l->end, 0))
		log_full(self);
	return l->next;
}

static inline void log_begin(struct native_thread *self, u32 proc, u32 line, u32 op, u32 of, uintptr_t what)
{
	struct rec_event *e = log_room(self);

	e->proc = (u8)proc;
	e->line = (u8)line;
	e->op = (u8)(op == LS_OP_NO_SLEEP ? LS_OP_SLEEP : op);
	e->tid = (u8)self->slot;
	e->has = 0;
	if (of == LOG_WORD || of == LOG_LIST) {
		e->word = (u16)((what - (uintptr_t)self->run->mem) / 4);
		e->has = REC_WORD;
	} else if (op == LS_OP_WAKE || op == LS_OP_ON_CPU) {
		e->target = (u8)what;
		e->has = REC_TARGET;
	}
	log_own(self)->open = e;
	e->before = log_time_before();
}

static inline void log_commit(struct native_thread *self, u32 has)
{
	struct log_thread *l = log_own(self);

	l->open->has |= (u8)has;
	l->open = NULL;
	l->next++;
}

/* A read of a wait is an event only if it was the last. */
static inline void log_got(struct native_thread *self, u32 value)
{
	struct rec_event *e = log_own(self)->open;

	e->after = log_time_after_load();
	e->old = value;
	if (e->op != LS_OP_AWAIT)
		log_commit(self, REC_OLD);
}

static inline void log_awaited(struct native_thread *self)
{
	log_commit(self, REC_OLD);
}

static inline void log_stored(struct native_thread *self, u32 value)
{
	struct rec_event *e = log_own(self)->open;

	e->after = log_time_after();
	e->new_ = value;
	log_commit(self, REC_NEW);
}

/* What an update leaves in a word. */
static inline u32 log_result(u32 op, u32 old, u32 operand)
{
	switch (op) {
	case LS_OP_ADD:
		return old + operand;
	case LS_OP_OR:
		return old | operand;
	case LS_OP_ANDNOT:
		return old & ~operand;
	default:
		return operand;
	}
}

static inline void log_exchanged(struct native_thread *self, u32 old, u32 operand, u32 expected, bool done)
{
	struct rec_event *e = log_own(self)->open;

	e->after = log_time_after_load();
	e->old = old;
	e->new_ = done ? log_result(e->op, old, operand) : old;
	e->arg = expected;
	e->ok = done;
	log_commit(self, e->op == LS_OP_CAS ? REC_OLD | REC_NEW | REC_ARG | REC_OK : REC_OLD | REC_NEW);
}

static inline void log_wrote_part(struct native_thread *self, u32 old, u32 value, u32 bits)
{
	struct rec_event *e = log_own(self)->open;
	bool stores = e->op == LS_OP_STORE;
	u32 one = bits & -bits;

	e->after = stores ? log_time_after() : log_time_after_load();
	e->old = old * one;
	e->new_ = value * one & bits;
	e->arg = bits;
	log_commit(self, stores ? REC_NEW | REC_ARG : REC_OLD | REC_NEW | REC_ARG);
}

static inline void log_found(struct native_thread *self, u32 tid)
{
	struct rec_event *e = log_own(self)->open;

	e->after = log_time_after();
	e->target = (u8)tid;
	log_commit(self, REC_TARGET);
}

static inline void log_found_behind(struct native_thread *self, u32 asked, u32 tid)
{
	struct rec_event *e = log_own(self)->open;

	e->after = log_time_after_load();
	e->arg = asked;
	e->target = (u8)tid;
	log_commit(self, REC_ARG | REC_TARGET);
}

static inline void log_counted(struct native_thread *self, u32 first, u32 length)
{
	struct rec_event *e = log_own(self)->open;

	e->after = log_time_after_load();
	e->target = (u8)first;
	e->old = length;
	log_commit(self, REC_TARGET | REC_OLD);
}

/* Into a real system call and back: log_calls.c. */
void log_call(struct native_thread *self, u32 proc);
void log_returned(struct native_thread *self, u32 value);
/* Now and then, if that is wanted: a call that must fail, and that is none of the text. */
void log_wrong_call(struct native_thread *self, bool holds);

static inline void log_did(struct native_thread *self, bool done)
{
	struct rec_event *e = log_own(self)->open;
	bool may_fail = e->op == LS_OP_SPIN_TRYLOCK || e->op == LS_OP_QUEUE_LOCK || e->op == LS_OP_WAKE;

	e->after = log_time_after();
	e->ok = done;
	if (done || may_fail) /* a spin lock that is taken is looked at again */
		log_commit(self, may_fail ? REC_OK : 0);
	if (e->op == LS_OP_CRITICAL)
		log_wrong_call(self, true);
}

/* --- the hooks ------------------------------------------------------------------------------ */

#define LN_PROC(name) enum { proc_number_ = LS_PROC_##name, text_ = LS_TEXT_OF_##name };

#define LN_PLACE                                                                       \
	static const struct native_place place_ = { proc_name_, __LINE__ - proc_first_ }; \
	_Static_assert(__LINE__ - proc_first_ < 256, "a procedure of 255 lines at most"); \
	native_at(self, &place_) /* may lose time: before the clock is read */

#define LN_AT(op, of, what)                                                            \
	do {                                                                           \
		LN_PLACE;                                                              \
		log_begin(self, self->run->log->base[text_] + proc_number_, __LINE__ - proc_first_, LS_OP_##op, LOG_##of, (uintptr_t)(what)); \
	} while (0)
#define LN_GOT(value) log_got(self, value)
#define LN_AWAITED(value) log_awaited(self)
#define LN_STORED(value) log_stored(self, (u32)(value))
#define LN_EXCHANGED(old, operand, expected, done) log_exchanged(self, old, (u32)(operand), (u32)(expected), done)
#define LN_STORED_PART(value, bits) log_wrote_part(self, 0, (u32)(value), bits)
#define LN_EXCHANGED_PART(old, operand, bits) log_wrote_part(self, old, (u32)(operand), bits)
#define LN_FOUND(tid) log_found(self, tid)
#define LN_FOUND_BEHIND(asked, tid) log_found_behind(self, asked, tid)
#define LN_COUNTED(first, length) log_counted(self, first, length)
#define LN_DID(done) log_did(self, done)
#define LN_HAS(holds) ((void)0)
#define LN_MUST_HAVE(holds) ((void)0)
#define LN_ENTER do { LN_PLACE; } while (0)
#define LN_CALL(proc) log_call(self, LS_PROC_##proc)
#define LN_RETURNED(value) log_returned(self, value)
#define LN_TEXT(name) name##_logged_text
#define LN_FN(name) name##_logged
#define LN_START(name) name##_logged_start

#endif
