/* SPDX-License-Identifier: MIT */
#include "report.h"

#include <string.h>

#include "backend/step/step.h"
#include "machine_internal.h"
#include "text/narrate.h"
#include "sentences.h"

enum { SCHEDULES = 4000 }; /* random ones, to know what can be run at all */

void ls_coverage_of(struct ls_coverage *v, const struct ls_conform *c, const struct ls_trace *t)
{
	const struct ls_conform_report *r = ls_conform_report(c);

	memset(v, 0, sizeof *v);
	ls_cover_schedule(&v->covered, &t->config, r->action, r->actions);
	ls_cover_reachable(&v->reachable, &t->config, SCHEDULES);
	v->missed_lines = ls_cover_missed_lines(&v->reachable, &v->covered);
	v->missed_branches = ls_cover_missed_branches(&v->reachable, &v->covered);
}

void ls_figures_of(struct ls_figures *f, const struct ls_conform *c, const struct ls_trace *t)
{
	struct ls_machine m;
	const struct ls_conform_report *r = ls_conform_report(c);
	bool acted[LS_MAX_THREADS + 1] = {false}, touched[LS_MEM_WORDS] = {false};

	memset(f, 0, sizeof *f);
	if (ls_reset(&m, &t->config))
		return;
	for (u32 i = 0; i < r->actions; i++) {
		u32 tid = LS_ACTION_TID(r->action[i]);

		ls_step(&m, r->action[i]);
		if (LS_ACTION_ENV(r->action[i])) {
			f->acts += r->event[i] == LS_NO_EVENT;
			continue;
		}
		f->internal += r->event[i] == LS_NO_EVENT;
		f->actors += !acted[tid];
		acted[tid] = true;
		if (m.rec.word < LS_MEM_WORDS) {
			f->words += !touched[m.rec.word];
			touched[m.rec.word] = true;
		}
	}
}

void ls_coverage_add(struct ls_coverage *sum, const struct ls_coverage *one)
{
	ls_cover_add(&sum->covered, &one->covered);
	ls_cover_add(&sum->reachable, &one->reachable);
	sum->missed_lines = ls_cover_missed_lines(&sum->reachable, &sum->covered);
	sum->missed_branches = ls_cover_missed_branches(&sum->reachable, &sum->covered);
}

void ls_cover_put_line(const struct ls_cover *reachable, u32 line, struct ls_text *out)
{
	struct ls_machine m = {.lock = reachable->lock};
	u32 proc = reachable->line[line] - 1u;

	ls_putf(out, "%s:%u %s", ls_proc_name(m.lock, proc), line,
		ls_phrase(&m, proc, ls_cover_line_of(reachable, line)));
}

void ls_cover_put_branch(u32 branch, struct ls_text *out)
{
	u32 line = branch >> 16, next = branch & 0xffff;

	if (next & LS_COVER_ENDS)
		ls_putf(out, "%u %s%s", line, ls_op_names[next & 0xff], next & 0x100 ? "" : ", in vain");
	else if (next)
		ls_putf(out, "%u > %u", line, next);
	else
		ls_putf(out, "%u > end", line);
}

/* With one digit behind the point: ls_putf() has no fractions. */
static void put_tenths(double v, struct ls_text *out)
{
	u64 tenths = (u64)(v * 10 + 0.5);

	ls_putf(out, "%u.%u", (u32)(tenths / 10), (u32)(tenths % 10));
}

void ls_trace_put_json(const struct ls_trace *t, bool ok, struct ls_text *out)
{
	ls_putf(out, "{\"ok\":%s,\"scenario\":", ok ? "true" : "false");
	ls_put_json(out, t->variant ? t->variant : "");
	ls_putf(out, ",\"seen\":\"%s\",\"allTraced\":%s,\"events\":%u,\"threads\":%u,\"ticks\":",
		t->calls    ? "calls"
		: t->source ? "source"
			    : "all",
		t->all_traced ? "true" : "false", t->events, t->config.n);
	put_tenths(t->ticks, out);
	ls_putf(out, ",\"cut\":%s,\"damaged\":%u,\"about\":{", t->cut ? "true" : "false", t->damaged);
	for (u32 i = 0; i < t->abouts; i++) {
		ls_put(out, i ? "," : "");
		ls_put_json(out, t->about[i][0]);
		ls_put(out, ":");
		ls_put_json(out, t->about[i][1]);
	}
	ls_put(out, "},\"notes\":[");
	for (u32 i = 0; i < t->notes; i++) {
		ls_put(out, i ? "," : "");
		ls_put_json(out, t->note[i]);
	}
	ls_put(out, "]}");
}

static void put_sentence(struct ls_text *out, const char *sentence, bool *first)
{
	ls_put(out, *first ? "" : ",");
	ls_put_json(out, sentence);
	*first = false;
}

/* A look at another thread that found it on its CPU, or off it, where the model has it otherwise: what the model has.
 */
static void put_look(const struct ls_machine *m, const struct ls_event *e, struct ls_text *out)
{
	const struct ls_thread *t;
	struct ls_record next;

	if (e->op != LS_OP_ON_CPU || !e->target || e->target > m->n || !(e->has & REC_OLD))
		return;
	t = &m->thread[e->target - 1];
	ls_putf(out, ",\"look\":{\"at\":%u,\"found\":%u,\"model\":%u,\"ended\":%s", e->target, e->old, t->on_cpu,
		t->status == LS_DONE || t->status == LS_DEAD ? "true" : "false");
	ls_peek(m, LS_STEP_OF(e->target), &next);
	if (next.result <= LS_SPUN && next.line) {
		ls_put(out, ",\"before\":\"");
		ls_put_place(m, next.proc, next.line, out);
		ls_put(out, "\"");
	}
	ls_put(out, "}");
}

static void put_difference(const struct ls_conform *c, struct ls_text *out)
{
	u32 event = ls_conform_report(c)->differs;
	const struct ls_event *e = ls_conform_event(c, event);
	char sentence[512];
	struct ls_text s;
	bool first = true;

	ls_text_start(&s, sentence, sizeof sentence);
	ls_sentence_saw(c, event, &s);
	ls_putf(out, "{\"event\":%u,\"line\":%u,\"tid\":%u,\"saw\":", event, e->file_line, ls_sentence_concerned(e, 0));
	ls_put_json(out, sentence);
	if (ls_conform_rival(c) != LS_NO_EVENT) {
		ls_putf(out, ",\"rival\":{\"event\":%u,\"line\":%u,\"why\":", ls_conform_rival(c),
			ls_conform_event(c, ls_conform_rival(c))->file_line);
		ls_text_start(&s, sentence, sizeof sentence);
		ls_sentence_rival(c, &s);
		ls_put_json(out, sentence);
		ls_put(out, "}");
	}
	ls_put(out, ",\"allowed\":[");
	for (u32 i = 0; i < ls_conform_machine(c)->n; i++) {
		ls_text_start(&s, sentence, sizeof sentence);
		ls_sentence_allowed(c, ls_sentence_concerned(e, i), &s);
		put_sentence(out, sentence, &first);
	}
	ls_put(out, "]");
	put_look(ls_conform_machine(c), e, out);
	ls_put(out, "}");
}

/* ["590 > 594",...] */
static void put_branches(const u32 *branch, u32 n, struct ls_text *out)
{
	char sentence[64];
	struct ls_text s;
	bool first = true;

	ls_put(out, "[");
	for (u32 i = 0; i < n; i++) {
		ls_text_start(&s, sentence, sizeof sentence);
		ls_cover_put_branch(branch[i], &s);
		put_sentence(out, sentence, &first);
	}
	ls_put(out, "]");
}

/* [434,440,...] */
static void put_lines(const struct ls_cover *c, struct ls_text *out)
{
	const char *comma = "";

	ls_put(out, "[");
	for (u32 i = 0; i < LS_COVER_LINES; i++) {
		if (c->line[i]) {
			ls_putf(out, "%s%u", comma, i);
			comma = ",";
		}
	}
	ls_put(out, "]");
}

void ls_coverage_put_json(const struct ls_coverage *v, struct ls_text *out)
{
	u32 branch[LS_COVER_BRANCHES];
	static const struct ls_cover none;
	char sentence[512];
	struct ls_text s;
	bool first = true;

	ls_putf(out, "{\"covered\":%u,\"reachable\":%u,\"branchesCovered\":%u,\"branchesReachable\":%u,\"missed\":[",
		v->reachable.lines - v->missed_lines, v->reachable.lines, v->reachable.branches - v->missed_branches,
		v->reachable.branches);
	for (u32 i = 0; i < LS_COVER_LINES; i++) {
		if (!v->reachable.line[i] || v->covered.line[i])
			continue;
		ls_text_start(&s, sentence, sizeof sentence);
		ls_cover_put_line(&v->reachable, i, &s);
		put_sentence(out, sentence, &first);
	}
	ls_put(out, "],\"missedBranches\":");
	put_branches(branch, ls_cover_missing(&v->reachable, &v->covered, branch), out);
	ls_put(out, ",\"took\":");
	put_lines(&v->covered, out);
	ls_put(out, ",\"tookBranches\":");
	put_branches(branch, ls_cover_missing(&v->covered, &none, branch), out);
	ls_put(out, "}");
}

void ls_conform_put_json(const struct ls_conform *c, const struct ls_trace *t, const struct ls_coverage *v,
			 struct ls_text *out)
{
	struct ls_figures f;
	static const char *const verdicts[] = {"running", "agrees", "differs", "no room"};
	const struct ls_conform_report *r = ls_conform_report(c);

	ls_putf(out, "{\"conforming\":%u,\"events\":%u,\"actions\":%u,\"retries\":%u,\"verdict\":\"%s\",\"differs\":",
		r->done, r->judged, r->actions, r->retries, verdicts[r->verdict]);
	if (r->verdict == LS_CONFORM_DIFFERS && r->differs != LS_NO_EVENT)
		put_difference(c, out);
	else
		ls_put(out, "null");
	if (v) {
		ls_figures_of(&f, c, t);
		ls_putf(out, ",\"actors\":%u,\"words\":%u,\"inferredActs\":%u,\"inferredSteps\":%u", f.actors, f.words,
			f.acts, f.internal);
	}
	ls_put(out, ",\"lines\":");
	if (v)
		ls_coverage_put_json(v, out);
	else
		ls_put(out, "null");
	ls_put(out, "}");
}
