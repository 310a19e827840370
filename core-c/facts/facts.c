/* SPDX-License-Identifier: MIT */
#include "facts.h"

#include "level.h"
#include "parts.h"
#include "registry.h"
#include "text/narrate.h"

static const char *const env_verbs[LS_ENV_KINDS] = {
    "",       "preempt", "run again",       "let the handoff threshold pass for", "let the timeout run out for",
    "signal", "kill",    "spuriously wake",
};

void ls_put_facts(struct ls_text *o)
{
	ls_put(o, "{");
	ls_json_number(o, "maxThreads", LS_MAX_THREADS);
	ls_json_open(o, "locks", "[");
	for (u8 i = 0; i < LS_LOCKS; i++)
		ls_put_lock(o, i);
	ls_json_close(o, "]");
	ls_json_open(o, "scenarios", "[");
	for (u32 i = 0; ls_scenario_at(i); i++)
		ls_put_scenario(o, ls_scenario_at(i));
	ls_json_close(o, "]");
	ls_json_open(o, "levels", "[");
	for (u32 i = 0; ls_level_at(i); i++)
		ls_put_level(o, ls_level_at(i));
	ls_json_close(o, "]");
	ls_json_open(o, "repairs", "[");
	for (u32 i = 0; ls_repair_at(i); i++)
		ls_put_repair(o, ls_repair_at(i));
	ls_json_close(o, "]");
	ls_json_names(o, "verdicts", ls_verdict_names, LS_VERDICTS);
	ls_json_open(o, "envKinds", "[");
	for (u32 k = 0; k < LS_ENV_KINDS; k++) {
		ls_json_open(o, NULL, "{");
		ls_json_string(o, "name", ls_env_names[k]);
		ls_json_string(o, "verb", env_verbs[k]);
		ls_json_boolean(o, "budget", k != LS_ENV_RUN);
		ls_json_close(o, "}");
	}
	ls_json_close(o, "]");
	ls_json_open(o, "threadWords", "{");
#define STATED(id, words) ls_json_string(o, #id, words);
	LS_THREAD_WORDS(STATED)
#undef STATED
	ls_json_close(o, "}");
	ls_put_layout(o);
	ls_put_numbers(o);
	ls_put(o, "}");
}
