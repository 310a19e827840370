/* SPDX-License-Identifier: MIT */
/* The line of commands as a person writes it: check, run, verify, list, conform. $LOCKSTEP is the program. */
#include "program_test.h"

/* Behind "list": the pins with one line changed, held against what is found. */
#define CHANGED(how) "> /dev/null; sed '" how "' tests/pins/searches.txt | $LOCKSTEP pins /dev/stdin --most 5000 "

/* Behind "list": a line of the pins is moved and loses its figures, and the file is written anew. */
#define REWRITTEN                                                                                                      \
	"> /dev/null; f=$(mktemp); awk '/^mcs-gap = /{kept=$0;next} {print} /^mcs-torn-swap = /{print kept}' "         \
	"tests/pins/searches.txt > $f.is; sed 's/^\\(mcs-gap\\) = .*/\\1/' $f.is > $f; cmp -s $f $f.is && echo same "  \
	"already; "                                                                                                    \
	"$LOCKSTEP pins $f --write --of mcs && cmp $f $f.is && echo as it was; rm $f $f.is"

static void test_help(void)
{
	static const char *const commands[] = {"list",    "check",  "run",  "stress", "follow", "record",
					       "conform", "verify", "pins", "bench",  "facts"};

	for (size_t i = 0; i < sizeof commands / sizeof *commands; i++) {
		char usage[60];

		snprintf(usage, sizeof usage, "Usage: lockstep %s [OPTION...]", commands[i]);
		must(commands[i], "--help", 0, usage);
		must("--help", "", 0, commands[i]);
	}
	must("", "", 0, "usage: lockstep COMMAND");
	must("chekc", "", 2, "there is no command \"chekc\"; did you mean check?");
	must("frobnicate", "", 2, "there is no command \"frobnicate\"\nusage:");
}

static void test_check(void)
{
	must("check", "mcs --threads 2 --rounds 1", 0, "mcs, 2 threads (LL), 1 round\nOK: ");
	must("check", "--rounds=1 --threads=2 mcs", 0, "mcs, 2 threads (LL), 1 round\nOK: ");
	must("check", "rwsem --threads WRD --rounds 1 --switch mend_two_pass", 0,
	     "3 threads (WRD), 1 round, with mend_two_pass");
	must("check", "mutex-3.9 --threads 2 --rounds 1 --budget p1,s0", 0, "budgets: preempt 1\n");
	must("check", "mutex-3.9 --threads 2 --rounds 1", 0,
	     "(LL), 1 round\nOK: ");                           /* free play's budgets are not a check's */
	must("check", "mcs-torn-swap --threads 1", 0, "OK: "); /* what is changed states nothing */
	must("check", "mcs --threads 2 --rounds endless", 0, "(LL), endless rounds\nOK: 108 states, 200 transitions");
	must("check", "mcs --threads 2 --rounds endless", 0,
	     "from every state all threads can come to the end of their");
	must("check", "mcs --threads 2 --rounds endless --switch late_init", 1, "DEADLOCK");
	must("check", "mcs --threads 2 --budget s1", 0, "Note: mcs has no use for the budget signal 1 here.\n");
	must("check", "rwsem --threads WR --budget x1", 0, "Note: rwsem has no use for the budget threshold 1 here.\n");
	must("check", "mcs --threads 2 --budget p1,s1 --json", 0, "\"unused\":\"s\"}");
	must("check", "rwsem --threads WR --rounds 1 --budget p2 --switch keep_bias --states 1 --json", 3,
	     "\"threads\":2,\"rounds\":1,\"switches\":2,\"budget\":[0,2,0,0,0,0,0,0],\"roles\":[0,1]},");
	must("check", "mcs --threads 2 --switch torn_swap", 1, "VIOLATED (mutual exclusion)");
	must("check", "mcs --threads 2 --switch torn_swap --records", 1, " moved load mspin_lock ");
	must("check", "mcs --states 10", 3, "Not complete: the bound of 10 states");
	must("check", "mcs --threads 2 --json", 0,
	     "{\"name\":\"mcs\",\"threads\":2,\"rounds\":2,\"switches\":0,\"verdict\":\"OK\"");
	/* every way from there, and what the whole search finds where the first step is given to it */
	must("check", "mcs --threads 2 --after '1 2'", 0, "From step 2 on: OK: ");
	must("check", "mcs --threads 2 --after ''", 0, "From step 0 on: OK: 339 states");
	must("check", "mcs-torn-swap --after '1 2'", 1, "From step 2 on: VIOLATED (mutual exclusion)");
	must("check", "mcs-torn-swap --after '1!' --json", 0, "\"verdict\":\"OK\"");
	must("check", "mcs-torn-swap --after '1 2' --json", 1, ",\"after\":2,\"steps\":");
	must("check", "mcs-torn-swap", 0, "The scenario states VIOLATED: confirmed.");
	must("check", "mcs --threads 3 --starvation", 0, "NO_STARVATION: 1,885 states");
	must("check", "mutex-3.9 --threads 2 --starvation", 1, "Even after it has gone to sleep for the lock: T1 T2");
	must("check", "mutex-6.12 --threads 2 --starvation", 1, "Even after it has gone to sleep for the lock: nobody");
	must("check", "mutex-3.9 --threads 2 --starvation --json", 1,
	     "\"who\":[1,2],\"asleep\":[1,2],\"thread\":2,\"lead\":19,\"round\":16,\"passes\":1,");
	must("check", "mutex-3.9 --threads 2 --starvation", 1, "&s=jBLEmJ1CwO&round=19\n");
	must("check", "mutex-3.9 --threads 2 --starvation --json", 1, "&s=jBLEmJ1CwO&round=19\"}\n");
	must("check", "mcs --starvation --states 10", 3, "Not complete: in what was seen");
	must("check", "mcs --threads 2 --races", 1, "The shortest schedule to it has 13 steps:");
	must("check", "mcs --threads 2 --races", 1,
	     "Step 5 of T1 and step 13 of T2 race: both work under the lock, and nothing orders the second behind the "
	     "first.\nWhat could order them is T2.locked:\n  step 11, T1: store, relaxed; it would need release\n"
	     "  step 12, T2: await, relaxed; it would need acquire\n");
	must("check", "mcs --threads 2 --races --switch mend_orders", 0, "OK: 397 states");
	must("check", "mcs --threads 2 --races --switch mend_orders --relax next --relax locked", 1,
	     "relaxed: locked\nRACE: ");
	must("check", "mcs --threads 2 --races --json", 1, "\"verdict\":\"RACE\"");
	must("check", "mcs --races --states 10", 3, "Not complete: no race up to that depth.");

	must("check", "", 2, "which lock or scenario?");
	must("check", "mcss", 2, "there is no lock or scenario \"mcss\"; did you mean mcs?");
	must("check", "'#/mcs'", 2, "there is no lock or scenario \"#/mcs\"");
	must("check", "mcs mcs", 2, "what is \"mcs\" for?");
	must("check", "mcs --threads 0", 2, "--threads takes a whole number from 1 to 16, not \"0\"");
	must("check", "mcs --threads LLLLLLLLLLLLLLLLL", 2, "--threads takes 1 to 16 role letters");
	must("check", "rwsem --threads WX", 2, "rwsem has no role 'X'; it has W (");
	must("check", "mcs --rounds 256", 2, "--rounds takes a whole number from 1 to 254, not \"256\"");
	must("check", "mcs --rounds 2x", 2, "--rounds takes a whole number from 1 to 254, not \"2x\"");
	must("check", "mcs --rounds 255", 2, "--rounds takes 1 to 254, or endless");
	must("check", "mcs --states 0", 2, "--states takes a whole number from 1 to 400000000, not \"0\"");
	must("check", "mcs --switch torn_swp", 2,
	     "mcs has no switch \"torn_swp\"; did you mean torn_swap? it has torn_swap no_wait_for_link late_init");
	must("check", "mcs --budget q1", 2, "--budget takes letters with counts");
	must("check", "mcs --budget p256", 2, "--budget takes letters with counts");
	must("check", "mcs --budget p1,", 2, "--budget takes letters with counts");
	must("check", "mcs --stats 5", 2, "there is no option --stats; did you mean --states?");
	must("check", "mcs --json=1", 2, "--json takes no value");
	must("check", "mcs --threads 3 --rounds 2", 0, "OK: 9,256 states");
	must("check", "mcs --threads 3 --rounds 2 --keep-dead", 0, "OK: 10,");
	must("check", "mcs --starvation --rounds 2", 2, "--starvation takes endless rounds");
	must("check", "mcs --starvation --races", 2, "one at a time");
	must("check", "mcs --relax locked", 2, "--relax goes with --races");
	must("check", "mcs --races --relax lokced", 2, "there is no word \"lokced\"; did you mean locked?");
	must("check", "mcs --after '1 9'", 2, "at character 3, \"9\"");
	must("check", "mcs --after '1 p1'", 2, "the budget for preempt is used up; 1 step was taken");
	must("check", "mcs-torn-swap --after '1*3 2*3 1 2 1'", 2, "its step 8 is VIOLATED already: mutual exclusion");
	must("check", "mcs --races --after 1", 2, "--after goes with neither");
	must("check", "mcs --rounds", 2, "--rounds is without its value: --rounds N");
	must("check", "mcs -x", 2, "there is no option -x");
}

static void test_run(void)
{
	must("run", "mcs-gap", 0, "T1 finds the queue empty and is its head at once");
	must("run", "mcs '1@cas:tail 1' --threads 1", 0, "Open it: #/mcs?");
	must("run", "mcs '1+' --records", 0, "1 1 moved store mspin_lock ");
	must("run", "mcs --records '1+'", 0, "1 1 moved store mspin_lock ");
	must("run", "'#/mcs-gap?v=1'", 0, "No invariant is broken.");
	must("run", "'#/mcs-gap?v=1&n=99'", 1, "note:");
	must("run", "", 2, "run what?");
	must("run", "mcs '1 1' 2", 2, "what is \"2\" for?");
	must("run", "mcs '1+ 2@csa'", 1,
	     "at character 4, \"2@csa\": mcs has no procedure and no step \"csa\"; did you mean cas?; 4 steps were "
	     "taken");
	must("run", "mcs '1*4 1*20' --threads 2 --rounds 1", 1,
	     "\"1*20\": not possible there after 3 of 20: T1 has finished");
	must("run", "mcs '1*3 1*2 2*4' --threads 2 --places", 0, "1@mspin_unlock 2!\n");
	must("run", "mcs '1 2 p1' --places --budget p1", 0, "1 2 p1\n");
}

int main(void)
{
	test_help();
	test_check();
	test_run();
	must("verify", "mcs-gap", 0, "1 passed, 0 failed");
	must("verify", "no-such-thing", 2, "begins with \"no-such-thing\"");
	must("verify", "mcs rwsem", 2, "what is \"rwsem\" for?");
	must("pins", "", 2, "which file?");
	must("pins", "/no/such/file", 2, "/no/such/file cannot be read");
	must("pins", "tests/pins/searches.txt --of mcs --most 5000", 0, " as pinned, 0 not");
	must("list", CHANGED("s/^mcs-gap = OK states 80/mcs-gap = OK states 79/") "--of mcs", 1,
	     "FAIL mcs-gap\n     pinned");
	must("list", CHANGED("s/^mcs-gap = OK/mcs-gap = DEADLOCK/") "--of mcs --verdicts", 1, "found  OK");
	must("list", CHANGED("s/ states 80 / states 81 /") "--of mcs --verdicts", 0, " as pinned, 0 not");
	must("list", CHANGED("/^mcs-gap /d") "--of mcs", 1, "FAIL mcs-gap\n     is not pinned");
	must("list", REWRITTEN, 0, " searches pinned\nas it was\n");
	must("list", "", 0, "  role L  locker: locks and unlocks");
	must("list", "mcs", 2, "what is \"mcs\" for?");
	must("list", "--json", 0, "{\"name\":\"torn_swap\",");
	must("conform", "", 2, "which file?");
	must("conform", "--jsn x", 2, "there is no option --jsn; did you mean --json?");
	must("conform", "/no/such/file", 2, "/no/such/file: No such file");
	must("record", "mcs --threads 2 --rounds 3 2>&- | $LOCKSTEP conform --json -", 0, "\"verdict\":\"agrees\"");
	must("record", "mcs --threads 2 --rounds 3 2>&- | $LOCKSTEP conform --transitions -", 0,
	     " of 200 transitions (");
	must("record", "mcs --threads 2 --rounds 3 2>&- | $LOCKSTEP conform --json --transitions -", 0,
	     "\"transitions\":{\"all\":200,\"taken\":");
	return end();
}
