/* SPDX-License-Identifier: MIT */
/*
 * A lock that is none of the build's: its words, roles, variant, switch, invariant, steps and their phrases are put
 * together while the program runs. The machine steps it, the narration tells it, the explorer searches it.
 */
#include <stdlib.h>
#include <string.h>

#include "backend/step/step.h"
#include "check/explore.h"
#include "machine_internal.h"
#include "test.h"
#include "text/narrate.h"
#include "text/phrase.h"

struct gate {
	word owner, entries;
};
enum { LS_TEXT_gate, LS_LOCK_gate = LS_LOCK_SPARE, gate_SWITCH_torn = 0, gate_HAS_counted = 0 };
enum gate_role { GATE_PASSES, GATE_TRIES };

LS_DECLARE(gate, gate_enter, 0, struct gate, u32 seen;)
LS_DECLARE(gate, gate_worker, 1, struct gate, u32 rounds; u32 got;)
const u32 gate_enter_dead[20], gate_worker_dead[20];
const u32 gate_enter_clear[20], gate_worker_clear[20];
const struct ls_proc_facts gate_enter_facts, gate_worker_facts; /* set_up() gives others */

/* clang-format off */
PROC(gate_enter, struct gate, u32 seen;)
	if (FAULT(gate, torn)) {
		LOAD(my->seen, lk->owner, relaxed);
		if (my->seen)
			RETURN(0);
		STORE(lk->owner, me, relaxed);
		TAKES_WRITE();
		RETURN(1);
	}
	CAS(my->seen, lk->owner, 0, me, acquire);
	if (my->seen)
		RETURN(0);
	TAKES_WRITE();
	RETURN(1);
END(gate_enter)

PROC(gate_worker, struct gate, u32 rounds; u32 got;)
	while (my->rounds--) {
		for (;;) {
			CALL(my->got, gate_enter, lk);
			if (my->got || MY_ROLE() == GATE_TRIES)
				break;
			WAIT_UNTIL(lk->owner, VAL == 0, relaxed);
		}
		if (my->got) {
			HOLD_WRITE();
			CRITICAL();
			if (HAS(gate, counted))
				ADD(lk->entries, 1, relaxed);
			STORE(lk->owner, 0, release);
			GIVES();
		}
	}
END(gate_worker)
/* clang-format on */

static bool one_at_most(const struct ls_machine *m, const void *lk)
{
	u32 holders = 0;

	(void)lk;
	for (u32 i = 0; i < m->n; i++)
		holders += m->thread[i].holds == LS_HOLDS_WRITE;
	return holders <= 1;
}

/* All that is known of the lock, made anew. */
struct made {
	struct ls_lock_facts facts;
	struct ls_word_facts words[3];
	struct ls_memory memory[2];
	struct ls_line_facts lines[3];
	struct ls_role roles[3];
	struct ls_variant variants[3];
	struct ls_switch switches[2];
	struct ls_invariant invariants[2];
	struct ls_queue queues[1];
	const char *names[2];
	struct ls_local locals[1];
	struct ls_phrase phrase[1];
	struct ls_proc_facts proc_facts[2];
	struct ls_proc proc[2];
	const struct ls_proc *program[2];
};

static void set_up(struct made *x)
{
	memset(x, 0, sizeof *x);
	x->words[0] = (struct ls_word_facts){.name = "owner", .kind = LS_KIND_TID, .meaning = "who is in"};
	x->words[1] =
	    (struct ls_word_facts){.name = "entries", .offset = 4, .kind = LS_KIND_COUNT, .meaning = "so far"};
	x->memory[0] = (struct ls_memory){"gate", 0, sizeof(struct gate), 1, x->words};
	x->lines[0] = (struct ls_line_facts){"gate", false};
	x->lines[1] = (struct ls_line_facts){"sched", true};
	x->roles[GATE_PASSES] = (struct ls_role){'P', "passes"};
	x->roles[GATE_TRIES] = (struct ls_role){'T', "tries"};
	for (u8 i = 0; i < 2; i++) {
		x->variants[i] = (struct ls_variant){.lock = LS_LOCK_SPARE, .index = i, .has = i << gate_HAS_counted};
		x->variants[i].name = i ? "gate-counted" : "gate";
		x->variants[i].title = x->variants[i].name;
		x->proc_facts[i] = (struct ls_proc_facts){"gate", false, false, 0, NULL, x->locals, NULL, 0};
	}
	x->switches[0] = (struct ls_switch){.lock = LS_LOCK_SPARE, .name = "torn", .verdict = LS_VIOLATED};
	x->invariants[0] = (struct ls_invariant){.name = "alone", .meaning = "one thread is in", .holds = one_at_most};
	x->names[0] = "gate_enter", x->names[1] = "gate_worker";
	x->proc[0] = gate_enter_proc, x->proc[1] = gate_worker_proc;
	for (u32 i = 0; i < 2; i++) {
		x->proc[i].facts = &x->proc_facts[i];
		x->program[i] = &x->proc[i];
	}
	x->facts = (struct ls_lock_facts){.name = "gate",
					  .title = "A gate",
					  .family = "gate",
					  .source = "this test",
					  .number = LS_LOCK_SPARE,
					  .worker = 1,
					  .exit = LS_NO_PROC,
					  .kernel = true,
					  .planted = 1u << gate_SWITCH_torn,
					  .size = sizeof(struct gate),
					  .procs = 2,
					  .own = 2,
					  .memory = x->memory,
					  .lines = x->lines,
					  .roles = x->roles,
					  .invariants = x->invariants,
					  .queues = x->queues,
					  .variants = x->variants,
					  .switches = x->switches};
	memset(x->facts.base, LS_NO_PROC, sizeof x->facts.base);
	x->facts.base[LS_TEXT_gate] = 0;
	ls_locks[LS_LOCK_SPARE] = &x->facts;
	ls_proc_names[LS_LOCK_SPARE] = x->names;
	ls_programs[LS_LOCK_SPARE] = (struct ls_program){x->program, 2};
}

static void take_down(struct made *x)
{
	ls_locks[LS_LOCK_SPARE] = NULL;
	ls_proc_names[LS_LOCK_SPARE] = NULL;
	ls_programs[LS_LOCK_SPARE] = (struct ls_program){0};
	memset(x, 0xee, sizeof *x); /* nothing of it is used any more */
	free(x);
}

static struct ls_config config_of(u8 n, u32 switches, u8 variant)
{
	return (struct ls_config){.lock = LS_LOCK_SPARE, .variant = variant, .n = n, .rounds = 2, .switches = switches};
}

static struct ls_explore_stats search(struct ls_config c)
{
	struct ls_explorer *e = ls_explore_new(&c, 1 << 20, 1 << 20);
	struct ls_explore_stats stats = {.verdict = LS_VERDICTS};

	EXPECT(e, "a search of the lock begins");
	if (!e)
		return stats;
	while (ls_explore_slice(e, 1000))
		;
	stats = *ls_explore_stats(e);
	ls_explore_free(e);
	return stats;
}

static void test_facts(void)
{
	const struct ls_variant *v = ls_variant_named("gate-counted");
	const struct ls_switch *s = ls_switch_named(LS_LOCK_SPARE, "torn", 4);
	struct ls_config c = config_of(2, 0, 0);
	struct ls_machine m;

	EXPECT(v && v->lock == LS_LOCK_SPARE && v->index == 1, "its variant is found among all");
	EXPECT(s && s->index == gate_SWITCH_torn, "its switch is found");
	EXPECT(ls_roles_of(LS_LOCK_SPARE) == 2 && ls_variants_of(LS_LOCK_SPARE) == 2, " ");
	EXPECT(!strcmp(ls_proc_name(LS_LOCK_SPARE, 0), "gate_enter"), " ");
	c.role[1] = 2;
	EXPECT(ls_reset(&m, &c) == LS_BAD_ROLE, "a third role");
	c = config_of(2, 2, 0);
	EXPECT(ls_reset(&m, &c) == LS_BAD_SWITCH, "a second switch");
	c = config_of(2, 0, 2);
	EXPECT(ls_reset(&m, &c) == LS_BAD_VARIANT, "a third variant");
}

static void expect_told(struct ls_machine *m, const char *told)
{
	struct ls_record r;
	struct ls_text out;
	char text[200];

	ls_peek(m, LS_STEP_OF(1), &r);
	ls_step(m, LS_STEP_OF(1));
	ls_text_start(&out, text, sizeof text);
	ls_narrate(m, &r, &out);
	EXPECT(!strcmp(text, told), "%s", text);
}

/* The phrase is put behind the first access of T1, wherever that stands. */
static void test_words(struct made *x)
{
	struct ls_config c = config_of(2, 0, 0);
	struct ls_machine m;
	struct ls_record r;

	EXPECT(ls_reset(&m, &c) == 0, " ");
	ls_peek(&m, LS_STEP_OF(1), &r);
	EXPECT(r.op == LS_OP_CAS && r.proc == 0, "%u", r.op);
	x->phrase[0] = (struct ls_phrase){r.line, "goes through the gate", "finds the gate shut", ""};
	x->proc_facts[0].phrase = x->phrase;
	x->proc_facts[0].phrases = 1;
	expect_told(&m, "T1 goes through the gate: owner nobody \xe2\x86\x92 T1.");
}

static void test_search(void)
{
	struct ls_config c = config_of(3, 0, 0);
	struct ls_explore_stats s = search(c), counted;

	EXPECT(s.verdict == LS_OK && s.states > 50, "%u in %u states", s.verdict, s.states);
	counted = search(config_of(3, 0, 1));
	EXPECT(counted.verdict == LS_OK && counted.states > s.states, "%u states, %u", s.states, counted.states);
	c.role[0] = c.role[1] = GATE_TRIES;
	EXPECT(search(c).verdict == LS_OK && search(c).states != s.states, "whoever tries does not wait");
	s = search(config_of(2, 1u << gate_SWITCH_torn, 0));
	EXPECT(s.verdict == LS_VIOLATED && s.path_length == 4, "%u in %u", s.verdict, s.path_length);
	EXPECT(s.what && !strcmp(s.what, "alone"), "%s", s.what ? s.what : "?");
}

int main(void)
{
	u32 before = ls_variant_count();

	for (u32 round = 0; round < 2; round++) { /* the place can be used again */
		struct made *x = malloc(sizeof *x);
		struct ls_config c = config_of(2, 0, 0);
		struct ls_machine m;

		EXPECT(ls_reset(&m, &c) == LS_BAD_LOCK, "before it is there");
		if (!x)
			return 1;
		set_up(x);
		EXPECT(ls_variant_count() == before + 2, "%u", ls_variant_count());
		test_facts();
		test_words(x);
		test_search();
		take_down(x);
		EXPECT(ls_variant_count() == before, "%u", ls_variant_count());
	}
	return test_end();
}
