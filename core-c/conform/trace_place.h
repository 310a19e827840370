/* SPDX-License-Identifier: MIT */
/* Where an event was made: the fourth word of its line. */
#ifndef LOCKSTEP_CONFORM_TRACE_PLACE_H
#define LOCKSTEP_CONFORM_TRACE_PLACE_H

#include "trace_line.h"

/* Of what is an access, its procedure and line, or its function of the source. False: it is no place, as noted. */
bool ls_trace_read_place(struct ls_trace_reader *r, struct ls_event *e, struct ls_span place);

#endif
