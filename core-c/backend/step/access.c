/* SPDX-License-Identifier: MIT */
/* The accesses of the step backend to words. Each does one thing and records it in m->rec. */
#include "access.h"

#include "machine_internal.h"

void ls_wild(struct ls_machine *m, uintptr_t word)
{
	u32 element;

	m->bug = word < m->mem_words && ls_memory_of(m, (u32)word, &element) ? LS_BUG_NULL : LS_BUG_RANGE;
	m->nowhere = 0;
}

u32 ls_load(struct ls_machine *m, u32 me, struct ls_frame *fr, struct ls_word *w, u8 order)
{
	(void)me;
	ls_touch(m, fr, w, LS_OP_LOAD, order);
	return m->rec.old;
}

void ls_store(struct ls_machine *m, u32 me, struct ls_frame *fr, struct ls_word *w, u32 v, u8 order)
{
	(void)me;
	ls_write(m, ls_touch(m, fr, w, LS_OP_STORE, order), v);
}

u32 ls_xchg(struct ls_machine *m, u32 me, struct ls_frame *fr, struct ls_word *w, u32 v, u8 order)
{
	(void)me;
	ls_write(m, ls_touch(m, fr, w, LS_OP_XCHG, order), v);
	return m->rec.old;
}

/* v as the part of a word that has these bits: times the lowest of them. */
static void ls_write_part(struct ls_machine *m, struct ls_word *w, u32 bits, u32 v)
{
	m->rec.arg = bits;
	ls_write(m, w, (m->rec.old & ~bits) | (v * (bits & -bits) & bits));
}

void ls_store_part(struct ls_machine *m, u32 me, struct ls_frame *fr, struct ls_word *w, u32 bits, u32 v, u8 order)
{
	(void)me;
	ls_write_part(m, ls_touch(m, fr, w, LS_OP_STORE, order), bits, v);
}

u32 ls_xchg_part(struct ls_machine *m, u32 me, struct ls_frame *fr, struct ls_word *w, u32 bits, u32 v, u8 order)
{
	(void)me;
	ls_write_part(m, ls_touch(m, fr, w, LS_OP_XCHG, order), bits, v);
	return (m->rec.old & bits) / (bits & -bits);
}

u32 ls_cas(struct ls_machine *m, u32 me, struct ls_frame *fr, struct ls_word *w, u32 expect, u32 v, u8 order)
{
	(void)me;
	w = ls_touch(m, fr, w, LS_OP_CAS, order);
	m->rec.arg = expect;
	if (m->rec.old == expect)
		ls_write(m, w, v);
	else
		m->rec.ok = 0;
	return m->rec.old;
}

u32 ls_add(struct ls_machine *m, u32 me, struct ls_frame *fr, struct ls_word *w, u32 v, u8 order)
{
	(void)me;
	w = ls_touch(m, fr, w, LS_OP_ADD, order);
	m->rec.arg = v;
	ls_write(m, w, m->rec.old + v);
	return m->rec.old;
}

u32 ls_or(struct ls_machine *m, u32 me, struct ls_frame *fr, struct ls_word *w, u32 v, u8 order)
{
	(void)me;
	w = ls_touch(m, fr, w, LS_OP_OR, order);
	m->rec.arg = v;
	ls_write(m, w, m->rec.old | v);
	return m->rec.old;
}

u32 ls_andnot(struct ls_machine *m, u32 me, struct ls_frame *fr, struct ls_word *w, u32 v, u8 order)
{
	(void)me;
	w = ls_touch(m, fr, w, LS_OP_ANDNOT, order);
	m->rec.arg = v;
	ls_write(m, w, m->rec.old & ~v);
	return m->rec.old;
}

u32 ls_await(struct ls_machine *m, u32 me, struct ls_frame *fr, struct ls_word *w, u8 order)
{
	(void)me;
	ls_touch(m, fr, w, LS_OP_AWAIT, order);
	return m->rec.old;
}

bool ls_spin_lock(struct ls_machine *m, u32 me, struct ls_frame *fr, struct ls_word *w)
{
	w = ls_touch(m, fr, w, LS_OP_SPIN_LOCK, LS_ACQUIRE);
	if (m->rec.old) {
		m->rec.ok = 0;
		return false;
	}
	ls_write(m, w, me);
	return true;
}

bool ls_spin_trylock(struct ls_machine *m, u32 me, struct ls_frame *fr, struct ls_word *w)
{
	bool taken = ls_spin_lock(m, me, fr, w);

	m->rec.op = LS_OP_SPIN_TRYLOCK;
	return taken;
}

void ls_spin_unlock(struct ls_machine *m, u32 me, struct ls_frame *fr, struct ls_word *w)
{
	w = ls_touch(m, fr, w, LS_OP_SPIN_UNLOCK, LS_RELEASE);
	if (m->rec.old != me)
		m->bug = LS_BUG_UNLOCK;
	ls_write(m, w, 0);
}

/* --- the rest --------------------------------------------------------------------------- */

void ls_note(struct ls_machine *m, u32 me, struct ls_frame *fr, u8 op)
{
	(void)me;
	ls_record(m, fr, op, LS_NO_WORD, 0, 0);
}

/* A text that another lock uses takes that lock's part, not the lock. */
void ls_hold(struct ls_machine *m, u32 me, const struct ls_frame *fr, u8 holds)
{
	struct ls_thread *t = &m->thread[me - 1];

	if (fr->proc >= ls_locks[m->lock]->own)
		return;
	if (t->holds != holds)
		m->rec.flags |= holds ? LS_REC_ACQUIRED : LS_REC_RELEASED;
	t->holds = holds;
}

void ls_alive(struct ls_machine *m, const struct ls_word *w)
{
	if (ls_word_index(m, w) != LS_NO_WORD && !w->v)
		m->bug = LS_BUG_FREED;
}

void ls_out_of_scope(struct ls_machine *m, struct ls_word *w)
{
	if (ls_word_index(m, w) != LS_NO_WORD)
		w->v = 0;
}
