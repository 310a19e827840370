/* SPDX-License-Identifier: MIT */
#include "locks/futex_hash/futex_native.h"

const struct native_calls glibc_rwlock_native_calls = {.available = futex_native_available, .call = futex_native_call};
