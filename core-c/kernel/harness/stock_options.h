/* SPDX-License-Identifier: MIT */
/* What /stock is asked for: how much of it, and which work, with that work's own options. */
#ifndef LOCKSTEP_HARNESS_STOCK_OPTIONS_H
#define LOCKSTEP_HARNESS_STOCK_OPTIONS_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "registry.h"
#include "stock_work.h"

static struct options {
	const char *out;
	const struct stock_work *work;
	const char *roles;
	unsigned tasks, log, seconds, jitter, hogs;
} options = {.tasks = 2, .log = 1000, .seconds = 10};
unsigned stock_number;

static const char *given; /* whose number that is */

static bool has(const struct stock_work *work, const char *option)
{
	return (work->roles_option && !strcmp(option, work->roles_option)) ||
	       (work->number_option && !strcmp(option, work->number_option));
}

/* The first that has this option; NULL: the first without roles. */
static const struct stock_work *work_with(const char *option)
{
	for (unsigned lock = 0; lock < LS_LOCKS; lock++)
		for (unsigned i = 0; stock_works[lock] && stock_works[lock]->work[i]; i++) {
			const struct stock_work *work = stock_works[lock]->work[i];

			if (option ? has(work, option) : !work->roles_option)
				return work;
		}
	return NULL;
}

static bool read_work(const char *option, const char *value)
{
	const struct stock_work *work = work_with(option);
	bool roles = work && work->roles_option && !strcmp(option, work->roles_option);

	if (!work || (roles ? !!options.roles : !!given))
		return false;
	if (roles)
		options.roles = value;
	else
		stock_number = (unsigned)strtoul(value, NULL, 10), given = option;
	if (roles || !work->roles_option)
		options.work = work;
	return true;
}

static bool read_number(const char *option, const char *value)
{
	static const struct {
		const char *name;
		unsigned *value;
	} numbers[] = {
	    {"--tasks", &options.tasks},   {"--log", &options.log},   {"--seconds", &options.seconds},
	    {"--jitter", &options.jitter}, {"--hogs", &options.hogs},
	};

	for (unsigned i = 0; i < sizeof numbers / sizeof *numbers; i++)
		if (!strcmp(option, numbers[i].name)) {
			*numbers[i].value = (unsigned)strtoul(value, NULL, 10);
			return true;
		}
	return false;
}

/* The work is one, and what is given is what it asks for. */
static bool choose_work(void)
{
	const struct stock_work *work = options.work ? options.work : work_with(NULL);

	options.work = work;
	if (given && (!work->number_option || strcmp(given, work->number_option)))
		return false;
	if (!work->roles_option != !options.roles)
		return false;
	if (!given)
		stock_number = work->number;
	if (options.roles)
		options.tasks = (unsigned)strlen(options.roles);
	return work->number_is != STOCK_ITS_OWN || (stock_number && stock_number <= work->most);
}

/* Ends the program where they do not go together. */
static void read_options(char **word)
{
	for (; word[0] && word[1]; word += 2)
		if (!strcmp(word[0], "--out"))
			options.out = word[1];
		else if (!read_number(word[0], word[1]) && !read_work(word[0], word[1]))
			break;
	if (*word || !options.out || !choose_work() || !options.tasks || options.tasks > LS_MAX_THREADS) {
		printf(
		    "%s: stock --out FILE [--tasks|--log|--seconds|--jitter|--hogs N]... [the options of one work]\n",
		    *word ? *word : "what is asked for does not go together");
		exit(2);
	}
}

#endif
