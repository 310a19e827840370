/* SPDX-License-Identifier: MIT */
/* Scenarios with their stories, levels and repairs. */
#include <stdio.h>
#include <string.h>

#include "check/late.h"
#include "parts.h"
#include "registry.h"
#include "text/answer.h"
#include "text/beats.h"
#include "text/goal.h"
#include "text/narrate.h"
#include "text/schedule.h"

/* What can be chosen, and what is right. */
static void put_answer(struct ls_text *o, const struct ls_answer *a)
{
	ls_json_open(o, "answer", "{");
	ls_json_open(o, "options", "[");
	for (u32 i = 0; i < a->options; i++)
		ls_json_string(o, NULL, a->option[i]);
	ls_json_close(o, "]");
	ls_json_number(o, "right", a->right);
	if (a->shown)
		ls_json_number(o, "shown", a->shown);
	if (a->word)
		ls_json_string(o, "word", a->word);
	if (a->alone_steps)
		ls_json_bytes(o, "alone", a->alone, a->alone_steps);
	ls_json_close(o, "}");
}

/* What is so where a question is put, as a goal of one fact: so the page asks it of other set-ups, too. */
static void put_asked_of(struct ls_text *o, const struct ls_machine *m, const char *fact)
{
	struct ls_goal goal;
	struct ls_text why;
	char wrong[300];
	u8 packed[LS_GOAL_BYTES];

	ls_text_start(&why, wrong, sizeof wrong);
	if (ls_goal_read(m, fact, &goal, &why))
		ls_json_bytes(o, "fact", packed, ls_goal_pack(&goal, packed));
}

/* Its answer counts threads or speaks of every schedule: with other threads it may be another. */
static bool is_of_all(const char *asks)
{
	return !strncmp(asks, "many ", 5) || strstr(asks, "ends well");
}

/* answer: NULL where the question is open. */
static void put_beat(struct ls_text *o, const struct ls_machine *m, const struct ls_beat *b, u32 step,
		     const struct ls_answer *answer)
{
	ls_json_open(o, NULL, "{");
	ls_json_number(o, "at", step);
	ls_json_string(o, "note", b->note);
	if (b->ask)
		ls_json_string(o, "ask", b->ask);
	if (b->ask && b->fact)
		put_asked_of(o, m, b->fact);
	if (b->asks && is_of_all(b->asks))
		ls_json_boolean(o, "ofAll", true);
	if (answer)
		put_answer(o, answer);
	if (b->look)
		ls_json_string(o, "look", b->look);
	if (b->decisive)
		ls_json_boolean(o, "decisive", true);
	if (b->decisive && strchr(b->at, '@'))
		ls_json_boolean(o, "ahead", true);
	if (b->lines)
		ls_json_boolean(o, "lines", true);
	ls_json_close(o, "}");
}

/* The story, and what its author says of it. "wrong": the place or fact of a beat, which stops the build. */
static void put_story(struct ls_text *o, const struct ls_scenario *s)
{
	enum { MAX_BEATS = 64 };
	struct ls_machine m;
	ls_action story[4096];
	struct ls_config c;
	struct ls_schedule_error bad;
	char wrong[300];
	struct ls_text why;
	u32 n = 0, step[MAX_BEATS], beats, wrong_at, late;
	struct ls_answer answer;

	if (!ls_scenario_config(s, &c) && !ls_reset(&m, &c))
		n = ls_parse_schedule(&m, s->story, story, sizeof story, &bad);
	ls_json_open(o, "story", "[");
	for (u32 i = 0; i < n; i++)
		ls_json_number(o, NULL, story[i]);
	ls_json_close(o, "]");
	ls_text_start(&why, wrong, sizeof wrong);
	wrong_at = beats = ls_find_beats(s, story, n, step, MAX_BEATS, &why);
	ls_json_open(o, "beats", "[");
	for (u32 i = 0; i < beats; i++) {
		const struct ls_beat *b = &s->beats[i];
		bool is_found = b->asks && !why.length && ls_find_answer(s, story, n, step[i], b->asks, &answer, &why);

		put_beat(o, &m, b, step[i], is_found ? &answer : NULL);
		wrong_at = b->asks && !is_found && wrong_at == beats ? i : wrong_at;
	}
	ls_json_close(o, "]");
	if (why.length || !ls_next_is_told(s, &why)) {
		ls_json_string(o, "wrongBeat", s->beats && s->beats[wrong_at].note ? s->beats[wrong_at].at : "end");
		ls_json_string(o, "wrong", wrong);
	}
	if (s->next)
		ls_json_string(o, "next", s->next);
	late = ls_too_late(s, story, n);
	ls_json_number(o, "partsAt", ls_parts_at(s, story, n, late));
	ls_json_number(o, "lateAt", late);
}

static void put_beside(struct ls_text *o, const struct ls_beside *b)
{
	if (!b)
		return;
	ls_json_open(o, "beside", "{");
	ls_json_string(o, "name", b->name);
	if (b->work)
		ls_json_string(o, "work", b->work);
	if (b->title)
		ls_json_string(o, "title", b->title);
	ls_json_close(o, "}");
}

void ls_put_scenario(struct ls_text *o, const struct ls_scenario *s)
{
	char first[LS_MAX_THREADS + 1];

	memset(first, ls_locks[s->lock]->roles[0].letter, sizeof first);
	first[s->n] = 0;
	ls_json_open(o, NULL, "{");
	ls_json_string(o, "name", s->name);
	ls_json_string(o, "title", s->title);
	ls_json_number(o, "lock", s->lock);
	ls_json_number(o, "variant", s->variant);
	ls_json_number(o, "threads", s->n);
	ls_json_string(o, "roles", s->roles ? s->roles : first);
	ls_json_number(o, "rounds", s->rounds);
	ls_json_number(o, "switches", s->switches);
	ls_json_bytes(o, "budget", s->budget, sizeof s->budget);
	ls_json_string(o, "verdict", ls_verdict_names[s->verdict]);
	ls_json_string(o, "what", s->what);
	ls_json_string(o, "lesson", s->lesson);
	if (s->topic)
		ls_json_string(o, "topic", s->topic);
	put_story(o, s);
	put_beside(o, s->beside);
	if (s->turn)
		ls_json_number(o, "turn", s->turn);
	ls_json_boolean(o, "sandbox", s->sandbox);
	ls_json_close(o, "}");
}

/* What stands between ';', a string each. */
static void put_parts(struct ls_text *o, const char *name, const char *row)
{
	char part[200];

	ls_json_open(o, name, "[");
	while (*row) {
		u32 length = (u32)strcspn(row, ";");

		snprintf(part, sizeof part, "%.*s", (int)length, row);
		ls_json_string(o, NULL, part);
		row += length;
		row += strspn(row, "; ");
	}
	ls_json_close(o, "]");
}

static void put_reasons(struct ls_text *o, const struct ls_reason *reasons)
{
	ls_json_open(o, "reasons", "[");
	for (u32 i = 0; i < LS_REASONS && reasons[i].text; i++) {
		ls_json_open(o, NULL, "{");
		ls_json_string(o, "text", reasons[i].text);
		ls_json_string(o, "reply", reasons[i].reply);
		ls_json_boolean(o, "right", reasons[i].right);
		ls_json_close(o, "}");
	}
	ls_json_close(o, "]");
}

/* "wrong": its goal is not understood, which stops the build. */
void ls_put_level(struct ls_text *o, const struct ls_level *l)
{
	struct ls_goal goal;
	struct ls_machine m;
	struct ls_config c;
	struct ls_text why;
	char wrong[300];
	u8 packed[LS_GOAL_BYTES];

	ls_text_start(&why, wrong, sizeof wrong);
	if (ls_level_config(l, &c) || ls_reset(&m, &c))
		ls_put(&why, "it cannot be set up");
	else
		ls_goal_read(&m, l->goal, &goal, &why);
	ls_json_open(o, NULL, "{");
	ls_json_string(o, "name", l->name);
	ls_json_string(o, "title", l->title);
	ls_json_string(o, "task", l->task);
	ls_json_bytes(o, "goal", packed, why.length ? 0 : ls_goal_pack(&goal, packed));
	ls_json_string(o, "written", l->goal);
	put_parts(o, "says", l->says);
	ls_json_string(o, "recording", l->recording ? l->recording : "");
	ls_json_string(o, "idea", l->idea);
	ls_json_string(o, "hint", l->hint);
	ls_json_string(o, "after", l->after);
	ls_json_string(o, "scenario", ls_variant_at(l->lock, l->variant)->name);
	ls_json_number(o, "lock", l->lock);
	ls_json_number(o, "variant", l->variant);
	ls_json_number(o, "threads", l->n);
	ls_json_bytes(o, "roles", c.role, l->n);
	ls_json_number(o, "rounds", l->rounds);
	ls_json_number(o, "switches", l->switches);
	ls_json_bytes(o, "budget", l->budget, sizeof l->budget);
	ls_json_number(o, "shortest", l->shortest);
	put_reasons(o, l->reasons);
	ls_json_number(o, "grade", l->grade);
	if (why.length)
		ls_json_string(o, "wrong", wrong);
	ls_json_close(o, "}");
}

static void put_changes(struct ls_text *o, const char *name, const struct ls_change *change)
{
	ls_json_open(o, name, "[");
	for (u32 i = 0; i < LS_CHANGES && change[i].from; i++) {
		ls_json_open(o, NULL, "{");
		ls_json_string(o, "from", change[i].from);
		ls_json_string(o, "to", change[i].to);
		ls_json_close(o, "}");
	}
	ls_json_close(o, "]");
}

/* False: why says what is not understood. */
static bool put_demand(struct ls_text *o, const struct ls_machine *m, const struct ls_demand *d, struct ls_text *why)
{
	struct ls_goal goal;
	u8 packed[LS_GOAL_BYTES];

	if (!ls_goal_read(m, d->fact, &goal, why))
		return false;
	ls_json_open(o, NULL, "{");
	ls_json_bytes(o, "goal", packed, ls_goal_pack(&goal, packed));
	ls_json_string(o, "says", d->says);
	ls_json_number(o, "within", d->within);
	ls_json_close(o, "}");
	return true;
}

/* What every repair must allow, and what its author asks for besides. */
static void put_demands(struct ls_text *o, const struct ls_machine *m, const struct ls_repair *r, struct ls_text *why)
{
	bool read = true;

	ls_json_open(o, "demands", "[");
	for (u32 tid = 1; tid <= r->n && read; tid++) {
		char fact[40], says[80];

		snprintf(fact, sizeof fact, "inside has T%u", tid);
		snprintf(says, sizeof says, "T%u never gets the lock: no schedule lets it in.", tid);
		read = put_demand(o, m, &(struct ls_demand){.fact = fact, .says = says}, why);
	}
	for (u32 i = 0; i < LS_DEMANDS && r->demands[i].fact && read; i++)
		read = put_demand(o, m, &r->demands[i], why);
	ls_json_close(o, "]");
}

static void put_attempts(struct ls_text *o, const struct ls_attempt *attempt)
{
	ls_json_open(o, "attempts", "[");
	for (u32 i = 0; i < LS_ATTEMPTS && attempt[i].what; i++) {
		ls_json_open(o, NULL, "{");
		ls_json_string(o, "what", attempt[i].what);
		ls_json_string(o, "refused", attempt[i].refused ? attempt[i].refused : "");
		put_changes(o, "changes", attempt[i].change);
		ls_json_close(o, "}");
	}
	ls_json_close(o, "]");
}

/* "wrong": it cannot be set up, or what it demands is not understood, which stops the build. */
void ls_put_repair(struct ls_text *o, const struct ls_repair *r)
{
	struct ls_machine m;
	struct ls_config c;
	struct ls_text why;
	char wrong[300];

	ls_text_start(&why, wrong, sizeof wrong);
	ls_json_open(o, NULL, "{");
	ls_json_string(o, "name", r->name);
	ls_json_string(o, "title", r->title);
	ls_json_string(o, "task", r->task);
	ls_json_string(o, "idea", r->idea);
	ls_json_string(o, "hint", r->hint);
	ls_json_string(o, "after", r->after);
	ls_json_string(o, "text", r->text);
	ls_json_string(o, "proc", r->proc);
	ls_json_string(o, "may", r->may);
	put_changes(o, "plant", r->plant);
	ls_json_string(o, "scenario", ls_variant_at(r->lock, r->variant)->name);
	ls_json_number(o, "lock", r->lock);
	ls_json_number(o, "variant", r->variant);
	ls_json_number(o, "threads", r->n);
	ls_json_number(o, "rounds", r->rounds);
	ls_json_number(o, "switches", 0);
	ls_json_bytes(o, "budget", r->budget, sizeof r->budget);
	ls_json_string(o, "verdict", ls_verdict_names[r->verdict]);
	ls_json_number(o, "shortest", r->shortest);
	if (ls_repair_config(r, &c) || ls_reset(&m, &c))
		ls_put(&why, "it cannot be set up");
	else {
		ls_json_bytes(o, "roles", c.role, r->n);
		put_demands(o, &m, r, &why);
	}
	ls_json_boolean(o, "fair", r->fair);
	ls_json_boolean(o, "ordered", r->ordered);
	put_attempts(o, r->attempts);
	ls_json_number(o, "grade", r->grade);
	if (why.length)
		ls_json_string(o, "wrong", wrong);
	ls_json_close(o, "}");
}
