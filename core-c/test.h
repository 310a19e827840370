/* SPDX-License-Identifier: MIT */
/* For *_test.c: EXPECT counts, and goes on; test_end() gives the exit code. */
#ifndef LOCKSTEP_TEST_H
#define LOCKSTEP_TEST_H

#include <stdio.h>

static unsigned test_checks, test_failures;

#define EXPECT(cond, ...)                                                                                              \
	do {                                                                                                           \
		test_checks++;                                                                                         \
		if (!(cond)) {                                                                                         \
			test_failures++;                                                                               \
			printf("%s:%d: not so: %s  ", __FILE__, __LINE__, #cond);                                      \
			printf(__VA_ARGS__);                                                                           \
			printf("\n");                                                                                  \
		}                                                                                                      \
	} while (0)

static inline int test_end(void)
{
	printf("%u checks, %u failed\n", test_checks, test_failures);
	return test_failures || !test_checks;
}

/* A fixed generator: the same walk every time. */
static inline unsigned test_random(unsigned *state)
{
	*state ^= *state << 13;
	*state ^= *state >> 17;
	*state ^= *state << 5;
	return *state;
}

#endif
