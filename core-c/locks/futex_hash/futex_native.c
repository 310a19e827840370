/* SPDX-License-Identifier: MIT */
/* FUTEX_WAIT and FUTEX_WAKE of the running kernel. */
#define _GNU_SOURCE
#include "futex_native.h"

#include <errno.h>
#include <linux/futex.h>
#include <stdio.h>
#include <string.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "futex_hash.h"

/* Nobody waits for a word that nobody else knows. */
bool futex_native_available(const struct native_config *c, char *why, u32 size)
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

u32 futex_native_wait(struct native_thread *self, u32 uaddr, u32 val, bool timed)
{
	u32 us = self->run->config.timeout_us;
	struct timespec timeout = {us / 1000000, us % 1000000 * 1000l};
	long ret = syscall(SYS_futex, word_at(self, uaddr), FUTEX_WAIT_PRIVATE, val, timed ? &timeout : NULL, NULL, 0);

	if (ret == 0)
		atomic_fetch_add_explicit(&self->sleeps, 1, memory_order_relaxed);
	return ret == -1 ? (u32)-errno : (u32)ret;
}

u32 futex_native_wake(struct native_thread *self, u32 uaddr, u32 nr_wake)
{
	long ret = syscall(SYS_futex, word_at(self, uaddr), FUTEX_WAKE_PRIVATE, nr_wake, NULL, NULL, 0);

	if (ret > 0)
		atomic_fetch_add_explicit(&self->wakes, (u32)ret, memory_order_relaxed);
	return ret == -1 ? (u32)-errno : (u32)ret;
}

u32 futex_native_call(struct native_thread *self, u32 proc, const void *locals)
{
	if (proc == LS_PROC_futex17_wait) {
		const struct futex17_wait_my *my = locals;

		return futex_native_wait(self, my->uaddr, my->val, my->timed);
	}
	if (proc == LS_PROC_futex17_wake) {
		const struct futex17_wake_my *my = locals;

		return futex_native_wake(self, my->uaddr, my->nr_wake);
	}
	native_no_call(self);
}
