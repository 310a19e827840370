/* SPDX-License-Identifier: MIT */
/*
 * The running kernel's FUTEX_WAIT and FUTEX_WAKE, for the variants that need no further call. Which hash stands behind
 * them is that kernel's affair. No kernel has FUTEX_ATTACH and FUTEX_DETACH.
 */
#include <stdio.h>

#include "locks/futex_hash/futex_native.h"
#include "registry.h"
#include "futex_attach.h"

static bool available(const struct native_config *c, char *why, u32 size)
{
	u32 has = ls_variant_at(c->lock, c->variant)->has;

	if (!(has >> futex_attach_HAS_attached & 1))
		return futex_native_available(c, why, size);
	snprintf(why, size, "no kernel has FUTEX_ATTACH, FUTEX_DETACH and the flag FUTEX_ATTACHED");
	return false;
}

static u32 call(struct native_thread *self, u32 proc, const void *locals)
{
	if (proc == LS_PROC_fa_wait) {
		const struct fa_wait_my *my = locals;

		return futex_native_wait(self, my->uaddr, my->val, my->timed);
	}
	if (proc == LS_PROC_fa_wake) {
		const struct fa_wake_my *my = locals;

		return futex_native_wake(self, my->uaddr, 1);
	}
	if (proc == LS_PROC_fa_grow)
		return 0; /* the kernel has seen to it when the threads were made */
	native_no_call(self);
}

const struct native_calls futex_attach_native_calls = {.available = available, .call = call};
