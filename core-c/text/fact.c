/* SPDX-License-Identifier: MIT */
#include "fact.h"

#include <string.h>

#include "inspect.h"
#include "machine_internal.h"
#include "narrate.h"
#include "place.h"
#include "registry.h"

const char *const ls_status_words[] = {
    [LS_READY] = "ready", [LS_ASLEEP] = "asleep", [LS_PREEMPTED] = "preempted",
    [LS_DONE] = "done",   [LS_DEAD] = "dead",     NULL,
};

/* --- asked ------------------------------------------------------------------------------------- */

u32 ls_word_now(const struct ls_machine *m, u32 word)
{
	const struct ls_thread *t;

	if (word < LS_TASK_WORDS)
		return m->mem[word];
	t = &m->thread[(word - LS_TASK_WORDS) / 8 - 1];
	return (const u8[]){
	    t->state, t->on_cpu, t->need_resched, t->threshold, t->timeout, t->signal}[(word - LS_TASK_WORDS) % 8];
}

/* Of the word, or of the field of it, that the item speaks of. */
static u32 value_asked(const struct ls_fact_item *i, const struct ls_machine *m)
{
	return (ls_word_now(m, i->word) & i->mask) >> i->shift;
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
	return ls_judge_safety(m, &what) == i->value &&
	       (!i->invariant || ls_locks[m->lock]->invariants[i->invariant - 1].name == what);
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
		return value_asked(i, m) == i->value;
	case LS_FACT_BELOW:
		return less(i, value_asked(i, m), i->value);
	case LS_FACT_ABOVE:
		return less(i, i->value, value_asked(i, m));
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

/* --- told -------------------------------------------------------------------------------------- */

void ls_put_threads(const u8 *tid, const char *none, struct ls_text *out)
{
	for (u32 i = 0; i < LS_MAX_THREADS && tid[i]; i++)
		ls_putf(out, i ? " T%u" : "T%u", tid[i]);
	if (!tid[0])
		ls_put(out, none);
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
		ls_put_threads((const u8 *)(m->mem + i->word), "empty", out);
		break;
	case LS_FACT_INSIDE:
		holders(m, inside);
		ls_put_threads(inside, "nobody", out);
		break;
	case LS_FACT_VERDICT:
		put_verdict(m, out);
		break;
	case LS_FACT_STATUS:
	case LS_FACT_SPINS:
	case LS_FACT_IN:
	case LS_FACT_AT:
		ls_put(out, ls_status_words[m->thread[i->tid - 1].status]);
		break;
	default:
		ls_word_value(m, i->word, ls_word_now(m, i->word), out);
	}
}

bool ls_fact_holds(const struct ls_machine *m, const char *text, struct ls_text *why)
{
	struct ls_fact fact;
	struct ls_fact_written written[LS_FACT_ITEMS];

	if (!text)
		return true;
	if (!ls_fact_read(m, text, (u32)strlen(text), &fact, written, why))
		return false;
	for (u32 n = 0; n < fact.items; n++) {
		const struct ls_fact_item *i = &fact.item[n];

		if (item_is(i, m) != i->not )
			continue;
		ls_put_bytes(why, written[n].name, written[n].name_length);
		ls_put(why, " is ");
		put_truth(m, i, why);
		ls_put(why, i->not ? ", yet not " : ", not ");
		ls_put_bytes(why, written[n].told, written[n].told_length);
		return false;
	}
	return true;
}
