/* SPDX-License-Identifier: MIT */
/* FUTEX_WAIT and FUTEX_WAKE of the running kernel. */
#define _GNU_SOURCE
#include "futex10_native.h"

#include <errno.h>
#include <linux/futex.h>
#include <stdio.h>
#include <string.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "futex_hash_2010.h"

/* Nobody waits for a word that nobody else knows. */
bool futex10_native_available(const struct native_config *c, char *why, u32 size)
{
	u32 word = 0;

	(void)c;
	if (syscall(SYS_futex, &word, FUTEX_WAKE_PRIVATE, 1, NULL, NULL, 0) == 0)
		return true;
	snprintf(why, size, "this kernel lacks FUTEX_WAKE: %s", strerrorname_np(errno));
	return false;
}

static u32 *word_at(struct native_thread *self, u32 uaddr)
{
	return (u32 *)self->run->mem + (uaddr - 1);
}

static u32 wait(struct native_thread *self, const struct futex10_wait_my *my)
{
	u32 us = self->run->config.timeout_us;
	struct timespec timeout = {us / 1000000, us % 1000000 * 1000l};
	long ret = syscall(SYS_futex, word_at(self, my->uaddr), FUTEX_WAIT_PRIVATE, my->val,
			   my->timed ? &timeout : NULL, NULL, 0);

	if (ret == 0)
		atomic_fetch_add_explicit(&self->sleeps, 1, memory_order_relaxed);
	return ret == -1 ? (u32)-errno : (u32)ret;
}

static u32 wake(struct native_thread *self, const struct futex10_wake_my *my)
{
	long ret = syscall(SYS_futex, word_at(self, my->uaddr), FUTEX_WAKE_PRIVATE, my->nr_wake, NULL, NULL, 0);

	if (ret > 0)
		atomic_fetch_add_explicit(&self->wakes, (u32)ret, memory_order_relaxed);
	return ret == -1 ? (u32)-errno : (u32)ret;
}

u32 futex10_native_call(struct native_thread *self, u32 proc, const void *locals)
{
	if (proc == LS_PROC_futex10_wait)
		return wait(self, locals);
	if (proc == LS_PROC_futex10_wake)
		return wake(self, locals);
	native_fail(self, "no system call stands behind this procedure");
	native_leave(self);
}
