/* SPDX-License-Identifier: MIT */
/* What was recorded and what the model allows, in sentences. */
#ifndef LOCKSTEP_CONFORM_SENTENCES_H
#define LOCKSTEP_CONFORM_SENTENCES_H

#include "conform.h"
#include "text/text.h"

/* "mspin_lock#2": a place as traces have it (docs/traces.md), of that line of the procedure. */
void ls_put_place(const struct ls_machine *m, u32 proc, u32 line, struct ls_text *out);
/* "T2 at rwsem17_down_write#1: cas count: found 0x101 (readers 1, WRITER) where 0 was expected" */
void ls_sentence_saw(const struct ls_conform *c, u32 event, struct ls_text *out);
/* Why the event that does not fit cannot be beside its rival (conform.h); nothing when it has none. */
void ls_sentence_rival(const struct ls_conform *c, struct ls_text *out);
/* The i-th thread to speak of, from 0: that of the event comes first, or the one that a signal is for. */
u32 ls_sentence_concerned(const struct ls_event *e, u32 i);
/* What the model would have the thread do there. */
void ls_sentence_allowed(const struct ls_conform *c, u32 tid, struct ls_text *out);

#endif
