/* SPDX-License-Identifier: MIT */
#include "phrase.h"

#include <string.h>

#include "fact.h"
#include "field.h"
#include "narrate.h"
#include "registry.h"

static const struct ls_field *field_named(const struct ls_machine *m, const struct ls_record *r, const char *name,
					  u32 length)
{
	u32 tid;
	const struct ls_word_facts *w = ls_word_facts_of(m, r->word, &tid);

	return w ? ls_field_named(w, name, length) : NULL;
}

/* --- which case it is --------------------------------------------------------------------------- */

static bool one_case(const struct ls_machine *m, const struct ls_record *r, const char *name, u32 length)
{
	static const char stays[] = " stay";
	const u32 tail = sizeof stays - 1;
	const struct ls_field *f = field_named(m, r, name, length);
	char value[100];
	struct ls_text t;

	if (f)
		return ls_field_value(f, r->old) != 0;
	if (length > tail && !strncmp(name + length - tail, stays, tail)) {
		f = field_named(m, r, name, length - tail);
		return f && ls_field_value(f, r->old) == ls_field_value(f, r->new_);
	}
	if (ls_is(name, length, "below 0"))
		return (s32)r->old < 0;
	ls_text_start(&t, value, sizeof value);
	ls_word_value(m, r->word, r->old, &t);
	return ls_is(name, length, value);
}

bool ls_phrase_case(const struct ls_machine *m, const struct ls_record *r, const char *other, const char **says,
		    bool *is_so)
{
	const char *colon = strchr(other, ':'), *end;

	if (strncmp(other, "if ", 3) || !colon)
		return false;
	*says = colon + 1 + strspn(colon + 1, " ");
	*is_so = false;
	for (const char *p = other + 3; p < colon; p = end + 4) {
		end = ls_find(p, " or ");
		if (!end || end > colon)
			end = colon;
		*is_so |= one_case(m, r, p, (u32)(end - p));
	}
	return true;
}

/* --- what stands in braces ------------------------------------------------------------------------ */

void ls_put_list(u32 count, u32 first, struct ls_text *out)
{
	if (count)
		ls_putf(out, "has %u, T%u first", count, first);
	else
		ls_put(out, "is empty");
}

/* The flags that the step turned, each behind its verb. */
static void put_flags(const struct ls_machine *m, const struct ls_record *r, struct ls_text *out)
{
	static const char *const verb[] = {"clears ", "sets "};
	const char *between = "";
	u32 tid;
	const struct ls_word_facts *w = ls_word_facts_of(m, r->word, &tid);

	for (u32 set = 0; set < 2; set++) {
		const char *before = verb[set];

		for (const struct ls_field *f = w->field; f < w->field + LS_MAX_FIELDS && f->name; f++) {
			u32 is = ls_field_value(f, r->new_);

			if (f->kind != LS_FIELD_FLAG || is == ls_field_value(f, r->old) || is != set)
				continue;
			ls_put(out, between);
			ls_put(out, before);
			ls_put(out, f->name);
			between = " and ";
			before = "";
		}
	}
	if (!*between)
		ls_put(out, "changes no flag");
}

static void put_word(const struct ls_machine *m, u32 word, struct ls_text *out)
{
	const struct ls_list *list = (const struct ls_list *)&m->mem[word];
	u32 count = 0;

	ls_word_name(m, word, out);
	ls_put(out, " ");
	if (ls_word_kind(m, word) == LS_KIND_LIST) {
		while (count < LS_MAX_THREADS && list->t[count])
			count++;
		ls_put_list(count, list->t[0], out);
		return;
	}
	ls_put(out, "is ");
	ls_word_value(m, word, m->mem[word], out);
}

/* "{switch ? what is said with it : what without}"; a text that another lock uses has its switches off there. */
static bool put_by_switch(const struct ls_machine *m, const char *from, u32 length, struct ls_text *out)
{
	const char *ask = ls_find(from, " ? "), * or = ask ? ls_find(ask, " : ") : NULL, *end = from + length;
	const struct ls_switch *s;

	if (! or || or >= end)
		return false;
	s = ls_switch_named(m->lock, from, (size_t)(ask - from));
	if (s && m->switches & 1u << (s - ls_locks[m->lock]->switches))
		ls_put_bytes(out, ask + 3, (u32)(or -ask - 3));
	else
		ls_put_bytes(out, or +3, (u32)(end - or -3));
	return true;
}

static bool put_named(const struct ls_machine *m, const struct ls_record *r, const char *name, u32 length,
		      struct ls_text *out)
{
	const struct ls_field *f = field_named(m, r, name, length);
	u32 tid, word = ls_word_named(m, name, length);

	if (f) {
		u32 old = ls_field_value(f, r->old), is = ls_field_value(f, r->new_);

		ls_putf(out, "%u", is > old ? is - old : old - is);
		return true;
	}
	if (ls_is(name, length, "flags") && ls_word_facts_of(m, r->word, &tid)) {
		put_flags(m, r, out);
		return true;
	}
	if (word < LS_MEM_WORDS)
		put_word(m, word, out);
	return word < LS_MEM_WORDS;
}

static bool put_braces(const struct ls_machine *m, const struct ls_record *r, const char *from, u32 length,
		       struct ls_text *out)
{
	return put_by_switch(m, from, length, out) || put_named(m, r, from, length, out);
}

void ls_put_phrase(const struct ls_machine *m, const struct ls_record *r, const char *phrase, struct ls_text *out)
{
	while (*phrase) {
		u32 plain = (u32)strcspn(phrase, "{");
		const char *end = strchr(phrase + plain, '}');

		ls_put_bytes(out, phrase, plain);
		phrase += plain;
		if (!*phrase)
			break;
		if (!end || !put_braces(m, r, phrase + 1, (u32)(end - phrase - 1), out)) {
			ls_put(out, phrase); /* a mistake is to be seen */
			break;
		}
		phrase = end + 1;
	}
}
