/* SPDX-License-Identifier: MIT */
/* What threads can do together: as many transitions as the explorer finds, and which of them a schedule takes. */
#include <string.h>

#include "test.h"
#include "transitions.h"
#include "registry.h"
#include "check/explore.h"

enum { STATES = 60000 };

/* In turn of the first so many roles. */
static struct ls_config config_of(const struct ls_variant *v, u32 roles, u32 n)
{
	struct ls_config c = {.lock = v->lock, .variant = v->index, .n = (u8)n, .rounds = LS_ENDLESS};

	for (u32 i = 0; i < n; i++)
		c.role[i] = (u8)(i % roles);
	return c;
}

/* The explorer counts the same edges, with another table. It ends at a fault, which has the graph ended early. */
static bool is_counted_alike(const struct ls_config *c, const char *name)
{
	struct ls_explorer *e = ls_explore_new(c, STATES, 0);
	const struct ls_explore_stats *s = ls_explore_stats(e);
	struct ls_transitions *t;
	bool whole;

	while (ls_explore_slice(e, STATES))
		;
	whole = s->verdict == LS_OK || s->verdict == LS_NO_PROGRESS;
	t = whole ? ls_transitions_new(c, STATES) : NULL;
	EXPECT(!whole || t, "%s: the graph is there", name);
	if (t)
		EXPECT(ls_transitions_all(t) == s->transitions, "%s: %u transitions, the explorer has %.0f", name,
		       ls_transitions_all(t), s->transitions);
	ls_transitions_free(t);
	ls_explore_free(e);
	return whole;
}

static void test_numbers(void)
{
	u32 whole = 0;

	for (u32 i = 0; i < ls_variant_count(); i++) {
		const struct ls_variant *v = ls_any_variant(i);

		for (u32 roles = 1; roles <= 2 && roles <= ls_roles_of(v->lock); roles++) {
			struct ls_config c = config_of(v, roles, 2);

			whole += is_counted_alike(&c, v->name);
		}
	}
	EXPECT(whole > 40, "%u graphs were compared", whole);
}

/* The next `n` steps of one thread. */
static u32 steps(ls_action *a, u32 at, u32 tid, u32 n)
{
	while (n--)
		a[at++] = LS_STEP_OF(tid);
	return at;
}

static u32 taken(const struct ls_config *c, const ls_action *a, u32 n)
{
	struct ls_config searched = *c;
	struct ls_transitions *t;
	u32 of_it;

	memset(searched.budget, 0, sizeof searched.budget);
	t = ls_transitions_new(&searched, STATES);
	ls_transitions_take(t, c, a, n);
	of_it = ls_transitions_taken(t);
	for (u32 i = 0; i < ls_transitions_all(t); i++)
		of_it -= ls_transitions_marks(t)[i];
	EXPECT(of_it == 0, "as many marks as were taken");
	of_it = ls_transitions_taken(t);
	ls_transitions_take(t, c, a, n);
	EXPECT(ls_transitions_taken(t) == of_it, "what is taken twice counts once");
	ls_transitions_free(t);
	return of_it;
}

static void test_schedule(void)
{
	const struct ls_variant *v = ls_variant_named("ticket");
	struct ls_config c = config_of(v, 1, 2);
	ls_action a[64];
	u32 n;

	memset(c.budget, LS_ENDLESS, sizeof c.budget);
	n = steps(a, 0, 1, 3);
	EXPECT(taken(&c, a, n) == 3, "three steps are three transitions");
	n = steps(a, n, 2, 1);
	EXPECT(taken(&c, a, n) == 4, "and one of the other is a fourth");
	n = steps(a, 0, 1, 1);
	a[n++] = LS_ENV_OF(LS_ENV_PREEMPT, 1);
	n = steps(a, n, 2, 1);
	EXPECT(taken(&c, a, n) == 1, "with a thread off its CPU nothing counts");
	a[n++] = LS_ENV_OF(LS_ENV_RUN, 1);
	n = steps(a, n, 1, 1);
	EXPECT(taken(&c, a, n) == 2, "until it is back");
}

int main(void)
{
	test_numbers();
	test_schedule();
	return test_end();
}
