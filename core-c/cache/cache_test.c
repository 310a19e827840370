/* SPDX-License-Identifier: MIT */
/* The tracker against a second reading that keeps no state: it looks through the whole log for every question. */
#include "cache.h"

#include <stdlib.h>
#include <string.h>

#include "registry.h"
#include "scenario.h"
#include "test.h"
#include "text/narrate.h"

enum { STEPS = 400 };

static struct ls_machine m;
static struct ls_cache cache;
static struct ls_record logged[STEPS];
static u32 line[STEPS]; /* of each record that uses one */
static u32 length;

/* --- the second reading ------------------------------------------------------------------ */

static bool among(const struct ls_record *r, const char *names)
{
	char name[32];

	snprintf(name, sizeof name, " %s ", ls_op_names[r->op]);
	return strstr(names, name);
}

static bool reads_only(const struct ls_record *r)
{
	return among(r, " load await list_first list_next list_has on_cpu ") ||
	       (among(r, " no_sleep ") && r->old == r->new_);
}

static bool writes_only(const struct ls_record *r)
{
	return among(
		   r,
		   " store spin_unlock queue_unlock list_add list_del set_state sleep awake preempt run stray_wake ") ||
	       (among(r, " no_sleep ") && r->old != r->new_);
}

static bool does_both(const struct ls_record *r)
{
	return among(r, " xchg cas add or andnot spin_lock spin_trylock queue_lock wake ");
}

static u32 actor(u32 i)
{
	return LS_ACTION_TID(logged[i].action);
}

/* What the CPU of tid has of a line after so many records. */
static enum ls_mesi read_state(u32 l, u32 tid, u32 end)
{
	u32 others = 0, mine = 0, i = end;

	while (i-- > 0) {
		if (line[i] != l)
			continue;
		if (!reads_only(&logged[i])) {
			if (actor(i) != tid)
				return mine ? LS_SHARED : LS_INVALID;
			return others ? LS_SHARED : LS_MODIFIED;
		}
		mine += actor(i) == tid;
		others += actor(i) != tid;
	}
	return !mine ? LS_INVALID : others ? LS_SHARED : LS_EXCLUSIVE;
}

/* Its need_resched is set, and it has not been off its CPU since. */
static bool is_wanted(u32 tid, u32 end)
{
	for (u32 i = end; i-- > 0;)
		if (actor(i) == tid && among(&logged[i], " preempt run sleep no_sleep "))
			return among(&logged[i], " preempt ") &&
			       logged[i].word == LS_TASK_WORD(tid, LS_TASK_NEED_RESCHED);
	return false;
}

/* Off its CPU, or on the way there: who is wanted and writes does not look any more. */
static bool is_gone(u32 tid, u32 i)
{
	const struct ls_record *r = &logged[i];
	bool fails = among(r, " cas spin_trylock ") && !r->ok;

	if (among(r, " preempt "))
		return r->word == LS_TASK_WORD(tid, LS_TASK_ON_CPU);
	return is_wanted(tid, i) && (among(r, " no_sleep ") || (line[i] != LS_NO_LINE && !reads_only(r) && !fails));
}

/* Whether tid has looked at the line, and since then neither written it nor gone on to something else. */
static bool read_watch(u32 l, u32 tid, u32 end)
{
	for (u32 i = end; i-- > 0;) {
		const struct ls_record *r = &logged[i];

		if (actor(i) != tid)
			continue;
		if (r->flags & (LS_REC_ACQUIRED | LS_REC_FINISHED))
			return false;
		if (is_gone(tid, i))
			return false;
		if (line[i] == l && among(r, " cas spin_trylock "))
			return !r->ok;
		if (line[i] == l)
			return among(r, " load await list_first list_next list_has on_cpu ");
		if (among(r, " sleep queue_lock await "))
			return false;
	}
	return false;
}

static u32 bits(tasks set)
{
	u32 n = 0;

	for (u32 tid = 0; tid <= LS_MAX_THREADS; tid++)
		n += set >> tid & 1;
	return n;
}

/* --- the walk -------------------------------------------------------------------------- */

static void compare_step(const struct ls_touch *t)
{
	u32 l = t->line, last = length - 1;

	EXPECT(t->before == read_state(l, t->tid, last), "step %u: before", last);
	EXPECT(t->after == read_state(l, t->tid, length), "step %u: after", last);
	EXPECT(t->transfer == (t->before == LS_INVALID), "step %u: transfer", last);
	for (u32 tid = 1; tid <= m.n; tid++) {
		enum ls_mesi was = read_state(l, tid, last), is = read_state(l, tid, length);
		bool lost = tid != t->tid && was != LS_INVALID && is == LS_INVALID;
		bool alone = was == LS_EXCLUSIVE || was == LS_MODIFIED;

		EXPECT((t->lost >> tid & 1) == lost, "step %u: T%u lost", last, tid);
		EXPECT((t->disturbed >> tid & 1) == (lost && read_watch(l, tid, last)), "step %u: T%u disturbed", last,
		       tid);
		if (tid != t->tid && alone)
			EXPECT(t->from == tid, "step %u: out of the cache of T%u", last, tid);
		if (t->from == tid)
			EXPECT(alone, "step %u: T%u did not have it alone", last, tid);
	}
}

static void compare_lines(void)
{
	for (u32 l = 0; l < cache.lines; l++)
		for (u32 tid = 1; tid <= m.n; tid++) {
			enum ls_mesi is = cache.line[l].has >> tid & 1 ? cache.line[l].state : LS_INVALID;

			EXPECT(is == read_state(l, tid, length), "step %u: line %u of T%u", length, l, tid);
			EXPECT((cache.line[l].watch >> tid & 1) == read_watch(l, tid, length), "step %u: watch",
			       length);
		}
}

/* At most one CPU has a line that is E or M, and nobody else then has it. */
static void compare_sums(u32 transfers, u32 lost, u32 disturbed)
{
	u32 of_lines = 0, lost_of_lines = 0;

	for (u32 l = 0; l < cache.lines; l++) {
		of_lines += cache.line[l].transfers;
		lost_of_lines += cache.line[l].lost;
		EXPECT(cache.line[l].state < LS_EXCLUSIVE || bits(cache.line[l].has) == 1, "line %u is shared", l);
	}
	EXPECT(cache.transfers == transfers && of_lines == transfers, "transfers");
	EXPECT(cache.lost == lost && lost_of_lines == lost, "copies lost");
	EXPECT(cache.disturbed == disturbed, "threads disturbed");
}

static void walk(const struct ls_scenario *s, u32 seed)
{
	struct ls_config c;
	u32 transfers = 0, lost = 0, disturbed = 0;

	for (const char *name = s->name; *name; name++) /* a new scenario changes no other's walk */
		seed = seed * 31 + (u8)*name;
	ls_scenario_config(s, &c);
	memset(c.budget + 1, 3, LS_ENV_KINDS - 1);
	EXPECT(ls_reset(&m, &c) == 0, "%s", s->name);
	ls_cache_start(&cache, c.lock, c.n);
	length = 0;
	for (u32 i = 0; i < 20 * STEPS && length < STEPS && !ls_finished(&m) && !m.bug; i++) {
		ls_action a = test_random(&seed) % 8 ? LS_STEP_OF(1 + test_random(&seed) % m.n)
						     : (ls_action)(test_random(&seed) % 256);
		struct ls_touch t;
		bool uses;

		if (ls_step(&m, a) > LS_SPUN)
			continue;
		t = ls_cache_take(&cache, &m.rec);
		logged[length] = m.rec;
		uses = reads_only(&m.rec) || writes_only(&m.rec) || does_both(&m.rec);
		line[length] = uses ? ls_line_of(c.lock, c.n, m.rec.word) : LS_NO_LINE;
		length++;
		EXPECT(t.line == line[length - 1], "%s: line", s->name);
		EXPECT((t.line == LS_NO_LINE) == (t.use == LS_USE_NONE), "%s: %s", s->name, ls_op_names[m.rec.op]);
		if (m.rec.word < LS_TASK_WORDS)
			EXPECT(t.line < cache.lines, "%s: word %u lies on no line", s->name, m.rec.word);
		if (t.line == LS_NO_LINE)
			continue;
		EXPECT((t.use == LS_USE_LOAD) == reads_only(&m.rec), "%s", ls_op_names[m.rec.op]);
		EXPECT((t.use == LS_USE_RMW) == does_both(&m.rec), "%s", ls_op_names[m.rec.op]);
		EXPECT(m.rec.old == m.rec.new_ || t.after == LS_MODIFIED || t.use == LS_USE_LOAD, "written, not M");
		compare_step(&t);
		transfers += t.transfer;
		lost += bits(t.lost);
		disturbed += bits(t.disturbed);
		if (length % 16 == 0)
			compare_lines();
	}
	compare_lines();
	compare_sums(transfers, lost, disturbed);
	EXPECT(length > 5 || ls_finished(&m), "%s: the walk ended after %u steps", s->name, length);
}

/* --- which word lies where ---------------------------------------------------------------- */

/* By what the texts say: the name of a line, and whose it is. */
static const char *line_name(u8 lock, const struct ls_word_facts *w)
{
	return ls_locks[lock]->lines[w->line].name;
}

static void test_lines(u8 lock)
{
	const u32 n = 3;
	u32 seen = 0, most = ls_lines(lock, n);
	bool used[LS_MAX_LINES] = {0};

	for (const struct ls_memory *s = ls_locks[lock]->memory; s->size; s++)
		for (u32 e = 0; e < ls_elements(s, n); e++)
			for (const struct ls_word_facts *w = s->words; w->name; w++) {
				u32 l = ls_line_of(lock, n, (s->base + e * s->size + w->offset) / 4);

				EXPECT(*line_name(lock, w), "%s has no line", w->name);
				EXPECT(ls_locks[lock]->lines[w->line].of_thread == (s->count == 0), "%s", w->name);
				if (s->count == 0 && e == 0) {
					EXPECT(l == LS_NO_LINE, "nobody's %s lies on a line", w->name);
					continue;
				}
				EXPECT(l < most, "%s lies outside", w->name);
				used[l % LS_MAX_LINES] = true;
			}
	for (u32 tid = 1; tid <= n; tid++) {
		u32 l = ls_line_of(lock, n, LS_TASK_WORD(tid, LS_TASK_ON_CPU));

		EXPECT(l == ls_line_of(lock, n, LS_TASK_WORD(tid, LS_TASK_STATE)) && l < most, "T%u", tid);
		EXPECT(!used[l], "a word of the lock lies with those of the scheduler");
		used[l] = true;
		EXPECT(ls_line_of(lock, n, LS_TASK_WORD(tid, LS_TASK_SIGNAL)) == LS_NO_LINE, " ");
	}
	for (u32 l = 0; l < most; l++)
		seen += used[l];
	EXPECT(seen == most, "%s: %u of %u lines have words", ls_locks[lock]->name, seen, most);
	EXPECT(ls_line_of(lock, n, LS_NO_WORD) == LS_NO_LINE, " ");
}

/* Both begin with the same bytes: what was kept of a cache goes on as it would have. */
static void test_prefix(void)
{
	EXPECT(ls_cache_used(&cache) <= sizeof cache, " ");
	EXPECT(ls_cache_used(&cache) == offsetof(struct ls_cache, line) + cache.lines * sizeof(struct ls_line), " ");
}

int main(void)
{
	for (u8 lock = 0; lock < LS_LOCKS; lock++)
		test_lines(lock);
	for (u32 i = 0; ls_scenario_at(i); i++)
		for (u32 seed = 1; seed <= 12; seed++)
			walk(ls_scenario_at(i), seed * 2654435761u);
	test_prefix();
	return test_end();
}
