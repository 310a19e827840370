/* SPDX-License-Identifier: MIT */
/* A place in the text, as schedule.h describes it, and where a thread stands. */
#ifndef LOCKSTEP_TEXT_PLACE_H
#define LOCKSTEP_TEXT_PLACE_H

#include "text.h"

struct ls_place {
	bool past;        /* '>', else '@' */
	bool end;         /* until the thread has finished */
	bool call;        /* a call of proc, else an access */
	u8 proc;          /* LS_NO_PROC = any */
	u8 op, other_op;  /* enum ls_op; LS_OP_NONE = any */
	const char *word; /* length of it counts; NULL = any */
	u32 word_length;
	u32 nth;
};

/* What thread tid would do next if nothing kept it: op LS_OP_NONE when there is nothing left to do. */
void ls_place_next(const struct ls_machine *m, u32 tid, struct ls_record *next);
/* The access is one of the place (which is not a call). */
bool ls_place_has(const struct ls_machine *m, const struct ls_place *p, const struct ls_record *r);
/* Takes a thread's step. *times = how often the place was reached by it, which counts where the result is a step. */
enum ls_result ls_place_step(struct ls_machine *m, ls_action a, const struct ls_place *p, u32 *times);
/* '@' with any access of that operation. */
void ls_place_of_op(struct ls_place *p, u8 op);
/* Reads what stands behind '@' or '>', up to end. False: *why says what is wrong. */
bool ls_place_read(const struct ls_machine *m, const char *text, const char *end, struct ls_place *p,
		   struct ls_text *why);

#endif
