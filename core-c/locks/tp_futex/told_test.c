/* SPDX-License-Identifier: MIT */
/* Traces in which the kernel tells each access: what is missing in them, or is not so, is refused. */
#include <stdlib.h>
#include <string.h>

#include "conform/conform.h"
#include "conform/trace_read.h"
#include "test.h"

/* Recorded ones: threads that sleep and are handed the lock; owners that die. */
static const char *const kept[] = {"tests/traces/tp-told.trace", "tests/traces/tp-told-deaths.trace"};
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

#define HEAD(lines)                                                                                                    \
	"lockstep-trace 1\nlock tp-futex-simple\nthreads RR\nswitch mend_no_state\nswitch mend_early_wake_list\n"      \
	"switch mend_late_hand_off\nswitch mend_link_new_owner\nswitch mend_steal_of_dead\n" lines "events\n"

/* T2 looks whether T1 runs, `from` ticks after the start; T1 has died at 200. */
static void test_late_look(const char *from, bool conforms)
{
	char text[2048];

	snprintf(
	    text, sizeof text,
	    HEAD("seen calls\nsteps told\nticks 1\n") "1 0 10 tp_sample_lock+1 cas word=0 arg=0 old=0 new=1 ok=1\n"
						      "2 20 30 tp_sample_lock+1 cas word=0 arg=0 old=1 new=1 ok=0\n"
						      "2 40 40 kernel call value=1\n"
						      "2 40 50 kernel look old=1\n"
						      "2 50 60 kernel ref value=1\n"
						      "2 70 80 kernel top\n"
						      "2 70 80 kernel look old=1\n"
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

static void test_heads(void)
{
	static const struct {
		const char *text, *note;
	} cases[] = {
	    {HEAD("seen calls\n") "1 0 1 kernel look old=0\n", "\"look\" belongs into a trace with \"steps told\"."},
	    {HEAD("seen all\nsteps told\n") "1 0 1 tp_sample_lock+1 cas word=0 arg=0 old=0 new=1 ok=1\n",
	     "\"steps told\" belongs to \"seen calls\""},
	    {HEAD("seen calls\nsteps seen\n") "1 0 1 tp_sample_lock+1 cas word=0 arg=0 old=0 new=1 ok=1\n",
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
	test_late_look("310", true);
	test_late_look("15000", true);
	test_late_look("60000", false);
	test_heads();
	return test_end();
}
