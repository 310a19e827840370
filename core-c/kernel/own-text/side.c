/* SPDX-License-Identifier: MIT */
/*
 * The published lock text beside ours, access by access.
 *
 *   own-text STEPS [FAULT]    0: no difference in so many steps; with a fault of our text turned on, or with the word
 *                             `broken` for a text that was changed, 0 when a difference was found
 *
 * Compared: what kind of access, which word and which part of it, its value before and after, and its memory order if
 * the text asks for that. Of a plain store only what it leaves: what was there before belongs to a node that nobody
 * uses any more.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "pair.h"
#include "registry.h"

_Static_assert(OWN_RELAXED == (int)LS_RELAXED && OWN_ACQUIRE == (int)LS_ACQUIRE && OWN_RELEASE == (int)LS_RELEASE &&
		   OWN_ACQ_REL == (int)LS_ACQ_REL && OWN_FULL == (int)LS_FULL && OWN_WMB == (int)LS_WMB,
	       "one numbering");

/* Schedules are short at first, so that each number of threads comes up soon, and long later. */
enum { SHORT = 100, LONG = 4000, LATER = 10000 };

static u64 now; /* of the clock that the texts read */

static u32 number(const struct own_word *w, unsigned long value)
{
	unsigned long flags = w->points ? value & ((1ul << w->flag_bits) - 1) : 0;

	return (w->points ? own_text.node_of(value - flags) << w->flag_bits | (u32)flags : (u32)value) << w->shift;
}

/* Their access in the terms of our words. */
static struct access as_ours(void)
{
	const struct own_access own = theirs.access;
	struct own_word w;
	bool whole;

	if (own.kind >= OWN_WORK && own.kind != OWN_FUTEX_WAIT && own.kind != OWN_FUTEX_WAKE)
		return (struct access){.kind = own.kind, .before = (u32)own.before, .after = (u32)own.after};
	if (!own_text.word_at((uintptr_t)own.at, &w))
		return (struct access){.kind = OTHER};
	if (own.kind > OWN_WORK)
		return (struct access){.kind = own.kind,
				       .word = word_named(w.name, w.tid),
				       .before = own.kind == OWN_FUTEX_WAKE ? at_most_all(own.before) : (u32)own.before,
				       .after = (u32)own.after};
	whole = w.points || w.whole || own.size >= 4;
	return (struct access){.kind = own.kind,
			       .word = word_named(w.name, w.tid),
			       .bits = whole ? ~0u : ((1u << 8 * own.size) - 1) << w.shift,
			       .before = number(&w, own.before),
			       .after = number(&w, own.after),
			       .plain = own.plain,
			       .order = own_text.orders ? theirs.order : 0};
}

/* Ours, and theirs. */
static bool same_order(const struct access *a, const struct access *b)
{
	if (a->order == b->order)
		return true;
	return own_text.acquires && a->kind == OWN_LOAD && a->order == OWN_ACQUIRE && b->order == OWN_RELAXED &&
	       a->word == word_named(own_text.acquires, 0);
}

static bool same(const struct access *a, const struct access *b)
{
	u32 bits = b->bits;
	bool part = a->kind == OWN_STORE || a->kind == OWN_XCHG, blind = b->plain && b->kind == OWN_STORE;

	if (a->kind == b->kind && a->kind > OWN_WORK && a->kind < OWN_KINDS)
		return a->word == b->word && a->before == b->before && a->after == b->after;
	if (a->kind != b->kind || a->kind == OTHER || !same_order(a, b) ||
	    (a->kind != OWN_WORK && a->word != b->word) || (part && a->bits != bits))
		return false;
	return (blind || (a->before & bits) == b->before) && (a->after & bits) == b->after;
}

/* A word as the sentences name it: val, T2.next. */
static void print_word(u32 word)
{
	u32 element;
	const struct ls_memory *s = ls_memory_of(&ours.m, word, &element);

	for (const struct ls_word_facts *w = s ? s->words : NULL; w && w->name; w++)
		if (s->base + element * s->size + w->offset == 4 * word && s->count)
			printf(" %s", w->name);
		else if (s->base + element * s->size + w->offset == 4 * word)
			printf(" T%u.%s", element, w->name);
}

static void print(const char *whose, const struct access *a)
{
	static const char *const kinds[] = {
	    "load",      "store",       "xchg",     "cmpxchg",  "add",        "or",        "andnot", "work",
	    "spin lock", "spin unlock", "list add", "list del", "list first", "list next", "on cpu", "state",
	    "sleep",     "no sleep",    "awake",    "wake",     "FUTEX_WAIT", "FUTEX_WAKE"};
	static const char *const orders[] = {"relaxed", "acquire", "release", "acq_rel", "full", "wmb"};

	if (a->kind >= sizeof kinds / sizeof *kinds) {
		printf("  %s: something else\n", whose);
		return;
	}
	printf("  %s: %s", whose, kinds[a->kind]);
	if (a->kind < OWN_WORK || a->kind == OWN_FUTEX_WAIT || a->kind == OWN_FUTEX_WAKE)
		print_word(a->word);
	printf(", bits 0x%x, 0x%x -> 0x%x%s%s\n", a->bits, a->before, a->after, own_text.orders ? ", " : "",
	       own_text.orders ? orders[a->order] : "");
}

static u32 random_state = 2463534242u;

static u32 random_below(u32 n)
{
	random_state ^= random_state << 13;
	random_state ^= random_state >> 17;
	random_state ^= random_state << 5;
	return (u32)((u64)random_state * n >> 32);
}

static void start_both(u32 n)
{
	ours.config.n = (u8)n;
	ours.config.rounds = LS_ENDLESS;
	for (u32 t = 1; t <= n; t++)
		ours.config.role[t - 1] = (u8)(theirs.role[t] = own_text.roles ? random_below(own_text.roles)
									       : own_text.tries && t > 2 && t == n);
	if (ls_reset(&ours.m, &ours.config) != 0)
		abort();
	memset(ours.call, 0, sizeof ours.call);
	start_theirs(n);
}

bool own_is_on_cpu(u32 tid)
{
	return ours.m.thread[tid - 1].on_cpu;
}

bool own_is_killed(uint32_t tid)
{
	return ours.m.thread[tid - 1].signal == LS_FATAL_SIGNAL;
}

bool own_has_waited(uint32_t tid)
{
	return ours.m.thread[tid - 1].threshold == LS_CLOCK_PASSED;
}

/* An act of the environment that no budget holds back. */
static bool act(u32 kind, u32 t)
{
	ours.m.budget[kind] = 1;
	return ls_step(&ours.m, LS_ENV_OF(kind, t)) == LS_MOVED;
}

uint64_t own_clock(void)
{
	if (random_below(2) && act(LS_ENV_TIMEOUT, own_running()))
		now += 1ull << 40;
	return now;
}

/* Time passes and threads are killed, in both texts: in a long schedule seldom, for nobody comes after them. */
static void happen(u32 n, u32 length)
{
	u32 t;

	if (own_text.signals && !random_below(64))
		act(LS_ENV_SIGNAL, 1 + random_below(n));
	if (own_text.timeouts && !random_below(8))
		act(LS_ENV_TIMEOUT, 1 + random_below(n));
	if (!own_text.clocks && !own_text.kills)
		return;
	t = 1 + random_below(n);
	if (own_text.clocks && !random_below(8))
		act(LS_ENV_THRESHOLD, t);
	if (own_text.kills && !random_below(length / 2) && act(LS_ENV_KILL, t))
		own_text.killed(t);
}

/* False: it sleeps, or waits for a CPU. */
static bool can_move(u32 t)
{
	struct ls_record next;

	if (ours.m.thread[t - 1].status == LS_PREEMPTED && !random_below(4))
		ls_step(&ours.m, LS_ENV_OF(LS_ENV_RUN, t));
	return ls_peek(&ours.m, LS_STEP_OF(t), &next) != LS_BLOCKED;
}

/* Another CPU wants this one back: both texts see it at the same look. */
static void preempt(u32 t)
{
	if (!own_text.preempts || random_below(16))
		return;
	if (own_text.sleeps) {
		act(LS_ENV_PREEMPT, t);
		return;
	}
	theirs.resched[t] = true;
	ours.m.thread[t - 1].need_resched = 1;
}

/* One schedule with n threads. False at a difference. */
static bool compare(u32 n, u64 limit, u64 *steps)
{
	u32 length = *steps < LATER ? SHORT : LONG, t = 1, stays = 0;

	start_both(n);
	for (u32 i = 0; i < length && *steps < limit; i++) {
		struct access our, own;

		if (!stays) { /* a thread that comes far while others stand still finds what they do not expect */
			t = 1 + random_below(n);
			stays = 1 + random_below(random_below(2) ? 2 : 12);
		}
		stays--;
		happen(n, length);
		preempt(t);
		if (own_text.sleeps && !can_move(t)) {
			stays = 0;
			continue;
		}
		if (ours.call[t].kind) {
			step_in_call(t);
			continue;
		}
		++*steps;
		step_theirs(t);
		our = step_ours(t);
		own = as_ours();
		if (same(&our, &own)) {
			if (ours.call[t].kind)
				step_in_call(t);
			continue;
		}
		printf("T%u differs in step %llu, %u threads:\n", t, (unsigned long long)*steps, n);
		print("ours  ", &our);
		print("theirs", &own);
		return false;
	}
	return true;
}

static u32 switch_named(u8 lock, const char *name)
{
	const struct ls_switch *s = ls_switch_named(lock, name, strlen(name));

	if (!s) {
		fprintf(stderr, "our text has no fault %s\n", name);
		exit(2);
	}
	return 1u << s->index;
}

int main(int argc, char **argv)
{
	const struct ls_variant *v = ls_variant_named(own_text.ours);
	u64 limit = argc > 1 ? strtoull(argv[1], NULL, 10) : 0, steps = 0;
	bool equal = true;

	if (!v || !limit)
		return 2;
	ours.config.lock = v->lock;
	ours.config.variant = v->index;
	if (argc > 2 && strcmp(argv[2], "broken"))
		ours.config.switches = switch_named(v->lock, argv[2]);
	for (u32 n = 2; equal && steps < limit; n = n < OWN_THREADS ? n + 1 : 2)
		equal = compare(n, limit, &steps);
	if (equal)
		printf("no difference in %llu steps\n", (unsigned long long)steps);
	return equal == (argc == 2) ? 0 : 1;
}
