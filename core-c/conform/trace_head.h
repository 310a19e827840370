/* SPDX-License-Identifier: MIT */
/* The head of a trace: which lock, who did what, where it comes from. */
#ifndef LOCKSTEP_CONFORM_TRACE_HEAD_H
#define LOCKSTEP_CONFORM_TRACE_HEAD_H

#include "trace_line.h"

/* Reads all up to "events". False after a complaint. */
bool ls_trace_read_head(struct ls_trace_reader *r);

#endif
