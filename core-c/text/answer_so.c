/* SPDX-License-Identifier: MIT */
#include "answer_so.h"

#include <string.h>

#include "beats.h"
#include "check/explore.h"
#include "fact.h"

static bool yes_or_no(struct ls_answer *a, bool so)
{
	strcpy(a->option[0], "Yes");
	strcpy(a->option[1], "No");
	a->options = 2;
	a->right = !so;
	return true;
}

static bool ever(struct ls_span *s, struct ls_answer *a, const char *text, bool turned, struct ls_text *why)
{
	struct ls_machine m;
	struct ls_fact fact;
	struct ls_fact_written written[LS_FACT_ITEMS];

	if (!ls_fact_read(&s->from, text, (u32)strlen(text), &fact, written, why))
		return false;
	for (u32 i = ls_span_start(s, &m); i < s->steps; i++) {
		ls_step(&m, s->step[i]);
		if (ls_fact_is(&fact, &m)) {
			a->shown = i + 1;
			return yes_or_no(a, !turned);
		}
	}
	return yes_or_no(a, turned);
}

static bool fact_at_end(struct ls_span *s, struct ls_answer *a, const char *text, bool turned, struct ls_text *why)
{
	struct ls_machine m;
	struct ls_fact fact;
	struct ls_fact_written written[LS_FACT_ITEMS];

	if (!ls_fact_read(&s->from, text, (u32)strlen(text), &fact, written, why))
		return false;
	ls_span_end(s, &m);
	a->shown = s->steps;
	return yes_or_no(a, ls_fact_is(&fact, &m) != turned);
}

static bool comes(struct ls_span *s, struct ls_answer *a, const char *moment, bool turned, struct ls_text *why)
{
	struct ls_machine m;
	u32 at = ls_go_to_moment(&m, s->step, s->steps, ls_span_start(s, &m), moment, why);

	if (why->length)
		return false;
	a->shown = at <= s->steps ? at : 0;
	return yes_or_no(a, (at <= s->steps) != turned);
}

static bool cas(struct ls_span *s, struct ls_answer *a, const char *thread, bool turned, struct ls_text *why)
{
	struct ls_machine m;
	u32 tid = ls_span_thread(s, thread, why);

	for (u32 i = ls_span_start(s, &m); tid && i < s->steps; i++) {
		ls_step(&m, s->step[i]);
		if (s->step[i] == LS_STEP_OF(tid) && m.rec.op == LS_OP_CAS) {
			a->shown = i + 1;
			return yes_or_no(a, (m.rec.ok != 0) != turned);
		}
	}
	if (tid)
		ls_putf(why, "T%u takes no compare-and-swap there", tid);
	return false;
}

static bool ends_well(struct ls_span *s, struct ls_answer *a, bool turned, struct ls_text *why)
{
	enum { MOST_STATES = 1 << 20, MOST_EDGES = 1 << 22 };
	struct ls_machine m;
	struct ls_explorer *e;
	u32 verdict;

	ls_span_end(s, &m);
	e = ls_explore_from(&s->config, &m, MOST_STATES, MOST_EDGES);
	while (e && ls_explore_slice(e, 1 << 16))
		continue;
	verdict = e ? ls_explore_stats(e)->verdict : LS_BOUNDED;
	ls_explore_free(e);
	if (verdict == LS_BOUNDED) {
		ls_put(why, "too many schedules to search");
		return false;
	}
	a->shown = s->steps;
	return yes_or_no(a, (verdict == LS_OK) != turned);
}

bool ls_answer_so(struct ls_span *s, struct ls_answer *a, const char *claim, struct ls_text *why)
{
	bool turned = !strncmp(claim, "not ", 4);

	claim += turned ? 4 : 0;
	if (!strncmp(claim, "ever ", 5))
		return ever(s, a, claim + 5, turned, why);
	if (!strncmp(claim, "comes ", 6))
		return comes(s, a, claim + 6, turned, why);
	if (!strncmp(claim, "cas ", 4))
		return cas(s, a, claim + 4, turned, why);
	if (!strcmp(claim, "ends well"))
		return ends_well(s, a, turned, why);
	return fact_at_end(s, a, claim, turned, why);
}
