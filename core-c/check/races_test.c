/* SPDX-License-Identifier: MIT */
/*
 * Data races under the lock: what the locks are known to order and not to order, a fault of order for each, and the
 * judgement itself against a second one, which keeps whole vector clocks and takes random schedules.
 */
#include "races.h"
#include "race.h"

#include <stdlib.h>
#include <string.h>

#include "registry.h"
#include "scenario.h"
#include "text/narrate.h"
#include "test.h"

enum { MAX_STATES = 2000000, WALKS = 3000, STEPS = 400 };

struct setting {
	const char *name, *roles;
	u8 rounds, preempt, threshold, signal, timeout;
	const char *relaxed; /* one word, or NULL */
	u32 steps;           /* to the race, or 0 */
	u32 states;          /* of the search: what the threads know is a part of each */
	const char *mend;    /* a switch that gives an order, or NULL */
};

static const struct setting settings[] = {
    {"mcs", "LL", 1, 0, 0, 0, 0, NULL, 13, 73, NULL}, /* as posted: the turn is passed and awaited by plain accesses */
    {"mcs", "LL", 2, 0, 0, 0, 0, NULL, 0, 397, "mend_orders"},
    {"mcs", "LLL", 2, 1, 0, 0, 0, NULL, 0, 67800, "mend_orders"},
    {"mcs", "LL", 2, 0, 0, 0, 0, "next", 0, 397, "mend_orders"},
    {"mcs", "LL", 2, 0, 0, 0, 0, "locked", 13, 114, "mend_orders"},
    {"mcs", "LL", 2, 0, 0, 0, 0, "tail", 12, 93, "mend_orders"},
    {"osq", "LL", 1, 0, 0, 0, 0, NULL, 14, 72, NULL}, /* its look at its node has no acquire, as in Linux */
    {"ticket", "LL", 2, 0, 0, 0, 0, NULL, 0, 101, NULL},
    {"qspinlock", "LLL", 2, 0, 0, 0, 0, NULL, 0, 51124,
     NULL}, /* a byte that is stored alone leaves what the others carry */
    {"qspinlock", "LLL", 1, 0, 0, 0, 0, "locked", 0, 667, NULL},
    {"qspinlock", "LL", 1, 0, 0, 0, 0, "val", 5, 20, NULL},
    {"qspinlock-x86", "LL", 2, 0, 0, 0, 0, NULL, 0, 735, NULL},
    {"mutex-3.9", "LLL", 1, 1, 0, 0, 0, NULL, 0, 51713, NULL},
    {"mutex-3.9", "LL", 2, 1, 0, 0, 0, "wait_lock", 0, 7778, NULL},
    {"mutex-3.9", "LL", 2, 1, 0, 0, 0, "count", 8, 230, NULL},
    {"mutex-mcs", "LLL", 1, 0, 0, 0, 0, NULL, 0, 39043, NULL}, /* the queue orders nothing, and count does */
    {"mutex-fewer-atomics", "LLL", 1, 0, 0, 0, 0, NULL, 0, 5989, NULL},
    {"mutex-minus-one", "LLL", 1, 0, 0, 0, 0, NULL, 0, 39043, NULL},
    {"mutex-6.12", "LLL", 1, 0, 0, 0, 0, NULL, 0, 5023, NULL},
    {"mutex-6.12", "II", 2, 0, 0, 1, 0, NULL, 0, 2905, NULL},
    {"rwsem", "WW", 2, 1, 0, 0, 0, NULL, 0, 12466, NULL},
    {"rwsem", "RRW", 2, 0, 0, 0, 0, "count", 8, 258, NULL},
    {"rwsem", "RRR", 2, 1, 0, 0, 0, "count", 0, 10088, NULL},
    {"rwsem", "WR", 1, 0, 0, 0, 0, NULL, 31, 279, NULL}, /* a reader that never slept: its loop has no acquire */
    {"rwsem", "WR", 1, 0, 0, 0, 0, NULL, 0, 353, "mend_acquire"},
    {"rwsem", "WRR", 1, 0, 0, 0, 0, NULL, 0, 19437, "mend_acquire"},
    {"rwsem-handoff", "WR", 1, 0, 0, 0, 0, NULL, 31, 279, NULL},
    {"rwsem-handoff", "WW", 2, 1, 1, 0, 0, NULL, 0, 18492, NULL},
    {"rwsem-handoff", "WR", 2, 0, 1, 0, 0, NULL, 0, 19821, "mend_acquire"},
    {"rwsem-5.3", "WWR", 1, 0, 0, 0, 0, NULL, 0, 12984, NULL},
    {"rwsem-6.12", "WR", 2, 0, 0, 0, 1, NULL, 0, 10830, NULL},
    {"rwsem-6.12", "WRR", 1, 0, 0, 0, 0, NULL, 0, 15519, NULL},
    {"tp-futex-simple", "LL", 2, 0, 1, 0, 0, NULL, 0, 4655, NULL},
    {"tp-futex", "LL", 2, 1, 1, 0, 0, NULL, 0, 59594, NULL},
    {"tp-futex-simple", "LLL", 1, 0, 1, 0, 0, NULL, 0, 30592, NULL},
    {"tp-futex-simple", "LL", 2, 0, 1, 0, 0, "refcount", 41, 4185, NULL},
    {"tp-futex-simple", "LLL", 1, 0, 1, 0, 0, "refcount", 39, 24832, NULL},
    {"tp-futex", "LL", 2, 0, 1, 1, 0, NULL, 0, 34331, NULL},
    {"tp-futex", "LLL", 1, 0, 1, 1, 0, NULL, 40, 140841, NULL}, /* the benchmark's look after an error */
    {"tp-futex", "LLL", 1, 0, 1, 1, 0, NULL, 0, 329158, "mend_late_hand_off"},
    {"tp-rwlock", "WWR", 1, 0, 1, 1, 0, NULL, 39, 166609, NULL}, /* the same look */
    {"tp-rwlock", "WWR", 1, 0, 1, 1, 0, NULL, 0, 408797, "mend_late_hand_off"},
    {"tp-rwlock-simple", "WWR", 1, 0, 1, 1, 0, NULL, 0, 377154, NULL}, /* the document's writer does not look */
    {"tp-rwlock-neutral", "RRW", 1, 0, 0, 0, 0, NULL, 0, 13129, NULL},
    {"tp-rwlock", "RRW", 1, 0, 0, 0, 0, "futex", 5, 107, NULL},
    {"wait-wake-rw", "WR", 1, 0, 0, 0, 0, NULL, 0, 737, NULL},
    {"wait-wake-rw", "WR", 2, 0, 0, 0, 0, NULL, 25, 2214,
     NULL}, /* a reader back from the kernel: its last look has no acquire */
    {"wait-wake-rw", "WR", 2, 0, 0, 0, 0, NULL, 0, 13630, "mend_acquire"},
    {"wait-wake-rw-writers", "WR", 2, 0, 0, 0, 0, NULL, 0, 46463, NULL},
    {"wait-wake-rw-short", "WR", 2, 0, 0, 0, 0, NULL, 0, 46463, NULL},
    {"wait-wake", "LL", 2, 0, 0, 0, 0, NULL, 0, 2297, NULL},
    {"wait-wake-tid", "LLL", 1, 0, 0, 0, 0, NULL, 0, 30661, NULL},
    {"futex-lock", "LLL", 1, 0, 0, 0, 0, NULL, 0, 7213, NULL},
    {"futex-lock-adaptive-v2", "LL", 2, 1, 0, 0, 0, NULL, 0, 7704, NULL},
    {"futex-lock-adaptive", "LL", 2, 1, 0, 0, 0, NULL, 0, 3566, NULL},
    {"futex-pi", "LL", 2, 0, 0, 1, 0, NULL, 0, 23011, NULL},
    {"futex-global", "LL", 2, 0, 0, 0, 0, NULL, 0, 2297, NULL},
    {"futex-attached", "LL", 1, 0, 0, 0, 0, NULL, 0, 1607, NULL},
    {"futex-auto", "LL", 1, 0, 0, 0, 0, NULL, 0, 2178, NULL},
    {"futex-private", "LG", 2, 0, 0, 0, 0, NULL, 0, 5767, NULL},
    {"pthread-normal-2.5", "LL", 2, 0, 0, 0, 0, NULL, 0, 3657, NULL},
    {"pthread-adaptive-2.5", "LL", 2, 0, 0, 0, 0, NULL, 0, 17781, NULL},
    {"pthread-normal-2.36", "LLL", 1, 0, 0, 0, 0, NULL, 0, 28076, NULL},
    {"pthread-adaptive-2.36", "LL", 2, 0, 0, 0, 0, NULL, 0, 10393, NULL},
    {"pthread-rwlock", "WR", 2, 0, 0, 0, 0, NULL, 0, 14097, NULL},
    {"pthread-rwlock", "WR", 1, 0, 0, 0, 0, "readers", 14, 166, NULL},
    {"pthread-rwlock", "TS", 1, 0, 0, 0, 1, NULL, 0, 1925, NULL}, /* the fences behind a timeout */
    {"pthread-rwlock", "TS", 1, 0, 0, 0, 1, "wrphase_futex", 33, 1227, NULL},
    {"pthread-rwlock-writer", "WW", 2, 0, 0, 0, 0, NULL, 0, 9112, NULL},
    {"pthread-rwlock-writer", "WW", 1, 0, 0, 0, 0, "writers", 22, 443, NULL},
    {"pthread-rwlock-nonrecursive", "WR", 2, 0, 0, 0, 0, NULL, 0, 14727, NULL},
    {"pthread-rwlock-2.28", "WR", 2, 0, 0, 0, 0, NULL, 0, 14727, NULL},
};

static void configure(const struct setting *s, struct ls_config *c)
{
	const struct ls_scenario *sandbox = ls_scenario_named(s->name);
	const struct ls_role *roles = ls_locks[sandbox->lock]->roles;

	ls_scenario_config(sandbox, c);
	memset(c->budget, 0, sizeof c->budget);
	c->n = (u8)strlen(s->roles);
	c->rounds = s->rounds;
	for (u8 i = 0; s->mend && i < ls_switches_of(c->lock); i++)
		if (!strcmp(ls_switch_at(c->lock, i)->name, s->mend))
			c->switches = 1u << i;
	EXPECT(!s->mend == !c->switches, "%s has no switch %s", s->name, s->mend ? s->mend : "");
	for (u32 i = 0; i < c->n; i++)
		for (c->role[i] = 0; roles[c->role[i]].letter != s->roles[i];)
			c->role[i]++;
	c->budget[LS_ENV_PREEMPT] = s->preempt;
	c->budget[LS_ENV_THRESHOLD] = s->threshold;
	c->budget[LS_ENV_SIGNAL] = s->signal;
	c->budget[LS_ENV_TIMEOUT] = s->timeout;
}

static bool is_named(const struct ls_machine *m, u32 word, const char *name)
{
	u32 tid;
	const struct ls_word_facts *w = name ? ls_word_facts_of(m, word, &tid) : NULL;

	return w && !strcmp(w->name, name);
}

/* --- the second judgement --------------------------------------------------------------------- */

enum { T = LS_MAX_THREADS + 1 };
struct clock {
	u32 at[T];
};

struct second {
	struct clock now[T], read[T], fence[T], byte[4 * LS_MEM_WORDS], state[T];
	u32 write_by, write_at, reads[T];
	u32 taken, step_of[T][STEPS + 1]; /* steps in all, and of each thread's time which step it was */
	u32 first;                        /* of a step that races: the latest that it is not ordered behind */
	bool relaxed[LS_MEM_WORDS];
};

static void join(struct clock *a, const struct clock *b)
{
	for (u32 i = 0; i < T; i++)
		a->at[i] = b->at[i] > a->at[i] ? b->at[i] : a->at[i];
}

static void full(struct second *s, u32 t)
{
	join(&s->now[t], &s->read[t]);
	s->fence[t] = s->now[t];
}

static bool strong(u8 order, u8 side)
{
	return order == side || order == LS_ACQ_REL || order == LS_FULL;
}

static void on_word(struct second *s, u32 t, const struct ls_record *r)
{
	u8 order = s->relaxed[r->word] ? LS_RELAXED : r->order;
	bool update = r->op == LS_OP_XCHG || r->op == LS_OP_ADD || r->op == LS_OP_OR || r->op == LS_OP_ANDNOT ||
		      r->op == LS_OP_CAS || r->op == LS_OP_SPIN_LOCK || r->op == LS_OP_SPIN_TRYLOCK ||
		      r->op == LS_OP_QUEUE_LOCK;
	bool store = r->op == LS_OP_STORE || r->op == LS_OP_SPIN_UNLOCK || r->op == LS_OP_QUEUE_UNLOCK;
	bool load = r->op == LS_OP_LOAD || r->op == LS_OP_AWAIT;
	bool part = (r->op == LS_OP_STORE || r->op == LS_OP_XCHG) && r->arg;

	if (!update && !store && !load)
		return;
	if (update && !r->ok) {
		update = false;
		load = true;
		order = LS_RELAXED;
	}
	if ((update || r->op == LS_OP_LOAD) && order == LS_FULL)
		full(s, t);
	for (u32 i = 0; i < 4; i++) {
		struct clock *w = &s->byte[4 * r->word + i];

		if (part && !(r->arg >> 8 * i & 0xff))
			continue;
		if (!store)
			join(strong(order, LS_ACQUIRE) ? &s->now[t] : &s->read[t], w);
		if (store)
			memset(w, 0, sizeof *w);
		if (!load)
			join(w, strong(order, LS_RELEASE) ? &s->now[t] : &s->fence[t]);
	}
	if (update && order == LS_FULL)
		full(s, t);
}

static void on_state(struct second *s, u32 t, const struct ls_record *r)
{
	if (r->op == LS_OP_WAKE) {
		full(s, t);
		if (r->ok)
			join(&s->state[r->target], &s->now[t]);
	} else if (r->op == LS_OP_SET_STATE) {
		s->state[t] = s->fence[t];
		if (r->order == LS_FULL)
			full(s, t);
	} else if (r->op == LS_OP_SLEEP || r->op == LS_OP_AWAKE || r->op == LS_OP_NO_SLEEP) {
		join(&s->now[t], &s->state[t]);
		full(s, t);
	}
}

/* True: the step races. */
static bool second_step(struct second *s, const struct ls_machine *m)
{
	const struct ls_record *r = &m->rec;
	u32 t = LS_ACTION_TID(r->action);
	bool races = false;

	s->now[t].at[t]++;
	s->step_of[t][s->now[t].at[t]] = ++s->taken;
	if (r->op == LS_OP_CRITICAL) {
		bool writes = m->thread[t - 1].holds != LS_HOLDS_READ;

		races = s->write_by && s->write_by != t && s->now[t].at[s->write_by] < s->write_at;
		s->first = races ? s->step_of[s->write_by][s->write_at] : 0;
		for (u32 u = 1; writes && u < T; u++)
			if (u != t && s->now[t].at[u] < s->reads[u]) {
				races = true;
				if (s->step_of[u][s->reads[u]] > s->first)
					s->first = s->step_of[u][s->reads[u]];
			}
		if (writes) {
			s->write_by = t;
			s->write_at = s->now[t].at[t];
		} else {
			s->reads[t] = s->now[t].at[t];
		}
	} else if (r->op == LS_OP_RUN) {
		full(s, t);
	} else if (r->word < LS_MEM_WORDS) {
		on_word(s, t, r);
	} else {
		on_state(s, t, r);
	}
	return races;
}

/* --- the tests ---------------------------------------------------------------------------------- */

static struct ls_races *judge_of(const struct setting *s, const struct ls_machine *m)
{
	struct ls_races *races = ls_races_new();

	for (u32 i = 0; i < m->mem_words; i++)
		if (is_named(m, i, s->relaxed))
			ls_races_relax(races, i);
	return races;
}

static void search(const struct setting *s)
{
	struct ls_races *races;
	struct ls_explorer *e;
	struct ls_config c;
	struct ls_machine m;
	const struct ls_explore_stats *stats;

	configure(s, &c);
	EXPECT(!ls_reset(&m, &c), "%s", s->name);
	races = judge_of(s, &m);
	e = ls_races_search(races, &m, MAX_STATES);
	while (ls_explore_slice(e, 100000))
		;
	stats = ls_explore_stats(e);
	EXPECT(stats->verdict == LS_OK && ls_races_complete(races), "%s %s: not complete", s->name, s->roles);
	EXPECT(stats->found == (s->steps != 0) && (!stats->found || stats->path_length == s->steps),
	       "%s %s relaxed %s: %s, %u steps, not %u", s->name, s->roles, s->relaxed ? s->relaxed : "nothing",
	       stats->found ? "race" : "none", stats->path_length, s->steps);
	EXPECT(stats->states == s->states, "%s %s relaxed %s: %u states, not %u", s->name, s->roles,
	       s->relaxed ? s->relaxed : "nothing", stats->states, s->states);
	ls_explore_free(e);
	ls_races_free(races);
}

/* What is told of one schedule is what was found along it: race and its first step, or none. */
static void told_alike(const struct setting *s, const ls_action *path, u32 steps, const struct second *second,
		       bool raced)
{
	struct ls_config c;
	struct ls_race race;
	bool told;

	configure(s, &c);
	told = ls_race_along(&c, path, steps, second->relaxed, &race);
	EXPECT(told == raced, "%s %s, %u steps: told %d, found %d", s->name, s->roles, steps, told, raced);
	if (told && raced)
		EXPECT(race.second == steps && race.first == second->first, "%s %s: steps %u and %u, not %u and %u",
		       s->name, s->roles, race.first, race.second, second->first, steps);
}

/* Both judgements along one random schedule, to its first race. Returns the step of it, or 0. */
static u32 walk(const struct setting *s, const struct ls_target *judge, struct ls_machine *m, unsigned *random)
{
	static struct second second;
	static ls_action path[STEPS];
	u32 known = 0;

	memset(&second, 0, sizeof second);
	for (u32 i = 0; i < m->mem_words; i++)
		second.relaxed[i] = is_named(m, i, s->relaxed);
	for (u32 steps = 0, idle = 0; steps < STEPS && idle < 200;) {
		ls_action a = (ls_action)(test_random(random) % (test_random(random) % 4 ? m->n : LS_ACTIONS));
		bool first, other;

		if (ls_step(m, a) != LS_MOVED) {
			idle++;
			continue;
		}
		idle = 0;
		path[steps++] = a;
		if (LS_ACTION_ENV(a) == LS_ENV_KILL)
			return 0;
		known = judge->reached(judge->of, m, known);
		first = known == judge->wanted;
		other = second_step(&second, m);
		EXPECT(first == other, "%s %s, step %u: %d and %d", s->name, s->roles, steps, first, other);
		if (first || other || steps == STEPS)
			told_alike(s, path, steps, &second, first);
		if (first || other)
			return steps;
	}
	return 0;
}

/* How many of the schedules raced. */
static u32 compare(const struct setting *s, unsigned *random)
{
	struct ls_config c;
	struct ls_machine m;
	struct ls_races *races;
	u32 raced = 0;

	configure(s, &c);
	ls_reset(&m, &c);
	races = judge_of(s, &m);
	for (u32 i = 0; i < WALKS; i++) {
		ls_reset(&m, &c);
		raced += walk(s, ls_races_target(races), &m, random) != 0;
	}
	EXPECT(s->steps || !raced, "%s %s: the search found no race", s->name, s->roles);
	ls_races_free(races);
	return raced;
}

/* Of the shortest way to a race: which two steps, by which two accesses they could be ordered, and what those lack. */
static void missing(const char *name, const char *roles, u8 rounds, struct ls_race wanted)
{
	struct setting s = {.name = name, .roles = roles, .rounds = rounds};
	struct ls_config c;
	struct ls_machine m;
	struct ls_races *races = ls_races_new();
	struct ls_explorer *e;
	struct ls_race race;
	ls_action path[STEPS];

	configure(&s, &c);
	ls_reset(&m, &c);
	e = ls_races_search(races, &m, MAX_STATES);
	while (ls_explore_slice(e, 100000))
		;
	ls_explore_path(e, path);
	EXPECT(ls_race_along(&c, path, ls_explore_stats(e)->path_length, NULL, &race) &&
		   !memcmp(&race, &wanted, sizeof race),
	       "%s %s: steps %u and %u, by %u (release lacks %u) and %u (acquire lacks %u)", name, roles, race.first,
	       race.second, race.wrote, race.lacks_release, race.read, race.lacks_acquire);
	ls_explore_free(e);
	ls_races_free(races);
}

/* Of every variant, as posted and with no order taken away. */
static void each_variant(void)
{
	const struct ls_scenario *scenario;

	for (u32 i = 0; (scenario = ls_scenario_at(i)); i++) {
		bool found = !scenario->sandbox;

		for (u32 k = 0; !found && k < sizeof settings / sizeof *settings; k++)
			found = !strcmp(settings[k].name, scenario->name) && !settings[k].mend && !settings[k].relaxed;
		EXPECT(found, "no search for races of %s", scenario->name);
	}
}

int main(void)
{
	unsigned random = 20130415;
	u32 raced = 0;

	for (u32 i = 0; i < sizeof settings / sizeof *settings; i++) {
		search(&settings[i]);
		raced += compare(&settings[i], &random);
	}
	each_variant();
	missing("mcs", "LL", 1, (struct ls_race){5, 13, 11, 12, 1, 1});
	missing("wait-wake-rw", "WR", 2, (struct ls_race){12, 25, 14, 24, 0, 1});
	missing("rwsem", "WR", 1, (struct ls_race){3, 31, 27, 29, 0, 1});
	EXPECT(raced > WALKS, "%u random schedules raced", raced);
	return test_end();
}
