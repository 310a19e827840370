/* SPDX-License-Identifier: MIT */
#include "edit.h"

#include <stdlib.h>
#include <string.h>

#include "api.h"
#include "machine_internal.h"
#include "registry.h"
#include "text/phrase.h"

enum { MOST_PROCS = 256, MOST_LINES = 20000, MOST_LOCALS = 128 };

/* One for each procedure that was given anew; a text that is given again takes the place of the one before. */
struct edited {
	struct ls_proc proc;
	struct ls_proc_facts facts;
	struct ls_local local[MOST_LOCALS + 1];
	u32 locals;
	u32 *dead, *clear; /* by line */
	struct ls_phrase *phrase;
};

static const struct ls_proc *program[MOST_PROCS];
static struct edited *latest;

/* --- setting up ------------------------------------------------------------------------------- */

static char *kept(const char *s, u32 length)
{
	char *copy = malloc(length + 1);

	if (!copy)
		abort();
	memcpy(copy, s, length);
	copy[length] = 0;
	return copy;
}

static void *room(u32 count, size_t size)
{
	void *all = calloc(count, size);

	if (!all)
		abort();
	return all;
}

s32 ls_edit_proc(u32 lock, u32 proc, u32 first, u32 last, u32 size, u32 run, u32 deaf)
{
	struct ls_program *p = &ls_programs[lock];
	const struct ls_proc *old;

	latest = NULL;
	if (lock >= LS_LOCK_SLOTS || !ls_locks[lock] || proc >= p->procs || last < first || last - first >= MOST_LINES)
		return -1;
	if (p->proc != program) {
		memcpy(program, p->proc, p->procs * sizeof *program);
		p->proc = program;
	}
	old = program[proc];
	latest = room(1, sizeof *latest);
	latest->dead = room(last - first + 1, sizeof *latest->dead);
	latest->clear = room(last - first + 1, sizeof *latest->clear);
	latest->phrase = room(last - first + 1, sizeof *latest->phrase);
	latest->facts = (struct ls_proc_facts){
	    .text = old->facts->text,
	    .user = old->facts->user,
	    .deaf = deaf,
	    .phrase = latest->phrase,
	    .local = latest->local,
	};
	latest->proc = (struct ls_proc){
	    .first = (u16)first,
	    .last = (u16)last,
	    .locals = (u16)size,
	    .run = (int (*)(struct ls_machine *, u32, struct ls_frame *))(uintptr_t)run,
	    .dead = latest->dead,
	    .clear = latest->clear,
	    .facts = &latest->facts,
	};
	program[proc] = &latest->proc;
	return 0;
}

void ls_edit_dead(u32 line, u32 dead, u32 clear)
{
	if (!latest || line > (u32)(latest->proc.last - latest->proc.first))
		return;
	latest->dead[line] = dead;
	latest->clear[line] = clear;
}

void ls_edit_local(u32 length, u32 offset, u32 size, u32 is_signed)
{
	if (!latest || latest->locals == MOST_LOCALS)
		return;
	latest->local[latest->locals++] =
	    (struct ls_local){kept(ls_api_text(), length), (u16)offset, (u8)size, (u8)is_signed};
}

void ls_edit_phrase(u32 line, u32 done, u32 otherwise, u32 handoff)
{
	const char *said = ls_api_text();

	if (!latest || latest->facts.phrases > latest->proc.last - latest->proc.first)
		return;
	latest->phrase[latest->facts.phrases++] = (struct ls_phrase){
	    (u16)line, kept(said, done), kept(said + done, otherwise), kept(said + done + otherwise, handoff)};
}

/* --- what a compiled procedure calls ---------------------------------------------------------- */

struct ls_word *ls_edit_object(struct ls_machine *m, struct ls_frame *fr)
{
	return (struct ls_word *)(m->mem + fr->object);
}

struct ls_word *ls_edit_memory(struct ls_machine *m)
{
	return (struct ls_word *)m->mem;
}

u32 *ls_edit_locals(struct ls_frame *fr)
{
	return (u32 *)(fr + 1);
}

u32 ls_edit_line(const struct ls_frame *fr)
{
	return fr->line;
}

void ls_edit_rest(struct ls_frame *fr, u32 line)
{
	fr->line = (u16)line;
}

u32 ls_edit_park(struct ls_frame *fr, u32 line)
{
	fr->line = (u16)line;
	return LS_PARKED;
}

u32 ls_edit_parked(void)
{
	return LS_PARKED;
}

u32 ls_edit_spins(void)
{
	return LS_SPINS;
}

u32 *ls_edit_arguments(void)
{
	static u32 arguments[32];

	return arguments;
}

/* By its number in the lock, which a text's procedures have from that of its first on. */
int ls_edit_call(struct ls_machine *m, u32 me, u32 proc, const void *object, u32 size)
{
	const u8 *base = ls_locks[m->lock]->base;
	u32 text = 0, from = 0;

	for (u32 t = 0; t < LS_TEXTS; t++)
		if (base[t] != LS_NO_PROC && base[t] <= proc && base[t] >= from)
			text = t, from = base[t];
	return ls_call(m, me, text, proc - from, object, ls_edit_arguments(), size);
}

u32 ls_edit_answer(const struct ls_machine *m)
{
	return (tasks)m->retval;
}

void ls_edit_enter(struct ls_machine *m, u32 me)
{
	LS_SELF.in_kernel = 1;
}

u32 ls_edit_leave(struct ls_machine *m, u32 me)
{
	ls_user_return(m, me);
	return LS_SELF.signal == LS_FATAL_SIGNAL;
}

u32 ls_edit_called(void)
{
	return LS_CALLED;
}

void ls_edit_critical(struct ls_machine *m, u32 me, struct ls_frame *fr)
{
	ls_note(m, me, fr, LS_OP_CRITICAL);
}

void ls_edit_takes_write(struct ls_machine *m, u32 me, struct ls_frame *fr)
{
	TAKES_WRITE();
}

void ls_edit_takes_read(struct ls_machine *m, u32 me, struct ls_frame *fr)
{
	TAKES_READ();
}

void ls_edit_gives(struct ls_machine *m, u32 me, struct ls_frame *fr)
{
	GIVES();
}

void ls_edit_holds_write(struct ls_machine *m, u32 me)
{
	HOLD_WRITE();
}

void ls_edit_holds_read(struct ls_machine *m, u32 me)
{
	HOLD_READ();
}

void ls_edit_assert(struct ls_machine *m, u32 is_so)
{
	ASSERT(is_so);
}

void ls_edit_otherwise(struct ls_machine *m, u32 is_so)
{
	OTHERWISE(is_so);
}

void ls_edit_preempt_disable(struct ls_machine *m, u32 me)
{
	PREEMPT_DISABLE();
}

void ls_edit_preempt_enable_no_resched(struct ls_machine *m, u32 me)
{
	PREEMPT_ENABLE_NO_RESCHED();
}

void ls_edit_clear_signal(struct ls_machine *m, u32 me)
{
	CLEAR_SIGNAL();
}

void ls_edit_threshold_start(struct ls_machine *m, u32 me)
{
	THRESHOLD_START();
}

void ls_edit_threshold_stop(struct ls_machine *m, u32 me)
{
	THRESHOLD_STOP();
}

void ls_edit_timeout_start(struct ls_machine *m, u32 me)
{
	TIMEOUT_START();
}

void ls_edit_timeout_stop(struct ls_machine *m, u32 me)
{
	TIMEOUT_STOP();
}

u32 ls_edit_need_resched(const struct ls_machine *m, u32 me)
{
	return NEED_RESCHED();
}

u32 ls_edit_fatal_signal(const struct ls_machine *m, u32 me)
{
	return FATAL_SIGNAL();
}

u32 ls_edit_timeout_passed(const struct ls_machine *m, u32 me)
{
	return TIMEOUT_PASSED();
}

u32 ls_edit_role(const struct ls_machine *m, u32 me)
{
	return MY_ROLE();
}

u32 ls_edit_features(const struct ls_machine *m)
{
	return m->features;
}

u32 ls_edit_switches(const struct ls_machine *m)
{
	return m->switches;
}
