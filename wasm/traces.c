/* SPDX-License-Identifier: MIT */
/* The boundary of recorded runs: one at a time, of which the text comes in, and the schedule that its events are goes
 * out. */
#include <stdlib.h>

#include "api.h"
#include "conform/report.h"
#include "conform/trace_read.h"

enum { TRACE_MAX = 64 << 20 };

static char *trace_text;
static u32 trace_room;
static struct ls_trace trace;
static struct ls_conform *conform;
static double *trace_when;

/* The memory of a trace goes with the next one. */
static void drop_trace(void)
{
	ls_conform_free(conform);
	conform = NULL;
	ls_trace_free(&trace);
	free(trace_when);
	trace_when = NULL;
}

char *ls_api_trace_buffer(u32 bytes)
{
	drop_trace();
	free(trace_text);
	trace_text = bytes <= TRACE_MAX ? malloc(bytes + 1) : NULL;
	trace_room = trace_text ? bytes : 0;
	return trace_text;
}

u32 ls_api_trace_open(u32 length)
{
	struct ls_text t = fresh();
	bool ok;

	drop_trace();
	ok = ls_trace_read(&trace, trace_text ? trace_text : "", length < trace_room ? length : trace_room);
	free(trace_text); /* the events have it all */
	trace_text = NULL;
	trace_room = 0;
	if (ok)
		conform = ls_conform_new(&trace);
	*ls_api_config() = trace.config;
	ls_trace_put_json(&trace, ok && conform, &t);
	return t.length;
}

u32 ls_api_trace_slice(u32 events)
{
	return conform && ls_conform_slice(conform, events);
}

u32 ls_api_trace_result(void)
{
	static struct ls_coverage coverage;
	struct ls_text t = fresh();
	bool ended = conform && ls_conform_report(conform)->verdict != LS_CONFORM_RUNNING;

	if (!conform)
		return 0;
	if (ended)
		ls_coverage_of(&coverage, conform, &trace);
	ls_conform_put_json(conform, &trace, ended ? &coverage : NULL, &t);
	return t.length;
}

const ls_action *ls_api_trace_actions(void)
{
	return conform ? ls_conform_report(conform)->action : NULL;
}

const u32 *ls_api_trace_events(void)
{
	return conform ? ls_conform_report(conform)->event : NULL;
}

/* When each action was over, as far as the events say it; what was inferred was just before the next. */
const double *ls_api_trace_when(void)
{
	const struct ls_conform_report *r = conform ? ls_conform_report(conform) : NULL;

	if (!r || !r->actions)
		return NULL;
	free(trace_when);
	trace_when = malloc(r->actions * sizeof *trace_when);
	if (trace_when)
		ls_conform_times(conform, trace_when);
	return trace_when;
}
