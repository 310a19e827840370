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
#include "side.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <ucontext.h>

#include "machine.h"
#include "machine_internal.h"
#include "backend/step/step.h"
#include "registry.h"

_Static_assert(OWN_RELAXED == (int)LS_RELAXED && OWN_ACQUIRE == (int)LS_ACQUIRE && OWN_RELEASE == (int)LS_RELEASE &&
		   OWN_ACQ_REL == (int)LS_ACQ_REL && OWN_FULL == (int)LS_FULL,
	       "one numbering");

/* Schedules are short at first, so that each number of threads comes up soon, and long later. */
enum { STACK = 65536, SHORT = 100, LONG = 4000, LATER = 10000, OTHER = OWN_KINDS };
#define NO_WORD (0u - 1) /* of a local that is 0 */

struct access {
	u32 kind; /* enum own_kind, or OTHER */
	u32 word, bits;
	u32 before, after;
	bool plain;
	u8 order; /* 0 where none is compared */
};

/* --- the published text, one coroutine a thread -------------------------------------- */

static ucontext_t scheduler, thread[OWN_THREADS + 1];
static char stack[OWN_THREADS + 1][STACK];
static bool resched[OWN_THREADS + 1];
static u32 role[OWN_THREADS + 1];
static u64 now, taken;
static u32 running;
static struct own_access theirs;
static u8 order, ordered[OWN_THREADS + 1]; /* of theirs, and of each thread's next */
static bool fenced[OWN_THREADS + 1];
static struct ls_machine m;                 /* ours */
static struct access call[OWN_THREADS + 1]; /* that a thread is in, in both */
static long result[OWN_THREADS + 1];        /* of its last */

u32 own_running(void)
{
	return running;
}

bool own_resched_of(u32 tid)
{
	return resched[tid] || (own_text.sleeps && m.thread[tid - 1].need_resched);
}

void own_give_way(void)
{
	u32 me = running;

	if (!me) /* a fresh lock is being set up */
		return;
	running = 0;
	swapcontext(&thread[me], &scheduler);
}

void own_ordered(enum own_order of_next)
{
	ordered[running] = (u8)of_next;
}

void own_fence(void)
{
	fenced[running] = true;
}

void own_note(struct own_access access)
{
	theirs = access;
	order = fenced[running] ? OWN_FULL : ordered[running];
	ordered[running] = OWN_RELAXED;
	fenced[running] = false;
}

long own_futex(enum own_kind kind, const volatile void *at, unsigned long value, bool limited)
{
	u32 me = running;

	own_give_way();
	own_note((struct own_access){.kind = (u8)kind, .at = at, .size = 4, .before = value, .after = limited});
	own_give_way();
	return result[me];
}

void own_work(void)
{
	own_give_way();
	own_note((struct own_access){.kind = OWN_WORK});
}

uint64_t own_steps(void)
{
	return taken;
}

static void step_theirs(u32 t)
{
	taken++;
	running = t;
	swapcontext(&scheduler, &thread[t]);
	if (theirs.plain && theirs.kind == OWN_STORE) { /* made since it was announced */
		theirs.after = 0;
		memcpy(&theirs.after, (const void *)theirs.at, theirs.size);
	}
}

static void thread_main(void)
{
	u32 me = running;

	for (;;) {
		own_text.round(me, role[me]);
		resched[me] = false;
	}
}

/* Up to before the first access. */
static void start_theirs(u32 n)
{
	own_text.reset();
	taken++;
	for (u32 t = 1; t <= n; t++) {
		getcontext(&thread[t]);
		thread[t].uc_stack = (stack_t){.ss_sp = stack[t], .ss_size = STACK};
		thread[t].uc_link = NULL;
		makecontext(&thread[t], thread_main, 0);
		resched[t] = false;
		call[t].kind = 0;
		ordered[t] = OWN_RELAXED;
		fenced[t] = false;
		running = t;
		swapcontext(&scheduler, &thread[t]);
	}
}

/* --- ours -------------------------------------------------------------------------------- */

static struct ls_config config;

/* A word by its name, of thread tid's or of the lock. */
static u32 word_named(const char *name, u32 tid)
{
	for (const struct ls_memory *s = ls_locks[m.lock]->memory; s->size; s++)
		for (const struct ls_word_facts *w = s->words; w->name; w++)
			if (!strcmp(w->name, name) && !s->count == (tid != 0))
				return (s->base + tid * s->size + w->offset) / 4u;
	fprintf(stderr, "our text has no word %s\n", name);
	exit(2);
}

static u32 kind_of(u32 op)
{
	switch (op) {
	case LS_OP_LOAD:
	case LS_OP_AWAIT:
		return OWN_LOAD;
	case LS_OP_STORE:
		return OWN_STORE;
	case LS_OP_XCHG:
		return OWN_XCHG;
	case LS_OP_CAS:
		return OWN_CAS;
	case LS_OP_ADD:
		return OWN_ADD;
	case LS_OP_OR:
		return OWN_OR;
	case LS_OP_ANDNOT:
		return OWN_ANDNOT;
	case LS_OP_CRITICAL:
		return OWN_WORK;
	case LS_OP_SPIN_LOCK:
		return OWN_SPIN_LOCK;
	case LS_OP_SPIN_UNLOCK:
		return OWN_SPIN_UNLOCK;
	case LS_OP_LIST_ADD:
		return OWN_LIST_ADD;
	case LS_OP_LIST_DEL:
		return OWN_LIST_DEL;
	case LS_OP_LIST_FIRST:
		return OWN_LIST_FIRST;
	case LS_OP_LIST_NEXT:
		return OWN_LIST_NEXT;
	case LS_OP_ON_CPU:
		return OWN_ON_CPU;
	case LS_OP_SET_STATE:
		return OWN_STATE;
	case LS_OP_SLEEP:
		return OWN_SLEEP;
	case LS_OP_NO_SLEEP:
		return OWN_NO_SLEEP;
	case LS_OP_AWAKE:
		return OWN_AWAKE;
	case LS_OP_WAKE:
		return OWN_WAKE;
	default:
		return OTHER;
	}
}

/* The step that the kernel's text leaves out belongs to the one before it. */
static void take_only_ours(u32 t)
{
	struct ls_record next;

	if (own_text.only_ours && ls_peek(&m, LS_STEP_OF(t), &next) == LS_MOVED && next.op == LS_OP_STORE &&
	    next.word == word_named(own_text.only_ours, t) && next.new_ == own_text.only_value)
		ls_step(&m, LS_STEP_OF(t));
}

static u32 local_of(const struct ls_frame *fr, const char *name)
{
	const struct ls_proc *proc = ls_proc_of(&m, fr->proc);
	u32 value = 0;

	for (const struct ls_local *l = proc->facts->local; l->name; l++)
		if (!strcmp(l->name, name) && l->size == sizeof value) {
			memcpy(&value, (const char *)(fr + 1) + l->offset, sizeof value);
			return value;
		}
	fprintf(stderr, "our %s has no local %s\n", ls_proc_name(m.lock, fr->proc), name);
	exit(2);
}

static u32 at_most_all(unsigned long threads)
{
	return threads < OWN_THREADS ? (u32)threads : OWN_THREADS;
}

/* The system call that our thread is in, or makes next. False: none. */
static bool call_of(u32 t, struct access *out)
{
	const struct ls_thread *p = &m.thread[t - 1];

	for (u32 at = 0; own_text.waits && p->in_kernel && at < p->sp;) {
		const struct ls_frame *fr = (const struct ls_frame *)(const void *)(p->stack + at);
		const char *name = ls_proc_name(m.lock, fr->proc);
		bool waits = !strcmp(name, own_text.waits);

		if (waits || !strcmp(name, own_text.wakes)) {
			*out = (struct access){.kind = waits ? OWN_FUTEX_WAIT : OWN_FUTEX_WAKE,
					       .word = local_of(fr, "uaddr") - 1,
					       .before =
						   waits ? local_of(fr, "val") : at_most_all(local_of(fr, "nr_wake")),
					       .after = waits && local_of(fr, "timed")};
			return true;
		}
		at += fr->size;
	}
	return false;
}

/* What our FUTEX_WAIT has come back with, at once or as what its caller made of it and handed on. */
static long error_of_wait(void)
{
	long value = labs((long)(s32)m.retval);

	return value == EAGAIN || value == EINTR || value == ETIMEDOUT ? -value : 0;
}

/* A step of ours in the kernel; when ours is back from the call, theirs is as well. A local that nobody reads any more
 * is 0. */
static void step_in_call(u32 t)
{
	struct access now;

	ls_step(&m, LS_STEP_OF(t));
	if (call_of(t, &now) && now.kind == call[t].kind && (now.word == call[t].word || now.word == NO_WORD))
		return;
	result[t] = call[t].kind == OWN_FUTEX_WAIT ? error_of_wait() : 0;
	call[t].kind = 0;
	running = t;
	swapcontext(&scheduler, &thread[t]);
}

/* A step of a lock that sleeps: whom it is about, and what came of it. */
static struct access event(const struct ls_record *r, enum ls_result result)
{
	u32 kind = kind_of(r->op);
	u32 after = kind == OWN_STATE    ? r->new_
		    : kind == OWN_ON_CPU ? r->old
		    : kind == OWN_WAKE   ? r->ok
					 : kind == OWN_SPIN_LOCK && result == LS_MOVED;

	return (struct access){.kind = kind, .before = r->target, .after = after};
}

static struct access step_ours(u32 t)
{
	struct access ours;
	enum ls_result moved;

	if (call_of(t, &call[t]))
		return call[t];
	moved = ls_step(&m, LS_STEP_OF(t));
	if (kind_of(m.rec.op) > OWN_WORK && kind_of(m.rec.op) < OWN_KINDS)
		return event(&m.rec, moved);
	ours = (struct access){.kind = kind_of(m.rec.op),
			       .word = m.rec.word,
			       .bits = ls_bits_written(&m.rec),
			       .before = m.rec.old,
			       .after = m.rec.new_,
			       .order = own_text.orders ? m.rec.order : 0};
	if (ours.kind == OWN_WORK)
		ours = (struct access){.kind = OWN_WORK};
	take_only_ours(t);
	if (!own_text.sleeps &&
	    m.thread[t - 1].status == LS_PREEMPTED) /* at once, when its round was over and preemption on again */
		ls_step(&m, LS_ENV_OF(LS_ENV_RUN, t));
	return ours;
}

/* --- side by side ---------------------------------------------------------------------------- */

static u32 number(const struct own_word *w, unsigned long value)
{
	unsigned long flags = w->points ? value & ((1ul << w->flag_bits) - 1) : 0;

	return (w->points ? own_text.node_of(value - flags) << w->flag_bits | (u32)flags : (u32)value) << w->shift;
}

/* Their access in the terms of our words. */
static struct access as_ours(void)
{
	struct own_word w;
	bool whole;

	if (theirs.kind >= OWN_WORK && theirs.kind != OWN_FUTEX_WAIT && theirs.kind != OWN_FUTEX_WAKE)
		return (struct access){.kind = theirs.kind, .before = (u32)theirs.before, .after = (u32)theirs.after};
	if (!own_text.word_at((uintptr_t)theirs.at, &w))
		return (struct access){.kind = OTHER};
	if (theirs.kind > OWN_WORK)
		return (struct access){.kind = theirs.kind,
				       .word = word_named(w.name, w.tid),
				       .before = theirs.kind == OWN_FUTEX_WAKE ? at_most_all(theirs.before)
									       : (u32)theirs.before,
				       .after = (u32)theirs.after};
	whole = w.points || w.whole || theirs.size >= 4;
	return (struct access){.kind = theirs.kind,
			       .word = word_named(w.name, w.tid),
			       .bits = whole ? ~0u : ((1u << 8 * theirs.size) - 1) << w.shift,
			       .before = number(&w, theirs.before),
			       .after = number(&w, theirs.after),
			       .plain = theirs.plain,
			       .order = own_text.orders ? order : 0};
}

static bool same(const struct access *a, const struct access *b)
{
	u32 bits = b->bits;
	bool part = a->kind == OWN_STORE || a->kind == OWN_XCHG, blind = b->plain && b->kind == OWN_STORE;

	if (a->kind == b->kind && a->kind > OWN_WORK && a->kind < OWN_KINDS)
		return a->word == b->word && a->before == b->before && a->after == b->after;
	if (a->kind != b->kind || a->kind == OTHER || a->order != b->order ||
	    (a->kind != OWN_WORK && a->word != b->word) || (part && a->bits != bits))
		return false;
	return (blind || (a->before & bits) == b->before) && (a->after & bits) == b->after;
}

/* A word as the sentences name it: val, T2.next. */
static void print_word(u32 word)
{
	u32 element;
	const struct ls_memory *s = ls_memory_of(&m, word, &element);

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
	static const char *const orders[] = {"relaxed", "acquire", "release", "acq_rel", "full"};

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
	config.n = (u8)n;
	config.rounds = LS_ENDLESS;
	for (u32 t = 1; t <= n; t++)
		config.role[t - 1] =
		    (u8)(role[t] = own_text.roles ? random_below(own_text.roles) : own_text.tries && t > 2 && t == n);
	if (ls_reset(&m, &config) != 0)
		abort();
	start_theirs(n);
}

bool own_is_on_cpu(u32 tid)
{
	return m.thread[tid - 1].on_cpu;
}

bool own_is_killed(uint32_t tid)
{
	return m.thread[tid - 1].signal == LS_FATAL_SIGNAL;
}

bool own_has_waited(uint32_t tid)
{
	return m.thread[tid - 1].threshold == LS_CLOCK_PASSED;
}

/* An act of the environment that no budget holds back. */
static bool act(u32 kind, u32 t)
{
	m.budget[kind] = 1;
	return ls_step(&m, LS_ENV_OF(kind, t)) == LS_MOVED;
}

uint64_t own_clock(void)
{
	if (random_below(2) && act(LS_ENV_TIMEOUT, running))
		now += 1ull << 40;
	return now;
}

uint32_t own_stack_of(uintptr_t at)
{
	uintptr_t first = (uintptr_t)stack;

	return at >= first && at < first + sizeof stack ? (u32)((at - first) / STACK) : 0;
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

	if (m.thread[t - 1].status == LS_PREEMPTED && !random_below(4))
		ls_step(&m, LS_ENV_OF(LS_ENV_RUN, t));
	return ls_peek(&m, LS_STEP_OF(t), &next) != LS_BLOCKED;
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
	resched[t] = true;
	m.thread[t - 1].need_resched = 1;
}

/* One schedule with n threads. False at a difference. */
static bool compare(u32 n, u64 limit, u64 *steps)
{
	u32 length = *steps < LATER ? SHORT : LONG, t = 1, stays = 0;

	start_both(n);
	for (u32 i = 0; i < length && *steps < limit; i++) {
		struct access ours, own;

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
		if (call[t].kind) {
			step_in_call(t);
			continue;
		}
		++*steps;
		step_theirs(t);
		ours = step_ours(t);
		own = as_ours();
		if (same(&ours, &own)) {
			if (call[t].kind)
				step_in_call(t);
			continue;
		}
		printf("T%u differs in step %llu, %u threads:\n", t, (unsigned long long)*steps, n);
		print("ours  ", &ours);
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
	config.lock = v->lock;
	config.variant = v->index;
	if (argc > 2 && strcmp(argv[2], "broken"))
		config.switches = switch_named(v->lock, argv[2]);
	for (u32 n = 2; equal && steps < limit; n = n < OWN_THREADS ? n + 1 : 2)
		equal = compare(n, limit, &steps);
	if (equal)
		printf("no difference in %llu steps\n", (unsigned long long)steps);
	return equal == (argc == 2) ? 0 : 1;
}
