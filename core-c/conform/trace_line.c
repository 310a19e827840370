/* SPDX-License-Identifier: MIT */
#include "trace_line.h"

#include <string.h>

#include "registry.h"
#include "text/text.h"

bool ls_span_is(struct ls_span s, const char *name)
{
	return s.n == strlen(name) && memcmp(s.at, name, s.n) == 0;
}

bool ls_trace_next_line(struct ls_trace_reader *r)
{
	const char *nl;

	if (r->at >= r->end)
		return false;
	nl = memchr(r->at, '\n', (size_t)(r->end - r->at));
	r->rest.at = r->at;
	r->rest.n = (u32)((nl ? nl : r->end) - r->at);
	r->whole = nl != NULL;
	if (r->rest.n && r->rest.at[r->rest.n - 1] == '\r')
		r->rest.n--;
	r->at = nl ? nl + 1 : r->end;
	r->line++;
	return true;
}

struct ls_span ls_span_word(struct ls_span *rest)
{
	struct ls_span w;

	while (rest->n && *rest->at == ' ')
		rest->at++, rest->n--;
	w.at = rest->at;
	while (rest->n && *rest->at != ' ')
		rest->at++, rest->n--;
	w.n = (u32)(rest->at - w.at);
	return w;
}

u32 ls_span_digit(char c)
{
	return c >= '0' && c <= '9' ? (u32)(c - '0') : c >= 'a' && c <= 'f' ? (u32)(c - 'a' + 10) : 99;
}

bool ls_span_number(struct ls_span s, u64 max, u64 *v)
{
	u32 base = 10;
	u64 value = 0;

	if (s.n > 2 && s.at[0] == '0' && s.at[1] == 'x') {
		base = 16;
		s.at += 2;
		s.n -= 2;
	}
	if (!s.n || s.n > 20)
		return false;
	for (u32 i = 0; i < s.n; i++) {
		u32 d = ls_span_digit(s.at[i]);

		if (d >= base || d > max || value > (max - d) / base)
			return false;
		value = value * base + d;
	}
	*v = value;
	return true;
}

bool ls_trace_word_named(const struct ls_trace *t, struct ls_span text, u64 *word)
{
	const char *colon = text.n ? memchr(text.at, ':', text.n) : NULL;
	struct ls_span name = {text.at, colon ? (u32)(colon - text.at) : text.n};
	struct ls_span of = {colon ? colon + 1 : NULL, colon ? text.n - name.n - 1 : 0};
	u64 tid = 0;

	if (colon && (!ls_span_number(of, t->config.n, &tid) || !tid))
		return false;
	for (const struct ls_memory *s = ls_locks[t->config.lock]->memory; s->size; s++) {
		for (const struct ls_word_facts *w = s->words; !s->count == (tid != 0) && w->name; w++) {
			if (ls_span_is(name, w->name)) {
				*word = (s->base + tid * s->size + w->offset) / 4u;
				return true;
			}
		}
	}
	return false;
}

void ls_trace_complain(struct ls_trace_reader *r, const char *before, struct ls_span what, const char *after)
{
	struct ls_trace *t = r->t;
	struct ls_text note;
	char shown[48];
	u32 n = what.n < sizeof shown - 1 ? what.n : (u32)sizeof shown - 1;

	if (t->notes == LS_TRACE_NOTES)
		return;
	for (u32 i = 0; i < n; i++)
		shown[i] = what.at[i] >= ' ' && what.at[i] < 127 ? what.at[i] : '?';
	shown[n] = 0;
	ls_text_start(&note, t->note[t->notes++], LS_TRACE_NOTE);
	ls_putf(&note, "Line %u: %s", r->line, before);
	if (what.at)
		ls_putf(&note, "\"%s\"", shown);
	ls_put(&note, after);
}
