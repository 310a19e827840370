/* SPDX-License-Identifier: MIT */
/* FUTEX_LOCK and FUTEX_UNLOCK of a patched kernel, and its trace events of them, as tracefs prints these. */
#define _GNU_SOURCE
#include <errno.h>
#include <linux/futex.h>
#include <stdio.h>
#include <string.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "backend/native/native_calls.h"
#include "syscalls.h"

/* --- the calls -------------------------------------------------------------------------- */

/* FUTEX_UNLOCK of a free word is refused with EPERM by a kernel that knows the call. */
static bool available(const struct native_config *c, char *why, u32 size)
{
	u32 op = c->futex_unlock ? c->futex_unlock : NATIVE_FUTEX_UNLOCK;
	u32 free_word = 0;
	long ret = syscall(SYS_futex, &free_word, op | FUTEX_PRIVATE_FLAG, 0, NULL, NULL, 0);

	if (ret == -1 && errno == EPERM)
		return true;
	snprintf(why, size,
		 "this kernel lacks futex operations FUTEX_LOCK (%u) and FUTEX_UNLOCK (%u): to unlock a free word "
		 "gives %s, not EPERM",
		 c->futex_lock ? c->futex_lock : NATIVE_FUTEX_LOCK, op, ret == -1 ? strerrorname_np(errno) : "success");
	return false;
}

static u32 result_of(long ret)
{
	return ret == -1 ? (u32)-errno : (u32)ret;
}

static u32 futex_lock(struct native_thread *self, const struct tp_futex_lock_my *my)
{
	struct tp_futex *lk = (struct tp_futex *)self->run->mem;
	u32 us = self->run->config.timeout_us;
	struct timespec timeout = {us / 1000000, us % 1000000 * 1000l};
	u32 ret = result_of(syscall(SYS_futex, &lk->futex, self->run->config.futex_lock | FUTEX_PRIVATE_FLAG,
				    my->uslock, my->timed ? &timeout : NULL, NULL, 0));

	if ((s32)ret >= 0) /* the status counts the sleeps */
		atomic_fetch_add_explicit(&self->sleeps, ret >> 16, memory_order_relaxed);
	return ret;
}

static u32 futex_unlock(struct native_thread *self)
{
	struct tp_futex *lk = (struct tp_futex *)self->run->mem;
	u32 ret = result_of(
	    syscall(SYS_futex, &lk->futex, self->run->config.futex_unlock | FUTEX_PRIVATE_FLAG, 0, NULL, NULL, 0));

	if ((s32)ret >= 0)
		atomic_fetch_add_explicit(&self->wakes, ret, memory_order_relaxed);
	return ret;
}

static u32 call(struct native_thread *self, u32 proc, const void *locals)
{
	if (proc == LS_PROC_tp_futex_lock)
		return futex_lock(self, locals);
	if (proc == LS_PROC_tp_futex_unlock)
		return futex_unlock(self);
	native_no_call(self);
}

/* Alone it finds no WAITERS beside its id; with others it might. */
static u32 wrong(const struct native_thread *self, bool holds)
{
	bool alone = self->run->n == 1 && atomic_load(&self->calls) % 2;

	return holds && !alone ? LS_PROC_tp_futex_lock : LS_PROC_tp_futex_unlock;
}

/* --- the trace events ------------------------------------------------------------------------ */

/* 0 when it is none from first to last. */
static u8 kind_named(const char *name, u32 first, u32 last)
{
	u8 kind = ls_event_kind_named(&tp_futex_syscalls, name, (u32)strlen(name));

	return kind >= first && kind <= last ? kind : 0;
}

static bool read_word(const char *text, struct native_traced *t)
{
	u32 expected, new_, found;
	char name[16];

	if (sscanf(text, "word: uaddr=%lx site=%15s old=%x new=%x seen=%x", &t->address, name, &expected, &new_,
		   &found) != 5)
		return false;
	t->kind = kind_named(name, TP_EV_STEAL, TP_EV_DEATH);
	t->ok = found == expected;
	t->arg = expected;
	t->old = found;
	t->new_ = t->ok ? new_ : found;
	return t->kind;
}

static bool read_wake(const char *text, struct native_traced *t)
{
	u32 slept;

	if (sscanf(text, "wake: uaddr=%lx pid=%u slept=%u", &t->address, &t->target, &slept) != 3)
		return false;
	t->kind = TP_EV_WAKE;
	t->ok = slept != 0;
	return true;
}

static bool read_other(const char *text, struct native_traced *t)
{
	char name[16];

	if (sscanf(text, "%15[a-z]: uaddr=%lx value=%x", name, &t->address, &t->value) != 3)
		return false;
	if (!strcmp(name, "resched"))
		t->kind = t->value ? TP_EV_YIELDS : TP_EV_STAYS;
	else
		t->kind = kind_named(name, TP_EV_AWAKE, TP_EV_GONE);
	t->value_is_thread = t->kind == TP_EV_HANDOFF || t->kind == TP_EV_REQUEST;
	/* of others there is more to say */
	return t->kind && !(ls_traced_kind_of(&tp_futex_syscalls, t->kind)->has & (REC_OLD | REC_TARGET));
}

static bool read_look(const char *text, struct native_traced *t)
{
	char site[16];

	if (sscanf(text, "look: uaddr=%lx site=%15s value=%x", &t->address, site, &t->old) != 3)
		return false;
	t->kind = !strcmp(site, "recheck") ? TP_EV_RECHECK : !strcmp(site, "death") ? TP_EV_CHECK : TP_EV_LOOK;
	return true;
}

/* Of a task, or of none. */
static bool read_task(const char *text, struct native_traced *t)
{
	char name[16];
	u32 yes;

	if (sscanf(text, "%15[a-z]: uaddr=%lx pid=%u yes=%u", name, &t->address, &t->target, &yes) != 4)
		return false;
	t->kind = kind_named(name, TP_EV_WATCH, TP_EV_EXIT);
	t->ok = yes != 0;
	return t->kind;
}

static bool read_event(const char *text, struct native_traced *t)
{
	memset(t, 0, sizeof *t);
	return read_word(text, t) || read_wake(text, t) || read_look(text, t) || read_task(text, t) ||
	       read_other(text, t);
}

const struct native_calls tp_futex_native_calls = {
    .word = offsetof(struct tp_futex, futex),
    .tid_mask = TP_TID_MASK,
    .available = available,
    .call = call,
    .wrong = wrong,
    .events = "futex_tp",
    .traces_all = "futex_tp_look",
    .read = read_event,
};
