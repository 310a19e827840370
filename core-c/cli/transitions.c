/* SPDX-License-Identifier: MIT */
#include "transitions.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "registry.h"
#include "cli.h"

/* With more the marks alone would be longer than all else that is said of a run. */
enum { MOST_THREADS = 3, MOST_STATES = 300000, MOST_TRANSITIONS = 100000, MOST_GROUPS = 64 };

/* Runs of the same threads, and what they took together. */
struct group {
	char name[96];
	struct ls_config config;
	u32 files, all;
	u8 *marks;
};
static struct group group[MOST_GROUPS];
static u32 groups;

static bool is_of(const struct group *g, const struct ls_config *c)
{
	return g->config.lock == c->lock && g->config.variant == c->variant && g->config.switches == c->switches &&
	       g->config.n == c->n && !memcmp(g->config.role, c->role, c->n);
}

static struct group *group_of(const struct ls_trace *t, u32 all)
{
	struct group *g = group;
	u32 length;

	while (g < group + groups && !is_of(g, &t->config))
		g++;
	if (g < group + groups)
		return g;
	if (groups == MOST_GROUPS || !(g->marks = calloc(all + 1u, 1)))
		return NULL;
	groups++;
	g->config = t->config;
	g->all = all;
	length = (u32)snprintf(g->name, sizeof g->name, "%s ", t->variant);
	for (u32 i = 0; i < t->config.n && length + 1 < sizeof g->name; i++)
		g->name[length++] = ls_locks[t->config.lock]->roles[t->config.role[i]].letter;
	g->name[length] = 0;
	return g;
}

struct ls_transitions *transitions_of(const struct ls_trace *t, const struct ls_conform_report *r)
{
	struct ls_transitions *own = t->config.n <= MOST_THREADS ? ls_transitions_new(&t->config, MOST_STATES) : NULL;
	struct group *g;

	if (!own || ls_transitions_all(own) > MOST_TRANSITIONS) {
		ls_transitions_free(own);
		return NULL;
	}
	ls_transitions_take(own, &t->config, r->action, r->actions);
	g = group_of(t, ls_transitions_all(own));
	for (u32 i = 0; g && i < g->all; i++)
		g->marks[i] |= ls_transitions_marks(own)[i];
	if (g)
		g->files++;
	return own;
}

static void print_share(u32 taken, u32 all)
{
	printf("took %s of ", grouped(taken));
	printf("%s transitions (%.1f %%)\n", grouped(all), all ? 100.0 * taken / all : 0.0);
}

void print_transitions(const struct ls_transitions *t)
{
	print_share(ls_transitions_taken(t), ls_transitions_all(t));
}

void put_transitions_json(const struct ls_transitions *t, struct ls_text *out)
{
	const u8 *marks = ls_transitions_marks(t);
	u32 all = ls_transitions_all(t);

	ls_putf(out, "{\"all\":%u,\"taken\":%u,\"marks\":\"", all, ls_transitions_taken(t));
	for (u32 i = 0; i < all; i += 4) {
		u32 digit = 0;

		for (u32 j = i; j < i + 4; j++)
			digit = digit << 1 | (j < all && marks[j]);
		ls_putf(out, "%x", digit);
	}
	ls_put(out, "\"}");
}

void print_transitions_together(void)
{
	for (const struct group *g = group; g < group + groups; g++) {
		u32 taken = 0;

		for (u32 i = 0; i < g->all; i++)
			taken += g->marks[i];
		printf("%s, %u file%s: ", g->name, g->files, g->files == 1 ? "" : "s");
		print_share(taken, g->all);
	}
}
