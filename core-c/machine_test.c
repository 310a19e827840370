/* SPDX-License-Identifier: MIT */
/* The machine keeps its promises, on random walks through every variant. */
#include <string.h>

#include "machine.h"
#include "registry.h"
#include "scenario.h"
#include "test.h"

static struct ls_machine m, before, chosen;

static void test_config_errors(void)
{
	struct ls_config good = {.lock = 0, .n = 2, .rounds = 1}, c;

	EXPECT(ls_reset(&m, &good) == 0, " ");
	c = good, c.lock = LS_LOCK_SPARE;
	EXPECT(ls_reset(&m, &c) == LS_BAD_LOCK, " ");
	c = good, c.lock = LS_LOCK_SLOTS;
	EXPECT(ls_reset(&m, &c) == LS_BAD_LOCK, " ");
	c = good, c.variant = 200;
	EXPECT(ls_reset(&m, &c) == LS_BAD_VARIANT, " ");
	c = good, c.n = 0;
	EXPECT(ls_reset(&m, &c) == LS_BAD_THREADS, " ");
	c = good, c.n = LS_MAX_THREADS + 1;
	EXPECT(ls_reset(&m, &c) == LS_BAD_THREADS, " ");
	c = good, c.rounds = 0;
	EXPECT(ls_reset(&m, &c) == LS_BAD_ROUNDS, " ");
	c = good, c.switches = 1u << 31;
	EXPECT(ls_reset(&m, &c) == LS_BAD_SWITCH, " ");
	c = good, c.role[1] = 99;
	EXPECT(ls_reset(&m, &c) == LS_BAD_ROLE, " ");
}

/* Bytes past the used part, and past a thread's frames, are always 0. */
static bool tidy(const struct ls_machine *x)
{
	for (u32 i = x->mem_words; i < LS_MEM_WORDS; i++)
		if (x->mem[i])
			return false;
	for (u32 i = 0; i < x->n; i++)
		for (u32 b = x->thread[i].sp; b < LS_STACK; b++)
			if (x->thread[i].stack[b])
				return false;
	return true;
}

/* Of each thread that has frames: the lowest says where the top one begins, each other where the one below does. */
static bool linked(const struct ls_machine *x)
{
	for (u32 i = 0; i < x->n; i++) {
		const struct ls_thread *t = &x->thread[i];
		const struct ls_frame *lowest = (const struct ls_frame *)t->stack;
		u32 top = 0;

		for (u32 at = t->sp ? lowest->size : 0; at < t->sp;) {
			const struct ls_frame *fr = (const struct ls_frame *)(t->stack + at);

			if (fr->link != top)
				return false;
			top = at;
			at += fr->size;
		}
		if (lowest->link != top)
			return false;
	}
	return true;
}

static void walk(const struct ls_scenario *s, u8 n, u32 seed)
{
	struct ls_config c;
	u32 moved = 0;

	ls_scenario_config(s, &c);
	for (u32 i = s->n; i < n; i++)
		c.role[i] = c.role[i % s->n];
	c.n = n;
	memset(c.budget + 1, 3, LS_ENV_KINDS - 1);
	EXPECT(ls_reset(&m, &c) == 0, "%s", s->name);
	for (u32 word = 0; word < LS_MEM_WORDS; word++)
		EXPECT((m.has[word / 32] >> word % 32 & 1) == ls_has_word(&m, word), "%s: word %u", s->name, word);
	for (u32 i = 0; i < 3000 && !ls_finished(&m) && !m.bug; i++) {
		ls_action a = test_random(&seed) % 8 ? LS_STEP_OF(1 + test_random(&seed) % n)
						     : (ls_action)(test_random(&seed) % 256);
		struct ls_record peeked;
		enum ls_result r;

		memcpy(&before, &m, sizeof m);
		ls_peek(&m, a, &peeked);
		EXPECT(!memcmp(&before, &m, sizeof m), "peek changed the machine: %s", s->name);
		memcpy(&chosen, &m, sizeof m);
		EXPECT(ls_step_choice(&chosen, a, (u8)(1 + i % 255)) == LS_ILLEGAL, "%s: a second outcome", s->name);
		EXPECT(!memcmp(&chosen, &m, sizeof m), "an outcome that does not exist changed the machine: %s",
		       s->name);
		r = ls_step(&m, a);
		EXPECT(ls_step_choice(&chosen, a, 0) == r && !memcmp(&chosen, &m, sizeof m),
		       "choice 0 is another step: %s", s->name);
		EXPECT(!memcmp(&peeked, &m.rec, sizeof peeked), "peek and step disagree: %s", s->name);
		EXPECT(r == LS_MOVED || !memcmp(&before.lock, &m.lock, sizeof m - offsetof(struct ls_machine, lock)),
		       "%s: not moved, but changed (line %u)", s->name, m.rec.line);
		EXPECT(r == LS_MOVED || ls_hash(&m) == ls_hash(&before), "%s", s->name);
		EXPECT(tidy(&m), "%s: leftovers after line %u", s->name, m.rec.line);
		EXPECT(linked(&m), "%s: frames are not linked after line %u", s->name, m.rec.line);
		EXPECT(LS_ACTION_ENV(a) || r != LS_MOVED || m.rec.line || m.rec.flags, "%s: a step without a line",
		       s->name);
		moved += r == LS_MOVED;
	}
	EXPECT(moved >= 3, "%s: the walk did not get anywhere", s->name);
	EXPECT(m.bug == 0, "%s: bug %u at line %u", s->name, m.bug, m.rec.line);
}

/* Of the name, not of the place in the list: a scenario more is no other walk of the others. */
static u32 seed_of(const char *name)
{
	u32 seed = 12345;

	for (; *name; name++)
		seed = seed * 31 + (u8)*name;
	return seed;
}

/* A machine put back byte for byte goes the same way again. */
static void test_replay(const struct ls_scenario *s)
{
	static ls_action schedule[500];
	struct ls_config c;
	u32 n = 0, seed = 77;
	u64 end;

	ls_scenario_config(s, &c);
	ls_reset(&m, &c);
	for (u32 i = 0; i < 500; i++) {
		ls_action a = (ls_action)(test_random(&seed) % (16 * LS_ENV_KINDS));

		if (ls_step(&m, a) <= LS_SPUN)
			schedule[n++] = a;
	}
	end = ls_hash(&m);
	ls_reset(&m, &c);
	for (u32 i = 0; i < n; i++)
		EXPECT(ls_step(&m, schedule[i]) <= LS_SPUN, "%s step %u", s->name, i);
	EXPECT(ls_hash(&m) == end, "%s", s->name);
}

static void test_illegal_actions(void)
{
	struct ls_config c = {.lock = 0, .n = 2, .rounds = 1};

	ls_reset(&m, &c);
	EXPECT(ls_step(&m, LS_STEP_OF(3)) == LS_ILLEGAL, " ");
	EXPECT(ls_step(&m, LS_ENV_OF(LS_ENV_KINDS + 1, 1)) == LS_ILLEGAL, " ");
	EXPECT(ls_step(&m, LS_ENV_OF(LS_ENV_CHOOSE, 1)) == LS_ILLEGAL, "of recorded runs only");
	EXPECT(ls_step(&m, LS_ENV_OF(LS_ENV_PREEMPT, 1)) == LS_BLOCKED, "no budget");
	EXPECT(ls_step(&m, LS_ENV_OF(LS_ENV_RUN, 1)) == LS_BLOCKED, "it runs already");
	m.budget[LS_ENV_PREEMPT] = 1;
	EXPECT(ls_step(&m, LS_ENV_OF(LS_ENV_PREEMPT, 1)) == LS_MOVED, " ");
	EXPECT(ls_step(&m, LS_STEP_OF(1)) == LS_BLOCKED, "it has no CPU");
	EXPECT(ls_step(&m, LS_ENV_OF(LS_ENV_RUN, 1)) == LS_MOVED, " ");
	EXPECT(ls_step(&m, LS_STEP_OF(1)) == LS_MOVED, " ");
}

int main(void)
{
	test_config_errors();
	test_illegal_actions();
	for (u32 i = 0; ls_scenario_at(i); i++) {
		const struct ls_scenario *s = ls_scenario_at(i);

		if (s->switches)
			continue;
		test_replay(s);
		for (u8 n = 1; n <= LS_MAX_THREADS; n = (u8)(n < 4 ? n + 1 : n * 2))
			walk(s, n, seed_of(s->name) + n);
	}
	return test_end();
}
