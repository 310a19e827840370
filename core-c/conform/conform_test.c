/* SPDX-License-Identifier: MIT */
/*
 * Random schedules of the model, told as a trace with blurred times, must be found to conform;
 * the same with one event changed, dropped or swapped must not, and at that place.
 */
#include <stdlib.h>
#include <string.h>

#include "../backend/step.h"
#include "../machine_internal.h"
#include "../test.h"
#include "../trace/recording.h"
#include "report.h"

enum { MAX_EVENTS = 20000, GRAIN = 100 };

static struct rec_event event[MAX_EVENTS];
static u32 events;
static char text[MAX_EVENTS * 110];
static bool told; /* signals are events, too */
static u32 seed = 12345;

static u32 random_number(u32 n)
{
	seed = seed * 1664525u + 1013904223u;
	return (seed >> 8) % n;
}

/* --- a schedule as a trace ------------------------------------------------------------ */

static u8 values_of(u8 op)
{
	switch (op) {
	case LS_OP_LOAD: case LS_OP_AWAIT: return REC_WORD | REC_OLD;
	case LS_OP_STORE: return REC_WORD | REC_NEW;
	case LS_OP_XCHG: case LS_OP_ADD: case LS_OP_OR: return REC_WORD | REC_OLD | REC_NEW;
	case LS_OP_CAS: return REC_WORD | REC_OLD | REC_NEW | REC_ARG | REC_OK;
	case LS_OP_SPIN_LOCK: case LS_OP_SPIN_UNLOCK: case LS_OP_QUEUE_UNLOCK: return REC_WORD;
	case LS_OP_SPIN_TRYLOCK: case LS_OP_QUEUE_LOCK: return REC_WORD | REC_OK;
	case LS_OP_LIST_ADD: case LS_OP_LIST_DEL: case LS_OP_LIST_FIRST: return REC_WORD | REC_TARGET;
	case LS_OP_ON_CPU: return REC_TARGET | REC_OLD;
	case LS_OP_SET_STATE: return REC_NEW;
	case LS_OP_WAKE: return REC_TARGET | REC_OK;
	case LS_OP_SIGNAL: case LS_OP_KILL: return REC_TARGET;
	}
	return 0;
}

/*
 * What looks for a signal is a part of the access before it in the machine, but not on a CPU: of who runs, the signal is
 * told as if it came behind the access that he makes next. late: by thread, 1 + the event of such a signal.
 */
static void tell_signal(const struct ls_record *rec, bool runs, u64 now, u32 *late)
{
	late[rec->target] = runs && !late[rec->target] ? events + 1 : 0;
	event[events++] = (struct rec_event){
		.before = now, .after = now, .op = rec->op, .has = values_of(rec->op), .target = rec->target,
	};
}

static void come_late(u32 tid, u64 now, u32 *late)
{
	if (late[tid])
		event[late[tid] - 1].before = event[late[tid] - 1].after = now + GRAIN / 2;
	late[tid] = 0;
}

/* Whether the access began with an earlier record of the same thread: a sleep, a place in line. */
static bool goes_on(const struct ls_record *rec, const struct rec_event *begun)
{
	return begun && (rec->op == LS_OP_AWAKE || (rec->op == LS_OP_QUEUE_LOCK && begun->op == LS_OP_QUEUE_LOCK && !begun->ok));
}

static void tell(const struct ls_machine *m, const struct ls_record *rec, u64 now, struct rec_event **last)
{
	u32 tid = LS_ACTION_TID(rec->action);
	const struct ls_frame *frame = ls_top_frame(&m->thread[tid - 1]);
	struct rec_event *e = last[tid];

	if (rec->op == LS_OP_AWAKE || goes_on(rec, e)) {
		e->after = now;
		e->ok = rec->ok;
		return;
	}
	e = last[tid] = &event[events++];
	*e = (struct rec_event){
		.before = now, .after = now, .old = rec->old, .new_ = rec->new_, .arg = rec->arg, .word = rec->word,
		.line = (u8)(rec->line - ls_procs[rec->proc]->first), .proc = rec->proc, .op = rec->op,
		.has = values_of(rec->op), .ok = rec->ok, .target = rec->target, .tid = (u8)tid,
	};
	if (rec->op == LS_OP_NO_SLEEP)
		e->op = LS_OP_SLEEP;
	if (rec->op == LS_OP_SLEEP || (rec->op == LS_OP_QUEUE_LOCK && frame && frame->line == rec->line))
		e->after = UINT64_MAX; /* until it wakes up, or it is its turn */
}

/* Each access took some time around the moment in which it happened. */
static void blur(u32 by)
{
	u64 free_from[LS_MAX_THREADS + 1] = { 0 };
	u64 next_at[LS_MAX_THREADS + 1];

	for (u32 i = 0; i < events; i++) {
		struct rec_event *e = &event[i];
		u64 begin = e->before - random_number(by);

		e->before = begin < free_from[e->tid] ? free_from[e->tid] : begin;
		free_from[e->tid] = e->after + 1;
	}
	memset(next_at, 0xff, sizeof next_at);
	for (u32 i = events; i-- > 0;) {
		struct rec_event *e = &event[i];
		u64 end = e->after + random_number(by);

		if (e->after != UINT64_MAX)
			e->after = end < next_at[e->tid] ? end : next_at[e->tid] - 1;
		next_at[e->tid] = e->before;
	}
}

static int by_time(const void *a, const void *b)
{
	const struct rec_event *x = a, *y = b;

	return x->before < y->before ? -1 : x->before > y->before;
}

static void record(const struct ls_config *c, u32 steps, u32 by)
{
	static struct ls_machine m;
	struct rec_event *last[LS_MAX_THREADS + 1] = { NULL };
	u32 late[LS_MAX_THREADS + 1] = { 0 };
	u64 now = 10 * GRAIN;
	u32 tid = 1, stay = 0;

	events = 0;
	EXPECT(ls_reset(&m, c) == 0, "the configuration resets");
	for (u32 i = 0; i < steps && events < MAX_EVENTS - 1 && !m.bug && !ls_finished(&m); i++, now += GRAIN) {
		ls_action a;
		bool runs;

		if (!stay) {
			tid = 1 + random_number(m.n);
			stay = 1 + random_number(random_number(2) ? 4 : 30);
		}
		stay--;
		a = LS_STEP_OF(tid);
		if (m.thread[tid - 1].status == LS_PREEMPTED)
			a = LS_ENV_OF(LS_ENV_RUN, tid);
		else if (random_number(20) == 0)
			a = LS_ENV_OF(1 + random_number(LS_ENV_WAKE - 1), 1 + random_number(m.n));
		runs = m.thread[LS_ACTION_TID(a) - 1].status == LS_READY && m.thread[LS_ACTION_TID(a) - 1].state == LS_RUNNING &&
		       m.thread[LS_ACTION_TID(a) - 1].in_kernel;
		if (ls_step(&m, a) != LS_MOVED) {
			stay = LS_ACTION_ENV(a) ? stay : 0;
		} else if (!LS_ACTION_ENV(a)) {
			tell(&m, &ls_rec, now, last);
			come_late(tid, now, late);
		} else if (told && (ls_rec.op == LS_OP_SIGNAL || ls_rec.op == LS_OP_KILL)) {
			tell_signal(&ls_rec, runs, now, late);
		}
	}
	qsort(event, events, sizeof *event, by_time);
	if (by)
		blur(by);
	qsort(event, events, sizeof *event, by_time);
}

static u32 write_trace(const struct ls_config *c)
{
	char roles[LS_MAX_THREADS + 1];
	u32 n;

	for (u32 i = 0; i < c->n; i++)
		roles[i] = ls_locks[c->lock]->roles[c->role[i]].letter;
	roles[c->n] = 0;
	n = (u32)sprintf(text, "lockstep-trace 1\nlock %s\nthreads %s\nseen all\nticks 100\ncut %llu\n", ls_variant_at(c->lock, c->variant)->name,
			 roles, (unsigned long long)(events ? event[events - 1].before : 0));
	for (u32 i = 0; i < ls_switches_of(c->lock); i++)
		if (c->switches >> i & 1)
			n += (u32)sprintf(text + n, "switch %s\n", ls_switch_at(c->lock, (u8)i)->name);
	n += (u32)sprintf(text + n, told ? "signals told\nevents\n" : "events\n");
	for (u32 i = 0; i < events; i++) {
		struct rec_event e = event[i];

		if (e.after == UINT64_MAX)
			e.after = (u64)1 << 40;
		n += (u32)rec_line(text + n, 110, &e, 0, e.tid ? ls_procs[e.proc]->name : NULL);
		text[n++] = '\n';
	}
	text[n] = 0;
	return n;
}

/* --- the verdict ------------------------------------------------------------------------- */

static struct ls_trace trace;
static struct ls_conform *conform;

static enum ls_conform_verdict judge(const struct ls_config *c)
{
	u32 n = write_trace(c);

	ls_conform_free(conform);
	conform = NULL;
	ls_trace_free(&trace);
	EXPECT(ls_trace_read(&trace, text, n) && trace.notes == 0, "the trace can be read: %s", trace.note[0]);
	conform = ls_conform_new(&trace);
	while (ls_conform_slice(conform, 1000))
		;
	return ls_conform_report(conform)->verdict;
}

/* The schedule that was found is one: every step of it happens, to the end. */
static bool replays(void)
{
	static struct ls_cover cover;
	const struct ls_conform_report *r = ls_conform_report(conform);

	return ls_cover_schedule(&cover, &trace.config, r->action, r->actions) == r->actions;
}

/* Signals that stand in the schedule and not in the trace. */
static u32 signals_inferred(void)
{
	const struct ls_conform_report *r = ls_conform_report(conform);
	u32 n = 0;

	for (u32 i = 0; i < r->actions; i++) {
		u32 env = LS_ACTION_ENV(r->action[i]);

		n += r->event[i] == LS_NO_EVENT && (env == LS_ENV_SIGNAL || env == LS_ENV_KILL);
	}
	return n;
}

static void show_difference(void)
{
	char buffer[8192];
	struct ls_text t;

	ls_text_start(&t, buffer, sizeof buffer);
	ls_conform_put_json(conform, &trace, NULL, &t);
	fprintf(stderr, "  %s\n", buffer);
	if (getenv("CONFORM_KEEP")) {
		FILE *f = fopen(getenv("CONFORM_KEEP"), "w");

		fputs(text, f);
		fclose(f);
		exit(1);
	}
}

static void random_config(struct ls_config *c, const struct ls_variant *v)
{
	memset(c, 0, sizeof *c);
	c->lock = v->lock;
	c->variant = v->index;
	c->n = (u8)(2 + random_number(4));
	c->rounds = (u8)(20 + random_number(200));
	for (u32 i = 0; i < c->n; i++)
		c->role[i] = (u8)random_number(ls_roles_of(c->lock));
	for (u32 i = 1; i < LS_ENV_WAKE; i++) /* where every access is seen nobody wakes for nothing */
		c->budget[i] = (u8)random_number(100);
}

static bool can_tell(const struct ls_variant *v)
{
	return ls_locks[v->lock]->kernel;
}

static void test_agreement(u32 schedules, u32 by)
{
	struct ls_config c;
	u64 total = 0, retries = 0;

	for (u32 v = 0; v < ls_variant_count; v++) {
		for (u32 i = 0; i < schedules && !(told && !can_tell(&ls_variants[v])); i++) {
			u32 began = seed;
			bool agrees;

			random_config(&c, &ls_variants[v]);
			record(&c, 3000, by);
			agrees = judge(&c) == LS_CONFORM_AGREES;
			EXPECT(agrees, "%s, %u threads, blur %u, seed %u conforms", ls_variants[v].name, c.n, by, began);
			if (!agrees)
				show_difference();
			EXPECT(replays(), "%s, blur %u, seed %u: the schedule can be replayed", ls_variants[v].name, by, began);
			EXPECT(!told || !signals_inferred(), "%s, seed %u: %u signals were made up", ls_variants[v].name, began, signals_inferred());
			total += ls_conform_report(conform)->done;
			retries += ls_conform_report(conform)->retries;
		}
	}
	fprintf(stderr, "blur %u%s: %llu events conform, went back %llu times\n", by, told ? ", signals told" : "", (unsigned long long)total, (unsigned long long)retries);
}

/* --- the search knows where to look ------------------------------------------------------------ */

static u64 moment;

/* Thread tid takes steps until it is about to do that to that word. */
static void go_to(struct ls_machine *m, u32 tid, u8 op, struct rec_event **last)
{
	for (u32 i = 0; i < 1000; i++, moment += GRAIN) {
		ls_peek(m, LS_STEP_OF(tid));
		if (ls_rec.op == op || ls_rec.result != LS_MOVED)
			break;
		ls_step(m, LS_STEP_OF(tid));
		tell(m, &ls_rec, moment, last);
	}
	EXPECT(ls_rec.op == op, "T%u comes to operation %u", tid, op);
}

static void go_past(struct ls_machine *m, u32 tid, u8 op, struct rec_event **last)
{
	go_to(m, tid, op, last);
	ls_step(m, LS_STEP_OF(tid));
	tell(m, &ls_rec, moment, last);
	moment += GRAIN;
}

/*
 * T3 counts itself in at some time while T1 unlocks, with T2 waiting, and locks again. The count that it found is
 * there twice; the first time what it leaves is overwritten at once, but T1 finds it later. To see that
 * it came the second time the search need not go back.
 */
static void test_late_write(void)
{
	const struct ls_variant *v = ls_variant_named("mutex-3.9");
	struct ls_config c = { .lock = v->lock, .variant = v->index, .n = 3, .rounds = 9 };
	struct rec_event *last[LS_MAX_THREADS + 1] = { NULL };
	static struct ls_machine m;
	u64 unlocking;

	memset(c.budget, 9, sizeof c.budget);
	EXPECT(ls_reset(&m, &c) == 0, "the configuration resets");
	events = 0;
	moment = 10 * GRAIN;
	go_to(&m, 1, LS_OP_CRITICAL, last);
	ls_step(&m, LS_ENV_OF(LS_ENV_PREEMPT, 1));
	go_past(&m, 2, LS_OP_SLEEP, last);
	ls_step(&m, LS_ENV_OF(LS_ENV_RUN, 1));
	go_to(&m, 1, LS_OP_ADD, last);
	unlocking = moment;
	go_past(&m, 1, LS_OP_SPIN_UNLOCK, last);
	go_to(&m, 1, LS_OP_CRITICAL, last);
	go_past(&m, 3, LS_OP_ADD, last);
	EXPECT(last[3]->old == 0, "T3 finds that the mutex is taken");
	last[3]->before = unlocking;
	last[3]->after = moment + 100 * GRAIN;
	go_past(&m, 1, LS_OP_ADD, last);
	EXPECT(last[1]->old == (u32)-1, "T1 finds what T3 has left");
	qsort(event, events, sizeof *event, by_time);
	EXPECT(judge(&c) == LS_CONFORM_AGREES, "a write that could have come twice conforms");
	EXPECT(ls_conform_report(conform)->retries == 0, "it went back %u times", ls_conform_report(conform)->retries);
}

/*
 * SIGKILL is pending for T2, which is on its way to sleep and turns back; T1 wakes it, before the kernel, still
 * sending the signal, comes to that. The machine's signals wake at once.
 */
static void test_signal_in_two_steps(void)
{
	const struct ls_variant *v = ls_variant_named("rwsem");
	struct ls_config c = { .lock = v->lock, .variant = v->index, .n = 2, .rounds = 9, .role = { 0, 3 } };
	struct rec_event *last[LS_MAX_THREADS + 1] = { NULL };
	static struct ls_machine m;
	struct rec_event *kill;
	u64 pending;

	EXPECT(ls_locks[v->lock]->roles[3].letter == 'K', "T2 can be killed while it waits to write");
	memset(c.budget, 9, sizeof c.budget);
	EXPECT(ls_reset(&m, &c) == 0, "the configuration resets");
	events = 0;
	moment = 10 * GRAIN;
	go_to(&m, 1, LS_OP_CRITICAL, last);
	ls_step(&m, LS_ENV_OF(LS_ENV_PREEMPT, 1));
	go_to(&m, 2, LS_OP_SET_STATE, last);
	ls_step(&m, LS_ENV_OF(LS_ENV_KILL, 2)); /* told as if it came behind the next two */
	go_past(&m, 2, LS_OP_SPIN_UNLOCK, last);
	pending = moment - GRAIN / 2;
	ls_peek(&m, LS_STEP_OF(2));
	EXPECT(ls_rec.op == LS_OP_SET_STATE && ls_rec.new_ == LS_RUNNING, "T2 has noticed the signal");
	ls_step(&m, LS_ENV_OF(LS_ENV_RUN, 1));
	go_past(&m, 1, LS_OP_WAKE, last);
	EXPECT(last[1]->ok, "T1 finds T2 still marked as about to sleep");
	go_past(&m, 2, LS_OP_SET_STATE, last);
	kill = &event[events++];
	*kill = (struct rec_event){ .before = pending, .after = moment, .op = LS_OP_KILL, .has = REC_TARGET, .target = 2 };
	qsort(event, events, sizeof *event, by_time);
	EXPECT(judge(&c) == LS_CONFORM_AGREES && replays(), "a signal in two steps conforms");
	for (u32 i = 0; i < events; i++)
		if (!event[i].tid)
			event[i].after = pending + 1;
	EXPECT(judge(&c) == LS_CONFORM_DIFFERS, "who had been sent a signal when the wake-up came cannot be asleep");
}

/* A sleeper that a signal woke before the wake-up came: it must have been sent before that. */
static void test_signal_too_late(void)
{
	const struct ls_variant *v = ls_variant_named("rwsem");
	struct ls_config c = { .lock = v->lock, .variant = v->index, .n = 2, .rounds = 9, .role = { 0, 3 } };
	struct rec_event *last[LS_MAX_THREADS + 1] = { NULL };
	static struct ls_machine m;
	u64 sent, woken;

	memset(c.budget, 9, sizeof c.budget);
	EXPECT(ls_reset(&m, &c) == 0, "the configuration resets");
	events = 0;
	moment = 10 * GRAIN;
	go_to(&m, 1, LS_OP_CRITICAL, last);
	ls_step(&m, LS_ENV_OF(LS_ENV_PREEMPT, 1));
	go_past(&m, 2, LS_OP_SLEEP, last);
	EXPECT(m.thread[1].status == LS_ASLEEP, "T2 sleeps");
	sent = moment;
	ls_step(&m, LS_ENV_OF(LS_ENV_KILL, 2));
	moment += GRAIN;
	ls_step(&m, LS_ENV_OF(LS_ENV_RUN, 1));
	go_past(&m, 1, LS_OP_WAKE, last);
	EXPECT(!last[1]->ok, "T1 finds T2 awake");
	woken = moment - GRAIN / 2;
	go_past(&m, 2, LS_OP_AWAKE, last);
	go_past(&m, 2, LS_OP_SET_STATE, last);
	event[events++] = (struct rec_event){ .before = sent, .after = sent + 1, .op = LS_OP_KILL, .has = REC_TARGET, .target = 2 };
	qsort(event, events, sizeof *event, by_time);
	EXPECT(judge(&c) == LS_CONFORM_AGREES && replays(), "a signal before the wake-up conforms");
	for (u32 i = 0; i < events; i++) /* behind the wake-up, before the sleep is over */
		if (!event[i].tid)
			event[i].before = woken, event[i].after = woken + 1;
	qsort(event, events, sizeof *event, by_time);
	EXPECT(judge(&c) == LS_CONFORM_DIFFERS, "a signal behind the wake-up that found its target awake");
}

/* --- it can fail ---------------------------------------------------------------------------- */

static bool has_two_values(const struct rec_event *e)
{
	return e->op == LS_OP_LOAD || e->op == LS_OP_XCHG || e->op == LS_OP_ADD;
}

/* One event found another value than was there. Returns its index, or events. */
static u32 change_one(u32 from)
{
	u32 i = from;

	while (i < events && !has_two_values(&event[i]))
		i++;
	if (i < events)
		event[i].old ^= 0x10;
	return i;
}

static u32 drop_one(u32 i)
{
	memmove(event + i, event + i + 1, (--events - i) * sizeof *event);
	return i;
}

/* Two accesses of one thread in the wrong order: their times stay. */
static u32 swap_two(u32 i)
{
	u32 j = i + 1;
	struct rec_event first = event[i];

	while (j < events && event[j].tid != first.tid)
		j++;
	if (j == events || (event[j].line == first.line && event[j].proc == first.proc))
		return events;
	event[i] = event[j];
	event[j] = first;
	event[j].before = event[i].before, event[j].after = event[i].after;
	event[i].before = first.before, event[i].after = first.after;
	return i;
}

/* Events of that thread between the place and the event that is said to differ. */
static u32 distance(u32 place, u8 tid)
{
	u32 differs = ls_conform_report(conform)->differs, n = 0;

	for (u32 i = place < differs ? place : differs; i < (place < differs ? differs : place); i++)
		n += trace.event[i].tid == tid;
	return n;
}

/* What was tampered with is refused, and the place named is there: the event, or the next two of that
 * thread, or another thread's that can no more be explained. */
static void test_tampering(const char *what, u32 (*tamper)(u32), u32 schedules)
{
	struct ls_config c;
	u32 refused = 0, tried = 0, near = 0;

	for (u32 i = 0; i < schedules; i++) {
		u32 place;
		u8 tid;

		random_config(&c, &ls_variants[i % ls_variant_count]);
		memset(c.budget, 0, sizeof c.budget); /* no act of the environment can explain it */
		record(&c, 2000, 150);
		if (events < 100)
			continue;
		place = 20 + random_number(events - 60);
		tid = event[place].tid;
		place = tamper(place);
		if (place >= events)
			continue;
		if (tamper != drop_one)
			tid = event[place].tid;
		tried++;
		if (judge(&c) != LS_CONFORM_DIFFERS) {
			fprintf(stderr, "  %s: accepted: event %u of %u (%s in %s)\n", what, place, events, rec_op_name(event[place].op), ls_procs[event[place].proc]->name);

			continue;
		}
		refused++;
		near += distance(place, tid) <= 3;
	}
	printf("%s: %u of %u refused, %u at the place\n", what, refused, tried, near);
	EXPECT(tried > schedules / 2 && refused * 100 >= tried * 99, "%s: only %u of %u refused", what, refused, tried);
	EXPECT(near * 100 >= refused * 95, "%s: the place is right in %u of %u", what, near, refused);
}

/* Where signals are told none is made up: without those that somebody noticed the run is refused. */
static void test_signals(u32 schedules)
{
	struct ls_config c;
	u32 refused = 0, tried = 0;

	for (u32 i = 0; i < schedules; i++) {
		u32 kept = 0, signals;

		random_config(&c, &ls_variants[i % ls_variant_count]);
		if (!can_tell(&ls_variants[i % ls_variant_count]))
			continue;
		record(&c, 2000, 150);
		for (u32 k = 0; k < events; k++)
			if (event[k].tid)
				event[kept++] = event[k];
		signals = events - kept;
		events = kept;
		if (!signals || events < 100)
			continue;
		tried++;
		refused += judge(&c) == LS_CONFORM_DIFFERS;
	}
	printf("signals left out: %u of %u refused\n", refused, tried);
	EXPECT(tried > schedules / 2 && refused * 2 > tried, "signals left out: only %u of %u refused", refused, tried);
}

/* --- it is hostile until read ----------------------------------------------------------------- */

/* Any bytes come to a verdict, and what stands before the damage is kept. */
static void test_damage(u32 times)
{
	static char damaged[sizeof text];
	struct ls_config c;
	u32 kept = 0;

	for (u32 i = 0; i < times; i++) {
		u32 n, at;

		random_config(&c, &ls_variants[i % ls_variant_count]);
		told = i % 2 && ls_locks[c.lock]->kernel;
		record(&c, 300, 150);
		n = write_trace(&c);
		told = false;
		memcpy(damaged, text, n);
		for (u32 k = 1 + random_number(3); k; k--)
			damaged[at = random_number(n)] = (char)random_number(256);
		if (i % 4 == 0)
			n = at; /* cut off in the middle of a line */
		ls_conform_free(conform);
		ls_trace_free(&trace);
		conform = NULL;
		if (!ls_trace_read(&trace, damaged, n)) {
			EXPECT(trace.notes > 0, "a trace that cannot be read comes with a reason");
			continue;
		}
		kept += trace.notes > 0 && trace.cut;
		conform = ls_conform_new(&trace);
		while (ls_conform_slice(conform, 1000))
			;
		EXPECT(ls_conform_report(conform)->verdict == LS_CONFORM_AGREES || ls_conform_report(conform)->differs < trace.events,
		       "a verdict");
	}
	EXPECT(kept > times / 4, "of %u damaged traces %u kept their beginning", times, kept);
}

static void test_notes(void)
{
	static const struct { const char *text, *note; } cases[] = {
		{ "", "Line 0: this is no trace: it does not begin with \"lockstep-trace 1\"." },
		{ "GIF89a\n", "Line 1: this is no trace: it does not begin with \"lockstep-trace 1\"." },
		{ "lockstep-trace 2\n", "Line 1: \"2\" is a version of traces that is not known here." },
		{ "lockstep-trace 1\nlock mc\n", "Line 2: there is no lock \"mc\"." },
		{ "lockstep-trace 1\nlock mcs\nthreads LX\n", "Line 3: this lock has not all of the roles \"LX\"." },
		{ "lockstep-trace 1\nlock mcs\nevents\n", "Line 3: the head names no lock or no threads." },
		{ "lockstep-trace 1\nlock mcs\nthreads LL\nswitch late\n", "Line 4: this lock has no switch \"late\"." },
		{ "lockstep-trace 1\nlock mcs\nthreads LL\nevents\n3 0 1 mspin_lock+2 store word=4 new=0\n", "Line 5: there is no thread \"3\". This line and what follows was left out; 0 events are kept." },
		{ "lockstep-trace 1\nlock mcs\nthreads LL\nevents\n1 5 1 mspin_lock+2 store word=4 new=0\n", "Line 5: the time goes back at \"5\". This line and what follows was left out; 0 events are kept." },
		{ "lockstep-trace 1\nlock mcs\nthreads LL\nevents\n1 0 1 mspin_lock+2 store word=4\n", "Line 5: the event lacks a value. This line and what follows was left out; 0 events are kept." },
		{ "lockstep-trace 1\nlock mcs\nthreads LL\nevents\n1 0 1 mspin_lock+900 store word=4 new=0\n", "Line 5: \"mspin_lock+900\" is no place in its procedure. This line and what follows was left out; 0 events are kept." },
		{ "lockstep-trace 1\nlock mutex-3.9\nthreads LI\nevents\n0 0 1 environment signal target=2\n", "Line 5: signals belong into a trace with \"signals told\". This line and what follows was left out; 0 events are kept." },
		{ "lockstep-trace 1\nlock mutex-3.9\nthreads LI\nsignals told\nevents\n0 0 1 environment signal target=3\n", "Line 6: the signal is for a thread that does not exist. This line and what follows was left out; 0 events are kept." },
		{ "lockstep-trace 1\nlock mutex-3.9\nthreads LI\nsignals told\nevents\n0 0 1 environment signal\n", "Line 6: the event lacks a value. This line and what follows was left out; 0 events are kept." },
		{ "lockstep-trace 1\nlock mutex-3.9\nthreads LI\nsignals told\nevents\n0 0 1 environment top target=1\n", "Line 6: \"top\" is no operation. This line and what follows was left out; 0 events are kept." },
		{ "lockstep-trace 1\nlock mutex-3.9\nthreads LI\nsignals told\nevents\n1 0 1 environment signal target=2\n", "Line 6: this lock has no procedure \"environment\". This line and what follows was left out; 0 events are kept." },
		{ "lockstep-trace 1\nlock mcs\nthreads LL\nevents\n0 0 1 mspin_lock+2 store word=4 new=0\n", "Line 5: there is no thread \"0\". This line and what follows was left out; 0 events are kept." },
		{ "lockstep-trace 1\nlock tp-futex\nthreads LL\nsignals told\nevents\n", "Line 5: \"signals told\" is for locks of the kernel: in user mode a signal is another thing." },
		{ "lockstep-trace 1\nlock mcs\nthreads LL\nseen calls\nevents\n", "Line 5: \"seen calls\" is for the TP futex: this lock makes no system calls." },
		{ "lockstep-trace 1\nlock mutex-3.9\nthreads LI\nsignals told\nevents\n1 0 1 mutex_worker+3 kill target=2\n", "Line 6: \"kill\" is no operation. This line and what follows was left out; 0 events are kept." },
		{ "lockstep-trace 1\nlock mcs\nthreads LL\nevents\n1 0 1 kernel top\n", "Line 5: the kernel's own events belong into a trace with \"seen calls\". This line and what follows was left out; 0 events are kept." },
	};

	for (u32 i = 0; i < sizeof cases / sizeof *cases; i++) {
		ls_trace_free(&trace);
		EXPECT(!ls_trace_read(&trace, cases[i].text, (u32)strlen(cases[i].text)), "%s is no trace", cases[i].text);
		EXPECT(trace.notes == 1 && !strcmp(trace.note[0], cases[i].note), "not \"%s\" but \"%s\"", cases[i].note, trace.note[0]);
	}
}

/* CONFORM_SCHEDULES=N: N for each variant and blur */
int main(void)
{
	u32 schedules = getenv("CONFORM_SCHEDULES") ? (u32)atoi(getenv("CONFORM_SCHEDULES")) : 30;

	test_notes();
	test_damage(1000);
	test_late_write();
	test_agreement(schedules, 0);
	test_agreement(schedules, 150);
	test_agreement(schedules, 1000);
	told = true;
	test_agreement(schedules, 150);
	test_agreement(schedules, 1000);
	test_signal_in_two_steps();
	test_signal_too_late();
	test_signals(400);
	told = false;
	test_tampering("changed", change_one, 400);
	test_tampering("dropped", drop_one, 400);
	test_tampering("swapped", swap_two, 400);
	return test_end();
}
