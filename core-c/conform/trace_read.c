/* SPDX-License-Identifier: MIT */
#include "trace_read.h"

#include <stdlib.h>
#include <string.h>

#include "backend/step/step.h"
#include "machine_internal.h"
#include "registry.h"
#include "syscalls.h"
#include "text/text.h"
#include "trace_head.h"
#include "trace_place.h"

#define MAX_EVENTS 4000000u

/* --- an event ---------------------------------------------------------------------------------- */

static u8 op_named(struct ls_span name)
{
	for (u32 i = 0; i <= LS_OP_CRITICAL; i++)
		if (rec_op_name(i) && ls_span_is(name, rec_op_name(i)))
			return (u8)i;
	return LS_OP_NONE;
}

/* What is no access: sent by the environment, or traced by the kernel. */
static u8 kind_named(const struct ls_trace *t, const struct ls_event *e, struct ls_span name)
{
	if (e->tid)
		return ls_event_kind_named(t->syscalls, name.at, name.n);
	for (u32 kind = LS_EV_SIGNAL; kind <= LS_EV_KILL; kind++)
		if (ls_span_is(name, ls_event_name(NULL, kind)))
			return (u8)kind;
	return 0;
}

static bool read_op(struct ls_trace_reader *r, struct ls_event *e, struct ls_span name)
{
	const struct ls_traced_kind *own;

	if (e->proc != LS_NO_PROC || e->placeless) {
		e->op = op_named(name);
		if (e->op)
			return true;
	} else {
		e->kind = kind_named(r->t, e, name);
		own = ls_traced_kind_of(r->t->syscalls, e->kind);
		if (own && own->all_traced && !r->t->all_traced) {
			ls_trace_complain(r, "", name, " belongs into a trace with \"steps traced\".");
			return false;
		}
		e->op = own ? own->op : LS_OP_NONE;
		if (own && r->t->all_traced && own->step_op) {
			e->op = own->step_op;
			e->word = own->word;
		}
		e->two_steps = own && own->two_steps && !r->t->all_traced;
		if (e->kind)
			return true;
	}
	ls_trace_complain(r, "", name, " is no operation.");
	return false;
}

static bool read_value(struct ls_trace_reader *r, struct ls_event *e, struct ls_span part)
{
	static const char *const names[] = {"word", "old", "new", "arg", "ok", "target", "value", "resched"};
	const char *eq = memchr(part.at, '=', part.n);
	struct ls_span name = {part.at, eq ? (u32)(eq - part.at) : part.n};
	struct ls_span text = {eq ? eq + 1 : NULL, eq ? part.n - name.n - 1 : 0};
	bool negative = text.n > 1 && *text.at == '-';
	u64 v;

	if (negative)
		text.at++, text.n--;
	if (!eq || !(ls_span_number(text, UINT32_MAX, &v) ||
		     (ls_span_is(name, names[0]) && ls_trace_word_named(r->t, text, &v)))) {
		ls_trace_complain(r, "", part, " is no value.");
		return false;
	}
	if (negative)
		v = (u32) - (s32)v;
	for (u32 i = 0; i < sizeof names / sizeof *names; i++) {
		if (!ls_span_is(name, names[i]))
			continue;
		if (1u << i != REC_RESCHED || v)
			e->has |= (u8)(1u << i);
		switch (1u << i) {
		case REC_WORD:
			e->word = v < LS_NO_WORD ? (u16)v : LS_NO_WORD;
			break;
		case REC_OLD:
			e->old = (u32)v;
			break;
		case REC_NEW:
			e->new_ = (u32)v;
			break;
		case REC_ARG:
			e->arg = (u32)v;
			break;
		case REC_OK:
			e->ok = v != 0;
			break;
		case REC_TARGET:
			e->target = v <= LS_MAX_THREADS ? (u8)v : LS_MAX_THREADS + 1;
			break;
		case REC_VALUE:
			e->value = (u32)v;
			break;
		}
		return true;
	}
	ls_trace_complain(r, "", name, " is no name of a value.");
	return false;
}

/* What must be there for the event to be held against a step. */
static u8 wanted(const struct ls_trace *t, const struct ls_event *e)
{
	switch (e->kind) {
	case LS_EV_STEP:
		break;
	case LS_EV_SIGNAL:
	case LS_EV_KILL:
		return REC_TARGET;
	case LS_EV_CALL:
	case LS_EV_RETURN:
		return REC_VALUE;
	default:
		return ls_traced_kind_of(t->syscalls, e->kind)->has;
	}
	switch (e->op) {
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
	case LS_OP_SPIN_TRYLOCK:
	case LS_OP_QUEUE_LOCK:
		return REC_WORD | REC_OK;
	case LS_OP_SPIN_LOCK:
	case LS_OP_SPIN_UNLOCK:
	case LS_OP_QUEUE_UNLOCK:
		return REC_WORD;
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
	}
	return 0;
}

static const struct ls_event *last_of(const struct ls_trace_reader *r, u32 actor)
{
	return r->last[actor] == LS_NO_EVENT ? NULL : &r->t->event[r->last[actor]];
}

static bool read_times(struct ls_trace_reader *r, struct ls_event *e, struct ls_span before, struct ls_span after)
{
	if (!ls_span_number(before, LS_TRACE_MAX_TIME, &e->before) ||
	    !ls_span_number(after, LS_TRACE_MAX_TIME, &e->after)) {
		ls_trace_complain(r, "two times are wanted, not ", before, ".");
		return false;
	}
	if (e->after < e->before) {
		ls_trace_complain(r, "the time goes back at ", before, ".");
		return false;
	}
	return true;
}

static bool read_event(struct ls_trace_reader *r, struct ls_event *e, struct ls_span first)
{
	struct ls_span before = ls_span_word(&r->rest), after = ls_span_word(&r->rest), place = ls_span_word(&r->rest),
		       part;
	const struct ls_event *last;
	u64 tid;

	if (!ls_span_number(first, r->t->config.n, &tid)) {
		ls_trace_complain(r, "there is no thread ", first, ".");
		return false;
	}
	memset(e, 0, sizeof *e);
	e->tid = (u8)tid;
	e->file_line = r->line;
	e->next = LS_NO_EVENT;
	e->word = LS_NO_WORD;
	e->proc = LS_NO_PROC;
	if (!read_times(r, e, before, after) || !ls_trace_read_place(r, e, place) ||
	    !read_op(r, e, ls_span_word(&r->rest)))
		return false;
	while ((part = ls_span_word(&r->rest)).n)
		if (!read_value(r, e, part))
			return false;
	if (!r->whole) {
		ls_trace_complain(r, "the line has no end.", LS_NO_SPAN, "");
		return false;
	}
	if (wanted(r->t, e) & ~e->has) {
		ls_trace_complain(r, "the event lacks a value.", LS_NO_SPAN, "");
		return false;
	}
	if (!tid && (!e->target || e->target > r->t->config.n)) {
		ls_trace_complain(r, "the signal is for a thread that does not exist.", LS_NO_SPAN, "");
		return false;
	}
	last = last_of(r, ls_event_actor(e));
	if (last && e->before < last->before) {
		ls_trace_complain(r, "the time goes back at ", before, ".");
		return false;
	}
	return true;
}

/* A look may have found what was so a little before it. */
static void age(const struct ls_trace *t, struct ls_event *e, const struct ls_event *last)
{
	const struct ls_traced_kind *own = ls_traced_kind_of(t->syscalls, e->kind);
	bool found = own && (e->ok || !(own->has & REC_OK));
	u64 age = found ? (u64)(own->stale_us * t->ticks) : 0;

	if (age)
		e->before = e->before > last->before + age ? e->before - age : last->before;
}

/* What an event of the kernel takes over from the one before it in its thread. */
static void follow(const struct ls_trace *t, struct ls_event *e, const struct ls_event *last)
{
	const struct ls_traced_kind *before = last ? ls_traced_kind_of(t->syscalls, last->kind) : NULL;

	if (!last || e->kind == LS_EV_CALL)
		return;
	e->marks = t->syscalls->marks(e, last);
	e->given = before && before->result ? last->value : last->new_;
	e->early = last->before;
	age(t, e, last);
}

/*
 * A call that fails after one look at the word, and so changes nothing. Programs make such calls beside the text, and
 * so does a text that has come upon OWNER_DIED: it is held against the model where the thread stands.
 */
static void put_beside(struct ls_trace_reader *r, struct ls_event *e)
{
	struct ls_trace *t = r->t;
	struct ls_event *look = &t->event[r->last[e->tid]], *call = &t->event[r->called[e->tid]];
	const struct ls_traced_kind *own = ls_traced_kind_of(t->syscalls, look->kind);

	if (!t->all_traced || (s32)e->value >= 0 || !own || own->step_op != LS_OP_LOAD || call->next != r->last[e->tid])
		return;
	call->beside = look->beside = e->beside = true;
	look->given = call->value;
	look->value = e->value;
}

/* From when on a signal may count, its target having been at event `last` when it was sent. */
static u64 earliest(const struct ls_event *last, const struct ls_event *signal)
{
	if (!last)
		return 0;
	if (last->kind != LS_EV_STEP || last->op != LS_OP_SLEEP)
		return last->before;
	return last->after < signal->before ? last->after : signal->before; /* behind a sleep: at its end */
}

static bool append(struct ls_trace_reader *r, const struct ls_event *e)
{
	struct ls_trace *t = r->t;
	u32 actor = ls_event_actor(e), last = r->last[actor];

	if (t->events == t->room) {
		u32 room = t->room ? 2 * t->room : 4096;
		struct ls_event *more = room > MAX_EVENTS ? NULL : realloc(t->event, room * sizeof *more);

		if (!more) {
			ls_trace_complain(r, "there is no room for more events.", LS_NO_SPAN, "");
			return false;
		}
		t->event = more;
		t->room = room;
	}
	t->event[t->events] = *e;
	if (!e->tid)
		t->event[t->events].early = earliest(last_of(r, e->target), e);
	else if (e->kind != LS_EV_STEP)
		follow(t, &t->event[t->events], last_of(r, e->tid));
	if (e->kind == LS_EV_CALL)
		r->called[actor] = t->events;
	if (e->kind == LS_EV_RETURN && last != LS_NO_EVENT && r->called[actor] != LS_NO_EVENT)
		put_beside(r, &t->event[t->events]);
	*(last == LS_NO_EVENT ? &t->first[actor] : &t->event[last].next) = t->events;
	r->last[actor] = t->events;
	t->events++;
	return true;
}

static void read_events(struct ls_trace_reader *r)
{
	struct ls_trace *t = r->t;
	struct ls_event e;

	while (ls_trace_next_line(r)) {
		struct ls_span first = ls_span_word(&r->rest);

		if (!first.n || *first.at == '#')
			continue;
		if (read_event(r, &e, first) && append(r, &e))
			continue;
		/* others may have acted on what was over later: that is not known any more */
		if (t->events && (!t->cut || t->event[t->events - 1].before < t->end))
			t->end = t->event[t->events - 1].before;
		t->cut = true;
		t->damaged = r->line;
		ls_putf(&(struct ls_text){t->note[t->notes - 1], (u32)strlen(t->note[t->notes - 1]), LS_TRACE_NOTE},
			" This line and what follows was left out; %u %s kept.", t->events,
			t->events == 1 ? "event is" : "events are");
		return;
	}
}

bool ls_trace_read(struct ls_trace *t, const char *text, u32 length)
{
	struct ls_trace_reader r = {.t = t, .at = text, .end = text + length};

	memset(t, 0, sizeof *t);
	for (u32 i = 0; i < LS_ACTORS; i++)
		t->first[i] = r.last[i] = r.called[i] = LS_NO_EVENT;
	t->config.rounds = LS_ENDLESS;
	memset(t->config.budget, LS_ENDLESS, sizeof t->config.budget);
	if (!ls_trace_read_head(&r))
		return false;
	read_events(&r);
	if (!t->events && !t->notes)
		ls_trace_complain(&r, "the trace has no events.", LS_NO_SPAN, "");
	return t->events > 0;
}
