/* SPDX-License-Identifier: MIT */
#include "schedule.h"

#include <string.h>

#include "backend/step/step.h"
#include "machine_internal.h"
#include "narrate.h"
#include "place.h"
#include "registry.h"

const char ls_env_letters[] = "?prxtskw";

u32 ls_action_name(ls_action a, char *out)
{
	u32 env = LS_ACTION_ENV(a), tid = LS_ACTION_TID(a), n = 0;

	_Static_assert(LS_MAX_THREADS < 100, "two digits");
	if (env)
		out[n++] = ls_env_letters[env % LS_ENV_KINDS];
	if (tid >= 10)
		out[n++] = (char)('0' + tid / 10);
	out[n++] = (char)('0' + tid % 10);
	out[n] = 0;
	return n;
}

/* The schedule as far as it has been read. */
struct reading {
	struct ls_machine *m;
	ls_action *out;
	u32 n, max;
	struct ls_text why; /* empty: nothing is wrong */
};

struct token {
	ls_action action;
	char mode; /* 0 = count times; '!' = until it cannot; '@' and '>' = place */
	u32 count;
	struct ls_place place;
};

/* Steps once; false when the machine is where it was. A look in vain counts where looks are counted. */
static bool step(struct reading *r, const struct token *t)
{
	enum ls_result result = r->n < r->max ? ls_step(r->m, t->action) : LS_BLOCKED;

	if (result != LS_MOVED && (result != LS_SPUN || t->mode))
		return false;
	r->out[r->n++] = t->action;
	return true;
}

/* --- reading a token ------------------------------------------------------------------------- */

static bool read_count(const char *p, const char *end, struct token *t)
{
	for (t->count = 0; p < end && *p >= '0' && *p <= '9' && t->count < LS_MAX_SCHEDULE; p++)
		t->count = t->count * 10 + (u32)(*p - '0');
	return p == end && t->count;
}

static bool read_token(struct reading *r, const char *p, const char *end, struct token *t)
{
	u32 tid = 0, kind = 0;
	const char *letter = strchr(ls_env_letters + 1, *p);

	if (letter) {
		kind = (u32)(letter - ls_env_letters);
		p++;
	}
	for (; p < end && *p >= '0' && *p <= '9' && tid < 100; p++)
		tid = tid * 10 + (u32)(*p - '0');
	t->action = kind ? LS_ENV_OF(kind, tid) : LS_STEP_OF(tid);
	t->mode = 0;
	t->count = 1;
	if (tid < 1 || tid > r->m->n) {
		ls_putf(&r->why, "no step: a thread, 1 to %u, or p r x t s k w before it", r->m->n);
		return false;
	}
	if (p < end && *p == '*') {
		if (!read_count(p + 1, end, t))
			ls_put(&r->why, "no step: behind * stands how often, from 1");
		return t->count;
	}
	if (!kind && p < end)
		t->mode = strchr("!+@>", *p) ? *p++ : 0;
	if (t->mode == '@' || t->mode == '>') {
		t->place.past = t->mode == '>';
		return ls_place_read(r->m, p, end, &t->place, &r->why);
	}
	if (t->mode == '+') {
		t->mode = '@';
		ls_place_of_op(&t->place, LS_OP_CRITICAL);
	}
	if (p < end)
		ls_put(&r->why, "no step: behind the thread may stand *N ! + @PLACE >PLACE");
	return p == end;
}

/* --- going to a place -------------------------------------------------------------------------- */

/* Takes one step. -1: it cannot; else how often the place was reached by it. */
static s32 step_to(struct reading *r, const struct token *t)
{
	u32 times;

	if (r->n == r->max || ls_place_step(r->m, t->action, &t->place, &times) != LS_MOVED)
		return -1;
	r->out[r->n++] = t->action;
	return (s32)times;
}

static void put_stand(const struct ls_machine *m, u32 tid, struct ls_text *out)
{
	char why[160];
	struct ls_text t;
	struct ls_record next;

	ls_text_start(&t, why, sizeof why);
	ls_narrate_why(m, tid, &t);
	ls_place_next(m, tid, &next);
	ls_putf(out, "T%u ", tid);
	if (next.op != LS_OP_NONE)
		ls_putf(out, "is at %s in %s", ls_op_names[next.op], ls_proc_name(m->lock, next.proc));
	if (t.length)
		ls_putf(out, "%s%s", next.op != LS_OP_NONE ? " and " : "", why);
}

enum { PATIENCE = 10000 };

static void go_to(struct reading *r, const struct token *t)
{
	u32 tid = LS_ACTION_TID(t->action), before = r->n, seen = 0, again = 1;
	u64 known = ls_hash(r->m);

	while (seen < t->place.nth) {
		s32 times = step_to(r, t);

		if (times > 0) {
			seen += (u32)times;
			continue;
		}
		if (times < 0 || r->n - before == PATIENCE || ls_hash(r->m) == known) {
			ls_putf(&r->why, "it does not get there%s: after %u step%s ",
				times < 0 ? "" : " but goes round", r->n - before, r->n - before == 1 ? "" : "s");
			put_stand(r->m, tid, &r->why);
			return;
		}
		if (r->n - before == again) { /* a state that comes back: it goes round */
			known = ls_hash(r->m);
			again *= 2;
		}
	}
}

/* --- the other tokens ------------------------------------------------------------------------ */

static void not_possible(struct reading *r, const struct token *t, u32 taken)
{
	u32 kind = LS_ACTION_ENV(t->action);

	ls_put(&r->why, "not possible there");
	if (!t->mode && t->count > 1)
		ls_putf(&r->why, " after %u of %u", taken, t->count);
	ls_put(&r->why, ": ");
	if (r->n == r->max)
		ls_putf(&r->why, "the schedule has %u steps, and no more fit", r->n);
	else if (kind && kind < LS_ENV_KINDS && kind != LS_ENV_RUN && !r->m->budget[kind])
		ls_putf(&r->why, "the budget for %s is used up", ls_env_names[kind]);
	else
		put_stand(r->m, LS_ACTION_TID(t->action), &r->why);
}

static void go_on(struct reading *r, const struct token *t)
{
	u32 before = r->n;

	while ((t->mode || r->n - before < t->count) && step(r, t))
		;
	if (r->n == before || (!t->mode && r->n - before < t->count))
		not_possible(r, t, r->n - before);
}

static bool blank(char c)
{
	return c == ' ' || c == '\n' || c == '\t';
}

u32 ls_parse_schedule(struct ls_machine *m, const char *text, ls_action *out, u32 max, struct ls_schedule_error *bad)
{
	struct reading r = {.m = m, .out = out, .max = max};

	ls_text_start(&r.why, bad->why, sizeof bad->why);
	for (const char *p = text, *end;; p = end) {
		struct token t;

		while (blank(*p))
			p++;
		for (end = p; *end && !blank(*end); end++)
			;
		bad->at = (s32)(p - text);
		bad->length = (u32)(end - p);
		if (p == end)
			break;
		if (read_token(&r, p, end, &t))
			(t.mode == '@' || t.mode == '>' ? go_to : go_on)(&r, &t);
		if (r.why.length)
			return r.n;
	}
	bad->at = -1;
	return r.n;
}
