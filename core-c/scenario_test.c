/* SPDX-License-Identifier: MIT */
/* Every scenario is whole: it resets, its story applies to the last token, it can be
 * told (each line has its phrase), and every variant can be played with freely. */
#include <string.h>
#include <strings.h>

#include "registry.h"
#include "scenario.h"
#include "test.h"
#include "text/answer.h"
#include "text/beats.h"
#include "text/schedule.h"
#include "text/narrate.h"

static struct ls_machine m;
static ls_action story[4096];

static u32 test_story(const struct ls_scenario *s)
{
	struct ls_config c;
	char line[600];
	struct ls_schedule_error bad;
	u32 n;

	EXPECT(ls_scenario_config(s, &c) == 0, "%s: a role does not exist", s->name);
	EXPECT(ls_reset(&m, &c) == 0, "%s", s->name);
	n = ls_parse_schedule(&m, s->story, story, sizeof story, &bad);
	EXPECT(bad.at < 0, "%s: the story breaks after %u steps at \"%.*s\": %s", s->name, n, (int)bad.length,
	       s->story + bad.at, bad.why);
	EXPECT(s->sandbox || n >= 6, "%s: a story of %u steps", s->name, n);
	EXPECT(strlen(s->lesson) > 20 && strlen(s->lesson) < 240, "%s: lesson of %zu", s->name, strlen(s->lesson));
	ls_reset(&m, &c);
	for (u32 i = 0; i < n; i++) {
		struct ls_text t;

		ls_step(&m, story[i]);
		ls_text_start(&t, line, sizeof line);
		ls_narrate(&m, &m.rec, &t);
		EXPECT(t.length > 8, "%s step %u has no sentence", s->name, i + 1);
		EXPECT(!strstr(line, "takes a step"), "%s step %u: line %u has no phrase", s->name, i + 1, m.rec.line);
		EXPECT(!strstr(line, "?"), "%s step %u: a word has no name: %s", s->name, i + 1, line);
	}
	return n;
}

/* At most two sentences of at most 30 words: a beat is read in passing. */
static void test_words(const char *name, const struct ls_beat *b)
{
	u32 sentences = 0, words = 0, longest = 0;

	for (const char *p = b->note; *p; p++) {
		bool ends = strchr(".?!:", *p) && (p[1] == ' ' || !p[1]);

		words += *p == ' ' || !p[1];
		longest = words > longest ? words : longest;
		sentences += ends && *p != ':';
		words = ends && *p != ':' ? 0 : words;
	}
	EXPECT(sentences >= 1 && sentences <= 3, "%s, beat at %s: %u sentences", name, b->at, sentences);
	EXPECT(longest <= 30, "%s, beat at %s: a sentence of %u words", name, b->at, longest);
	EXPECT(!b->ask || b->ask[strlen(b->ask) - 1] == '?', "%s, beat at %s: \"%s\" is no question", name, b->at,
	       b->ask);
}

/* Who steps through a story is told why often enough: bare sentences are not read for long. */
static void test_silence(const char *name, const u32 *step, u32 beats)
{
	enum { LONGEST = 12 };

	for (u32 i = 1; i < beats; i++)
		EXPECT(step[i] - step[i - 1] <= LONGEST, "%s: %u steps without a note, from %u to %u; %u are allowed",
		       name, step[i] - step[i - 1], step[i - 1], step[i], LONGEST);
}

/* A story is told: from what it asks to what is to be kept of it. */
static void test_beats(const struct ls_scenario *s, u32 n)
{
	const struct ls_beat *last = NULL;
	u32 count = 0, decisive = 0, asks = 0, step[64], found;
	char wrong[300];
	struct ls_text why;

	if (s->sandbox) {
		EXPECT(!s->beats, "%s: free play has no beats", s->name);
		return;
	}
	EXPECT(s->beats, "%s has no beats", s->name);
	if (!s->beats)
		return;
	for (const struct ls_beat *b = s->beats; b->note; last = b++) {
		test_words(s->name, b);
		decisive += b->decisive;
		asks += b->ask != NULL;
		count++;
	}
	ls_text_start(&why, wrong, sizeof wrong);
	found = ls_find_beats(s, story, n, step, 64, &why);
	EXPECT(found == count, "%s, beat at %s: %s", s->name, s->beats[found].at, wrong);
	test_silence(s->name, step, found);
	EXPECT(ls_next_is_told(s, &why), "%s: %s", s->name, wrong);
	EXPECT(count >= 3, "%s: %u beats", s->name, count);
	EXPECT(!strcmp(s->beats[0].at, "start"), "%s begins with %s", s->name, s->beats[0].at);
	EXPECT(last && !strcmp(last->at, "end"), "%s ends with %s", s->name, last ? last->at : "nothing");
	EXPECT(decisive == 1, "%s: %u moments decide it", s->name, decisive);
	EXPECT(asks >= 1, "%s asks nothing", s->name);
}

/* "of the three spinners", "Both threads have ...": of so many a question speaks; 0: it does not say. */
static u32 spoken_of(const char *ask)
{
	static const struct {
		const char *word;
		u32 many;
	} number[] = {{"both", 2}, {"two", 2}, {"three", 3}, {"four", 4}, {"five", 5}};
	size_t length;

	for (const char *p = ask; *p; p += length + (p[length] != 0)) {
		length = strcspn(p, " ,.:;?");
		for (u32 i = 0; i < sizeof number / sizeof number[0]; i++)
			if (length == strlen(number[i].word) && !strncasecmp(p, number[i].word, length))
				return number[i].many;
	}
	return 0;
}

/* Nobody is offered what the words of the question leave out: more than it speaks of, whoever is not one of these, the
 * waker itself. */
static void test_bounds(const struct ls_scenario *s, const struct ls_beat *b, const struct ls_answer *a)
{
	u32 most = spoken_of(b->ask);
	bool is_who = !strncmp(b->asks, "who ", 4);
	char text[12];

	/* from none to as many */
	EXPECT(strncmp(b->asks, "many ", 5) || !most || a->options == most + 1,
	       "%s, \"%s\": up to %u, and %s is offered", s->name, b->ask, most, a->option[a->options - 1]);
	EXPECT(!is_who || !(strstr(b->ask, "of the two") || strstr(b->ask, "hich of them")) || a->options == 2,
	       "%s, \"%s\": %u are offered", s->name, b->ask, a->options);
	snprintf(text, sizeof text, "T%u", a->shown ? LS_ACTION_TID(story[a->shown - 1]) : 0);
	for (u32 i = 0; !strncmp(b->asks, "who woken", 9) && i < a->options; i++)
		EXPECT(strcmp(a->option[i], text), "%s, \"%s\": %s cannot wake itself", s->name, b->ask, text);
}

/* Of a question that asks for something the answer is found, is one of several, and no two of these are alike. Returns
 * how many ask so. */
static u32 test_answers(const struct ls_scenario *s, u32 n)
{
	u32 step[64], found, count = 0;
	char wrong[300];
	struct ls_text why;
	struct ls_answer a;

	ls_text_start(&why, wrong, sizeof wrong);
	found = ls_find_beats(s, story, n, step, 64, &why);
	for (u32 b = 0; b < found; b++) {
		const char *asks = s->beats[b].asks;

		EXPECT(!asks || s->beats[b].ask, "%s, beat at %s: asks without a question", s->name, s->beats[b].at);
		if (!asks)
			continue;
		count++;
		ls_text_start(&why, wrong, sizeof wrong);
		EXPECT(ls_find_answer(s, story, n, step[b], asks, &a, &why), "%s, beat at %s, \"%s\": %s", s->name,
		       s->beats[b].at, asks, wrong);
		EXPECT(a.options >= 2 && a.options <= 6 && a.right < a.options, "%s, \"%s\": %u options, %u is right",
		       s->name, asks, a.options, a.right);
		test_bounds(s, &s->beats[b], &a);
		for (u32 i = 0; i < a.options; i++)
			for (u32 k = 0; k <= i; k++)
				EXPECT(a.option[i][0] && (k == i || strcmp(a.option[i], a.option[k])),
				       "%s, \"%s\": option \"%s\"", s->name, asks, a.option[i]);
		EXPECT(!a.shown || (a.shown > step[b] && a.shown <= n), "%s, \"%s\": shown by step %u", s->name, asks,
		       a.shown);
	}
	return count;
}

static u32 asked_in(const struct ls_scenario *s)
{
	u32 count = 0;

	for (const struct ls_beat *b = s->beats; b && b->note; b++)
		count += b->ask != NULL;
	return count;
}

/* A planted fault acts in its story; where none is planted, nothing parts. */
static void test_fault(const struct ls_scenario *s, u32 n)
{
	bool planted = false;
	u32 parts;

	for (u32 i = 0; i < ls_switches_of(s->lock); i++)
		planted |= s->switches >> i & 1 && !ls_switch_mends(ls_switch_at(s->lock, (u8)i));
	parts = ls_parts_at(s, story, n, 0);
	EXPECT((parts < n) == planted, "%s: its fault acts at step %u of %u", s->name, parts + 1, n);
}

/* The mark that the core computes, and the author's. In a fault the author's is where it acts or where it is too late;
 * in a finding it may come before. Of a moment at the end nothing is said, but of the one before. */
static void test_late(const struct ls_scenario *s, u32 n)
{
	u32 late = ls_too_late(s, story, n), acts = ls_parts_at(s, story, n, late) + 1, step[64], found, decisive = 0;
	bool fault = strncmp(s->title, "Fault:", 6) == 0;
	char wrong[300];
	struct ls_text why;

	EXPECT((late != 0) == !ls_ends_well(s), "%s: too late from %u", s->name, late);
	if (!late)
		return;
	ls_text_start(&why, wrong, sizeof wrong);
	found = ls_find_beats(s, story, n, step, 64, &why);
	for (u32 i = 0; i < found; i++)
		decisive = s->beats[i].decisive ? step[i] : decisive;
	late -= late == n;
	acts -= acts == n;
	EXPECT(fault ? decisive == late || decisive == acts : decisive <= late,
	       "%s: decided at step %u, too late from %u, the fault acts at %u", s->name, decisive, late, acts);
}

/* What the scenario states of the search is what its story comes to first. That nobody can ever finish is seen in no
 * state. */
static void test_verdict(const struct ls_scenario *s, u32 n)
{
	struct ls_config c;
	const char *what = NULL;
	enum ls_verdict v = LS_OK;

	ls_scenario_config(s, &c);
	ls_reset(&m, &c);
	for (u32 i = 0; i < n && v == LS_OK; i++) {
		ls_step(&m, story[i]);
		v = ls_judge(&m, &what);
	}
	EXPECT(v == (!ls_ends_well(s) && s->verdict != LS_NO_PROGRESS ? s->verdict : LS_OK),
	       "%s: its story comes to %s", s->name, ls_verdict_names[v]);
	EXPECT(ls_ends_well(s) || !s->what || (what && !strcmp(what, s->what)), "%s: its story breaks \"%s\"", s->name,
	       what ? what : "");
}

/* Too late behind step `late` of the story, and the fault acts at step `acts`. */
static void test_marks(const char *name, u32 late, u32 acts)
{
	const struct ls_scenario *s = ls_scenario_named(name);
	u32 n = test_story(s);

	EXPECT(ls_too_late(s, story, n) == late && ls_parts_at(s, story, n, late) + 1 == acts,
	       "%s: too late from %u, the fault acts at %u", name, ls_too_late(s, story, n),
	       ls_parts_at(s, story, n, late) + 1);
}

/* A fault may act behind an access, before its thread comes to the next: it is at the access. */
static void test_where_faults_act(void)
{
	test_marks("mutex-6.12-fault-no-handoff", 33, 33);
	test_marks("mutex-fault-sleeping-head", 16, 16);
	test_marks("mutex-6.12-fault-blind-handoff", 25, 26); /* another thread's step */
	test_marks("mcs-no-wait", 9, 10);                     /* behind 9 all is as without the fault */
	test_marks("mutex-fault-freed-late", 26, 21);
}

static bool slug(const char *s)
{
	return *s && strspn(s, "abcdefghijklmnopqrstuvwxyz0123456789.-") == strlen(s);
}

int main(void)
{
	u32 asked = 0, answered = 0;

	for (u32 i = 0; ls_scenario_at(i); i++) {
		u32 n = test_story(ls_scenario_at(i));

		test_beats(ls_scenario_at(i), n);
		asked += asked_in(ls_scenario_at(i));
		answered += test_answers(ls_scenario_at(i), n);
		test_fault(ls_scenario_at(i), n);
		test_late(ls_scenario_at(i), n);
		test_verdict(ls_scenario_at(i), n);
		EXPECT(slug(ls_scenario_at(i)->name), "%s", ls_scenario_at(i)->name);
		EXPECT(ls_scenario_named(ls_scenario_at(i)->name) == ls_scenario_at(i), "%s stands twice",
		       ls_scenario_at(i)->name);
	}
	test_where_faults_act();
	/* the reader chooses an answer of most, and is not left with a button that tells it */
	EXPECT(answered * 10 >= asked * 7, "%u of %u questions have options", answered, asked);
	for (u32 i = 0; ls_any_variant(i); i++) {
		const struct ls_scenario *s = ls_scenario_named(ls_any_variant(i)->name);

		EXPECT(s && s->sandbox && s->lock == ls_any_variant(i)->lock && s->variant == ls_any_variant(i)->index,
		       "%s has no sandbox", ls_any_variant(i)->name);
	}
	for (u8 lock = 0; lock < LS_LOCKS; lock++) {
		u32 stories = 0;

		EXPECT(ls_switches_of(lock) >= 2, "%s has too few faults", ls_locks[lock]->name);
		for (u32 i = 0; ls_scenario_at(i); i++)
			stories += ls_scenario_at(i)->lock == lock && !ls_scenario_at(i)->sandbox;
		EXPECT(stories >= 1, "%s has no story", ls_locks[lock]->name);
	}
	return test_end();
}
