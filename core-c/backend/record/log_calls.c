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

#include "backend/native/native_calls.h"
#include "conform/syscalls.h"
#include "log.h"

#define TRACING "/sys/kernel/tracing/"

/* --- the user's side of a call ------------------------------------------------------------ */

static const struct native_calls *calls_of(const struct native_run *run)
{
	return native_calls[run->config.lock];
}

/* Of one time, not a span. */
static void note(struct native_thread *self, enum ls_event_kind kind, u32 value)
{
	struct rec_event *e = log_room(self);

	*e = (struct rec_event){.op = LOG_OP(kind), .tid = (u8)self->slot, .old = value};
	e->before = e->after = log_time_after();
	log_own(self)->next++;
}

void log_call(struct native_thread *self, u32 proc)
{
	const struct ls_syscalls *s = ls_syscalls[self->run->config.lock];
	u32 value = 1;

	while (s && value < s->calls && s->call[value - 1] != proc)
		value++;
	note(self, LS_EV_CALL, value);
}

void log_returned(struct native_thread *self, u32 value)
{
	note(self, LS_EV_RETURN, value);
}

void log_wrong_call(struct native_thread *self, bool holds)
{
	static const _Alignas(8) u8 no_locals[64];
	const struct native_calls *calls = calls_of(self->run);
	u32 every = self->run->log->wrong_every, proc, ret;

	if (!every || native_random(self) % every)
		return;
	proc = calls->wrong(self, holds);
	log_call(self, proc);
	ret = calls->call(self, proc, no_locals);
	log_returned(self, ret);
	if ((s32)ret >= 0)
		native_fail(self, "a call that must fail did not");
}

static const u32 *lock_word(const struct native_run *run)
{
	return (const u32 *)(run->mem + calls_of(run)->word);
}

/* A robust list of one, the lock word: the kernel goes through it when the thread is gone. */
void log_calls_die(struct native_thread *self)
{
	struct log_thread *l = log_own(self);

	l->held.next = &l->robust.list;
	l->robust = (struct robust_list_head){.list = {&l->held},
					      .futex_offset = (const char *)lock_word(self->run) - (char *)&l->held};
	if (syscall(SYS_set_robust_list, &l->robust, sizeof l->robust) != 0)
		native_fail(self, "the kernel does not take a robust list");
}

bool log_calls_owner(struct native_thread *self)
{
	return (*lock_word(self->run) & calls_of(self->run)->tid_mask) == log_own(self)->me;
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
	u32 mask = calls_of(run)->tid_mask, real = *value & mask, slot = slot_of(run, real);

	*value = (*value & ~mask) | slot;
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

static bool switch_events(const struct native_run *run, const char *on, char *why, u32 size)
{
	char file[64];

	snprintf(file, sizeof file, "events/%s/enable", calls_of(run)->events);
	return write_tracefs(file, on, why, size);
}

bool log_calls_begin(const struct native_run *run, char *why, u32 size)
{
	return write_tracefs("trace_clock", "x86-tsc", why, size) &&
	       write_tracefs("buffer_size_kb", "16384", why, size) && write_tracefs("trace", "", why, size) &&
	       switch_events(run, "1", why, size);
}

bool log_calls_all_traced(const struct native_run *run)
{
	const struct native_calls *calls = calls_of(run);
	char path[256];

	snprintf(path, sizeof path, TRACING "events/%s/%s", calls->events, calls->traces_all);
	return access(path, F_OK) == 0;
}

/* What the kernel has traced of one thread. */
struct traced {
	struct rec_event *event;
	u32 used, room;
};

static struct rec_event *add(struct traced *t)
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

static const struct ls_traced_kind *kind_of(const struct native_run *run, u32 op)
{
	return op < LS_OPS ? NULL : ls_traced_kind_of(ls_syscalls[run->config.lock], op - LS_OPS);
}

/* A value is where of other events the old one is. */
static bool has_value(const struct native_run *run, u32 kind)
{
	return kind_of(run, LOG_OP(kind))->has & REC_VALUE;
}

/* Real thread ids become thread numbers. */
static bool rename_traced(const struct native_run *run, struct native_traced *t)
{
	if (t->value_is_thread && t->value && !(t->value = slot_of(run, t->value)))
		return false;
	if (t->target && !(t->target = slot_of(run, t->target)))
		return false;
	return log_rename(run, &t->arg) && log_rename(run, &t->old) && log_rename(run, &t->new_);
}

/* "  COMMAND-PID   [000] .....  TIME: SYSTEM_NAME: uaddr=... ..."; false: it is damaged */
static bool read_line(const struct native_run *run, struct traced *traced, const char *line)
{
	const char *name, *cpu = strstr(line, " ["), *time, *pid;
	struct native_traced t;
	char begin[32];
	u32 tid;

	snprintf(begin, sizeof begin, ": %s_", calls_of(run)->events);
	name = strstr(line, begin);
	if (!name || !cpu)
		return false;
	for (time = name; time > line && time[-1] >= '0' && time[-1] <= '9';)
		time--;
	for (pid = cpu; pid > line && pid[-1] != '-';)
		pid--;
	if (!calls_of(run)->read(name + strlen(begin), &t))
		return false;
	if (t.address != (unsigned long)(uintptr_t)lock_word(run)) /* somebody else's futex */
		return true;
	tid = slot_of(run, (u32)strtoul(pid, NULL, 10));
	if (!tid || !rename_traced(run, &t) || !add(&traced[tid]))
		return false;
	traced[tid].event[traced[tid].used - 1] = (struct rec_event){
	    .op = LOG_OP(t.kind),
	    .tid = (u8)tid,
	    .ok = t.ok,
	    .target = (u8)t.target,
	    .arg = t.arg,
	    .old = has_value(run, t.kind) ? t.value : t.old,
	    .new_ = t.new_,
	    .before = strtoull(time, NULL, 10),
	    .after = strtoull(time, NULL, 10),
	};
	return true;
}

static bool read_trace(const struct native_run *run, struct traced *traced, char *why, u32 size)
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
			ok = read_line(run, traced, line);
	}
	if (!f)
		snprintf(why, size, "%s: %s", TRACING "trace", strerror(errno));
	else if (!ok)
		snprintf(why, size, "a trace event that is not understood: %.150s", line);
	else if (written != present)
		snprintf(why, size, "the kernel has lost %lu of %lu trace events: fewer --rounds may do",
			 written - present, written);
	if (f)
		fclose(f);
	return ok && written == present;
}

/* --- together ------------------------------------------------------------------------------------- */

static u32 when_of(const struct native_run *run, u32 op)
{
	const struct ls_traced_kind *kind = kind_of(run, op);

	return kind ? kind->when : LS_TRACED_AT;
}

/* So far each event of the kernel is of one time; the act lies between that and the neighbour's. */
static void spread(const struct native_run *run, struct rec_event *e, u32 n)
{
	u64 last = 0;

	for (u32 i = 0; i < n; i++) {
		u64 own = e[i].after;
		u32 when = when_of(run, e[i].op);

		if (when == LS_TRACED_BEFORE)
			e[i].after = i + 1 < n ? e[i + 1].before : own;
		else if (when == LS_TRACED_AFTER)
			e[i].before = last ? last : own;
		last = own;
	}
}

static bool join(const struct native_run *run, struct log_thread *l, struct traced *traced)
{
	u32 own = (u32)(l->next - l->first), n = own + traced->used, i = 0, k = 0;
	struct rec_event *all = malloc((n + 1ul) * sizeof *all);

	if (!all)
		return false;
	while (i + k < n) {
		bool user = k == traced->used || (i < own && l->first[i].before <= traced->event[k].before);

		all[i + k] = user ? l->first[i] : traced->event[k];
		*(user ? &i : &k) += 1;
	}
	spread(run, all, n);
	free(l->first);
	l->first = all;
	l->next = l->end = all + n;
	return true;
}

bool log_calls_end(struct native_run *run, char *why, u32 size)
{
	struct traced traced[LS_MAX_THREADS + 1] = {0};
	bool ok = switch_events(run, "0", why, size) && read_trace(run, traced, why, size);

	for (u32 slot = 1; slot <= run->n; slot++) {
		if (ok && !join(run, &run->log->thread[slot], &traced[slot])) {
			snprintf(why, size, "out of memory");
			ok = false;
		}
		free(traced[slot].event);
	}
	return ok;
}
