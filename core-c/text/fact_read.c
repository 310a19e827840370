/* SPDX-License-Identifier: MIT */
/* Facts as an author writes them, into numbers. */
#include <string.h>

#include "fact.h"
#include "field.h"
#include "narrate.h"
#include "place.h"
#include "registry.h"

/* "T2", or 0. */
static u32 thread_named(const struct ls_machine *m, const char *text, u32 length)
{
	u32 tid = 0;

	if (length < 2 || length > 3 || *text != 'T')
		return 0;
	for (u32 k = 1; k < length; k++)
		tid = text[k] >= '0' && text[k] <= '9' ? tid * 10 + (u32)(text[k] - '0') : 99;
	return tid >= 1 && tid <= m->n ? tid : 0;
}

u32 ls_word_named(const struct ls_machine *m, const char *name, u32 length)
{
	char text[64];
	struct ls_text t;

	for (u32 word = 0; word < m->mem_words; word++) {
		ls_text_start(&t, text, sizeof text);
		if (ls_has_word(m, word))
			ls_word_name(m, word, &t);
		if (t.length && ls_is(name, length, text))
			return word;
	}
	for (u32 tid = 1; tid <= m->n; tid++)
		for (u32 field = 0; ls_task_field_name(field); field++) {
			ls_text_start(&t, text, sizeof text);
			ls_word_name(m, LS_TASK_WORD(tid, field), &t);
			if (ls_is(name, length, text))
				return LS_TASK_WORD(tid, field);
		}
	return LS_NO_WORD;
}

/* The text is a name of that value. A word of bits is "0x101 (readers 1, WRITER)": its number will do, or the thread
 * if it holds nothing else: "0x1 (TID T1)". */
static bool names_value(const struct ls_machine *m, u32 word, u32 value, const char *text, u32 length)
{
	char so[160];
	const char *open, *thread;
	struct ls_text t;

	ls_text_start(&t, so, sizeof so);
	ls_word_value(m, word, value, &t);
	open = strchr(so, '(');
	if (!open || ls_is(text, length, so))
		return ls_is(text, length, so);
	thread = ls_find(open, " T");
	return (length == strcspn(so, " ") && !strncmp(text, so, length)) ||
	       (thread && !strchr(so, ',') && length + 1 == strlen(thread + 1) && !strncmp(text, thread + 1, length));
}

/* The value that is written so: a number, or what has a name. */
static bool read_value(const struct ls_machine *m, u32 word, const char *text, u32 length, u32 *value)
{
	*value = ls_number(text, length);
	if (names_value(m, word, *value, text, length))
		return true;
	if (length > 1 && *text == '&') {
		*value = ls_word_named(m, text + 1, length - 1) + 1; /* 0 of what has no name */
		return names_value(m, word, *value, text, length);
	}
	for (u32 shift = 0; shift < 32; shift++)
		for (u32 v = 0; v <= LS_MAX_THREADS; v++)
			if (names_value(m, word, v << shift, text, length)) {
				*value = v << shift;
				return true;
			}
	return false;
}

/* "T3 T2", "has T2", or the word for an empty one. */
static bool read_list(const struct ls_machine *m, struct ls_fact_item *i, const struct ls_fact_written *w,
		      const char *none)
{
	const char *p = w->told, *end = p + w->told_length;
	bool has = w->told_length > 4 && !strncmp(p, "has ", 4);
	u32 n = 0;

	if (ls_is(p, w->told_length, none))
		return true;
	p += has ? 4 : 0;
	while (p < end && n < LS_MAX_THREADS) {
		u32 length = (u32)strcspn(p, " ,;"), tid;

		length = length < (u32)(end - p) ? length : (u32)(end - p);
		tid = thread_named(m, p, length);
		if (!tid)
			return false;
		i->list[n++] = (u8)tid;
		p += length + strspn(p + length, " ");
	}
	if (has)
		i->tid = i->list[0];
	return n && (!has || n == 1);
}

static const struct ls_field *field_named(const struct ls_machine *m, u32 word, const char *name, u32 length)
{
	u32 tid;
	const struct ls_word_facts *w = word < LS_TASK_WORDS ? ls_word_facts_of(m, word, &tid) : NULL;

	return w ? ls_field_named(w, name, length) : NULL;
}

static bool read_flag(const struct ls_machine *m, struct ls_fact_item *i, const char *name, u32 length)
{
	const struct ls_field *f = field_named(m, i->word, name, length);

	if (!f || f->kind != LS_FIELD_FLAG)
		return false;
	i->mask = i->value = 1u << f->shift;
	return true;
}

/* "< 3": the comparison is taken off what is told. */
static void read_comparison(struct ls_fact_item *i, const char **told, u32 *length)
{
	if (*length > 2 && (**told == '<' || **told == '>') && (*told)[1] == ' ') {
		i->kind = **told == '<' ? LS_FACT_BELOW : LS_FACT_ABOVE;
		*told += 2, *length -= 2;
	}
}

/* "val.next 254": the field behind the last point of the name. */
static bool read_field(const struct ls_machine *m, struct ls_fact_item *i, const struct ls_fact_written *w)
{
	const struct ls_field *f = NULL;
	const char *p = w->told;
	u32 point = w->name_length, length = w->told_length, digits;

	while (point && w->name[point] != '.')
		point--;
	i->word = ls_word_named(m, w->name, point);
	if (point && i->word != LS_NO_WORD)
		f = field_named(m, i->word, w->name + point + 1, w->name_length - point - 1);
	if (!f)
		return false;
	i->shift = f->shift;
	i->mask = ls_field_mask(f) << f->shift;
	read_comparison(i, &p, &length);
	if (f->kind == LS_FIELD_TID)
		return (i->value = thread_named(m, p, length)) != 0;
	for (digits = 0; digits < length && p[digits] >= '0' && p[digits] <= '9'; digits++)
		i->value = i->value * 10 + (u32)(p[digits] - '0');
	return length && digits == length;
}

static bool read_word(const struct ls_machine *m, struct ls_fact_item *i, const struct ls_fact_written *w)
{
	const char *p = w->told;
	u32 length = w->told_length;

	i->is_signed = i->word < LS_TASK_WORDS && ls_word_kind(m, i->word) == LS_KIND_SIGNED;
	i->mask = ~0u;
	if (i->word < LS_TASK_WORDS && ls_word_kind(m, i->word) == LS_KIND_LIST) {
		i->kind = LS_FACT_LIST;
		return read_list(m, i, w, "empty");
	}
	if (length > 4 && !strncmp(p, "has ", 4))
		return read_flag(m, i, p + 4, length - 4);
	read_comparison(i, &p, &length);
	return read_value(m, i->word, p, length, &i->value);
}

/* Its word becomes a number, so that ls_place_has() compares none. */
static bool read_place(const struct ls_machine *m, struct ls_fact_item *i, const struct ls_fact_written *w)
{
	struct ls_place place = {0};
	char said[300];
	struct ls_text why;

	ls_text_start(&why, said, sizeof said);
	if (!ls_place_read(m, w->told + 3, w->told + w->told_length, &place, &why) || place.call || place.end ||
	    place.nth != 1)
		return false;
	i->kind = LS_FACT_AT;
	i->proc = place.proc;
	i->op = place.op;
	i->other_op = place.other_op;
	i->word = place.word ? ls_word_named(m, place.word, place.word_length) : LS_NO_WORD;
	return !place.word || i->word != LS_NO_WORD;
}

static bool read_thread(const struct ls_machine *m, struct ls_fact_item *i, const struct ls_fact_written *w)
{
	const struct ls_lock_facts *lock = ls_locks[m->lock];

	i->kind = LS_FACT_STATUS;
	for (i->value = 0; ls_status_words[i->value]; i->value++)
		if (ls_is(w->told, w->told_length, ls_status_words[i->value]))
			return true;
	i->kind = LS_FACT_SPINS;
	if (ls_is(w->told, w->told_length, "spins"))
		return true;
	if (w->told_length > 3 && !strncmp(w->told, "at ", 3))
		return read_place(m, i, w);
	i->kind = LS_FACT_IN;
	for (i->value = 0; i->value < lock->procs; i->value++)
		if (w->told_length > 3 && !strncmp(w->told, "in ", 3) &&
		    ls_is(w->told + 3, w->told_length - 3, ls_proc_name(m->lock, i->value)))
			return true;
	return false;
}

/* Those that can be seen in one state. */
static bool read_verdict(const struct ls_machine *m, struct ls_fact_item *i, const struct ls_fact_written *w)
{
	static const u8 seen[] = {LS_VIOLATED, LS_DEADLOCK, LS_LOST_WAKEUP, LS_BUGGED};
	u32 length = (u32)strcspn(w->told, " ,;");
	const char *rest = w->told + length + 1;

	i->kind = LS_FACT_VERDICT;
	length = length < w->told_length ? length : w->told_length;
	for (u32 k = 0; k < sizeof seen; k++)
		if (ls_is(w->told, length, ls_verdict_names[seen[k]]))
			i->value = seen[k];
	if (!i->value || length == w->told_length)
		return i->value;
	for (u8 v = 0; i->value == LS_VIOLATED && ls_locks[m->lock]->invariants[v].name; v++)
		if (ls_is(rest, w->told_length - length - 1, ls_locks[m->lock]->invariants[v].name))
			i->invariant = v + 1;
	return i->invariant;
}

static bool read_item(const struct ls_machine *m, const char *p, u32 length, struct ls_fact_item *i,
		      struct ls_fact_written *w)
{
	*i = (struct ls_fact_item){.not = length > 4 && !strncmp(p, "not ", 4)};
	*w = (struct ls_fact_written){0};
	p += i->not ? 4 : 0;
	length -= i->not ? 4 : 0;
	w->name = p;
	while (w->name_length < length && p[w->name_length] != ' ')
		w->name_length++;
	w->told = p + w->name_length + (w->name_length < length);
	w->told_length = length - (u32)(w->told - p);
	if (ls_is(w->name, w->name_length, "verdict"))
		return read_verdict(m, i, w);
	if (ls_is(w->name, w->name_length, "inside")) {
		i->kind = LS_FACT_INSIDE;
		return read_list(m, i, w, "nobody");
	}
	i->tid = (u8)thread_named(m, w->name, w->name_length);
	if (i->tid)
		return read_thread(m, i, w);
	i->word = ls_word_named(m, w->name, w->name_length);
	return i->word != LS_NO_WORD ? read_word(m, i, w) : read_field(m, i, w);
}

bool ls_fact_read(const struct ls_machine *m, const char *text, u32 length, struct ls_fact *fact,
		  struct ls_fact_written *written, struct ls_text *why)
{
	const char *end = text + length;

	fact->items = 0;
	for (const char *p = text; p < end;) {
		u32 item = 0;

		if (*p == ' ' || *p == ',') {
			p++;
			continue;
		}
		while (p + item < end && p[item] != ',')
			item++;
		while (p[item - 1] == ' ')
			item--;
		if (fact->items == LS_FACT_ITEMS ||
		    !read_item(m, p, item, &fact->item[fact->items], &written[fact->items])) {
			ls_put(why,
			       fact->items == LS_FACT_ITEMS ? "a fact of too many items, at \"" : "not understood: \"");
			ls_put_bytes(why, p, item);
			ls_put(why, "\"");
			return false;
		}
		fact->items++;
		p += item;
	}
	return true;
}
