/* SPDX-License-Identifier: MIT */
/* Our text, in the machine: its accesses, and the system calls that stand for several of them. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "machine_internal.h"
#include "backend/step/step.h"
#include "pair.h"
#include "registry.h"

struct ours ours;

#define NO_WORD (0u - 1) /* of a local that is 0 */

u32 word_named(const char *name, u32 tid)
{
	for (const struct ls_memory *s = ls_locks[ours.m.lock]->memory; s->size; s++)
		for (const struct ls_word_facts *w = s->words; w->name; w++)
			if (!strcmp(w->name, name) && !s->count == (tid != 0))
				return (s->base + tid * s->size + w->offset) / 4u;
	fprintf(stderr, "our text has no word %s\n", name);
	exit(2);
}

static u32 kind_of(u32 op)
{
	switch (op) {
	case LS_OP_LOAD:
	case LS_OP_AWAIT:
		return OWN_LOAD;
	case LS_OP_STORE:
		return OWN_STORE;
	case LS_OP_XCHG:
		return OWN_XCHG;
	case LS_OP_CAS:
		return OWN_CAS;
	case LS_OP_ADD:
		return OWN_ADD;
	case LS_OP_OR:
		return OWN_OR;
	case LS_OP_ANDNOT:
		return OWN_ANDNOT;
	case LS_OP_CRITICAL:
		return OWN_WORK;
	case LS_OP_SPIN_LOCK:
		return OWN_SPIN_LOCK;
	case LS_OP_SPIN_UNLOCK:
		return OWN_SPIN_UNLOCK;
	case LS_OP_LIST_ADD:
		return OWN_LIST_ADD;
	case LS_OP_LIST_DEL:
		return OWN_LIST_DEL;
	case LS_OP_LIST_FIRST:
		return OWN_LIST_FIRST;
	case LS_OP_LIST_NEXT:
		return OWN_LIST_NEXT;
	case LS_OP_ON_CPU:
		return OWN_ON_CPU;
	case LS_OP_SET_STATE:
		return OWN_STATE;
	case LS_OP_SLEEP:
		return OWN_SLEEP;
	case LS_OP_NO_SLEEP:
		return OWN_NO_SLEEP;
	case LS_OP_AWAKE:
		return OWN_AWAKE;
	case LS_OP_WAKE:
		return OWN_WAKE;
	default:
		return OTHER;
	}
}

/* The step that the kernel's text leaves out belongs to the one before it. */
static void take_only_ours(u32 t)
{
	struct ls_record next;

	if (own_text.only_ours && ls_peek(&ours.m, LS_STEP_OF(t), &next) == LS_MOVED && next.op == LS_OP_STORE &&
	    next.word == word_named(own_text.only_ours, t) && next.new_ == own_text.only_value)
		ls_step(&ours.m, LS_STEP_OF(t));
}

static u32 local_of(const struct ls_frame *fr, const char *name)
{
	const struct ls_proc *proc = ls_proc_of(&ours.m, fr->proc);
	u32 value = 0;

	for (const struct ls_local *l = proc->facts->local; l->name; l++)
		if (!strcmp(l->name, name) && l->size == sizeof value) {
			memcpy(&value, (const char *)(fr + 1) + l->offset, sizeof value);
			return value;
		}
	fprintf(stderr, "our %s has no local %s\n", ls_proc_name(ours.m.lock, fr->proc), name);
	exit(2);
}

u32 at_most_all(unsigned long threads)
{
	return threads < OWN_THREADS ? (u32)threads : OWN_THREADS;
}

/* The system call that our thread is in, or makes next. False: none. */
static bool call_of(u32 t, struct access *out)
{
	const struct ls_thread *p = &ours.m.thread[t - 1];

	for (u32 at = 0; own_text.waits && p->in_kernel && at < p->sp;) {
		const struct ls_frame *fr = (const struct ls_frame *)(const void *)(p->stack + at);
		const char *name = ls_proc_name(ours.m.lock, fr->proc);
		bool waits = !strcmp(name, own_text.waits);

		if (waits || !strcmp(name, own_text.wakes)) {
			*out = (struct access){.kind = waits ? OWN_FUTEX_WAIT : OWN_FUTEX_WAKE,
					       .word = local_of(fr, "uaddr") - 1,
					       .before =
						   waits ? local_of(fr, "val") : at_most_all(local_of(fr, "nr_wake")),
					       .after = waits && local_of(fr, "timed")};
			return true;
		}
		at += fr->size;
	}
	return false;
}

/* What our FUTEX_WAIT has come back with, at once or as what its caller made of it and handed on. */
static long error_of_wait(void)
{
	long value = labs((long)(s32)ours.m.retval);

	return value == EAGAIN || value == EINTR || value == ETIMEDOUT ? -value : 0;
}

/* A step of ours in the kernel; when ours is back from the call, theirs is as well. A local that nobody reads any more
 * is 0. */
void step_in_call(u32 t)
{
	struct access now;
	long error;

	ls_step(&ours.m, LS_STEP_OF(t));
	if (call_of(t, &now) && now.kind == ours.call[t].kind && (now.word == ours.call[t].word || now.word == NO_WORD))
		return;
	error = ours.call[t].kind == OWN_FUTEX_WAIT ? error_of_wait() : 0;
	ours.call[t].kind = 0;
	return_to_theirs(t, error);
}

/* A step of a lock that sleeps: whom it is about, and what came of it. */
static struct access event(const struct ls_record *r, enum ls_result result)
{
	u32 kind = kind_of(r->op);
	u32 after = kind == OWN_STATE    ? r->new_
		    : kind == OWN_ON_CPU ? r->old
		    : kind == OWN_WAKE   ? r->ok
					 : kind == OWN_SPIN_LOCK && result == LS_MOVED;

	return (struct access){.kind = kind, .before = r->target, .after = after};
}

struct access step_ours(u32 t)
{
	struct access made;
	enum ls_result moved;

	if (call_of(t, &ours.call[t]))
		return ours.call[t];
	moved = ls_step(&ours.m, LS_STEP_OF(t));
	if (kind_of(ours.m.rec.op) > OWN_WORK && kind_of(ours.m.rec.op) < OWN_KINDS)
		return event(&ours.m.rec, moved);
	made = (struct access){.kind = kind_of(ours.m.rec.op),
			       .word = ours.m.rec.word,
			       .bits = ls_bits_written(&ours.m.rec),
			       .before = ours.m.rec.old,
			       .after = ours.m.rec.new_,
			       .order = own_text.orders ? ours.m.rec.order : 0};
	if (made.kind == OWN_WORK)
		made = (struct access){.kind = OWN_WORK};
	take_only_ours(t);
	if (!own_text.sleeps &&
	    ours.m.thread[t - 1].status == LS_PREEMPTED) /* at once, when its round was over and preemption on again */
		ls_step(&ours.m, LS_ENV_OF(LS_ENV_RUN, t));
	return made;
}
