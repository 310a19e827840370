/* SPDX-License-Identifier: MIT */
/* lockstep check --starvation: may a thread that waits be passed without bound by a fair scheduler? */
#include "starvation.h"

#include <stdio.h>
#include <stdlib.h>

#include "check/starvation.h"
#include "line.h"

static const char *verdict_of(const struct ls_starvation *found)
{
	return found->who ? "STARVATION" : found->complete ? "NO_STARVATION" : "BOUNDED";
}

/* What follows "#/" in the address: the page shows the round from its first step on. */
static const char *url(const struct run_options *o, const struct ls_starvation *found)
{
	static char address[LS_MAX_SCHEDULE];

	snprintf(address, sizeof address, "%s&round=%u",
		 url_of(o->scenario, &o->config, found->path, found->lead + found->round), found->lead);
	return address;
}

static void print_json(const struct run_options *o, const struct ls_starvation *found)
{
	const u32 sets[] = {found->who, found->asleep};

	printf("{\"name\":\"%s\",\"threads\":%u,\"switches\":%u,\"verdict\":\"%s\",\"states\":%u,"
	       "\"transitions\":%.0f,\"depth\":%u",
	       o->scenario->name, o->config.n, o->config.switches, verdict_of(found), found->states, found->transitions,
	       found->depth);
	for (u32 i = 0; i < 2; i++) {
		printf(",\"%s\":[", i ? "asleep" : "who");
		for (u32 tid = 1, told = 0; tid <= o->config.n; tid++)
			if (sets[i] >> (tid - 1) & 1)
				printf("%s%u", told++ ? "," : "", tid);
		printf("]");
	}
	if (found->tid)
		printf(",\"thread\":%u,\"lead\":%u,\"round\":%u,\"passes\":%u,\"url\":\"#/%s\"", found->tid,
		       found->lead, found->round, found->passes, url(o, found));
	printf("}\n");
}

static void print_set(const char *what, const struct run_options *o, u32 set)
{
	printf("%s:", what);
	for (u32 tid = 1; tid <= o->config.n; tid++)
		if (set >> (tid - 1) & 1)
			printf(" T%u", tid);
	printf(set ? "\n" : " nobody\n");
}

static void print_text(const struct run_options *o, const struct ls_starvation *found)
{
	print_config(o);
	printf("%s: %s states, %s transitions, depth %u\n", verdict_of(found), grouped(found->states),
	       grouped(found->transitions), found->depth);
	if (!found->who) {
		printf(found->complete
			   ? "Complete: no thread that waits is passed without bound where every thread that can "
			     "move does so in the end.\n"
			   : "Not complete: in what was seen, no thread is passed without bound.\n");
		return;
	}
	print_set("May be passed without bound", o, found->who);
	print_set("Even after it has gone to sleep for the lock", o, found->asleep);
	printf("Behind %u steps T%u waits, and %u steps more lead back to the same state; in them others get the "
	       "lock %u time%s, and T%u does not:\n",
	       found->lead, found->tid, found->round, found->passes, found->passes == 1 ? "" : "s", found->tid);
	print_narration(&o->config, found->path, found->lead + found->round, o->records);
	printf("Open it: #/%s\n", url(o, found));
}

int check_starvation(struct run_options *o)
{
	struct ls_starvation found;

	if (o->given.rounds && o->config.rounds != LS_ENDLESS) {
		complain("--starvation takes endless rounds: without an end is what it asks about");
		return EXIT_USAGE;
	}
	o->config.rounds = LS_ENDLESS;
	if (!ls_find_starvation(&o->config, o->max_states, &found)) {
		free(found.path);
		complain("this configuration cannot be searched (bad, or memory is short)");
		return EXIT_USAGE;
	}
	if (o->json)
		print_json(o, &found);
	else
		print_text(o, &found);
	free(found.path);
	return found.who ? EXIT_FAULT : found.complete ? EXIT_PASS : EXIT_BOUNDED;
}
