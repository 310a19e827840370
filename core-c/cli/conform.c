/* SPDX-License-Identifier: MIT */
/* lockstep conform: recorded runs held against the model. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "conform/report.h"
#include "conform/sentences.h"
#include "conform/trace_read.h"
#include "text/narrate.h"
#include "options.h"
#include "transitions.h"

enum { AROUND = 8, AFTER = 4, SLICE = 1000000 };

static struct {
	bool json, lines, transitions;
	char **file;
	int files;
} options;

enum { KEY_JSON = 0x300, KEY_LINES, KEY_TRANSITIONS };

static const struct argp_option argp_options[] = {
    {"json", KEY_JSON, NULL, 0, "each result as one line of JSON", 0},
    {"lines", KEY_LINES, NULL, 0, "name the lines and branches not run", 0},
    {"transitions", KEY_TRANSITIONS, NULL, 0, "of two or three threads: how much of all that they can do", 0},
    {0},
};

static error_t parser(int key, char *arg, struct argp_state *state)
{
	switch (key) {
	case KEY_JSON:
		options.json = true;
		return 0;
	case KEY_LINES:
		options.lines = true;
		return 0;
	case KEY_TRANSITIONS:
		options.transitions = true;
		return 0;
	case ARGP_KEY_ARG:
		return ARGP_ERR_UNKNOWN; /* all of them, then */
	case ARGP_KEY_ARGS:
		options.file = state->argv + state->next;
		options.files = state->argc - state->next;
		return 0;
	case ARGP_KEY_NO_ARGS:
		return judged(complain("which file? A trace, or - for standard input"));
	default:
		(void)arg;
		return ARGP_ERR_UNKNOWN;
	}
}

/* What the files of one variant come to. */
struct sum {
	const char *variant;
	u64 events, judged;
	u32 files;
	struct ls_coverage coverage;
};
enum { MAX_SUMS = 16 };
static struct sum sums[MAX_SUMS];

static void add_to_sum(const struct ls_conform *c, const struct ls_trace *t, const struct ls_coverage *v)
{
	struct sum *s = sums;

	while (s < sums + MAX_SUMS - 1 && s->variant && strcmp(s->variant, t->variant))
		s++;
	s->variant = t->variant;
	s->files++;
	s->events += ls_conform_report(c)->done;
	s->judged += ls_conform_report(c)->judged;
	ls_coverage_add(&s->coverage, v);
}

/* Twice the room; NULL, and text is freed, when there is none. */
static char *doubled(char *text, size_t *room)
{
	char *more = realloc(text, *room *= 2);

	if (!more)
		free(text);
	return more;
}

/* The whole file; NULL after a message. Files in sysfs and debugfs do not know their size. */
static char *read_file(const char *path, u32 *length)
{
	FILE *f = strcmp(path, "-") ? fopen(path, "rb") : stdin;
	size_t room = 1 << 20, used = 0, n;
	char *text = malloc(room);

	while (f && text && (n = fread(text + used, 1, room - used, f)) > 0) {
		used += n;
		if (used == room && room < (size_t)1 << 31)
			text = doubled(text, &room);
	}
	if (!f || !text || ferror(f) || used >= (size_t)1 << 31) {
		fprintf(stderr, "lockstep conform: %s: %s\n", path, !f || ferror(f) ? strerror(errno) : "too large");
		free(text);
		text = NULL;
	}
	if (f && f != stdin)
		fclose(f);
	*length = (u32)used;
	return text;
}

/* What the trace says next. */
static void print_later(const struct ls_conform *c, const struct ls_trace *t, u32 event)
{
	char line[512];
	struct ls_text s;

	printf("and behind it:\n");
	for (u32 i = event + 1; i < t->events && i <= event + AFTER; i++) {
		ls_text_start(&s, line, sizeof line);
		ls_sentence_saw(c, i, &s);
		printf("         %s\n", line);
	}
}

/* The last steps before the place where they part, and then what each would do. */
static void print_difference(const struct ls_conform *c, const struct ls_trace *t)
{
	static struct ls_machine m;
	const struct ls_conform_report *r = ls_conform_report(c);
	const struct ls_event *e = ls_conform_event(c, r->differs);
	char line[512];
	struct ls_text s;

	ls_reset(&m, &t->config);
	for (u32 i = 0; i < r->actions; i++) {
		ls_step(&m, r->action[i]);
		if (i + AROUND < r->actions)
			continue;
		ls_text_start(&s, line, sizeof line);
		ls_narrate(&m, &m.rec, &s);
		printf("%8u %s%s\n", i + 1, line, r->event[i] == LS_NO_EVENT ? " (inferred)" : "");
	}
	ls_text_start(&s, line, sizeof line);
	ls_sentence_saw(c, r->differs, &s);
	printf("line %u of the trace was:\n         %s\n", e->file_line, line);
	if (ls_conform_rival(c) != LS_NO_EVENT) {
		ls_text_start(&s, line, sizeof line);
		ls_sentence_rival(c, &s);
		printf("%s\n", line);
	}
	print_later(c, t, r->differs);
	printf("the model allows:\n");
	for (u32 i = 0; i < m.n; i++) {
		ls_text_start(&s, line, sizeof line);
		ls_sentence_allowed(c, ls_sentence_concerned(e, i), &s);
		printf("         %s\n", line);
	}
}

static void print_coverage(const struct ls_coverage *v)
{
	static u32 branch[LS_COVER_BRANCHES];

	printf("covered %u of %u lines and %u of %u branches that can be reached\n",
	       v->reachable.lines - v->missed_lines, v->reachable.lines, v->reachable.branches - v->missed_branches,
	       v->reachable.branches);
	for (u32 i = 0; options.lines && i < LS_COVER_LINES; i++) {
		char line[512];
		struct ls_text s;

		if (!v->reachable.line[i] || v->covered.line[i])
			continue;
		ls_text_start(&s, line, sizeof line);
		ls_cover_put_line(&v->reachable, i, &s);
		printf("  not run: %s\n", line);
	}
	for (u32 i = 0, n = ls_cover_missing(&v->reachable, &v->covered, branch); options.lines && i < n; i++) {
		char name[64];
		struct ls_text s;

		ls_text_start(&s, name, sizeof name);
		ls_cover_put_branch(branch[i], &s);
		printf("  not taken: %s\n", name);
	}
}

static void print_result(const struct ls_conform *c, const struct ls_trace *t, const struct ls_coverage *v)
{
	const struct ls_conform_report *r = ls_conform_report(c);
	struct ls_figures f;

	printf("%s, %u threads: %s of %s events conform, as %s steps of the model (went back %s times)\n", t->variant,
	       t->config.n, grouped(r->done), grouped(r->judged), grouped(r->actions), grouped(r->retries));
	ls_figures_of(&f, c, t);
	printf("%u actors, %u words; inferred: %s acts of the environment, %s steps inside system calls\n", f.actors,
	       f.words, grouped(f.acts), grouped(f.internal));
	if (r->verdict == LS_CONFORM_DIFFERS)
		print_difference(c, t);
	print_coverage(v);
}

static int judge(const char *path, struct ls_trace *t, bool ok)
{
	static struct ls_coverage coverage;
	static char buffer[1 << 17];
	struct ls_transitions *took = NULL;
	struct ls_conform *c = ok ? ls_conform_new(t) : NULL;
	struct ls_text out;
	bool agrees;

	for (u32 i = 0; !options.json && i < t->notes; i++)
		fprintf(stderr, "%s: %s\n", path, t->note[i]);
	ls_text_start(&out, buffer, sizeof buffer);
	if (!c) {
		ls_trace_put_json(t, ok, &out);
		if (options.json)
			puts(buffer);
		return EXIT_FAULT;
	}
	while (ls_conform_slice(c, SLICE))
		;
	ls_coverage_of(&coverage, c, t);
	if (options.transitions)
		took = transitions_of(t, ls_conform_report(c));
	if (options.json) {
		ls_put(&out, "{\"trace\":");
		ls_trace_put_json(t, ok, &out);
		ls_put(&out, ",\"result\":");
		ls_conform_put_json(c, t, &coverage, &out);
		if (took) {
			ls_put(&out, ",\"transitions\":");
			put_transitions_json(took, &out);
		}
		ls_put(&out, "}");
		puts(buffer);
	} else {
		print_result(c, t, &coverage);
		if (took)
			print_transitions(took);
	}
	ls_transitions_free(took);
	add_to_sum(c, t, &coverage);
	agrees = ls_conform_report(c)->verdict == LS_CONFORM_AGREES;
	ls_conform_free(c);
	return agrees && !t->notes ? EXIT_PASS : EXIT_FAULT;
}

static int conform_file(const char *path)
{
	static struct ls_trace t;
	u32 length;
	char *text = read_file(path, &length);
	int code;
	bool ok;

	if (!text)
		return EXIT_USAGE;
	ok = ls_trace_read(&t, text, length);
	free(text);
	code = judge(path, &t, ok);
	ls_trace_free(&t);
	return code;
}

static void print_sums(void)
{
	static char buffer[1 << 16];

	for (const struct sum *s = sums; s < sums + MAX_SUMS && s->variant; s++) {
		struct ls_text out;

		if (!options.json) {
			printf("%s, %u file%s: %s of %s events conform; ", s->variant, s->files,
			       s->files == 1 ? "" : "s", grouped((double)s->events), grouped((double)s->judged));
			print_coverage(&s->coverage);
			continue;
		}
		ls_text_start(&out, buffer, sizeof buffer);
		ls_coverage_put_json(&s->coverage, &out);
		printf("{\"sum\":\"%s\",\"files\":%u,\"conforming\":%llu,\"events\":%llu,\"lines\":%s}\n", s->variant,
		       s->files, (unsigned long long)s->events, (unsigned long long)s->judged, buffer);
	}
}

int cmd_conform(int argc, char **argv)
{
	static const struct argp argp = {
	    .options = argp_options,
	    .parser = parser,
	    .args_doc = "FILE...",
	    .doc = "Holds recorded runs (docs/traces.md) against the model. A FILE of - is the standard input.",
	};
	int worst = EXIT_PASS;

	memset(&options, 0, sizeof options);
	memset(sums, 0, sizeof sums);
	if (!read_line(&argp, argc, argv, NULL))
		return EXIT_USAGE;
	for (int i = 0; i < options.files; i++) {
		int code = conform_file(options.file[i]);

		if (code > worst)
			worst = code;
	}
	if (options.files > 1)
		print_sums();
	if (options.files > 1 && options.transitions && !options.json)
		print_transitions_together();
	return worst;
}
