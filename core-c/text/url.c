/* SPDX-License-Identifier: MIT */
#include "url.h"

#include <string.h>

#include "registry.h"
#include "codec.h"

/* The last stands in an address only where it is not the scenario's. */
static const u8 budget_order[] = {LS_ENV_PREEMPT, LS_ENV_THRESHOLD, LS_ENV_TIMEOUT,
				  LS_ENV_SIGNAL,  LS_ENV_KILL,      LS_ENV_WAKE};
enum { BUDGETS = sizeof budget_order };

struct slice {
	const char *at;
	u32 length;
};

static bool is(struct slice s, const char *word)
{
	return strlen(word) == s.length && memcmp(s.at, word, s.length) == 0;
}

/* A new note; the text is cut to fit. */
static struct ls_text note(struct ls_url *u)
{
	struct ls_text t;
	u32 i = u->notes < LS_URL_NOTES ? u->notes++ : LS_URL_NOTES - 1;

	ls_text_start(&t, u->note[i], LS_URL_NOTE);
	return t;
}

/* Quotes what stood there, printable characters only and not too much of it. */
static void put_quoted(struct ls_text *t, struct slice s)
{
	ls_put(t, "\"");
	for (u32 i = 0; i < s.length && i < 24; i++)
		ls_putf(t, "%c", s.at[i] > ' ' && s.at[i] < 127 ? s.at[i] : '?');
	ls_put(t, s.length > 24 ? "…\"" : "\"");
}

static void complain(struct ls_url *u, const char *what, struct slice s, const char *rest)
{
	struct ls_text t = note(u);

	ls_put(&t, what);
	put_quoted(&t, s);
	ls_put(&t, rest);
}

/* A decimal number from low to high, all of the slice. */
static bool number(struct slice s, u32 low, u32 high, u32 *out)
{
	u32 v = 0;

	if (!s.length || s.length > 6)
		return false;
	for (u32 i = 0; i < s.length; i++) {
		if (s.at[i] < '0' || s.at[i] > '9')
			return false;
		v = v * 10 + (u32)(s.at[i] - '0');
	}
	*out = v;
	return v >= low && v <= high;
}

/* Cuts the part before the separator off the front of s. */
static struct slice cut(struct slice *s, char separator)
{
	struct slice part = *s;
	const char *p = s->length ? memchr(s->at, separator, s->length) : NULL;

	part.length = p ? (u32)(p - s->at) : s->length;
	s->at += part.length + (p != NULL);
	s->length -= part.length + (p != NULL);
	return part;
}

static void read_roles(struct ls_url *u, struct slice v)
{
	const struct ls_role *roles = ls_locks[u->config.lock]->roles;

	for (u32 i = 0; i < v.length && i < LS_MAX_THREADS; i++) {
		u8 r = 0;

		while (roles[r].letter && roles[r].letter != v.at[i])
			r++;
		if (!roles[r].letter) {
			complain(u, "The roles ", v, " name one that this lock does not have; it was left as it was.");
			return;
		}
		u->config.role[i] = r;
	}
}

static void read_switches(struct ls_url *u, struct slice v)
{
	u32 on = 0;

	while (v.length && !is(v, "-")) {
		struct slice name = cut(&v, ',');
		const struct ls_switch *s = ls_switch_named(u->config.lock, name.at, name.length);

		if (s)
			on |= 1u << s->index;
		else
			complain(u, "This lock has no fault switch ", name, "; it was left out.");
	}
	u->config.switches = on;
}

static void read_budgets(struct ls_url *u, struct slice v)
{
	for (u32 i = 0; i < BUDGETS && v.length; i++) {
		struct slice one = cut(&v, '.');
		u32 value;

		if (number(one, 0, 255, &value))
			u->config.budget[budget_order[i]] = (u8)value;
		else
			complain(u, "The budget ", one,
				 " is not a number from 0 to 254, or 255 for no limit; the scenario's was kept.");
	}
}

/* First pass: what shapes the machine. True when the key was known. */
static bool read_shape(struct ls_url *u, struct slice key, struct slice v)
{
	u32 value;

	if (is(key, "v")) {
		if (!is(v, "1"))
			complain(u, "The address says version ", v, "; this page reads version 1 and tried its best.");
	} else if (is(key, "n")) {
		if (number(v, 1, LS_MAX_THREADS, &value))
			u->config.n = (u8)value;
		else
			complain(u, "The number of threads ", v, " is not from 1 to 16; the scenario's was kept.");
	} else if (is(key, "r")) {
		if (number(v, 1, 255, &value))
			u->config.rounds = (u8)value;
		else
			complain(u, "The number of rounds ", v,
				 " is not from 1 to 254, or 255 for rounds without end; the scenario's was kept.");
	} else if (is(key, "roles")) {
		read_roles(u, v);
	} else if (is(key, "sw")) {
		read_switches(u, v);
	} else if (is(key, "b")) {
		read_budgets(u, v);
	} else {
		return is(key, "s") || is(key, "at") || is(key, "fp");
	}
	return true;
}

/* Steps through the schedule and keeps what applies. */
static void replay(struct ls_url *u, u32 length)
{
	struct ls_machine m;

	u->length = 0;
	if (ls_reset(&m, &u->config))
		return;
	while (u->length < length && ls_step(&m, u->schedule[u->length]) <= LS_SPUN)
		u->length++;
	if (u->length < length) {
		struct ls_text t = note(u);
		char name[8];

		ls_action_name(u->schedule[u->length], name);
		ls_putf(&t,
			"Step %u of %u (%s) is not possible here. The %u before it were kept, the rest was dropped.",
			u->length + 1, length, name, u->length);
	}
}

static void read_schedule(struct ls_url *u, struct slice s)
{
	static const char *const words[] = {
	    NULL,
	    "The schedule holds a character that does not belong there; it was read up to that.",
	    "The schedule is cut short: the address lost its end.",
	    "The schedule does not match its check character: the address was changed on its way.",
	    "The schedule is whole, and characters stand behind its end: they were left out.",
	};
	enum ls_damage damage;
	u32 length = ls_decode_schedule(s.at, s.length, u->config.n, u->schedule, LS_MAX_SCHEDULE, &damage);

	if (damage) {
		struct ls_text t = note(u);

		ls_put(&t, words[damage]);
	}
	replay(u, length);
}

static u32 hex(struct slice v)
{
	u32 out = 0;

	for (u32 i = 0; i < v.length && i < 8; i++) {
		char c = v.at[i];

		out = out << 4 | (u32)(c >= 'a' ? c - 'a' + 10 : c - '0');
	}
	return out;
}

/* Of the lock's text as it is. */
static bool is_print(u8 lock, u32 print)
{
	return print == ls_locks[lock]->fingerprint || print == ls_locks[lock]->formerly;
}

/* Second pass: the schedule and the cursor, once the machine's shape is known. */
static void read_moment(struct ls_url *u, struct slice query)
{
	struct slice s = {0}, at = {0}, print = {0};
	u32 value;

	while (query.length) {
		struct slice pair = cut(&query, '&'), key = cut(&pair, '=');

		if (is(key, "s"))
			s = pair;
		else if (is(key, "at"))
			at = pair;
		else if (is(key, "fp"))
			print = pair;
	}
	if (print.length && !is_print(u->config.lock, hex(print)) && s.length) {
		struct ls_text t = note(u);

		ls_put(&t, "This address was made with another version of this lock's text. It was replayed as far as "
			   "it applies.");
	}
	if (s.length)
		read_schedule(u, s);
	u->at = u->length;
	if (!at.length)
		return;
	if (number(at, 0, u->length, &value))
		u->at = value;
	else
		complain(u, "The moment ", at, " lies outside the schedule; its end is shown.");
}

void ls_url_parse(const char *text, u32 length, struct ls_url *u,
		  void (*extra)(void *cx, const char *key, u32 key_length, const char *value, u32 value_length),
		  void *cx)
{
	struct slice rest = {text, length}, name, query;
	char slug[64] = {0};

	if (rest.length >= 1 && rest.at[0] == '#')
		cut(&rest, '#');
	if (rest.length >= 1 && rest.at[0] == '/')
		cut(&rest, '/');
	name = cut(&rest, '?');
	query = rest;
	u->notes = u->length = u->at = 0;
	memcpy(slug, name.at, name.length < sizeof slug ? name.length : sizeof slug - 1);
	u->scenario = ls_scenario_named(slug);
	if (!u->scenario) {
		complain(u, "There is no scenario ", name, "; the first one is shown.");
		u->scenario = ls_scenario_at(0);
		query.length = 0;
	}
	ls_scenario_config(u->scenario, &u->config);
	while (rest.length && query.length) {
		struct slice pair = cut(&rest, '&'), key = cut(&pair, '=');

		if (!read_shape(u, key, pair) && key.length)
			extra(cx, key.at, key.length, pair.at, pair.length);
	}
	for (u32 i = u->config.n; i < LS_MAX_THREADS; i++)
		u->config.role[i] = 0;
	read_moment(u, query);
}

static void put_changes(const struct ls_config *c, const struct ls_config *d, struct ls_text *out)
{
	if (c->n != d->n)
		ls_putf(out, "&n=%u", c->n);
	if (c->rounds != d->rounds)
		ls_putf(out, "&r=%u", c->rounds);
	if (memcmp(c->role, d->role, c->n)) {
		ls_put(out, "&roles=");
		for (u32 i = 0; i < c->n; i++)
			ls_putf(out, "%c", ls_locks[c->lock]->roles[c->role[i]].letter);
	}
	if (c->switches != d->switches) {
		const char *between = "&sw=";

		for (u32 i = 0; i < ls_switches_of(c->lock); i++)
			if (c->switches >> i & 1) {
				ls_putf(out, "%s%s", between, ls_switch_at(c->lock, (u8)i)->name);
				between = ",";
			}
		if (!c->switches)
			ls_put(out, "&sw=-");
	}
	if (memcmp(c->budget, d->budget, sizeof c->budget))
		for (u32 i = 0; i < BUDGETS - (c->budget[LS_ENV_WAKE] == d->budget[LS_ENV_WAKE]); i++)
			ls_putf(out, "%s%u", i ? "." : "&b=", c->budget[budget_order[i]]);
}

static void put_hex6(u32 v, struct ls_text *out)
{
	for (s32 shift = 20; shift >= 0; shift -= 4)
		ls_putf(out, "%x", v >> shift & 15);
}

void ls_url_format(const struct ls_scenario *s, const struct ls_config *c, const ls_action *schedule, u32 length,
		   u32 at, struct ls_text *out)
{
	struct ls_config d;

	ls_scenario_config(s, &d);
	ls_putf(out, "%s?v=1", s->name);
	put_changes(c, &d, out);
	if (!length)
		return;
	ls_put(out, "&fp=");
	put_hex6(ls_locks[c->lock]->fingerprint, out);
	ls_put(out, "&s=");
	out->length += ls_encode_schedule(schedule, length, c->n, out->at + out->length, out->room - 1 - out->length);
	out->at[out->length] = 0;
	if (at != length)
		ls_putf(out, "&at=%u", at);
}
