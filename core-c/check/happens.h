/* SPDX-License-Identifier: MIT */
/*
 * Happens-before of C11 with fences, by the orders that the accesses declare, as docs/checking.md spells it out: what
 * each thread knows of the accesses under the lock, step by step.
 */
#ifndef LOCKSTEP_HAPPENS_H
#define LOCKSTEP_HAPPENS_H

#include "machine.h"

/*
 * Of the accesses under the lock only the last write and the reads behind it matter: whoever knows of a write knows
 * of all that it was ordered behind. Bit 0 is that write, bit T the read of thread T.
 */
typedef u32 ls_known;
#define LS_LAST_WRITE 1u
#define LS_READ_BY(tid) (1u << (tid))

enum { LS_BYTES_OF_A_WORD = 4 };
struct ls_knowledge {
	ls_known thread[LS_MAX_THREADS + 1];  /* what happened before the thread's next access */
	ls_known waiting[LS_MAX_THREADS + 1]; /* read from words without acquire: counts from its next fence on */
	ls_known fenced[LS_MAX_THREADS + 1];  /* what it knew at its last fence: a relaxed store passes this on */
	ls_known state[LS_MAX_THREADS + 1];   /* what its task state carries to whoever reads it */
	ls_known done;                        /* accesses since the last write, with it */
	ls_known byte[LS_MEM_WORDS][LS_BYTES_OF_A_WORD]; /* what each byte of a word carries: it may be written alone */
};

/* What the step orders that r records; order: what its access counts as. Of one that is no work under the lock. */
void ls_happens(struct ls_knowledge *k, const struct ls_record *r, u8 order);

/* Those of the accesses that work under the lock of thread t conflicts with and that nothing orders it behind. */
ls_known ls_unordered(const struct ls_knowledge *k, u32 t, bool writes);

/* It has been done: words = of the lock's memory. */
void ls_worked(struct ls_knowledge *k, u32 words, u32 t, bool writes);

/* What the thread whose step was recorded does under the lock, if that is its work, is a write; m is behind it. */
static inline bool ls_work_writes(const struct ls_machine *m)
{
	return m->thread[LS_ACTION_TID(m->rec.action) - 1].holds != LS_HOLDS_READ;
}

#endif
