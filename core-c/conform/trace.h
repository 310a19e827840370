/* SPDX-License-Identifier: MIT */
/* A trace as docs/traces.md describes it, in memory. */
#ifndef LOCKSTEP_CONFORM_TRACE_H
#define LOCKSTEP_CONFORM_TRACE_H

#include "event.h"

struct ls_syscalls;

enum { LS_TRACE_NOTES = 8, LS_TRACE_NOTE = 240, LS_TRACE_ABOUTS = 24, LS_TRACE_ABOUT = 160 };

struct ls_trace {
	struct ls_config config;
	const char *variant;                /* its name, which is also that of its sandbox scenario */
	bool calls;                         /* "seen calls": of the kernel's side there are its trace events */
	bool all_traced;                    /* "steps traced": and every access that it made is one */
	bool source;                        /* "seen source": the accesses of the published source, in a kernel */
	const struct ls_syscalls *syscalls; /* of the lock, or NULL: it makes none */
	bool signals;                       /* "signals traced": each one that was sent is an event of thread 0 */
	bool resched; /* "resched traced": what a thread finds when it asks whether it must give up its CPU is told */
	bool cut;
	u32 damaged;  /* line of the file that could not be read: it and what follows was left out; 0: none */
	u64 end;      /* what ended later is not judged */
	double ticks; /* a microsecond; 0 = not known */
	struct ls_event *event;
	u32 events, room;
	u32 first[LS_ACTORS]; /* of each actor, or LS_NO_EVENT */
	u32 notes, abouts;
	char note[LS_TRACE_NOTES][LS_TRACE_NOTE];
	char about[LS_TRACE_ABOUTS][2][LS_TRACE_ABOUT];
};

void ls_trace_free(struct ls_trace *t);

#endif
