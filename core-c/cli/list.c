/* SPDX-License-Identifier: MIT */
/* lockstep list: what there is, to be read or as JSON. */
#include <stdio.h>

#include "facts/json.h"
#include "level.h"
#include "registry.h"
#include "text/narrate.h"
#include "line.h"
#include "cli.h"

/* By enum ls_text_id. Generated. */
extern const char *const ls_text_names[LS_TEXTS];

enum { KEY_JSON = 0x600 };

static const struct argp_option options[] = {
    {"json", KEY_JSON, NULL, 0, "the same as one line of JSON, with levels and texts", 0},
    {0},
};

static error_t parser(int key, char *arg, struct argp_state *state)
{
	bool *json = state->input;

	switch (key) {
	case KEY_JSON:
		*json = true;
		return 0;
	case ARGP_KEY_ARG:
		return surplus(arg);
	default:
		return ARGP_ERR_UNKNOWN;
	}
}

static void tell(u8 id)
{
	const struct ls_lock_facts *l = ls_locks[id];

	printf("%s: %s\n  source: %s\n", l->name, l->title, l->source);
	for (u8 i = 0; i < ls_variants_of(id); i++)
		printf("  %-28s %s\n", ls_variant_at(id, i)->name, ls_variant_at(id, i)->title);
	for (const struct ls_role *r = l->roles; r->letter; r++)
		printf("  role %c  %s\n", r->letter, r->title);
	for (u8 i = 0; i < ls_switches_of(id); i++) {
		const struct ls_switch *s = ls_switch_at(id, i);

		printf("  --switch %-22s %s: %s%s%s\n", s->name, s->title, ls_verdict_names[s->verdict],
		       s->invariant ? ", " : "", s->invariant ? s->invariant : "");
	}
	for (u32 i = 0; ls_scenario_at(i); i++)
		if (ls_scenario_at(i)->lock == id && !ls_scenario_at(i)->sandbox)
			printf("  scenario %-28s %s (%s)\n", ls_scenario_at(i)->name, ls_scenario_at(i)->title,
			       ls_verdict_names[ls_scenario_at(i)->verdict]);
	printf("\n");
}

/* --- as JSON: an object for each, its name and title first ---------------------------------------- */

static void put_named(struct ls_text *o, const char *name, const char *title)
{
	ls_json_open(o, NULL, "{");
	ls_json_string(o, "name", name);
	ls_json_string(o, "title", title);
}

static void put_verdict(struct ls_text *o, u8 verdict, const char *invariant)
{
	ls_json_string(o, "verdict", ls_verdict_names[verdict]);
	if (invariant)
		ls_json_string(o, "invariant", invariant);
	ls_json_close(o, "}");
}

static void put_variants(struct ls_text *o, u8 id)
{
	ls_json_open(o, "variants", "[");
	for (u8 i = 0; i < ls_variants_of(id); i++) {
		const struct ls_variant *v = ls_variant_at(id, i);

		put_named(o, v->name, v->title);
		if (v->model_only)
			ls_json_string(o, "modelOnly", v->model_only);
		ls_json_close(o, "}");
	}
	ls_json_close(o, "]");
}

static void put_roles(struct ls_text *o, u8 id)
{
	ls_json_open(o, "roles", "[");
	for (const struct ls_role *r = ls_locks[id]->roles; r->letter; r++) {
		ls_json_open(o, NULL, "{");
		ls_json_string(o, "letter", (char[]){r->letter, 0});
		ls_json_string(o, "title", r->title);
		ls_json_close(o, "}");
	}
	ls_json_close(o, "]");
}

static void put_switches(struct ls_text *o, u8 id)
{
	ls_json_open(o, "switches", "[");
	for (u8 i = 0; i < ls_switches_of(id); i++) {
		put_named(o, ls_switch_at(id, i)->name, ls_switch_at(id, i)->title);
		ls_json_boolean(o, "plants", ls_switch_at(id, i)->kind == LS_SWITCH_PLANTS);
		put_verdict(o, ls_switch_at(id, i)->verdict, ls_switch_at(id, i)->invariant);
	}
	ls_json_close(o, "]");
}

static void put_scenarios(struct ls_text *o, u8 id)
{
	ls_json_open(o, "scenarios", "[");
	for (u32 i = 0; ls_scenario_at(i); i++)
		if (ls_scenario_at(i)->lock == id && !ls_scenario_at(i)->sandbox) {
			put_named(o, ls_scenario_at(i)->name, ls_scenario_at(i)->title);
			put_verdict(o, ls_scenario_at(i)->verdict, ls_scenario_at(i)->what);
		}
	ls_json_close(o, "]");
}

static void put_levels(struct ls_text *o, u8 id)
{
	ls_json_open(o, "levels", "[");
	for (u32 i = 0; ls_level_at(i); i++)
		if (ls_level_at(i)->lock == id) {
			put_named(o, ls_level_at(i)->name, ls_level_at(i)->title);
			ls_json_close(o, "}");
		}
	ls_json_close(o, "]");
}

/* The texts under core-c/locks that it is made of, its own among them. */
static void put_texts(struct ls_text *o, u8 id)
{
	ls_json_open(o, "texts", "[");
	for (u32 i = 0; i < LS_TEXTS; i++)
		if (ls_locks[id]->base[i] != LS_NO_PROC)
			ls_json_string(o, NULL, ls_text_names[i]);
	ls_json_close(o, "]");
}

static void put_list(struct ls_text *o)
{
	ls_put(o, "[");
	for (u8 id = 0; id < LS_LOCKS; id++) {
		put_named(o, ls_locks[id]->name, ls_locks[id]->title);
		ls_json_string(o, "source", ls_locks[id]->source);
		put_variants(o, id);
		put_roles(o, id);
		put_switches(o, id);
		put_scenarios(o, id);
		put_levels(o, id);
		put_texts(o, id);
		ls_json_close(o, "}");
	}
	ls_put(o, "]");
}

int cmd_list(int argc, char **argv)
{
	static const struct argp argp = {
	    .options = options,
	    .parser = parser,
	    .doc = "Names every lock with its variants, roles, switches and scenarios.",
	};
	static char buffer[1 << 18];
	bool json = false;
	struct ls_text t;

	if (!read_line(&argp, argc, argv, &json))
		return EXIT_USAGE;
	for (u8 id = 0; id < LS_LOCKS && !json; id++)
		tell(id);
	if (json) {
		ls_text_start(&t, buffer, sizeof buffer);
		put_list(&t);
		puts(buffer);
	}
	return EXIT_PASS;
}
