/* SPDX-License-Identifier: MIT */
/* Each lock: its memory, procedures, variants, switches, roles, invariants and queues. */
#include <string.h>

#include "backend/step/step.h"
#include "machine_internal.h"
#include "parts.h"
#include "registry.h"
#include "text/narrate.h"
#include "text/shown_by.h"

/* By lock and procedure, the procedures that it calls; LS_NO_PROC ends each. Generated, and in no module. */
extern const u8 *const *const ls_proc_calls[LS_LOCKS];
extern const u16 *const *const ls_proc_answers_new[LS_LOCKS];
extern const u16 *const *const ls_proc_answers_nothing[LS_LOCKS];

static const char *const kind_names[LS_KINDS] = {
    "bits", "signed", "count", "tid", "node", "flag", "spinlock", "list", "address",
};
static const char *const field_kinds[] = {"flag", "tid", "count", "reserved", "number"};
static const char *const switch_kinds[LS_SWITCH_KINDS] = {"planted", "fixed", "asserted", "reordered"};

/* A QUEUE line says its kind by name, and which words it is of. By enum ls_queue_kind. */
#define NAMES(name) #name, offsetof(struct ls_queue, name)
static const struct queue_kind {
	const char *name;
	struct queue_word {
		const char *name;
		size_t at;
	} word[7]; /* end at the first without a name */
} queue_kinds[LS_QUEUE_KINDS] = {
    [LS_QUEUE_MCS] = {"mcs", {{NAMES(tail)}, {NAMES(next)}, {NAMES(ready)}, {NAMES(prev)}}},
    [LS_QUEUE_CLH] = {"clh", {{NAMES(tail)}, {NAMES(array)}}},
    [LS_QUEUE_LIST] = {"list", {{NAMES(list)}}},
    [LS_QUEUE_OWNER] = {"owner", {{NAMES(word)}}},
    [LS_QUEUE_TICKET] = {"ticket", {{NAMES(next)}, {NAMES(serving)}}},
    [LS_QUEUE_BUCKETS] = {"buckets",
			  {{NAMES(array)}, {NAMES(lock)}, {NAMES(count)}, {NAMES(list)}, {NAMES(key)}, {NAMES(more)}}},
    [LS_QUEUE_CHAIN] = {"chain", {{NAMES(word)}, {NAMES(next)}, {NAMES(list)}, {NAMES(ready)}}},
};
#undef NAMES

void ls_put_kinds(struct ls_text *o)
{
	LS_JSON_NAMES(o, "wordKinds", kind_names);
	LS_JSON_NAMES(o, "fieldKinds", field_kinds);
	LS_JSON_NAMES(o, "switchKinds", switch_kinds);
	ls_json_open(o, "queueWords", "{");
	for (const struct queue_kind *k = queue_kinds + 1; k < queue_kinds + LS_QUEUE_KINDS; k++) {
		ls_json_open(o, k->name, "[");
		for (const struct queue_word *w = k->word; w->name; w++)
			ls_json_string(o, NULL, w->name);
		ls_json_close(o, "]");
	}
	ls_json_close(o, "}");
}

/* Names of the words that all threads share, by their numbers: what an address may mean. */
static void put_shared_names(struct ls_text *o, const struct ls_machine *m)
{
	ls_json_open(o, "names", "[");
	for (u32 word = 0; word < m->mem_words; word++) {
		char name[64];
		struct ls_text t;
		u32 tid;

		ls_text_start(&t, name, sizeof name);
		if (ls_word_facts_of(m, word, &tid) && !tid)
			ls_word_name(m, word, &t);
		ls_json_string(o, NULL, t.length ? name : "");
	}
	ls_json_close(o, "]");
}

static void put_words(struct ls_text *o, const struct ls_machine *m, const struct ls_word_facts *w)
{
	ls_json_open(o, "words", "[");
	for (; w->name; w++) {
		ls_json_open(o, NULL, "{");
		ls_json_string(o, "name", w->name);
		ls_json_number(o, "offset", w->offset / 4u);
		ls_json_string(o, "kind", kind_names[w->kind]);
		ls_json_number(o, "line", w->line);
		ls_json_string(o, "meaning", w->meaning);
		if (w->with)
			ls_json_number(o, "with", w->with);
		ls_json_open(o, "fields", "[");
		for (u32 i = 0; i < LS_MAX_FIELDS && w->field[i].name; i++) {
			ls_json_open(o, NULL, "{");
			ls_json_string(o, "name", w->field[i].name);
			ls_json_number(o, "shift", w->field[i].shift);
			ls_json_number(o, "bits", w->field[i].bits);
			ls_json_string(o, "kind", field_kinds[w->field[i].kind]);
			if (w->field[i].when)
				ls_json_number(o, w->field[i].when & LS_WITHOUT(0) ? "without" : "with",
					       w->field[i].when & 31);
			ls_json_close(o, "}");
		}
		ls_json_close(o, "]");
		if (w->kind == LS_KIND_ADDRESS)
			put_shared_names(o, m);
		ls_json_close(o, "}");
	}
	ls_json_close(o, "]");
}

/* As far as the last one that all threads share. */
static u16 words_of(u8 lock)
{
	u32 bytes = 0;

	for (const struct ls_memory *s = ls_locks[lock]->memory; s->size; s++)
		if (s->base + (u32)s->count * s->size > bytes)
			bytes = s->base + (u32)s->count * s->size;
	return (u16)(bytes / 4);
}

/* In words; a count of 0 is one for each thread. */
static void put_memory(struct ls_text *o, u8 lock)
{
	const struct ls_machine m = {.lock = lock, .n = 1, .mem_words = words_of(lock)};

	ls_json_open(o, "memory", "[");
	for (const struct ls_memory *s = ls_locks[lock]->memory; s->size; s++) {
		ls_json_open(o, NULL, "{");
		ls_json_string(o, "name", s->name);
		ls_json_number(o, "base", s->base / 4u);
		ls_json_number(o, "size", s->size / 4u);
		ls_json_number(o, "count", s->count);
		put_words(o, &m, s->words);
		ls_json_close(o, "}");
	}
	ls_json_close(o, "]");
}

static void put_lines(struct ls_text *o, const struct ls_line_facts *l)
{
	ls_json_open(o, "lines", "[");
	for (; l->name; l++) {
		ls_json_open(o, NULL, "{");
		ls_json_string(o, "name", l->name);
		ls_json_boolean(o, "ofThread", l->of_thread);
		ls_json_close(o, "}");
	}
	ls_json_close(o, "]");
}

static void put_queue(struct ls_text *o, const struct ls_queue *q)
{
	ls_json_open(o, NULL, "{");
	ls_json_string(o, "kind", queue_kinds[q->kind].name);
	ls_json_string(o, "title", q->title);
	for (const struct queue_word *w = queue_kinds[q->kind].word; w->name; w++)
		ls_json_string(o, w->name, *(const char *const *)((const char *)q + w->at));
	if (q->kind == LS_QUEUE_BUCKETS) {
		ls_json_number(o, "first", q->first);
		ls_json_number(o, "elements", q->elements);
	}
	ls_json_number(o, "with", q->with);
	ls_json_close(o, "}");
}

/* What the check that shows a switch searches, its switches left to whoever asks. */
static void put_showing(struct ls_text *o, const struct ls_switch *s)
{
	struct ls_config c;

	if (!ls_shown_by(s, &c))
		return;
	ls_json_open(o, "showing", "{");
	ls_json_key(o, "scenario");
	ls_put(o, "\"");
	ls_put_bytes(o, s->shown_by, (u32)strcspn(s->shown_by, " "));
	ls_put(o, "\"");
	ls_json_number(o, "lock", c.lock);
	ls_json_number(o, "variant", c.variant);
	ls_json_number(o, "threads", c.n);
	ls_json_number(o, "rounds", c.rounds);
	ls_json_number(o, "switches", c.switches & ~(1u << s->index));
	ls_json_bytes(o, "budget", c.budget, sizeof c.budget);
	ls_json_bytes(o, "roles", c.role, c.n);
	ls_json_close(o, "}");
}

static void put_switches(struct ls_text *o, u8 lock)
{
	ls_json_open(o, "switches", "[");
	for (u8 i = 0; i < ls_switches_of(lock); i++) {
		const struct ls_switch *s = ls_switch_at(lock, i);

		ls_json_open(o, NULL, "{");
		ls_json_string(o, "name", s->name);
		ls_json_string(o, "title", s->title);
		ls_json_string(o, "verdict", ls_verdict_names[s->verdict]);
		ls_json_string(o, "what", s->invariant);
		ls_json_string(o, "shownBy", s->shown_by);
		put_showing(o, s);
		ls_json_string(o, "kind", switch_kinds[s->kind]);
		if (s->with)
			ls_json_number(o, "with", s->with);
		ls_json_close(o, "}");
	}
	ls_json_close(o, "]");
}

static void put_locals(struct ls_text *o, const struct ls_local *l)
{
	ls_json_open(o, "locals", "[");
	for (; l->name; l++) {
		ls_json_open(o, NULL, "{");
		ls_json_string(o, "name", l->name);
		ls_json_number(o, "offset", l->offset);
		ls_json_number(o, "size", l->size);
		ls_json_boolean(o, "signed", l->is_signed);
		ls_json_close(o, "}");
	}
	ls_json_close(o, "]");
}

static void put_meanings(struct ls_text *o, const struct ls_proc_facts *p)
{
	static const char *const kinds[] = {"value", "new", "at", "expected", "address", "thread", "code"};

	ls_json_open(o, "means", "[");
	for (u32 i = 0; i < p->meanings; i++) {
		const struct ls_meaning *s = &p->means[i];

		ls_json_open(o, NULL, "{");
		ls_json_number(o, "local", s->local);
		ls_json_string(o, "as", kinds[s->kind]);
		ls_json_number(o, "from", s->from);
		ls_json_number(o, "to", s->to);
		ls_json_number(o, "of", s->of);
		if (s->kind == LS_MEANS_CODE) {
			ls_json_number(o, "value", s->value);
			ls_json_string(o, "name", s->name);
		}
		ls_json_close(o, "}");
	}
	ls_json_close(o, "]");
}

/* Lines of a procedure, where it has such. */
static void put_answers(struct ls_text *o, const char *name, const u16 *line, u32 first)
{
	if (!*line)
		return;
	ls_json_open(o, name, "[");
	for (; *line; line++)
		ls_json_number(o, NULL, first + *line);
	ls_json_close(o, "]");
}

/* By their numbers in frames and records; lines are those of the file. */
static void put_procs(struct ls_text *o, u8 lock)
{
	ls_json_open(o, "procs", "[");
	for (u32 i = 0; i < ls_programs[lock].procs; i++) {
		const struct ls_proc *p = ls_programs[lock].proc[i];

		ls_json_open(o, NULL, "{");
		ls_json_string(o, "name", ls_proc_name(lock, i));
		ls_json_string(o, "text", p->facts->text);
		ls_json_number(o, "first", p->first);
		ls_json_number(o, "last", p->last);
		ls_json_boolean(o, "kernel", !p->facts->user);
		put_locals(o, p->facts->local);
		ls_json_open(o, "calls", "[");
		for (const u8 *called = ls_proc_calls[lock][i]; *called != LS_NO_PROC; called++)
			ls_json_number(o, NULL, *called);
		ls_json_close(o, "]");
		put_answers(o, "answersNew", ls_proc_answers_new[lock][i], p->first);
		put_answers(o, "answersNothing", ls_proc_answers_nothing[lock][i], p->first);
		put_meanings(o, p->facts);
		ls_json_open(o, "dead", "[");
		for (u32 line = 0; line <= (u32)(p->last - p->first); line++)
			ls_json_number(o, NULL, p->dead[line]);
		ls_json_close(o, "]");
		ls_json_close(o, "}");
	}
	ls_json_close(o, "]");
}

static void put_hex6(struct ls_text *o, const char *name, u32 value)
{
	char print[7];

	for (u32 i = 0; i < 6; i++)
		print[i] = "0123456789abcdef"[value >> (20 - 4 * i) & 15];
	print[6] = 0;
	ls_json_string(o, name, print);
}

static void put_invariants(struct ls_text *o, const struct ls_invariant *i)
{
	ls_json_open(o, "invariants", "[");
	for (; i->name; i++) {
		const struct {
			const char *name, *text;
		} told[] = {{"about", i->about}, {"called", i->called}, {"flag", i->flag}, {"list", i->list}};

		ls_json_open(o, NULL, "{");
		ls_json_string(o, "name", i->name);
		ls_json_string(o, "meaning", i->meaning);
		for (u32 k = 0; k < sizeof told / sizeof *told; k++)
			if (told[k].text)
				ls_json_string(o, told[k].name, told[k].text);
		ls_json_close(o, "}");
	}
	ls_json_close(o, "]");
}

void ls_put_lock(struct ls_text *o, u8 id)
{
	const struct ls_lock_facts *l = ls_locks[id];

	ls_json_open(o, NULL, "{");
	ls_json_number(o, "id", id);
	ls_json_string(o, "name", l->name);
	ls_json_string(o, "title", l->title);
	ls_json_string(o, "family", l->family);
	ls_json_string(o, "source", l->source);
	if (l->purpose)
		ls_json_string(o, "purpose", l->purpose);
	if (l->preempted)
		ls_json_string(o, "preempted", l->preempted);
	put_hex6(o, "fingerprint", l->fingerprint);
	put_memory(o, id);
	put_lines(o, l->lines);
	put_procs(o, id);
	ls_json_open(o, "variants", "[");
	for (u8 i = 0; i < ls_variants_of(id); i++) {
		ls_json_open(o, NULL, "{");
		ls_json_string(o, "name", ls_variant_at(id, i)->name);
		ls_json_string(o, "title", ls_variant_at(id, i)->title);
		ls_json_number(o, "has", ls_variant_at(id, i)->has);
		ls_json_close(o, "}");
	}
	ls_json_close(o, "]");
	put_switches(o, id);
	ls_json_open(o, "roles", "[");
	for (const struct ls_role *r = l->roles; r->letter; r++) {
		ls_json_open(o, NULL, "{");
		ls_json_string(o, "letter", (char[]){r->letter, 0});
		ls_json_string(o, "title", r->title);
		ls_json_close(o, "}");
	}
	ls_json_close(o, "]");
	put_invariants(o, l->invariants);
	ls_json_open(o, "env", "[");
	for (u32 k = 1; k < LS_ENV_KINDS; k++)
		if (l->env >> k & 1)
			ls_json_string(o, NULL, ls_env_names[k]);
	ls_json_close(o, "]");
	ls_json_open(o, "queues", "[");
	for (const struct ls_queue *q = l->queues; q && q->kind; q++)
		put_queue(o, q);
	ls_json_close(o, "]");
	ls_json_close(o, "}");
}
