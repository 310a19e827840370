/* SPDX-License-Identifier: MIT */
#include "syscalls.h"

#include <string.h>

#include "backend/step/step.h"
#include "inspect.h"
#include "machine_internal.h"

static const char *const names[LS_EV_OWN] = {
    [LS_EV_STEP] = "",         [LS_EV_CALL] = "call", [LS_EV_RETURN] = "return",
    [LS_EV_SIGNAL] = "signal", [LS_EV_KILL] = "kill",
};

const struct ls_traced_kind *ls_traced_kind_of(const struct ls_syscalls *s, u32 kind)
{
	for (u32 i = LS_EV_OWN; s && s->kind[i - LS_EV_OWN].name; i++)
		if (i == kind)
			return &s->kind[i - LS_EV_OWN];
	return NULL;
}

const char *ls_event_name(const struct ls_syscalls *s, u32 kind)
{
	return kind < LS_EV_OWN ? names[kind] : ls_traced_kind_of(s, kind)->name;
}

static bool is_name(const char *name, const char *text, u32 n)
{
	return strlen(name) == n && !memcmp(name, text, n);
}

u8 ls_event_kind_named(const struct ls_syscalls *s, const char *name, u32 n)
{
	for (u32 kind = LS_EV_CALL; kind <= LS_EV_RETURN; kind++)
		if (is_name(names[kind], name, n))
			return (u8)kind;
	for (u32 i = 0; s && s->kind[i].name; i++)
		if (is_name(s->kind[i].name, name, n))
			return (u8)(LS_EV_OWN + i);
	return 0;
}

bool ls_in_call(const struct ls_machine *m, const struct ls_syscalls *s, u32 tid, u32 value)
{
	/* the text of a lock has the lock's number */
	return value >= 1 && value <= s->calls && ls_inside(m, tid, m->lock, s->call[value - 1]);
}

u32 ls_local_value(const struct ls_machine *m, u32 tid, struct ls_local_at at, bool must)
{
	u32 base = ls_locks[m->lock]->base[at.text], value = 0;
	const struct ls_frame *fr = base == LS_NO_PROC ? NULL : ls_frame_of(&m->thread[tid - 1], base + at.proc);
	const struct ls_proc *p = fr ? ls_proc_of(m, fr->proc) : NULL;
	bool live = fr && fr->line <= p->last - p->first && !(p->dead[fr->line] >> at.offset / 4 & 1);

	if (must && !live) /* an assert() would bring all of printf() into each module of the page */
		__builtin_trap();
	if (live)
		memcpy(&value, (const u8 *)(fr + 1) + at.offset, at.size);
	return value;
}
