/* SPDX-License-Identifier: MIT */
#include "about.h"

#include <string.h>

/*
 * The verbs that a phrase may begin with, and those that may follow behind "and". A phrase with another one is refused,
 * so that no sentence is left to a rule that half knows the language. Without the s they are plain.
 */
static const char does[] =
    " adds asks becomes brings changes checks clears counts decrements draws drops ends flags follows frees gets gives "
    "grants hands "
    "hangs increments keeps leaves lets links locks looks makes marks notes picks puts reads remembers says serves "
    "sets "
    "signs "
    "sleeps spins stands steals steps stops swaps takes tells turns unhooks unlocks waits wakes wipes works writes ";
/* It comes to the thread: nobody is about to do that. */
static const char befalls[] = " comes fails finds learns sees stays ";
static const char *const odd[][2] = {{"empties", "empty"}, {"goes", "go"},     {"has", "have"},
				     {"is", "be"},         {"passes", "pass"}, {"publishes", "publish"}};

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
	u32 n = (u32)strcspn(text, " ,:;");

	for (u32 i = 0; i < sizeof odd / sizeof *odd; i++)
		if (ls_is(text, n, odd[i][0])) {
			ls_put(out, odd[i][1]);
			return n;
		}
	if (!n || (!is_one_of(does, text, n) && !is_one_of(befalls, text, n)))
		return 0;
	ls_put_bytes(out, text, n - 1);
	return n;
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
