/* SPDX-License-Identifier: MIT */
#include "steps.h"

#include <stdio.h>
#include <string.h>

#include "scenario.h"
#include "text/url.h"

ls_action schedule[LS_MAX_SCHEDULE];

static error_t steps_argument(struct run_options *o, char *arg, struct argp_state *state)
{
	if (state->arg_num > 1 || (state->arg_num && is_address(o->given.name)))
		return surplus(arg);
	*(state->arg_num ? &o->given.steps : &o->given.name) = arg;
	return 0;
}

error_t steps_key(int key, char *arg, struct argp_state *state, const char *command)
{
	struct run_options *o = state->input;

	switch (key) {
	case ARGP_KEY_INIT:
		lend_input(state);
		o->addresses = true;
		return 0;
	case ARGP_KEY_ARG:
		return steps_argument(o, arg, state);
	case ARGP_KEY_NO_ARGS:
		return judged(complain("%s what? A URL fragment, a scenario's name, or NAME 'STEPS'", command));
	default:
		return ARGP_ERR_UNKNOWN;
	}
}

static void no_extra(void *cx, const char *key, u32 kl, const char *value, u32 vl)
{
	(void)cx, (void)key, (void)kl, (void)value, (void)vl;
}

static void read_address(struct run_options *o, struct steps *s)
{
	static struct ls_url u;
	const char *hash = strchr(o->given.name, '#'), *text = hash ? hash : o->given.name;

	u.schedule = schedule;
	ls_url_parse(text, (u32)strlen(text), &u, no_extra, NULL);
	for (u32 i = 0; i < u.notes; i++)
		fprintf(stderr, "note: %s\n", u.note[i]);
	s->damaged = u.notes > 0;
	s->length = u.length;
	o->scenario = u.scenario;
	o->config = u.config;
}

bool read_steps(const struct argp *command, int argc, char **argv, struct run_options *o, struct steps *s)
{
	static struct ls_machine m;

	memset(s, 0, sizeof *s);
	s->bad.at = -1;
	if (!read_options(command, argc, argv, o))
		return false;
	if (is_address(o->given.name)) {
		read_address(o, s);
		return true;
	}
	if (o->scenario->sandbox && !o->own_budget)
		memcpy(o->config.budget, o->scenario->budget, sizeof o->config.budget);
	if (ls_reset(&m, &o->config))
		return complain("this configuration does not exist");
	s->text = o->given.steps ? o->given.steps : o->scenario->story;
	s->length = ls_parse_schedule(&m, s->text, schedule, LS_MAX_SCHEDULE, &s->bad);
	return true;
}

bool complain_of_step(const struct steps *s)
{
	return complain("at character %d, \"%.*s\": %s; %u step%s taken", s->bad.at + 1, (int)s->bad.length,
			s->text + s->bad.at, s->bad.why, s->length, s->length == 1 ? " was" : "s were");
}
