/* SPDX-License-Identifier: MIT */
#include "span.h"

#include <string.h>

#include "beats.h"
#include "fact.h"
#include "field.h"
#include "narrate.h"
#include "registry.h"

/* Takes " until ..." or " alone ..." off, with all behind it. NULL: it does not stand there. */
static const char *take_off(char *text, const char *word)
{
	char *found = NULL;

	for (const char *p = ls_find(text, word); p; p = ls_find(p + 1, word))
		found = text + (p - text);
	if (!found)
		return NULL;
	*found = 0;
	return found + strlen(word);
}

/* As long as it finds something new to do: the state repeats when it goes round in a loop. A thread without a CPU has
 * one first. */
static void let_run(struct ls_span *s, u32 tid)
{
	enum { MOST = 400 };
	u64 seen[MOST] = {0};
	struct ls_machine m = s->from;
	enum ls_result result = LS_MOVED;
	u32 count = 0;

	s->steps = s->at = s->moved = 0;
	if (m.thread[tid - 1].status == LS_PREEMPTED)
		ls_step(&m, s->step[s->steps++] = LS_ENV_OF(LS_ENV_RUN, tid));
	while (result == LS_MOVED && m.thread[tid - 1].status < LS_DONE && count < MOST) {
		seen[count] = ls_hash(&m);
		for (u32 i = 0; i < count; i++)
			if (seen[i] == seen[count])
				return;
		count++;
		result = ls_step(&m, s->step[s->steps++] = LS_STEP_OF(tid));
		s->moved = s->steps - (result != LS_MOVED);
	}
}

bool ls_span_read(struct ls_span *s, const struct ls_config *config, const struct ls_machine *m, const ls_action *story,
		  u32 n, u32 at, const char *asks, struct ls_text *why)
{
	const char *until, *alone;
	struct ls_machine there = *m;

	s->config = *config;
	s->from = *m;
	s->at = at;
	s->alone = 0;
	s->steps = n;
	if (strlen(asks) >= LS_ASKS_BYTES || n > LS_SPAN_STEPS) {
		ls_put(why, "too long");
		return false;
	}
	strcpy(s->asks, asks);
	memcpy(s->step, story, n * sizeof *story);
	/* in this order they stand, if both do */
	alone = take_off(s->asks, " alone ");
	until = take_off(s->asks, " until ");
	if (alone && !(s->alone = ls_span_thread(s, alone, why)))
		return false;
	if (alone)
		let_run(s, s->alone);
	s->is_bounded = until || alone;
	s->rest = s->steps;
	if (until)
		s->steps = ls_go_to_moment(&there, s->step, s->rest, s->at, until, why);
	if (s->steps > s->rest) {
		ls_putf(why, "the story does not come to %s behind the question", until);
		return false;
	}
	return !why->length;
}

u32 ls_span_start(const struct ls_span *s, struct ls_machine *m)
{
	if (m)
		*m = s->from;
	return s->at;
}

void ls_span_end(const struct ls_span *s, struct ls_machine *m)
{
	for (u32 i = ls_span_start(s, m); i < s->steps; i++)
		ls_step(m, s->step[i]);
}

u32 ls_span_thread(const struct ls_span *s, const char *name, struct ls_text *why)
{
	u32 tid = name[0] == 'T' ? ls_number(name + 1, (u32)strlen(name + 1)) : 0;

	if (tid >= 1 && tid <= s->from.n)
		return tid;
	ls_putf(why, "no thread: \"%s\"", name);
	return 0;
}

static bool put_field(const struct ls_machine *m, const char *name, struct ls_text *out)
{
	const char *point = strrchr(name, '.');
	u32 tid, word = point ? ls_word_named(m, name, (u32)(point - name)) : LS_NO_WORD;
	const struct ls_word_facts *w = word < LS_TASK_WORDS ? ls_word_facts_of(m, word, &tid) : NULL;
	const struct ls_field *f = w ? ls_field_named(w, point + 1, (u32)strlen(point + 1)) : NULL;
	u32 v;

	if (!f)
		return false;
	v = ls_field_value(f, m->mem[word]);
	if (f->kind == LS_FIELD_TID && !v)
		ls_put(out, "nobody");
	else
		ls_putf(out, f->kind == LS_FIELD_TID ? "T%u" : "%u", v);
	return true;
}

bool ls_span_value(const struct ls_machine *m, const char *name, struct ls_text *out, struct ls_text *why)
{
	u32 word = ls_word_named(m, name, (u32)strlen(name));

	if (word == LS_NO_WORD) {
		if (put_field(m, name, out))
			return true;
		ls_putf(why, "there is no word \"%s\"", name);
		return false;
	}
	if (word < LS_MEM_WORDS && ls_word_kind(m, word) == LS_KIND_LIST)
		ls_put_threads((const u8 *)(m->mem + word), "empty", out);
	else
		ls_word_value(m, word, ls_word_now(m, word), out);
	return true;
}
