/* SPDX-License-Identifier: MIT */
#include "facts_json.h"

#include <stdio.h>
#include <string.h>

#include "backend/step/step.h"
#include "beats.h"
#include "cache/cache.h"
#include "check/explore.h"
#include "check/late.h"
#include "goal.h"
#include "level.h"
#include "machine_internal.h"
#include "registry.h"
#include "scenario.h"
#include "schedule.h"
#include "narrate.h"
#include "fact.h"
#include "shown_by.h"
#include "sign.h"
#include "standing.h"

static const char *const kind_names[LS_KINDS] = {
    "bits", "signed", "count", "tid", "node", "flag", "spinlock", "list", "address",
};
static const char *const field_kinds[] = {"flag", "tid", "count", "reserved", "number"};

static const char *const switch_kinds[LS_SWITCH_KINDS] = {"planted", "mended", "asserted", "reordered"};
static const char *const result_names[] = {
    [LS_MOVED] = "moved",
    [LS_SPUN] = "spun",
    [LS_BLOCKED] = "blocked",
    [LS_ILLEGAL] = "illegal",
};
static const char *const state_names[] = {
    [LS_RUNNING] = "RUNNING",
    [LS_INTERRUPTIBLE] = "INTERRUPTIBLE",
    [LS_UNINTERRUPTIBLE] = "UNINTERRUPTIBLE",
    [LS_KILLABLE] = "KILLABLE",
};
static const char *const clock_names[] = {
    [LS_CLOCK_OFF] = "off",
    [LS_CLOCK_ARMED] = "armed",
    [LS_CLOCK_PASSED] = "passed",
};
static const char *const signal_names[] = {
    [LS_NO_SIGNAL] = "none",
    [LS_SIGNAL] = "signal",
    [LS_FATAL_SIGNAL] = "fatal",
};
static const char *const holds_names[] = {
    [LS_HOLDS_NOTHING] = "nothing",
    [LS_HOLDS_READ] = "read",
    [LS_HOLDS_WRITE] = "write",
};
static const char *const mesi_names[LS_MESI_STATES] = {
    [LS_INVALID] = "I",
    [LS_SHARED] = "S",
    [LS_EXCLUSIVE] = "E",
    [LS_MODIFIED] = "M",
};
static const char *const saved_names[] = {
    [LS_SAVED_YES] = "yes",
    [LS_SAVED_NO] = "no",
    [LS_SAVED_UNKNOWN] = "unknown",
};
static const char *const use_names[LS_USES] = {
    [LS_USE_NONE] = "none",
    [LS_USE_LOAD] = "load",
    [LS_USE_STORE] = "store",
    [LS_USE_RMW] = "rmw",
};
static const char *const task_field_names[] = {
    [LS_TASK_STATE] = "state",         [LS_TASK_ON_CPU] = "on_cpu",   [LS_TASK_NEED_RESCHED] = "need_resched",
    [LS_TASK_THRESHOLD] = "threshold", [LS_TASK_TIMEOUT] = "timeout", [LS_TASK_SIGNAL] = "signal",
};
/* By -enum ls_config_error. */
static const char *const config_errors[] = {
    [0] = "",
    [-LS_BAD_LOCK] = "there is no such lock",
    [-LS_BAD_VARIANT] = "the lock has no such variant",
    [-LS_BAD_THREADS] = "that number of threads is not possible here",
    [-LS_BAD_ROUNDS] = "that number of rounds is not possible",
    [-LS_BAD_SWITCH] = "the lock has no such switch",
    [-LS_BAD_ROLE] = "the lock has no such role",
};
#define NAMES(name, list) names(name, list, sizeof list / sizeof *list)

static struct ls_text *o; /* where everything below writes */

static void key(const char *name)
{
	if (o->at[o->length - 1] != '{' && o->at[o->length - 1] != '[')
		ls_put(o, ",");
	if (name) {
		ls_put_json(o, name);
		ls_put(o, ":");
	}
}

static void string(const char *name, const char *value)
{
	key(name);
	ls_put_json(o, value ? value : "");
}

static void number(const char *name, u32 value)
{
	key(name);
	ls_putf(o, "%u", value);
}

static void open(const char *name, const char *bracket)
{
	key(name);
	ls_put(o, bracket);
}

static void close(const char *bracket)
{
	ls_put(o, bracket);
}

static void boolean(const char *name, bool value)
{
	key(name);
	ls_put(o, value ? "true" : "false");
}

static void names(const char *name, const char *const *list, u32 n)
{
	open(name, "[");
	for (u32 i = 0; i < n; i++)
		string(NULL, list[i]);
	close("]");
}

/* Names of the words that all threads share, by their numbers: what an address may mean. */
static void put_shared_names(const struct ls_machine *m)
{
	open("names", "[");
	for (u32 word = 0; word < m->mem_words; word++) {
		char name[64];
		struct ls_text t;
		u32 tid;

		ls_text_start(&t, name, sizeof name);
		if (ls_word_facts_of(m, word, &tid) && !tid)
			ls_word_name(m, word, &t);
		string(NULL, t.length ? name : "");
	}
	close("]");
}

static void put_words(const struct ls_machine *m, const struct ls_word_facts *w)
{
	open("words", "[");
	for (; w->name; w++) {
		open(NULL, "{");
		string("name", w->name);
		number("offset", w->offset / 4u);
		string("kind", kind_names[w->kind]);
		number("line", w->line);
		string("meaning", w->meaning);
		if (w->with)
			number("with", w->with);
		open("fields", "[");
		for (u32 i = 0; i < LS_MAX_FIELDS && w->field[i].name; i++) {
			open(NULL, "{");
			string("name", w->field[i].name);
			number("shift", w->field[i].shift);
			number("bits", w->field[i].bits);
			string("kind", field_kinds[w->field[i].kind]);
			if (w->field[i].when)
				number(w->field[i].when & LS_WITHOUT(0) ? "without" : "with", w->field[i].when & 31);
			close("}");
		}
		close("]");
		if (w->kind == LS_KIND_ADDRESS)
			put_shared_names(m);
		close("}");
	}
	close("]");
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
static void put_memory(u8 lock)
{
	const struct ls_machine m = {.lock = lock, .n = 1, .mem_words = words_of(lock)};

	open("memory", "[");
	for (const struct ls_memory *s = ls_locks[lock]->memory; s->size; s++) {
		open(NULL, "{");
		string("name", s->name);
		number("base", s->base / 4u);
		number("size", s->size / 4u);
		number("count", s->count);
		put_words(&m, s->words);
		close("}");
	}
	close("]");
}

static void put_lines(const struct ls_line_facts *l)
{
	open("lines", "[");
	for (; l->name; l++) {
		open(NULL, "{");
		string("name", l->name);
		boolean("ofThread", l->of_thread);
		close("}");
	}
	close("]");
}

static void put_queue(const struct ls_queue *q)
{
	open(NULL, "{");
	string("kind", q->kind);
	string("title", q->title);
	if (!strcmp(q->kind, "mcs")) {
		string("tail", q->tail);
		string("next", q->next);
		string("ready", q->ready);
	} else if (!strcmp(q->kind, "list")) {
		string("list", q->list);
	} else if (!strcmp(q->kind, "ticket")) {
		string("next", q->next);
		string("serving", q->serving);
	} else if (!strcmp(q->kind, "buckets")) {
		string("array", q->array);
		string("lock", q->lock);
		if (q->count)
			string("count", q->count);
		string("list", q->list);
		string("key", q->key);
		string("more", q->more ? q->more : "");
		number("first", q->first);
		number("elements", q->elements);
	} else {
		string("word", q->word);
	}
	number("with", q->with);
	close("}");
}

static void bytes(const char *name, const u8 *list, u32 n)
{
	open(name, "[");
	for (u32 i = 0; i < n; i++)
		number(NULL, list[i]);
	close("]");
}

/* What the check that shows a switch searches, its switches left to whoever asks. */
static void put_showing(const struct ls_switch *s)
{
	struct ls_config c;

	if (!ls_shown_by(s, &c))
		return;
	open("showing", "{");
	key("scenario");
	ls_put(o, "\"");
	ls_put_bytes(o, s->shown_by, (u32)strcspn(s->shown_by, " "));
	ls_put(o, "\"");
	number("lock", c.lock);
	number("variant", c.variant);
	number("threads", c.n);
	number("rounds", c.rounds);
	number("switches", c.switches & ~(1u << s->index));
	bytes("budget", c.budget, sizeof c.budget);
	bytes("roles", c.role, c.n);
	close("}");
}

static void put_switches(u8 lock)
{
	open("switches", "[");
	for (u8 i = 0; i < ls_switches_of(lock); i++) {
		const struct ls_switch *s = ls_switch_at(lock, i);

		open(NULL, "{");
		string("name", s->name);
		string("title", s->title);
		string("verdict", ls_verdict_names[s->verdict]);
		string("what", s->invariant);
		string("shownBy", s->shown_by);
		put_showing(s);
		string("kind", switch_kinds[s->kind]);
		close("}");
	}
	close("]");
}

static void put_locals(const struct ls_local *l)
{
	open("locals", "[");
	for (; l->name; l++) {
		open(NULL, "{");
		string("name", l->name);
		number("offset", l->offset);
		number("size", l->size);
		boolean("signed", l->is_signed);
		close("}");
	}
	close("]");
}

/* By their numbers in frames and records; lines are those of the file. */
static void put_procs(u8 lock)
{
	open("procs", "[");
	for (u32 i = 0; i < ls_programs[lock].procs; i++) {
		const struct ls_proc *p = ls_programs[lock].proc[i];

		open(NULL, "{");
		string("name", p->name);
		string("text", p->facts->text);
		number("first", p->first);
		number("last", p->last);
		boolean("kernel", !p->facts->user);
		put_locals(p->facts->local);
		open("dead", "[");
		for (u32 line = 0; line <= (u32)(p->last - p->first); line++)
			number(NULL, p->dead[line]);
		close("]");
		close("}");
	}
	close("]");
}

static void put_hex6(const char *name, u32 value)
{
	char print[7];

	for (u32 i = 0; i < 6; i++)
		print[i] = "0123456789abcdef"[value >> (20 - 4 * i) & 15];
	print[6] = 0;
	string(name, print);
}

static void put_lock(u8 id)
{
	const struct ls_lock_facts *l = ls_locks[id];

	open(NULL, "{");
	number("id", id);
	string("name", l->name);
	string("title", l->title);
	string("family", l->family);
	string("source", l->source);
	put_hex6("fingerprint", l->fingerprint);
	put_memory(id);
	put_lines(l->lines);
	put_procs(id);
	open("variants", "[");
	for (u8 i = 0; i < ls_variants_of(id); i++) {
		open(NULL, "{");
		string("name", ls_variant_at(id, i)->name);
		string("title", ls_variant_at(id, i)->title);
		number("has", ls_variant_at(id, i)->has);
		close("}");
	}
	close("]");
	put_switches(id);
	open("roles", "[");
	for (const struct ls_role *r = l->roles; r->letter; r++) {
		open(NULL, "{");
		string("letter", (char[]){r->letter, 0});
		string("title", r->title);
		close("}");
	}
	close("]");
	open("invariants", "[");
	for (const struct ls_invariant *i = l->invariants; i->name; i++) {
		open(NULL, "{");
		string("name", i->name);
		string("meaning", i->meaning);
		close("}");
	}
	close("]");
	open("env", "[");
	for (u32 k = 1; k < LS_ENV_KINDS; k++)
		if (l->env >> k & 1)
			string(NULL, ls_env_names[k]);
	close("]");
	open("queues", "[");
	for (const struct ls_queue *q = l->queues; q && q->kind; q++)
		put_queue(q);
	close("]");
	close("}");
}

static void put_beat(const struct ls_beat *b, u32 step)
{
	open(NULL, "{");
	number("at", step);
	string("note", b->note);
	if (b->ask)
		string("ask", b->ask);
	if (b->look)
		string("look", b->look);
	if (b->decisive)
		boolean("decisive", true);
	if (b->decisive && strchr(b->at, '@'))
		boolean("ahead", true);
	if (b->lines)
		boolean("lines", true);
	close("}");
}

/* The story, and what its author says of it. "wrong": the place or fact of a beat, which stops the build. */
static void put_story(const struct ls_scenario *s)
{
	enum { MAX_BEATS = 64 };
	struct ls_machine m;
	static ls_action story[4096];
	struct ls_config c;
	struct ls_schedule_error bad;
	char wrong[300];
	struct ls_text why;
	u32 n = 0, step[MAX_BEATS], beats;

	if (!ls_scenario_config(s, &c) && !ls_reset(&m, &c))
		n = ls_parse_schedule(&m, s->story, story, sizeof story, &bad);
	open("story", "[");
	for (u32 i = 0; i < n; i++)
		number(NULL, story[i]);
	close("]");
	ls_text_start(&why, wrong, sizeof wrong);
	beats = ls_find_beats(s, story, n, step, MAX_BEATS, &why);
	open("beats", "[");
	for (u32 i = 0; i < beats; i++)
		put_beat(&s->beats[i], step[i]);
	close("]");
	if (why.length || !ls_next_is_told(s, &why)) {
		string("wrongBeat", s->beats && s->beats[beats].note ? s->beats[beats].at : "end");
		string("wrong", wrong);
	}
	if (s->next)
		string("next", s->next);
	number("partsAt", ls_parts_at(s, story, n));
	number("lateAt", ls_too_late(s, story, n));
}

static void put_scenario(const struct ls_scenario *s)
{
	char first[LS_MAX_THREADS + 1];

	memset(first, ls_locks[s->lock]->roles[0].letter, sizeof first);
	first[s->n] = 0;
	open(NULL, "{");
	string("name", s->name);
	string("title", s->title);
	number("lock", s->lock);
	number("variant", s->variant);
	number("threads", s->n);
	string("roles", s->roles ? s->roles : first);
	number("rounds", s->rounds);
	number("switches", s->switches);
	bytes("budget", s->budget, sizeof s->budget);
	string("verdict", ls_verdict_names[s->verdict]);
	string("what", s->what);
	string("lesson", s->lesson);
	put_story(s);
	boolean("sandbox", s->sandbox);
	close("}");
}

/* What stands between ';', a string each. */
static void put_parts(const char *name, const char *row)
{
	char part[200];

	open(name, "[");
	while (*row) {
		u32 length = (u32)strcspn(row, ";");

		snprintf(part, sizeof part, "%.*s", (int)length, row);
		string(NULL, part);
		row += length;
		row += strspn(row, "; ");
	}
	close("]");
}

/* "wrong": its goal is not understood, which stops the build. */
static void put_level(const struct ls_level *l)
{
	static struct ls_goal goal;
	struct ls_machine m;
	struct ls_config c;
	struct ls_text why;
	char wrong[300];

	ls_text_start(&why, wrong, sizeof wrong);
	if (ls_level_config(l, &c) || ls_reset(&m, &c))
		ls_put(&why, "it cannot be set up");
	else
		ls_goal_read(&m, l->goal, &goal, &why);
	open(NULL, "{");
	string("name", l->name);
	string("title", l->title);
	string("task", l->task);
	string("goal", l->goal);
	put_parts("says", l->says);
	string("recording", l->recording ? l->recording : "");
	string("hint", l->hint);
	string("after", l->after);
	string("scenario", ls_variant_at(l->lock, l->variant)->name);
	number("lock", l->lock);
	number("variant", l->variant);
	number("threads", l->n);
	bytes("roles", c.role, l->n);
	number("rounds", l->rounds);
	number("switches", l->switches);
	bytes("budget", l->budget, sizeof l->budget);
	number("shortest", l->shortest);
	number("grade", l->grade);
	if (why.length)
		string("wrong", wrong);
	close("}");
}

#define OFFSET(name, type, member) number(name, offsetof(struct type, member))

static void put_layout(void)
{
	open("layout", "{");
	number("noWord", LS_NO_WORD);
	number("taskWords", LS_TASK_WORDS);
	number("noLine", LS_NO_LINE);
	number("maxThreads", LS_MAX_THREADS);
	number("listBytes", sizeof(struct ls_list));
	open("machine", "{");
	number("size", sizeof(struct ls_machine));
	OFFSET("lock", ls_machine, lock);
	OFFSET("variant", ls_machine, variant);
	OFFSET("n", ls_machine, n);
	OFFSET("bug", ls_machine, bug);
	OFFSET("switches", ls_machine, switches);
	OFFSET("budget", ls_machine, budget);
	OFFSET("features", ls_machine, features);
	OFFSET("memWords", ls_machine, mem_words);
	OFFSET("mem", ls_machine, mem);
	OFFSET("thread", ls_machine, thread);
	close("}");
	open("thread", "{");
	number("size", sizeof(struct ls_thread));
	OFFSET("status", ls_thread, status);
	OFFSET("state", ls_thread, state);
	OFFSET("onCpu", ls_thread, on_cpu);
	OFFSET("needResched", ls_thread, need_resched);
	OFFSET("preemptOff", ls_thread, preempt_off);
	OFFSET("inKernel", ls_thread, in_kernel);
	OFFSET("threshold", ls_thread, threshold);
	OFFSET("timeout", ls_thread, timeout);
	OFFSET("signal", ls_thread, signal);
	OFFSET("holds", ls_thread, holds);
	OFFSET("role", ls_thread, role);
	OFFSET("sp", ls_thread, sp);
	OFFSET("stack", ls_thread, stack);
	close("}");
	open("frame", "{");
	number("size", sizeof(struct ls_frame));
	OFFSET("line", ls_frame, line);
	OFFSET("object", ls_frame, object);
	OFFSET("proc", ls_frame, proc);
	OFFSET("bytes", ls_frame, size);
	close("}");
	open("record", "{");
	number("size", sizeof(struct ls_record));
	OFFSET("action", ls_record, action);
	OFFSET("result", ls_record, result);
	OFFSET("op", ls_record, op);
	OFFSET("order", ls_record, order);
	OFFSET("line", ls_record, line);
	OFFSET("proc", ls_record, proc);
	OFFSET("ok", ls_record, ok);
	OFFSET("word", ls_record, word);
	OFFSET("target", ls_record, target);
	OFFSET("flags", ls_record, flags);
	OFFSET("old", ls_record, old);
	OFFSET("new", ls_record, new_);
	OFFSET("arg", ls_record, arg);
	close("}");
	open("config", "{");
	number("size", sizeof(struct ls_config));
	OFFSET("lock", ls_config, lock);
	OFFSET("variant", ls_config, variant);
	OFFSET("n", ls_config, n);
	OFFSET("rounds", ls_config, rounds);
	OFFSET("switches", ls_config, switches);
	OFFSET("budget", ls_config, budget);
	OFFSET("role", ls_config, role);
	close("}");
	open("place", "{");
	number("size", sizeof(struct ls_place));
	OFFSET("tid", ls_place, tid);
	OFFSET("ready", ls_place, ready);
	OFFSET("linked", ls_place, linked);
	OFFSET("next", ls_place, next);
	OFFSET("number", ls_place, number);
	close("}");
	open("touch", "{");
	OFFSET("line", ls_touch, line);
	OFFSET("tid", ls_touch, tid);
	OFFSET("use", ls_touch, use);
	OFFSET("before", ls_touch, before);
	OFFSET("after", ls_touch, after);
	OFFSET("transfer", ls_touch, transfer);
	OFFSET("from", ls_touch, from);
	OFFSET("lost", ls_touch, lost);
	OFFSET("disturbed", ls_touch, disturbed);
	close("}");
	open("cache", "{");
	OFFSET("transfers", ls_cache, transfers);
	OFFSET("lost", ls_cache, lost);
	OFFSET("disturbed", ls_cache, disturbed);
	OFFSET("uses", ls_cache, uses);
	OFFSET("line", ls_cache, line);
	close("}");
	open("line", "{");
	number("size", sizeof(struct ls_line));
	OFFSET("has", ls_line, has);
	OFFSET("watch", ls_line, watch);
	OFFSET("transfers", ls_line, transfers);
	OFFSET("lost", ls_line, lost);
	OFFSET("state", ls_line, state);
	close("}");
	open("stats", "{");
	OFFSET("done", ls_explore_stats, done);
	OFFSET("verdict", ls_explore_stats, verdict);
	OFFSET("states", ls_explore_stats, states);
	OFFSET("expanded", ls_explore_stats, expanded);
	OFFSET("depth", ls_explore_stats, depth);
	OFFSET("pathLength", ls_explore_stats, path_length);
	OFFSET("finals", ls_explore_stats, finals);
	OFFSET("progressJudged", ls_explore_stats, progress_judged);
	OFFSET("found", ls_explore_stats, found);
	OFFSET("sumLow", ls_explore_stats, sum_low);
	OFFSET("sumHigh", ls_explore_stats, sum_high);
	OFFSET("transitions", ls_explore_stats, transitions);
	OFFSET("collision", ls_explore_stats, collision);
	OFFSET("what", ls_explore_stats, what);
	close("}");
	close("}");
}

static const char *const env_verbs[LS_ENV_KINDS] = {
    "",       "preempt", "run again",        "let the handoff threshold pass for", "let the timeout run out for",
    "signal", "kill",    "wake for nothing",
};

/* What has no name in the tables above: the bits of an action and of a record, and limits. */
static void put_numbers(void)
{
	char letters[16];

	open("enums", "{");
	NAMES("results", result_names);
	names("statuses", ls_status_words, LS_DEAD + 1);
	NAMES("states", state_names);
	NAMES("clocks", clock_names);
	NAMES("signals", signal_names);
	NAMES("holds", holds_names);
	NAMES("taskFields", task_field_names);
	open("scheduledFields", "[");
	for (u32 field = 0; field < sizeof task_field_names / sizeof *task_field_names; field++)
		if (ls_line_of(0, 1, LS_TASK_WORD(1, field)) != LS_NO_LINE)
			string(NULL, task_field_names[field]);
	close("]");
	NAMES("mesi", mesi_names);
	NAMES("uses", use_names);
	NAMES("saved", saved_names);
	NAMES("signs", ls_sign_names);
	NAMES("configErrors", config_errors);
	open("envLetters", "[");
	string(NULL, "");
	for (u32 k = 1; k < LS_ENV_KINDS; k++) {
		ls_action_name(LS_ENV_OF(k, 1), letters);
		letters[1] = 0;
		string(NULL, letters);
	}
	close("]");
	close("}");
	open("flags", "{");
	number("finished", LS_REC_FINISHED);
	number("acquired", LS_REC_ACQUIRED);
	number("released", LS_REC_RELEASED);
	number("otherwise", LS_REC_OTHERWISE);
	number("sign", LS_REC_SIGN); /* times the number of the sign */
	close("}");
	open("limits", "{");
	number("actors", LS_ENV_OF(1, 1)); /* an action is actors * kind + thread - 1 */
	number("endless", LS_ENDLESS);
	number("maxSchedule", LS_MAX_SCHEDULE);
	number("textBytes", LS_TEXT_BYTES);
	number("taskStride", LS_TASK_WORD(1, 0) - LS_TASK_WORD(0, 0));
	number("budgets", sizeof((struct ls_config *)0)->budget);
	close("}");
}

void ls_put_facts(struct ls_text *out)
{
	o = out;
	ls_put(o, "{");
	number("maxThreads", LS_MAX_THREADS);
	open("locks", "[");
	for (u8 i = 0; i < LS_LOCKS; i++)
		put_lock(i);
	close("]");
	open("scenarios", "[");
	for (u32 i = 0; ls_scenario_at(i); i++)
		put_scenario(ls_scenario_at(i));
	close("]");
	open("levels", "[");
	for (u32 i = 0; ls_level_at(i); i++)
		put_level(ls_level_at(i));
	close("]");
	names("ops", ls_op_names, LS_OPS);
	names("orders", ls_order_names, LS_ORDERS);
	names("verdicts", ls_verdict_names, LS_VERDICTS);
	open("envKinds", "[");
	for (u32 k = 0; k < LS_ENV_KINDS; k++) {
		open(NULL, "{");
		string("name", ls_env_names[k]);
		string("verb", env_verbs[k]);
		boolean("budget", k != LS_ENV_RUN);
		close("}");
	}
	close("]");
	open("threadWords", "{");
#define STATED(id, words) string(#id, words);
	LS_THREAD_WORDS(STATED)
#undef STATED
	close("}");
	put_layout();
	put_numbers();
	ls_put(o, "}");
}
