/* SPDX-License-Identifier: MIT */
/* A bounded text: appending past the end is cut, never overrun. */
#ifndef LOCKSTEP_TRACE_TEXT_H
#define LOCKSTEP_TRACE_TEXT_H

#include "machine.h"

#define LS_TEXT_BYTES (1 << 20) /* of the buffer through which the page and the core exchange text */

struct ls_text {
	char *at;
	u32 length, room; /* room counts the final NUL */
};

void ls_text_start(struct ls_text *t, char *buffer, u32 room);
void ls_put(struct ls_text *t, const char *s);
void ls_put_bytes(struct ls_text *t, const char *s, u32 n);
void ls_putf(struct ls_text *t, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* The first length bytes of text are the name. */
bool ls_is(const char *text, u32 length, const char *name);
/* Where the part begins in the text, or NULL. (The libc's strstr() is a kilobyte in each module.) */
const char *ls_find(const char *text, const char *part);
/* -1, 7, 0x101: as far as it is a number, in all 0 if it is none. */
u32 ls_number(const char *text, u32 length);
/* s as a JSON string, quotes included; bytes that are not UTF-8 become '?' */
void ls_put_json(struct ls_text *t, const char *s);

#endif
