/* SPDX-License-Identifier: MIT */
/*
 * lockstep pins: searches whose figures are held in a file, so that a change to a text that leaves every verdict as it
 * was is seen all the same. A line is "CHECK = FIGURES", CHECK being what `lockstep check` takes.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "registry.h"
#include "text/narrate.h"
#include "search.h"

enum { MAX_PINS = 2000, MAX_LINE = 500, MAX_WORDS = 40 };
enum { KEY_WRITE = 0x400, KEY_OF, KEY_VERDICTS, KEY_FIRST, KEY_MOST };

static const struct argp_option options[] = {
    {"write", KEY_WRITE, NULL, 0, "search anew, take in new scenarios and switches, and rewrite FILE in its order", 0},
    {"of", KEY_OF, "LOCK", 0, "the searches of this lock only", 0},
    {"verdicts", KEY_VERDICTS, NULL, 0, "compare the verdicts and nothing else", 0},
    {"first", KEY_FIRST, NULL, 0, "the smallest searches first, and none behind the first that differs", 0},
    {"most", KEY_MOST, "N", 0, "the searches of at most N states only", 0},
    {0},
};

struct pins_options {
	const char *file, *of;
	bool write, verdicts, first;
	u32 most;
};

struct pin {
	char check[MAX_LINE];
	char figures[MAX_LINE]; /* empty: never searched */
	u32 states;             /* of the figures */
	u8 lock;
};

static struct pin pins[MAX_PINS];
static u32 count;
static char head[4096]; /* the comment with which FILE begins */

/* --- a search and its figures ------------------------------------------------------------------ */

static bool read_check(const char *check, struct run_options *o)
{
	static char line[MAX_LINE];
	char *argv[MAX_WORDS] = {"lockstep pins"};
	int argc = 1;

	snprintf(line, sizeof line, "%s", check);
	for (char *w = strtok(line, " "); w && argc < MAX_WORDS; w = strtok(NULL, " "))
		argv[argc++] = w;
	return read_options(&scenario_argp, argc, argv, o);
}

/* "VIOLATED "wake token"" */
static void put_verdict(const struct ls_explore_stats *s, struct ls_text *out)
{
	ls_put(out, ls_verdict_names[s->verdict]);
	if (s->what)
		ls_putf(out, " \"%s\"", s->what);
	if (s->verdict == LS_OK && !s->progress_judged)
		ls_put(out, " \"progress not judged\"");
}

static void put_figures(const struct ls_explore_stats *s, struct ls_text *out)
{
	put_verdict(s, out);
	if (s->verdict != LS_OK && s->verdict != LS_BOUNDED)
		ls_putf(out, " steps %u", s->path_length);
	ls_putf(out, " states %u transitions %u depth %u", s->states, (u32)s->transitions, s->depth);
}

/* Length of the verdict that figures begin with. */
static size_t verdict_in(const char *figures)
{
	const char *steps = strstr(figures, " steps "), *states = strstr(figures, " states ");

	return (size_t)((steps ? steps : states) - figures);
}

/* --- FILE ------------------------------------------------------------------------------------------ */

static struct pin *pin_of(const char *check)
{
	for (u32 i = 0; i < count; i++)
		if (!strcmp(pins[i].check, check))
			return &pins[i];
	return NULL;
}

/* A line of FILE, or a check without figures. */
static bool add(const char *line)
{
	const char *between = strstr(line, " = "), *states = strstr(line, " states ");
	struct pin *p = &pins[count];
	struct run_options o;

	if (count == MAX_PINS)
		return complain("more than %d searches", MAX_PINS);
	snprintf(p->check, sizeof p->check, "%.*s", (int)(between ? between - line : (ptrdiff_t)strlen(line)), line);
	snprintf(p->figures, sizeof p->figures, "%s", between ? between + 3 : "");
	p->states = between && states ? (u32)strtoul(states + 8, NULL, 10) : 0;
	if (between && !p->states)
		return complain("figures without states: %s", line);
	if (pin_of(p->check))
		return complain("listed twice: %s", p->check);
	if (!read_check(p->check, &o))
		return complain("not understood: %s", p->check);
	p->lock = o.config.lock;
	count++;
	return true;
}

static bool read_file(const char *path)
{
	FILE *f = fopen(path, "r");
	char line[2 * MAX_LINE];
	struct ls_text top;
	bool ok = true;

	if (!f)
		return complain("%s cannot be read", path);
	ls_text_start(&top, head, sizeof head);
	while (ok && fgets(line, sizeof line, f)) {
		if (line[0] == '#' && line[1] != '#' && !count)
			ls_put(&top, line);
		line[strcspn(line, "\n")] = 0;
		if (line[0] && line[0] != '#')
			ok = add(line);
	}
	fclose(f);
	return ok;
}

/* Every scenario and every switch as a check, in the order of the locks. NULL behind the last. */
static const char *stated(u32 i)
{
	static char check[MAX_LINE];
	u32 at = 0;

	for (; ls_scenario_at(at); at++)
		if (!ls_scenario_at(at)->sandbox && i-- == 0)
			return ls_scenario_at(at)->name;
	if (!ls_any_switch(i))
		return NULL;
	snprintf(check, sizeof check, "%s --switch %s", ls_any_switch(i)->shown_by, ls_any_switch(i)->name);
	return check;
}

static bool write_file(const char *path)
{
	FILE *f = fopen(path, "w");

	if (!f)
		return complain("%s cannot be written", path);
	fputs(head, f);
	for (u8 lock = 0; lock < LS_LOCKS; lock++) {
		fprintf(f, "\n## %s\n", ls_locks[lock]->name);
		for (u32 i = 0; i < count; i++)
			if (pins[i].lock == lock)
				fprintf(f, "%s%s%s\n", pins[i].check, pins[i].figures[0] ? " = " : "", pins[i].figures);
	}
	return fclose(f) == 0;
}

/* --- the command ------------------------------------------------------------------------------------- */

static int by_states(const void *a, const void *b)
{
	const struct pin *x = a, *y = b;

	return x->states < y->states ? -1 : x->states > y->states;
}

/* Searches no further than tells a difference. */
static bool holds(struct pin *p, const struct pins_options *asked)
{
	char found[MAX_LINE];
	struct run_options o;
	struct outcome r;
	struct ls_text t;
	bool same, decided = true;

	read_check(p->check, &o);
	if (p->states)
		o.max_states = asked->verdicts ? 2 * p->states + 1000 : p->states + 1;
	if (!search(&o, &r))
		return false;
	free(r.path);
	ls_text_start(&t, found, sizeof found);
	if (asked->verdicts) {
		decided = r.stats.verdict != LS_BOUNDED;
		put_verdict(&r.stats, &t);
		same = strlen(found) == verdict_in(p->figures) && !strncmp(found, p->figures, strlen(found));
	} else {
		put_figures(&r.stats, &t);
		same = !strcmp(found, p->figures);
		if (r.stats.verdict == LS_BOUNDED)
			snprintf(found, sizeof found, "more than %u states", p->states);
	}
	if (same || !decided)
		return true;
	printf("FAIL %s\n     pinned %s\n     found  %s\n", p->check, p->figures, found);
	fflush(stdout);
	return false;
}

static bool pin_anew(struct pin *p)
{
	struct run_options o;
	struct outcome r;
	struct ls_text t;

	if (!read_check(p->check, &o) || !search(&o, &r))
		return false;
	free(r.path);
	ls_text_start(&t, p->figures, sizeof p->figures);
	put_figures(&r.stats, &t);
	return true;
}

static bool is_of(const struct pin *p, const char *lock)
{
	return !lock || !strcmp(lock, ls_locks[p->lock]->name);
}

/* What FILE lists keeps its place, so that a diff shows figures that changed; what is new comes behind the rest of its
 * lock. */
static int write_pins(const char *path, const char *of)
{
	for (u32 i = 0; stated(i); i++) {
		if (pin_of(stated(i)))
			continue;
		if (!add(stated(i)))
			return EXIT_USAGE;
		if (!is_of(&pins[count - 1], of))
			count--;
	}
	for (u32 i = 0; i < count; i++)
		if (is_of(&pins[i], of) && !pin_anew(&pins[i]))
			return EXIT_FAULT;
	printf("%u searches pinned\n", count);
	return write_file(path) ? EXIT_PASS : EXIT_USAGE;
}

static int compare(const struct pins_options *asked)
{
	u32 passed = 0, failed = 0;

	for (u32 i = 0; stated(i); i++)
		if (!pin_of(stated(i))) {
			printf("FAIL %s\n     is not pinned\n", stated(i));
			failed++;
		}
	if (asked->first)
		qsort(pins, count, sizeof *pins, by_states);
	for (u32 i = 0; i < count && !(asked->first && failed); i++) {
		struct pin *p = &pins[i];

		if (!is_of(p, asked->of) || p->states > asked->most)
			continue;
		*(holds(p, asked) ? &passed : &failed) += 1;
	}
	printf("%u as pinned, %u not\n", passed, failed);
	if (failed && !asked->first)
		printf("When the change is meant, `npm run pins` writes the file anew.\n");
	return failed || !passed ? EXIT_FAULT : EXIT_PASS;
}

static error_t parser(int key, char *arg, struct argp_state *state)
{
	struct pins_options *o = state->input;

	switch (key) {
	case KEY_WRITE:
		o->write = true;
		return 0;
	case KEY_OF:
		o->of = arg;
		return 0;
	case KEY_VERDICTS:
		o->verdicts = true;
		return 0;
	case KEY_FIRST:
		o->first = true;
		return 0;
	case KEY_MOST:
		return judged(take_whole(options, key, arg, 1, UINT32_MAX, &o->most));
	case ARGP_KEY_ARG:
		if (o->file)
			return surplus(arg);
		o->file = arg;
		return 0;
	default:
		return ARGP_ERR_UNKNOWN;
	}
}

int cmd_pins(int argc, char **argv)
{
	static const struct argp argp = {
	    .options = options,
	    .parser = parser,
	    .args_doc = "FILE",
	    .doc = "Searches what FILE lists and compares verdict, states, transitions, depth and the steps to a fault "
		   "with those that stand there.",
	};
	struct pins_options o = {.most = UINT32_MAX};

	if (!read_line(&argp, argc, argv, &o))
		return EXIT_USAGE;
	if (!o.file) {
		complain("which file?");
		return EXIT_USAGE;
	}
	if (!read_file(o.file))
		return EXIT_USAGE;
	return o.write ? write_pins(o.file, o.of) : compare(&o);
}
