/* SPDX-License-Identifier: MIT */
/* Recordings: the text of an event. */
#include "log.h"

#include <stdio.h>

#include "../backend/step.h"
#include "../machine_internal.h"

int log_line(char *out, int size, const struct log_recording *r, const struct rec_event *e)
{
	u32 kind = e->op - LS_OPS;
	int n;

	if (e->op < LS_OPS) {
		n = rec_line(out, size - 1, e, r->start, ls_procs[e->proc]->name);
		out[n] = '\n';
		out[n + 1] = 0;
		return n + 1;
	}
	n = snprintf(out, size, "%u %llu %llu kernel %s", e->tid, (unsigned long long)(e->before - r->start),
		     (unsigned long long)(e->after - r->start), ls_event_names[kind]);
	switch (kind) {
	case LS_EV_WAKE:
		n += snprintf(out + n, size - n, " target=%u ok=%u", e->target, e->ok);
		break;
	case LS_EV_CALL: case LS_EV_RETURN: case LS_EV_OFF: case LS_EV_HANDOFF:
		n += snprintf(out + n, size - n, " value=0x%x", e->old);
		break;
	case LS_EV_AWAKE: case LS_EV_TOP: case LS_EV_ASK: case LS_EV_SLEEP:
		break;
	default:
		n += snprintf(out + n, size - n, " arg=0x%x old=0x%x new=0x%x ok=%u", e->arg, e->old, e->new_, e->ok);
	}
	return n + snprintf(out + n, size - n, "\n");
}
