/* SPDX-License-Identifier: MIT */
/* For tests of the order in which a replay tries events: schedules made by hand, which must be found to conform. */
#ifndef LOCKSTEP_CONFORM_ORDER_TEST_H
#define LOCKSTEP_CONFORM_ORDER_TEST_H

#include "schedule_test.h"

/* T1 has the lock, and not its CPU: a thread that comes does not spin. */
static inline void begin(const char *variant, struct ls_config *c, struct ls_machine *m, struct rec_event **last)
{
	const struct ls_variant *v = ls_variant_named(variant);

	c->lock = v->lock;
	c->variant = v->index;
	c->rounds = c->rounds ? c->rounds : 9;
	memset(c->budget, 9, sizeof c->budget);
	EXPECT(ls_reset(m, c) == 0, "the configuration resets");
	events = 0;
	ticks = 10 * GRAIN;
	go_to(m, 1, LS_OP_CRITICAL, last);
	ls_step(m, LS_ENV_OF(LS_ENV_PREEMPT, 1));
}

/* An event that says that a thread was sent a signal, op, at some time between. */
static inline void signal_to(u8 target, u8 op, u64 before, u64 after)
{
	event[events++] =
	    (struct rec_event){.before = before, .after = after, .op = op, .has = REC_TARGET, .target = target};
}

static inline void expect_conforms(const struct ls_config *c, const char *what)
{
	qsort(event, events, sizeof *event, by_time);
	EXPECT(judge(c) == LS_CONFORM_AGREES && replays(), "%s conforms", what);
}

/* To see that, the search need not go back. */
static inline void expect_conforms_at_once(const struct ls_config *c, const char *what)
{
	expect_conforms(c, what);
	EXPECT(ls_conform_report(conform)->retries == 0, "it went back %u times", ls_conform_report(conform)->retries);
}

#endif
