/* SPDX-License-Identifier: MIT */
/*
 * Each run of steps of one thread becomes the token that expands to just these steps and depends
 * on least: its end, a procedure, an access. What no token says stays a count.
 */
#include "places.h"

#include <stdio.h>
#include <string.h>

#include "backend/step/step.h"
#include "machine_internal.h"
#include "registry.h"
#include "text/narrate.h"
#include "text/place.h"
#include "text/schedule.h"

enum { SHORT = 1, MOST = 4 }; /* so short a run stays a count; *MOST is the last that anybody counts */

/* A run of steps of thread tid, from m, and the best token for it so far. */
struct run {
	struct ls_machine from, to;
	struct ls_record last, next;
	u32 tid, length;
	char token[120];
};

static bool expands(const struct run *r, const char *token)
{
	static ls_action out[LS_MAX_SCHEDULE];
	struct ls_machine m = r->from;
	struct ls_schedule_error bad;

	return ls_parse_schedule(&m, token, out, r->length + 1, &bad) == r->length && bad.at < 0;
}

/* Takes "T@place", or with the fewest times that do it. */
static bool take(struct run *r, char how, const char *place, u32 most)
{
	for (u32 nth = 1; nth <= most; nth++) {
		if (nth == 1)
			snprintf(r->token, sizeof r->token, "%u%c%s", r->tid, how, place);
		else
			snprintf(r->token, sizeof r->token, "%u%c%s*%u", r->tid, how, place, nth);
		if (expands(r, r->token))
			return true;
	}
	return false;
}

static bool take_call(struct run *r, u32 most)
{
	const struct ls_lock_facts *lock = ls_locks[r->from.lock];

	for (u8 i = 0; i < lock->procs; i++)
		if (take(r, '@', ls_proc_name(r->from.lock, i), most))
			return true;
	for (u8 i = 0; i < lock->procs; i++)
		if (take(r, '>', ls_proc_name(r->from.lock, i), most))
			return true;
	return false;
}

/* OP:WORD or PROC/OP:WORD of an access, "" when there is none. */
static bool take_access(struct run *r, char how, const struct ls_machine *m, const struct ls_record *rec, bool in_proc,
			u32 most)
{
	char place[100];
	struct ls_text t;

	if (rec->op == LS_OP_NONE)
		return false;
	ls_text_start(&t, place, sizeof place);
	if (in_proc)
		ls_putf(&t, "%s/", ls_proc_name(m->lock, rec->proc));
	ls_put(&t, rec->op == LS_OP_SLEEP || rec->op == LS_OP_NO_SLEEP ? "schedule" : ls_op_names[rec->op]);
	if (rec->word != LS_NO_WORD && rec->word < LS_TASK_WORDS) {
		char name[60];
		struct ls_text n;

		ls_text_start(&n, name, sizeof name);
		ls_word_name(m, rec->word, &n);
		ls_putf(&t, ":%s", strchr(name, '.') ? strchr(name, '.') + 1 : name);
	}
	return take(r, how, place, most);
}

static bool take_any(struct run *r, u32 most)
{
	return take_call(r, most) || take_access(r, '@', &r->to, &r->next, false, most) ||
	       take_access(r, '>', &r->from, &r->last, false, most) ||
	       take_access(r, '@', &r->to, &r->next, true, most) || take_access(r, '>', &r->from, &r->last, true, most);
}

/* The token for the first `length` steps from m. */
static bool find_token(struct run *r, const struct ls_machine *m, u32 tid, u32 length, u32 most)
{
	r->from = r->to = *m;
	r->tid = tid;
	r->length = length;
	for (u32 i = 0; i < length; i++)
		ls_step(&r->to, LS_STEP_OF(tid));
	r->last = r->to.rec;
	ls_place_next(&r->to, tid, &r->next);
	if (r->to.thread[tid - 1].status >= LS_DONE && take(r, '@', "end", 1))
		return true;
	snprintf(r->token, sizeof r->token, "%u+", tid);
	if (r->next.op == LS_OP_CRITICAL && expands(r, r->token))
		return true;
	snprintf(r->token, sizeof r->token, "%u!", tid);
	return expands(r, r->token) || take_any(r, most);
}

/* Steps of the same action that move, from m: the run that a token may stand for. */
static u32 run_length(const struct ls_machine *m, const ls_action *a, u32 n)
{
	struct ls_machine walk = *m;
	u32 length = 0;

	while (length < n && a[length] == a[0] && !LS_ACTION_ENV(a[0]) && ls_step(&walk, a[0]) == LS_MOVED)
		length++;
	return length;
}

static u32 put_count(const ls_action *a, u32 n, struct ls_text *out)
{
	char name[8];
	u32 same = 1;

	while (same < n && a[same] == a[0])
		same++;
	ls_action_name(a[0], name);
	ls_putf(out, same > 1 ? "%s*%u" : "%s", name, same);
	return same;
}

/* One run: one token for all of it, else two, else the longest there is. Returns how many steps. */
static u32 put_run(const struct ls_machine *m, const ls_action *a, u32 length, struct ls_text *out)
{
	static struct run first, second;
	u32 tid = LS_ACTION_TID(a[0]);

	if (find_token(&first, m, tid, length, 1)) {
		ls_put(out, first.token);
		return length;
	}
	for (u32 k = length - 1; k >= 1; k--)
		if (find_token(&first, m, tid, k, 1) &&
		    (length - k <= SHORT || find_token(&second, &first.to, tid, length - k, 1))) {
			ls_put(out, first.token);
			return k;
		}
	if (find_token(&first, m, tid, length, MOST)) {
		ls_put(out, first.token);
		return length;
	}
	return put_count(a, length, out);
}

void put_places(const struct ls_config *c, const ls_action *a, u32 n, struct ls_text *out)
{
	static struct ls_machine m;

	ls_reset(&m, c);
	for (u32 i = 0; i < n;) {
		u32 length = run_length(&m, a + i, n - i), taken;

		if (i)
			ls_put(out, " ");
		taken = length > SHORT ? put_run(&m, a + i, length, out)
				       : put_count(a + i, length ? length : n - i, out); /* 0: looks in vain */
		for (u32 k = 0; k < taken; k++)
			ls_step(&m, a[i + k]);
		i += taken;
	}
}
