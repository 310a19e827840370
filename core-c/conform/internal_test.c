/* SPDX-License-Identifier: MIT */
/* What must be inferred where a trace has only the kernel's events of a call, in runs that were seen. */
#include <string.h>

#include "test.h"
#include "conform.h"
#include "trace_read.h"

#define HEAD(lock, threads)                                                                                            \
	"lockstep-trace 1\nlock " lock "\nthreads " threads "\nswitch mend_no_state\nswitch mend_early_wake_list\n"    \
	"switch mend_late_hand_off\nswitch mend_link_new_owner\nswitch mend_steal_of_dead\nseen calls\nevents\n"

/* T2 has asked for the lock, and its time is up just before T1 unlocks. */
#define TIMED_OUT                                                                                                      \
	HEAD("tp-futex", "LT")                                                                                         \
	"1 0 10 tp_mutex_lock#1 cas word=0 arg=0 old=0 new=1 ok=1\n"                                                   \
	"1 12 95 tp_futex_worker#1 critical\n"                                                                         \
	"2 20 30 tp_mutex_lock#1 cas word=0 arg=0 old=1 new=1 ok=0\n"                                                  \
	"2 40 40 kernel call value=1\n"                                                                                \
	"2 50 60 kernel top\n"                                                                                         \
	"2 60 70 kernel ask\n"                                                                                         \
	"2 60 70 kernel waiters arg=1 old=1 new=0x80000001 ok=1\n"                                                     \
	"1 100 110 tp_mutex_unlock#1 cas word=0 arg=1 old=0x80000001 new=0x80000001 ok=0\n"                            \
	"1 120 120 kernel call value=2\n"

/* T2 sleeps on top, and T1 unlocks. */
#define ASLEEP                                                                                                         \
	HEAD("tp-futex", "LL")                                                                                         \
	"1 0 10 tp_mutex_lock#1 cas word=0 arg=0 old=0 new=1 ok=1\n"                                                   \
	"1 12 95 tp_futex_worker#1 critical\n"                                                                         \
	"2 20 30 tp_mutex_lock#1 cas word=0 arg=0 old=1 new=1 ok=0\n"                                                  \
	"2 40 40 kernel call value=1\n"                                                                                \
	"2 50 60 kernel top\n"                                                                                         \
	"2 60 70 kernel waiters arg=1 old=1 new=0x80000001 ok=1\n"                                                     \
	"2 80 999 kernel sleep\n"                                                                                      \
	"1 100 110 tp_mutex_unlock#1 cas word=0 arg=1 old=0x80000001 new=0x80000001 ok=0\n"                            \
	"1 120 120 kernel call value=2\n"

static const struct {
	const char *what, *text;
	u32 differs; /* line of the text, 0: it conforms */
} cases[] = {
    {"the top waiter leaves before the kernel says so, and is not handed the lock",
     TIMED_OUT "1 120 130 kernel unlock arg=0x80000001 old=0x80000001 new=0 ok=1\n"
	       "1 140 140 kernel return value=0\n"
	       "2 150 160 kernel off value=0xffffff92\n"
	       "2 160 160 kernel return value=0xffffff92\n",
     0},
    {"a top waiter that has asked and does not leave must be handed the lock",
     TIMED_OUT "1 120 130 kernel unlock arg=0x80000001 old=0x80000001 new=0 ok=1\n"
	       "1 140 140 kernel return value=0\n"
	       "2 140 150 kernel take arg=0 old=0 new=2 ok=1\n"
	       "2 160 170 kernel off value=1\n"
	       "2 170 170 kernel return value=1\n",
     20},
    {"a top waiter that leaves after the unlock has read is handed the lock",
     TIMED_OUT "1 120 130 kernel unlock arg=0x80000001 old=0x80000001 new=2 ok=1\n"
	       "1 130 130 kernel handoff value=2\n"
	       "1 130 138 kernel wake target=2 ok=0\n"
	       "1 140 140 kernel return value=0\n"
	       "2 150 160 kernel off value=2\n"
	       "2 160 160 kernel return value=2\n",
     0},
    {"a thread that has said that it sleeps is asleep: a wake-up finds it so",
     ASLEEP "1 120 130 kernel unlock arg=0x80000001 old=0x80000001 new=0 ok=1\n"
	    "1 130 140 kernel wake target=2 ok=0\n"
	    "1 150 150 kernel return value=0\n",
     21},
    {"an unlock wakes the thread that sleeps on top",
     ASLEEP "1 120 130 kernel unlock arg=0x80000001 old=0x80000001 new=0 ok=1\n"
	    "1 140 140 kernel return value=0\n",
     21},
    {"there are two calls",
     HEAD("tp-futex", "LL") "1 0 10 tp_mutex_lock#1 cas word=0 arg=0 old=0 new=1 ok=1\n"
			    "1 12 95 tp_futex_worker#1 critical\n"
			    "2 20 30 tp_mutex_lock#1 cas word=0 arg=0 old=1 new=1 ok=0\n"
			    "2 40 40 kernel call value=1\n"
			    "2 50 60 kernel top\n"
			    "2 60 70 kernel waiters arg=1 old=1 new=0x80000001 ok=1\n"
			    "2 80 999 kernel sleep\n"
			    "1 100 110 tp_mutex_unlock#1 cas word=0 arg=1 old=0x80000001 new=0x80000001 ok=0\n"
			    "1 120 120 kernel call value=3\n",
     18},
    {"a lock is taken over from a thread that there is",
     HEAD("tp-futex", "LL") "1 0 10 tp_mutex_lock#1 cas word=0 arg=0 old=0 new=1 ok=1\n"
			    "1 12 95 tp_futex_worker#1 critical\n"
			    "2 20 30 tp_mutex_lock#1 cas word=0 arg=0 old=1 new=1 ok=0\n"
			    "2 40 40 kernel call value=1\n"
			    "2 50 60 kernel top\n"
			    "2 60 70 kernel take_over arg=0x1ffffff0 old=1 new=1 ok=0\n",
     16},
    {"the top waiter goes round once more before it sets WAITERS beside an owner that it had not seen",
     HEAD("tp-futex-simple", "LLL") "3 0 10 tp_sample_lock#1 cas word=0 arg=0 old=0 new=3 ok=1\n"
				    "3 12 55 tp_futex_worker#1 critical\n"
				    "1 20 30 tp_sample_lock#1 cas word=0 arg=0 old=3 new=3 ok=0\n"
				    "1 40 40 kernel call value=1\n"
				    "1 50 60 kernel top\n"
				    "3 60 64 tp_mutex_unlock#1 cas word=0 arg=3 old=3 new=0 ok=1\n"
				    "1 60 72 kernel take arg=0 old=3 new=3 ok=0\n"
				    "3 66 70 tp_sample_lock#1 cas word=0 arg=0 old=0 new=3 ok=1\n"
				    "1 72 150 kernel waiters arg=2 old=2 new=0x80000002 ok=1\n"
				    "3 74 78 tp_futex_worker#1 critical\n"
				    "3 80 90 tp_mutex_unlock#1 cas word=0 arg=3 old=3 new=0 ok=1\n"
				    "2 100 110 tp_sample_lock#1 cas word=0 arg=0 old=0 new=2 ok=1\n"
				    "2 112 200 tp_futex_worker#1 critical\n"
				    "1 150 240 kernel sleep\n",
     0},
    {"a top waiter that lost its CPU is still awake when it is to be woken, and reads what comes later",
     HEAD("tp-futex-simple", "LL") "1 0 10 tp_sample_lock#1 cas word=0 arg=0 old=0 new=1 ok=1\n"
				   "2 20 30 tp_sample_lock#1 cas word=0 arg=0 old=1 new=1 ok=0\n"
				   "2 40 40 kernel call value=1\n"
				   "2 50 500 kernel top\n"
				   "2 50 500 kernel waiters arg=1 old=1 new=0x80000001 ok=1\n"
				   "1 60 100 tp_futex_worker#1 critical\n"
				   "1 110 120 tp_mutex_unlock#1 cas word=0 arg=1 old=0x80000001 new=0x80000001 ok=0\n"
				   "1 130 130 kernel call value=2\n"
				   "1 130 140 kernel unlock arg=0x80000001 old=0x80000001 new=0 ok=1\n"
				   "1 140 150 kernel wake target=2 ok=0\n"
				   "1 160 160 kernel return value=0\n"
				   "1 170 180 tp_sample_lock#1 cas word=0 arg=0 old=0 new=1 ok=1\n"
				   "1 190 400 tp_futex_worker#1 critical\n"
				   "1 410 420 tp_mutex_unlock#1 cas word=0 arg=1 old=1 new=0 ok=1\n"
				   "2 500 520 kernel take arg=0 old=1 new=1 ok=0\n"
				   "1 510 518 tp_sample_lock#1 cas word=0 arg=0 old=0 new=1 ok=1\n"
				   "2 520 560 kernel waiters arg=1 old=1 new=0x80000001 ok=1\n",
     0},
    {"a thread that was in the queue until its time was up was on top in passing, while no other was",
     HEAD("tp-futex-simple", "LTT") "1 0 10 tp_sample_lock#1 cas word=0 arg=0 old=0 new=1 ok=1\n"
				    "1 12 18 tp_futex_worker#1 critical\n"
				    "2 20 30 tp_sample_lock#1 cas word=0 arg=0 old=1 new=1 ok=0\n"
				    "2 40 40 kernel call value=1\n"
				    "2 40 50 kernel steal arg=0 old=1 new=1 ok=0\n"
				    "1 41 43 tp_mutex_unlock#1 cas word=0 arg=1 old=1 new=0 ok=1\n"
				    "1 44 48 tp_sample_lock#1 cas word=0 arg=0 old=0 new=1 ok=1\n"
				    "1 50 999 tp_futex_worker#1 critical\n"
				    "3 60 70 tp_sample_lock#1 cas word=0 arg=0 old=1 new=1 ok=0\n"
				    "3 80 80 kernel call value=1\n"
				    "3 90 100 kernel top\n"
				    "3 90 100 kernel waiters arg=1 old=1 new=0x80000001 ok=1\n"
				    "3 110 200 kernel sleep\n"
				    "3 110 200 kernel awake\n"
				    "3 210 220 kernel off value=0xffffff92\n"
				    "3 220 220 kernel return value=0xffffff92\n"
				    "3 230 240 tp_sample_lock#2 load word=0 old=0x80000001\n"
				    "3 250 255 tp_sample_lock#1 cas word=0 arg=0 old=0x80000001 new=0x80000001 ok=0\n"
				    "3 260 260 kernel call value=1\n"
				    "3 270 280 kernel top\n"
				    "3 280 400 kernel sleep\n"
				    "2 300 300 kernel return value=0xffffff92\n",
     0},
    {"an unlock reads late, and wakes the thread that has come to the top since",
     HEAD("tp-futex-simple", "LTTT") "1 0 10 tp_sample_lock#1 cas word=0 arg=0 old=0 new=1 ok=1\n"
				     "1 12 95 tp_futex_worker#1 critical\n"
				     "2 20 30 tp_sample_lock#1 cas word=0 arg=0 old=1 new=1 ok=0\n"
				     "2 40 40 kernel call value=1\n"
				     "2 50 60 kernel top\n"
				     "2 60 70 kernel waiters arg=1 old=1 new=0x80000001 ok=1\n"
				     "3 62 66 tp_sample_lock#1 cas word=0 arg=0 old=1 new=1 ok=0\n"
				     "3 70 70 kernel call value=1\n"
				     "2 70 90 kernel sleep\n"
				     "2 70 90 kernel awake\n"
				     "2 98 110 kernel off value=0xffffff92\n"
				     "1 100 104 tp_mutex_unlock#1 cas word=0 arg=1 old=0x80000001 new=0x80000001 ok=0\n"
				     "1 105 105 kernel call value=2\n"
				     "1 105 112 kernel unlock arg=0x80000001 old=0x80000001 new=0 ok=1\n"
				     "2 110 110 kernel return value=0xffffff92\n"
				     "1 112 300 kernel wake target=3 ok=1\n"
				     "2 114 118 tp_sample_lock#2 load word=0 old=0\n"
				     "2 120 124 tp_sample_lock#1 cas word=0 arg=0 old=0 new=2 ok=1\n"
				     "2 126 999 tp_futex_worker#1 critical\n"
				     "4 130 134 tp_sample_lock#1 cas word=0 arg=0 old=2 new=2 ok=0\n"
				     "4 136 136 kernel call value=1\n"
				     "3 140 150 kernel top\n"
				     "3 140 150 kernel waiters arg=2 old=2 new=0x80000002 ok=1\n"
				     "3 150 290 kernel sleep\n"
				     "3 150 290 kernel awake\n"
				     "3 310 320 kernel off value=0xffffff92\n"
				     "3 320 320 kernel return value=0xffffff92\n"
				     "4 400 400 kernel return value=0xffffff92\n",
     0},
};

/* Whatever bytes: a verdict. */
static void test_damage(const char *text, unsigned *seed)
{
	char damaged[4096];
	u32 n = (u32)strlen(text);

	for (u32 i = 0; i < 300; i++) {
		struct ls_conform *c;
		struct ls_trace t;

		memcpy(damaged, text, n);
		for (u32 k = 1 + test_random(seed) % 3; k; k--)
			damaged[test_random(seed) % n] = "0123456789 =-x\nakw"[test_random(seed) % 18];
		c = ls_trace_read(&t, damaged, n) ? ls_conform_new(&t) : NULL;
		while (c && ls_conform_slice(c, 100))
			;
		EXPECT(!c || ls_conform_report(c)->verdict != LS_CONFORM_RUNNING, "a verdict of %s", damaged);
		ls_conform_free(c);
		ls_trace_free(&t);
	}
}

int main(void)
{
	unsigned seed = 7;

	for (u32 i = 0; i < sizeof cases / sizeof *cases; i++)
		test_damage(cases[i].text, &seed);
	for (u32 i = 0; i < sizeof cases / sizeof *cases; i++) {
		const struct ls_conform_report *r;
		struct ls_conform *c;
		struct ls_trace t;
		u32 line;

		EXPECT(ls_trace_read(&t, cases[i].text, (u32)strlen(cases[i].text)) && !t.notes, "%s: %s",
		       cases[i].what, t.note[0]);
		c = ls_conform_new(&t);
		while (ls_conform_slice(c, 100))
			;
		r = ls_conform_report(c);
		line = r->verdict == LS_CONFORM_DIFFERS ? ls_conform_event(c, r->differs)->file_line : 0;
		EXPECT(r->verdict == LS_CONFORM_AGREES || line, "%s: a verdict", cases[i].what);
		EXPECT(line == cases[i].differs, "%s: line %u differs after %u events", cases[i].what, line, r->done);
		ls_conform_free(c);
		ls_trace_free(&t);
	}
	return test_end();
}
