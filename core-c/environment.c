/* SPDX-License-Identifier: MIT */
/*
 * What the world does to a thread: the scheduler, the clocks, signals. Every act
 * is a step of the schedule. RUN is free, the others have budgets.
 */
#include <string.h>

#include "backend/step/step.h"
#include "machine_internal.h"

static void ls_record_env(struct ls_machine *m, u8 op, u32 tid, u8 field, u32 old, u32 new_)
{
	m->rec.op = op;
	m->rec.word = (u16)LS_TASK_WORD(tid, field);
	m->rec.old = old;
	m->rec.new_ = new_;
	m->rec.ok = 1;
	m->rec.target = (u8)tid;
}

/*
 * Another CPU sets the flag, and before the interrupt comes the thread turns preemption off. Between two
 * accesses the machine has no such moment, so it is brought back with the flag set. Only recorded runs need it
 * (LS_ENDLESS): a search with a budget has none of these.
 */
static bool ls_preempt_late(struct ls_machine *m, struct ls_thread *t, u32 tid)
{
	if (t->status != LS_PREEMPTED || t->need_resched)
		return false;
	t->need_resched = 1;
	ls_record_env(m, LS_OP_PREEMPT, tid, LS_TASK_NEED_RESCHED, 0, 1);
	m->rec.arg = 1;
	return true;
}

/*
 * A task that was woken can be seen on its CPU before it has left schedule(): the CPU has not switched away from it
 * yet, or has switched to it and will switch away once more. Then it is asleep and on_cpu. The next that it does by
 * itself is to wake up. Only recorded runs need it, as above.
 */
static bool ls_switch_inside_schedule(struct ls_machine *m, struct ls_thread *t, u32 tid, u8 on_cpu)
{
	if (t->status != LS_ASLEEP || t->state != LS_RUNNING || t->on_cpu == on_cpu)
		return false;
	ls_record_env(m, on_cpu ? LS_OP_RUN : LS_OP_PREEMPT, tid, LS_TASK_ON_CPU, t->on_cpu, on_cpu);
	m->rec.arg = 1;
	t->on_cpu = on_cpu;
	return true;
}

/*
 * It is about to take a spin lock, which turns preemption off, and in a kernel it can lose its CPU just before that.
 * Here preemption is off as soon as the access before it is done. Only recorded runs need it, as above.
 */
static bool ls_not_yet_off(const struct ls_machine *m, const struct ls_thread *t, u32 tid)
{
	struct ls_record next;

	ls_peek(m, LS_STEP_OF(tid), &next);
	return t->preempt_off == 1 && next.op == LS_OP_SPIN_LOCK;
}

/* With preemption off only the flag is set; otherwise the thread loses its CPU. */
static bool ls_preempt(struct ls_machine *m, struct ls_thread *t, u32 tid, bool endless)
{
	if (endless && (ls_preempt_late(m, t, tid) || ls_switch_inside_schedule(m, t, tid, 0)))
		return true;
	if (t->status != LS_READY || !t->on_cpu)
		return false;
	if (t->preempt_off && !t->need_resched) {
		t->need_resched = 1;
		ls_record_env(m, LS_OP_PREEMPT, tid, LS_TASK_NEED_RESCHED, 0, 1);
		return true;
	}
	if (t->preempt_off && !(endless && ls_not_yet_off(m, t, tid)))
		return false;
	t->on_cpu = t->need_resched = 0;
	t->status = LS_PREEMPTED;
	ls_record_env(m, LS_OP_PREEMPT, tid, LS_TASK_ON_CPU, 1, 0);
	return true;
}

static bool ls_run_again(struct ls_machine *m, struct ls_thread *t, u32 tid, bool endless)
{
	if (endless && ls_switch_inside_schedule(m, t, tid, 1))
		return true;
	if (t->status != LS_PREEMPTED)
		return false;
	t->status = LS_READY;
	t->on_cpu = 1;
	ls_record_env(m, LS_OP_RUN, tid, LS_TASK_ON_CPU, 0, 1);
	return true;
}

static void ls_interrupt_sleep(struct ls_thread *t, bool fatal)
{
	if (t->state == LS_INTERRUPTIBLE || (fatal && t->state == LS_KILLABLE))
		t->state = LS_RUNNING;
}

static bool ls_strike(struct ls_machine *m, u8 *clock, u8 op, u32 tid, u8 field)
{
	if (*clock != LS_CLOCK_ARMED)
		return false;
	*clock = LS_CLOCK_PASSED;
	ls_record_env(m, op, tid, field, LS_CLOCK_ARMED, LS_CLOCK_PASSED);
	return true;
}

static bool ls_timeout(struct ls_machine *m, struct ls_thread *t, u32 tid)
{
	if (!ls_strike(m, &t->timeout, LS_OP_TIMEOUT, tid, LS_TASK_TIMEOUT))
		return false;
	ls_interrupt_sleep(t, false); /* the timer's handler wakes its task */
	return true;
}

/* What the text does with a signal that comes now, for the record: see LS_SIGNAL_HEARD. */
static u32 ls_hears(const struct ls_machine *m, const struct ls_thread *t)
{
	const struct ls_frame *worker = (const struct ls_frame *)t->stack;
	const struct ls_frame *call = (const struct ls_frame *)(t->stack + worker->size);

	if (t->sp <= worker->size)
		return LS_SIGNAL_IN_NO_CALL;
	return ls_proc_of(m, call->proc)->facts->deaf ? LS_SIGNAL_IN_VAIN + call->proc : LS_SIGNAL_HEARD;
}

static bool ls_signal(struct ls_machine *m, struct ls_thread *t, u32 tid)
{
	if (t->status >= LS_DONE || t->signal || !t->in_kernel)
		return false;
	t->signal = LS_SIGNAL;
	ls_record_env(m, LS_OP_SIGNAL, tid, LS_TASK_SIGNAL, 0, LS_SIGNAL);
	m->rec.arg = ls_hears(m, t);
	ls_interrupt_sleep(t, false);
	return true;
}

static bool ls_kill(struct ls_machine *m, struct ls_thread *t, u32 tid)
{
	if (t->status >= LS_DONE || t->signal == LS_FATAL_SIGNAL)
		return false;
	ls_record_env(m, LS_OP_KILL, tid, LS_TASK_SIGNAL, t->signal, LS_FATAL_SIGNAL);
	t->signal = LS_FATAL_SIGNAL;
	ls_interrupt_sleep(t, true);
	if (!t->in_kernel) {
		ls_kill_now(m, tid);
		ls_run(m, tid); /* private code up to the first access, so that no step is empty */
	}
	return true;
}

/* Every sleeper must cope with it: the kernel wakes tasks late, for locks that they have left. */
static bool ls_stray_wake(struct ls_machine *m, struct ls_thread *t, u32 tid)
{
	if (t->status != LS_ASLEEP || t->state == LS_RUNNING)
		return false;
	ls_record_env(m, LS_OP_STRAY_WAKE, tid, LS_TASK_STATE, t->state, LS_RUNNING);
	t->state = LS_RUNNING;
	return true;
}

/* Out of line: it is rare, and it needs more room than all else in a step. */
__attribute__((noinline)) enum ls_result ls_environment(struct ls_machine *m, u32 kind, u32 tid)
{
	struct ls_thread *t = &m->thread[tid - 1];
	bool moved = false;

	if (kind != LS_ENV_RUN && !m->budget[kind])
		return LS_BLOCKED;
	switch (kind) {
	case LS_ENV_PREEMPT:
		moved = ls_preempt(m, t, tid, m->budget[kind] == LS_ENDLESS);
		break;
	case LS_ENV_RUN:
		moved = ls_run_again(m, t, tid, m->budget[LS_ENV_PREEMPT] == LS_ENDLESS);
		break;
	case LS_ENV_THRESHOLD:
		moved = ls_strike(m, &t->threshold, LS_OP_THRESHOLD, tid, LS_TASK_THRESHOLD);
		break;
	case LS_ENV_TIMEOUT:
		moved = ls_timeout(m, t, tid);
		break;
	case LS_ENV_SIGNAL:
		moved = ls_signal(m, t, tid);
		break;
	case LS_ENV_KILL:
		moved = ls_kill(m, t, tid);
		break;
	case LS_ENV_WAKE:
		moved = ls_stray_wake(m, t, tid);
		break;
	default:
		return LS_ILLEGAL;
	}
	if (!moved)
		return LS_BLOCKED;
	if (kind != LS_ENV_RUN && m->budget[kind] != LS_ENDLESS)
		m->budget[kind]--;
	return LS_MOVED;
}
