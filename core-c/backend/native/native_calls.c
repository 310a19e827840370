/* SPDX-License-Identifier: MIT */
#define _GNU_SOURCE
#include "native_calls.h"

#include <stdio.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "native_thread.h"

bool native_needs_calls(u8 lock)
{
	return native_calls[lock] != NULL;
}

bool native_traces_calls(u8 lock)
{
	return native_needs_calls(lock) && native_calls[lock]->events;
}

u32 native_me(const struct native_thread *self)
{
	const struct native_config *c = &self->run->config;

	return native_needs_calls(c->lock) && !c->kernel_text ? (u32)syscall(SYS_gettid) : self->slot;
}

bool native_has_calls(const struct native_config *c, char *why, u32 size)
{
	if (native_needs_calls(c->lock))
		return native_calls[c->lock]->available(c, why, size);
	snprintf(why, size, "this lock makes no system calls");
	return false;
}

void native_no_call(struct native_thread *self)
{
	native_fail(self, "no system call stands behind this procedure");
	native_leave(self);
}

u32 native_call(struct native_thread *self, u32 proc, const void *locals)
{
	u8 lock = self->run->config.lock;

	if (native_needs_calls(lock))
		return native_calls[lock]->call(self, proc, locals);
	native_no_call(self);
}
