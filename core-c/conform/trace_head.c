/* SPDX-License-Identifier: MIT */
#include "trace_head.h"

#include <string.h>

#include "registry.h"
#include "text/text.h"
#include "syscalls.h"

static void copy_text(char *out, struct ls_span s)
{
	u32 n = s.n < LS_TRACE_ABOUT - 1 ? s.n : LS_TRACE_ABOUT - 1;

	memcpy(out, s.at, n);
	out[n] = 0;
}

static bool head_lock(struct ls_trace_reader *r, struct ls_span value)
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
			r->t->syscalls = ls_syscalls[v->lock];
			return true;
		}
	}
	ls_trace_complain(r, "there is no lock ", value, ".");
	return false;
}

static bool head_threads(struct ls_trace_reader *r, struct ls_span value)
{
	struct ls_config *c = &r->t->config;

	if (!r->t->variant) {
		ls_trace_complain(r, "the threads come behind the lock.", LS_NO_SPAN, "");
		return false;
	}
	for (u32 i = 0; i < value.n && value.n <= LS_MAX_THREADS; i++) {
		u32 role = 0;

		while (role < ls_roles_of(c->lock) && ls_locks[c->lock]->roles[role].letter != value.at[i])
			role++;
		if (role == ls_roles_of(c->lock)) {
			ls_trace_complain(r, "this lock has not all of the roles ", value, ".");
			return false;
		}
		c->role[i] = (u8)role;
		c->n = (u8)(i + 1);
	}
	if (!c->n)
		ls_trace_complain(r, "1 to 16 role letters are wanted, not ", value, ".");
	return c->n > 0;
}

static bool head_switch(struct ls_trace_reader *r, struct ls_span value)
{
	for (u32 i = 0; r->t->variant && i < ls_switches_of(r->t->config.lock); i++) {
		if (ls_span_is(value, ls_switch_at(r->t->config.lock, (u8)i)->name)) {
			r->t->config.switches |= 1u << i;
			return true;
		}
	}
	ls_trace_complain(r, "this lock has no switch ", value, ".");
	return false;
}

/* A decimal fraction: "2394.4" */
static bool head_ticks(struct ls_trace_reader *r, struct ls_span value)
{
	double v = 0, part = 1;
	bool fraction = false;

	for (u32 i = 0; i < value.n && i < 24; i++) {
		if (value.at[i] == '.' && !fraction) {
			fraction = true;
		} else if (ls_span_digit(value.at[i]) < 10) {
			v = v * 10 + ls_span_digit(value.at[i]);
			part *= fraction ? 10 : 1;
		} else {
			ls_trace_complain(r, "", value, " is no number of ticks.");
			return false;
		}
	}
	r->t->ticks = v / part;
	return true;
}

static bool head_cut(struct ls_trace_reader *r, struct ls_span value)
{
	if (!ls_span_number(value, LS_TRACE_MAX_TIME, &r->t->end)) {
		ls_trace_complain(r, "", value, " is no time.");
		return false;
	}
	r->t->cut = true;
	return true;
}

static bool head_line(struct ls_trace_reader *r, struct ls_span key)
{
	struct ls_trace *t = r->t;
	struct ls_span rest = r->rest, value;

	while (rest.n && *rest.at == ' ')
		rest.at++, rest.n--;
	value = ls_span_word(&rest);
	if (ls_span_is(key, "lock"))
		return head_lock(r, value);
	if (ls_span_is(key, "threads"))
		return head_threads(r, value);
	if (ls_span_is(key, "switch"))
		return head_switch(r, value);
	if (ls_span_is(key, "ticks"))
		return head_ticks(r, value);
	if (ls_span_is(key, "cut"))
		return head_cut(r, value);
	if (ls_span_is(key, "seen") &&
	    (ls_span_is(value, "all") || ls_span_is(value, "calls") || ls_span_is(value, "source"))) {
		t->calls = ls_span_is(value, "calls");
		t->source = ls_span_is(value, "source");
		return true;
	}
	if (ls_span_is(key, "steps") && ls_span_is(value, "traced")) {
		t->all_traced = true;
		return true;
	}
	if (ls_span_is(key, "signals") && ls_span_is(value, "traced")) {
		t->signals = true;
		return true;
	}
	if (ls_span_is(key, "resched") && ls_span_is(value, "traced")) {
		t->resched = true;
		return true;
	}
	if (ls_span_is(key, "about")) {
		while (rest.n && *rest.at == ' ')
			rest.at++, rest.n--;
		if (t->abouts < LS_TRACE_ABOUTS) {
			copy_text(t->about[t->abouts][0], value);
			copy_text(t->about[t->abouts++][1], rest);
		}
		return true;
	}
	ls_trace_complain(r, "", key, " is nothing that the head of a trace has.");
	return false;
}

/* The families of the locks that make system calls. */
static void complain_of_calls(struct ls_trace_reader *r)
{
	char text[120];
	const char *before = "\"seen calls\" is for the ";
	struct ls_text families;

	ls_text_start(&families, text, sizeof text);
	for (u32 i = 0; i < LS_LOCKS; i++) {
		if (ls_locks[i] && ls_syscalls[i]) {
			ls_putf(&families, "%s%s", before, ls_locks[i]->family);
			before = " and the ";
		}
	}
	ls_trace_complain(r, text, LS_NO_SPAN, ": this lock makes no system calls.");
}

/* What the head has is enough, and goes together. */
static bool is_whole(struct ls_trace_reader *r)
{
	struct ls_trace *t = r->t;

	if (t->calls && t->all_traced && t->syscalls && t->syscalls->all_traced)
		t->syscalls = t->syscalls->all_traced;
	else if (t->all_traced)
		ls_trace_complain(r, "\"steps traced\" belongs to \"seen calls\" of a lock whose kernel traces them.",
				  LS_NO_SPAN, "");
	if (t->notes)
		return false;
	if (!t->config.n)
		ls_trace_complain(r, "the head names no lock or no threads.", LS_NO_SPAN, "");
	else if (t->calls && !t->syscalls)
		complain_of_calls(r);
	else if (t->signals && !ls_locks[t->config.lock]->kernel)
		ls_trace_complain(
		    r, "\"signals traced\" is for locks of the kernel: in user mode a signal is another thing.",
		    LS_NO_SPAN, "");
	else if (t->resched && (t->calls || t->source || !ls_locks[t->config.lock]->kernel))
		ls_trace_complain(r, "\"resched traced\" is for the texts of locks of the kernel.", LS_NO_SPAN, "");
	else
		return true;
	return false;
}

bool ls_trace_read_head(struct ls_trace_reader *r)
{
	struct ls_span word;

	if (!ls_trace_next_line(r) || (word = ls_span_word(&r->rest), !ls_span_is(word, "lockstep-trace"))) {
		ls_trace_complain(r, "this is no trace: it does not begin with \"lockstep-trace 1\".", LS_NO_SPAN, "");
		return false;
	}
	word = ls_span_word(&r->rest);
	if (!ls_span_is(word, "1")) {
		ls_trace_complain(r, "", word, " is a version of traces that is not known here.");
		return false;
	}
	while (ls_trace_next_line(r)) {
		word = ls_span_word(&r->rest);
		if (!word.n || *word.at == '#')
			continue;
		if (ls_span_is(word, "events"))
			return is_whole(r);
		if (!head_line(r, word))
			return false;
	}
	ls_trace_complain(r, "the trace ends before its events.", LS_NO_SPAN, "");
	return false;
}
