/* SPDX-License-Identifier: MIT */
/* Traces in which the kernel traces each access: what is missing in them, or is not so, is refused. */
#include <stdlib.h>
#include <string.h>

#include "conform/conform.h"
#include "conform/trace_read.h"
#include "test.h"

/* Recorded ones: threads that sleep and are handed the lock; owners that die. */
static const char *const kept[] = {"tests/traces/tp-all-traced.trace", "tests/traces/tp-all-traced-deaths.trace"};
#define ROOM 65536

/* Line of the first event that does not fit; 0: all conform. */
static u32 differs(const char *text)
{
	struct ls_trace t;
	struct ls_conform *c;
	const struct ls_conform_report *r;
	u32 line;

	EXPECT(ls_trace_read(&t, text, (u32)strlen(text)) && !t.notes, "a trace: %s", t.note[0]);
	c = ls_conform_new(&t);
	while (ls_conform_slice(c, 1000))
		;
	r = ls_conform_report(c);
	line = r->verdict == LS_CONFORM_DIFFERS ? ls_conform_event(c, r->differs)->file_line : 0;
	EXPECT(line || r->verdict == LS_CONFORM_AGREES, "a verdict");
	ls_conform_free(c);
	ls_trace_free(&t);
	return line;
}

/* A trace, and whether a run may have been like that. */
struct trace_case {
	const char *what, *text;
	bool conforms;
};

static void expect_each(const struct trace_case *cases, u32 n)
{
	for (u32 i = 0; i < n; i++)
		EXPECT((differs(cases[i].text) == 0) == cases[i].conforms, "%s: line %u", cases[i].what,
		       differs(cases[i].text));
}

static void read_kept(char *text, const char *file)
{
	FILE *f = fopen(file, "re");
	size_t n = f ? fread(text, 1, ROOM - 1, f) : 0;

	text[n] = 0;
	EXPECT(n > 0 && n < ROOM - 1, "%s is there", file);
	if (f)
		fclose(f);
}

static const char *line_end(const char *at)
{
	const char *end = strchr(at, '\n');

	return end ? end + 1 : at + strlen(at);
}

/* The text without what stands from `from` to `to`. */
static void without(char *out, const char *text, const char *from, const char *to)
{
	memcpy(out, text, (size_t)(from - text));
	strcpy(out + (from - text), to);
}

/* The same with another value at `=`: one bit of it, or a thread's number, is another. */
static void with_other_value(char *out, const char *text, const char *at)
{
	char *end;
	unsigned long value = strtoul(at, &end, 0);

	memcpy(out, text, (size_t)(at - text));
	sprintf(out + (at - text), "0x%lx%s", value ^ 1, end);
}

/* Whether that name and a value stand in the line. */
static const char *value_of(const char *line, const char *name)
{
	const char *at = strstr(line, name);

	return at && at < line_end(line) ? at + strlen(name) : NULL;
}

/* Nobody misses the last event of a thread. */
static bool is_last(const char *line)
{
	size_t tid = strcspn(line, " ") + 1;

	for (const char *other = line_end(line); *other; other = line_end(other))
		if (!strncmp(line, other, tid))
			return false;
	return true;
}

static bool is_kernel(const char *line, const char *what)
{
	const char *at = value_of(line, " kernel ");

	return at && !strncmp(at, what, strlen(what));
}

static void test_each(const char *text)
{
	static const char *const values[] = {" old=", " value=", " ok=", " target="};
	static char wrong[ROOM];
	u32 dropped = 0, changed = 0;

	for (const char *line = strstr(text, "\nevents\n") + 8; *line; line = line_end(line)) {
		if (!is_kernel(line, "") || is_last(line))
			continue;
		without(wrong, text, line, line_end(line));
		EXPECT(differs(wrong), "dropped: %.60s", line);
		dropped++;
		for (u32 i = 0; i < sizeof values / sizeof *values; i++) {
			const char *at = value_of(line, values[i]);

			if (!at)
				continue;
			with_other_value(wrong, text, at);
			EXPECT(differs(wrong), "another%s: %.60s", values[i], line);
			changed++;
		}
	}
	EXPECT(dropped > 60 && changed > 60, "%u events dropped and %u values changed", dropped, changed);
}

/* What hides itself by pairs: a sleep with its end, a pass of the loop. */
static void test_pairs(const char *text)
{
	static char wrong[ROOM];
	u32 sleeps = 0;

	for (const char *line = strstr(text, "\nevents\n") + 8; *line; line = line_end(line)) {
		const char *next = line_end(line);

		if (!is_kernel(line, "sleep") || !is_kernel(next, "awake"))
			continue;
		without(wrong, text, line, line_end(next));
		EXPECT(differs(wrong), "a sleep and its end dropped: %.60s", line);
		sleeps++;
	}
	EXPECT(sleeps > 1, "%u sleeps", sleeps);
}

#define HEAD(lines) HEAD_OF("RR", lines)
#define HEAD_OF(threads, lines) HEAD_OF_LOCK("tp-futex-simple", threads, lines)
#define HEAD_OF_LOCK(lock, threads, lines)                                                                             \
	"lockstep-trace 1\nlock " lock "\nthreads " threads "\nswitch mend_no_state\nswitch mend_early_wake_list\n"    \
	"switch mend_late_hand_off\nswitch mend_link_new_owner\nswitch mend_steal_of_dead\n" lines "events\n"

/* T2 looks whether T1 runs, `from` ticks after the start; T1 has died at 200. */
static void test_late_look(const char *from, bool conforms)
{
	char text[2048];

	snprintf(
	    text, sizeof text,
	    HEAD("seen calls\nsteps traced\nticks 1\n") "1 0 10 tp_sample_lock#1 cas word=0 arg=0 old=0 new=1 ok=1\n"
							"2 20 30 tp_sample_lock#1 cas word=0 arg=0 old=1 new=1 ok=0\n"
							"2 40 40 kernel call value=1\n"
							"2 40 50 kernel look old=1\n"
							"2 50 60 kernel ref value=1\n"
							"2 70 80 kernel top\n"
							"2 70 80 kernel look old=1\n"
							"1 15 100 kernel check old=1\n"
							"1 100 200 kernel death arg=1 old=1 new=0x40000000 ok=1\n"
							"2 300 310 kernel stays\n"
							"2 %s 90000 kernel watch target=1 ok=1\n"
							"2 90000 90010 kernel look old=0x40000000\n"
							"2 90010 90020 kernel take arg=0x40000000 old=0x40000000 new=2 "
							"ok=1\n"
							"2 90020 90030 kernel gone value=0x101\n"
							"2 90040 90050 kernel off value=0x101\n"
							"2 90040 90050 kernel put value=1\n"
							"2 90060 90060 kernel return value=0x101\n",
	    from);
	EXPECT((differs(text) == 0) == conforms, "a look at a dead thread from %s on is line %u", from, differs(text));
}

#define ALL_TRACED(events) HEAD("seen calls\nsteps traced\nticks 1\n") events
/* T2 has become the top waiter, T1 has the lock. */
#define TOP                                                                                                            \
	"1 0 10 tp_sample_lock#1 cas word=0 arg=0 old=0 new=1 ok=1\n1 12 14 tp_mutex_recover#1 load word=0 old=1\n"    \
	"2 20 30 tp_sample_lock#1 cas word=0 arg=0 old=1 new=1 ok=0\n2 40 40 kernel call value=1\n"                    \
	"2 40 50 kernel look old=1\n2 50 60 kernel ref value=1\n2 70 80 kernel top\n2 70 80 kernel look old=1\n"       \
	"2 80 90 kernel stays\n"
/* It has asked for handoff. */
#define ASKED                                                                                                          \
	TOP "2 90 100 kernel watch target=1 ok=1\n2 100 110 kernel look old=1\n2 110 120 kernel stays\n"               \
	    "2 120 130 kernel ask\n2 120 130 kernel waiters arg=1 old=1 new=0x80000001 ok=1\n"                         \
	    "2 130 140 kernel request value=2\n2 140 150 kernel watch target=1 ok=1\n"                                 \
	    "2 150 160 kernel look old=0x80000001\n2 160 170 kernel stays\n2 170 180 kernel watch target=1 ok=1\n"
/* It hangs in T1's list, and has slept once. */
#define SLEPT                                                                                                          \
	TOP "2 90 100 kernel watch target=1 ok=0\n2 100 110 kernel waiters arg=1 old=1 new=0x80000001 ok=1\n"          \
	    "2 110 120 kernel link target=1\n2 120 130 kernel state value=1\n2 120 130 kernel look old=0x80000001\n"   \
	    "2 130 140 kernel linked value=1\n2 150 200 kernel sleep\n2 150 200 kernel awake\n"                        \
	    "2 210 220 kernel state value=0\n2 210 220 kernel look old=0x80000001\n2 220 230 kernel stays\n"           \
	    "2 230 240 kernel watch target=1 ok=1\n"
#define DIES "death arg=0x80000001 old=0x80000001 new=0xc0000000 ok=1\n"
#define TAKES "2 320 330 kernel take arg=0xc0000000 old=0xc0000000 new=2 ok=1\n"
#define LEAVES(gone, off)                                                                                              \
	"2 390 400 kernel gone value=" gone "\n2 410 420 kernel off value=" off "\n2 410 420 kernel put value=1\n"     \
	"2 430 430 kernel return value=" off "\n"

/* T1 read its word as it died, and then T2 set WAITERS. */
#define DEATH_AGAIN(found)                                                                                             \
	ASKED "1 85 100 kernel check old=1\n1 100 300 kernel death arg=1 old=" found " new=" found                     \
	      " ok=0\n1 300 305 kernel check old=0x80000001\n1 305 310 kernel " DIES                                   \
	      "2 180 320 kernel look old=0xc0000000\n" TAKES LEAVES("0x101", "0x101")
/* T1 dies, and T2 has taken itself out of the list before T1 looks into it. */
#define LEFT_BEFORE(unlink)                                                                                            \
	SLEPT "1 160 200 kernel check old=0x80000001\n1 200 300 kernel " DIES                                          \
	      "2 240 320 kernel look old=0xc0000000\n" TAKES unlink LEAVES("0x101", "0x1010"                           \
										    "1")
/* T1 wakes T2, which has seen that it got the lock, and naps under it. */
#define WOKEN_IN_NAP(until)                                                                                            \
	ASKED "1 20 100 tp_futex_worker#1 critical\n1 180 190 tp_mutex_unlock#1 cas word=0 arg=1 old=0x80000001 "      \
	      "new=0x80000001 ok=0\n1 200 200 kernel call value=2\n1 200 210 kernel look old=0x80000001\n"             \
	      "1 210 220 kernel request value=2\n1 220 230 kernel unlock arg=0x80000001 old=0x80000001 new=2 ok=1\n"   \
	      "1 240 240 kernel handoff value=2\n1 240 250 kernel waiter target=2\n"                                   \
	      "1 250 " until " kernel wake target=2 ok=1\n1 610 610 kernel return value=1\n"                           \
	      "2 180 300 kernel look old=2\n" LEAVES("2", "2") "2 440 445 tp_mutex_recover#1 load word=0 old=2\n"      \
							       "2 450 900 tp_futex_worker#1 critical\n2 910 920 "      \
							       "tp_mutex_unlock#1 cas word=0 arg=2 old=2 new=0 ok=1\n"

/* T1 has died by 210. T2 asks for handoff, sets WAITERS beside OWNER_DIED, and looks whether T1 runs, from `from` on.
 */
#define SEEN_BEHIND_DEATH(found, from)                                                                                 \
	ALL_TRACED("1 0 10 tp_sample_lock#1 cas word=0 arg=0 old=0 new=1 ok=1\n"                                       \
		   "2 20 30 tp_sample_lock#1 cas word=0 arg=0 old=1 new=1 ok=0\n2 40 40 kernel call value=1\n"         \
		   "2 40 50 kernel look old=1\n2 50 60 kernel ref value=1\n2 70 80 kernel top\n"                       \
		   "2 70 80 kernel look old=1\n2 80 90 kernel stays\n1 15 200 kernel check old=1\n"                    \
		   "1 200 210 kernel death arg=1 old=1 new=0x40000000 ok=1\n2 290 300 kernel ask\n"                    \
		   "2 290 300 kernel waiters arg=1 old=0x40000000 new=0x40000000 ok=0\n"                               \
		   "2 300 310 kernel waiters arg=0x40000000 old=0x40000000 new=0xc0000000 ok=1\n"                      \
		   "2 310 320 kernel request value=2\n2 " from " 70000 kernel watch target=1 ok=" found                \
		   "\n2 70000 70010 kernel look old=0xc0000000\n")

static void test_seen_behind_death(void)
{
	static const struct trace_case cases[] = {
	    {"a dead owner whose exit still runs", SEEN_BEHIND_DEATH("1", "330"), true},
	    {"one that has left its CPU", SEEN_BEHIND_DEATH("0", "330"), true},
	    {"one that still runs, 60 ms later", SEEN_BEHIND_DEATH("1", "60000"), false},
	};

	expect_each(cases, sizeof cases / sizeof *cases);
}

/* T1 makes calls that fail: it unlocks what it does not hold, locks what it holds, unlocks what nobody waits for. */
#define WRONG(unheld, held, unwanted, found)                                                                           \
	"1 0 0 kernel call value=2\n1 0 5 kernel look old=0\n1 6 6 kernel return value=" unheld "\n"                   \
	"1 10 20 tp_sample_lock#1 cas word=0 arg=0 old=0 new=1 ok=1\n1 30 40 tp_mutex_recover#1 load word=0 old=1\n"   \
	"1 50 60 tp_futex_worker#1 critical\n1 70 70 kernel call value=1\n1 70 75 kernel look old=" found "\n"         \
	"1 76 76 kernel return value=" held "\n1 80 80 kernel call value=2\n1 80 85 kernel look old=1\n"               \
	"1 86 86 kernel return value=" unwanted "\n1 90 99 tp_mutex_unlock#1 cas word=0 arg=1 old=1 new=0 ok=1\n"

static void test_wrong_calls(void)
{
	static const struct trace_case cases[] = {
	    {"EPERM, EDEADLK, EINVAL", ALL_TRACED(WRONG("-1", "-35", "-22", "1")), true},
	    {"another error than EPERM", ALL_TRACED(WRONG("-22", "-35", "-22", "1")), false},
	    {"another error than EDEADLK", ALL_TRACED(WRONG("-1", "-22", "-22", "1")), false},
	    {"another error than EINVAL", ALL_TRACED(WRONG("-1", "-35", "-1", "1")), false},
	    {"a success", ALL_TRACED(WRONG("0", "-35", "-22", "1")), false},
	    {"a look that found another word", ALL_TRACED(WRONG("-1", "-35", "-22", "2")), false},
	};

	expect_each(cases, sizeof cases / sizeof *cases);
}

/* T1 dies with the lock. T2 takes it with OWNER_DIED, fails to unlock it, and is about to try to lock it again. */
#define OWN_LOCK_TRIED(unlock)                                                                                         \
	"1 0 10 tp_sample_lock#1 cas word=0 arg=0 old=0 new=1 ok=1\n1 10 20 kernel check old=1\n"                      \
	"1 20 30 kernel death arg=1 old=1 new=0x40000000 ok=1\n"                                                       \
	"2 40 50 tp_sample_lock#1 cas word=0 arg=0 old=0x40000000 new=0x40000000 ok=0\n2 60 60 kernel call value=1\n"  \
	"2 60 70 kernel look old=0x40000000\n"                                                                         \
	"2 70 80 kernel steal arg=0x40000000 old=0x40000000 new=0x40000002 ok=1\n2 90 90 kernel return value=0\n"      \
	"2 100 110 tp_futex_worker#1 critical\n"                                                                       \
	"2 120 130 tp_mutex_unlock#1 cas word=0 arg=2 old=0x40000002 new=0x40000002 ok=0\n"                            \
	"2 140 140 kernel call value=2\n2 140 150 kernel look old=0x40000002\n2 160 160 kernel return value=" unlock   \
	"\n2 170 180 tp_sample_lock#1 cas word=0 arg=0 old=0x40000002 new=0x40000002 ok=0\n"
/*
 * T2 does not clear OWNER_DIED, as a locker does not: its unlock fails, and so does each lock that it tries, again and
 * again with no access between, until it is killed.
 */
#define OWN_CALLS(unlock, lock, again, last)                                                                           \
	HEAD_OF("RL", "seen calls\nsteps traced\nticks 1\n")                                                           \
	OWN_LOCK_TRIED(unlock)                                                                                         \
	"2 190 190 kernel call value=1\n2 190 200 kernel look old=0x40000002\n2 210 210 kernel return value=" lock     \
	"\n2 220 220 kernel call value=1\n2 220 230 kernel look old=" again                                            \
	"\n2 240 240 kernel return value=-35\n" last
#define DIES_OF(found)                                                                                                 \
	"2 240 250 kernel check old=" found "\n2 250 260 kernel death arg=" found " old=" found " new=0x40000000 "     \
	"ok=1\n"

/* The same, and T3 finds T2 off its CPU behind the look of its last call, before that has returned. */
#define OWN_CALL_OFF_CPU(result)                                                                                       \
	HEAD_OF("RLR", "seen calls\nsteps traced\nticks 1\n")                                                          \
	OWN_LOCK_TRIED("-22")                                                                                          \
	"2 190 190 kernel call value=1\n2 190 200 kernel look old=0x40000002\n"                                        \
	"3 210 220 tp_sample_lock#1 cas word=0 arg=0 old=0x40000002 new=0x40000002 ok=0\n"                             \
	"3 230 230 kernel call value=1\n3 230 240 kernel look old=0x40000002\n3 240 250 kernel ref value=1\n"          \
	"3 260 270 kernel top\n3 260 270 kernel look old=0x40000002\n3 270 280 kernel stays\n"                         \
	"3 280 290 kernel watch target=2 ok=0\n2 300 300 kernel return value=" result                                  \
	"\n2 310 320 kernel check old=0x40000002\n"                                                                    \
	"2 320 330 kernel death arg=0x40000002 old=0x40000002 new=0x40000000 ok=1\n"

static void test_own_calls(void)
{
	static const struct trace_case cases[] = {
	    {"it loses its CPU in a call that fails", OWN_CALL_OFF_CPU("-35"), true},
	    {"and that call fails in another way", OWN_CALL_OFF_CPU("-22"), false},
	    {"calls of the text that fail", OWN_CALLS("-22", "-35", "0x40000002", ""), true},
	    {"and then it dies", OWN_CALLS("-22", "-35", "0x40000002", DIES_OF("0x40000002")), true},
	    {"another error of the unlock", OWN_CALLS("-1", "-35", "0x40000002", ""), false},
	    {"another error of the lock", OWN_CALLS("-22", "-22", "0x40000002", ""), false},
	    {"another word", OWN_CALLS("-22", "-35", "0x40000001", ""), false},
	    {"a death that finds another word", OWN_CALLS("-22", "-35", "0x40000002", DIES_OF("0x40000001")), false},
	};

	expect_each(cases, sizeof cases / sizeof *cases);
}

/*
 * T2 is marked as asleep and not yet off its CPU when something wakes it, and T1's unlock comes behind that. Then T1
 * takes the lock again, and T2's call ends with `result`.
 */
#define WOKEN_BEFORE_SLEEP(found, result)                                                                              \
	HEAD_OF("LT", "seen calls\nsteps traced\nticks 1\n")                                                           \
	"1 0 10 tp_sample_lock#1 cas word=0 arg=0 old=0 new=1 ok=1\n"                                                  \
	"2 20 30 tp_sample_lock#1 cas word=0 arg=0 old=1 new=1 ok=0\n2 40 40 kernel call value=1\n"                    \
	"2 40 50 kernel look old=1\n2 50 60 kernel ref value=1\n2 70 80 kernel top\n2 70 80 kernel look old=1\n"       \
	"2 80 90 kernel stays\n2 90 100 kernel watch target=1 ok=0\n"                                                  \
	"2 100 110 kernel waiters arg=1 old=1 new=0x80000001 ok=1\n2 110 120 kernel link target=1\n"                   \
	"2 120 130 kernel state value=1\n2 120 130 kernel look old=0x80000001\n2 130 140 kernel linked value=1\n"      \
	"1 20 150 tp_futex_worker#1 critical\n"                                                                        \
	"1 160 170 tp_mutex_unlock#1 cas word=0 arg=1 old=0x80000001 new=0x80000001 ok=0\n"                            \
	"1 180 180 kernel call value=2\n1 180 190 kernel look old=0x80000001\n1 190 200 kernel request value=0\n"      \
	"1 200 210 kernel unlock arg=0x80000001 old=0x80000001 new=0 ok=1\n1 210 220 kernel waiter target=2\n"         \
	"1 220 230 kernel wake target=2 ok=" found "\n1 240 240 kernel return value=" found                            \
	"\n1 250 260 tp_sample_lock#1 cas word=0 arg=0 old=0 new=1 ok=1\n"                                             \
	"2 300 310 kernel sleep\n2 300 310 kernel awake\n2 320 330 kernel state value=0\n2 320 330 kernel look "       \
	"old=1\n"                                                                                                      \
	"2 330 340 kernel stays\n2 340 350 kernel unlink target=1\n2 350 360 kernel gone value=" result                \
	"\n2 360 370 kernel look old=1\n2 380 390 kernel off value=" result                                            \
	"\n2 380 390 kernel put value=1\n2 400 400 kernel return value=" result "\n"

static void test_woken_before_sleep(void)
{
	static const struct trace_case cases[] = {
	    {"the timer woke it", WOKEN_BEFORE_SLEEP("0", "-110"), true},
	    {"a signal woke it", WOKEN_BEFORE_SLEEP("0", "-4"), true},
	    {"the timer came behind the unlock", WOKEN_BEFORE_SLEEP("1", "-110"), true},
	    {"nothing that would have woken it", WOKEN_BEFORE_SLEEP("0", "-22"), false},
	};

	expect_each(cases, sizeof cases / sizeof *cases);
}

/*
 * T1 loses its CPU in its unlock, behind its look at the word and before the bucket; T2, whose time was up meanwhile,
 * is back, and finds T1 off its CPU. T1 goes on with the request (`request`) behind that.
 */
#define OWNER_OFF_CPU_IN_UNLOCK(request)                                                                               \
	HEAD_OF("LT", "seen calls\nsteps traced\nticks 1\n")                                                           \
	"1 0 10 tp_sample_lock#1 cas word=0 arg=0 old=0 new=1 ok=1\n"                                                  \
	"2 20 30 tp_sample_lock#1 cas word=0 arg=0 old=1 new=1 ok=0\n2 40 40 kernel call value=1\n"                    \
	"2 40 50 kernel look old=1\n2 50 60 kernel ref value=1\n2 70 80 kernel top\n2 70 80 kernel look old=1\n"       \
	"2 80 90 kernel stays\n2 90 100 kernel watch target=1 ok=0\n"                                                  \
	"2 100 110 kernel waiters arg=1 old=1 new=0x80000001 ok=1\n2 110 120 kernel link target=1\n"                   \
	"2 120 130 kernel state value=1\n2 120 130 kernel look old=0x80000001\n2 130 140 kernel linked value=1\n"      \
	"1 20 150 tp_futex_worker#1 critical\n"                                                                        \
	"1 160 170 tp_mutex_unlock#1 cas word=0 arg=1 old=0x80000001 new=0x80000001 ok=0\n"                            \
	"1 180 180 kernel call value=2\n1 180 190 kernel look old=0x80000001\n"                                        \
	"2 200 210 kernel sleep\n2 200 210 kernel awake\n2 220 230 kernel state value=0\n2 220 230 kernel look "       \
	"old=0x80000001\n"                                                                                             \
	"2 230 240 kernel stays\n2 240 250 kernel unlink target=1\n2 250 260 kernel gone value=-110\n"                 \
	"2 260 270 kernel look old=0x80000001\n2 280 290 kernel off value=-110\n2 280 290 kernel put value=1\n"        \
	"2 300 300 kernel return value=-110\n"                                                                         \
	"2 302 304 tp_sample_lock#2 load word=0 old=0x80000001\n"                                                      \
	"2 310 320 tp_sample_lock#1 cas word=0 arg=0 old=0x80000001 new=0x80000001 ok=0\n"                             \
	"2 330 330 kernel call value=1\n2 330 340 kernel look old=0x80000001\n2 340 350 kernel ref value=1\n"          \
	"2 360 370 kernel top\n2 360 370 kernel look old=0x80000001\n2 370 380 kernel stays\n2 380 390 kernel "        \
	"watch target=1 ok=0\n2 390 400 kernel link target=1\n2 410 420 kernel state value=1\n2 410 420 kernel look "  \
	"old=0x80000001\n"                                                                                             \
	"2 420 430 kernel linked value=1\n2 440 600 kernel sleep\n2 440 600 kernel awake\n" request                    \
	"1 510 520 kernel unlock arg=0x80000001 old=0x80000001 new=0 ok=1\n1 520 530 kernel waiter target=2\n"         \
	"1 530 540 kernel wake target=2 ok=1\n1 550 550 kernel return value=1\n"

static void test_owner_off_cpu_in_unlock(void)
{
	static const struct trace_case cases[] = {
	    {"before the bucket", OWNER_OFF_CPU_IN_UNLOCK("1 500 510 kernel request value=0\n"), true},
	    {"with the bucket locked", OWNER_OFF_CPU_IN_UNLOCK("1 190 200 kernel request value=0\n"), false},
	};

	expect_each(cases, sizeof cases / sizeof *cases);
}

/*
 * T1 dies with the lock. T2 has seen that it is gone, looks again (`found`), finds the word changed, and then `asks`
 * the scheduler. tp-futex counts how often it slept or gave up its CPU, and returns that with how it got the lock.
 */
#define OWNER_GONE_MEANWHILE(lock, text, found, asks, result)                                                          \
	HEAD_OF_LOCK(lock, "RR", "seen calls\nsteps traced\nticks 1\n")                                                \
	"1 0 10 " text "#1 cas word=0 arg=0 old=0 new=1 ok=1\n"                                                        \
	"2 20 30 " text "#1 cas word=0 arg=0 old=1 new=1 ok=0\n"                                                       \
	"2 40 40 kernel call value=1\n2 40 50 kernel look old=1\n2 50 60 kernel ref value=1\n"                         \
	"2 70 80 kernel top\n2 70 80 kernel look old=1\n"                                                              \
	"1 15 100 kernel check old=1\n1 100 200 kernel death arg=1 old=1 new=0x40000000 ok=1\n" found                  \
	"2 310 320 kernel " asks "\n2 320 330 kernel look old=0x40000000\n"                                            \
	"2 330 340 kernel take arg=0x40000000 old=0x40000000 new=2 ok=1\n2 340 350 kernel gone value=0x101\n"          \
	"2 360 370 kernel off value=" result "\n2 360 370 kernel put value=1\n2 380 380 kernel return value=" result   \
	"\n"
#define LOOKED_AGAIN(word) "2 300 310 kernel recheck old=" word "\n"
#define FAILED_TO_TAKE_OVER "2 300 310 kernel take_over arg=1 old=0x40000000 new=0x40000000 ok=0\n"
#define SAMPLE(...) OWNER_GONE_MEANWHILE("tp-futex-simple", "tp_sample_lock", __VA_ARGS__, "0x101")
#define COUNTS(...) OWNER_GONE_MEANWHILE("tp-futex", "tp_mutex_lock", __VA_ARGS__)

static void test_yields_before_look(void)
{
	static const struct trace_case cases[] = {
	    {"does not yield", SAMPLE(LOOKED_AGAIN("0x40000000"), "stays"), true},
	    {"yields behind a look", SAMPLE(LOOKED_AGAIN("0x40000000"), "yields"), true},
	    {"yields behind a failed change", SAMPLE(FAILED_TO_TAKE_OVER, "yields"), true},
	    {"finds another word", SAMPLE(LOOKED_AGAIN("0x40000001"), "yields"), false},
	    {"yields and counts it", COUNTS(LOOKED_AGAIN("0x40000000"), "yields", "0x10101"), true},
	    {"fails, yields and counts it", COUNTS(FAILED_TO_TAKE_OVER, "yields", "0x10101"), true},
	    {"yields and counts it not", COUNTS(LOOKED_AGAIN("0x40000000"), "yields", "0x101"), false},
	    {"yields once and counts two", COUNTS(LOOKED_AGAIN("0x40000000"), "yields", "0x20101"), false},
	    {"stays and counts nothing", COUNTS(LOOKED_AGAIN("0x40000000"), "stays", "0x101"), true},
	    {"stays and counts one", COUNTS(LOOKED_AGAIN("0x40000000"), "stays", "0x10101"), false},
	};

	expect_each(cases, sizeof cases / sizeof *cases);
}

/* The hexadecimal number at `at` becomes that one, as long as it was. */
static void overwrite(char *at, unsigned long value)
{
	char digits[32];
	size_t n = strspn(at + 2, "0123456789abcdef");

	snprintf(digits, sizeof digits, "%0*lx", (int)n, value);
	memcpy(at + 2, digits, n);
}

/* Of a call that slept the status says that it did not. */
static void test_status(const char *text)
{
	static char wrong[ROOM];
	u32 changed = 0;

	for (const char *line = strstr(text, "\nevents\n") + 8; *line; line = line_end(line)) {
		const char *off = is_kernel(line, "off ") ? value_of(line, " value=") : NULL;
		unsigned long value = off ? strtoul(off, NULL, 0) : 0;
		const char *put = line_end(line), *end = value_of(line_end(put), " return value=");

		if (value >> 31 || !(value >> 16) || !is_kernel(put, "put ") || !end)
			continue;
		strcpy(wrong, text);
		overwrite(wrong + (off - text), value & 0xffff);
		overwrite(wrong + (end - text), value & 0xffff);
		EXPECT(differs(wrong), "a status without its sleeps: %.60s", line);
		changed++;
	}
	EXPECT(changed > 0, "%u statuses", changed);
}

/* What came up in runs of threads that are killed, and what it must not be taken for. */
static void test_rare(void)
{
	static const struct trace_case cases[] = {
	    {"a death that comes again", ALL_TRACED(DEATH_AGAIN("0x80000001")), true},
	    {"one that found what was never there", ALL_TRACED(DEATH_AGAIN("0x80000003")), false},
	    {"a waiter that leaves before the exit looks",
	     ALL_TRACED(LEFT_BEFORE("2 330 340 kernel unlink target=1\n")), true},
	    {"one that leaves another's list", ALL_TRACED(LEFT_BEFORE("2 330 340 kernel unlink target=2\n")), false},
	    {"one that nobody took out", ALL_TRACED(LEFT_BEFORE("")), false},
	    {"a death without a look", ALL_TRACED(SLEPT "1 200 300 kernel " DIES), false},
	    {"a death without a look", ALL_TRACED(SLEPT "1 200 300 kernel " DIES), false},
	    {"one that changes what it did not look at",
	     ALL_TRACED(SLEPT "1 160 200 kernel check old=1\n1 200 300 kernel " DIES), false},
	    {"a wake-up that comes into a nap", ALL_TRACED(WOKEN_IN_NAP("600")), true},
	    {"one that was over before", ALL_TRACED(WOKEN_IN_NAP("440")), false},
	};

	expect_each(cases, sizeof cases / sizeof *cases);
}

static void test_heads(void)
{
	static const struct {
		const char *text, *note;
	} cases[] = {
	    {HEAD("seen calls\n") "1 0 1 kernel look old=0\n", "\"look\" belongs into a trace with \"steps traced\"."},
	    {HEAD("seen all\nsteps traced\n") "1 0 1 tp_sample_lock#1 cas word=0 arg=0 old=0 new=1 ok=1\n",
	     "\"steps traced\" belongs to \"seen calls\""},
	    {HEAD("seen calls\nsteps seen\n") "1 0 1 tp_sample_lock#1 cas word=0 arg=0 old=0 new=1 ok=1\n",
	     "\"steps\" is nothing"},
	};

	for (u32 i = 0; i < sizeof cases / sizeof *cases; i++) {
		struct ls_trace t;

		ls_trace_read(&t, cases[i].text, (u32)strlen(cases[i].text));
		EXPECT(t.notes && strstr(t.note[0], cases[i].note), "%s instead of %s", t.note[0], cases[i].note);
		ls_trace_free(&t);
	}
}

int main(void)
{
	static char text[ROOM];

	for (u32 i = 0; i < sizeof kept / sizeof *kept; i++) {
		read_kept(text, kept[i]);
		EXPECT(differs(text) == 0, "%s conforms as it was recorded", kept[i]);
		test_each(text);
		test_pairs(text);
	}
	read_kept(text, kept[0]);
	test_status(text);
	test_wrong_calls();
	test_own_calls();
	test_woken_before_sleep();
	test_owner_off_cpu_in_unlock();
	test_yields_before_look();
	test_seen_behind_death();
	test_late_look("310", true);
	test_late_look("15000", true);
	test_late_look("60000", false);
	test_rare();
	test_heads();
	return test_end();
}
