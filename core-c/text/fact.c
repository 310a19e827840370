/* SPDX-License-Identifier: MIT */
#include "fact.h"

#include <string.h>

#include "inspect.h"
#include "machine_internal.h"
#include "narrate.h"
#include "place.h"

static bool is(const char *text, u32 length, const char *name)
{
	return strlen(name) == length && !strncmp(text, name, length);
}

/* --- what is asked ---------------------------------------------------------------------------- */

static u32 word_value(const struct ls_machine *m, u32 word)
{
	const struct ls_thread *t;

	if (word < LS_TASK_WORDS)
		return m->mem[word];
	t = &m->thread[(word - LS_TASK_WORDS) / 8 - 1];
	return (const u8[]){
	    t->state, t->on_cpu, t->need_resched, t->threshold, t->timeout, t->signal}[(word - LS_TASK_WORDS) % 8];
}

static void holders(const struct ls_machine *m, u8 *tid)
{
	u32 n = 0;

	memset(tid, 0, LS_MAX_THREADS);
	for (u32 i = 0; i < m->n; i++)
		if (m->thread[i].holds != LS_HOLDS_NOTHING)
			tid[n++] = (u8)(i + 1);
}

static bool on_list(const struct ls_fact_item *i, const u8 *list)
{
	return i->tid ? memchr(list, i->tid, LS_MAX_THREADS) != NULL : !memcmp(list, i->list, LS_MAX_THREADS);
}

static bool less(const struct ls_fact_item *i, u32 a, u32 b)
{
	return i->is_signed ? (s32)a < (s32)b : a < b;
}

static bool verdict_is(const struct ls_fact_item *i, const struct ls_machine *m)
{
	const char *what;

	if (i->value == LS_DEADLOCK || i->value == LS_LOST_WAKEUP)
		return !ls_finished(m) && ls_stuck(m) && ls_judge_stuck(m) == i->value;
	return ls_judge_safety(m, &what) == i->value && (!i->what || i->what == what);
}

static bool stands_at(const struct ls_fact_item *i, const struct ls_machine *m)
{
	const struct ls_place place = {.proc = i->proc, .op = i->op, .other_op = i->other_op};
	struct ls_record next;

	ls_place_next(m, i->tid, &next);
	return ls_place_has(m, &place, &next) && (i->word == LS_NO_WORD || i->word == next.word);
}

static bool item_is(const struct ls_fact_item *i, const struct ls_machine *m)
{
	u8 inside[LS_MAX_THREADS];

	switch (i->kind) {
	case LS_FACT_WORD:
		return (word_value(m, i->word) & i->mask) == i->value;
	case LS_FACT_BELOW:
		return less(i, word_value(m, i->word), i->value);
	case LS_FACT_ABOVE:
		return less(i, i->value, word_value(m, i->word));
	case LS_FACT_LIST:
		return on_list(i, (const u8 *)(m->mem + i->word));
	case LS_FACT_INSIDE:
		holders(m, inside);
		return on_list(i, inside);
	case LS_FACT_STATUS:
		return m->thread[i->tid - 1].status == i->value;
	case LS_FACT_SPINS:
		return ls_peek(m, LS_STEP_OF(i->tid), NULL) == LS_SPUN;
	case LS_FACT_IN:
		return ls_frame_of(&m->thread[i->tid - 1], i->value) != NULL;
	case LS_FACT_AT:
		return stands_at(i, m);
	default:
		return verdict_is(i, m);
	}
}

bool ls_fact_is(const struct ls_fact *fact, const struct ls_machine *m)
{
	for (const struct ls_fact_item *i = fact->item; i < fact->item + fact->items; i++)
		if (item_is(i, m) == i->not )
			return false;
	return true;
}

/* --- read ------------------------------------------------------------------------------------- */

static const struct {
	const char *name;
	u8 status;
} statuses[] = {
    {"ready", LS_READY}, {"asleep", LS_ASLEEP}, {"preempted", LS_PREEMPTED}, {"done", LS_DONE}, {"dead", LS_DEAD},
};

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

/* The word of that name, or LS_NO_WORD. */
u32 ls_word_named(const struct ls_machine *m, const char *name, u32 length)
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
	if (!open || is(text, length, so))
		return is(text, length, so);
	thread = strstr(open, " T");
	return (length == strcspn(so, " ") && !strncmp(text, so, length)) ||
	       (thread && !strchr(so, ',') && length + 1 == strlen(thread + 1) && !strncmp(text, thread + 1, length));
}

static u32 digit_of(char c)
{
	return c >= '0' && c <= '9' ? (u32)(c - '0') : c >= 'a' && c <= 'f' ? (u32)(c - 'a') + 10 : 16;
}

/* -1, 7, 0x101; 0 for what is no number, which its name will tell. */
static u32 number(const char *text, u32 length)
{
	bool minus = length && *text == '-', hex = length > 2 && text[0] == '0' && text[1] == 'x';
	u32 value = 0, base = hex ? 16 : 10;

	for (u32 i = hex ? 2 : minus; i < length && digit_of(text[i]) < base; i++)
		value = value * base + digit_of(text[i]);
	return minus ? -value : value;
}

/* The value that is written so: a number, or what has a name. */
static bool read_value(const struct ls_machine *m, u32 word, const char *text, u32 length, u32 *value)
{
	*value = number(text, length);
	if (names_value(m, word, *value, text, length))
		return true;
	for (u32 shift = 0; shift < 32; shift++)
		for (u32 v = 0; v <= LS_MAX_THREADS; v++)
			if (names_value(m, word, v << shift, text, length)) {
				*value = v << shift;
				return true;
			}
	return false;
}

/* "T3 T2", "has T2", or the word for an empty one. */
static bool read_list(const struct ls_machine *m, struct ls_fact_item *i, const char *none)
{
	const char *p = i->told, *end = p + i->told_length;
	bool has = i->told_length > 4 && !strncmp(p, "has ", 4);
	u32 n = 0;

	if (is(p, i->told_length, none))
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

static bool read_flag(const struct ls_machine *m, struct ls_fact_item *i, const char *name, u32 length)
{
	u32 element;
	const struct ls_memory *part = i->word < LS_TASK_WORDS ? ls_memory_of(m, i->word, &element) : NULL;

	for (const struct ls_word_facts *w = part ? part->words : NULL; w && w->name; w++)
		for (const struct ls_field *f = w->field; f < w->field + LS_MAX_FIELDS && f->name; f++)
			if (4 * i->word - part->base - element * part->size == w->offset && f->kind == LS_FIELD_FLAG &&
			    is(name, length, f->name)) {
				i->mask = i->value = 1u << f->shift;
				return true;
			}
	return false;
}

static bool read_word(const struct ls_machine *m, struct ls_fact_item *i)
{
	const char *p = i->told;
	u32 length = i->told_length;

	i->is_signed = i->word < LS_TASK_WORDS && ls_word_kind(m, i->word) == LS_KIND_SIGNED;
	i->mask = ~0u;
	if (i->word < LS_TASK_WORDS && ls_word_kind(m, i->word) == LS_KIND_LIST) {
		i->kind = LS_FACT_LIST;
		return read_list(m, i, "empty");
	}
	if (length > 4 && !strncmp(p, "has ", 4))
		return read_flag(m, i, p + 4, length - 4);
	if (length > 2 && (*p == '<' || *p == '>') && p[1] == ' ') {
		i->kind = *p == '<' ? LS_FACT_BELOW : LS_FACT_ABOVE;
		p += 2, length -= 2;
	}
	return read_value(m, i->word, p, length, &i->value);
}

/* Its word becomes a number, so that ls_place_has() compares none. */
static bool read_place(const struct ls_machine *m, struct ls_fact_item *i)
{
	struct ls_place place = {0};
	char said[300];
	struct ls_text why;

	ls_text_start(&why, said, sizeof said);
	if (!ls_place_read(m, i->told + 3, i->told + i->told_length, &place, &why) || place.call || place.end ||
	    place.nth != 1)
		return false;
	i->kind = LS_FACT_AT;
	i->proc = place.proc;
	i->op = place.op;
	i->other_op = place.other_op;
	i->word = place.word ? ls_word_named(m, place.word, place.word_length) : LS_NO_WORD;
	return !place.word || i->word != LS_NO_WORD;
}

static bool read_thread(const struct ls_machine *m, struct ls_fact_item *i)
{
	const struct ls_lock_facts *lock = ls_locks[m->lock];

	i->kind = LS_FACT_STATUS;
	for (u32 k = 0; k < sizeof statuses / sizeof *statuses; k++)
		if (is(i->told, i->told_length, statuses[k].name)) {
			i->value = statuses[k].status;
			return true;
		}
	i->kind = LS_FACT_SPINS;
	if (is(i->told, i->told_length, "spins"))
		return true;
	if (i->told_length > 3 && !strncmp(i->told, "at ", 3))
		return read_place(m, i);
	i->kind = LS_FACT_IN;
	for (i->value = 0; i->value < lock->procs; i->value++)
		if (i->told_length > 3 && !strncmp(i->told, "in ", 3) &&
		    is(i->told + 3, i->told_length - 3, lock->proc_name[i->value]))
			return true;
	return false;
}

/* Those that can be seen in one state. */
static bool read_verdict(const struct ls_machine *m, struct ls_fact_item *i)
{
	static const u8 seen[] = {LS_VIOLATED, LS_DEADLOCK, LS_LOST_WAKEUP, LS_BUGGED};
	u32 length = (u32)strcspn(i->told, " ,;");
	const char *rest = i->told + length + 1;

	i->kind = LS_FACT_VERDICT;
	length = length < i->told_length ? length : i->told_length;
	for (u32 k = 0; k < sizeof seen; k++)
		if (is(i->told, length, ls_verdict_names[seen[k]]))
			i->value = seen[k];
	if (!i->value || length == i->told_length)
		return i->value;
	for (const struct ls_invariant *v = ls_locks[m->lock]->invariants; i->value == LS_VIOLATED && v->name; v++)
		if (is(rest, i->told_length - length - 1, v->name))
			i->what = v->name;
	return i->what;
}

static bool read_item(const struct ls_machine *m, const char *p, u32 length, struct ls_fact_item *i)
{
	*i = (struct ls_fact_item){.not = length > 4 && !strncmp(p, "not ", 4)};
	p += i->not ? 4 : 0;
	length -= i->not ? 4 : 0;
	i->name = p;
	while (i->name_length < length && p[i->name_length] != ' ')
		i->name_length++;
	i->told = p + i->name_length + (i->name_length < length);
	i->told_length = length - (u32)(i->told - p);
	if (is(i->name, i->name_length, "verdict"))
		return read_verdict(m, i);
	if (is(i->name, i->name_length, "inside")) {
		i->kind = LS_FACT_INSIDE;
		return read_list(m, i, "nobody");
	}
	i->tid = (u8)thread_named(m, i->name, i->name_length);
	if (i->tid)
		return read_thread(m, i);
	i->word = ls_word_named(m, i->name, i->name_length);
	return i->word != LS_NO_WORD && read_word(m, i);
}

bool ls_fact_read(const struct ls_machine *m, const char *text, u32 length, struct ls_fact *fact, struct ls_text *why)
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
		if (fact->items == LS_FACT_ITEMS || !read_item(m, p, item, &fact->item[fact->items])) {
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

/* --- told -------------------------------------------------------------------------------------- */

static void put_list(const u8 *tid, const char *none, struct ls_text *out)
{
	for (u32 i = 0; i < LS_MAX_THREADS && tid[i]; i++)
		ls_putf(out, i ? " T%u" : "T%u", tid[i]);
	if (!tid[0])
		ls_put(out, none);
}

static void put_status(const struct ls_machine *m, u32 tid, struct ls_text *out)
{
	for (u32 k = 0; k < sizeof statuses / sizeof *statuses; k++)
		if (m->thread[tid - 1].status == statuses[k].status)
			ls_put(out, statuses[k].name);
}

static void put_verdict(const struct ls_machine *m, struct ls_text *out)
{
	const char *what;

	ls_put(out, ls_verdict_names[ls_judge(m, &what)]);
	if (what)
		ls_putf(out, " %s", what);
}

/* What is so, of what the item speaks of. */
static void put_truth(const struct ls_machine *m, const struct ls_fact_item *i, struct ls_text *out)
{
	u8 inside[LS_MAX_THREADS];

	switch (i->kind) {
	case LS_FACT_LIST:
		put_list((const u8 *)(m->mem + i->word), "empty", out);
		break;
	case LS_FACT_INSIDE:
		holders(m, inside);
		put_list(inside, "nobody", out);
		break;
	case LS_FACT_VERDICT:
		put_verdict(m, out);
		break;
	case LS_FACT_STATUS:
	case LS_FACT_SPINS:
	case LS_FACT_IN:
	case LS_FACT_AT:
		put_status(m, i->tid, out);
		break;
	default:
		ls_word_value(m, i->word, word_value(m, i->word), out);
	}
}

bool ls_fact_holds(const struct ls_machine *m, const char *text, struct ls_text *why)
{
	struct ls_fact fact;

	if (!text)
		return true;
	if (!ls_fact_read(m, text, (u32)strlen(text), &fact, why))
		return false;
	for (const struct ls_fact_item *i = fact.item; i < fact.item + fact.items; i++)
		if (item_is(i, m) == i->not ) {
			ls_put_bytes(why, i->name, i->name_length);
			ls_put(why, " is ");
			put_truth(m, i, why);
			ls_put(why, i->not ? ", yet not " : ", not ");
			ls_put_bytes(why, i->told, i->told_length);
			return false;
		}
	return true;
}
