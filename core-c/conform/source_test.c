/* SPDX-License-Identifier: MIT */
/* Traces of the published source, whose accesses do not say at which line of our text they are. */
#include "schedule_test.h"

/* Of the locks that are recorded so. */
static const char *const names[] = {"mutex-6.12", "rwsem-6.12"};
enum { NAMES = sizeof names / sizeof *names };

static void test_agreement(u32 schedules, u32 by)
{
	struct ls_config c;
	u64 total = 0;

	for (u32 i = 0; i < schedules * NAMES; i++) {
		bool agrees;

		seed_with(names[i % NAMES], i * 7 + by);
		random_config(&c, ls_variant_named(names[i % NAMES]));
		record(&c, 3000, by);
		agrees = judge(&c) == LS_CONFORM_AGREES;
		EXPECT(agrees, "%s, %u threads, blur %u, number %u conforms", names[i % NAMES], c.n, by, i);
		if (!agrees)
			show_difference();
		EXPECT(replays(), "%s, blur %u, number %u: the schedule can be replayed", names[i % NAMES], by, i);
		total += ls_conform_report(conform)->done;
	}
	fprintf(stderr, "blur %u: %llu events conform\n", by, (unsigned long long)total);
}

/* One event of a schedule in which the environment does nothing that could justify it. */
static void test_tampering(const char *what, bool (*tamper)(struct rec_event *e), u32 schedules)
{
	struct ls_config c;
	u32 tried = 0, refused = 0;

	for (u32 i = 0; i < schedules; i++) {
		u32 place;

		seed_with(names[i % NAMES], i);
		random_config(&c, ls_variant_named(names[i % NAMES]));
		memset(c.budget, 0, sizeof c.budget);
		record(&c, 2000, 150);
		if (events < 100)
			continue;
		for (place = 20 + random_number(events - 60); place < events && !tamper(&event[place]);)
			place++;
		if (place == events)
			continue;
		tried++;
		refused += judge(&c) == LS_CONFORM_DIFFERS;
	}
	printf("%s: %u of %u refused\n", what, refused, tried);
	EXPECT(tried > schedules / 2 && refused == tried, "%s: only %u of %u refused", what, refused, tried);
}

static bool found_another(struct rec_event *e)
{
	if (e->op != LS_OP_LOAD && e->op != LS_OP_XCHG)
		return false;
	e->old ^= 0x1000; /* as is never there: another task may have been, a moment before or behind */
	return true;
}

static bool left_another(struct rec_event *e)
{
	if (e->op != LS_OP_STORE || !(e->has & REC_WORD))
		return false;
	e->new_ ^= 3;
	return true;
}

/* The same done to another word, which is there and has the value. */
static bool in_another_word(struct rec_event *e)
{
	if (e->op != LS_OP_STORE)
		return false;
	e->word++;
	return true;
}

static bool was_another_access(struct rec_event *e)
{
	if (e->op != LS_OP_LOAD)
		return false;
	e->op = LS_OP_AWAIT;
	return true;
}

/* The verdict of a trace that can be read. */
static enum ls_conform_verdict verdict_of(const char *lines)
{
	ls_trace_free(&trace);
	EXPECT(ls_trace_read(&trace, lines, (u32)strlen(lines)) && !trace.notes, "%s", trace.note[0]);
	ls_conform_free(conform);
	conform = ls_conform_new(&trace);
	while (ls_conform_slice(conform, 1000))
		;
	return ls_conform_report(conform)->verdict;
}

/* Words by their names; the lines need not say where they are. */
static void test_words(void)
{
	static const char right[] = "lockstep-trace 1\nlock mutex-6.12\nthreads LL\nseen source\nevents\n"
				    "1 0 1 source cas word=owner arg=0 old=0 new=8 ok=1\n"
				    "2 2 3 source cas word=owner arg=0 old=8 new=8 ok=0\n"
				    "2 4 5 source load word=owner old=8\n"
				    "2 6 7 source load word=owner old=8\n"
				    "2 8 9 source on_cpu target=1 old=1\n"
				    "2 10 11 source store word=locked:2 new=0\n"
				    "2 12 13 source store word=next:2 new=0\n"
				    "2 14 15 source xchg word=osq old=0 new=2\n";
	static char wrong[sizeof right];
	const char *const others[] = {"locked:1", "prev:2", "wake_q:2"};

	EXPECT(verdict_of(right) == LS_CONFORM_AGREES && ls_conform_report(conform)->done == 8,
	       "words by name: %u events conform", ls_conform_report(conform)->done);
	for (u32 i = 0; i < sizeof others / sizeof *others; i++) {
		char *at;

		memcpy(wrong, right, sizeof right);
		at = strstr(wrong, "locked:2");
		memcpy(at, "        ", 8);
		memcpy(at, others[i], strlen(others[i]));
		EXPECT(verdict_of(wrong) == LS_CONFORM_DIFFERS, "%s is refused", others[i]);
	}
}

#define TWO_WRITERS(lock) "lockstep-trace 1\nlock " lock "\nthreads WW\nseen source\nevents\n"
#define FIRST_IN                                                                                                       \
	"1 0 1 source:rwsem_write_trylock cas word=count arg=0 old=0 new=1 ok=1\n"                                     \
	"1 2 3 source:rwsem_set_owner store word=owner new=0x10\n"                                                     \
	"2 4 5 source:rwsem_write_trylock cas word=count arg=0 old=1 new=1 ok=0\n"

/* The same access in another function of the source is another one. */
static void test_functions(void)
{
	static const char right[] =
	    TWO_WRITERS("rwsem-6.12") FIRST_IN "2 6 7 source:rwsem_owner_flags load word=owner old=0x10\n2 8 9 "
					       "source:rwsem_can_spin_on_owner on_cpu target=1 old=1\n";
	static const char unnamed[] = TWO_WRITERS("rwsem-6.12") FIRST_IN "2 6 7 source load word=owner old=0x10\n";
	static const char wrong[] =
	    TWO_WRITERS("rwsem-6.12") FIRST_IN "2 6 7 source:rwsem_set_nonspinnable load word=owner old=0x10\n";
	static const char *const no_places[] = {
	    TWO_WRITERS("rwsem-6.12") "1 0 1 source:rwsem_read load word=owner old=0\n",
	    TWO_WRITERS("rwsem-6.12") "1 0 1 source: load word=owner old=0\n",
	    TWO_WRITERS("rwsem-6.12") "1 0 1 sources load word=owner old=0\n",
	    TWO_WRITERS("rwsem") "1 0 1 source:rwsem_mark_wake load word=count old=0\n",
	};

	EXPECT(verdict_of(right) == LS_CONFORM_AGREES, "accesses in their functions conform");
	EXPECT(verdict_of(unnamed) == LS_CONFORM_AGREES, "and one that does not say where it is");
	EXPECT(verdict_of(wrong) == LS_CONFORM_DIFFERS && ls_conform_report(conform)->differs == 3,
	       "one in another function is refused");
	for (u32 i = 0; i < sizeof no_places / sizeof *no_places; i++) {
		ls_trace_free(&trace);
		EXPECT(!ls_trace_read(&trace, no_places[i], (u32)strlen(no_places[i])) && trace.notes == 1,
		       "number %u is no place", i);
	}
}

/* CONFORM_SCHEDULES=N: N for each lock and blur */
int main(void)
{
	u32 schedules = getenv("CONFORM_SCHEDULES") ? (u32)atoi(getenv("CONFORM_SCHEDULES")) : 90;

	placeless = true;
	test_words();
	test_functions();
	test_agreement(schedules, 0);
	test_agreement(schedules, 150);
	test_agreement(schedules, 1000);
	test_tampering("found another value", found_another, 100);
	test_tampering("left another value", left_another, 100);
	test_tampering("another word", in_another_word, 100);
	test_tampering("another access", was_another_access, 100);
	return test_end();
}
