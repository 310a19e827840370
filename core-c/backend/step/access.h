/* SPDX-License-Identifier: MIT */
/* What the accesses of the step backend share: is the word there, and what is recorded of it. */
#ifndef LOCKSTEP_BACKEND_STEP_ACCESS_H
#define LOCKSTEP_BACKEND_STEP_ACCESS_H

#include "step.h"

static inline bool ls_has(const struct ls_machine *m, uintptr_t word)
{
	return word < LS_MEM_WORDS && m->has[word / 32] >> word % 32 & 1;
}

/* The BUG of an access to a word that the lock has not. */
void ls_wild(struct ls_machine *m, uintptr_t word);

/* LS_NO_WORD, and a BUG, when the lock has no such word. */
static inline u16 ls_word_index(struct ls_machine *m, const void *p)
{
	uintptr_t word = ((uintptr_t)p - (uintptr_t)m->mem) / 4; /* huge when it lies before */

	if (ls_has(m, word))
		return (u16)word;
	ls_wild(m, word);
	return LS_NO_WORD;
}

static inline void ls_record(struct ls_machine *m, struct ls_frame *fr, u8 op, u16 word, u32 old, u32 new_)
{
	m->rec.op = op;
	m->rec.line = fr->line;
	m->rec.proc = fr->proc;
	m->rec.word = word;
	m->rec.old = old;
	m->rec.new_ = new_;
	m->rec.ok = 1;
}

/* Records an access to w and gives the word to use for it. */
static inline struct ls_word *ls_touch(struct ls_machine *m, struct ls_frame *fr, struct ls_word *w, u8 op, u8 order)
{
	u16 word = ls_word_index(m, w);

	if (word == LS_NO_WORD)
		w = (struct ls_word *)&m->nowhere;
	ls_record(m, fr, op, word, w->v, w->v);
	m->rec.order = order;
	return w;
}

static inline void ls_write(struct ls_machine *m, struct ls_word *w, u32 v)
{
	w->v = v;
	m->rec.new_ = v;
}

#endif
