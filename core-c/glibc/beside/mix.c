/* SPDX-License-Identifier: MIT */
#define _GNU_SOURCE
#include "mix.h"

#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "registry.h"

enum where { OUTSIDE, IN_GLIBC, IN_OURS, INSIDE };

struct worker {
	struct native_thread *self;
	const struct mix *mix;
	_Atomic u32 where; /* enum where */
	struct sums glibc;
	u64 gave_up;
};

/* --- the plan --------------------------------------------------------------------------- */

static u32 drawn(u32 n, u32 slot, u32 round)
{
	u64 x = ((u64)n << 40 | (u64)slot << 32 | round) + 0x9e3779b97f4a7c15ull;

	x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9ull;
	x = (x ^ x >> 27) * 0x94d049bb133111ebull;
	return (u32)(x >> 32);
}

static struct request request(const struct mix *mix, u32 draw)
{
	bool read = mix->of->reads && draw % 4 > mix->n % 3; /* a quarter writes, or a half, or three */

	return (struct request){.holds = read ? LS_HOLDS_READ : LS_HOLDS_WRITE,
				.timed = (mix->timed == EVERYBODY || (mix->timed == READERS && read)) && draw >> 2 & 1};
}

static enum side side(const struct mix *mix, u32 slot, const struct request *r, bool coin)
{
	switch (mix->who) {
	case BY_CALL:
		return coin ? OURS : GLIBC;
	case WRITERS_OURS:
		return r->holds == LS_HOLDS_WRITE ? OURS : GLIBC;
	case READERS_OURS:
		return r->holds == LS_HOLDS_READ ? OURS : GLIBC;
	default:
		return slot <= mix->ours ? OURS : GLIBC;
	}
}

void planned(const struct mix *mix, u64 *writes, u64 *reads)
{
	*writes = *reads = 0;
	for (u32 slot = 1; slot <= mix->n; slot++)
		for (u32 round = 0; round < mix->rounds; round++)
			++*(request(mix, drawn(mix->n, slot, round)).holds == LS_HOLDS_WRITE ? writes : reads);
}

/* --- a thread --------------------------------------------------------------------------- */

static void a_round(struct worker *w, u32 me, u32 draw)
{
	struct native_thread *self = w->self;
	const struct beside *of = w->mix->of;
	struct request r = request(w->mix, draw);
	enum side by = side(w->mix, self->slot, &r, draw >> 3 & 1), back = side(w->mix, self->slot, &r, draw >> 4 & 1);

	atomic_store_explicit(&w->where, by == OURS ? IN_OURS : IN_GLIBC, memory_order_relaxed);
	if (of->take[by](self, me, &r)) {
		atomic_store_explicit(&w->where, INSIDE, memory_order_relaxed);
		native_hold(self, r.holds);
		native_critical(self);
		native_hold(self, LS_HOLDS_NOTHING);
		atomic_store_explicit(&w->where, back == OURS ? IN_OURS : IN_GLIBC, memory_order_relaxed);
		of->give[back](self, me, &r);
		w->glibc.locked += by == GLIBC;
		w->glibc.unlocked += back == GLIBC;
		w->glibc.crossed |= by != back;
	} else {
		w->gave_up++;
	}
	atomic_store_explicit(&w->where, OUTSIDE, memory_order_relaxed);
	atomic_fetch_add_explicit(&self->calls, 1, memory_order_relaxed);
	if ((draw >> 5) % 16 == 0)
		sched_yield();
}

static void *thread_main(void *arg)
{
	struct worker *w = arg;
	struct native_thread *self = w->self;
	u32 me = native_me(self);

	if (setjmp(self->leave) == 0)
		for (u32 round = 0; round < w->mix->rounds; round++)
			a_round(w, me, drawn(w->mix->n, self->slot, round));
	atomic_store(&self->done, true);
	return NULL;
}

/* --- watching and judging --------------------------------------------------------------- */

static void where_all_are(const struct worker *worker, char *out, size_t size)
{
	static const char *const said[] = {"outside", "in glibc", "in our text", "inside"};
	size_t at = (size_t)snprintf(out, size, "nobody gets on:");

	for (u32 i = 0; i < worker->mix->n && at < size; i++) {
		const struct native_place *place = atomic_load(&worker[i].self->place);
		u32 where = atomic_load(&worker[i].where);

		if (atomic_load(&worker[i].self->done))
			continue;
		at += (size_t)snprintf(out + at, size - at, " T%u %s", i + 1, said[where]);
		if (where == IN_OURS && place && at < size)
			at += (size_t)snprintf(out + at, size - at, " (%s:%u)", place->proc, place->line);
	}
}

/* Until all are done or one has failed. False: nobody gets on. */
static bool watch(const struct native_run *run, double patience)
{
	u64 moved = native_now(), last = 0;

	for (;;) {
		u64 sum = 0;
		u32 done = 0;

		for (u32 slot = 1; slot <= run->n; slot++) {
			sum += atomic_load_explicit(&run->thread[slot].calls, memory_order_relaxed);
			done += atomic_load(&run->thread[slot].done);
		}
		if (done == run->n || atomic_load(&run->reason))
			return true;
		if (sum != last)
			moved = native_now();
		last = sum;
		if ((double)(native_now() - moved) / 1e9 > patience)
			return false;
		usleep(500);
	}
}

static void count(const struct worker *worker, struct outcome *o, struct sums *glibc)
{
	for (u32 i = 0; i < worker->mix->n; i++) {
		const struct worker *w = &worker[i];

		o->writes += atomic_load(&w->self->writes);
		o->reads += atomic_load(&w->self->reads);
		o->gave_up += w->gave_up;
		glibc->locked += w->glibc.locked;
		glibc->unlocked += w->glibc.unlocked;
		glibc->crossed |= w->glibc.crossed;
	}
}

/* All threads have ended. */
static void judge(const struct native_run *run, const struct worker *worker, struct outcome *o)
{
	const struct mix *mix = worker->mix;
	struct sums glibc = {0};
	u64 writes, reads;
	const char *word;

	count(worker, o, &glibc);
	planned(mix, &writes, &reads);
	word = mix->of->rest(run->mem, &glibc);
	o->verdict = NATIVE_FAIL;
	if (run->counter != o->writes)
		snprintf(o->why, sizeof o->why, "the counter is %llu after %llu writes",
			 (unsigned long long)run->counter, (unsigned long long)o->writes);
	else if (o->writes + o->reads + o->gave_up != writes + reads || (!mix->timed && o->writes != writes))
		snprintf(o->why, sizeof o->why, "%llu writes and %llu reads, where the plan has %llu and %llu",
			 (unsigned long long)o->writes, (unsigned long long)o->reads, (unsigned long long)writes,
			 (unsigned long long)reads);
	else if (word)
		snprintf(o->why, sizeof o->why, "%s does not say that nobody is there", word);
	else
		o->verdict = NATIVE_PASS;
}

/* --- the run ---------------------------------------------------------------------------- */

/* A run as the native backend knows it, with the object in place of the model's. NULL: it cannot be. */
static struct native_run *new_run(const struct mix *mix)
{
	const struct ls_variant *v = ls_variant_named(mix->of->variant);
	struct native_config c = {
	    .lock = v->lock, .variant = v->index, .n = (u8)mix->n, .nap_every = 64, .jitter = mix->jitter};
	struct native_run *run;

	c.switches = mix->switches & ~PLANTED_IN_GLUE;
	c.timeout_us = 60;
	run = native_new_run(&c);
	if (!run)
		return NULL;
	run->switches = mix->switches;
	if (mix->jitter)
		atomic_store(&run->attention, ATTENTION_JITTER);
	free(run->mem);
	run->mem = aligned_alloc(64, (mix->of->size + 63) / 64 * 64);
	if (!run->mem)
		return NULL;
	memset(run->mem, 0, mix->of->size);
	run->mem_end = run->mem + mix->of->size;
	return mix->of->init(run->mem) ? run : NULL;
}

static bool start(struct native_run *run, const struct mix *mix, struct worker *worker, pthread_t *thread)
{
	for (u32 i = 0; i < run->n; i++) {
		worker[i] = (struct worker){.self = &run->thread[i + 1], .mix = mix};
		if (pthread_create(&thread[i], NULL, thread_main, &worker[i]))
			return false;
	}
	return true;
}

void run_mix(const struct mix *mix, struct outcome *o)
{
	static struct worker worker[LS_MAX_THREADS];
	pthread_t thread[LS_MAX_THREADS];
	struct native_run *run = new_run(mix);
	const char *reason;

	*o = (struct outcome){.verdict = NATIVE_FAIL, .why = "could not begin"};
	if (!run || !start(run, mix, worker, thread))
		return;
	o->why[0] = 0;
	if (!watch(run, mix->patience)) {
		o->verdict = NATIVE_HANG;
		where_all_are(worker, o->why, sizeof o->why);
		return;
	}
	reason = atomic_load(&run->reason);
	if (reason) { /* the others may wait for good */
		snprintf(o->why, sizeof o->why, "T%u: %s", atomic_load(&run->failed_by), reason);
		return;
	}
	for (u32 i = 0; i < mix->n; i++)
		pthread_join(thread[i], NULL);
	judge(run, worker, o);
	native_free_run(run);
}
