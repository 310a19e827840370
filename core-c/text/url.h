/* SPDX-License-Identifier: MIT */
/*
 * The address of a moment, everything behind "#/":
 *
 *   SCENARIO?v=1&n=3&r=2&roles=WWR&sw=a,b&b=1.0.0.2.0&fp=1f4ed1&s=...&at=14
 *
 * n threads, r rounds, roles, sw fault switches ("-" = none), b budgets (preempt,
 * threshold, timeout, signal, kill) only where they differ from the scenario's. fp is the
 * fingerprint of the core that wrote it, s the schedule, at the cursor. Other keys are
 * the page's own and are handed back untouched.
 */
#ifndef LOCKSTEP_TRACE_URL_H
#define LOCKSTEP_TRACE_URL_H

#include "scenario.h"
#include "schedule.h"
#include "text.h"

enum { LS_URL_NOTES = 12, LS_URL_NOTE = 200 };

struct ls_url {
	const struct ls_scenario *scenario;
	struct ls_config config;
	ls_action *schedule; /* room for LS_MAX_SCHEDULE, given by the caller */
	u32 length, at;
	u32 notes; /* what was dropped, in words for the reader */
	char note[LS_URL_NOTES][LS_URL_NOTE];
};

/* Never fails: what cannot be read is dropped and noted, what is valid is kept. The
 * schedule is replayed and cut before the first step that does not apply. Unknown
 * keys are handed to `extra` (key and value as they stand, not NUL-terminated). */
void ls_url_parse(const char *text, u32 length, struct ls_url *url,
		  void (*extra)(void *cx, const char *key, u32 key_length, const char *value, u32 value_length),
		  void *cx);

/* Writes the fragment for a configuration of scenario s. */
void ls_url_format(const struct ls_scenario *s, const struct ls_config *c, const ls_action *schedule, u32 length,
		   u32 at, struct ls_text *out);

#endif
