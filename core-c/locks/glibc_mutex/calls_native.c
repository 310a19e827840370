/* SPDX-License-Identifier: MIT */
#include "locks/futex_hash/futex_native.h"
#include "locks/futex_hash_2010/futex10_native.h"

const struct native_calls glibc_mutex_native_calls = {.available = futex_native_available, .call = futex10_native_call};
