/* SPDX-License-Identifier: MIT */
/* Native backend: tasks, sleeping and waking, clocks, signals. */
#define _GNU_SOURCE
#include <errno.h>
#include <sched.h>

#include "native.h"

/* --- the scheduler, as far as a thread can tell ----------------------------------------------- */

struct native_thread *native_task(struct native_thread *self, u32 tid)
{
	if (tid >= 1 && tid <= self->run->n)
		return &self->run->thread[tid];
	native_fail(self, "used a node or a task that does not exist");
	native_leave(self);
}

/* A thread that the host has taken off its CPU cannot be told from a running one. */
u32 native_on_cpu(struct native_thread *self, u32 tid)
{
	u32 on_cpu = atomic_load_explicit(&native_task(self, tid)->on_cpu, memory_order_relaxed);

	if (on_cpu)
		native_relax(self); /* it is asked in spin loops */
	return on_cpu;
}

bool native_task_exiting(const struct native_thread *self, u32 tid)
{
	return tid < 1 || tid > self->run->n || atomic_load(&self->run->thread[tid].exiting);
}

static void give_cpu_away(struct native_thread *self)
{
	atomic_store_explicit(&self->on_cpu, 0, memory_order_relaxed);
	self->need_resched = 0;
	self->slice_start = 0;
	if (self->run->gate)
		return; /* the schedule says when it has a CPU again */
	sched_yield();
	atomic_store_explicit(&self->on_cpu, 1, memory_order_relaxed);
}

/* A new stretch without preemption starts with a fresh time slice. */
void native_preempt_disable(struct native_thread *self)
{
	if (self->preempt_off++ == 0) {
		self->need_resched = 0;
		self->slice_start = 0;
	}
}

void native_preempt_enable(struct native_thread *self)
{
	if (--self->preempt_off == 0 && self->need_resched)
		give_cpu_away(self);
}

/* True from the moment that the thread has spun for a whole time slice. */
u32 native_need_resched(struct native_thread *self)
{
	u64 now;

	if (self->need_resched || ++self->looks % 64)
		return self->need_resched;
	now = native_now();
	if (!self->slice_start)
		self->slice_start = now;
	self->need_resched = now - self->slice_start > self->run->config.slice_us * 1000ull;
	return self->need_resched;
}

/* --- sleeping and waking --------------------------------------------------------------------------- */

bool native_signal_pending(const struct native_thread *self, u32 state)
{
	u32 signal = atomic_load(&self->signal);

	return (state == LS_INTERRUPTIBLE && signal) || (state == LS_KILLABLE && signal == LS_FATAL_SIGNAL);
}

/* The timer's handler and a signal wake only a task that sleeps interruptibly. */
static bool interrupt_sleep(struct native_thread *t, bool fatal)
{
	u32 state = LS_INTERRUPTIBLE;
	bool woken = atomic_compare_exchange_strong(&t->state, &state, LS_RUNNING);

	if (!woken && fatal && state == LS_KILLABLE)
		woken = atomic_compare_exchange_strong(&t->state, &state, LS_RUNNING);
	if (woken)
		native_futex_wake(&t->state, 1);
	return woken;
}

bool native_send_signal(struct native_thread *to, u32 signal)
{
	bool heard = signal == LS_FATAL_SIGNAL || atomic_load(&to->in_kernel);

	if (!heard || atomic_load(&to->signal) >= signal)
		return false;
	atomic_store(&to->signal, signal);
	interrupt_sleep(to, signal == LS_FATAL_SIGNAL);
	return true;
}

void native_wake_for_nothing(struct native_thread *t)
{
	if (atomic_exchange(&t->state, LS_RUNNING) != LS_RUNNING)
		native_futex_wake(&t->state, 1);
}

void native_strike_timeout(struct native_thread *t)
{
	atomic_store_explicit(&t->timeout, 1, memory_order_relaxed);
	interrupt_sleep(t, false);
}

static u64 until_timeout(const struct native_thread *self)
{
	u64 end = atomic_load_explicit(&self->timeout, memory_order_relaxed), now;

	if (!end)
		return NATIVE_SLEEP_SLICE;
	now = native_now();
	return now >= end ? 0 : end - now < NATIVE_SLEEP_SLICE ? end - now : NATIVE_SLEEP_SLICE;
}

#define NATIVE_FOREVER 3600000000000ull

/* Sleeps until somebody makes the state RUNNING; timed: the timer may do so too. */
static void sleep_on_state(struct native_thread *self, bool timed)
{
	const struct native_gate *gate = self->run->gate;
	u32 state;

	atomic_store_explicit(&self->on_cpu, 0, memory_order_relaxed);
	atomic_fetch_add_explicit(&self->sleeps, 1, memory_order_relaxed);
	while ((state = atomic_load(&self->state)) != LS_RUNNING) {
		u64 ns =
		    gate ? NATIVE_FOREVER : NATIVE_SLEEP_SLICE; /* there a look in between would hide a lost wake-up */

		if (native_abandoned(self->run))
			native_leave(self);
		if (gate)
			gate->sleeps(self);
		else if (timed && state == LS_INTERRUPTIBLE) {
			ns = until_timeout(self);
			if (!ns) {
				interrupt_sleep(self, false);
				continue;
			}
		}
		native_futex_wait(&self->state, state, ns);
	}
	if (gate)
		gate->woken(self);
	atomic_store_explicit(&self->on_cpu, 1, memory_order_relaxed);
	self->need_resched = 0;
	self->slice_start = 0;
}

void native_schedule(struct native_thread *self)
{
	u32 state = atomic_load(&self->state);

	if (state != LS_RUNNING && !native_signal_pending(self, state)) {
		sleep_on_state(self, true);
		return;
	}
	atomic_store(&self->state, LS_RUNNING);
	if (self->need_resched)
		give_cpu_away(self);
}

u32 native_wake(struct native_thread *self, u32 tid)
{
	struct native_thread *t = native_task(self, tid);

	if (atomic_exchange(&t->state, LS_RUNNING) == LS_RUNNING)
		return 0;
	native_futex_wake(&t->state, 1);
	atomic_fetch_add_explicit(&self->wakes, 1, memory_order_relaxed);
	return 1;
}

/* --- the sleeping lock that is not itself the subject ------------------------------------------------- */

static void guard_lock(struct native_thread *self)
{
	while (!native_spin_trylock(&self->run->queue_guard, self->slot)) {
		if (native_abandoned(self->run))
			native_leave(self);
		native_relax(self);
	}
}

static void guard_unlock(struct native_thread *self)
{
	atomic_store_explicit(&self->run->queue_guard, 0, memory_order_release);
}

enum queue_turn { TAKEN, INTERRUPTED, WAIT };

/* One look at the lock; the guard is held. */
static enum queue_turn queue_turn(struct native_thread *self, _Atomic u32 *w, list *l, bool queued)
{
	u32 holder = atomic_load_explicit(w, memory_order_relaxed);
	bool signal = native_signal_pending(self, LS_INTERRUPTIBLE) && (queued || holder);
	bool taken = !signal && !holder && (!queued || native_list_at(l, 0) == self->slot);

	if (!signal && !taken)
		return WAIT;
	if (queued)
		native_list_del(self, l, self->slot);
	if (taken)
		atomic_store_explicit(w, self->slot, memory_order_relaxed);
	return taken ? TAKEN : INTERRUPTED;
}

u32 native_queue_lock(struct native_thread *self, _Atomic u32 *w, list *l)
{
	for (bool queued = false;; queued = true) {
		enum queue_turn turn;
		u32 next;

		guard_lock(self);
		turn = queue_turn(self, w, l, queued);
		if (turn == WAIT && !queued)
			native_list_add(self, l, self->slot);
		if (turn == WAIT && !self->run->gate)
			atomic_store(&self->state, LS_INTERRUPTIBLE);
		next = atomic_load_explicit(w, memory_order_relaxed) ? 0 : native_list_at(l, 0);
		guard_unlock(self);
		if (turn == INTERRUPTED && next)
			native_wake(self, next); /* it may have been woken itself: pass that on */
		if (turn != WAIT)
			return turn == TAKEN ? 0 : (u32)-EINTR;
		if (self->run->gate)
			self->run->gate->in_line(self); /* the machine has it poll */
		else if (native_signal_pending(self, LS_INTERRUPTIBLE))
			atomic_store(&self->state, LS_RUNNING);
		else
			sleep_on_state(self, false); /* the timer does not end this wait */
	}
}

void native_queue_unlock(struct native_thread *self, _Atomic u32 *w, list *l)
{
	u32 first;

	guard_lock(self);
	if (atomic_load_explicit(w, memory_order_relaxed) != self->slot)
		native_fail(self, "unlocked a lock that it does not hold");
	atomic_store_explicit(w, 0, memory_order_relaxed);
	first = native_list_at(l, 0);
	guard_unlock(self);
	if (first)
		native_wake(self, first);
}

/* --- clocks ------------------------------------------------------------------------------------------------ */

static void clock_start(_Atomic u64 *clock, u32 us)
{
	atomic_store_explicit(clock, native_now() + us * 1000ull, memory_order_relaxed);
}

static bool clock_passed(const _Atomic u64 *clock)
{
	u64 end = atomic_load_explicit(clock, memory_order_relaxed);

	return end && native_now() >= end;
}

void native_threshold_start(struct native_thread *self)
{
	clock_start(&self->threshold, self->run->config.threshold_us);
}

bool native_threshold_passed(struct native_thread *self, u32 tid)
{
	return tid >= 1 && tid <= self->run->n && clock_passed(&self->run->thread[tid].threshold);
}

void native_timeout_start(struct native_thread *self)
{
	clock_start(&self->timeout, self->run->config.timeout_us);
}

bool native_timeout_passed(const struct native_thread *self)
{
	return clock_passed(&self->timeout);
}

/* --- into the kernel and back ---------------------------------------------------------------------------------- */

/* User code of a killed thread never runs again; thread_main() does the rest. */
void native_die_if_killed(struct native_thread *self)
{
	if (atomic_load(&self->signal) == LS_FATAL_SIGNAL && !atomic_load(&self->in_kernel))
		longjmp(self->leave, NATIVE_KILLED);
}

void native_begin_exit(struct native_thread *self)
{
	native_hold(self, LS_HOLDS_NOTHING);
	atomic_store(&self->state, LS_RUNNING);
	atomic_store(&self->threshold, 0);
	atomic_store(&self->timeout, 0);
	self->preempt_off = 0;
	atomic_store(&self->exiting, true);
}

void native_enter_kernel(struct native_thread *self)
{
	if (!self->run->log) /* to the model who goes there is there at once: a trace must not have it die on the way */
		native_die_if_killed(self);
	atomic_store(&self->in_kernel, 1);
}

void native_leave_kernel(struct native_thread *self)
{
	atomic_store(&self->in_kernel, 0);
	native_die_if_killed(self);
	atomic_store(&self->signal, LS_NO_SIGNAL); /* its handler runs on the way back */
}
