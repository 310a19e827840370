/* SPDX-License-Identifier: MIT */
/*
 * Holds a trace against the model: searches for a linearization of it, one order of all events in which each is a
 * step that the model allows. It keeps the order of every thread, never puts an event before one that was over
 * when it began (a signal may count for a little earlier: trace.h), and finds in every word what the event found
 * there. Where several orders are possible the search tries them; it goes back when one leads nowhere.
 */
#ifndef LOCKSTEP_CONFORM_CONFORM_H
#define LOCKSTEP_CONFORM_CONFORM_H

#include "text/text.h"
#include "trace.h"

enum ls_conform_verdict { LS_CONFORM_RUNNING, LS_CONFORM_AGREES, LS_CONFORM_DIFFERS, LS_CONFORM_NO_ROOM };

struct ls_conform_report {
	enum ls_conform_verdict verdict;
	u32 judged;  /* events that are to be justified */
	u32 done;    /* events justified; with DIFFERS as many as ever were at once */
	u32 retries; /* times that the search went back */
	u32 actions;
	const ls_action *action; /* the schedule that the events are */
	const u32 *event;        /* of each action: index into trace->event, or LS_NO_EVENT */
	u32 differs;             /* with DIFFERS: the event that does not fit */
};

struct ls_conform;

/* NULL when there is no memory. The trace must stay as long as this. */
struct ls_conform *ls_conform_new(const struct ls_trace *t);
void ls_conform_free(struct ls_conform *c);

/* Goes on for about so many events; false at the end. */
bool ls_conform_slice(struct ls_conform *c, u32 events);
const struct ls_conform_report *ls_conform_report(const struct ls_conform *c);

/* With DIFFERS: the machine at the place, in which all events before have happened. */
const struct ls_machine *ls_conform_machine(const struct ls_conform *c);
const struct ls_event *ls_conform_event(const struct ls_conform *c, u32 event);

/*
 * With DIFFERS: an event that cannot be beside the one that does not fit, in whichever order, or LS_NO_EVENT. The two
 * overlap, each changed a word in which it had found the same, and no third one could have written that back between
 * them.
 */
u32 ls_conform_rival(const struct ls_conform *c);

/*
 * When each action of the report took place, in ticks: not before the event began, not after it was
 * over, and never going back. The true times lie within that; these are the earliest.
 */
void ls_conform_times(const struct ls_conform *c, double *when);

#endif
