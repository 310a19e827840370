/* SPDX-License-Identifier: MIT */
/* Phrases that name a case: each is met both so and not so somewhere, and what stands in braces is always filled in. */
#include "phrase.h"

#include <string.h>

#include "backend/step/step.h"
#include "fact.h"
#include "machine_internal.h"
#include "narrate.h"
#include "registry.h"
#include "scenario.h"
#include "test.h"

enum { WALKS = 8000, STEPS = 400, MOST = 400 };

static struct ls_machine m;
static const struct ls_phrase *met[MOST]; /* with a case */
static bool was[MOST][3];                 /* neither case, the first, the second */
static u32 mets;

static const struct ls_phrase *phrase_of_step(void)
{
	const struct ls_proc_facts *f = ls_proc_of(&m, m.rec.proc)->facts;

	for (u32 i = 0; i < f->phrases; i++)
		if (f->phrase[i].line == m.rec.line)
			return &f->phrase[i];
	return NULL;
}

static void note_case(void)
{
	const struct ls_phrase *p = phrase_of_step();
	const char *says;
	bool is_so;
	u32 i = 0;

	if (!p || !ls_phrase_case(&m, &m.rec, p->other, &says, &is_so))
		return;
	while (i < mets && met[i] != p)
		i++;
	met[i] = p;
	mets = i == mets && mets + 1 < MOST ? mets + 1 : mets;
	if (is_so)
		was[i][1] = true;
	else
		was[i][ls_phrase_case(&m, &m.rec, p->handoff, &says, &is_so) && is_so ? 2 : 0] = true;
}

static void tell(const struct ls_record *r)
{
	char line[600];
	struct ls_text t;

	ls_text_start(&t, line, sizeof line);
	ls_narrate(&m, r, &t);
	EXPECT(!strpbrk(line, "{}|") && !strstr(line, "T1 if ") && !strstr(line, "T2 if "), "%s", line);
}

/* From any start: with roles, a switch and an environment of its own. */
static void walk(const struct ls_variant *v, u32 *seed)
{
	struct ls_config c = {.lock = v->lock, .variant = v->index, .n = 3, .rounds = 2};
	u32 roles = 0, switches = ls_switches_of(v->lock);

	while (ls_locks[v->lock]->roles[roles].letter)
		roles++;
	for (u32 i = 0; i < c.n; i++)
		c.role[i] = (u8)(test_random(seed) % roles);
	if (switches && test_random(seed) % 2)
		c.switches = 1u << test_random(seed) % switches;
	memset(c.budget, 2, sizeof c.budget);
	if (ls_reset(&m, &c))
		return;
	for (u32 i = 0; i < STEPS && !m.bug; i++) {
		u32 tid = 1 + test_random(seed) % m.n, kind = 1 + test_random(seed) % (LS_ENV_KINDS - 1);
		bool env = test_random(seed) % 12 == 0;

		if (ls_step(&m, env ? LS_ENV_OF(kind, tid) : LS_STEP_OF(tid)) != LS_MOVED || env)
			continue;
		note_case();
		tell(&m.rec);
	}
}

/* A switch of no lock would never be on, and what is said with it never told. */
static void expect_switches(const char *phrase)
{
	bool is_known;

	for (const char *at = strchr(phrase, '{'), *ask; at; at = strchr(at + 1, '{')) {
		ask = at + 1 + strcspn(at + 1, " }");
		if (strncmp(ask, " ? ", 3))
			continue;
		is_known = false;
		for (u32 lock = 0; lock < LS_LOCKS; lock++)
			is_known |= ls_switch_named((u8)lock, at + 1, (size_t)(ask - at - 1)) != NULL;
		EXPECT(is_known, "no switch: %s", at);
	}
}

/* Each phrase that names a case, of every text that a lock uses. */
static void test_all_met(void)
{
	for (u32 lock = 0; lock < LS_LOCKS; lock++)
		for (u32 proc = 0; proc < ls_programs[lock].procs; proc++) {
			const struct ls_proc *p = ls_programs[lock].proc[proc];

			for (u32 i = 0; i < p->facts->phrases; i++) {
				const struct ls_phrase *phrase = &p->facts->phrase[i];
				u32 k = 0;

				expect_switches(phrase->phrase);
				expect_switches(phrase->other);
				expect_switches(phrase->handoff);
				if (strncmp(phrase->other, "if ", 3))
					continue;
				while (k < mets && met[k] != phrase)
					k++;
				EXPECT(was[k][0], "%s: never \"%s\"", ls_proc_name(lock, proc), phrase->phrase);
				EXPECT(was[k][1], "%s: never \"%s\"", ls_proc_name(lock, proc), phrase->other);
				EXPECT(was[k][2] || !phrase->handoff[0], "%s: never \"%s\"", ls_proc_name(lock, proc),
				       phrase->handoff);
			}
		}
}

static void expect_words(const struct ls_record *r, const char *phrase, const char *words)
{
	char line[200];
	struct ls_text t;

	ls_text_start(&t, line, sizeof line);
	ls_put_phrase(&m, r, phrase, &t);
	EXPECT(!strcmp(line, words), "%s: %s", phrase, line);
}

/* The words themselves, of a step made by hand. */
static void test_words(void)
{
	const struct ls_scenario *s = ls_scenario_named("rwsem-downgrade");
	struct ls_record r = {.result = LS_MOVED, .op = LS_OP_ADD, .ok = 1, .old = 0x102, .new_ = 0x300};
	struct ls_config c;
	const char *says;
	bool is_so;

	ls_scenario_config(s, &c);
	ls_reset(&m, &c);
	r.word = (u16)ls_word_named(&m, "count", 5);
	expect_words(&r, "counts {readers} in and {flags}", "counts 2 in and clears WAITERS");
	expect_words(&r, "waits while {wait_list}", "waits while wait_list is empty");
	r.new_ = 0x105;
	expect_words(&r, "{flags}", "clears WAITERS and sets WRITER and HANDOFF");
	expect_words(&r, "does {nothing}", "does {nothing}");
	expect_words(&r, "leaves{no_undo ? , counted : , as it came}", "leaves, as it came");
	expect_words(&r, "leaves{no_undo ? , counted : }", "leaves");
	m.switches = 1u << (ls_switch_named(m.lock, "no_undo", 7) - ls_locks[m.lock]->switches);
	expect_words(&r, "leaves{no_undo ? , counted : , as it came} at {readers}", "leaves, counted at 0");
	expect_words(&r, "leaves{silent_abort ? , counted : } and {no_undo ? stays}", "leaves and {no_undo ? stays}");
	m.switches = 0;
	EXPECT(ls_phrase_case(&m, &r, "if WRITER or readers stay: x", &says, &is_so) && is_so && *says == 'x', " ");
	EXPECT(ls_phrase_case(&m, &r, "if WRITER or HANDOFF: x", &says, &is_so) && !is_so, " ");
	EXPECT(!ls_phrase_case(&m, &r, "finds: x", &says, &is_so), " ");
}

/* Of the variant's name, so that another lock changes no walk. */
static u32 seed_of(const struct ls_variant *v)
{
	u32 seed = 2463534242u;

	for (const char *c = v->name; *c; c++)
		seed = (seed ^ (u8)*c) * 16777619u;
	return seed;
}

int main(void)
{
	test_words();
	for (u32 i = 0; ls_any_variant(i); i++) {
		u32 seed = seed_of(ls_any_variant(i));

		for (u32 k = 0; k < WALKS; k++)
			walk(ls_any_variant(i), &seed);
	}
	test_all_met();
	return test_end();
}
