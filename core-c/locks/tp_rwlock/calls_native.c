/* SPDX-License-Identifier: MIT */
/* FUTEX_LOCK, FUTEX_UNLOCK and their shared forms, on a kernel that has them. Their traces are not read. */
#define _GNU_SOURCE
#include <errno.h>
#include <linux/futex.h>
#include <stdio.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "backend/native/native_calls.h"
#include "registry.h"
#include "tp_rwlock.h"

/* The series numbers the four calls 13 to 16: a shared one is two behind its exclusive one. */
#define SHARED_BEHIND 2

static u32 result_of(long ret)
{
	return ret == -1 ? (u32)-errno : (u32)ret;
}

/* Either unlock of a free word is refused with EPERM by a kernel that knows the call. */
static bool available(const struct native_config *c, char *why, u32 size)
{
	u32 op = c->futex_unlock ? c->futex_unlock : NATIVE_FUTEX_UNLOCK, free_word = 0;

	for (u32 shared = 0; shared <= SHARED_BEHIND; shared += SHARED_BEHIND) {
		u32 ret =
		    result_of(syscall(SYS_futex, &free_word, (op + shared) | FUTEX_PRIVATE_FLAG, 0, NULL, NULL, 0));

		if (ret == (u32)-EPERM)
			continue;
		snprintf(why, size,
			 "this kernel lacks futex operation %s (%u): to unlock a free word gives %s, not EPERM",
			 shared ? "FUTEX_UNLOCK_SHARED" : "FUTEX_UNLOCK", op + shared,
			 (s32)ret < 0 ? strerrorname_np(-(s32)ret) : "success");
		return false;
	}
	return true;
}

static u32 futex_lock(struct native_thread *self, const struct tpr_futex_lock_my *my)
{
	struct tp_rwlock *lk = (struct tp_rwlock *)self->run->mem;
	u32 op = self->run->config.futex_lock + (my->shared ? SHARED_BEHIND : 0);
	u32 ret = result_of(syscall(SYS_futex, &lk->futex, op | FUTEX_PRIVATE_FLAG, my->prefer, NULL, NULL, 0));

	if ((s32)ret >= 0) /* the status counts the sleeps */
		atomic_fetch_add_explicit(&self->sleeps, ret >> 16, memory_order_relaxed);
	return ret;
}

static u32 futex_unlock(struct native_thread *self, const struct tpr_futex_unlock_my *my)
{
	struct tp_rwlock *lk = (struct tp_rwlock *)self->run->mem;
	u32 op = self->run->config.futex_unlock + (my->shared ? SHARED_BEHIND : 0);
	u32 ret = result_of(syscall(SYS_futex, &lk->futex, op | FUTEX_PRIVATE_FLAG, 0, NULL, NULL, 0));

	if ((s32)ret >= 0)
		atomic_fetch_add_explicit(&self->wakes, ret, memory_order_relaxed);
	return ret;
}

static u32 call(struct native_thread *self, u32 proc, const void *locals)
{
	if (proc == LS_PROC_tpr_futex_lock)
		return futex_lock(self, locals);
	if (proc == LS_PROC_tpr_futex_unlock)
		return futex_unlock(self, locals);
	native_no_call(self);
}

const struct native_calls tp_rwlock_native_calls = {
    .word = offsetof(struct tp_rwlock, futex),
    .tid_mask = TPR_TID_MASK,
    .available = available,
    .call = call,
};
