/* SPDX-License-Identifier: MIT */
/* The options of a run on real threads, whatever comes of it. */
#include "native_options.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../registry.h"
#include "cli.h"

bool read_number(const char *text, double low, double high, double *out)
{
	char *end;

	*out = strtod(text, &end);
	return end != text && !*end && *out >= low && *out <= high;
}

bool read_whole(const char *text, double high, u32 *out)
{
	double v;
	bool ok = read_number(text, 0, high, &v) && v == (double)(u32)v;

	*out = ok ? (u32)v : 0;
	return ok;
}

static bool read_ops(struct native_config *c, const char *text)
{
	char rest;

	return sscanf(text, "%u,%u%c", &c->futex_lock, &c->futex_unlock, &rest) == 2;
}

static bool read_ms(const char *text, u32 *us)
{
	double ms;
	bool ok = read_number(text, 0.001, 60000, &ms);

	*us = ok ? (u32)(ms * 1000) : 0;
	return ok;
}

int read_native_option(struct ls_config *config, struct native_config *native, const char *option, const char *value)
{
	if (!strcmp(option, "--threads"))
		return read_threads(config, value);
	if (!strcmp(option, "--switch"))
		return read_switch(config, value);
	if (!strcmp(option, "--kernel"))
		return native->kernel_text = !strcmp(value, "text");
	if (!strcmp(option, "--futex-ops"))
		return read_ops(native, value);
	if (!strcmp(option, "--jitter"))
		return read_whole(value, 1e9, &native->jitter);
	if (!strcmp(option, "--naps"))
		return read_whole(value, 1e9, &native->nap_every);
	if (!strcmp(option, "--signals"))
		return read_whole(value, 1e6, &native->signals);
	if (!strcmp(option, "--kills"))
		return read_whole(value, 1e6, &native->kills);
	if (!strcmp(option, "--timeout"))
		return read_ms(value, &native->timeout_us);
	if (!strcmp(option, "--threshold"))
		return read_ms(value, &native->threshold_us);
	return -1;
}

bool read_native_name(const char *name, struct ls_config *config)
{
	const struct ls_scenario *s = ls_scenario_named(name);
	const struct ls_variant *v = ls_variant_named(name);

	if (s && ls_scenario_config(s, config) == 0)
		return true;
	if (!v)
		return false;
	config->lock = v->lock;
	config->variant = v->index;
	config->n = 4;
	return true;
}

void set_native_config(struct native_config *native, const struct ls_config *config)
{
	native->lock = config->lock;
	native->variant = config->variant;
	native->n = config->n;
	native->switches = config->switches;
	memcpy(native->role, config->role, sizeof native->role);
}
