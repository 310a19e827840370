/* SPDX-License-Identifier: MIT */
/* For tests of the replay: schedules of the model, written as a trace with blurred times, and their verdict. */
#ifndef LOCKSTEP_CONFORM_SCHEDULE_TEST_H
#define LOCKSTEP_CONFORM_SCHEDULE_TEST_H

#include <stdlib.h>
#include <string.h>

#include "backend/step/step.h"
#include "machine_internal.h"
#include "test.h"
#include "backend/record/recording.h"
#include "places.h"
#include "registry.h"
#include "report.h"
#include "trace_read.h"

enum { MAX_EVENTS = 20000, GRAIN = 100 };

static struct rec_event event[MAX_EVENTS];
static u32 events;
static char text[MAX_EVENTS * 130];
static bool signals_traced; /* they are events, too */
static bool resched_traced; /* what a thread finds when it asks whether it must give up its CPU is told */
static bool placeless;      /* as the published source is recorded: no access says at which line of ours it is */
static u32 seed = 12345;

/* A new lock changes no schedule of those that are there. */
static inline void seed_with(const char *name, u32 number)
{
	for (seed = 12345 + number; *name; name++)
		seed = seed * 1664525u + (u8)*name;
}

static inline u32 random_number(u32 n)
{
	seed = seed * 1664525u + 1013904223u;
	return (seed >> 8) % n;
}

/* --- a schedule as a trace ------------------------------------------------------------ */

static inline u8 values_of(u8 op)
{
	switch (op) {
	case LS_OP_LOAD:
	case LS_OP_AWAIT:
		return REC_WORD | REC_OLD;
	case LS_OP_STORE:
		return REC_WORD | REC_NEW;
	case LS_OP_XCHG:
	case LS_OP_ADD:
	case LS_OP_OR:
	case LS_OP_ANDNOT:
		return REC_WORD | REC_OLD | REC_NEW;
	case LS_OP_CAS:
		return REC_WORD | REC_OLD | REC_NEW | REC_ARG | REC_OK;
	case LS_OP_SPIN_LOCK:
	case LS_OP_SPIN_UNLOCK:
	case LS_OP_QUEUE_UNLOCK:
		return REC_WORD;
	case LS_OP_SPIN_TRYLOCK:
	case LS_OP_QUEUE_LOCK:
		return REC_WORD | REC_OK;
	case LS_OP_LIST_ADD:
	case LS_OP_LIST_DEL:
	case LS_OP_LIST_FIRST:
		return REC_WORD | REC_TARGET;
	case LS_OP_LIST_NEXT:
	case LS_OP_LIST_HAS:
		return REC_WORD | REC_ARG | REC_TARGET;
	case LS_OP_ON_CPU:
		return REC_TARGET | REC_OLD;
	case LS_OP_SET_STATE:
		return REC_NEW;
	case LS_OP_WAKE:
		return REC_TARGET | REC_OK;
	case LS_OP_SIGNAL:
	case LS_OP_KILL:
		return REC_TARGET;
	}
	return 0;
}

/*
 * Where the text looks for a signal is a part of the access before it in the machine, but not on a CPU: for a thread
 * that runs, the signal is written as if it came behind the access that it makes next. late: by thread, 1 + the event
 * of such a signal.
 */
static inline void trace_signal(const struct ls_record *rec, bool runs, u64 now, u32 *late)
{
	late[rec->target] = runs && !late[rec->target] ? events + 1 : 0;
	event[events++] = (struct rec_event){
	    .before = now,
	    .after = now,
	    .op = rec->op,
	    .has = values_of(rec->op),
	    .target = rec->target,
	};
}

static inline void come_late(u32 tid, u64 now, u32 *late)
{
	if (late[tid])
		event[late[tid] - 1].before = event[late[tid] - 1].after =
		    now; /* it sees it before its next access begins */
	late[tid] = 0;
}

/* Whether the access began with an earlier record of the same thread: a sleep, a place in line. */
static inline bool goes_on(const struct ls_record *rec, const struct rec_event *begun)
{
	return begun &&
	       (rec->op == LS_OP_AWAKE || (rec->op == LS_OP_QUEUE_LOCK && begun->op == LS_OP_QUEUE_LOCK && !begun->ok));
}

/* by thread: the scheduler wanted its CPU in the step behind its last event, so the code there may have found that */
static bool wanted[LS_MAX_THREADS + 1];

static inline void trace_step(const struct ls_machine *m, const struct ls_record *rec, u64 now, struct rec_event **last)
{
	u32 tid = LS_ACTION_TID(rec->action);
	const struct ls_frame *frame = ls_top_frame(&m->thread[tid - 1]);
	struct rec_event *e = last[tid];

	if (rec->op == LS_OP_AWAKE || goes_on(rec, e)) {
		e->after = now;
		e->ok = rec->ok;
		return;
	}
	e = last[tid] = &event[events++];
	*e = (struct rec_event){
	    .before = now,
	    .after = now,
	    .old = rec->old,
	    .new_ = rec->new_,
	    .arg = rec->arg,
	    .word = rec->word,
	    .line = (u8)rec->line,
	    .proc = rec->proc,
	    .op = rec->op,
	    .has = values_of(rec->op),
	    .ok = rec->ok,
	    .target = rec->target,
	    .tid = (u8)tid,
	};
	if (ls_bits_written(rec) != ~0u) {
		e->old &= rec->arg;
		e->new_ &= rec->arg;
		e->has |= REC_ARG;
	}
	if (resched_traced && wanted[tid])
		e->has |= REC_RESCHED;
	wanted[tid] = false;
	if (rec->op == LS_OP_NO_SLEEP)
		e->op = LS_OP_SLEEP;
	if (e->op == LS_OP_SLEEP ? m->thread[tid - 1].status != LS_READY
				 : rec->op == LS_OP_QUEUE_LOCK && frame && frame->line == rec->line)
		e->after = UINT64_MAX; /* until it wakes up, or it is its turn */
}

/* Each access took some time around the time at which it happened. */
static inline void blur(u32 by)
{
	u64 free_from[LS_MAX_THREADS + 1] = {0};
	u64 next_at[LS_MAX_THREADS + 1];

	for (u32 i = 0; i < events; i++) {
		struct rec_event *e = &event[i];
		u64 begin = e->before - random_number(by);

		e->before = begin < free_from[e->tid] ? free_from[e->tid] : begin;
		free_from[e->tid] = e->after + 1;
	}
	memset(next_at, 0xff, sizeof next_at);
	for (u32 i = events; i-- > 0;) {
		struct rec_event *e = &event[i];
		u64 end = e->after + random_number(by);

		if (e->after != UINT64_MAX)
			e->after = end < next_at[e->tid] ? end : next_at[e->tid] - 1;
		next_at[e->tid] = e->before;
	}
}

/* Who lost its CPU in schedule(), with no reason to sleep, is back from it only now. */
static inline void switched_in(const struct ls_machine *m, u32 tid, struct rec_event *e, u64 now)
{
	if (e && e->op == LS_OP_SLEEP && e->after == UINT64_MAX && m->thread[tid - 1].status == LS_READY)
		e->after = now;
}

static inline int by_time(const void *a, const void *b)
{
	const struct rec_event *x = a, *y = b;

	return x->before < y->before ? -1 : x->before > y->before;
}

/* The code behind an access, and the condition of a wait, may ask for the flag as it was in the step. */
static inline void note_wanted(u32 tid, bool flag, struct rec_event *e)
{
	wanted[tid] |= flag;
	if (resched_traced && flag && e->op == LS_OP_AWAIT)
		e->has |= REC_RESCHED;
}

static inline void record(const struct ls_config *c, u32 steps, u32 by)
{
	static struct ls_machine m;
	struct rec_event *last[LS_MAX_THREADS + 1] = {NULL};
	u32 late[LS_MAX_THREADS + 1] = {0};
	u64 now = 10 * GRAIN;
	u32 tid = 1, stay = 0;

	events = 0;
	memset(wanted, 0, sizeof wanted);
	EXPECT(ls_reset(&m, c) == 0, "the configuration resets");
	for (u32 i = 0; i < steps && events < MAX_EVENTS - 1 && !m.bug && !ls_finished(&m); i++, now += GRAIN) {
		ls_action a;
		bool runs, flag;

		if (!stay) {
			tid = 1 + random_number(m.n);
			stay = 1 + random_number(random_number(2) ? 4 : 30);
		}
		stay--;
		a = LS_STEP_OF(tid);
		if (m.thread[tid - 1].status == LS_PREEMPTED)
			a = LS_ENV_OF(LS_ENV_RUN, tid);
		else if (random_number(20) == 0)
			a = LS_ENV_OF(1 + random_number(LS_ENV_WAKE - 1), 1 + random_number(m.n));
		runs = m.thread[LS_ACTION_TID(a) - 1].status == LS_READY &&
		       m.thread[LS_ACTION_TID(a) - 1].state == LS_RUNNING && m.thread[LS_ACTION_TID(a) - 1].in_kernel;
		flag = m.thread[LS_ACTION_TID(a) - 1].need_resched;
		if (placeless && !LS_ACTION_ENV(a) && random_number(4) == 0)
			ls_step(&m, LS_ENV_OF(LS_ENV_CHOOSE, 1 + random_number(m.n)));
		if (ls_step(&m, a) != LS_MOVED) {
			stay = LS_ACTION_ENV(a) ? stay : 0;
		} else if (LS_ACTION_ENV(a) == LS_ENV_RUN) {
			switched_in(&m, LS_ACTION_TID(a), last[LS_ACTION_TID(a)], now);
		} else if (!LS_ACTION_ENV(a)) {
			trace_step(&m, &m.rec, now, last);
			note_wanted(tid, flag, last[tid]);
			come_late(tid, now, late);
		} else if (signals_traced && (m.rec.op == LS_OP_SIGNAL || m.rec.op == LS_OP_KILL)) {
			trace_signal(&m.rec, runs, now, late);
		}
	}
	qsort(event, events, sizeof *event, by_time);
	if (by)
		blur(by);
	qsort(event, events, sizeof *event, by_time);
}

/* As a recorder writes it: whether it can say in which function of the source that is done. */
static inline bool says_where(const struct rec_event *e)
{
	return e->op == LS_OP_LOAD || e->op == LS_OP_STORE || e->op == LS_OP_CAS || e->op == LS_OP_ADD ||
	       e->op == LS_OP_OR || e->op == LS_OP_ANDNOT || e->op == LS_OP_ON_CPU || e->op == LS_OP_SLEEP;
}

/* The function that tells least of where in our text the event was made; NULL: none is known. */
static inline const char *function_of(u8 lock, const struct rec_event *e)
{
	const struct ls_places *known = ls_places[lock];
	const struct ls_place *best = NULL;

	for (u32 i = 0; known && i < known->count && says_where(e); i++) {
		const struct ls_place *one = &known->place[i];

		if (e->proc < ls_locks[lock]->own && one->procs >> e->proc & 1 &&
		    (!best || __builtin_popcountll(one->procs) > __builtin_popcountll(best->procs)))
			best = one;
	}
	return best ? best->function : NULL;
}

/*
 * A line of n characters with no more of the place, the fourth word, of an access than the function of the source.
 * Returns its length.
 */
static inline u32 hide_place(char *line, u32 n, const char *function)
{
	char place[64];
	u32 from = 0, to, length = (u32)sprintf(place, function ? "source:%s" : "source", function);

	for (u32 words = 0; words < 3; from++)
		words += line[from] == ' ';
	for (to = from; line[to] != ' ';)
		to++;
	memmove(line + from + length, line + to, n - to);
	memcpy(line + from, place, length);
	return n - (to - from) + length;
}

static inline u32 write_trace(const struct ls_config *c)
{
	char roles[LS_MAX_THREADS + 1];
	u32 n;

	for (u32 i = 0; i < c->n; i++)
		roles[i] = ls_locks[c->lock]->roles[c->role[i]].letter;
	roles[c->n] = 0;
	n = (u32)sprintf(text, "lockstep-trace 1\nlock %s\nthreads %s\nseen %s\nticks 100\ncut %llu\n",
			 ls_variant_at(c->lock, c->variant)->name, roles, placeless ? "source" : "all",
			 (unsigned long long)(events ? event[events - 1].before : 0));
	for (u32 i = 0; i < ls_switches_of(c->lock); i++)
		if (c->switches >> i & 1)
			n += (u32)sprintf(text + n, "switch %s\n", ls_switch_at(c->lock, (u8)i)->name);
	n += (u32)sprintf(text + n, "%s%sevents\n", signals_traced ? "signals traced\n" : "",
			  resched_traced ? "resched traced\n" : "");
	for (u32 i = 0; i < events; i++) {
		struct rec_event e = event[i];

		u32 length;

		if (e.after == UINT64_MAX)
			e.after = (u64)1 << 40;
		length = (u32)rec_line(text + n, 110, &e, 0, e.tid ? ls_proc_name(c->lock, e.proc) : NULL,
				       e.tid ? ls_access_at(c->lock, e.proc, e.line) : 0);
		n += placeless && e.tid ? hide_place(text + n, length, function_of(c->lock, &e)) : length;
		text[n++] = '\n';
	}
	text[n] = 0;
	return n;
}

/* --- the verdict ------------------------------------------------------------------------- */

static struct ls_trace trace;
static struct ls_conform *conform;

static inline enum ls_conform_verdict judge(const struct ls_config *c)
{
	u32 n = write_trace(c);

	ls_conform_free(conform);
	conform = NULL;
	ls_trace_free(&trace);
	EXPECT(ls_trace_read(&trace, text, n) && trace.notes == 0, "the trace can be read: %s", trace.note[0]);
	conform = ls_conform_new(&trace);
	while (ls_conform_slice(conform, 1000))
		;
	return ls_conform_report(conform)->verdict;
}

/* The step is the event, as far as the event says what it found and left. */
static inline bool is_that(const struct ls_event *e, const struct ls_record *rec)
{
	u32 old = rec->old, new_ = rec->new_;

	if (e->kind != LS_EV_STEP || e->op == LS_OP_SLEEP || e->op == LS_OP_QUEUE_LOCK || e->op == LS_OP_CRITICAL)
		return true;
	if (e->has & REC_WORD && ls_bits_written(rec) != ~0u) {
		old &= rec->arg;
		new_ &= rec->arg;
	}
	return rec->op == e->op && (!(e->has & REC_WORD) || rec->word == e->word) &&
	       (!(e->has & REC_OLD) || old == e->old) && (!(e->has & REC_NEW) || new_ == e->new_) &&
	       (!(e->has & REC_OK) || rec->ok == e->ok) && (!(e->has & REC_TARGET) || rec->target == e->target);
}

/*
 * The schedule that was found is one, and that of the trace: every step of it happens, to the end, and does and finds
 * what its event says.
 */
static inline bool replays(void)
{
	static struct ls_machine m;
	const struct ls_conform_report *r = ls_conform_report(conform);

	if (ls_reset(&m, &trace.config))
		return false;
	for (u32 i = 0; i < r->actions; i++) {
		const struct ls_event *e = r->event[i] == LS_NO_EVENT ? NULL : ls_conform_event(conform, r->event[i]);

		if (ls_step(&m, r->action[i]) != LS_MOVED || (e && !is_that(e, &m.rec)))
			return false;
	}
	return true;
}

/* Signals that are in the schedule and not in the trace. */
static inline u32 signals_inferred(void)
{
	const struct ls_conform_report *r = ls_conform_report(conform);
	u32 n = 0;

	for (u32 i = 0; i < r->actions; i++) {
		u32 env = LS_ACTION_ENV(r->action[i]);

		n += r->event[i] == LS_NO_EVENT && (env == LS_ENV_SIGNAL || env == LS_ENV_KILL);
	}
	return n;
}

static inline void show_difference(void)
{
	char buffer[8192];
	struct ls_text t;

	ls_text_start(&t, buffer, sizeof buffer);
	ls_conform_put_json(conform, &trace, NULL, &t);
	fprintf(stderr, "  %s\n", buffer);
	if (getenv("CONFORM_KEEP")) {
		FILE *f = fopen(getenv("CONFORM_KEEP"), "w");

		fputs(text, f);
		fclose(f);
		exit(1);
	}
}

static inline void random_config(struct ls_config *c, const struct ls_variant *v)
{
	memset(c, 0, sizeof *c);
	c->lock = v->lock;
	c->variant = v->index;
	c->n = (u8)(2 + random_number(4));
	c->rounds = (u8)(20 + random_number(200));
	for (u32 i = 0; i < c->n; i++)
		c->role[i] = (u8)random_number(ls_roles_of(c->lock));
	for (u32 i = 1; i < LS_ENV_WAKE; i++) /* where every access is seen no thread wakes for nothing */
		c->budget[i] = (u8)random_number(100);
	if (random_number(3) == 0) /* what only recorded runs need comes up, too */
		c->budget[LS_ENV_PREEMPT] = LS_ENDLESS;
}

/* In the kernel, and something comes of it. */
static inline bool can_trace_signals(const struct ls_variant *v)
{
	return ls_locks[v->lock]->kernel && ls_locks[v->lock]->env & (1 << LS_ENV_SIGNAL | 1 << LS_ENV_KILL);
}

/* --- a schedule of one's own -------------------------------------------------------------------- */

static u64 ticks;

/* Thread tid takes steps until it is about to do that to that word. */
static inline void go_to(struct ls_machine *m, u32 tid, u8 op, struct rec_event **last)
{
	for (u32 i = 0; i < 1000; i++, ticks += GRAIN) {
		ls_peek(m, LS_STEP_OF(tid), &m->rec);
		if (m->rec.op == op || m->rec.result != LS_MOVED)
			break;
		ls_step(m, LS_STEP_OF(tid));
		trace_step(m, &m->rec, ticks, last);
	}
	EXPECT(m->rec.op == op, "T%u comes to operation %u", tid, op);
}

static inline void go_past(struct ls_machine *m, u32 tid, u8 op, struct rec_event **last)
{
	go_to(m, tid, op, last);
	ls_step(m, LS_STEP_OF(tid));
	trace_step(m, &m->rec, ticks, last);
	ticks += GRAIN;
}

#endif
