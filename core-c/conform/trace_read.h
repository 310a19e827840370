/* SPDX-License-Identifier: MIT */
/* Reads a trace into memory. What cannot be read is cut off. */
#ifndef LOCKSTEP_CONFORM_TRACE_READ_H
#define LOCKSTEP_CONFORM_TRACE_READ_H

#include "trace.h"

/*
 * False when there is nothing that can be replayed (the notes say why, with line numbers).
 * True with a note when the file is damaged: all before that line is kept, and of it only what
 * was over by then is judged. Free it in both cases.
 */
bool ls_trace_read(struct ls_trace *t, const char *text, u32 length);

#endif
