/* SPDX-License-Identifier: MIT */
/* The kernel's trace events of the TP futex: their lines in tracefs and in a trace, and the steps that they are. */
#include <string.h>

#include "backend/native/native_calls.h"
#include "backend/record/log.h"
#include "conform/trace_read.h"
#include "inspect.h"
#include "machine_internal.h"
#include "syscalls.h"
#include "test.h"

static const struct {
	const char *text; /* as tracefs has it behind "futex_tp_" */
	u8 kind;          /* 0: it is not understood */
	u32 arg, old, new_, ok, target, value;
	bool value_is_thread;
} lines[] = {
    {.text = "word: uaddr=40 site=steal old=0 new=1f seen=0", .kind = TP_EV_STEAL, .new_ = 0x1f, .ok = 1},
    {.text = "word: uaddr=40 site=take_over old=40000000 new=1f seen=11",
     .kind = TP_EV_TAKE_OVER,
     .arg = 0x40000000,
     .old = 0x11,
     .new_ = 0x11},
    {.text = "word: uaddr=40 site=death old=1f new=40000000 seen=1f",
     .kind = TP_EV_DEATH,
     .arg = 0x1f,
     .old = 0x1f,
     .new_ = 0x40000000,
     .ok = 1},
    {.text = "wake: uaddr=40 pid=31 slept=1", .kind = TP_EV_WAKE, .target = 31, .ok = 1},
    {.text = "wake: uaddr=40 pid=31 slept=0", .kind = TP_EV_WAKE, .target = 31},
    {.text = "top: uaddr=40 value=0", .kind = TP_EV_TOP},
    {.text = "ask: uaddr=40 value=0", .kind = TP_EV_ASK},
    {.text = "sleep: uaddr=40 value=0", .kind = TP_EV_SLEEP},
    {.text = "awake: uaddr=40 value=0", .kind = TP_EV_AWAKE},
    {.text = "off: uaddr=40 value=ffffff92", .kind = TP_EV_OFF, .value = 0xffffff92},
    {.text = "handoff: uaddr=40 value=1f", .kind = TP_EV_HANDOFF, .value = 31, .value_is_thread = true},
    {.text = "look: uaddr=40 site=steal value=8000001f", .kind = TP_EV_LOOK, .old = 0x8000001f},
    {.text = "look: uaddr=40 site=recheck value=40000000", .kind = TP_EV_RECHECK, .old = 0x40000000},
    {.text = "resched: uaddr=40 value=00000000", .kind = TP_EV_STAYS},
    {.text = "resched: uaddr=40 value=00000001", .kind = TP_EV_YIELDS, .value = 1},
    {.text = "request: uaddr=40 value=0000001f", .kind = TP_EV_REQUEST, .value = 31, .value_is_thread = true},
    {.text = "state: uaddr=40 value=00000001", .kind = TP_EV_STATE, .value = 1},
    {.text = "gone: uaddr=40 value=ffffff92", .kind = TP_EV_GONE, .value = 0xffffff92},
    {.text = "watch: uaddr=40 pid=31 yes=1", .kind = TP_EV_WATCH, .target = 31, .ok = 1},
    {.text = "waiter: uaddr=40 pid=0 yes=0", .kind = TP_EV_WAITER},
    {.text = "exit: uaddr=40 pid=31 yes=1", .kind = TP_EV_EXIT, .target = 31, .ok = 1},
    {.text = "look: uaddr=40 value=0", .kind = 0},
    {.text = "watch: uaddr=40 value=0", .kind = 0},
    {.text = "top: uaddr=40 pid=31 yes=1", .kind = 0},
    {.text = "word: uaddr=40 site=top old=0 new=1 seen=0", .kind = 0},
    {.text = "steal: uaddr=40 value=0", .kind = 0},
    {.text = "call: uaddr=40 value=1", .kind = 0},
    {.text = "wake: uaddr=40 slept=1", .kind = 0},
    {.text = "top", .kind = 0},
};

static void test_lines(void)
{
	for (u32 i = 0; i < sizeof lines / sizeof *lines; i++) {
		struct native_traced t;
		bool read = native_calls[LS_LOCK_tp_futex]->read(lines[i].text, &t);

		EXPECT(read == (lines[i].kind != 0), "%s is %sunderstood", lines[i].text, read ? "" : "not ");
		if (!read || !lines[i].kind)
			continue;
		EXPECT(t.kind == lines[i].kind && t.address == 0x40, "%s: %s at %lx", lines[i].text,
		       ls_event_name(&tp_futex_syscalls, t.kind), t.address);
		EXPECT(t.arg == lines[i].arg && t.old == lines[i].old && t.new_ == lines[i].new_ && t.ok == lines[i].ok,
		       "%s: values", lines[i].text);
		EXPECT(t.target == lines[i].target && t.value == lines[i].value &&
			   t.value_is_thread == lines[i].value_is_thread,
		       "%s: threads", lines[i].text);
	}
}

/* The line of an event in a trace is read back as that event. */
static void test_trace_lines(void)
{
	static const struct {
		struct rec_event e;
		const char *line;
	} cases[] = {
	    {{.op = LOG_OP(TP_EV_WAKE), .tid = 1, .before = 107, .after = 109, .target = 2, .ok = 1},
	     "1 7 9 kernel wake target=2 ok=1\n"},
	    {{.op = LOG_OP(LS_EV_CALL), .tid = 2, .before = 107, .after = 107, .old = 1},
	     "2 7 7 kernel call value=0x1\n"},
	    {{.op = LOG_OP(LS_EV_RETURN), .tid = 2, .before = 107, .after = 107, .old = 0xffffff92},
	     "2 7 7 kernel return value=0xffffff92\n"},
	    {{.op = LOG_OP(TP_EV_OFF), .tid = 2, .before = 107, .after = 108, .old = 2},
	     "2 7 8 kernel off value=0x2\n"},
	    {{.op = LOG_OP(TP_EV_HANDOFF), .tid = 2, .before = 107, .after = 107, .old = 1},
	     "2 7 7 kernel handoff value=0x1\n"},
	    {{.op = LOG_OP(TP_EV_SLEEP), .tid = 2, .before = 107, .after = 108}, "2 7 8 kernel sleep\n"},
	    {{.op = LOG_OP(TP_EV_UNLOCK),
	      .tid = 2,
	      .before = 107,
	      .after = 108,
	      .arg = 0x80000001,
	      .old = 0x80000001,
	      .ok = 1},
	     "2 7 8 kernel unlock arg=0x80000001 old=0x80000001 new=0x0 ok=1\n"},
	    {{.op = LOG_OP(TP_EV_LOOK), .tid = 2, .before = 107, .after = 108, .old = 0x80000001},
	     "2 7 8 kernel look old=0x80000001\n"},
	    {{.op = LOG_OP(TP_EV_WATCH), .tid = 2, .before = 107, .after = 108, .target = 1, .ok = 1},
	     "2 7 8 kernel watch target=1 ok=1\n"},
	    {{.op = LOG_OP(TP_EV_WAITER), .tid = 2, .before = 107, .after = 108}, "2 7 8 kernel waiter target=0\n"},
	};
	const struct log_recording r = {.lock = LS_LOCK_tp_futex, .start = 100};

	for (u32 i = 0; i < sizeof cases / sizeof *cases; i++) {
		char line[200], file[400];
		struct ls_trace t;
		int n = log_line(line, sizeof line, &r, &cases[i].e);

		EXPECT(!strcmp(line, cases[i].line) && n == (int)strlen(line), "%s instead of %s", line, cases[i].line);
		n = snprintf(file, sizeof file,
			     "lockstep-trace 1\nlock tp-futex\nthreads LL\nseen calls\nsteps traced\nevents\n%s", line);
		EXPECT(ls_trace_read(&t, file, (u32)n) && !t.notes, "%s: %s", line, t.note[0]);
		EXPECT(t.events == 1 && LOG_OP(t.event[0].kind) == cases[i].e.op, "%s is read back", line);
		ls_trace_free(&t);
	}
}

/* Every kind has a name, and no two the same. */
static void test_names(void)
{
	for (u32 kind = LS_EV_OWN; kind < TP_EV_END; kind++) {
		const char *name = ls_event_name(&tp_futex_syscalls, kind);

		EXPECT(ls_event_kind_named(&tp_futex_syscalls, name, (u32)strlen(name)) == kind, "%s", name);
	}
	EXPECT(!ls_event_kind_named(&tp_futex_syscalls, "signal", 6), "the kernel traces no signals");
	EXPECT(!ls_event_kind_named(NULL, "top", 3), "nor anything of a lock without system calls");
	EXPECT(!ls_traced_kind_of(&tp_futex_syscalls, TP_EV_END), "the table ends");
}

/* Thread tid takes steps until it is about to do that; false when it does not come to it. */
static bool go_to(struct ls_machine *m, u32 tid, u8 op, u32 proc)
{
	for (u32 i = 0; i < 200; i++) {
		ls_peek(m, LS_STEP_OF(tid), &m->rec);
		if (m->rec.op == op && m->rec.proc == proc)
			return true;
		if (ls_step(m, LS_STEP_OF(tid)) != LS_MOVED)
			return false;
	}
	return false;
}

/* A local has its value where the text reads it later, and is 0 elsewhere. */
static void test_locals(void)
{
	const struct ls_config c = {
	    .lock = LS_LOCK_tp_futex, .n = 2, .rounds = 1, .budget = {[LS_ENV_PREEMPT] = 1, [LS_ENV_THRESHOLD] = 1}};
	static struct ls_machine m;

	EXPECT(ls_reset(&m, &c) == 0, "the machine resets");
	EXPECT(go_to(&m, 1, LS_OP_CRITICAL, LS_PROC_tp_futex_worker), "T1 has the lock");
	EXPECT(LS_LIVE_LOCAL(&m, 2, tp_spin_on_owner, uval) == 0, "T2 is not there yet");
	EXPECT(go_to(&m, 2, LS_OP_CAS, LS_PROC_tp_sample_lock), "T2 comes");
	EXPECT(go_to(&m, 2, LS_OP_ON_CPU, LS_PROC_tp_spin_on_owner), "T2 watches T1");
	EXPECT(ls_in_call(&m, &tp_futex_syscalls, 2, 1) && !ls_in_call(&m, &tp_futex_syscalls, 2, 2), "in FUTEX_LOCK");
	EXPECT(!ls_in_call(&m, &tp_futex_syscalls, 2, 0) && !ls_in_call(&m, &tp_futex_syscalls, 2, 3),
	       "there are two calls");
	EXPECT(LS_LOCAL(&m, 2, tp_spin_on_owner, uval) == 1 && LS_LOCAL(&m, 2, tp_spin_on_owner, owner) == 1,
	       "it has read T1");
	EXPECT(LS_LOCAL(&m, 2, tp_spin_on_owner, handoff_set) == 0, "and has not asked");
	ls_step(&m, LS_ENV_OF(LS_ENV_THRESHOLD, 2));
	EXPECT(go_to(&m, 2, LS_OP_STORE, LS_PROC_tp_spin_on_owner) && m.rec.word == TP_WORD_HANDOFF,
	       "T2 is about to ask");
	EXPECT(tp_traced(&m, 2, NULL, &m.rec) == TP_EV_ASK, "which the kernel traces");
	ls_step(&m, LS_STEP_OF(2));
	EXPECT(go_to(&m, 2, LS_OP_ON_CPU, LS_PROC_tp_spin_on_owner) &&
		   LS_LOCAL(&m, 2, tp_spin_on_owner, handoff_set) == 1,
	       "it has asked");
	EXPECT(go_to(&m, 2, LS_OP_LOAD, LS_PROC_tp_futex_trylock), "T2 reads anew");
	EXPECT(LS_LIVE_LOCAL(&m, 2, tp_spin_on_owner, uval) == 0, "what it had read is dead");
}

int main(void)
{
	test_lines();
	test_trace_lines();
	test_names();
	test_locals();
	return test_end();
}
