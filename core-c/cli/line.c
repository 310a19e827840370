/* SPDX-License-Identifier: MIT */
#include "line.h"

#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *command_name = "lockstep";
static const struct argp *command_argp;
static bool complained;

bool complain(const char *format, ...)
{
	va_list ap;

	complained = true;
	fprintf(stderr, "%s: ", command_name);
	va_start(ap, format);
	vfprintf(stderr, format, ap);
	va_end(ap);
	fputc('\n', stderr);
	return false;
}

bool complain_of(const char *what, const struct ls_nearest *near, const char *instead)
{
	char meant[80];
	struct ls_text t;

	ls_text_start(&t, meant, sizeof meant);
	ls_nearest_put(near, &t);
	return complain("there is no %s \"%.*s\"%s%s %s", what, (int)near->length, near->name, meant,
			near->best ? "" : ";", instead);
}

/* --- options that do not exist, or lack their value ------------------------------------------ */

/* The option that is written so, or abbreviated so. */
static const struct argp_option *option_named(const struct argp *argp, const char *name, u32 length)
{
	for (const struct argp_option *o = argp->options; o && (o->name || o->key || o->doc); o++)
		if (o->name && !strncmp(o->name, name, length))
			return o;
	for (const struct argp_child *c = argp->children; c && c->argp; c++) {
		const struct argp_option *o = option_named(c->argp, name, length);

		if (o)
			return o;
	}
	return NULL;
}

static void try_options(const struct argp *argp, struct ls_nearest *near)
{
	for (const struct argp_option *o = argp->options; o && (o->name || o->key || o->doc); o++)
		if (o->name)
			ls_nearest_try(near, o->name);
	for (const struct argp_child *c = argp->children; c && c->argp; c++)
		try_options(c->argp, near);
}

static void complain_of_option(const char *given)
{
	const char *name = given + strspn(given, "-");
	u32 length = (u32)strcspn(name, "=");
	const struct argp_option *o = given[1] == '-' && length ? option_named(command_argp, name, length) : NULL;
	struct ls_nearest near;

	if (o && o->arg && !name[length]) {
		complain("--%s is without its value: --%s %s", o->name, o->name, o->arg);
	} else if (o && !o->arg) {
		complain("--%s takes no value", o->name);
	} else {
		ls_nearest_start(&near, name, length);
		try_options(command_argp, &near);
		complain("there is no option %.*s%s%s%s --help names them", (int)(name - given + length), given,
			 near.best ? "; did you mean --" : "", near.best ? near.best : "", near.best ? "?" : ";");
	}
}

/* --- around each command ----------------------------------------------------------------------- */

enum { KEY_HELP = 0x100 };
static const struct argp_option outer_options[] = {
    {"help", KEY_HELP, NULL, 0, "print this", -1},
    {0},
};

static error_t outer_parser(int key, char *arg, struct argp_state *state)
{
	(void)arg;
	switch (key) {
	case ARGP_KEY_INIT:
		state->child_inputs[0] = state->input;
		return 0;
	case KEY_HELP:
		argp_help(state->root_argp, stdout, ARGP_HELP_STD_HELP, (char *)command_name);
		exit(0);
	case ARGP_KEY_ERROR:
		if (!complained)
			complain_of_option(state->argv[state->next - 1]);
		return 0;
	default:
		return ARGP_ERR_UNKNOWN;
	}
}

bool read_line(const struct argp *command, int argc, char **argv, void *input)
{
	const struct argp_child inner[] = {{.argp = command}, {0}};
	const struct argp outer = {.options = outer_options, .parser = outer_parser, .children = inner};

	command_name = argv[0];
	command_argp = command;
	complained = false;
	/* silent, for it would say less than we do; and then its own --help is silent, too */
	return !argp_parse(&outer, argc, argv, ARGP_NO_ERRS | ARGP_NO_HELP, NULL, input);
}

/* --- values ---------------------------------------------------------------------------------------- */

static const char *name_of(const struct argp_option *options, int key)
{
	while (options->key != key)
		options++;
	return options->name;
}

bool take_whole(const struct argp_option *options, int key, const char *value, u32 low, u32 high, u32 *out)
{
	char *end;
	unsigned long long v = strtoull(value, &end, 10);

	if (isdigit((unsigned char)*value) && !*end && v >= low && v <= high) {
		*out = (u32)v;
		return true;
	}
	return complain("--%s takes a whole number from %u to %u, not \"%s\"", name_of(options, key), low, high, value);
}

bool take_number(const struct argp_option *options, int key, const char *value, double low, double high, double *out)
{
	char *end;
	double v = strtod(value, &end);

	if (end != value && !*end && v >= low && v <= high) {
		*out = v;
		return true;
	}
	return complain("--%s takes a number from %g to %g, not \"%s\"", name_of(options, key), low, high, value);
}

error_t surplus(const char *argument)
{
	return judged(complain("what is \"%s\" for? --help tells what is read", argument));
}
