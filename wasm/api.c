/* SPDX-License-Identifier: MIT */
/*
 * The boundary: with traces.c the only C that knows it runs behind WASM. One machine, one record,
 * one configuration, one text buffer; TypeScript owns the snapshots.
 */
#include <string.h>

#include "api.h"
#include "cache/cache.h"
#include "check/explore.h"
#include "check/late.h"
#include "check/race.h"
#include "check/races.h"
#include "check/round.h"
#include "registry.h"
#include "scenario.h"
#include "text/goal.h"
#include "text/narrate.h"
#include "text/sign.h"
#include "text/standing.h"
#include "text/url.h"

enum { EXPLORE_EDGES = 1 << 25, RETURNS = 256 };

static _Alignas(struct ls_queued) char text[TEXT];
static struct ls_machine machine;
static struct ls_record record; /* of the last step or peek, as far as `due` says */
/* what record lacks still: most steps of a long schedule are never asked about */
static enum { NOTHING, SIGN, ALL } due;
static struct ls_config config;
static ls_action schedule[LS_MAX_SCHEDULE];
static struct ls_explorer *explorer;
static struct ls_explore_stats stats;

char *ls_api_text(void)
{
	return text;
}

struct ls_machine *ls_api_machine(void)
{
	return &machine;
}
u32 ls_api_machine_used(void)
{
	return ls_used(&machine);
}
/* Whole: whoever reads or writes its bytes asks for it each time. */
struct ls_record *ls_api_record(void)
{
	if (due == ALL)
		record = machine.rec;
	if (due != NOTHING)
		ls_put_sign(&machine, &record);
	due = NOTHING;
	return &record;
}
struct ls_config *ls_api_config(void)
{
	return &config;
}
s32 ls_api_reset(void)
{
	return ls_reset(&machine, &config);
}
u32 ls_api_peek(u32 action)
{
	due = SIGN;
	return ls_peek(&machine, (ls_action)action, &record);
}

u32 ls_api_step(u32 action)
{
	due = ALL;
	return ls_step(&machine, (ls_action)action);
}

/* Steps through the n actions in the text buffer; stops before one that does not apply. */
u32 ls_api_replay(u32 n)
{
	u32 i = 0;

	while (i < n && i < TEXT && ls_step(&machine, (ls_action)text[i]) <= LS_SPUN)
		i++;
	due = ALL;
	return i;
}

const u64 *ls_api_hash(void)
{
	static u64 hash;

	hash = ls_hash(&machine);
	return &hash;
}

u32 ls_api_judge(void)
{
	const char *what = NULL;
	enum ls_verdict v = ls_judge(&machine, &what);
	struct ls_text t = fresh();

	ls_put(&t, what ? what : "");
	return v;
}

u32 ls_api_narrate(void)
{
	struct ls_text t = fresh();

	ls_narrate(&machine, ls_api_record(), &t);
	return t.length;
}

u32 ls_api_about(void)
{
	struct ls_text t = fresh();

	ls_narrate_about(&machine, ls_api_record(), &t);
	return t.length;
}

u32 ls_api_why(u32 tid)
{
	struct ls_text t = fresh();

	ls_narrate_why(&machine, tid, &t);
	return t.length;
}

/* Who stands in the i-th queue of the lock: a struct ls_queued each in the text buffer. */
u32 ls_api_queue(u32 i)
{
	const struct ls_queue *q = ls_locks[machine.lock]->queues;

	while (i && q->kind)
		i--, q++;
	return q->kind ? ls_standing(&machine, q, (struct ls_queued *)text) : 0;
}

/* --- what accesses cost -------------------------------------------------------------------- */

static struct ls_cache cache;

struct ls_cache *ls_api_cache(void)
{
	return &cache;
}

/* All lines in memory; gives the bytes that are in use from here on. */
u32 ls_api_cache_start(u32 lock, u32 threads)
{
	ls_cache_start(&cache, (u8)lock, threads);
	return ls_cache_used(&cache);
}

/* What the step of the record does to its line. */
const struct ls_touch *ls_api_cache_take(void)
{
	static struct ls_touch touch;

	touch = ls_cache_take(&cache, ls_api_record());
	return &touch;
}

/* --- addresses ------------------------------------------------------------------------------ */

static char extras[8192];

/* A text and the NUL that ends it. */
static void put_text(struct ls_text *t, const char *s, u32 length)
{
	ls_put_bytes(t, s, (u32)strnlen(s, length));
	ls_put_bytes(t, "", 1);
}

static void put_extra(void *cx, const char *key, u32 key_length, const char *value, u32 value_length)
{
	struct ls_text *t = cx;

	/* whole or not at all */
	if (key_length > sizeof extras || value_length > sizeof extras ||
	    t->length + key_length + value_length + 3 > sizeof extras)
		return;
	put_text(t, key, key_length);
	put_text(t, value, value_length);
}

/*
 * Leaves in the text buffer texts that end with a NUL each: the scenario, the cursor, how many actions, how many notes,
 * the notes, and the keys of the page, each before its value. The actions follow them, a byte each. Returns the length
 * of the texts.
 */
u32 ls_api_url_parse(u32 length)
{
	static char input[TEXT];
	static struct ls_url url;
	struct ls_text t, extra;
	u32 texts;

	if (length > TEXT)
		length = TEXT;
	memcpy(input, text, length);
	ls_text_start(&extra, extras, sizeof extras);
	url.schedule = schedule;
	ls_url_parse(input, length, &url, put_extra, &extra);
	config = url.config;
	t = fresh();
	ls_putf(&t, "%s%c%u%c%u%c%u%c", url.scenario->name, 0, url.at, 0, url.length, 0, url.notes, 0);
	for (u32 i = 0; i < url.notes; i++)
		put_text(&t, url.note[i], LS_URL_NOTE);
	ls_put_bytes(&t, extras, extra.length);
	texts = t.length;
	ls_put_bytes(&t, (const char *)schedule, url.length);
	return texts;
}

/* The text buffer holds a scenario's name, a NUL, and n actions; config says the rest. */
u32 ls_api_url_format(u32 n, u32 at)
{
	u32 skip;
	const struct ls_scenario *s;
	struct ls_text t;

	text[TEXT - 1] = 0;
	skip = (u32)strlen(text) + 1;
	s = ls_scenario_named(text);
	if (n > LS_MAX_SCHEDULE)
		n = LS_MAX_SCHEDULE;
	memcpy(schedule, text + skip, n);
	t = fresh();
	if (s)
		ls_url_format(s, &config, schedule, n, at, &t);
	return t.length;
}

static struct ls_races *races; /* what the search goes along with, if it looks for races */

static void forget_search(void)
{
	ls_explore_free(explorer);
	explorer = NULL;
	ls_races_free(races);
	races = NULL;
	memset(&stats, 0, sizeof stats);
}

s32 ls_api_explore_start(u32 max_states)
{
	forget_search();
	explorer = ls_explore_new(&config, max_states, EXPLORE_EDGES);
	return explorer ? 0 : -1;
}

/* Begins the search for a data race instead: stats.found says that the last step of the path races. */
s32 ls_api_races_start(u32 max_states)
{
	static struct ls_machine start;

	forget_search();
	races = ls_races_new();
	if (races && !ls_reset(&start, &config))
		explorer = ls_races_search(races, &start, max_states);
	return explorer ? 0 : -1;
}

/* When the search ends, the path's actions stand in the text buffer. */
u32 ls_api_explore_slice(u32 states)
{
	bool more;

	if (!explorer)
		return 0;
	more = ls_explore_slice(explorer, states);
	stats = *ls_explore_stats(explorer);
	if (!more) {
		if (stats.path_length <= TEXT)
			ls_explore_path(explorer, (ls_action *)text);
		if (races && !stats.found && !ls_races_complete(races)) {
			stats.verdict = LS_BOUNDED;
			stats.what = "memory ran out";
		}
		ls_explore_free(explorer);
		explorer = NULL;
	}
	return more;
}

const struct ls_explore_stats *ls_api_explore_stats(void)
{
	return &stats;
}

/* --- from a moment on --------------------------------------------------------------------- */

static struct ls_machine moment;

/*
 * The text buffer holds n actions, which follow upon the start of config. Begins the search of every schedule behind
 * them; explore_slice goes on with it. Returns 0; or which of them, from 1 on, broke something: then nothing is
 * searched, and the stats say what; or -1 where they do not apply.
 */
s32 ls_api_ahead_start(u32 n, u32 max_states)
{
	const char *what = NULL;

	forget_search();
	if (n > TEXT || ls_reset(&moment, &config))
		return -1;
	for (u32 i = 0; i < n; i++) {
		if (ls_step(&moment, (ls_action)text[i]) > LS_SPUN)
			return -1;
		stats.verdict = ls_judge(&moment, &what);
		stats.what = what;
		if (stats.verdict != LS_OK)
			return (s32)i + 1;
	}
	explorer = ls_explore_from(&config, &moment, max_states, EXPLORE_EDGES);
	return explorer ? 0 : -1;
}

/* Whether some schedule from that moment lets all threads finish with all well: enum ls_saved. */
u32 ls_api_ahead_saved(u32 max_states)
{
	return config.rounds == LS_ENDLESS ? LS_SAVED_UNKNOWN : ls_saved_from(&moment, max_states);
}

/*
 * The text buffer holds n actions, which follow upon the start of config. Afterwards it holds the numbers of struct
 * ls_race, or nothing: none of them races. Returns the length of the text. The machine stays as it is.
 */
u32 ls_api_race_along(u32 n)
{
	struct ls_race race;
	struct ls_text t;
	bool found;

	if (n > LS_MAX_SCHEDULE)
		n = LS_MAX_SCHEDULE;
	memcpy(schedule, text, n);
	found = ls_race_along(&config, schedule, n, NULL, &race);
	t = fresh();
	if (found)
		ls_putf(&t, "%u %u %u %u %u %u", race.first, race.second, race.wrote, race.read, race.lacks_release,
			race.lacks_acquire);
	return t.length;
}

/*
 * The text buffer holds n actions, which follow upon the start of config. Afterwards it holds of each moment behind
 * `first` that has the same state a line of numbers, as in struct ls_return, with got of each thread. Returns the
 * length of the text. The machine stays as it is.
 */
u32 ls_api_returns(u32 n, u32 first)
{
	static struct ls_return back[RETURNS];
	struct ls_text t;
	u32 found;

	if (n > LS_MAX_SCHEDULE)
		n = LS_MAX_SCHEDULE;
	memcpy(schedule, text, n);
	found = ls_returns(&config, schedule, n, first, back, RETURNS);
	t = fresh();
	for (u32 i = 0; i < found; i++) {
		ls_putf(&t, "%u %u %u %u", back[i].end, back[i].waits, back[i].starved, back[i].asleep);
		for (u32 tid = 1; tid <= config.n; tid++)
			ls_putf(&t, " %u", back[i].got[tid - 1]);
		ls_put(&t, "\n");
	}
	return t.length;
}

/* --- goals ------------------------------------------------------------------------------- */

static struct ls_goal goal;
static struct ls_target target = {.reached = ls_goal_reached, .of = &goal};

/*
 * The text buffer holds a goal of so many bytes (ls_goal_pack) and n actions, which follow upon the start of config.
 * Afterwards it holds how far one has come to the goal at each of the n + 1 moments. m: the last of them. False: it is
 * no goal, or the actions do not apply.
 */
static bool follow_goal(u32 bytes, u32 n, struct ls_machine *m)
{
	if (bytes > LS_GOAL_BYTES || n > LS_MAX_SCHEDULE || ls_reset(m, &config) ||
	    !ls_goal_unpack(&goal, (const u8 *)text, bytes))
		return false;
	memcpy(schedule, text + bytes, n);
	target.wanted = goal.wanted;
	text[0] = (char)ls_goal_reached(&goal, m, 0);
	for (u32 i = 0; i < n; i++) {
		if (ls_step(m, schedule[i]) > LS_SPUN)
			return false;
		text[i + 1] = (char)ls_goal_reached(&goal, m, (u8)text[i]);
	}
	return true;
}
_Static_assert(LS_GOAL_BYTES + LS_MAX_SCHEDULE < TEXT, "a goal and a schedule have room");

/* Returns how many facts the goal has; 0: see follow_goal(). The machine stays as it is. */
u32 ls_api_goal_along(u32 bytes, u32 n)
{
	static struct ls_machine m;

	return follow_goal(bytes, n, &m) ? goal.facts : 0;
}

/* Of the goal that was followed last: ls_goal_done(). */
u32 ls_api_goal_done(u32 reached)
{
	return ls_goal_done(&goal, reached);
}

/* Begins the search for the shortest way from behind the actions to the goal; explore_slice goes on with it. */
s32 ls_api_goal_start(u32 bytes, u32 n, u32 max_states)
{
	static struct ls_machine m;

	forget_search();
	if (follow_goal(bytes, n, &m))
		explorer = ls_explore_to(&m, (u8)text[n], &target, max_states);
	return explorer ? 0 : -1;
}
