/* SPDX-License-Identifier: MIT */
/* Words by name and by value, as the lock describes them in its WORD lines. */
#include <string.h>

#include "field.h"
#include "narrate.h"

const char *const ls_task_field_names[LS_TASK_FIELDS] = {
    [LS_TASK_STATE] = "state",         [LS_TASK_ON_CPU] = "on_cpu",   [LS_TASK_NEED_RESCHED] = "need_resched",
    [LS_TASK_THRESHOLD] = "threshold", [LS_TASK_TIMEOUT] = "timeout", [LS_TASK_SIGNAL] = "signal",
};
const char *const ls_state_names[LS_STATES] = {
    [LS_RUNNING] = "RUNNING",
    [LS_INTERRUPTIBLE] = "INTERRUPTIBLE",
    [LS_UNINTERRUPTIBLE] = "UNINTERRUPTIBLE",
    [LS_KILLABLE] = "KILLABLE",
};
const char *const ls_clock_names[LS_CLOCKS] = {
    [LS_CLOCK_OFF] = "off",
    [LS_CLOCK_ARMED] = "running",
    [LS_CLOCK_PASSED] = "passed",
};
const char *const ls_signal_names[LS_SIGNALS] = {
    [LS_NO_SIGNAL] = "none",
    [LS_SIGNAL] = "pending",
    [LS_FATAL_SIGNAL] = "fatal",
};

#define WORDS_OF(id, words) [LS_SAYS_##id] = words,
const char *const ls_thread_words[LS_SAYS] = {LS_THREAD_WORDS(WORDS_OF)};

const char *ls_task_field_name(u32 field)
{
	return field < LS_TASK_FIELDS ? ls_task_field_names[field] : NULL;
}

/* The facts of the word that covers byte offset `at` of table w. */
static const struct ls_word_facts *facts_at(const struct ls_word_facts *w, u32 at)
{
	for (; w->name; w++) {
		u32 size = w->kind == LS_KIND_LIST ? sizeof(struct ls_list) : 4;

		if (at >= w->offset && at < w->offset + size)
			return w;
	}
	return NULL;
}

const struct ls_word_facts *ls_word_facts_of(const struct ls_machine *m, u32 word, u32 *tid)
{
	u32 element;
	const struct ls_memory *s = ls_memory_of(m, word, &element);

	*tid = 0;
	if (!s)
		return NULL;
	if (!s->count)
		*tid = element;
	return facts_at(s->words, 4 * word - s->base - element * s->size);
}

u8 ls_word_kind(const struct ls_machine *m, u32 word)
{
	u32 tid;
	const struct ls_word_facts *w = ls_word_facts_of(m, word, &tid);

	return w ? w->kind : LS_KIND_COUNT;
}

void ls_word_name(const struct ls_machine *m, u32 word, struct ls_text *out)
{
	const struct ls_word_facts *w;
	const struct ls_memory *part;
	u32 tid, element;

	if (word == LS_NO_WORD)
		return;
	if (word >= LS_TASK_WORDS) {
		u32 field = (word - LS_TASK_WORDS) % 8, of = (word - LS_TASK_WORDS) / 8;

		if (of)
			ls_putf(out, "T%u.", of);
		else
			ls_put(out, "NULL->"); /* a fault led there */
		ls_put(out, ls_task_field_name(field) ? ls_task_field_name(field) : "?");
		return;
	}
	w = ls_word_facts_of(m, word, &tid);
	part = ls_memory_of(m, word, &element);
	if (tid)
		ls_putf(out, "T%u.", tid);
	else if (part && part->count > 1)
		ls_putf(out, "%s[%u].", part->name, element);
	ls_put(out, w ? w->name : "?");
}

static void put_bits(const struct ls_word_facts *w, u32 value, struct ls_text *out)
{
	const char *between = " (";

	ls_putf(out, "0x%x", value);
	for (const struct ls_field *f = w->field; f < w->field + LS_MAX_FIELDS && f->name; f++) {
		u32 v = ls_field_value(f, value);

		if ((!v && f->kind != LS_FIELD_NUMBER) || f->kind == LS_FIELD_RESERVED)
			continue;
		ls_put(out, between);
		between = ", ";
		if (f->kind == LS_FIELD_FLAG)
			ls_put(out, f->name);
		else
			ls_putf(out, f->kind == LS_FIELD_TID ? "%s T%u" : "%s %u", f->name, v);
	}
	if (between[0] == ',')
		ls_put(out, ")");
}

static void put_task_value(u32 field, u32 v, struct ls_text *out)
{
	if (field == LS_TASK_STATE && v < LS_STATES)
		ls_put(out, ls_state_names[v]);
	else if ((field == LS_TASK_THRESHOLD || field == LS_TASK_TIMEOUT) && v < LS_CLOCKS)
		ls_put(out, ls_clock_names[v]);
	else if (field == LS_TASK_SIGNAL && v < LS_SIGNALS)
		ls_put(out, ls_signal_names[v]);
	else
		ls_putf(out, "%u", v);
}

void ls_word_value(const struct ls_machine *m, u32 word, u32 value, struct ls_text *out)
{
	const struct ls_word_facts *w;
	u32 tid;

	if (word == LS_NO_WORD)
		return;
	if (word >= LS_TASK_WORDS) {
		put_task_value((word - LS_TASK_WORDS) % 8, value, out);
		return;
	}
	w = ls_word_facts_of(m, word, &tid);
	switch (w ? w->kind : LS_KIND_COUNT) {
	case LS_KIND_BITS:
		put_bits(w, value, out);
		break;
	case LS_KIND_SIGNED:
		ls_putf(out, "%d", (s32)value);
		break;
	case LS_KIND_TID:
		ls_putf(out, value > LS_MAX_THREADS ? "%u" : value ? "T%u" : "nobody", value);
		break;
	case LS_KIND_NODE:
		ls_putf(out, value ? "T%u" : "NULL", value);
		break;
	case LS_KIND_ADDRESS:
		ls_put(out, value ? "&" : "NULL");
		if (value)
			ls_word_name(m, value - 1, out);
		break;
	case LS_KIND_SPINLOCK:
		ls_putf(out, value ? "T%u" : "free", value);
		break;
	default:
		ls_putf(out, "%u", value);
	}
}
