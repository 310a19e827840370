/* SPDX-License-Identifier: MIT */
/* What a seed decides of the priorities of a recording, how their order changes, and recordings that have them. */
#define _GNU_SOURCE
#include "priorities.h"

#include <sched.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "log.h"
#include "registry.h"
#include "test.h"

enum { N = 5, ROUNDS = 40, CHANGES = 30, CPUS = 4 };

static struct log_plan plan_of(u64 seed, u32 n, u32 cpus, u32 changes)
{
	struct log_plan plan;

	if (!log_make_plan(&plan, seed, n, ROUNDS, changes, cpus))
		exit(77);
	return plan;
}

static bool is_same(const struct log_plan *a, const struct log_plan *b)
{
	return !memcmp(a->order, b->order, sizeof a->order) && a->cpus == b->cpus &&
	       !memcmp(a->change, b->change, a->changes * sizeof *a->change);
}

static bool has_each_thread(const u8 *order, u32 n)
{
	u32 seen = 0;

	for (u32 i = 0; i < n; i++)
		seen |= 1u << order[i];
	return seen == ((1u << n) - 1) << 1;
}

static void a_seed_decides(void)
{
	struct log_plan a = plan_of(7, N, CPUS, CHANGES), b = plan_of(7, N, CPUS, CHANGES),
			c = plan_of(8, N, CPUS, CHANGES);

	EXPECT(is_same(&a, &b), "the same seed, another plan");
	EXPECT(!is_same(&a, &c), "another seed, the same plan");
	EXPECT(a.changes == CHANGES, "%u", a.changes);
	free(a.change);
	free(b.change);
	free(c.change);
}

/* Each point lies in the run, they come in their order, and in all parts of it; whoever is first differs. */
static void points_are_random(void)
{
	u32 in_quarter[4] = {0}, first[N + 1] = {0}, on_cpus[CPUS + 1] = {0}, longest = 0;

	for (u64 seed = 0; seed < 200; seed++) {
		struct log_plan p = plan_of(seed, N, CPUS, CHANGES);

		EXPECT(has_each_thread(p.order, N), "seed %u: an order without some thread", (u32)seed);
		first[p.order[0]]++;
		on_cpus[p.cpus <= CPUS ? p.cpus : 0]++;
		for (u32 i = 0; i < CHANGES; i++) {
			const struct log_change *c = &p.change[i];

			EXPECT(c->rounds < N * ROUNDS, "after round %u", c->rounds);
			EXPECT(i == 0 || c[-1].rounds <= c->rounds, "after %u rounds, then %u", c[-1].rounds,
			       c->rounds);
			EXPECT(c->delay_us < 1024, "%u us", c->delay_us);
			in_quarter[c->rounds * 4 / (N * ROUNDS)]++;
			longest = c->delay_us > longest ? c->delay_us : longest;
		}
		free(p.change);
	}
	for (u32 i = 0; i < 4; i++)
		EXPECT(in_quarter[i] > 200 * CHANGES / 5, "%u points in part %u", in_quarter[i], i);
	for (u32 t = 1; t <= N; t++)
		EXPECT(first[t] > 20, "thread %u is first %u times", t, first[t]);
	for (u32 i = 1; i < CPUS; i++)
		EXPECT(on_cpus[i] > 40, "%u times on %u CPUs", on_cpus[i], i);
	EXPECT(longest > 256, "at most %u us", longest);
}

/* Always fewer than threads, and one of the machine's stays free where it has another. */
static void cpus_are_left(void)
{
	for (u32 n = 2; n <= 6; n++)
		for (u32 cpus = 1; cpus <= 8; cpus++)
			for (u64 seed = 0; seed < 20; seed++) {
				struct log_plan p = plan_of(seed, n, cpus, 0);

				EXPECT(p.cpus >= 1 && p.cpus < n && (p.cpus < cpus || cpus == 1),
				       "%u threads on %u of %u CPUs", n, p.cpus, cpus);
				free(p.change);
			}
}

static void who_is_lowered(void)
{
	u8 order[] = {3, 1, 4, 2};
	const u64 before[] = {0, 10, 50, 30, 90}, now[] = {0, 12, 50, 39, 91};

	log_lower(order, 4, 1);
	EXPECT(!memcmp(order, (u8[]){3, 4, 2, 1}, 4), "%u %u %u %u", order[0], order[1], order[2], order[3]);
	log_lower(order, 4, 1);
	EXPECT(!memcmp(order, (u8[]){3, 4, 2, 1}, 4), "the last stays the last");
	EXPECT(log_busiest(before, now, 4) == 3, "thread %u", log_busiest(before, now, 4));
	EXPECT(log_busiest(before, before, 4) == 0, "nobody has run");
	EXPECT(log_busiest(now, before, 4) == 0, "a clock that went back is that of a thread that has gone");
}

/* --- recordings ------------------------------------------------------------------------------ */

static struct log_config config_of(const char *variant, u32 seed)
{
	const struct ls_variant *v = ls_variant_named(variant);

	return (struct log_config){
	    .rounds = 100,
	    .limit = 200000,
	    .priorities = 40,
	    .seed = seed,
	    .native = {.lock = v->lock, .variant = v->index, .n = 4, .kernel_text = true, .nap_every = 16}};
}

/* Everybody comes through, however long the holder is kept off the CPU; and who made the recording is what it was. */
static void recordings_end(void)
{
	static const char *const variants[] = {"mutex-6.12", "rwsem-6.12", "tp-futex", "ticket", "mcs"};

	for (u32 i = 0; i < sizeof variants / sizeof *variants; i++) {
		struct log_config c = config_of(variants[i], i + 1);
		struct log_recording r;
		cpu_set_t before, after;

		sched_getaffinity(0, sizeof before, &before);
		log_record(&c, &r);
		if (r.report.verdict == NATIVE_SKIP) {
			printf("no recording: %s\n", r.report.why);
			return;
		}
		EXPECT(r.report.verdict == NATIVE_PASS && r.report.acquired == 400, "%s: %llu acquisitions, %s",
		       variants[i], (unsigned long long)r.report.acquired, r.report.why);
		EXPECT(r.cpus >= 1 && r.cpus < 4, "%u CPUs", r.cpus);
		EXPECT(r.lowered > 0 && r.lowered <= 40, "%s: lowered %u times", variants[i], r.lowered);
		sched_getaffinity(0, sizeof after, &after);
		EXPECT(sched_getscheduler(0) == SCHED_OTHER && CPU_EQUAL(&before, &after),
		       "its own priority, its CPUs");
		free(r.event);
	}
}

/* A spinner above the thread that it waits for, on the one CPU that both share: only the bound ends that. */
static void nobody_runs_for_ever(void)
{
	u32 forced = 0;

	for (u32 seed = 1; seed <= 12 && !forced; seed++) {
		struct log_config c = config_of("ticket", seed);
		struct log_recording r;

		c.native.n = 2;
		c.priorities = 100;
		log_record(&c, &r);
		if (r.report.verdict == NATIVE_SKIP)
			return;
		EXPECT(r.report.verdict == NATIVE_PASS && r.cpus == 1, "%s", r.report.why);
		forced += r.forced;
		free(r.event);
	}
	EXPECT(forced > 0, "no spinner has ever run for too long");
}

/* In a child: rights that are given up do not come back. */
static void refused_without_the_right(void)
{
	struct log_config c = config_of("mcs", 1);
	pid_t child;
	int status = 0;

	fflush(stdout);
	child = fork();
	if (child == 0) {
		static const struct rlimit none = {0, 0};
		struct log_recording r;

		setrlimit(RLIMIT_RTPRIO, &none);
		if (geteuid() == 0 && setresuid(65534, 65534, 65534) != 0)
			_exit(0);
		log_record(&c, &r);
		_exit(r.report.verdict == NATIVE_SKIP && strstr(r.report.why, "CAP_SYS_NICE") && !r.event ? 0 : 1);
	}
	waitpid(child, &status, 0);
	EXPECT(WIFEXITED(status) && WEXITSTATUS(status) == 0, "who may not have priorities is told so: %d", status);
}

int main(void)
{
	a_seed_decides();
	points_are_random();
	cpus_are_left();
	who_is_lowered();
	recordings_end();
	nobody_runs_for_ever();
	refused_without_the_right();
	return test_end();
}
