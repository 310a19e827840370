// SPDX-License-Identifier: MIT
/* Work that makes the kernel take a mutex of its own: that of a pipe, or a process's cred_guard_mutex. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <sys/ptrace.h>
#include <unistd.h>

#include "kernel/harness/stock_work.h"

/* --- a pipe --------------------------------------------------------------------------------------- */

enum { MOST_BYTES = 65536 };

static int ends[2];

static bool make_pipe(void)
{
	return pipe2(ends, O_NONBLOCK) == 0;
}

static int end_of_pipe(void)
{
	return ends[0];
}

/* A full or an empty pipe is left at once: the mutex was taken all the same. */
static bool use_pipe(struct stock_task *task)
{
	static char bytes[MOST_BYTES];
	size_t n = 1 + stock_random(&task->random) % stock_number;

	return (task->number & 1 ? read(ends[0], bytes, n) : write(ends[1], bytes, n)) >= 0 || errno == EAGAIN;
}

static const struct stock_work of_pipe = {
    .role = 'L',
    .number_option = "--bytes",
    .number_is = STOCK_ITS_OWN,
    .number = 4096,
    .most = MOST_BYTES,
    .about = "a pipe, up to %u bytes at once",
    .object = "pipe",
    .which = end_of_pipe,
    .prepare = make_pipe,
    .use = use_pipe,
};

/* --- ptrace(), which takes it interruptibly ---------------------------------------------------------- */

/* One has it in the end, and the others are told so when they have the mutex. */
static bool use_ptrace(struct stock_task *task)
{
	(void)task;
	return ptrace(PTRACE_SEIZE, stock_process, NULL, NULL) == 0 || errno == EPERM;
}

static const struct stock_work of_ptrace = {
    .role = 'I',
    .number_option = "--signals",
    .number_is = STOCK_SIGNALS,
    .about = "ptrace() of one process, %u signals a second",
    .idle = true,
    .object = "pid",
    .use = use_ptrace,
};

const struct stock_works mutex_owner_work = {.work = {&of_pipe, &of_ptrace}};
