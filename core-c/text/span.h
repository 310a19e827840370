/* SPDX-License-Identifier: MIT */
/* What an answer is looked for in: steps of a story behind the question, or of one thread alone. */
#ifndef LOCKSTEP_TEXT_SPAN_H
#define LOCKSTEP_TEXT_SPAN_H

#include "text.h"

enum { LS_SPAN_STEPS = 4096, LS_ASKS_BYTES = 200 };

struct ls_span {
	struct ls_config config;
	struct ls_machine from;   /* at the question */
	char asks[LS_ASKS_BYTES]; /* without "until ..." and "alone ..." */
	u32 at;                   /* of the steps, so many lie before the question */
	u32 steps, rest; /* how many are looked at, those before the question included; and how many there are */
	u32 moved;       /* of the thread that is alone: without the last step, if that finds nothing new */
	u32 alone;       /* the thread that takes them all, or 0 */
	bool is_bounded; /* by "until ..." */
	ls_action step[LS_SPAN_STEPS];
};

/* Splits what is asked, as answer.h has it. */
bool ls_span_read(struct ls_span *s, const struct ls_config *config, const struct ls_machine *m, const ls_action *story,
		  u32 n, u32 at, const char *asks, struct ls_text *why);
/* m (which may be NULL) is put where the first step is to be taken, and the number of that is returned. */
u32 ls_span_start(const struct ls_span *s, struct ls_machine *m);
/* Where the last one has been taken. */
void ls_span_end(const struct ls_span *s, struct ls_machine *m);
/* "T2", which must be one of the threads; or 0, and why. */
u32 ls_span_thread(const struct ls_span *s, const char *name, struct ls_text *why);
/* What a word, a field of one or a list has; false: there is none of that name. */
bool ls_span_value(const struct ls_machine *m, const char *name, struct ls_text *out, struct ls_text *why);

#endif
