/* SPDX-License-Identifier: MIT */
#include "answer_value.h"

#include <string.h>

enum { NEAR = 4 };

static void put_option(struct ls_answer *a, const char *text)
{
	strcpy(a->option[a->options++], text);
}

static bool is_among(const struct ls_answer *a, const char *text)
{
	for (u32 i = 0; i < a->options; i++)
		if (!strcmp(a->option[i], text))
			return true;
	return false;
}

static void put_value(struct ls_answer *a, const struct ls_machine *m, const char *name)
{
	char text[LS_OPTION_BYTES];
	struct ls_text t, unsaid;

	ls_text_start(&t, text, sizeof text);
	ls_text_start(&unsaid, (char[2]){0}, 2);
	if (ls_span_value(m, name, &t, &unsaid) && !is_among(a, text) && a->options < NEAR)
		put_option(a, text);
}

/* What the word has now, and what it comes to have; then what it had before. */
static void nearest_values(struct ls_span *s, struct ls_answer *a, const char *name)
{
	struct ls_machine m;

	for (u32 i = ls_span_start(s, &m); i <= s->rest; i++) {
		put_value(a, &m, name);
		if (i < s->rest)
			ls_step(&m, s->step[i]);
	}
	if (s->alone || ls_reset(&m, &s->config))
		return;
	for (u32 i = 0; i < s->at; i++) {
		put_value(a, &m, name);
		ls_step(&m, s->step[i]);
	}
}

/* In the order of their letters, so that the right one has no place of its own. */
static void in_order(struct ls_answer *a)
{
	char right[LS_OPTION_BYTES];

	memcpy(right, a->option[a->right], sizeof right);
	for (u32 i = 1; i < a->options; i++)
		for (u32 k = i; k && strcmp(a->option[k - 1], a->option[k]) > 0; k--) {
			char swap[LS_OPTION_BYTES];

			memcpy(swap, a->option[k], sizeof swap);
			memcpy(a->option[k], a->option[k - 1], sizeof swap);
			memcpy(a->option[k - 1], swap, sizeof swap);
		}
	for (u32 i = 0; i < a->options; i++)
		a->right = strcmp(a->option[i], right) ? a->right : i;
}

bool ls_answer_value(struct ls_span *s, struct ls_answer *a, const char *name, struct ls_text *why)
{
	struct ls_machine m;
	char text[LS_OPTION_BYTES];
	struct ls_text t;

	ls_span_end(s, &m);
	ls_text_start(&t, text, sizeof text);
	if (!ls_span_value(&m, name, &t, why))
		return false;
	put_option(a, text); /* the first, so it is the right one until they are in order */
	a->shown = s->steps;
	a->word = name;
	nearest_values(s, a, name);
	in_order(a);
	if (a->options < 2)
		ls_putf(why, "%s is all that it has been and will be", text);
	return a->options > 1;
}
