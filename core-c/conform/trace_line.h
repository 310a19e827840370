/* SPDX-License-Identifier: MIT */
/* Lines and words of a trace, and what is wrong with them. Traces are hostile until read. */
#ifndef LOCKSTEP_CONFORM_TRACE_LINE_H
#define LOCKSTEP_CONFORM_TRACE_LINE_H

#include "trace.h"

#define LS_TRACE_MAX_TIME ((u64)1 << 53) /* the page keeps times as doubles */

struct ls_span {
	const char *at;
	u32 n;
};

struct ls_trace_reader {
	struct ls_trace *t;
	const char *at, *end; /* of what has not been read */
	u32 line;
	struct ls_span rest;   /* of the line at hand */
	u32 last[LS_ACTORS];   /* event of each actor */
	u32 called[LS_ACTORS]; /* the last "call" of each */
	bool whole;            /* the line at hand has an end */
};
#define LS_NO_SPAN ((struct ls_span){NULL, 0})

bool ls_trace_next_line(struct ls_trace_reader *r);
/* The next word of the line; empty at its end. */
struct ls_span ls_span_word(struct ls_span *rest);
bool ls_span_is(struct ls_span s, const char *name);
u32 ls_span_digit(char c); /* 0 to 15, or 99 */
/* Decimal, or hexadecimal behind 0x; false when it is none or above max. */
bool ls_span_number(struct ls_span s, u64 max, u64 *v);
/* The number of a word by its name, one of a thread's with that thread's number behind it: "owner", "next:2". */
bool ls_trace_word_named(const struct ls_trace *t, struct ls_span text, u64 *word);
/* Notes "Line N: before "what" after". */
void ls_trace_complain(struct ls_trace_reader *r, const char *before, struct ls_span what, const char *after);

#endif
