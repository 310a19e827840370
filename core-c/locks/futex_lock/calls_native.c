/* SPDX-License-Identifier: MIT */
/* FUTEX_LOCK of 2010 is in no kernel, and its patch is not to be had: real threads run the text of the kernel's side.
 */
#include <stdio.h>

#include "backend/native/native_calls.h"

static bool available(const struct native_config *c, char *why, u32 size)
{
	(void)c;
	snprintf(why, size, "no kernel has the FUTEX_LOCK of 2010");
	return false;
}

const struct native_calls futex_lock_native_calls = {.available = available};
