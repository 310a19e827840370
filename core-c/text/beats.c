/* SPDX-License-Identifier: MIT */
#include "beats.h"

#include <string.h>

#include "check/late.h"
#include "fact.h"
#include "place.h"
#include "registry.h"
#include "schedule.h"

/* --- places ----------------------------------------------------------------------------------- */

struct mark {
	enum { AT_START, AT_END, AT_ACT, AT_PLACE } kind;
	ls_action action; /* of AT_ACT; of AT_PLACE the thread's step */
	struct ls_place place;
};

static bool read_mark(const struct ls_machine *m, const char *text, struct mark *mark, struct ls_text *why)
{
	const char *end = text + strlen(text), *p = text, *letter = strchr(ls_env_letters + 1, *text);
	u32 tid = 0;

	*mark = (struct mark){.kind = AT_START};
	if (!strcmp(text, "start"))
		return true;
	mark->kind = AT_END;
	if (!strcmp(text, "end"))
		return true;
	p += letter && *text ? 1 : 0;
	for (; *p >= '0' && *p <= '9' && tid < 100; p++)
		tid = tid * 10 + (u32)(*p - '0');
	if (tid < 1 || tid > m->n || (letter ? *p != 0 : *p != '@' && *p != '>')) {
		ls_put(why, "no place: start, end, p1, 2>PLACE or 2@PLACE");
		return false;
	}
	mark->kind = letter ? AT_ACT : AT_PLACE;
	mark->action = letter ? LS_ENV_OF((u32)(letter - ls_env_letters), tid) : LS_STEP_OF(tid);
	mark->place.past = *p == '>';
	return letter || ls_place_read(m, p + 1, end, &mark->place, why);
}

/* Takes the step. How often the mark was reached by it. */
static u32 step_to(struct ls_machine *m, ls_action a, const struct mark *mark)
{
	u32 times = mark->kind == AT_ACT;

	if (a == mark->action && mark->kind == AT_PLACE)
		ls_place_step(m, a, &mark->place, &times);
	else
		ls_step(m, a);
	return a == mark->action ? times : 0;
}

/* From step `at` on. Returns the step behind which the mark is reached, or n + 1. */
static u32 go_to(struct ls_machine *m, const ls_action *story, u32 n, u32 at, const struct mark *mark)
{
	u32 seen = 0, wanted = mark->kind == AT_PLACE && !mark->place.end ? mark->place.nth : 1;

	if (mark->kind == AT_START)
		return at ? n + 1 : 0;
	while (at < n) {
		seen += step_to(m, story[at++], mark);
		if (mark->kind != AT_END && seen >= wanted)
			return at;
	}
	return mark->kind == AT_END ? n : n + 1;
}

u32 ls_go_to_moment(struct ls_machine *m, const ls_action *story, u32 n, u32 at, const char *moment,
		    struct ls_text *why)
{
	struct mark mark;

	return read_mark(m, moment, &mark, why) ? go_to(m, story, n, at, &mark) : n + 1;
}

/* Each name is that of a word. */
static bool can_look(const struct ls_machine *m, const char *look, struct ls_text *why)
{
	for (const char *p = look ? look : "", *end; *p; p = end) {
		p += strspn(p, ", ");
		end = p + strcspn(p, ",");
		if (ls_word_named(m, p, (u32)(end - p)) != LS_NO_WORD)
			continue;
		ls_put(why, "there is no word \"");
		ls_put_bytes(why, p, (u32)(end - p));
		ls_put(why, "\" to look at");
		return false;
	}
	return true;
}

u32 ls_find_beats(const struct ls_scenario *s, const ls_action *story, u32 n, u32 *step, u32 max, struct ls_text *why)
{
	struct ls_machine m;
	struct ls_config c;
	u32 at = 0, found = 0;

	if (!s->beats || ls_scenario_config(s, &c) || ls_reset(&m, &c))
		return 0;
	for (const struct ls_beat *b = s->beats; b->note && found < max; b++) {
		struct mark mark;

		if (!read_mark(&m, b->at, &mark, why))
			break;
		at = go_to(&m, story, n, at, &mark);
		if (at > n) {
			ls_put(why, "the story does not come there behind the beat before");
			break;
		}
		if (found && step[found - 1] == at) {
			ls_put(why, "two beats at one moment");
			break;
		}
		if (!ls_fact_holds(&m, b->fact, why) || !can_look(&m, b->look, why))
			break;
		step[found++] = at;
	}
	return found;
}

/* What the note calls the story that comes next: behind "Next: ", in quotation marks. */
static bool note_leads_to(const char *note, const char *title)
{
	const char *next = strstr(note, "Next: "), *name = next ? strstr(next, "“") : NULL;
	u32 length = (u32)strlen(title);

	if (!title[0] || !name)
		return !title[0] && !name;
	name += strlen("“");
	return !strncmp(name, title, length) && !strncmp(name + length, "”", strlen("”"));
}

bool ls_next_is_told(const struct ls_scenario *s, struct ls_text *why)
{
	const struct ls_scenario *next = s->next ? ls_scenario_named(s->next) : NULL;
	const struct ls_beat *last = s->beats;

	if (s->next && (!next || next == s || next->sandbox)) {
		ls_putf(why, ".next is %s, which is no other story", s->next);
		return false;
	}
	while (last && last->note && last[1].note)
		last++;
	if (note_leads_to(last && last->note ? last->note : "", next ? next->title : ""))
		return true;
	ls_putf(why, "the last note does not lead to %s", next ? next->title : "no story, as .next does");
	return false;
}

static bool same_step(const struct ls_record *a, const struct ls_record *b)
{
	return a->result == b->result && a->op == b->op && a->line == b->line && a->proc == b->proc && a->ok == b->ok &&
	       a->word == b->word && a->target == b->target && a->flags == b->flags && a->old == b->old &&
	       a->new_ == b->new_;
}

/* Behind a step they are no longer the same, but for the switches: what follows an access belongs to its step. */
static bool same_state(const struct ls_machine *a, const struct ls_machine *b)
{
	struct ls_machine as_a;

	memcpy(&as_a, b, ls_used(b));
	as_a.switches = a->switches;
	return ls_hash(a) == ls_hash(&as_a);
}

u32 ls_parts_at(const struct ls_scenario *s, const ls_action *story, u32 n, u32 late)
{
	struct ls_machine with, without;
	struct ls_config c;
	bool same = true, acted = false;

	if (ls_scenario_config(s, &c) || ls_reset(&with, &c))
		return n;
	for (u32 i = 0; i < ls_switches_of(s->lock); i++)
		if (!ls_switch_mends(ls_switch_at(s->lock, (u8)i)))
			c.switches &= ~(1u << i);
	if (c.switches == s->switches || ls_reset(&without, &c))
		return n;
	for (u32 i = 0; i < n; i++) {
		ls_step(&with, story[i]);
		ls_step(&without, story[i]);
		if (!same_step(&with.rec, &without.rec))
			return acted && late == i && story[i] == story[i - 1] ? i - 1 : i;
		acted = same && !same_state(&with, &without);
		same = same && !acted;
	}
	return n;
}

u32 ls_too_late(const struct ls_scenario *s, const ls_action *story, u32 n)
{
	enum { MOST = 1 << 20 };
	struct ls_config c;
	u32 at = ls_scenario_config(s, &c) ? LS_NOT_LATE : ls_late_at(&c, story, n, MOST);

	return at == LS_NOT_LATE || at == LS_LATE_UNKNOWN ? 0 : at;
}
