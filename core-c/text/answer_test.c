/* SPDX-License-Identifier: MIT */
/* What a question asks for: each form in a story of the gallery, with another answer after another schedule. */
#include "answer.h"
#include "schedule.h"
#include "test.h"

#include <string.h>

static ls_action story[400];

/* Tells the options between '/', '+' before the right one, and what shows it: "No/+Yes 25". */
static void tell(const struct ls_answer *a, struct ls_text *out)
{
	for (u32 i = 0; i < a->options; i++)
		ls_putf(out, "%s%s%s", i ? "/" : "", i == a->right ? "+" : "", a->option[i]);
	if (a->shown)
		ls_putf(out, " %u", a->shown);
	if (a->alone)
		ls_putf(out, " %u alone", a->alone_steps);
}

/* before: the steps up to the question; after: those of the story behind it. */
static void asked(const char *scenario, const char *before, const char *after, const char *asks, const char *told)
{
	const struct ls_scenario *s = ls_scenario_named(scenario);
	char text[400], said[600], wrong[300];
	struct ls_schedule_error bad;
	struct ls_text out, why;
	struct ls_answer a;
	struct ls_config c;
	struct ls_machine m;
	u32 at, n;

	ls_scenario_config(s, &c);
	ls_reset(&m, &c);
	at = ls_parse_schedule(&m, before, story, sizeof story, &bad);
	snprintf(text, sizeof text, "%s %s", before, after);
	ls_reset(&m, &c);
	n = ls_parse_schedule(&m, text, story, sizeof story, &bad);
	EXPECT(bad.at < 0, "%s: %s", text, bad.why);
	ls_text_start(&out, said, sizeof said);
	ls_text_start(&why, wrong, sizeof wrong);
	if (ls_find_answer(s, story, n, at, asks, &a, &why))
		tell(&a, &out);
	else
		ls_put(&out, wrong);
	EXPECT(!strcmp(said, told), "%s of %s: \"%s\"", asks, scenario, said);
}

static const char *const THIEF = "1+ p1 2! r1 1@end";

static void test_who(void)
{
	asked("mutex-thief", "1+ p1 2! r1 1>mutex_unlock_slowpath", "3+ 2!", "who inside", "T2/+T3/Nobody 25");
	asked("mutex-thief", "1+ p1 2! r1 1>mutex_unlock_slowpath", "2! 3+", "who inside", "+T2/T3/Nobody 28");
	asked("mutex-thief", "1+ p1 2! r1 1>mutex_unlock_slowpath", "", "who inside", "T2/T3/+Nobody");
	asked("mutex-thief", "1+ p1 2! r1", "1@end", "who woken", "T1/+T2/T3/Nobody 23");
	asked("mutex-thief", "1+ p1 2! r1", "1@end", "who woken by T1", "+T2/T3/Nobody 23");
	asked("mutex-thief", "1+ p1 2! r1", "1@end", "who woken by T3", "T1/T2/+Nobody");
	asked("mutex-thief", "1+ p1 2! r1", "1@end", "who woken until 1>spin_lock:wait_lock", "T1/T2/T3/+Nobody");
	asked("mutex-thief", THIEF, "3+ 2!", "who xchg:count", "+T2/T3/Nobody 30");
	asked("mutex-thief", THIEF, "3+", "who xchg:count", "T2/T3/+Nobody");
	asked("mutex-thief", "1+ p1 2! r1", "1@end", "who woken of T2 T3", "+T2/T3 23");
	asked("mutex-thief", "1+ p1 2! r1", "1@end", "who woken of T1 T3", "it is none of these");
	asked("mutex-thief", THIEF, "3+", "who xchg:count of T2 T3", "it is nobody");
	asked("mutex-thief", "1+ p1 2! r1", "1@end", "who woken by T9", "no thread: \"T9\"");
}

static void test_does(void)
{
	asked("mutex-thief", THIEF, "3+ 2!", "does T2", "It takes the lock/+It goes to sleep/It spins 33");
	asked("mutex-thief", THIEF, "2!", "does T2", "+It takes the lock/It goes to sleep/It spins 28");
	asked("mutex-thief", THIEF, "3+", "does T2 alone T2", "+It takes the lock/It goes to sleep/It spins 4 alone");
	asked("mutex-thief", "1+", "", "does T3 alone T3", "It takes the lock/It goes to sleep/+It spins 4 alone");
	asked("mutex-thief", THIEF, "3+", "does T2", "T2 comes to nothing of what is asked for");
	asked("mutex-thief", THIEF, "3+", "does T9", "no thread: \"T9\"");
	asked("mutex-thief", "1+", "1@end", "does T1", "T1 has the lock");
	/* what may end a wait is an option where it may */
	asked("mutex-signal", "1+ p1 2! s2", "2@end", "does T2",
	      "It takes the lock/It goes to sleep/It spins/+It leaves without the lock 21");
}

static void test_values(void)
{
	asked("mutex-thief", "1+ p1 2!", "r1 1@end 3+ 2!", "value count until 1>add:count", "-1/+0/1 19");
	asked("mutex-thief", "1+ p1 2!", "r1 1@end 3+ 2!", "value count until 1>store:count", "-1/0/+1 21");
	asked("mutex-thief", "1+ p1 2!", "r1 1@end", "value wait_list until 1>spin_lock", "+T2/empty 20");
	asked("ticket", "1+", "2", "value val.next until 2>add:val", "253/254/+255 2");
	asked("mutex-thief", "1+", "", "value count", "+0/1");
	asked("mutex-thief", "1+", "", "value tail", "there is no word \"tail\"");
}

static void test_many(void)
{
	asked("mutex-thief", THIEF, "3+ 2!", "many inside", "+None/One/Two/Three");
	asked("mutex-thief", THIEF, "3+ 2!", "many inside until end", "None/+One/Two/Three 33");
	asked("mutex-thief", THIEF, "3+ 2!", "many :count", "None/One/+Two/Three 29");
	asked("mutex-thief", THIEF, "3+ 2!", "many xchg:count until 2>xchg:count", "None/+One/Two/Three 30");
	/* of those that the question speaks of, no more than these */
	asked("mutex-thief", THIEF, "3+ 2!", "many :count of T2 T3", "None/One/+Two 29");
	asked("mutex-thief", THIEF, "3+ 2!", "many :count of T1 T2 until end", "None/+One/Two 29");
	asked("mutex-thief", THIEF, "3+ 2!", "many :count of T2 T7", "no thread: \"T7\"");
}

static void test_yes_or_no(void)
{
	asked("mutex-thief", THIEF, "3+ 2!", "count 1", "+Yes/No");
	asked("mutex-thief", THIEF, "3+ 2!", "not count 1", "Yes/+No");
	asked("mutex-thief", THIEF, "3+ 2!", "count 1 until 3>add:count", "Yes/+No 25");
	asked("mutex-thief", "1+ p1", "2!", "ever T2 asleep", "+Yes/No 15");
	asked("mutex-thief", "1+ p1", "2!", "not ever T2 asleep", "Yes/+No 15");
	asked("mutex-thief", "1+ p1", "2!", "ever T2 asleep until 2>add:count", "Yes/+No");
	asked("mutex-thief", THIEF, "3+ 2!", "ever inside has T2 alone T2", "+Yes/No 4 alone");
	asked("mutex-thief", THIEF, "3+ 2!", "comes 2>xchg:count", "+Yes/No 30");
	asked("mutex-thief", THIEF, "3+ 2!", "comes 3>xchg:count", "Yes/+No");
	asked("mutex-thief", THIEF, "3+ 2!", "count 1 until 1>add",
	      "the story does not come to 1>add behind the question");
	asked("mutex-thief", THIEF, "3+ 2!", "count 1 until", "not understood: \"count 1 until\"");
	asked("mcs-gap", "1@mspin_unlock/cas 2>xchg:tail", "1>cas:tail", "cas T1", "Yes/+No 10");
	asked("mcs-gap", "1@mspin_unlock/cas", "1>cas:tail", "cas T1", "+Yes/No 7");
	asked("mcs-gap", "1@mspin_unlock/cas", "2*3", "cas T1", "T1 takes no compare-and-swap there");
	/* of every schedule: before the torn exchange some go wrong, without the fault none does */
	asked("mcs-torn-swap", "1 2", "", "ends well", "Yes/+No");
	asked("mcs-gap", "1 2", "", "ends well", "+Yes/No");
}

int main(void)
{
	test_who();
	test_does();
	test_values();
	test_many();
	test_yes_or_no();
	return test_end();
}
