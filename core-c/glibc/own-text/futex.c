/* SPDX-License-Identifier: MIT */
/* futex(2), as glibc's texts call it. Compiled without the sanitizer. */
#include "glibc.h"

#include <linux/futex.h>

/* The word's private; a wait with a bit set that matches every wake-up is a wait. */
long glibc_futex_call(const volatile void *at, int op, unsigned long value, bool limited)
{
	if (!(op & FUTEX_PRIVATE_FLAG))
		abort();
	switch (op & FUTEX_CMD_MASK) {
	case FUTEX_WAIT:
	case FUTEX_WAIT_BITSET:
		return own_futex(OWN_FUTEX_WAIT, at, value, limited);
	case FUTEX_WAKE:
		return own_futex(OWN_FUTEX_WAKE, at, value, false);
	default:
		abort();
	}
}
