/* SPDX-License-Identifier: MIT */
/* The build for many threads: every text compiles for 127, and locks whose words and sets number threads run with 64
 * and with 127 real ones. */
#include <string.h>

#include "backend/native/native_run.h"
#include "registry.h"
#include "test.h"

static void run(const char *variant, u8 n)
{
	static struct native_report r;
	const struct ls_variant *v = ls_variant_named(variant);
	struct native_config c = {.n = n, .seconds = 0.2, .hang_after = 60, .nap_every = 16, .kernel_text = true};

	u64 late = 0;

	EXPECT(v, "%s", variant);
	if (!v)
		return;
	c.lock = v->lock;
	c.variant = v->index;
	for (u32 i = 0; i < n; i++) /* roles of the lock in turn, no more than writers and readers */
		c.role[i] = (u8)(ls_roles_of(v->lock) > 1 ? i % 2 : 0);
	native_stress(&c, &r);
	EXPECT(r.verdict == NATIVE_PASS, "%s with %u threads: %s", variant, n, r.why);
	for (u32 i = n / 2; i < n; i++)
		late += r.thread[i].writes + r.thread[i].reads;
	EXPECT(late, "%s: of %u threads those with high numbers never have the lock", variant, n);
}

/* A set has a bit for each thread, and returning it from a procedure or taking its lowest loses none. */
static void test_sets(void)
{
	EXPECT(LS_MAX_THREADS == 127 && sizeof(tasks) == 16, "%u bytes", (u32)sizeof(tasks));
	EXPECT(sizeof(ls_value) >= sizeof(tasks), "%u bytes", (u32)sizeof(ls_value));
	EXPECT(LS_ACTION_TID(LS_STEP_OF(127)) == 127 && LS_ACTION_ENV(LS_STEP_OF(127)) == 0, " ");
	EXPECT(LS_ACTION_TID(LS_ENV_OF(LS_ENV_WAKE, 127)) == 127, " ");
	EXPECT(LS_ACTION_ENV(LS_ENV_OF(LS_ENV_WAKE, 127)) == LS_ENV_WAKE, " ");
}

/* The step backend has the same threads: 127 of them, the last first, each to its end. */
static void test_steps(const char *variant)
{
	static struct ls_machine m;
	const struct ls_variant *v = ls_variant_named(variant);
	struct ls_config c = {.lock = v->lock, .variant = v->index, .n = LS_MAX_THREADS, .rounds = 1};
	const char *what = NULL;
	u32 moved = 1, steps = 0;

	EXPECT(ls_reset(&m, &c) == 0, "%s", variant);
	while (moved) {
		moved = 0;
		for (u32 tid = m.n; tid; tid--)
			if (ls_step(&m, LS_STEP_OF(tid)) == LS_MOVED)
				moved++;
		steps += moved;
		EXPECT(ls_judge(&m, &what) <= LS_OK, "%s: %s", variant, what ? what : "?");
	}
	EXPECT(ls_finished(&m), "%s: not all of %u threads finish in %u steps", variant, m.n, steps);
}

int main(void)
{
	static const char *const variants[] = {"mutex-mcs",      "rwsem-handoff", "rwsem-6.12",
					       "futex-attached", "mcs",           "osq"};

	test_sets();
	for (u32 i = 0; i < sizeof variants / sizeof *variants; i++) {
		const struct ls_variant *v = ls_variant_named(variants[i]);

		EXPECT(v, "no variant %s", variants[i]);
		if (!v)
			continue;
		test_steps(variants[i]);
		run(variants[i], i % 2 ? LS_MAX_THREADS : 64);
	}
	return test_end();
}
