/* SPDX-License-Identifier: MIT */
#include "trace.h"

#include <stdlib.h>

void ls_trace_free(struct ls_trace *t)
{
	free(t->event);
	t->event = NULL;
	t->events = t->room = 0;
}
