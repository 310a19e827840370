/* SPDX-License-Identifier: MIT */
#include "trace_place.h"

#include <string.h>

#include "backend/step/step.h"
#include "machine_internal.h"
#include "places.h"
#include "registry.h"

static u8 proc_named(const struct ls_trace *t, struct ls_span name)
{
	const struct ls_lock_facts *l = ls_locks[t->config.lock];

	for (u8 p = 0; p < l->procs; p++)
		if (ls_span_is(name, ls_proc_name(t->config.lock, p)))
			return p;
	return LS_NO_PROC;
}

/* Lines from that of PROC to that of END. */
static u32 lines_of(const struct ls_trace *t, u32 proc)
{
	const struct ls_proc *p = ls_programs[t->config.lock].proc[proc];

	return p->last - p->first;
}

static const char SOURCE[] = "source";
enum { SOURCE_LENGTH = sizeof SOURCE - 1 };

/* "source", or "source:" and a function. */
static bool is_of_source(struct ls_span place)
{
	return place.n >= SOURCE_LENGTH && !memcmp(place.at, SOURCE, SOURCE_LENGTH) &&
	       (place.n == SOURCE_LENGTH || place.at[SOURCE_LENGTH] == ':');
}

static bool read_function(struct ls_trace_reader *r, struct ls_event *e, struct ls_span place)
{
	struct ls_span function = {place.at + SOURCE_LENGTH + 1, place.n - SOURCE_LENGTH - 1};

	if (!r->t->source) {
		ls_trace_complain(r, "accesses of the source belong into a trace with \"seen source\".", LS_NO_SPAN,
				  "");
		return false;
	}
	if (place.n == SOURCE_LENGTH)
		return true;
	e->place = ls_place_named(r->t->config.lock, function.at, function.n);
	if (!e->place)
		ls_trace_complain(r, "of this lock's source no function ", function, " is known.");
	return e->place;
}

/* "PROC#N", the Nth access of a procedure; or "PROC+N", N lines behind its first, as older recordings have it. */
static bool read_access(struct ls_trace_reader *r, struct ls_event *e, struct ls_span place)
{
	struct ls_span name = place, number;
	u64 n;

	for (name.n = 0; name.n < place.n && place.at[name.n] != '#' && place.at[name.n] != '+';)
		name.n++;
	e->proc = proc_named(r->t, name);
	if (e->proc == LS_NO_PROC) {
		ls_trace_complain(r, "this lock has no procedure ", name, ".");
		return false;
	}
	if (name.n < place.n) {
		number = (struct ls_span){place.at + name.n + 1, place.n - name.n - 1};
		if (ls_span_number(number, 0xffff, &n) && n <= lines_of(r->t, e->proc))
			e->line =
			    (u16)(place.at[name.n] == '+' ? n : ls_line_of_access(r->t->config.lock, e->proc, (u32)n));
	}
	if (!e->line)
		ls_trace_complain(r, "", place, " is no place in its procedure.");
	return e->line;
}

bool ls_trace_read_place(struct ls_trace_reader *r, struct ls_event *e, struct ls_span place)
{

	if (!e->tid) {
		if (!ls_span_is(place, "environment"))
			ls_trace_complain(r, "there is no thread ", (struct ls_span){"0", 1}, ".");
		else if (!r->t->signals)
			ls_trace_complain(r, "signals belong into a trace with \"signals traced\".", LS_NO_SPAN, "");
		return ls_span_is(place, "environment") && r->t->signals;
	}
	if (ls_span_is(place, "kernel")) {
		if (!r->t->calls)
			ls_trace_complain(r, "the kernel's own events belong into a trace with \"seen calls\".",
					  LS_NO_SPAN, "");
		return r->t->calls;
	}
	e->placeless = is_of_source(place);
	if (e->placeless)
		return read_function(r, e, place);
	return read_access(r, e, place);
}
