/* SPDX-License-Identifier: MIT */
/*
 * The traps of the dialect, each seen to be caught: small wrong texts that the
 * compilers must refuse, for the right reason, in either backend. Runs in the
 * project's root. What no compiler sees, the front end looks for (core-c/dialect/check.ts).
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "lockstep.h"

static int failures;

static void expect(bool ok, const char *what, const char *detail)
{
	printf("%s %s\n", ok ? "ok  " : "FAIL", what);
	if (!ok)
		printf("---\n%s\n---\n", detail);
	failures += !ok;
}

enum { STEP = 1, NATIVE = 2, BOTH = STEP | NATIVE };
static const struct {
	const char *trap, *locals, *body;
	int backends;            /* in which it is refused */
	const char *gcc, *clang; /* what the complaint says; NULL: this compiler does not see it */
} snippets[] = {
    {"two steps on one line", "u32 old;", "LOAD(my->old, lk->tail, relaxed); LOAD(my->old, lk->tail, relaxed);", STEP,
     "duplicate case", "duplicate case"},
    {"a C local in the body", "u32 old;", "u32 copy = me;\nLOAD(my->old, lk->tail, relaxed);\nmy->old = copy;", STEP,
     "jumps", NULL},
    {"a bare read", "u32 old;", "my->old = lk->tail;", BOTH, "incompatible types", "incompatible type"},
    {"a bare write", "u32 old;", "lk->tail = me;", BOTH, "incompatible types", "incompatible type"},
    {"a bare test", "u32 old;", "if (lk->tail == me)\nmy->old = 1;", BOTH, "invalid operands", "invalid operands"},
    {"a bare truth value", "u32 old;", "if (lk->tail)\nmy->old = 1;", BOTH, "scalar", "scalar"},
    {"a bare increment", "u32 old;", "lk->tail++;", BOTH, "wrong type argument", "cannot increment"},
    {"a bare list", "u32 old;", "my->old = lk->waiters;", BOTH, "incompatible types", "incompatible type"},
    {"a hole between locals", "u8 flag; u32 old;", "LOAD(my->old, lk->tail, relaxed);", BOTH, "padding", "padding"},
    {"locals that are not whole words", "u8 old;", "LOAD(my->old, lk->tail, relaxed);", BOTH, "locals in whole words",
     "locals in whole words"},
    {"a word that does not exist", "u32 old;", "PEEK(my->old, lk->tail);", BOTH, "PEEK", "PEEK"},
    {"an order that does not exist", "u32 old;", "LOAD(my->old, lk->tail, eventually);", BOTH, "eventually",
     "eventually"},
    {"a load that releases", "u32 old;", "LOAD(my->old, lk->tail, release);", NATIVE, "LN_LOAD_release",
     "LN_LOAD_release"},
    {"a store that acquires", "u32 old;", "STORE(lk->tail, me, acquire);", NATIVE, "LN_STORE_acquire",
     "LN_STORE_acquire"},
    {"a local that is not declared", "u32 old;", "my->seen = 1;", BOTH, "no member named", "no member named"},
    {"a call with a wrong argument", "u32 old;", "DO(other, lk, .b = 1);", BOTH, "no member named",
     "does not refer to any field"},
    {"a call with another object", "u32 old;", "DO(other, &lk->tail, .a = 1);", BOTH,
     "pointer type mismatch|incompatible pointer type", "pointer type mismatch|incompatible pointer type"},
    {"a switch that does not exist", "u32 old;", "if (FAULT(mcs, no_such_fault))\nmy->old = 1;", BOTH,
     "mcs_SWITCH_no_such_fault", "mcs_SWITCH_no_such_fault"},
};
#define SNIPPETS (sizeof snippets / sizeof *snippets)

static const char good[] = "CAS(my->old, lk->tail, 0, me, acquire);\n"
			   "if (my->old) {\n"
			   "AWAIT(my->old, lk->tail, VAL == 0, acquire);\n"
			   "DO(other, lk, .a = my->old);\n"
			   "}\n"
			   "STORE(lk->tail, 0, release);\n";

static void write_snippet(const char *path, const char *locals, const char *body)
{
	FILE *f = fopen(path, "w");

	if (!f)
		exit(77);
	fprintf(f,
		"#include \"lockstep.h\"\n"
		"struct probe { word tail; list waiters; };\n"
		"enum { LS_TEXT_probe = 0, LS_LOCK_probe = 0 };\n"
		"LS_DECLARE(probe, other, 0, struct probe, u32 a;)\n"
		"LS_DECLARE(probe, probe_text, 1, struct probe, %s)\n"
		"PROC(other, struct probe, u32 a;)\nLOAD(my->a, lk->tail, relaxed);\nEND(other)\n"
		"PROC(probe_text, struct probe, %s)\n%s\nEND(probe_text)\n",
		locals, locals, body);
	fclose(f);
}

/* True when the compiler accepts the file; out has what it says. */
static bool compiles(const char *compiler, int backend, const char *path, char *out, size_t size)
{
	char command[600];
	FILE *p;
	size_t n;

	snprintf(
	    command, sizeof command,
	    "LC_ALL=C %s -std=gnu11 -fsyntax-only -Wall -Wextra -Werror %s %s -Icore-c -Ibuild/generated -x c %s 2>&1",
	    compiler, strcmp(compiler, "gcc") ? "" : "-Werror=jump-misses-init",
	    backend == NATIVE ? "-DLOCKSTEP_NATIVE" : "", path);
	p = popen(command, "r");
	if (!p)
		exit(77);
	n = fread(out, 1, size - 1, p);
	out[n] = 0;
	return pclose(p) == 0;
}

static bool have(const char *compiler)
{
	char command[100];

	snprintf(command, sizeof command, "command -v %s >/dev/null 2>&1", compiler);
	return system(command) == 0;
}

/* choices: what the complaint may say, | between them. */
static bool says_one_of(const char *out, const char *choices)
{
	char copy[200];

	snprintf(copy, sizeof copy, "%s", choices);
	for (char *one = strtok(copy, "|"); one; one = strtok(NULL, "|"))
		if (strstr(out, one))
			return true;
	return false;
}

static void try_compiler(const char *compiler, int backend)
{
	static char out[65536];
	char path[] = "/tmp/lockstep-guard-XXXXXX", what[160];
	const char *name = backend == STEP ? "step" : "native";
	int fd = mkstemp(path);

	if (fd < 0)
		exit(77);
	close(fd);
	write_snippet(path, "u32 old;", good);
	snprintf(what, sizeof what, "%s, %s: a correct text compiles", compiler, name);
	expect(compiles(compiler, backend, path, out, sizeof out), what, out);
	for (size_t i = 0; i < SNIPPETS; i++) {
		const char *says = strcmp(compiler, "gcc") ? snippets[i].clang : snippets[i].gcc;

		if (!(snippets[i].backends & backend) || !says)
			continue;
		write_snippet(path, snippets[i].locals, snippets[i].body);
		snprintf(what, sizeof what, "%s, %s: refuses %s", compiler, name, snippets[i].trap);
		expect(!compiles(compiler, backend, path, out, sizeof out) && says_one_of(out, says), what, out);
	}
	unlink(path);
}

/* --- the trap that only shows when it runs: a switch in a body ------------------------- */

struct probe {
	word tail;
};
enum { LS_TEXT_probe = 0 };
LS_DECLARE(probe, probe_straight, 0, struct probe, u32 old;)
LS_DECLARE(probe, probe_switch, 1, struct probe, u32 old;)
const u32 probe_straight_dead[9], probe_switch_dead[9];
const u32 probe_straight_clear[9], probe_switch_clear[9];
const struct ls_proc_facts probe_straight_facts, probe_switch_facts;

PROC(probe_straight, struct probe, u32 old;)
LOAD(my->old, lk->tail, relaxed);
LOAD(my->old, lk->tail, relaxed);
END(probe_straight)

PROC(probe_switch, struct probe, u32 old;)
switch (my->old) {
case 0:
	LOAD(my->old, lk->tail, relaxed);
}
END(probe_switch)

/* Runs the first steps of a text. True when that is a BUG. */
static bool is_lost(const struct ls_proc *text)
{
	static struct ls_machine m = {.n = 1, .mem_words = 1};
	u32 frame[16] = {0};
	struct ls_frame *fr = (struct ls_frame *)frame;

	m.bug = LS_NO_BUG;
	text->run(&m, 1, fr); /* parks at the first access */
	text->run(&m, 1, fr); /* resumes there */
	return m.bug == LS_BUG_LINE;
}

int main(void)
{
	static const char *const compilers[] = {"gcc", "clang"};
	bool tried = false;

	for (int i = 0; i < 2; i++) {
		if (!have(compilers[i])) {
			printf("skip %s is not here\n", compilers[i]);
			continue;
		}
		tried = true;
		try_compiler(compilers[i], STEP);
		try_compiler(compilers[i], NATIVE);
	}
	expect(!is_lost(&probe_straight_proc), "a text without a switch resumes", "");
	expect(is_lost(&probe_switch_proc), "a step inside a switch of the body is a BUG", "");
	printf("%d failed\n", failures);
	return failures ? 1 : tried ? 0 : 77;
}
