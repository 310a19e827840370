/* SPDX-License-Identifier: MIT */
/*
 * Random schedules of the model, written as a trace with blurred times, must be found to conform;
 * the same with one event changed, dropped or swapped must not, and at that place.
 */
#include "schedule_test.h"
#include "text/phrase.h"

static void test_agreement(u32 schedules, u32 by)
{
	struct ls_config c;
	u64 total = 0, retries = 0;

	for (u32 v = 0; ls_any_variant(v); v++) {
		if ((signals_traced && !can_trace_signals(ls_any_variant(v))) ||
		    (resched_traced && !ls_locks[ls_any_variant(v)->lock]->kernel))
			continue;
		seed_with(ls_any_variant(v)->name, by);
		for (u32 i = 0; i < schedules; i++) {
			u32 began = seed;
			bool agrees;

			random_config(&c, ls_any_variant(v));
			record(&c, 3000, by);
			agrees = judge(&c) == LS_CONFORM_AGREES;
			EXPECT(agrees, "%s, %u threads, blur %u, seed %u conforms", ls_any_variant(v)->name, c.n, by,
			       began);
			if (!agrees)
				show_difference();
			EXPECT(replays(), "%s, blur %u, seed %u: the schedule can be replayed", ls_any_variant(v)->name,
			       by, began);
			EXPECT(!signals_traced || !signals_inferred(), "%s, seed %u: %u signals were made up",
			       ls_any_variant(v)->name, began, signals_inferred());
			total += ls_conform_report(conform)->done;
			retries += ls_conform_report(conform)->retries;
		}
	}
	fprintf(stderr, "blur %u%s%s: %llu events conform, went back %llu times\n", by,
		signals_traced ? ", signals traced" : "", resched_traced ? ", resched traced" : "",
		(unsigned long long)total, (unsigned long long)retries);
}

/* The scheduler wants the CPU of a thread that has preemption off, and no event says so. */
static bool infers_resched(void)
{
	static struct ls_machine m;
	const struct ls_conform_report *r = ls_conform_report(conform);

	EXPECT(ls_reset(&m, &trace.config) == 0, "the configuration resets");
	for (u32 i = 0; i < r->actions; i++) {
		u32 tid = LS_ACTION_TID(r->action[i]);

		if (LS_ACTION_ENV(r->action[i]) == LS_ENV_PREEMPT && m.thread[tid - 1].preempt_off)
			return true;
		ls_step(&m, r->action[i]);
	}
	return false;
}

/*
 * A thread that stops spinning because its CPU is wanted has found that, and a trace with "resched traced" says so.
 * Without the marks most of those that need them are refused, and in no other is the flag made up.
 */
static void test_resched(u32 schedules)
{
	struct ls_config c;
	u32 needed = 0, refused = 0, made_up = 0;

	for (u32 v = 0; ls_any_variant(v); v++) {
		if (!ls_locks[ls_any_variant(v)->lock]->kernel)
			continue;
		seed_with(ls_any_variant(v)->name, 0);
		for (u32 i = 0; i < schedules; i++) {
			bool differs;

			random_config(&c, ls_any_variant(v));
			c.budget[LS_ENV_PREEMPT] = LS_ENDLESS;
			resched_traced = true;
			record(&c, 1000, 0);
			if (judge(&c) != LS_CONFORM_AGREES || !infers_resched())
				continue;
			needed++;
			for (u32 k = 0; k < events; k++)
				event[k].has &= (u8)~REC_RESCHED;
			differs = judge(&c) == LS_CONFORM_DIFFERS;
			refused += differs;
			made_up += !differs && infers_resched();
		}
	}
	resched_traced = false;
	printf("resched: %u of %u refused without it, made up in %u\n", refused, needed, made_up);
	EXPECT(needed > 20 && refused * 100 >= needed * 90, "resched: only %u of %u are refused", refused, needed);
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

/* Not a step behind which its thread stands where it stood, as one that only looks and tries again: nothing tells
 * how often it did. */
static u32 drop_one(u32 i)
{
	u32 j = i + 1;

	while (j < events && event[j].tid != event[i].tid)
		j++;
	if (j < events && event[j].line == event[i].line && event[j].proc == event[i].proc)
		return events;
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
 * thread, or another thread's that nothing justifies any more. Not all is refused: a look at the owner that only tells
 * a thread not to spin may be missing, for need_resched, which no access shows, would have told it the same before. */
static void test_tampering(const char *what, u32 (*tamper)(u32), u32 schedules)
{
	struct ls_config c;
	u32 refused = 0, tried = 0, near = 0;

	for (u32 i = 0; i < schedules; i++) {
		u32 place;
		u8 tid;

		random_config(&c, ls_any_variant(i % ls_variant_count()));
		memset(c.budget, 0, sizeof c.budget); /* no act of the environment can justify it */
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
			fprintf(stderr, "  %s: accepted: event %u of %u (%s in %s)\n", what, place, events,
				rec_op_name(event[place].op), ls_proc_name(c.lock, event[place].proc));

			continue;
		}
		refused++;
		near += distance(place, tid) <= 3;
	}
	printf("%s: %u of %u refused, %u at the place\n", what, refused, tried, near);
	EXPECT(tried > schedules / 2 && refused * 100 >= tried * 98, "%s: only %u of %u refused", what, refused, tried);
	EXPECT(near * 100 >= refused * 95, "%s: the place is right in %u of %u", what, near, refused);
}

/* --- it is hostile until read ----------------------------------------------------------------- */

/* Any bytes come to a verdict, and what comes before the damage is kept. */
static void test_damage(u32 times)
{
	static char damaged[sizeof text];
	struct ls_config c;
	u32 kept = 0;

	for (u32 i = 0; i < times; i++) {
		u32 n, at;

		random_config(&c, ls_any_variant(i % ls_variant_count()));
		signals_traced = i % 2 && can_trace_signals(ls_any_variant(i % ls_variant_count()));
		record(&c, 300, 150);
		n = write_trace(&c);
		signals_traced = false;
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
		EXPECT(ls_conform_report(conform)->verdict == LS_CONFORM_AGREES ||
			   ls_conform_report(conform)->differs < trace.events,
		       "a verdict");
	}
	EXPECT(kept > times / 4, "of %u damaged traces %u kept their beginning", times, kept);
}

/* Of every procedure: the line of an access leads to its number, and that back. */
static void test_numbers(void)
{
	for (u8 lock = 0; lock < LS_LOCKS; lock++)
		for (u32 proc = 0; proc < ls_programs[lock].procs; proc++) {
			const struct ls_proc *p = ls_programs[lock].proc[proc];
			u32 before = 0;

			for (u32 line = 1; line <= (u32)(p->last - p->first); line++) {
				u32 number = ls_access_at(lock, proc, line);

				if (number) {
					EXPECT(number == before + 1, "%s: access %u after %u", ls_proc_name(lock, proc),
					       number, before);
					EXPECT(ls_line_of_access(lock, proc, number) == line,
					       "%s#%u is at %u, not at %u", ls_proc_name(lock, proc), number,
					       ls_line_of_access(lock, proc, number), line);
					before = number;
				}
			}
			EXPECT(!ls_line_of_access(lock, proc, before + 1) && !ls_line_of_access(lock, proc, 0),
			       "%s has %u accesses", ls_proc_name(lock, proc), before);
			for (u32 i = 0; i < p->facts->phrases; i++)
				EXPECT(ls_access_at(lock, proc, p->facts->phrase[i].line),
				       "%s+%u: no access, but words", ls_proc_name(lock, proc),
				       p->facts->phrase[i].line);
		}
}

/* The line that a place stands for; 0 if it is refused. */
static u32 line_of(const char *place)
{
	char one[200];
	int n = snprintf(one, sizeof one,
			 "lockstep-trace 1\nlock mcs\nthreads LL\nevents\n1 0 1 %s store word=4 new=0\n", place);

	ls_trace_free(&trace);
	ls_trace_read(&trace, one, (u32)n);
	return trace.events ? trace.event[0].line : 0;
}

static void test_places(void)
{
	static const struct {
		const char *place;
		u32 line;
	} cases[] = {
	    {"mspin_lock#1", 2}, /* behind a comment or not */
	    {"mspin_lock#2", 3}, {"mspin_lock+2", 2},  {"mspin_lock+3", 3},   {"mspin_lock#0", 0},
	    {"mspin_lock+0", 0}, {"mspin_lock#99", 0}, {"mspin_lock+99", 0},  {"mspin_lock#", 0},
	    {"mspin_lock", 0},   {"mspin_lock#-1", 0}, {"mspin_lock#1#1", 0}, {"#1", 0},
	};

	for (u32 i = 0; i < sizeof cases / sizeof *cases; i++)
		EXPECT(line_of(cases[i].place) == cases[i].line, "%s: line %u", cases[i].place,
		       line_of(cases[i].place));
}

static void test_notes(void)
{
	static const struct {
		const char *text, *note;
	} cases[] = {
	    {"", "Line 0: this is no trace: it does not begin with \"lockstep-trace 1\"."},
	    {"GIF89a\n", "Line 1: this is no trace: it does not begin with \"lockstep-trace 1\"."},
	    {"lockstep-trace 2\n", "Line 1: \"2\" is a version of traces that is not known here."},
	    {"lockstep-trace 1\nlock mc\n", "Line 2: there is no lock \"mc\"."},
	    {"lockstep-trace 1\nlock mcs\nthreads LX\n", "Line 3: this lock has not all of the roles \"LX\"."},
	    {"lockstep-trace 1\nlock mcs\nevents\n", "Line 3: the head names no lock or no threads."},
	    {"lockstep-trace 1\nlock mcs\nthreads LL\nswitch late\n", "Line 4: this lock has no switch \"late\"."},
	    {"lockstep-trace 1\nlock mcs\nthreads LL\nevents\n3 0 1 mspin_lock#1 store word=4 new=0\n",
	     "Line 5: there is no thread \"3\". This line and what follows was left out; 0 events are kept."},
	    {"lockstep-trace 1\nlock mcs\nthreads LL\nevents\n1 5 1 mspin_lock#1 store word=4 new=0\n",
	     "Line 5: the time goes back at \"5\". This line and what follows was left out; 0 events are kept."},
	    {"lockstep-trace 1\nlock mcs\nthreads LL\nevents\n1 0 1 mspin_lock#1 store word=4\n",
	     "Line 5: the event lacks a value. This line and what follows was left out; 0 events are kept."},
	    {"lockstep-trace 1\nlock mcs\nthreads LL\nevents\n1 0 1 mspin_lock#900 store word=4 new=0\n",
	     "Line 5: \"mspin_lock#900\" is no place in its procedure. This line and what follows was left out; 0 "
	     "events are kept."},
	    {"lockstep-trace 1\nlock mcs\nthreads LL\nevents\n1 0 1 source store word=next:1 new=0\n",
	     "Line 5: accesses of the source belong into a trace with \"seen source\". This line and what follows was "
	     "left out; 0 events are kept."},
	    {"lockstep-trace 1\nlock mcs\nthreads LL\nseen source\nevents\n1 0 1 source store word=next:3 new=0\n",
	     "Line 6: \"word=next:3\" is no value. This line and what follows was left out; 0 events are kept."},
	    {"lockstep-trace 1\nlock mcs\nthreads LL\nseen source\nevents\n1 0 1 source store word=next new=0\n",
	     "Line 6: \"word=next\" is no value. This line and what follows was left out; 0 events are kept."},
	    {"lockstep-trace 1\nlock mutex-3.9\nthreads LI\nevents\n0 0 1 environment signal target=2\n",
	     "Line 5: signals belong into a trace with \"signals traced\". This line and what follows was left out; 0 "
	     "events are kept."},
	    {"lockstep-trace 1\nlock mutex-3.9\nthreads LI\nsignals traced\nevents\n0 0 1 environment signal "
	     "target=3\n",
	     "Line 6: the signal is for a thread that does not exist. This line and what follows was left out; 0 "
	     "events are kept."},
	    {"lockstep-trace 1\nlock mutex-3.9\nthreads LI\nsignals traced\nevents\n0 0 1 environment signal\n",
	     "Line 6: the event lacks a value. This line and what follows was left out; 0 events are kept."},
	    {"lockstep-trace 1\nlock mutex-3.9\nthreads LI\nsignals traced\nevents\n0 0 1 environment top target=1\n",
	     "Line 6: \"top\" is no operation. This line and what follows was left out; 0 events are kept."},
	    {"lockstep-trace 1\nlock mutex-3.9\nthreads LI\nsignals traced\nevents\n1 0 1 environment signal "
	     "target=2\n",
	     "Line 6: this lock has no procedure \"environment\". This line and what follows was left out; 0 events "
	     "are kept."},
	    {"lockstep-trace 1\nlock mcs\nthreads LL\nevents\n0 0 1 mspin_lock#1 store word=4 new=0\n",
	     "Line 5: there is no thread \"0\". This line and what follows was left out; 0 events are kept."},
	    {"lockstep-trace 1\nlock tp-futex\nthreads LL\nsignals traced\nevents\n",
	     "Line 5: \"signals traced\" is for locks of the kernel: in user mode a signal is another thing."},
	    {"lockstep-trace 1\nlock tp-futex\nthreads LL\nresched traced\nevents\n",
	     "Line 5: \"resched traced\" is for the texts of locks of the kernel."},
	    {"lockstep-trace 1\nlock mcs\nthreads LL\nseen calls\nevents\n",
	     "Line 5: \"seen calls\" is for the TP futex: this lock makes no system calls."},
	    {"lockstep-trace 1\nlock mutex-3.9\nthreads LI\nsignals traced\nevents\n1 0 1 mutex_worker#1 kill "
	     "target=2\n",
	     "Line 6: \"kill\" is no operation. This line and what follows was left out; 0 events are kept."},
	    {"lockstep-trace 1\nlock mcs\nthreads LL\nevents\n1 0 1 kernel top\n",
	     "Line 5: the kernel's own events belong into a trace with \"seen calls\". This line and what follows was "
	     "left out; 0 events are kept."},
	};

	static const char one[] =
	    "lockstep-trace 1\nlock mcs\nthreads LL\nevents\n1 0 1 mspin_lock#1 store word=4 new=0\n"
	    "3 2 3 mspin_lock#1 store word=4 new=0\n";
	static const char late[] =
	    "lockstep-trace 1\nlock mutex-3.9\nthreads LI\nsignals traced\nevents\n"
	    "0 5 6 environment signal target=2\n0 4 9 environment signal target=1\n0 4 9 environment signal target=2\n";

	for (u32 i = 0; i < sizeof cases / sizeof *cases; i++) {
		ls_trace_free(&trace);
		EXPECT(!ls_trace_read(&trace, cases[i].text, (u32)strlen(cases[i].text)), "%s is no trace",
		       cases[i].text);
		EXPECT(trace.notes == 1 && !strcmp(trace.note[0], cases[i].note), "not \"%s\" but \"%s\"",
		       cases[i].note, trace.note[0]);
	}
	ls_trace_free(&trace);
	EXPECT(ls_trace_read(&trace, late, sizeof late - 1) && trace.events == 2,
	       "a signal that goes back is left out");
	EXPECT(
	    !strcmp(trace.note[0],
		    "Line 8: the time goes back at \"4\". This line and what follows was left out; 2 events are kept."),
	    "%s", trace.note[0]);
	ls_trace_free(&trace);
	EXPECT(ls_trace_read(&trace, one, sizeof one - 1) && trace.events == 1, "the event before is kept");
	EXPECT(!strcmp(trace.note[0],
		       "Line 6: there is no thread \"3\". This line and what follows was left out; 1 event is kept."),
	       "%s", trace.note[0]);
}

/* CONFORM_SCHEDULES=N: N for each variant and blur */
int main(void)
{
	u32 schedules = getenv("CONFORM_SCHEDULES") ? (u32)atoi(getenv("CONFORM_SCHEDULES")) : 30;

	test_numbers();
	test_places();
	test_notes();
	test_damage(1000);
	test_agreement(schedules, 0);
	test_agreement(schedules, 150);
	test_agreement(schedules, 1000);
	signals_traced = true;
	test_agreement(schedules, 150);
	test_agreement(schedules, 1000);
	resched_traced = true;
	test_agreement(schedules, 150);
	signals_traced = false;
	test_agreement(schedules, 0);
	test_agreement(schedules, 1000);
	resched_traced = false;
	test_resched(schedules);
	test_tampering("changed", change_one, 400);
	test_tampering("dropped", drop_one, 400);
	test_tampering("swapped", swap_two, 400);
	return test_end();
}
