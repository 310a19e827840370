/* SPDX-License-Identifier: MIT */
/* Scenarios with their stories, and levels. */
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

/* answer: NULL where the question is open. */
static void put_beat(struct ls_text *o, const struct ls_beat *b, u32 step, const struct ls_answer *answer)
{
	ls_json_open(o, NULL, "{");
	ls_json_number(o, "at", step);
	ls_json_string(o, "note", b->note);
	if (b->ask)
		ls_json_string(o, "ask", b->ask);
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

		put_beat(o, b, step[i], is_found ? &answer : NULL);
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
