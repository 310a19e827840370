/* SPDX-License-Identifier: MIT */
/* Shared by the files that describe a lock. */
#ifndef LOCKSTEP_FACTS_H
#define LOCKSTEP_FACTS_H

#include "../machine.h"
#include "../registry.h"

/* Threads that hold the lock in the way `holds` (enum ls_holds). */
static inline u32 ls_holders(const struct ls_machine *m, u8 holds)
{
	u32 count = 0;

	for (u32 i = 0; i < m->n; i++)
		count += m->thread[i].holds == holds;
	return count;
}

/* The outermost call of proc on the stack of thread t, or NULL. */
static inline const struct ls_frame *ls_frame_of(const struct ls_thread *t, u8 proc)
{
	for (u32 at = 0; at < t->sp;) {
		const struct ls_frame *fr = (const void *)(t->stack + at);

		if (fr->proc == proc)
			return fr;
		at += fr->size;
	}
	return NULL;
}

/* Thread t is inside a call of proc. */
static inline bool ls_inside(const struct ls_thread *t, u8 proc)
{
	return ls_frame_of(t, proc) != NULL;
}

#endif
