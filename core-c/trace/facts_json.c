/* SPDX-License-Identifier: MIT */
#include "facts_json.h"

#include <string.h>

#include "../backend/step.h"
#include "../check/explore.h"
#include "../machine_internal.h"
#include "../registry.h"
#include "../scenario.h"
#include "fingerprint.h" /* generated */
#include "narrate.h"

static const char *const kind_names[LS_KINDS] = {
	"bits", "signed", "count", "tid", "node", "flag", "spinlock", "list",
};
static const char *const field_kinds[] = { "flag", "tid", "count", "reserved" };

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

static const char *base_name(const char *path)
{
	const char *slash = strrchr(path, '/');

	return slash ? slash + 1 : path;
}

/* node_size = 0 for the lock's own words: then offsets count from the start of mem. */
static void put_words(const char *name, const struct ls_word_facts *w)
{
	open(name, "[");
	for (; w && w->name; w++) {
		open(NULL, "{");
		string("name", w->name);
		number("offset", w->offset / 4u);
		string("kind", kind_names[w->kind]);
		string("line", w->line);
		string("meaning", w->meaning);
		open("fields", "[");
		for (u32 i = 0; i < LS_MAX_FIELDS && w->field[i].name; i++) {
			open(NULL, "{");
			string("name", w->field[i].name);
			number("shift", w->field[i].shift);
			number("bits", w->field[i].bits);
			string("kind", field_kinds[w->field[i].kind]);
			close("}");
		}
		close("]");
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
		string("tail", q->a);
		string("next", q->b);
		string("ready", q->c);
	} else {
		string(!strcmp(q->kind, "list") ? "list" : "word", q->a);
	}
	number("since", q->since);
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
		boolean("mends", ls_switch_mends(s));
		close("}");
	}
	close("]");
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
	string("file", l->file);
	put_words("words", l->words);
	number("nodeBase", l->node_base / 4u);
	number("nodeSize", l->node_size / 4u);
	put_words("nodeWords", l->node_words);
	open("variants", "[");
	for (u8 i = 0; i < ls_variants_of(id); i++) {
		open(NULL, "{");
		string("name", ls_variant_at(id, i)->name);
		string("title", ls_variant_at(id, i)->title);
		close("}");
	}
	close("]");
	put_switches(id);
	open("roles", "[");
	for (const struct ls_role *r = l->roles; r->letter; r++) {
		open(NULL, "{");
		string("letter", (char[]){ r->letter, 0 });
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

static void put_procs(void)
{
	open("procs", "[");
	for (u32 i = 1; i < LS_PROCS; i++) {
		const struct ls_proc_text *p = ls_procs[i];

		open(NULL, "{");
		number("id", i);
		string("name", p->name);
		string("file", base_name(p->file));
		number("first", p->first);
		number("last", p->last);
		boolean("kernel", ls_proc_modes[i] == LS_KERNEL_TEXT);
		close("}");
	}
	close("]");
}

static void put_story(const struct ls_scenario *s)
{
	static struct ls_machine m;
	static ls_action story[4096];
	struct ls_config c;
	s32 bad;
	u32 n;

	open("story", "[");
	if (!ls_scenario_config(s, &c) && !ls_reset(&m, &c)) {
		n = ls_parse_schedule(&m, s->story, story, sizeof story, &bad);
		for (u32 i = 0; i < n; i++)
			number(NULL, story[i]);
	}
	close("]");
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
	open("budget", "[");
	for (u32 i = 0; i < 8; i++)
		number(NULL, s->budget[i]);
	close("]");
	string("verdict", ls_verdict_names[s->verdict]);
	string("what", s->what);
	string("lesson", s->lesson);
	put_story(s);
	boolean("sandbox", s->sandbox);
	close("}");
}

#define OFFSET(name, type, member) number(name, offsetof(struct type, member))

static void put_layout(void)
{
	open("layout", "{");
	number("noWord", LS_NO_WORD);
	number("taskWords", LS_TASK_WORDS);
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
	open("stats", "{");
	OFFSET("done", ls_explore_stats, done);
	OFFSET("verdict", ls_explore_stats, verdict);
	OFFSET("states", ls_explore_stats, states);
	OFFSET("expanded", ls_explore_stats, expanded);
	OFFSET("depth", ls_explore_stats, depth);
	OFFSET("pathLength", ls_explore_stats, path_length);
	OFFSET("finals", ls_explore_stats, finals);
	OFFSET("progressJudged", ls_explore_stats, progress_judged);
	OFFSET("sumLow", ls_explore_stats, sum_low);
	OFFSET("sumHigh", ls_explore_stats, sum_high);
	OFFSET("transitions", ls_explore_stats, transitions);
	OFFSET("collision", ls_explore_stats, collision);
	OFFSET("what", ls_explore_stats, what);
	close("}");
	close("}");
}

static const char *const env_verbs[LS_ENV_KINDS] = {
	"", "preempt", "run again", "let the hand-off threshold pass for", "let the timeout run out for",
	"signal", "kill", "wake for nothing",
};

void ls_put_facts(struct ls_text *out)
{
	char print[7];

	o = out;
	for (u32 i = 0; i < 6; i++)
		print[i] = "0123456789abcdef"[LS_FINGERPRINT >> (20 - 4 * i) & 15];
	print[6] = 0;
	ls_put(o, "{");
	string("fingerprint", print);
	number("maxThreads", LS_MAX_THREADS);
	open("locks", "[");
	for (u8 i = 0; i < LS_LOCKS; i++)
		put_lock(i);
	close("]");
	put_procs();
	open("scenarios", "[");
	for (u32 i = 0; i < ls_scenario_count; i++)
		put_scenario(&ls_scenarios[i]);
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
	put_layout();
	ls_put(o, "}");
}
