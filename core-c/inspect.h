/* SPDX-License-Identifier: MIT */
/* What can be asked of a machine that stands still: who holds the lock, who is inside what. */
#ifndef LOCKSTEP_INSPECT_H
#define LOCKSTEP_INSPECT_H

#include "machine.h"
#include "registry.h"

/* Threads that hold the lock in the way `holds` (enum ls_holds). */
static inline u32 ls_holders(const struct ls_machine *m, u8 holds)
{
	u32 count = 0;

	for (u32 i = 0; i < m->n; i++)
		count += m->thread[i].holds == holds;
	return count;
}

/* The outermost call on the stack of thread t of a procedure, counted within the lock; or NULL. */
static inline const struct ls_frame *ls_frame_of(const struct ls_thread *t, u32 proc)
{
	for (u32 at = 0; at < t->sp;) {
		const struct ls_frame *fr = (const void *)(t->stack + at);

		if (fr->proc == proc)
			return fr;
		at += fr->size;
	}
	return NULL;
}

/* Thread tid is inside a call of a procedure of a text (enum ls_text_id, LS_PROC_*). */
static inline bool ls_inside(const struct ls_machine *m, u32 tid, u32 text, u32 proc)
{
	u32 base = ls_locks[m->lock]->base[text];

	return base != LS_NO_PROC && ls_frame_of(&m->thread[tid - 1], base + proc);
}

static inline bool ls_in_list(const struct ls_list *l, u32 tid)
{
	for (u32 i = 0; i < LS_MAX_THREADS && l->t[i]; i++)
		if (l->t[i] == tid)
			return true;
	return false;
}

#endif
