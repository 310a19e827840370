/* SPDX-License-Identifier: MIT */
#include "beats.h"

#include <stdio.h>
#include <string.h>

#include "inspect.h"
#include "narrate.h"
#include "place.h"
#include "schedule.h"

/* --- facts ------------------------------------------------------------------------------------ */

struct item {
	const char *name, *value;
	u32 name_length, value_length;
};

static bool is(const char *text, u32 length, const char *name)
{
	return strlen(name) == length && !strncmp(text, name, length);
}

static void put_list(const u8 *tid, u32 n, const char *none, struct ls_text *out)
{
	for (u32 i = 0; i < n; i++)
		ls_putf(out, i ? " T%u" : "T%u", tid[i]);
	if (!n)
		ls_put(out, none);
}

static void put_holders(const struct ls_machine *m, struct ls_text *out)
{
	u8 tid[LS_MAX_THREADS];
	u32 n = 0;

	for (u32 i = 0; i < m->n; i++)
		if (m->thread[i].holds != LS_HOLDS_NOTHING)
			tid[n++] = (u8)(i + 1);
	put_list(tid, n, "nobody", out);
}

/* What stands in the word, as its line says it; of a list, who. */
static void put_word(const struct ls_machine *m, u32 word, struct ls_text *out)
{
	u32 n = 0, value;

	if (word >= LS_TASK_WORDS) {
		const struct ls_thread *t = &m->thread[(word - LS_TASK_WORDS) / 8 - 1];
		const u8 field[] = {t->state, t->on_cpu, t->need_resched, t->threshold, t->timeout, t->signal};

		value = field[(word - LS_TASK_WORDS) % 8];
	} else if (ls_word_kind(m, word) == LS_KIND_LIST) {
		const struct ls_list *l = (const void *)(m->mem + word);

		while (n < LS_MAX_THREADS && l->t[n])
			n++;
		put_list(l->t, n, "empty", out);
		return;
	} else {
		value = m->mem[word];
	}
	ls_word_value(m, word, value, out);
}

/* The word of that name, or LS_NO_WORD. */
static u32 word_named(const struct ls_machine *m, const char *name, u32 length)
{
	char text[64];
	struct ls_text t;

	for (u32 word = 0; word < m->mem_words; word++) {
		ls_text_start(&t, text, sizeof text);
		if (ls_has_word(m, word))
			ls_word_name(m, word, &t);
		if (t.length && is(name, length, text))
			return word;
	}
	for (u32 tid = 1; tid <= m->n; tid++)
		for (u32 field = 0; ls_task_field_name(field); field++) {
			ls_text_start(&t, text, sizeof text);
			ls_word_name(m, LS_TASK_WORD(tid, field), &t);
			if (is(name, length, text))
				return LS_TASK_WORD(tid, field);
		}
	return LS_NO_WORD;
}

/* A word of bits is "0x101 (readers 1, WRITER)": its number will do, or the thread if it holds nothing else. */
static bool says(const char *value, u32 length, const char *is_so)
{
	char thread[16];
	u32 tid;

	if (is(value, length, is_so))
		return true;
	if (strchr(is_so, '(') && length == strcspn(is_so, " ") && !strncmp(value, is_so, length))
		return true;
	if (strchr(is_so, ',') || sscanf(is_so, "0x%*x (%*s T%u)", &tid) != 1)
		return false;
	sprintf(thread, "T%u", tid);
	return is(value, length, thread);
}

static const struct {
	const char *name;
	u8 status;
} statuses[] = {
    {"ready", LS_READY}, {"asleep", LS_ASLEEP}, {"preempted", LS_PREEMPTED}, {"done", LS_DONE}, {"dead", LS_DEAD},
};

/* "T2", as a thread's status. 0: it is something else. */
static u32 thread_named(const struct ls_machine *m, const struct item *i)
{
	u32 tid = 0;

	if (i->name_length < 2 || i->name_length > 3 || i->name[0] != 'T')
		return 0;
	for (u32 k = 1; k < i->name_length; k++)
		tid = i->name[k] >= '0' && i->name[k] <= '9' ? tid * 10 + (u32)(i->name[k] - '0') : 99;
	return tid >= 1 && tid <= m->n ? tid : 0;
}

/* What is so, of what the item speaks of. False: there is no such thing. */
static bool put_truth(const struct ls_machine *m, const struct item *i, struct ls_text *out)
{
	u32 tid = thread_named(m, i), word;

	if (is(i->name, i->name_length, "inside")) {
		put_holders(m, out);
		return true;
	}
	for (u32 k = 0; tid && k < sizeof statuses / sizeof *statuses; k++)
		if (m->thread[tid - 1].status == statuses[k].status)
			ls_put(out, statuses[k].name);
	if (tid)
		return true;
	word = word_named(m, i->name, i->name_length);
	if (word != LS_NO_WORD)
		put_word(m, word, out);
	return word != LS_NO_WORD;
}

static bool item_holds(const struct ls_machine *m, const struct item *i, struct ls_text *why)
{
	char so[160];
	struct ls_text t;

	ls_text_start(&t, so, sizeof so);
	if (!i->value_length || !put_truth(m, i, &t)) {
		ls_put(why, "there is no such thing as \"");
		ls_put_bytes(why, i->name, i->name_length);
		ls_put(why, i->value_length ? "\"" : "\", or it is not said what it is");
		return false;
	}
	if (says(i->value, i->value_length, so))
		return true;
	ls_put_bytes(why, i->name, i->name_length);
	ls_putf(why, " is %s, not ", so);
	ls_put_bytes(why, i->value, i->value_length);
	return false;
}

bool ls_fact_holds(const struct ls_machine *m, const char *fact, struct ls_text *why)
{
	for (const char *p = fact ? fact : "", *end; *p; p = end) {
		struct item i;

		p += strspn(p, ", ");
		end = p + strcspn(p, ",");
		i.name = p;
		i.name_length = (u32)strcspn(p, " ,");
		i.value = p + i.name_length + (p[i.name_length] == ' ');
		i.value_length = i.value < end ? (u32)(end - i.value) : 0;
		if (!item_holds(m, &i, why))
			return false;
	}
	return true;
}

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
	const struct ls_place *p = &mark->place;
	u32 entered = 0, left = 0;
	struct ls_record next;

	if (a != mark->action || mark->kind != AT_PLACE) {
		ls_step(m, a);
		return mark->kind == AT_ACT && a == mark->action;
	}
	if (p->call)
		ls_place_calls(m, a, p->proc, &entered, &left);
	ls_step(m, a);
	if (p->end)
		return m->thread[LS_ACTION_TID(a) - 1].status >= LS_DONE;
	if (p->call)
		return p->past ? left : entered;
	if (p->past)
		return ls_place_has(m, p, &m->rec);
	ls_place_next(m, LS_ACTION_TID(a), &next);
	return ls_place_has(m, p, &next);
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

/* Each name is that of a word. */
static bool can_look(const struct ls_machine *m, const char *look, struct ls_text *why)
{
	for (const char *p = look ? look : "", *end; *p; p = end) {
		p += strspn(p, ", ");
		end = p + strcspn(p, ",");
		if (word_named(m, p, (u32)(end - p)) != LS_NO_WORD)
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

static bool same_step(const struct ls_record *a, const struct ls_record *b)
{
	return a->result == b->result && a->op == b->op && a->line == b->line && a->proc == b->proc && a->ok == b->ok &&
	       a->word == b->word && a->target == b->target && a->flags == b->flags && a->old == b->old &&
	       a->new_ == b->new_;
}

u32 ls_parts_at(const struct ls_scenario *s, const ls_action *story, u32 n)
{
	struct ls_machine with, without;
	struct ls_config c;
	u32 i = 0;

	if (ls_scenario_config(s, &c) || ls_reset(&with, &c))
		return n;
	for (u32 i = 0; i < ls_switches_of(s->lock); i++)
		if (!ls_switch_mends(ls_switch_at(s->lock, (u8)i)))
			c.switches &= ~(1u << i);
	if (c.switches == s->switches || ls_reset(&without, &c))
		return n;
	while (i < n) {
		ls_step(&with, story[i]);
		ls_step(&without, story[i]);
		if (!same_step(&with.rec, &without.rec))
			break;
		i++;
	}
	return i;
}
