/* SPDX-License-Identifier: MIT */
/* What the sentences of the stories say is so: of who waits, and of which of two things happened. */
#include "narrate.h"

#include <string.h>

#include "about.h"
#include "backend/step/step.h"
#include "machine_internal.h"
#include "phrase.h"
#include "registry.h"
#include "scenario.h"
#include "schedule.h"
#include "test.h"

static struct ls_machine m;
static ls_action story[4096];

/* A list of the lock has somebody in it. */
static bool somebody_waits(void)
{
	for (const struct ls_memory *s = ls_locks[m.lock]->memory; s->size; s++)
		for (const struct ls_word_facts *w = s->words; w->name; w++)
			if (w->kind == LS_KIND_LIST && ((const u8 *)m.mem)[s->base + w->offset])
				return true;
	return false;
}

static void test_step(const char *name, u32 step)
{
	/* left open what the step decides, or said of a thread what is said of a man */
	static const char *const wrong[] = {
	    ", or ", " he ", " his ", " him ", "himself", "somebody", "waiter flagged", "hand-off",
	};
	/* a second verb of what is only about to be done */
	static const char *const also[] = {
	    " and gives ", " and asks ",  " and has ",     " and wakes ",  " and leaves ", " and clears ",
	    " and sets ",  " and turns ", " and changes ", " and writes ", " and finds ",
	};
	char line[600];
	struct ls_text t;

	ls_text_start(&t, line, sizeof line);
	ls_narrate(&m, &m.rec, &t);
	for (u32 i = 0; i < sizeof wrong / sizeof *wrong; i++)
		EXPECT(!strstr(line, wrong[i]), "%s step %u: %s", name, step, line);
	EXPECT(!strstr(line, "nobody waits") || !somebody_waits(), "%s step %u: %s", name, step, line);
	ls_text_start(&t, line, sizeof line);
	ls_narrate_about(&m, &m.rec, &t);
	for (u32 i = 0; i < sizeof also / sizeof *also; i++)
		EXPECT(LS_ACTION_ENV(m.rec.action) || !strstr(line, also[i]), "%s step %u: %s", name, step, line);
}

static void test_story(const struct ls_scenario *s)
{
	struct ls_schedule_error bad;
	struct ls_config c;
	u32 n;

	ls_scenario_config(s, &c);
	ls_reset(&m, &c);
	n = ls_parse_schedule(&m, s->story, story, sizeof story, &bad);
	ls_reset(&m, &c);
	for (u32 i = 0; i < n; i++) {
		ls_step(&m, story[i]);
		test_step(s->name, i + 1);
	}
}

/* What is said of it before it is done: the case that it is for aside, with what may stand in its braces. */
static void test_about(const char *where, u32 line, const char *phrase)
{
	static const char flags[] = "{flags}";
	const char *colon = strncmp(phrase, "if ", 3) ? NULL : strchr(phrase, ':');
	char said[LS_PHRASE_SIZE], about[LS_PHRASE_SIZE];
	struct ls_text t;

	if (!*phrase)
		return;
	EXPECT(!strstr(phrase, ", {flags}"), "%s+%u: behind a comma no verb is made plain: %s", where, line, phrase);
	if (colon)
		phrase = colon + 1 + strspn(colon + 1, " ");
	ls_text_start(&t, said, sizeof said);
	if (!strncmp(phrase, flags, sizeof flags - 1)) {
		ls_put(&t, "changes no flag");
		phrase += sizeof flags - 1;
	}
	ls_put(&t, phrase);
	ls_text_start(&t, about, sizeof about);
	EXPECT(ls_put_about(said, &t), "%s+%u: begins with no verb: %s", where, line, said);
	EXPECT(!strncmp(about, "about to ", 9) || !strncmp(about, "will ", 5), "%s+%u: %s", where, line, about);
	EXPECT(!strstr(said, "comes too late"), "%s+%u: whoever comes before it is free comes too early", where, line);
	EXPECT(!strstr(about, ", but ") || strstr(about, ", but not "), "%s+%u: nobody is about to find that: %s",
	       where, line, about);
	for (const char *p = about; (p = strstr(p, " and ")); p++) {
		u32 n = (u32)strcspn(p + 5, " ,:;");

		EXPECT(!n || p[5 + n - 1] != 's' || ls_is(p + 5, n, "pass") || ls_is(p + 5, n, "others"),
		       "%s+%u: not plain: %s", where, line, about);
	}
}

/* Whoever writes a new text needs no list of verbs. */
static void test_verbs(void)
{
	static const char *const told[][2] = {
	    {"blips the lock and tarries", "about to blip the lock and tarry"},
	    {"vashes, flexes and blesses it", "about to vash, flexes and bless it"},
	    {"snatches the lock: fuzzes it", "about to snatch the lock: fuzzes it"},
	    {"uses its node and releases it", "about to use its node and release it"},
	    {"is the last, and has the lock", "about to be the last, and have the lock"},
	    {"lies in wait, and its node and others stay", "about to lie in wait, and its node and others stay"},
	    {"finds the lock held, and goes", "will find the lock held, and go"},
	};
	static const char *const refused[] = {
	    "",         "pass",     "the lock is free", "lock",  "thus it waits", "this is held",
	    "its turn", "T2 waits", "others wait",      "Blips",
	};
	char about[LS_PHRASE_SIZE];
	struct ls_text t;

	for (u32 i = 0; i < sizeof told / sizeof *told; i++) {
		ls_text_start(&t, about, sizeof about);
		EXPECT(ls_put_about(told[i][0], &t), "begins with no verb: %s", told[i][0]);
		EXPECT(!strcmp(about, told[i][1]), "%s", about);
	}
	for (u32 i = 0; i < sizeof refused / sizeof *refused; i++) {
		ls_text_start(&t, about, sizeof about);
		EXPECT(!ls_put_about(refused[i], &t), "taken for a verb: %s", refused[i]);
	}
}

/* No phrase of any line, told by a story or not. */
static void test_phrases(void)
{
	for (u32 i = 0; i < ls_variant_count(); i++) {
		const struct ls_variant *v = ls_any_variant(i);

		m.lock = v->lock;
		for (u32 proc = 0; proc < ls_programs[v->lock].procs; proc++) {
			const struct ls_proc *p = ls_programs[v->lock].proc[proc];
			const struct ls_proc_facts *f = p->facts;

			for (u32 at = 0; at < f->phrases; at++) {
				test_about(ls_proc_name(v->lock, proc), f->phrase[at].line, f->phrase[at].phrase);
				test_about(ls_proc_name(v->lock, proc), f->phrase[at].line, f->phrase[at].other);
				test_about(ls_proc_name(v->lock, proc), f->phrase[at].line, f->phrase[at].handoff);
			}

			for (u32 line = 1; line <= (u32)(p->last - p->first); line++)
				EXPECT(!strstr(ls_phrase(&m, proc, line), ", or "), "%s+%u",
				       ls_proc_name(v->lock, proc), line);
		}
	}
}

/* The last step of a schedule of a scenario, with one signal and one more preemption allowed, as it is told. */
static const char *told(const char *name, const char *schedule)
{
	static char line[300];
	struct ls_schedule_error bad;
	struct ls_config c;
	struct ls_text t;
	u32 n;

	ls_scenario_config(ls_scenario_named(name), &c);
	c.budget[LS_ENV_SIGNAL] = 1;
	c.budget[LS_ENV_PREEMPT]++;
	ls_reset(&m, &c);
	n = ls_parse_schedule(&m, schedule, story, sizeof story, &bad);
	EXPECT(n > 0 && n < sizeof story / sizeof *story, "%s: %s", name, schedule);
	ls_reset(&m, &c);
	for (u32 i = 0; i < n; i++)
		ls_step(&m, story[i]);
	ls_text_start(&t, line, sizeof line);
	ls_narrate(&m, &m.rec, &t);
	return line;
}

/* A signal: what the text that the thread is in makes of it. A preemption: whether it could come in a kernel. */
static void test_act(void)
{
	static const char *const tries[][3] = {
	    {"mutex-wake", "1+ p1 2! r1 1>add:count p1",
	     "The scheduler wants T1's CPU, and only need_resched is set. Here preemption is off from the access "
	     "before a spin lock; in a kernel T1 could still lose its CPU."},
	    {"mutex-wake", "1+ p1 2! r1 1>spin_lock p1",
	     "The scheduler wants T1's CPU: preemption is off, so only need_resched is set."},
	    {"mutex-wake", "1 s1", "A signal arrives for T1. It changes nothing: mutex13_lock does not look"},
	    {"mutex-wake", "1+ s1", "A signal arrives for T1, which is in no call of the lock now."},
	    {"mutex-wake", "1+ p1 2! s2", "A signal arrives for T2. It changes nothing: mutex13_lock does not look"},
	    {"tp-sleep-wake", "1>cas:futex p1 2! s2", "A signal arrives for T2."},
	};

	for (u32 i = 0; i < sizeof tries / sizeof *tries; i++) {
		const char *said = told(tries[i][0], tries[i][1]);
		u32 length = (u32)strlen(tries[i][2]);

		EXPECT(!strncmp(said, tries[i][2], length) && (said[length] || tries[i][2][length - 1] == '.'),
		       "%s, %s: %s", tries[i][0], tries[i][1], said);
	}
}

/* The lesson of the stampede names what its spinners watch, and what they then lose the race for. */
static void test_stampede(void)
{
	const struct ls_scenario *s = NULL;
	struct ls_schedule_error bad;
	struct ls_config c;
	u32 n, lost = 0;
	u16 watched[LS_MAX_THREADS + 1] = {0};

	for (u32 i = 0; (s = ls_scenario_at(i)); i++)
		if (!strcmp(s->name, "mutex-stampede"))
			break;
	ls_scenario_config(s, &c);
	ls_reset(&m, &c);
	n = ls_parse_schedule(&m, s->story, story, sizeof story, &bad);
	ls_reset(&m, &c);
	for (u32 i = 0; i < n; i++) {
		u32 tid = LS_ACTION_TID(story[i]);

		ls_step(&m, story[i]);
		if (m.rec.op == LS_OP_LOAD)
			watched[tid] = m.rec.word;
		if (m.rec.op != LS_OP_CAS || m.rec.ok)
			continue;
		lost++;
		for (u32 w = 0; w < 2; w++) {
			char name[64];
			struct ls_text t;

			ls_text_start(&t, name, sizeof name);
			ls_word_name(&m, w ? watched[tid] : m.rec.word, &t);
			EXPECT(strstr(s->lesson, name), "the lesson does not name %s", name);
		}
		EXPECT(watched[tid] != m.rec.word, "T%u watches what it swaps", tid);
	}
	EXPECT(lost == 2, "%u come too late", lost);
}

int main(void)
{
	test_stampede();
	for (u32 i = 0; ls_scenario_at(i); i++)
		test_story(ls_scenario_at(i));
	test_phrases();
	test_verbs();
	test_act();
	return test_end();
}
