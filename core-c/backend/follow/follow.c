/* SPDX-License-Identifier: MIT */
/* Steps the machine and lets the real threads do the same; the first difference ends it. */
#include "follow.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "machine_internal.h"
#include "registry.h"
#include "text/narrate.h"
#include "gate.h"
#include "backend/step/step.h"

struct run {
	struct ls_machine m;
	struct gate *gate;
	struct follow_report *report;
};

/* --- telling what differs ---------------------------------------------------------------------- */

static void say(char *out, const char *format, ...) __attribute__((format(printf, 2, 3)));
static void say(char *out, const char *format, ...)
{
	va_list args;

	va_start(args, format);
	vsnprintf(out, 160, format, args);
	va_end(args);
}

/* True when the two are the same; else the report says what they are. */
static bool same(struct run *r, const char *what, u32 wanted, u32 saw)
{
	r->report->compared++;
	if (wanted == saw)
		return true;
	say(r->report->what, "%s", what);
	say(r->report->wanted, "%u (0x%x)", wanted, wanted);
	say(r->report->saw, "%u (0x%x)", saw, saw);
	return false;
}

static bool same_of(struct run *r, u32 tid, const char *what, u32 wanted, u32 saw)
{
	char name[64];

	snprintf(name, sizeof name, "T%u: %s", tid, what);
	return same(r, name, wanted, saw);
}

static bool same_text(struct run *r, u32 tid, const char *what, const char *wanted, const char *saw)
{
	r->report->compared++;
	if (strcmp(wanted, saw) == 0)
		return true;
	say(r->report->what, "T%u: %s", tid, what);
	say(r->report->wanted, "%s", wanted);
	say(r->report->saw, "%s", saw);
	return false;
}

static bool same_value(struct run *r, const char *what, u32 word, u32 wanted, u32 saw)
{
	struct ls_text name, w, s;

	r->report->compared++;
	if (wanted == saw)
		return true;
	ls_text_start(&name, r->report->what, sizeof r->report->what);
	ls_text_start(&w, r->report->wanted, sizeof r->report->wanted);
	ls_text_start(&s, r->report->saw, sizeof r->report->saw);
	ls_put(&name, what);
	if (word != LS_NO_WORD) {
		ls_put(&name, " ");
		ls_word_name(&r->m, word, &name);
		ls_word_value(&r->m, word, wanted, &w);
		ls_word_value(&r->m, word, saw, &s);
	}
	if (word == LS_NO_WORD || strcmp(r->report->wanted, r->report->saw) == 0) {
		ls_putf(&w, " (0x%x)", wanted);
		ls_putf(&s, " (0x%x)", saw);
	}
	return false;
}

/* --- one access ------------------------------------------------------------------------------------ */

static bool is_queue(u8 op)
{
	return op == LS_OP_QUEUE_LOCK || op == LS_OP_QUEUE_UNLOCK;
}

static bool place_of_access(struct run *r, u32 tid, const struct ls_record *rec, const struct gate_seen *seen)
{
	if (!seen->proc) /* it left its text before any access */
		return same_text(r, tid, "what it does", ls_op_names[rec->op], "ends");
	return same_text(r, tid, "procedure of the access", ls_proc_name(r->m.lock, rec->proc), seen->proc) &&
	       same_of(r, tid, "line of the access", rec->line, seen->line);
}

static bool same_access(struct run *r, u32 tid, const struct ls_record *rec, const struct gate_seen *seen)
{
	if (!LS_ACTION_ENV(rec->action) && !place_of_access(r, tid, rec, seen))
		return false;
	if (!same_text(r, tid, "kind of access", ls_op_names[rec->op], ls_op_names[seen->op]) ||
	    !same_of(r, tid, "number of the word", rec->word, seen->word))
		return false;
	if (!seen->done) /* a BUG of the text took it out in the middle */
		return true;
	if (rec->word != LS_NO_WORD && (!same_value(r, "before the access,", rec->word, rec->old, seen->before) ||
					!same_value(r, "after the access,", rec->word, rec->new_, seen->after)))
		return false;
	if (seen->has_got &&
	    !same_value(r, "the value that the access got, of", rec->word, rec->old & ls_bits_written(rec), seen->got))
		return false;
	return same_of(r, tid, "whether it succeeded", rec->ok, seen->ok) &&
	       (is_queue(rec->op) || same_of(r, tid, "which other thread it acts on", rec->target, seen->target));
}

/* --- the moment behind it ---------------------------------------------------------------------------- */

static bool same_place(struct run *r, u32 tid, const struct ls_thread *t, const struct gate_task *g)
{
	const struct ls_frame *fr = ls_top_frame(t);
	const struct ls_proc *p = ls_proc_of(&r->m, fr->proc);
	u32 dead = p->dead[fr->line];

	if (!same_text(r, tid, "procedure it is in", ls_proc_name(r->m.lock, fr->proc), g->proc) ||
	    !same_of(r, tid, "line it is about to run", fr->line, g->line) ||
	    !same_of(r, tid, "bytes of locals", fr->size - (u32)sizeof *fr, g->locals_size))
		return false;
	for (u32 i = 0; i < g->locals_size / 4; i++) {
		char what[64];

		if (dead >> i & 1) /* the machine has cleared it, real threads need not */
			continue;
		snprintf(what, sizeof what, "local number %u", i + 1);
		if (!same_of(r, tid, what, ((const u32 *)(fr + 1))[i], ((const u32 *)g->locals)[i]))
			return false;
	}
	return true;
}

static bool same_scheduling(struct run *r, u32 tid, const struct ls_thread *t, const struct gate_task *g)
{
	bool asleep = g->phase == GATE_SLEEPS || g->woken;

	return same_of(r, tid, "asleep", t->status == LS_ASLEEP, asleep) &&
	       same_of(r, tid, "its task state", t->state, g->state) &&
	       same_of(r, tid, "on a CPU", t->on_cpu, g->on_cpu) &&
	       (asleep || same_of(r, tid, "need_resched", t->need_resched, g->need_resched));
}

static bool same_task(struct run *r, u32 tid)
{
	const struct ls_thread *t = &r->m.thread[tid - 1];
	bool ended = t->status >= LS_DONE;
	struct gate_task g;

	gate_task(r->gate, tid, &g);
	if (!same_of(r, tid, "has ended", ended, g.phase == GATE_ENDED))
		return false;
	if (ended)
		return same_of(r, tid, "on a CPU", t->on_cpu, g.on_cpu);
	return same_scheduling(r, tid, t, &g) &&
	       same_of(r, tid, "depth of preempt_disable()", t->preempt_off, g.preempt_off) &&
	       same_of(r, tid, "in the kernel", t->in_kernel, g.in_kernel) &&
	       same_of(r, tid, "signal", t->signal, g.signal) &&
	       same_of(r, tid, "threshold clock", t->threshold, g.threshold) &&
	       same_of(r, tid, "timeout clock", t->timeout, g.timeout) &&
	       same_of(r, tid, "what it holds", t->holds, g.has) && same_place(r, tid, t, &g);
}

static bool same_moment(struct run *r)
{
	for (u32 i = 0; i < r->m.mem_words; i++)
		if (!same_value(r, "in memory,", i, r->m.mem[i], gate_word(r->gate, i)))
			return false;
	for (u32 tid = 1; tid <= r->m.n; tid++)
		if (!same_task(r, tid))
			return false;
	return true;
}

/* True when a writer holds the lock together with others. */
static bool is_crowd(const struct ls_machine *m)
{
	u32 readers = 0, writers = 0;

	for (u32 i = 0; i < m->n; i++) {
		readers += m->thread[i].holds == LS_HOLDS_READ;
		writers += m->thread[i].holds == LS_HOLDS_WRITE;
	}
	return writers > 1 || (writers && readers);
}

/*
 * A BUG of the text ends both, each where it is. That a writer is not alone the threads see only
 * in the critical section, so the machine may know it earlier, but never not at all.
 */
static bool same_bug(struct run *r)
{
	bool crowd;
	const char *complaint = gate_complaint(r->gate, &crowd);

	r->report->compared++;
	if (crowd && !is_crowd(&r->m))
		return same(r, "a writer is not alone", false, true);
	if (!r->m.bug == !complaint)
		return true;
	say(r->report->what, "a BUG of the text");
	say(r->report->wanted, "%s", r->m.bug ? "yes" : "none");
	say(r->report->saw, "%s", complaint ? complaint : "none");
	return false;
}

/* --- the schedule ---------------------------------------------------------------------------------------- */

static bool no_answer(struct run *r, const char *why)
{
	say(r->report->what, "whether the real threads get there");
	say(r->report->wanted, "it does");
	say(r->report->saw, "%s", why);
	return false;
}

static bool one_step(struct run *r, ls_action a)
{
	u32 tid = LS_ACTION_TID(a), env = LS_ACTION_ENV(a);
	struct ls_record rec;
	struct gate_seen seen;
	char why[128];

	if (ls_step(&r->m, a) > LS_SPUN) {
		say(r->report->what, "the schedule: this step is not possible here");
		return false;
	}
	rec = r->m.rec;
	if (!(env ? gate_act(r->gate, env, tid, &seen, why, sizeof why)
		  : gate_step(r->gate, tid, &seen, why, sizeof why)))
		return no_answer(r, why);
	if (!same_access(r, tid, &rec, &seen) || !same_bug(r))
		return false;
	return r->m.bug || same_moment(r);
}

enum follow_verdict follow(const struct ls_config *config, const ls_action *schedule, u32 n,
			   struct follow_report *report)
{
	struct run r;
	enum follow_verdict verdict = FOLLOW_AGREES;

	memset(report, 0, sizeof *report);
	r.report = report;
	if (ls_reset(&r.m, config) != 0)
		return FOLLOW_UNABLE;
	r.gate = gate_open(config, report->what, sizeof report->what);
	if (!r.gate)
		return FOLLOW_UNABLE;
	if (!same_moment(&r))
		verdict = FOLLOW_DIFFERS;
	while (verdict == FOLLOW_AGREES && report->steps < n) {
		if (one_step(&r, schedule[report->steps]))
			report->steps++;
		else
			verdict = FOLLOW_DIFFERS;
	}
	report->sleeps = gate_sleeps(r.gate);
	gate_close(r.gate);
	return verdict;
}
