/* SPDX-License-Identifier: MIT */
/* Recordings: what real threads did with a lock, access by access. See docs/traces.md. */
#ifndef LOCKSTEP_LOG_H
#define LOCKSTEP_LOG_H

#include "conform/trace.h"
#include "recording.h"
#include "backend/native/native_run.h"

struct log_config {
	struct native_config native; /* its seconds do not count */
	u32 rounds;                  /* of each thread */
	u32 limit;                   /* events of a thread; when one has so many, all stop */
	u32 wrong_every;             /* so many times a thread comes by it makes a call that must fail; 0 = never */
	bool trace_events;           /* real system calls, and the kernel's trace events of them */
	u32 priorities;              /* real-time priorities that change so often (priorities.h); 0 = none */
	u32 seed;                    /* of these */
};

struct log_recording {
	u8 lock; /* enum ls_lock_id */
	struct native_report report;
	struct rec_event *event; /* by time, those of one thread in their order; free() it */
	u32 events;
	u64 start;                 /* ticks: the first time in an event */
	u64 end;                   /* ticks: what ended later is not complete; 0: nothing was cut off */
	double ticks;              /* a microsecond */
	bool all_traced;           /* of a system call the kernel's trace events are each access */
	u32 cpus, lowered, forced; /* with priorities: how many CPUs the threads shared; see log_priorities_end() */
};

/* Of a system call instead of an access: op above LS_OPS, by kind of event (conform/trace.h); a value is in `old`. */
#define LOG_OP(kind) (LS_OPS + (kind))

/* Runs the threads and puts their logs together. Returns report.verdict; what was logged is there
 * after a failure, too. */
enum native_verdict log_record(const struct log_config *config, struct log_recording *out);

/* The head of a trace, to the line before "events": what a reader must know of the run. switches: of the model, which a
 * patched kernel has besides those of the text. */
void log_head(FILE *out, const struct log_config *config, u32 switches, const struct log_recording *r);

/* The line of an event as docs/traces.md has it, with its end. Returns its length. */
int log_line(char *out, int size, const struct log_recording *r, const struct rec_event *e);

#endif
