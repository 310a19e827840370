/* SPDX-License-Identifier: MIT */
/*
 * The real system calls behind the texts that make them. Such a text writes thread
 * ids into the lock word that the kernel reads back, so there `me` is the real one.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <linux/futex.h>
#include <stdio.h>
#include <string.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "../locks/tp_futex.h"
#include "../registry.h"

bool native_needs_calls(u8 lock)
{
	return !ls_locks[lock]->kernel;
}

u32 native_me(const struct native_thread *self)
{
	const struct native_config *c = &self->run->config;

	return native_needs_calls(c->lock) && !c->kernel_text ? (u32)syscall(SYS_gettid) : self->slot;
}

/* FUTEX_UNLOCK of a free word is refused with EPERM by a kernel that knows the call. */
bool native_has_calls(const struct native_config *c, char *why, u32 size)
{
	u32 op = c->futex_unlock ? c->futex_unlock : NATIVE_FUTEX_UNLOCK;
	u32 free_word = 0;
	long ret = syscall(SYS_futex, &free_word, op | FUTEX_PRIVATE_FLAG, 0, NULL, NULL, 0);

	if (ret == -1 && errno == EPERM)
		return true;
	snprintf(why, size,
		 "this kernel lacks futex operations FUTEX_LOCK (%u) and FUTEX_UNLOCK (%u): to unlock a free word gives %s, not EPERM",
		 c->futex_lock ? c->futex_lock : NATIVE_FUTEX_LOCK, op, ret == -1 ? strerrorname_np(errno) : "success");
	return false;
}

static u32 result_of(long ret)
{
	return ret == -1 ? (u32)-errno : (u32)ret;
}

/* The first locals of tp_futex_lock are the arguments of the call: uslock, timed. */
static u32 futex_lock(struct native_thread *self, const u32 *args)
{
	struct tp_futex *lk = (struct tp_futex *)self->run->mem;
	u32 us = self->run->config.timeout_us;
	struct timespec timeout = { us / 1000000, us % 1000000 * 1000l };
	u32 ret = result_of(syscall(SYS_futex, &lk->futex, self->run->config.futex_lock | FUTEX_PRIVATE_FLAG,
				    args[0], args[1] ? &timeout : NULL, NULL, 0));

	if ((s32)ret >= 0) /* the status counts the sleeps */
		atomic_fetch_add_explicit(&self->sleeps, ret >> 16, memory_order_relaxed);
	return ret;
}

static u32 futex_unlock(struct native_thread *self)
{
	struct tp_futex *lk = (struct tp_futex *)self->run->mem;
	u32 ret = result_of(syscall(SYS_futex, &lk->futex, self->run->config.futex_unlock | FUTEX_PRIVATE_FLAG,
				    0, NULL, NULL, 0));

	if ((s32)ret >= 0)
		atomic_fetch_add_explicit(&self->wakes, ret, memory_order_relaxed);
	return ret;
}

u32 native_call(struct native_thread *self, u32 proc, const u32 *args)
{
	if (proc == LS_PROC_tp_futex_lock)
		return futex_lock(self, args);
	if (proc == LS_PROC_tp_futex_unlock)
		return futex_unlock(self);
	native_fail(self, "no system call stands behind this procedure");
	native_leave(self);
}
