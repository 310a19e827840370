/* SPDX-License-Identifier: MIT */
/* What mcs_spinlock.h of the kernel includes: here, the accessors that yield. */
#include "kernel/own-text/accessors.h"
