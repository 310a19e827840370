/* SPDX-License-Identifier: MIT */
/* Traces and their verdicts as JSON, for the page and for scripts. */
#ifndef LOCKSTEP_CONFORM_REPORT_H
#define LOCKSTEP_CONFORM_REPORT_H

#include "conform.h"
#include "cover.h"

/* What a schedule covered of what can be covered: filled once, at the end. */
struct ls_coverage {
	struct ls_cover covered, reachable;
	u32 missed_lines, missed_branches;
};
void ls_coverage_of(struct ls_coverage *v, const struct ls_conform *c, const struct ls_trace *t);
/* The same for several traces of one variant: adds that of one to the sum. */
void ls_coverage_add(struct ls_coverage *sum, const struct ls_coverage *one);

/* What the schedule that the events are consists of. */
struct ls_figures {
	u32 actors;   /* threads that took a step */
	u32 words;    /* of the lock that were read or changed */
	u32 acts;     /* of the environment that were inferred */
	u32 internal; /* steps of threads inside system calls, which the trace does not have */
};
void ls_figures_of(struct ls_figures *f, const struct ls_conform *c, const struct ls_trace *t);

/* {"ok":true,"scenario":...}: what there is to replay, and the notes. */
void ls_trace_put_json(const struct ls_trace *t, bool ok, struct ls_text *out);
/* {"conforming":...}: how it went. v may be NULL. */
void ls_conform_put_json(const struct ls_conform *c, const struct ls_trace *t, const struct ls_coverage *v,
			 struct ls_text *out);
/* {"covered":...}: figures, the lines and branches that were not run, and took, tookBranches: those that were, so that
 * recordings can be counted together, whatever could be reached in each. */
void ls_coverage_put_json(const struct ls_coverage *v, struct ls_text *out);
/* A line by its place (cover.h): "osq_lock:41 swaps itself in as the last spinner", one at a time. */
void ls_cover_put_line(const struct ls_cover *reachable, u32 line, struct ls_text *out);
/* "590 > 594", the line and the next one, or how its access ended: "590 cas, in vain". branch: as in struct ls_cover */
void ls_cover_put_branch(u32 branch, struct ls_text *out);

#endif
