/* SPDX-License-Identifier: MIT */
/*
 * One lock object that two implementations work on at once: our native text, and the glibc that this program runs with.
 * Each file here is one of glibc's types; beside_test.c has both take it by a plan and counts.
 */
#ifndef LOCKSTEP_GLIBC_BESIDE_H
#define LOCKSTEP_GLIBC_BESIDE_H

#include <pthread.h>
#include <time.h>

#include "backend/native/native.h"

enum side { GLIBC, OURS, SIDES };

enum timed { NOBODY, READERS, EVERYBODY };

struct request {
	u32 holds;  /* LS_HOLDS_WRITE or LS_HOLDS_READ */
	bool timed; /* gives up after a while */
};

/* How often glibc's functions have locked and unlocked: what a word that only they keep must say. */
struct sums {
	u64 locked, unlocked;
	bool crossed; /* locked by one and unlocked by the other */
};

struct beside {
	const char *variant; /* of our text */
	const char *kind;    /* of glibc's type */
	u32 since;           /* the first glibc 2.x with this algorithm, without a known fault */
	bool reads;
	enum timed times; /* whose timeouts leave the lock in order */
	size_t size;      /* of the object, with what our text has behind glibc's words */
	/* Where glibc's words lie elsewhere than in 2.36 on x86-64: which. NULL: all there. */
	const char *(*misfit)(void);
	/* False: it cannot be had here. */
	bool (*init)(void *object);
	/* By side. False: the time was up. */
	bool (*take[SIDES])(struct native_thread *self, u32 me, const struct request *r);
	void (*give[SIDES])(struct native_thread *self, u32 me, const struct request *r);
	/* With everybody gone: which word does not say so, or NULL. */
	const char *(*rest)(const void *object, const struct sums *sums);
};

extern const struct beside beside_normal, beside_adaptive, beside_pi, beside_reader, beside_writer, beside_nonrecursive;

/* A switch beyond those of all texts: the glue of a type plants a fault where its text has none for it. */
#define PLANTED_IN_GLUE (1u << 31)

/* When a timed function of glibc gives up, if it begins now. */
static inline struct timespec after_timeout(const struct native_thread *self)
{
	struct timespec t;

	clock_gettime(CLOCK_REALTIME, &t);
	t.tv_nsec += self->run->config.timeout_us * 1000l;
	t.tv_sec += t.tv_nsec / 1000000000;
	t.tv_nsec %= 1000000000;
	return t;
}

/* What glibc says is success, a timeout, or a failure of this run. */
static inline bool granted(struct native_thread *self, int error, int timed_out)
{
	if (error && error != timed_out)
		native_fail(self, "glibc returned an error");
	return error == 0;
}

#endif
