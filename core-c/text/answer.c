/* SPDX-License-Identifier: MIT */
#include "answer.h"

#include <string.h>

#include "answer_so.h"
#include "answer_value.h"
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

/* Those of `among`: unless the question names them, who has not finished, and nobody. */
static bool threads(const struct ls_span *s, struct ls_answer *a, tasks among, bool or_nobody, u32 tid)
{
	for (u32 one = 1; one <= s->from.n; one++) {
		struct ls_text t;

		bool is_over = or_nobody && s->from.thread[one - 1].status >= LS_DONE;

		if (one != tid && (is_over || !(among >> one & 1)))
			continue;
		if (one == tid)
			a->right = a->options;
		t = option(a);
		ls_putf(&t, "T%u", one);
	}
	if (or_nobody)
		put_option(a, "Nobody", !tid);
	return true;
}

/* None, to all of those that the question speaks of. */
/* In words: a digit on a button reads as the key that moves a thread. */
static bool numbers(struct ls_answer *a, u32 of, u32 right)
{
	static const char *const word[] = {"None", "One", "Two", "Three", "Four", "Five", "Six", "Seven", "Eight"};

	for (u32 i = 0; i <= of && a->options < LS_OPTIONS; i++) {
		struct ls_text t = option(a);

		if (i < sizeof(word) / sizeof(*word))
			ls_putf(&t, "%s", word[i]);
		else
			ls_putf(&t, "%u", i);
	}
	a->right = right;
	return true;
}

/* --- of whom ------------------------------------------------------------------------------------ */

static tasks all_of(const struct ls_span *s)
{
	tasks all = 0;

	for (u32 tid = 1; tid <= s->from.n; tid++)
		all |= (tasks)1 << tid;
	return all;
}

/* Takes " of T2 T3" off: only these; without it, all. False: one of them is no thread. */
static bool take_of(const struct ls_span *s, char *text, tasks *among, struct ls_text *why)
{
	char *of = strstr(text, " of T");
	u32 tid;

	*among = of ? 0 : all_of(s);
	if (!of)
		return true;
	for (const char *p = of + 3; *p; p += strcspn(p + 1, " ") + 1) {
		char name[8] = {0};
		size_t length = strcspn(p + 1, " ");

		memcpy(name, p + 1, length < sizeof name ? length : sizeof name - 1);
		tid = ls_span_thread(s, name, why);
		if (!tid)
			return false;
		*among |= (tasks)1 << tid;
	}
	*of = 0;
	return true;
}

/* --- who ---------------------------------------------------------------------------------------- */

static u32 who_inside(struct ls_span *s, struct ls_answer *a)
{
	struct ls_machine m;

	for (u32 i = ls_span_start(s, &m); i < s->steps; i++) {
		ls_step(&m, s->step[i]);
		if (m.rec.flags & LS_REC_ACQUIRED) {
			a->shown = i + 1;
			return LS_ACTION_TID(m.rec.action);
		}
	}
	return 0;
}

static u32 who_woken(struct ls_span *s, struct ls_answer *a, u32 waker)
{
	struct ls_machine m;

	for (u32 i = ls_span_start(s, &m); i < s->steps; i++) {
		ls_step(&m, s->step[i]);
		if (m.rec.op != LS_OP_WAKE || !m.rec.ok || (waker && (u32)LS_ACTION_TID(m.rec.action) != waker))
			continue;
		a->shown = i + 1;
		return m.rec.target;
	}
	return 0;
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

static u32 who_at(struct ls_span *s, struct ls_answer *a, const char *place, struct ls_text *why)
{
	struct ls_machine m;
	struct ls_place p = {.past = true};

	if (!ls_place_read(&s->from, place, place + strlen(place), &p, why))
		return 0;
	for (u32 i = ls_span_start(s, &m); i < s->steps; i++) {
		if (is_at(s, &m, i, &p)) {
			a->shown = i + 1;
			return LS_ACTION_TID(s->step[i]);
		}
	}
	return 0;
}

static bool who(struct ls_span *s, struct ls_answer *a, char *of, struct ls_text *why)
{
	tasks among;
	u32 tid, waker = 0;
	bool or_nobody = !strstr(of, " of T");

	if (!take_of(s, of, &among, why))
		return false;
	if (!strncmp(of, "woken by ", 9)) {
		waker = ls_span_thread(s, of + 9, why);
		if (!waker)
			return false;
		/* it does not wake itself */
		among &= ~((tasks)1 << waker);
	}
	if (!strcmp(of, "inside"))
		tid = who_inside(s, a);
	else if (!strcmp(of, "woken") || waker)
		tid = who_woken(s, a, waker);
	else
		tid = who_at(s, a, of, why);
	if (!why->length && !or_nobody && !(among >> tid & 1))
		ls_put(why, tid ? "it is none of these" : "it is nobody");
	return !why->length && threads(s, a, among, or_nobody, tid);
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

/* --- how many ----------------------------------------------------------------------------------- */

static bool many_at(struct ls_span *s, struct ls_answer *a, char *place, struct ls_text *why)
{
	struct ls_machine m;
	struct ls_place p = {.past = true};
	tasks seen = 0, among;
	u32 count = 0, last = s->steps;

	if (!take_of(s, place, &among, why) || !ls_place_read(&s->from, place, place + strlen(place), &p, why))
		return false;
	for (u32 i = ls_span_start(s, &m); i < s->steps; i++) {
		u32 tid = LS_ACTION_TID(s->step[i]);

		if (is_at(s, &m, i, &p) && among >> tid & 1 && !(seen >> tid & 1)) {
			seen |= (tasks)1 << tid;
			count++;
			last = i + 1;
		}
	}
	a->shown = last;
	return numbers(a, (u32)__builtin_popcountll(among), count);
}

static bool many_inside(struct ls_span *s, struct ls_answer *a)
{
	struct ls_machine m;

	ls_span_end(s, &m);
	a->shown = s->steps;
	return numbers(a, m.n, m.n - ls_holders(&m, LS_HOLDS_NOTHING));
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
	char *of = s->asks;

	if (!strncmp(of, "who ", 4))
		return who(s, a, of + 4, why);
	if (!strncmp(of, "does ", 5))
		return does(s, a, of + 5, why);
	if (!strncmp(of, "value ", 6))
		return ls_answer_value(s, a, of + 6, why);
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
