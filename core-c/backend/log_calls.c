/* SPDX-License-Identifier: MIT */
/* Recordings of real system calls: the kernel's trace events, read, timed and named. */
#define _GNU_SOURCE
#include "log_calls.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "../locks/tp_futex.h"
#include "../registry.h"
#include "log.h"

#define TRACING "/sys/kernel/tracing/"

/* --- the user's side of a call ------------------------------------------------------------ */

/* One moment, not a span. */
static void note(struct native_thread *self, enum ls_event_kind kind, u32 value)
{
	struct rec_event *e = log_room(self);

	*e = (struct rec_event){ .op = LOG_OP(kind), .tid = (u8)self->slot, .old = value };
	e->before = e->after = log_time_after();
	log_own(self)->next++;
}

void log_call(struct native_thread *self, u32 proc)
{
	note(self, LS_EV_CALL, proc == LS_PROC_tp_futex_lock ? 1 : 2);
}

void log_returned(struct native_thread *self, u32 value)
{
	note(self, LS_EV_RETURN, value);
}

/* A robust list of one, the lock word: the kernel goes through it when the thread is gone. */
void log_calls_die(struct native_thread *self)
{
	struct log_thread *l = log_own(self);
	struct tp_futex *lk = (struct tp_futex *)self->run->mem;

	l->held.next = &l->robust.list;
	l->robust = (struct robust_list_head){ .list = { &l->held }, .futex_offset = (char *)&lk->futex - (char *)&l->held };
	if (syscall(SYS_set_robust_list, &l->robust, sizeof l->robust) != 0)
		native_fail(self, "the kernel does not take a robust list");
}

bool log_calls_owner(struct native_thread *self)
{
	const struct tp_futex *lk = (const struct tp_futex *)self->run->mem;

	return (lk->futex.v & TP_TID_MASK) == log_own(self)->me;
}

/* --- names ----------------------------------------------------------------------------------- */

static u32 slot_of(const struct native_run *run, u32 real)
{
	for (u32 slot = 1; slot <= run->n; slot++)
		if (run->log->thread[slot].me == real)
			return slot;
	return 0;
}

bool log_rename(const struct native_run *run, u32 *value)
{
	u32 real = *value & TP_TID_MASK, slot = slot_of(run, real);

	*value = (*value & ~TP_TID_MASK) | slot;
	return slot || !real;
}

/* --- tracefs ------------------------------------------------------------------------------------ */

static bool write_tracefs(const char *file, const char *value, char *why, u32 size)
{
	char path[256];
	int fd;
	bool ok;

	snprintf(path, sizeof path, TRACING "%s", file);
	fd = open(path, O_WRONLY | O_TRUNC | O_CLOEXEC);
	ok = fd >= 0 && write(fd, value, strlen(value)) >= 0;
	if (!ok)
		snprintf(why, size, "the kernel's trace events cannot be had: %s: %s", path, strerror(errno));
	if (fd >= 0)
		close(fd);
	return ok;
}

bool log_calls_begin(char *why, u32 size)
{
	return write_tracefs("trace_clock", "x86-tsc", why, size) && write_tracefs("buffer_size_kb", "16384", why, size) &&
	       write_tracefs("trace", "", why, size) && write_tracefs("events/futex_tp/enable", "1", why, size);
}

/* What the kernel has told, thread by thread. */
struct told {
	struct rec_event *event;
	u32 used, room;
};

static struct rec_event *add(struct told *t)
{
	if (t->used == t->room) {
		u32 room = t->room ? 2 * t->room : 1024;
		struct rec_event *more = realloc(t->event, room * sizeof *more);

		if (!more)
			return NULL;
		t->event = more;
		t->room = room;
	}
	return &t->event[t->used++];
}

/* LS_EV_KINDS when it is none of these. */
static u32 kind_named(const char *name, u32 first, u32 last)
{
	for (u32 kind = first; kind <= last; kind++)
		if (!strcmp(ls_event_names[kind], name))
			return kind;
	return LS_EV_KINDS;
}

static bool read_word(const struct native_run *run, const char *text, struct rec_event *e, unsigned long *address)
{
	u32 expected, new_, seen;
	char name[16];

	if (sscanf(text, "word: uaddr=%lx site=%15s old=%x new=%x seen=%x", address, name, &expected, &new_, &seen) != 5)
		return false;
	e->op = (u8)LOG_OP(kind_named(name, LS_EV_STEAL, LS_EV_DEATH));
	e->ok = seen == expected;
	e->arg = expected;
	e->old = seen;
	e->new_ = e->ok ? new_ : seen;
	return e->op < LOG_OP(LS_EV_KINDS) && log_rename(run, &e->arg) && log_rename(run, &e->old) &&
	       log_rename(run, &e->new_);
}

static bool read_wake(const struct native_run *run, const char *text, struct rec_event *e, unsigned long *address)
{
	u32 real, slept;

	if (sscanf(text, "wake: uaddr=%lx pid=%u slept=%u", address, &real, &slept) != 3)
		return false;
	e->op = LOG_OP(LS_EV_WAKE);
	e->ok = slept != 0;
	e->target = (u8)slot_of(run, real);
	return e->target != 0;
}

static bool read_other(const struct native_run *run, const char *text, struct rec_event *e, unsigned long *address)
{
	char name[16];

	if (sscanf(text, "%15[a-z]: uaddr=%lx value=%x", name, address, &e->old) != 3)
		return false;
	e->op = (u8)LOG_OP(kind_named(name, LS_EV_AWAKE, LS_EV_HANDOFF));
	if (e->op == LOG_OP(LS_EV_HANDOFF))
		e->old = slot_of(run, e->old);
	return e->op < LOG_OP(LS_EV_KINDS) && (e->op != LOG_OP(LS_EV_HANDOFF) || e->old);
}

/* "  COMMAND-PID   [000] .....  TIME: futex_tp_NAME: uaddr=... ..."; false: it is damaged */
static bool read_line(const struct native_run *run, struct told *told, const char *line)
{
	const char *name = strstr(line, ": futex_tp_"), *cpu = strstr(line, " ["), *text, *time, *pid;
	unsigned long address = 0;
	struct rec_event e = { 0 };

	if (!name || !cpu)
		return false;
	for (time = name; time > line && time[-1] >= '0' && time[-1] <= '9';)
		time--;
	for (pid = cpu; pid > line && pid[-1] != '-';)
		pid--;
	text = name + strlen(": futex_tp_");
	if (!read_word(run, text, &e, &address) && !read_wake(run, text, &e, &address) &&
	    !read_other(run, text, &e, &address))
		return false;
	if (address != (unsigned long)(uintptr_t)run->mem) /* somebody else's futex */
		return true;
	e.tid = (u8)slot_of(run, (u32)strtoul(pid, NULL, 10));
	e.before = e.after = strtoull(time, NULL, 10);
	if (!e.tid || !add(&told[e.tid]))
		return false;
	told[e.tid].event[told[e.tid].used - 1] = e;
	return true;
}

static bool read_trace(const struct native_run *run, struct told *told, char *why, u32 size)
{
	FILE *f = fopen(TRACING "trace", "re");
	unsigned long present = 0, written = 0;
	char line[512];
	bool ok = f;

	while (ok && fgets(line, sizeof line, f)) {
		const char *entries = strstr(line, "entries-in-buffer/entries-written:");

		if (entries)
			sscanf(entries, "entries-in-buffer/entries-written: %lu/%lu", &present, &written);
		if (line[0] != '#')
			ok = read_line(run, told, line);
	}
	if (!f)
		snprintf(why, size, "%s: %s", TRACING "trace", strerror(errno));
	else if (!ok)
		snprintf(why, size, "a trace event that is not understood: %.150s", line);
	else if (written != present)
		snprintf(why, size, "the kernel has lost %lu of %lu trace events: fewer --rounds may do", written - present, written);
	if (f)
		fclose(f);
	return ok && written == present;
}

/* --- together ------------------------------------------------------------------------------------- */

/* Such an event is told before the thing is done, the others after it. */
static bool comes_before(u32 op)
{
	return op == LOG_OP(LS_EV_TOP) || op == LOG_OP(LS_EV_ASK) || op == LOG_OP(LS_EV_SLEEP) || op == LOG_OP(LS_EV_OFF);
}

static bool is_moment(u32 op)
{
	return op < LS_OPS || op == LOG_OP(LS_EV_CALL) || op == LOG_OP(LS_EV_RETURN) || op == LOG_OP(LS_EV_HANDOFF);
}

/* So far each event of the kernel is a moment; what it tells of lies between that and the neighbour's. */
static void spread(struct rec_event *e, u32 n)
{
	u64 last = 0;

	for (u32 i = 0; i < n; i++) {
		u64 own = e[i].after;

		if (comes_before(e[i].op))
			e[i].after = i + 1 < n ? e[i + 1].before : own;
		else if (!is_moment(e[i].op))
			e[i].before = last ? last : own;
		last = own;
	}
}

static bool join(struct log_thread *l, struct told *told)
{
	u32 own = (u32)(l->next - l->first), n = own + told->used, i = 0, k = 0;
	struct rec_event *all = malloc((n + 1ul) * sizeof *all);

	if (!all)
		return false;
	while (i + k < n) {
		bool user = k == told->used || (i < own && l->first[i].before <= told->event[k].before);

		all[i + k] = user ? l->first[i] : told->event[k];
		*(user ? &i : &k) += 1;
	}
	spread(all, n);
	free(l->first);
	l->first = all;
	l->next = l->end = all + n;
	return true;
}

bool log_calls_end(struct native_run *run, char *why, u32 size)
{
	struct told told[LS_MAX_THREADS + 1] = { 0 };
	bool ok = write_tracefs("events/futex_tp/enable", "0", why, size) && read_trace(run, told, why, size);

	for (u32 slot = 1; slot <= run->n; slot++) {
		if (ok && !join(&run->log->thread[slot], &told[slot])) {
			snprintf(why, size, "out of memory");
			ok = false;
		}
		free(told[slot].event);
	}
	return ok;
}
