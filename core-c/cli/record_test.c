/* SPDX-License-Identifier: MIT */
/* `lockstep record` as a person runs it: exit codes, what it says, what it writes. $LOCKSTEP is the program. */
#include <unistd.h>

#include "conform/trace_read.h"
#include "program_test.h"

/* A whole trace has been written to a file, with all that was asked for. what: in words. */
static bool is_written(const char *args, bool cut, const char *says, char *what, size_t room)
{
	char path[] = "/tmp/lockstep-record-XXXXXX", command[600];
	int fd = mkstemp(path), code;
	static struct ls_trace t;
	FILE *f;
	size_t n;
	bool readable;

	if (fd < 0)
		exit(77);
	close(fd);
	snprintf(command, sizeof command, "%s --out %s", args, path);
	code = run("record", command);
	f = fopen(path, "r");
	n = f ? fread(out, 1, sizeof out - 1, f) : 0;
	out[n] = 0;
	if (f)
		fclose(f);
	unlink(path);
	readable = ls_trace_read(&t, out, (u32)n);
	snprintf(what, room, "record %s --out FILE: %d, %u events, %u notes", args, code, t.events, t.notes);
	readable = readable && !t.notes && t.cut == cut && t.ticks > 0 && strstr(out, says);
	ls_trace_free(&t);
	return readable;
}

static void a_file(const char *args, bool cut, const char *says)
{
	char what[700];
	bool is_so = is_written(args, cut, says, what, sizeof what);

	expect(is_so, what);
}

/* The same where threads must meet: on a busy machine they may come one after the other, one run in six or so. */
static void a_file_in_the_end(const char *args, bool cut, const char *says)
{
	char what[700];
	bool is_so = false;

	for (u32 tries = 0; tries < 20 && !is_so; tries++)
		is_so = is_written(args, cut, says, what, sizeof what);
	expect(is_so, what);
}

/* Where no trace is to be had, the places are. */
static void must_hang_with_places(void)
{
	must("record", "mutex-fewer-atomics --threads 3 --rounds 100 --switch never_freed --out /dev/null", 1,
	     "is in mutex_lock_common:");
}

/* 77: not permitted here, which another test looks at. */
static void must_have_priorities(void)
{
	if (run("record", "mcs --threads 3 --rounds 20 --priorities 9 --seed 4") != 77)
		must("record", "mcs --threads 3 --rounds 20 --priorities 9 --seed 4", 0,
		     "\nabout priorities 9 from seed 4, ");
}

int main(void)
{
	must("record", "mcs --threads 2 --rounds 5", 0, "lockstep-trace 1\nlock mcs\nthreads LL\nseen all\n");
	must("record", "mcs --threads 2 --rounds 5", 0, "2 threads: 10 acquisitions");
	must("record", "mcs --threads 2 --rounds 5 --about 'machine=a desk'", 0, "\nabout machine a desk\n");
	a_file("rwsem-handoff --threads WRD --rounds 20 --switch mend_two_pass", false,
	       "\nthreads WRD\nswitch mend_two_pass\n");
	a_file("mutex-mcs --threads LIL --rounds 20 --signals 500 --naps 4", false, "\nabout load jitter 64, naps 4");
	a_file(
	    "tp-futex --kernel text --threads LT --rounds 10 --limit 2000000 --hold 10 --timeout 0.1 --threshold 0.2",
	    false, " tp_mutex_unlock#");
	a_file("mutex-mcs --threads LL --rounds 50 --stalls 20", false, ", stalls 20\n");
	a_file("mcs --threads 3 --rounds 1000 --limit 100", true, "\ncut ");
	a_file_in_the_end("mutex-3.9 --threads 4 --rounds 100000 --limit 10000 --switch unchecked_spinner", true,
			  "\nabout failed ");
	must("record", "mutex-3.9 --threads 4 --rounds 100000 --switch unchecked_spinner --out /dev/null", 1,
	     "the run failed");
	must_hang_with_places();
	must_have_priorities();
	must("record", "", 2, "Usage: lockstep record [OPTION...] NAME");
	must("record", "--help", 0, "--trace-events");
	must("record", "no-such-lock", 2, "there is no lock or scenario \"no-such-lock\"");
	must("record", "mcs --threads 17", 2, "--threads takes a whole number from 1 to 16, not \"17\"");
	must("record", "mcs --threads X", 2, "mcs has no role 'X'; it has L (locker: locks and unlocks)");
	must("record", "mcs --switch nothing", 2, "mcs has no switch \"nothing\"; it has torn_swap");
	must("record", "wait-wake-rw-short --kernel text", 2,
	     "real threads do not run wait-wake-rw-short: 8 events wrap");
	must("record", "mcs --rounds 0", 2, "--rounds takes a whole number from 1 to 1000000, not \"0\"");
	must("record", "mcs --limit 3", 2, "--limit takes a whole number from 16 to 4000000, not \"3\"");
	must("record", "mcs --about nothing", 2, "--about takes KEY=VALUE");
	must("record", "mcs --about 'a b=c'", 2, "no blank in KEY, not \"a b=c\"");
	must("record", "mcs --rounds", 2, "--rounds is without its value: --rounds N");
	must("record", "mcs --seconds 1", 2, "there is no option --seconds");
	must("record", "mcs --trace-events", 2, "no system call is made by mcs");
	must("record", "tp-futex", 2, "--kernel text or --trace-events");
	must("record", "tp-futex --kernel text --trace-events", 2, "--kernel text or --trace-events");
	must("record", "tp-futex --kernel text --wrong 5", 2,
	     "--wrong makes real system calls: it belongs to --trace-events");
	must("record", "mcs --priorities x", 2, "--priorities takes a whole number from 0 to 100000, not \"x\"");
	must("record", "mcs --threads 1 --priorities 5", 2, "--priorities takes two threads at least");
	must("record", "mcs --seed 5", 2, "--seed is that of --priorities, which is not given");
	must("record", "mcs --priorities 5 --seed -1", 2,
	     "--seed takes a whole number from 0 to 1000000000, not \"-1\"");
	must("record", "mcs --out /no/such/folder/file", 1, "cannot write /no/such/folder/file");
	/* with FUTEX operations that no kernel has, on every host */
	must("record", "tp-futex --trace-events --futex-ops 126,127", 77, "skipped: this kernel lacks");
	return end();
}
