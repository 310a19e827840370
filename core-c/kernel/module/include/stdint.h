/* SPDX-License-Identifier: MIT */
/* The kernel has no headers of the C library; its own define the same. */
#include <linux/stddef.h>
#include <linux/types.h>
