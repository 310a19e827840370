// SPDX-License-Identifier: MIT
/* What the kernel's locks tell, in the words of the model: tasks, CPUs and addresses as thread numbers. */
#include <linux/sched/task_stack.h>

#include "watching.h"

/* --- who is who -------------------------------------------------------------------------- */

u32 watch_tid(const struct task_struct *task)
{
	for (u32 tid = 1; task && tid <= watch.count; tid++)
		if (smp_load_acquire(&watch.task[tid].task) == task)
			return tid;
	return 0;
}

/* The same of a value that may be nobody, and must not be anybody else. */
static u32 named(const struct task_struct *task)
{
	u32 tid = watch_tid(task);

	if (task && !tid)
		watch_strange();
	return tid;
}

static u32 on_cpu(int cpu)
{
	for (u32 tid = 1; tid <= watch.count; tid++)
		if (smp_load_acquire(&watch.task[tid].task) && watch.task[tid].cpu == cpu)
			return tid;
	watch_strange();
	return 0;
}

u32 watch_stack(unsigned long at)
{
	for (u32 tid = 1; tid <= watch.count; tid++) {
		const struct task_struct *task = smp_load_acquire(&watch.task[tid].task);
		unsigned long stack = task ? (unsigned long)task_stack_page(task) : 0;

		if (stack && at >= stack && at < stack + THREAD_SIZE)
			return tid;
	}
	return 0;
}

/* A waiter lies on the stack of its task. */
static u32 on_stack(unsigned long at)
{
	u32 tid = watch_stack(at);

	if (!tid)
		watch_strange();
	return tid;
}

static u32 node_at(unsigned long at)
{
	size_t within;
	int cpu;

	return at && lock_told_osq_node((void *)at, &cpu, &within) ? on_cpu(cpu) : 0;
}

/* --- where it is ------------------------------------------------------------------------------ */

/* A function has one name, at one place. Whoever meets it first looks it up. */
static u8 place_of(const char *where)
{
	static const char *known[U8_MAX + 1];
	const char *const *places = watch.lock->places;

	if (!where)
		return 0;
	for (u32 i = 0; places[i]; i++)
		if (READ_ONCE(known[i]) == where)
			return (u8)(i + 1);
	for (u32 i = 0; places[i]; i++)
		if (!strcmp(places[i], where)) {
			WRITE_ONCE(known[i], where);
			return (u8)(i + 1);
		}
	return 0;
}

/* Each access to a word of the lock's own is in one of the functions that are known, or it is none that the model has.
 */
static void tell_place(const struct lock_told *told, struct rec_event *e)
{
	if (!watch.lock->places ||
	    (told->kind >= LOCK_TOLD_SPIN_LOCK && told->kind != LOCK_TOLD_SCHEDULE && told->kind != LOCK_TOLD_ON_CPU))
		return;
	e->proc = place_of(told->where);
	if (!e->proc && e->has & REC_WORD && e->word >= WATCH_OWN && e->word >> 8 == 0)
		watch_strange();
}

/* --- an access ------------------------------------------------------------------------------- */

u32 watch_tail(unsigned long value)
{
	return value ? on_cpu((int)value - 1) : 0;
}

u32 watch_plain(unsigned long value)
{
	return (u32)value;
}

u32 watch_task(unsigned long value)
{
	return named((const struct task_struct *)value);
}

/* Which word that is, and what its values are for the model. */
static watch_value *word_of(struct watched *self, const struct lock_told *told, struct rec_event *e)
{
	watch_value *value = watch.lock->word(self, told, e);
	size_t within = 0;
	int cpu;

	if (value)
		return value;
	if (!lock_told_osq_node(told->at, &cpu, &within)) {
		watch_strange();
		return watch_plain;
	}
	e->word = (u16)(on_cpu(cpu) << 8);
	e->word |= within == LOCK_TOLD_OSQ_NEXT ? WATCH_NEXT : within == LOCK_TOLD_OSQ_PREV ? WATCH_PREV : WATCH_LOCKED;
	return within == LOCK_TOLD_OSQ_LOCKED ? watch_plain : node_at;
}

static void tell_access(struct watched *self, const struct lock_told *told, struct rec_event *e)
{
	static const struct {
		u8 op, has;
	} kinds[] = {
	    [LOCK_TOLD_LOAD] = {LS_OP_LOAD, REC_OLD},
	    [LOCK_TOLD_STORE] = {LS_OP_STORE, REC_NEW},
	    [LOCK_TOLD_XCHG] = {LS_OP_XCHG, REC_OLD | REC_NEW},
	    [LOCK_TOLD_CAS] = {LS_OP_CAS, REC_OLD | REC_NEW | REC_ARG | REC_OK},
	    [LOCK_TOLD_CAS_RELEASE] = {LS_OP_CAS, REC_OLD | REC_NEW | REC_ARG | REC_OK},
	    [LOCK_TOLD_OR] = {LS_OP_OR, REC_OLD | REC_NEW},
	    [LOCK_TOLD_ANDNOT] = {LS_OP_ANDNOT, REC_OLD | REC_NEW},
	    [LOCK_TOLD_ADD] = {LS_OP_ADD, REC_OLD | REC_NEW},
	    [LOCK_TOLD_AWAIT] = {LS_OP_AWAIT, REC_OLD},
	};
	watch_value *value = word_of(self, told, e);

	e->op = kinds[told->kind].op;
	e->has = kinds[told->kind].has | REC_WORD;
	e->old = e->has & REC_OLD ? value(told->old) : 0;
	e->new_ = e->has & REC_NEW ? value(told->new) : 0;
	e->arg = e->has & REC_ARG ? value(told->arg) : 0;
	e->ok = told->ok;
}

static void tell_list(const struct lock_told *told, struct rec_event *e)
{
	bool spin = told->kind == LOCK_TOLD_SPIN_LOCK || told->kind == LOCK_TOLD_SPIN_UNLOCK;

	e->word = spin ? WATCH_WAIT_LOCK : WATCH_WAIT_LIST;
	e->has = spin ? REC_WORD : REC_WORD | REC_TARGET;
	switch (told->kind) {
	case LOCK_TOLD_SPIN_LOCK:
		e->op = LS_OP_SPIN_LOCK;
		return;
	case LOCK_TOLD_SPIN_UNLOCK:
		e->op = LS_OP_SPIN_UNLOCK;
		return;
	case LOCK_TOLD_LIST_ADD:
		e->op = LS_OP_LIST_ADD;
		e->target = (u8)on_stack(told->new);
		return;
	case LOCK_TOLD_LIST_DEL:
		e->op = LS_OP_LIST_DEL;
		e->target = (u8)on_stack((unsigned long)told->at);
		return;
	case LOCK_TOLD_LIST_NEXT:
		e->op = LS_OP_LIST_NEXT;
		e->has |= REC_ARG;
		e->arg = on_stack(told->arg);
		break;
	case LOCK_TOLD_LIST_SINGULAR:
		e->op = LS_OP_LIST_FIRST;
		e->has |= told->ok ? REC_OLD : 0; /* how many there are, if it is one */
		e->old = 1;
		break;
	default:
		e->op = LS_OP_LIST_FIRST;
	}
	e->target = told->old == (unsigned long)told->at ? 0 : (u8)on_stack(told->old);
}

static u32 state_value(unsigned long state)
{
	return state == TASK_RUNNING           ? LS_RUNNING
	       : state == TASK_INTERRUPTIBLE   ? LS_INTERRUPTIBLE
	       : state == TASK_UNINTERRUPTIBLE ? LS_UNINTERRUPTIBLE
					       : LS_KILLABLE;
}

/* A task that slept elsewhere was awake as far as the lock goes. */
static bool woke_in_lock(const struct watched *self, const struct watched *target, bool ok)
{
	return ok && (self->found_marked || READ_ONCE(target->moves) != self->found_moves);
}

/* Whoever comes next holds wait_lock, too. */
static void tell_note(struct watched *self, struct watched *target, bool ok, struct rec_event *e)
{
	if (!ok && !self->found_listed)
		watch_strange(); /* on the wake list of another lock, which no model of this one has */
	e->op = LS_OP_CAS;
	e->has = REC_WORD | REC_ARG | REC_OLD | REC_NEW | REC_OK;
	e->ok = ok;
	e->old = ok ? 0 : target->waker;
	e->new_ = ok ? watch_number(self) : e->old;
	if (ok) {
		target->waker = watch_number(self);
		target->noted = true;
		WRITE_ONCE(target->listed, watch_number(self));
	}
}

static void tell_wakeup(struct watched *self, const struct lock_told *told, struct rec_event *e)
{
	struct watched *target = watch.task + named((const void *)told->at);

	e->word = (u16)(WATCH_WAKE_Q | watch_number(target) << 8);
	if (told->kind == LOCK_TOLD_WAKE) {
		e->op = LS_OP_WAKE;
		e->has = REC_TARGET | REC_OK;
		e->target = watch_number(target);
		e->ok = woke_in_lock(self, target, told->ok);
		self->took = 0;
	} else if (told->kind == LOCK_TOLD_WAKE_TAKE) {
		e->op = LS_OP_STORE;
		e->has = REC_WORD | REC_NEW;
		self->took = watch_number(target);
		/* it is off since the access: another may have noted it meanwhile */
		cmpxchg(&target->listed, watch_number(self), 0);
	} else {
		tell_note(self, target, told->ok, e);
	}
}

static void tell_task(struct watched *self, const struct lock_told *told, struct rec_event *e)
{
	if (told->kind == LOCK_TOLD_SCHEDULE) {
		e->op = LS_OP_SLEEP;
		self->marked = false;
	} else if (told->kind == LOCK_TOLD_STATE) {
		e->op = LS_OP_SET_STATE;
		e->has = REC_NEW;
		e->new_ = state_value(told->new);
		self->marked = e->new_ != LS_RUNNING;
	} else {
		e->op = LS_OP_ON_CPU;
		e->has = REC_TARGET | REC_OLD;
		e->target = (u8)named((const void *)told->at);
		e->old = told->ok;
	}
}

void watch_tell(struct watched *self, const struct lock_told *told, struct rec_event *e)
{
	if (told->kind >= LOCK_TOLD_WAKE_NOTE)
		tell_wakeup(self, told, e);
	else if (told->kind >= LOCK_TOLD_STATE)
		tell_task(self, told, e);
	else if (told->kind >= LOCK_TOLD_SPIN_LOCK)
		tell_list(told, e);
	else
		tell_access(self, told, e);
	tell_place(told, e);
}
