/* SPDX-License-Identifier: MIT */
/* FUTEX_LOCK_PI and FUTEX_UNLOCK_PI of the running kernel. */
#define _GNU_SOURCE
#include <errno.h>
#include <linux/futex.h>
#include <stdio.h>
#include <string.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "backend/native/native_calls.h"
#include "futex_pi.h"

/* Who does not hold a PI futex may not unlock it. */
static bool available(const struct native_config *c, char *why, u32 size)
{
	u32 free_word = 0;
	long ret = syscall(SYS_futex, &free_word, FUTEX_UNLOCK_PI_PRIVATE, 0, NULL, NULL, 0);

	(void)c;
	if (ret == -1 && errno == EPERM)
		return true;
	snprintf(why, size, "this kernel lacks FUTEX_UNLOCK_PI: to unlock a free word gives %s, not EPERM",
		 ret == -1 ? strerrorname_np(errno) : "success");
	return false;
}

static u32 result_of(long ret)
{
	return ret == -1 ? (u32)-errno : (u32)ret;
}

/* The timeout is a moment of CLOCK_REALTIME, not a length as that of FUTEX_WAIT. */
static struct timespec after_us(u32 us)
{
	struct timespec t;

	clock_gettime(CLOCK_REALTIME, &t);
	t.tv_nsec += us % 1000000 * 1000l;
	t.tv_sec += us / 1000000 + t.tv_nsec / 1000000000;
	t.tv_nsec %= 1000000000;
	return t;
}

static u32 lock_pi(struct native_thread *self, const struct futex17_lock_pi_my *my)
{
	struct futex_pi *lk = (struct futex_pi *)self->run->mem;
	struct timespec timeout = after_us(self->run->config.timeout_us);

	return result_of(
	    syscall(SYS_futex, &lk->futex, FUTEX_LOCK_PI_PRIVATE, 0, my->timed ? &timeout : NULL, NULL, 0));
}

static u32 call(struct native_thread *self, u32 proc, const void *locals)
{
	struct futex_pi *lk = (struct futex_pi *)self->run->mem;

	if (proc == LS_PROC_futex17_lock_pi)
		return lock_pi(self, locals);
	if (proc == LS_PROC_futex17_unlock_pi)
		return result_of(syscall(SYS_futex, &lk->futex, FUTEX_UNLOCK_PI_PRIVATE, 0, NULL, NULL, 0));
	native_no_call(self);
}

const struct native_calls futex_pi_native_calls = {
    .word = offsetof(struct futex_pi, futex),
    .tid_mask = PI_TID_MASK,
    .available = available,
    .call = call,
};
