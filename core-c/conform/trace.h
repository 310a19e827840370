/* SPDX-License-Identifier: MIT */
/* A trace as docs/traces.md describes it, read into memory. What cannot be read is cut off. */
#ifndef LOCKSTEP_CONFORM_TRACE_H
#define LOCKSTEP_CONFORM_TRACE_H

#include "../machine.h"
#include "../trace/recording.h"

/* LS_EV_STEP: an access of a text. Up to LS_EV_RETURN: what the kernel tells of a system call whose text it runs itself. */
enum ls_event_kind {
	LS_EV_STEP,
	LS_EV_STEAL, LS_EV_TAKE, LS_EV_WAITERS, LS_EV_TAKE_OVER, LS_EV_UNLOCK, LS_EV_DEATH,
	LS_EV_WAKE, LS_EV_AWAKE, LS_EV_TOP, LS_EV_ASK, LS_EV_SLEEP, LS_EV_OFF, LS_EV_HANDOFF,
	LS_EV_CALL, LS_EV_RETURN,
	LS_EV_SIGNAL, LS_EV_KILL, /* sent by the environment, thread 0, to target */
	LS_EV_KINDS
};
extern const char *const ls_event_names[LS_EV_KINDS];

#define LS_NO_EVENT UINT32_MAX

/*
 * Whose events follow one another: a thread, or the signals for one. LS_ACTOR_AT: i from 0 to 2 * n - 1.
 */
enum { LS_ACTORS = 2 * LS_MAX_THREADS + 1 };
#define LS_SIGNALS_TO(tid) (LS_MAX_THREADS + (tid))
#define LS_ACTOR_AT(i, n) ((i) < (n) ? (i) + 1 : LS_SIGNALS_TO((i) + 1 - (n)))

struct ls_event {
	u64 before, after;
	u32 old, new_, arg, value;
	u32 file_line;
	u32 next;   /* the next event of the same actor, or LS_NO_EVENT */
	u16 word;
	u16 line;   /* of the source; 0 for what the kernel tells */
	u8 tid, proc, op, has, ok, target, kind;
	bool on_top;      /* of what the kernel tells: top has come before it in this call, and not yet off */
	bool first_looks; /* there is no other event between it and the call, a try to steal, or the unlock before it */
	u32 given;        /* what the change before it stored */
	/*
	 * From when on half of it, or all, may have happened. LS_EV_OFF: the thread signed off as the top waiter
	 * after its event before this one. A signal: the target may have seen it behind the access that it
	 * was at, where the model looks as a part of that access.
	 */
	u64 early;
};

static inline u32 ls_event_actor(const struct ls_event *e)
{
	return e->tid ? e->tid : LS_SIGNALS_TO(e->target);
}

enum { LS_TRACE_NOTES = 8, LS_TRACE_NOTE = 240, LS_TRACE_ABOUTS = 24, LS_TRACE_ABOUT = 160 };

struct ls_trace {
	struct ls_config config;
	const char *variant;  /* its name, which is also that of its sandbox scenario */
	bool calls;           /* seen calls: the kernel's side is told by trace events */
	bool signals;         /* signals told: each one that was sent is an event of thread 0 */
	bool cut;
	u64 end;              /* what ended later is not judged */
	double ticks;         /* a microsecond; 0 = not known */
	struct ls_event *event;
	u32 events, room;
	u32 first[LS_ACTORS]; /* of each actor, or LS_NO_EVENT */
	u32 notes, abouts;
	char note[LS_TRACE_NOTES][LS_TRACE_NOTE];
	char about[LS_TRACE_ABOUTS][2][LS_TRACE_ABOUT];
};

/*
 * Reads a trace. False when there is nothing that can be replayed (the notes say why, with
 * line numbers). True with a note when the file is damaged: all before that line is kept, and
 * of it only what was over by then is judged. Free it in both cases.
 */
bool ls_trace_read(struct ls_trace *t, const char *text, u32 length);
void ls_trace_free(struct ls_trace *t);

#endif
