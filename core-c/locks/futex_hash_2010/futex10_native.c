/* SPDX-License-Identifier: MIT */
#include "futex10_native.h"

#include "locks/futex_hash/futex_native.h"
#include "futex_hash_2010.h"

u32 futex10_native_call(struct native_thread *self, u32 proc, const void *locals)
{
	if (proc == LS_PROC_futex10_wait) {
		const struct futex10_wait_my *my = locals;

		return futex_native_wait(self, my->uaddr, my->val, my->timed);
	}
	if (proc == LS_PROC_futex10_wake) {
		const struct futex10_wake_my *my = locals;

		return futex_native_wake(self, my->uaddr, my->nr_wake);
	}
	native_no_call(self);
}
