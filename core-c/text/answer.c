/* SPDX-License-Identifier: MIT */
#include "answer.h"

#include <string.h>

#include "answer_so.h"
#include "inspect.h"
#include "span.h"
#include "narrate.h"
#include "place.h"
#include "registry.h"

/* --- options ------------------------------------------------------------------------------------ */

static struct ls_text option(struct ls_answer *a)
{
	struct ls_text t;

	ls_text_start(&t, a->option[a->options++], LS_OPTION_BYTES);
	return t;
}

static void put_option(struct ls_answer *a, const char *text, bool right)
{
	struct ls_text t;

	if (right)
		a->right = a->options;
	t = option(a);
	ls_put(&t, text);
}

/* Whoever has not finished, and nobody. */
static bool threads(const struct ls_span *s, struct ls_answer *a, u32 tid)
{
	for (u32 one = 1; one <= s->from.n; one++) {
		struct ls_text t;

		if (s->from.thread[one - 1].status >= LS_DONE && one != tid)
			continue;
		if (one == tid)
			a->right = a->options;
		t = option(a);
		ls_putf(&t, "T%u", one);
	}
	put_option(a, "Nobody", !tid);
	return true;
}

static bool numbers(const struct ls_span *s, struct ls_answer *a, u32 right)
{
	for (u32 i = 0; i <= s->from.n && a->options < LS_OPTIONS; i++) {
		struct ls_text t = option(a);

		ls_putf(&t, "%u", i);
	}
	a->right = right;
	return true;
}

/* --- who ---------------------------------------------------------------------------------------- */

static bool who_inside(struct ls_span *s, struct ls_answer *a)
{
	struct ls_machine m;

	for (u32 i = ls_span_start(s, &m); i < s->steps; i++) {
		ls_step(&m, s->step[i]);
		if (m.rec.flags & LS_REC_ACQUIRED) {
			a->shown = i + 1;
			return threads(s, a, LS_ACTION_TID(m.rec.action));
		}
	}
	return threads(s, a, 0);
}

static bool who_woken(struct ls_span *s, struct ls_answer *a, u32 waker)
{
	struct ls_machine m;

	for (u32 i = ls_span_start(s, &m); i < s->steps; i++) {
		ls_step(&m, s->step[i]);
		if (m.rec.op != LS_OP_WAKE || !m.rec.ok || (waker && (u32)LS_ACTION_TID(m.rec.action) != waker))
			continue;
		a->shown = i + 1;
		return threads(s, a, m.rec.target);
	}
	return threads(s, a, 0);
}

/* Takes the i-th step: true when it was one at that place. */
static bool is_at(const struct ls_span *s, struct ls_machine *m, u32 i, struct ls_place *p)
{
	u32 times = 0;

	if (LS_ACTION_ENV(s->step[i]))
		ls_step(m, s->step[i]);
	else
		ls_place_step(m, s->step[i], p, &times);
	return times;
}

static bool who_at(struct ls_span *s, struct ls_answer *a, const char *place, struct ls_text *why)
{
	struct ls_machine m;
	struct ls_place p = {.past = true};

	if (!ls_place_read(&s->from, place, place + strlen(place), &p, why))
		return false;
	for (u32 i = ls_span_start(s, &m); i < s->steps; i++) {
		if (is_at(s, &m, i, &p)) {
			a->shown = i + 1;
			return threads(s, a, LS_ACTION_TID(s->step[i]));
		}
	}
	return threads(s, a, 0);
}

static bool who(struct ls_span *s, struct ls_answer *a, const char *of, struct ls_text *why)
{
	if (!strcmp(of, "inside"))
		return who_inside(s, a);
	if (!strcmp(of, "woken"))
		return who_woken(s, a, 0);
	if (!strncmp(of, "woken by ", 9))
		return ls_span_thread(s, of + 9, why) && who_woken(s, a, ls_span_thread(s, of + 9, why));
	return who_at(s, a, of, why);
}

/* --- what a thread does ------------------------------------------------------------------------- */

enum does { TAKES, SLEEPS, SPINS, LEAVES, NOTHING };

static enum does done_by(const struct ls_machine *m, const struct ls_thread *t)
{
	if (m->rec.flags & LS_REC_ACQUIRED || t->holds)
		return TAKES;
	if (t->status == LS_ASLEEP)
		return SLEEPS;
	if (m->rec.result == LS_SPUN || m->rec.result == LS_BLOCKED)
		return SPINS;
	return t->status >= LS_DONE ? LEAVES : NOTHING;
}

/* A thread that stands where it has stood, with the same in hand, goes round in a loop. */
static bool stood_so(const struct ls_thread *t, u64 *seen, u32 *count)
{
	u64 print = ls_hash_packed((const u8 *)t, sizeof *t);

	for (u32 i = 0; i < *count; i++)
		if (seen[i] == print)
			return true;
	seen[*count] = print;
	*count += *count < LS_SPAN_STEPS - 1;
	return false;
}

static enum does first_of(struct ls_span *s, struct ls_answer *a, u32 tid)
{
	u64 seen[LS_SPAN_STEPS] = {0};
	struct ls_machine m;
	u32 i = ls_span_start(s, &m), count = 0;
	const struct ls_thread *t = &m.thread[tid - 1];

	stood_so(t, seen, &count);
	for (; i < s->steps; i++) {
		enum does what;

		ls_step(&m, s->step[i]);
		if (s->step[i] != LS_STEP_OF(tid))
			continue;
		what = done_by(&m, t);
		if (what == NOTHING && stood_so(t, seen, &count))
			what = SPINS;
		if (what != NOTHING) {
			a->shown = i + 1;
			return what;
		}
	}
	return NOTHING;
}

static bool does(struct ls_span *s, struct ls_answer *a, const char *thread, struct ls_text *why)
{
	u32 tid = ls_span_thread(s, thread, why);
	const u8 *budget = s->from.budget;
	enum does what;
	bool can_leave;

	if (!tid)
		return false;
	if (s->from.thread[tid - 1].holds) {
		ls_putf(why, "T%u has the lock", tid);
		return false;
	}
	what = first_of(s, a, tid);
	if (what == NOTHING) {
		ls_putf(why, "T%u comes to nothing of what is asked for", tid);
		return false;
	}
	/* beside what may end a wait, and where no other option is right */
	can_leave = what == LEAVES || budget[LS_ENV_TIMEOUT] || budget[LS_ENV_SIGNAL] || budget[LS_ENV_KILL];
	put_option(a, "It takes the lock", what == TAKES);
	put_option(a, "It goes to sleep", what == SLEEPS);
	put_option(a, "It spins", what == SPINS);
	if (can_leave)
		put_option(a, "It leaves without the lock", what == LEAVES);
	return true;
}

/* --- values ------------------------------------------------------------------------------------- */

enum { NEAR = 4 };

static bool is_among(const struct ls_answer *a, const char *text)
{
	for (u32 i = 0; i < a->options; i++)
		if (!strcmp(a->option[i], text))
			return true;
	return false;
}

static void put_value(struct ls_answer *a, const struct ls_machine *m, const char *name)
{
	char text[LS_OPTION_BYTES];
	struct ls_text t, unsaid;

	ls_text_start(&t, text, sizeof text);
	ls_text_start(&unsaid, (char[2]){0}, 2);
	if (ls_span_value(m, name, &t, &unsaid) && !is_among(a, text) && a->options < NEAR)
		put_option(a, text, false);
}

/* What the word has now, and what it comes to have; then what it had before. */
static void nearest_values(struct ls_span *s, struct ls_answer *a, const char *name)
{
	struct ls_machine m;

	for (u32 i = ls_span_start(s, &m); i <= s->rest; i++) {
		put_value(a, &m, name);
		if (i < s->rest)
			ls_step(&m, s->step[i]);
	}
	if (s->alone || ls_reset(&m, &s->config))
		return;
	for (u32 i = 0; i < s->at; i++) {
		put_value(a, &m, name);
		ls_step(&m, s->step[i]);
	}
}

/* In the order of their letters, so that the right one has no place of its own. */
static void in_order(struct ls_answer *a)
{
	char right[LS_OPTION_BYTES];

	memcpy(right, a->option[a->right], sizeof right);
	for (u32 i = 1; i < a->options; i++)
		for (u32 k = i; k && strcmp(a->option[k - 1], a->option[k]) > 0; k--) {
			char swap[LS_OPTION_BYTES];

			memcpy(swap, a->option[k], sizeof swap);
			memcpy(a->option[k], a->option[k - 1], sizeof swap);
			memcpy(a->option[k - 1], swap, sizeof swap);
		}
	for (u32 i = 0; i < a->options; i++)
		a->right = strcmp(a->option[i], right) ? a->right : i;
}

static bool value(struct ls_span *s, struct ls_answer *a, const char *name, struct ls_text *why)
{
	struct ls_machine m;
	char text[LS_OPTION_BYTES];
	struct ls_text t;

	ls_span_end(s, &m);
	ls_text_start(&t, text, sizeof text);
	if (!ls_span_value(&m, name, &t, why))
		return false;
	put_option(a, text, true);
	a->shown = s->steps;
	a->word = name;
	nearest_values(s, a, name);
	in_order(a);
	if (a->options < 2)
		ls_putf(why, "%s is all that it has been and will be", text);
	return a->options > 1;
}

/* --- how many ----------------------------------------------------------------------------------- */

static bool many_at(struct ls_span *s, struct ls_answer *a, const char *place, struct ls_text *why)
{
	struct ls_machine m;
	struct ls_place p = {.past = true};
	tasks seen = 0;
	u32 count = 0, last = s->steps;

	if (!ls_place_read(&s->from, place, place + strlen(place), &p, why))
		return false;
	for (u32 i = ls_span_start(s, &m); i < s->steps; i++) {
		u32 tid = LS_ACTION_TID(s->step[i]);

		if (is_at(s, &m, i, &p) && !(seen >> tid & 1)) {
			seen |= (tasks)1 << tid;
			count++;
			last = i + 1;
		}
	}
	a->shown = last;
	return numbers(s, a, count);
}

static bool many_inside(struct ls_span *s, struct ls_answer *a)
{
	struct ls_machine m;

	ls_span_end(s, &m);
	a->shown = s->steps;
	return numbers(s, a, m.n - ls_holders(&m, LS_HOLDS_NOTHING));
}

/* --- all of them -------------------------------------------------------------------------------- */

/* Without `until`, of these the moment itself is asked. */
static bool asks_of_moment(const char *asks)
{
	static const char *const of_more[] = {"who ", "does ", "value ", "many ", "ever ", "comes ", "cas ", NULL};

	asks += !strncmp(asks, "not ", 4) ? 4 : 0;
	if (!strcmp(asks, "many inside"))
		return true;
	for (const char *const *p = of_more; *p; p++)
		if (!strncmp(asks, *p, strlen(*p)))
			return false;
	return true;
}

static bool find(struct ls_span *s, struct ls_answer *a, struct ls_text *why)
{
	const char *of = s->asks;

	if (!strncmp(of, "who ", 4))
		return who(s, a, of + 4, why);
	if (!strncmp(of, "does ", 5))
		return does(s, a, of + 5, why);
	if (!strncmp(of, "value ", 6))
		return value(s, a, of + 6, why);
	if (!strcmp(of, "many inside"))
		return many_inside(s, a);
	if (!strncmp(of, "many ", 5))
		return many_at(s, a, of + 5, why);
	return ls_answer_so(s, a, of, why);
}

bool ls_find_answer(const struct ls_scenario *scenario, const ls_action *story, u32 n, u32 at, const char *asks,
		    struct ls_answer *a, struct ls_text *why)
{
	struct ls_span *s = &a->span;
	struct ls_machine m;
	struct ls_config c;
	u32 start;

	memset(a, 0, sizeof *a);
	if (ls_scenario_config(scenario, &c) || ls_reset(&m, &c))
		return false;
	for (u32 i = 0; i < at; i++)
		ls_step(&m, story[i]);
	if (!ls_span_read(s, &c, &m, story, n, at, asks, why))
		return false;
	start = ls_span_start(s, NULL);
	if (asks_of_moment(s->asks) && !s->is_bounded)
		s->steps = start;
	if (!find(s, a, why))
		return false;
	a->shown = a->shown > start ? a->shown : 0;
	if (s->alone) {
		a->alone = s->step;
		a->alone_steps = a->shown ? a->shown : s->moved;
		a->shown = 0;
	}
	return true;
}
