/* SPDX-License-Identifier: MIT */
/* What the build asks of a lesson's figure: which steps its words mean, and whether a fact is so behind them. Not
 * shipped. */
#include <string.h>

#include "text/fact.h"
#include "text/schedule.h"
#include "text/url.h"

enum { ROOM = 1 << 16 };

static char asked[ROOM];
static ls_action actions[LS_MAX_SCHEDULE];

char *ls_api_asked(void)
{
	return asked;
}

static void ignore(void *cx, const char *key, u32 key_length, const char *value, u32 value_length)
{
	(void)cx, (void)key, (void)key_length, (void)value, (void)value_length;
}

/* Asked: the address of a set-up, a schedule in words, a fact or nothing; each with its NUL. */
const char *ls_api_told(void)
{
	static char answer[8 * LS_MAX_SCHEDULE];
	static ls_action none[LS_MAX_SCHEDULE];
	const char *steps = asked + strlen(asked) + 1, *fact = steps + strlen(steps) + 1;
	struct ls_url url = {.schedule = none};
	struct ls_schedule_error bad;
	struct ls_machine m;
	char wrong[300];
	struct ls_text why, out;
	u32 n;

	ls_url_parse(asked, (u32)strlen(asked), &url, ignore, NULL);
	ls_reset(&m, &url.config);
	n = ls_parse_schedule(&m, steps, actions, LS_MAX_SCHEDULE, &bad);
	ls_text_start(&why, wrong, sizeof wrong);
	if (bad.at >= 0)
		ls_put(&why, bad.why);
	ls_text_start(&out, answer, sizeof answer);
	ls_put(&out, "{\"actions\":[");
	for (u32 i = 0; i < n; i++)
		ls_putf(&out, i ? ",%u" : "%u", actions[i]);
	ls_putf(&out, "],\"applies\":%s,\"holds\":", bad.at < 0 ? "true" : "false");
	ls_put(&out, bad.at < 0 && ls_fact_holds(&m, fact, &why) ? "true" : "false");
	ls_put(&out, ",\"why\":");
	ls_put_json(&out, wrong);
	ls_put(&out, "}");
	return answer;
}
