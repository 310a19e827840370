/* SPDX-License-Identifier: MIT */
/* Reads traces. They are hostile until read: every number, name and place is checked. */
#include "trace.h"

#include <stdlib.h>
#include <string.h>

#include "../backend/step.h"
#include "../machine_internal.h"
#include "../registry.h"
#include "../trace/text.h"

#define MAX_EVENTS 4000000u
#define MAX_TIME ((u64)1 << 53) /* the page keeps times as doubles */

const char *const ls_event_names[LS_EV_KINDS] = {
	"", "steal", "take", "waiters", "take_over", "unlock", "death", "wake", "awake", "top", "ask",
	"sleep", "off", "handoff", "call", "return",
};

/* --- one line ------------------------------------------------------------------------ */

struct span {
	const char *at;
	u32 n;
};

struct reader {
	struct ls_trace *t;
	const char *at, *end; /* of what has not been read */
	u32 line;
	struct span rest;     /* of the line at hand */
	u32 last[LS_MAX_THREADS + 1]; /* event of each thread */
	bool whole; /* the line at hand has an end */
};

static bool is(struct span s, const char *name)
{
	return s.n == strlen(name) && memcmp(s.at, name, s.n) == 0;
}

static bool next_line(struct reader *r)
{
	const char *nl;

	if (r->at >= r->end)
		return false;
	nl = memchr(r->at, '\n', (size_t)(r->end - r->at));
	r->rest.at = r->at;
	r->rest.n = (u32)((nl ? nl : r->end) - r->at);
	r->whole = nl != NULL;
	if (r->rest.n && r->rest.at[r->rest.n - 1] == '\r')
		r->rest.n--;
	r->at = nl ? nl + 1 : r->end;
	r->line++;
	return true;
}

/* The next word of the line; empty at its end. */
static struct span word_of(struct span *rest)
{
	struct span w;

	while (rest->n && *rest->at == ' ')
		rest->at++, rest->n--;
	w.at = rest->at;
	while (rest->n && *rest->at != ' ')
		rest->at++, rest->n--;
	w.n = (u32)(rest->at - w.at);
	return w;
}

static u32 digit_of(char c)
{
	return c >= '0' && c <= '9' ? (u32)(c - '0') : c >= 'a' && c <= 'f' ? (u32)(c - 'a' + 10) : 99;
}

/* Decimal, or hexadecimal behind 0x. */
static bool number_of(struct span s, u64 max, u64 *v)
{
	u32 base = 10;
	u64 value = 0;

	if (s.n > 2 && s.at[0] == '0' && s.at[1] == 'x') {
		base = 16;
		s.at += 2;
		s.n -= 2;
	}
	if (!s.n || s.n > 20)
		return false;
	for (u32 i = 0; i < s.n; i++) {
		u32 d = digit_of(s.at[i]);

		if (d >= base || value > (max - d) / base)
			return false;
		value = value * base + d;
	}
	*v = value;
	return true;
}

static void complain(struct reader *r, const char *before, struct span what, const char *after)
{
	struct ls_trace *t = r->t;
	struct ls_text note;
	char shown[48];
	u32 n = what.n < sizeof shown - 1 ? what.n : (u32)sizeof shown - 1;

	if (t->notes == LS_TRACE_NOTES)
		return;
	for (u32 i = 0; i < n; i++)
		shown[i] = what.at[i] >= ' ' && what.at[i] < 127 ? what.at[i] : '?';
	shown[n] = 0;
	ls_text_start(&note, t->note[t->notes++], LS_TRACE_NOTE);
	ls_putf(&note, "Line %u: %s", r->line, before);
	if (what.at)
		ls_putf(&note, "\"%s\"", shown);
	ls_put(&note, after);
}

#define NOTHING ((struct span){ NULL, 0 })

/* --- the head ---------------------------------------------------------------------------- */

static void copy_text(char *out, struct span s)
{
	u32 n = s.n < LS_TRACE_ABOUT - 1 ? s.n : LS_TRACE_ABOUT - 1;

	memcpy(out, s.at, n);
	out[n] = 0;
}

static bool head_lock(struct reader *r, struct span value)
{
	char name[64];

	if (value.n < sizeof name) {
		const struct ls_variant *v;

		memcpy(name, value.at, value.n);
		name[value.n] = 0;
		v = ls_variant_named(name);
		if (v) {
			r->t->config.lock = v->lock;
			r->t->config.variant = v->index;
			r->t->variant = v->name;
			return true;
		}
	}
	complain(r, "there is no lock ", value, ".");
	return false;
}

static bool head_threads(struct reader *r, struct span value)
{
	struct ls_config *c = &r->t->config;

	if (!r->t->variant) {
		complain(r, "the threads come behind the lock.", NOTHING, "");
		return false;
	}
	for (u32 i = 0; i < value.n && value.n <= LS_MAX_THREADS; i++) {
		u32 role = 0;

		while (role < ls_roles_of(c->lock) && ls_locks[c->lock]->roles[role].letter != value.at[i])
			role++;
		if (role == ls_roles_of(c->lock)) {
			complain(r, "this lock has not all of the roles ", value, ".");
			return false;
		}
		c->role[i] = (u8)role;
		c->n = (u8)(i + 1);
	}
	if (!c->n)
		complain(r, "1 to 16 role letters are wanted, not ", value, ".");
	return c->n > 0;
}

static bool head_switch(struct reader *r, struct span value)
{
	for (u32 i = 0; r->t->variant && i < ls_switches_of(r->t->config.lock); i++) {
		if (is(value, ls_switch_at(r->t->config.lock, (u8)i)->name)) {
			r->t->config.switches |= 1u << i;
			return true;
		}
	}
	complain(r, "this lock has no switch ", value, ".");
	return false;
}

/* A decimal fraction: "2394.4" */
static bool head_ticks(struct reader *r, struct span value)
{
	double v = 0, part = 1;
	bool fraction = false;

	for (u32 i = 0; i < value.n && i < 24; i++) {
		if (value.at[i] == '.' && !fraction) {
			fraction = true;
		} else if (digit_of(value.at[i]) < 10) {
			v = v * 10 + digit_of(value.at[i]);
			part *= fraction ? 10 : 1;
		} else {
			complain(r, "", value, " is no number of ticks.");
			return false;
		}
	}
	r->t->ticks = v / part;
	return true;
}

static bool head_cut(struct reader *r, struct span value)
{
	if (!number_of(value, MAX_TIME, &r->t->end)) {
		complain(r, "", value, " is no time.");
		return false;
	}
	r->t->cut = true;
	return true;
}

static bool head_line(struct reader *r, struct span key)
{
	struct ls_trace *t = r->t;
	struct span rest = r->rest, value;

	while (rest.n && *rest.at == ' ')
		rest.at++, rest.n--;
	value = word_of(&rest);
	if (is(key, "lock"))
		return head_lock(r, value);
	if (is(key, "threads"))
		return head_threads(r, value);
	if (is(key, "switch"))
		return head_switch(r, value);
	if (is(key, "ticks"))
		return head_ticks(r, value);
	if (is(key, "cut"))
		return head_cut(r, value);
	if (is(key, "seen") && (is(value, "all") || is(value, "calls"))) {
		t->calls = is(value, "calls");
		return true;
	}
	if (is(key, "about")) {
		while (rest.n && *rest.at == ' ')
			rest.at++, rest.n--;
		if (t->abouts < LS_TRACE_ABOUTS) {
			copy_text(t->about[t->abouts][0], value);
			copy_text(t->about[t->abouts++][1], rest);
		}
		return true;
	}
	complain(r, "", key, " is nothing that the head of a trace has.");
	return false;
}

/* True when the events follow. */
static bool read_head(struct reader *r)
{
	struct span word;

	if (!next_line(r) || (word = word_of(&r->rest), !is(word, "lockstep-trace"))) {
		complain(r, "this is no trace: it does not begin with \"lockstep-trace 1\".", NOTHING, "");
		return false;
	}
	word = word_of(&r->rest);
	if (!is(word, "1")) {
		complain(r, "", word, " is a version of traces that is not known here.");
		return false;
	}
	while (next_line(r)) {
		word = word_of(&r->rest);
		if (!word.n || *word.at == '#')
			continue;
		if (is(word, "events")) {
			if (r->t->config.n)
				return true;
			complain(r, "the head names no lock or no threads.", NOTHING, "");
			return false;
		}
		if (!head_line(r, word))
			return false;
	}
	complain(r, "the trace ends before its events.", NOTHING, "");
	return false;
}

/* --- an event ---------------------------------------------------------------------------------- */

static u8 proc_named(const struct ls_trace *t, struct span name)
{
	static u8 last; /* most often the same again */

	if (last && is(name, ls_procs[last]->name) && ls_proc_lock[last] == t->config.lock)
		return last;
	for (u32 p = 1; p < LS_PROCS; p++)
		if (ls_proc_lock[p] == t->config.lock && is(name, ls_procs[p]->name))
			return last = (u8)p;
	return 0;
}

static bool read_place(struct reader *r, struct ls_event *e, struct span place)
{
	const char *plus;
	struct span name = place, offset;
	u64 n;

	if (is(place, "kernel")) {
		if (!r->t->calls)
			complain(r, "the kernel's own events belong into a trace with \"seen calls\".", NOTHING, "");
		return r->t->calls;
	}
	plus = memchr(place.at, '+', place.n);
	name.n = plus ? (u32)(plus - place.at) : place.n;
	e->proc = proc_named(r->t, name);
	if (!e->proc) {
		complain(r, "this lock has no procedure ", name, ".");
		return false;
	}
	offset = (struct span){ plus + 1, place.n - name.n - 1 };
	if (!plus || !number_of(offset, 0xffff, &n) || n == 0 || ls_procs[e->proc]->first + n > ls_procs[e->proc]->last) {
		complain(r, "", place, " is no place in its procedure.");
		return false;
	}
	e->line = (u16)(ls_procs[e->proc]->first + n);
	return true;
}

static bool read_op(struct reader *r, struct ls_event *e, struct span op)
{
	if (e->proc) {
		for (u32 i = 0; i < LS_OPS; i++) {
			if (rec_op_name(i) && is(op, rec_op_name(i))) {
				e->op = (u8)i;
				return true;
			}
		}
	} else {
		for (u32 i = 1; i < LS_EV_KINDS; i++) {
			if (is(op, ls_event_names[i])) {
				e->kind = (u8)i;
				return true;
			}
		}
	}
	complain(r, "", op, " is no operation.");
	return false;
}

enum { REC_VALUE = 64 };

static bool read_value(struct reader *r, struct ls_event *e, struct span part)
{
	static const char *const names[] = { "word", "old", "new", "arg", "ok", "target", "value" };
	const char *eq = memchr(part.at, '=', part.n);
	struct span name = { part.at, eq ? (u32)(eq - part.at) : part.n };
	struct span text = { eq ? eq + 1 : NULL, eq ? part.n - name.n - 1 : 0 };
	bool negative = text.n > 1 && *text.at == '-';
	u64 v;

	if (negative)
		text.at++, text.n--;
	if (!eq || !number_of(text, UINT32_MAX, &v)) {
		complain(r, "", part, " is no value.");
		return false;
	}
	if (negative)
		v = (u32)-(s32)v;
	for (u32 i = 0; i < sizeof names / sizeof *names; i++) {
		if (!is(name, names[i]))
			continue;
		e->has |= (u8)(1u << i);
		switch (1u << i) {
		case REC_WORD: e->word = v < LS_NO_WORD ? (u16)v : LS_NO_WORD; break;
		case REC_OLD: e->old = (u32)v; break;
		case REC_NEW: e->new_ = (u32)v; break;
		case REC_ARG: e->arg = (u32)v; break;
		case REC_OK: e->ok = v != 0; break;
		case REC_TARGET: e->target = v <= LS_MAX_THREADS ? (u8)v : LS_MAX_THREADS + 1; break;
		case REC_VALUE: e->value = (u32)v; break;
		}
		return true;
	}
	complain(r, "", name, " is no name of a value.");
	return false;
}

/* What must be there for the event to be held against a step. */
static u8 wanted(const struct ls_event *e)
{
	switch (e->kind) {
	case LS_EV_STEP:
		break;
	case LS_EV_WAKE:
		return REC_TARGET | REC_OK;
	case LS_EV_OFF: case LS_EV_HANDOFF: case LS_EV_CALL: case LS_EV_RETURN:
		return REC_VALUE;
	case LS_EV_AWAKE: case LS_EV_TOP: case LS_EV_ASK: case LS_EV_SLEEP:
		return 0;
	default:
		return REC_ARG | REC_OLD | REC_NEW | REC_OK;
	}
	switch (e->op) {
	case LS_OP_LOAD: case LS_OP_AWAIT: return REC_WORD | REC_OLD;
	case LS_OP_STORE: return REC_WORD | REC_NEW;
	case LS_OP_XCHG: case LS_OP_ADD: case LS_OP_OR: return REC_WORD | REC_OLD | REC_NEW;
	case LS_OP_CAS: return REC_WORD | REC_OLD | REC_NEW | REC_ARG | REC_OK;
	case LS_OP_SPIN_TRYLOCK: case LS_OP_QUEUE_LOCK: return REC_WORD | REC_OK;
	case LS_OP_SPIN_LOCK: case LS_OP_SPIN_UNLOCK: case LS_OP_QUEUE_UNLOCK: return REC_WORD;
	case LS_OP_LIST_ADD: case LS_OP_LIST_DEL: case LS_OP_LIST_FIRST: return REC_WORD | REC_TARGET;
	case LS_OP_ON_CPU: return REC_TARGET | REC_OLD;
	case LS_OP_SET_STATE: return REC_NEW;
	case LS_OP_WAKE: return REC_TARGET | REC_OK;
	}
	return 0;
}

static bool read_times(struct reader *r, struct ls_event *e, struct span before, struct span after)
{
	const struct ls_event *last = r->last[e->tid] == LS_NO_EVENT ? NULL : &r->t->event[r->last[e->tid]];

	if (!number_of(before, MAX_TIME, &e->before) || !number_of(after, MAX_TIME, &e->after)) {
		complain(r, "two times are wanted, not ", before, ".");
		return false;
	}
	if (e->after < e->before || (last && e->before < last->before)) {
		complain(r, "the time goes back at ", before, ".");
		return false;
	}
	return true;
}

static bool read_event(struct reader *r, struct ls_event *e, struct span first)
{
	struct span before = word_of(&r->rest), after = word_of(&r->rest), place = word_of(&r->rest), part;
	u64 tid;

	if (!number_of(first, r->t->config.n, &tid) || !tid) {
		complain(r, "there is no thread ", first, ".");
		return false;
	}
	memset(e, 0, sizeof *e);
	e->tid = (u8)tid;
	e->file_line = r->line;
	e->next = LS_NO_EVENT;
	e->word = LS_NO_WORD;
	if (!read_times(r, e, before, after) || !read_place(r, e, place) || !read_op(r, e, word_of(&r->rest)))
		return false;
	while ((part = word_of(&r->rest)).n)
		if (!read_value(r, e, part))
			return false;
	if (!r->whole) {
		complain(r, "the line has no end.", NOTHING, "");
		return false;
	}
	if (wanted(e) & ~e->has) {
		complain(r, "the event lacks a value.", NOTHING, "");
		return false;
	}
	return true;
}

/* What an event of the kernel takes over from the one before it in its thread. */
static void follows(struct ls_event *out, const struct ls_event *last, const struct ls_event *e)
{
	*out = *e;
	if (!last || e->kind == LS_EV_CALL)
		return;
	out->on_top = last->kind == LS_EV_TOP || (last->on_top && last->kind != LS_EV_OFF);
	out->first_looks = last->kind == LS_EV_CALL || (last->kind == LS_EV_UNLOCK && last->ok) || last->kind == LS_EV_HANDOFF;
	out->given = last->new_;
}

static bool append(struct reader *r, const struct ls_event *e)
{
	struct ls_trace *t = r->t;
	u32 *link = r->last[e->tid] == LS_NO_EVENT ? &t->first[e->tid] : &t->event[r->last[e->tid]].next;

	if (t->events == t->room) {
		u32 room = t->room ? 2 * t->room : 4096;
		struct ls_event *more = room > MAX_EVENTS ? NULL : realloc(t->event, room * sizeof *more);

		if (!more) {
			complain(r, "there is no room for more events.", NOTHING, "");
			return false;
		}
		if (t->event) /* link may point into the old array */
			link = r->last[e->tid] == LS_NO_EVENT ? &t->first[e->tid] : &more[r->last[e->tid]].next;
		t->event = more;
		t->room = room;
	}
	if (e->kind != LS_EV_STEP)
		follows(&t->event[t->events], r->last[e->tid] == LS_NO_EVENT ? NULL : &t->event[r->last[e->tid]], e);
	else
		t->event[t->events] = *e;
	*link = t->events;
	r->last[e->tid] = t->events;
	t->events++;
	return true;
}

static void read_events(struct reader *r)
{
	struct ls_trace *t = r->t;
	struct ls_event e;

	while (next_line(r)) {
		struct span first = word_of(&r->rest);

		if (!first.n || *first.at == '#')
			continue;
		if (read_event(r, &e, first) && append(r, &e))
			continue;
		/* others may have acted on what was over later: that is not known any more */
		if (t->events && (!t->cut || t->event[t->events - 1].before < t->end))
			t->end = t->event[t->events - 1].before;
		t->cut = true;
		ls_putf(&(struct ls_text){ t->note[t->notes - 1], (u32)strlen(t->note[t->notes - 1]), LS_TRACE_NOTE },
			" This line and what follows was left out; %u events are kept.", t->events);
		return;
	}
}

bool ls_trace_read(struct ls_trace *t, const char *text, u32 length)
{
	struct reader r = { .t = t, .at = text, .end = text + length };

	memset(t, 0, sizeof *t);
	for (u32 i = 0; i <= LS_MAX_THREADS; i++)
		t->first[i] = r.last[i] = LS_NO_EVENT;
	t->config.rounds = LS_ENDLESS;
	memset(t->config.budget, LS_ENDLESS, sizeof t->config.budget);
	if (!read_head(&r))
		return false;
	read_events(&r);
	if (!t->events && !t->notes)
		complain(&r, "the trace has no events.", NOTHING, "");
	return t->events > 0;
}

void ls_trace_free(struct ls_trace *t)
{
	free(t->event);
	t->event = NULL;
	t->events = t->room = 0;
}
