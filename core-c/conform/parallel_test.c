/* SPDX-License-Identifier: MIT */
/* Several traces judged in one process at a time come to what each comes to alone. */
#include <pthread.h>
#include <unistd.h>

#include "schedule_test.h"

enum { TRACES = 12, THREADS = 4, ROUNDS = 4 };

struct result {
	enum ls_conform_verdict verdict;
	u32 done, retries, actions;
	u64 hash; /* of the schedule */
};

static char *texts[TRACES];
static u32 lengths[TRACES];
static struct result alone[TRACES];

static struct result result_of(const struct ls_conform *c)
{
	const struct ls_conform_report *r = ls_conform_report(c);
	struct result x = {r->verdict, r->done, r->retries, r->actions, 1};

	for (u32 i = 0; i < r->actions; i++)
		x.hash = (x.hash * 31 + r->action[i]) * 31 + r->event[i];
	return x;
}

static bool same(struct result a, struct result b)
{
	return a.verdict == b.verdict && a.done == b.done && a.retries == b.retries && a.actions == b.actions &&
	       a.hash == b.hash;
}

static struct result judge_text(u32 i)
{
	struct ls_trace *t = malloc(sizeof *t);
	struct result x = {0};
	struct ls_conform *c;

	if (t && ls_trace_read(t, texts[i], lengths[i]) && (c = ls_conform_new(t))) {
		while (ls_conform_slice(c, 50))
			;
		x = result_of(c);
		ls_conform_free(c);
	}
	if (t)
		ls_trace_free(t);
	free(t);
	return x;
}

/* Of every other one an event is changed, so that the search goes back. */
static void make_traces(void)
{
	struct ls_config c;

	for (u32 i = 0; i < TRACES; i++) {
		random_config(&c, ls_any_variant(i % ls_variant_count()));
		record(&c, 1500, 1000);
		if (i % 2 && events > 60)
			event[events - 40].old ^= 0x10;
		lengths[i] = write_trace(&c);
		texts[i] = malloc(lengths[i] + 1u);
		memcpy(texts[i], text, lengths[i] + 1u);
		alone[i] = judge_text(i);
	}
}

/* Each begins with another trace. Returns how many came out otherwise. */
static void *judge_all(void *from)
{
	uintptr_t wrong = 0;

	for (u32 i = 0; i < ROUNDS * TRACES; i++) {
		u32 which = (u32)(i + (uintptr_t)from) % TRACES;

		wrong += !same(judge_text(which), alone[which]);
	}
	return (void *)wrong;
}

static void test_threads(void)
{
	pthread_t thread[THREADS];

	for (uintptr_t i = 0; i < THREADS; i++)
		EXPECT(pthread_create(&thread[i], NULL, judge_all, (void *)(i * TRACES / THREADS)) == 0,
		       "a thread starts");
	for (u32 i = 0; i < THREADS; i++) {
		void *wrong;

		pthread_join(thread[i], &wrong);
		EXPECT(!wrong, "thread %u: %u of %u verdicts are others", i, (u32)(uintptr_t)wrong, ROUNDS * TRACES);
	}
}

/* All under way at once, a few events of each in turn. */
static void test_slices(void)
{
	static struct ls_trace t[TRACES];
	struct ls_conform *c[TRACES];
	bool more = true;

	for (u32 i = 0; i < TRACES; i++) {
		EXPECT(ls_trace_read(&t[i], texts[i], lengths[i]), "the trace can be read");
		c[i] = ls_conform_new(&t[i]);
	}
	while (more) {
		more = false;
		for (u32 i = 0; i < TRACES; i++)
			more |= ls_conform_slice(c[i], 7);
	}
	for (u32 i = 0; i < TRACES; i++) {
		EXPECT(same(result_of(c[i]), alone[i]), "trace %u comes to the same in slices", i);
		ls_conform_free(c[i]);
		ls_trace_free(&t[i]);
	}
}

int main(void)
{
	u32 verdicts[4] = {0};

	alarm(120); /* what is mixed up may go on for ever */
	make_traces();
	for (u32 i = 0; i < TRACES; i++)
		verdicts[alone[i].verdict]++;
	EXPECT(verdicts[LS_CONFORM_AGREES] && verdicts[LS_CONFORM_DIFFERS], "%u conform and %u do not",
	       verdicts[LS_CONFORM_AGREES], verdicts[LS_CONFORM_DIFFERS]);
	test_slices();
	test_threads();
	for (u32 i = 0; i < TRACES; i++)
		free(texts[i]);
	return test_end();
}
