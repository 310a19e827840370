/* SPDX-License-Identifier: MIT */
#include "about.h"

#include <string.h>

/* Verbs that befall the thread: nobody is about to do that. */
static const char befalls[] = " comes fails finds learns sees stays ";
/* Words that may stand behind "and" and end like verbs. */
static const char nouns[] = " others readers sleepers spinners threads waiters writers ";
static const char *const odd[][2] = {
    {"caches", "cache"}, {"dies", "die"}, {"does", "do"},  {"has", "have"},
    {"is", "be"},        {"lies", "lie"}, {"ties", "tie"},
};
/* A regular verb ends so; for its plain form that many letters go, and others come. 0: it is no verb. The first counts.
 */
static const struct {
	const char *end;
	u8 less;
	const char *more;
} endings[] = {
    {"ies", 3, "y"}, {"ches", 2, ""}, {"shes", 2, ""}, {"sses", 2, ""}, {"zzes", 2, ""}, {"xes", 2, ""},
    {"oes", 2, ""},  {"ss", 0, ""},   {"us", 0, ""},   {"is", 0, ""},   {"s", 1, ""},
};
/* As short as a verb may be that the rule is for: asks. */
enum { SHORTEST = 4 };

static bool is_one_of(const char *list, const char *word, u32 n)
{
	for (const char *p = list; (p = strchr(p, ' ')) && p[1]; p++)
		if (!strncmp(p + 1, word, n) && p[1 + n] == ' ')
			return true;
	return false;
}

/* The plain form of the verb that a text begins with; how long that verb is, 0: it is none. */
static u32 put_plain(const char *text, struct ls_text *out)
{
	u32 n = (u32)strspn(text, "abcdefghijklmnopqrstuvwxyz");

	if (text[n] && !strchr(" ,:;", text[n]))
		return 0;
	for (u32 i = 0; i < sizeof odd / sizeof *odd; i++)
		if (ls_is(text, n, odd[i][0])) {
			ls_put(out, odd[i][1]);
			return n;
		}
	if (n < SHORTEST || is_one_of(nouns, text, n))
		return 0;
	for (u32 i = 0; i < sizeof endings / sizeof *endings; i++) {
		u32 length = (u32)strlen(endings[i].end);

		if (strncmp(text + n - length, endings[i].end, length))
			continue;
		if (!endings[i].less)
			return 0;
		ls_put_bytes(out, text, n - endings[i].less);
		ls_put(out, endings[i].more);
		return n;
	}
	return 0;
}

bool ls_put_about(const char *phrase, struct ls_text *out)
{
	static const char joins[] = " and ", but[] = ", but ";
	u32 n = (u32)strcspn(phrase, " ,:;");

	ls_put(out, is_one_of(befalls, phrase, n) ? "will " : "about to ");
	n = put_plain(phrase, out);
	if (!n)
		return false;
	for (phrase += n; *phrase; phrase += n) {
		/* a sentence of its own: nobody is about to do it */
		if (!strncmp(phrase, but, sizeof but - 1) && strncmp(phrase + sizeof but - 1, "not ", 4)) {
			ls_put(out, "; ");
			phrase += sizeof but - 1;
			n = 0;
			continue;
		}
		n = 1;
		ls_put_bytes(out, phrase, 1);
		/* a second verb has the same subject */
		if (!strncmp(phrase, joins, sizeof joins - 1)) {
			ls_put(out, &joins[1]);
			phrase += sizeof joins - 1;
			n = put_plain(phrase, out);
		}
	}
	return true;
}
