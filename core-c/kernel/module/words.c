// SPDX-License-Identifier: MIT
/* The words of the kernel backend that are more than one access. */
#include <linux/delay.h>
#include <linux/kthread.h>

#include "backend/kernel/kernel.h"

void lk_fail(struct lk_thread *self, const char *reason)
{
	if (cmpxchg(&self->run->reason, NULL, reason) == NULL)
		self->run->failed_by = self->slot;
}

/*
 * Waits until another thread, any, has made some accesses more, mostly few, so that orders come up for which time alone
 * is too even. Not for one that is off its CPU. Not for longer than
 * STALL_LOOKS either, many for an emulated CPU that must first get a real one: the other may be spinning until this
 * one moves, and then it is not waited for again before it has moved.
 */
static void stall(struct lk_thread *self)
{
	enum { DOUBLINGS = 7, STALL_LOOKS = 10000, RATES = 7 };
	const struct lk_run *run = self->run;
	u32 until, slot, from;

	/* each thread by itself is even for a while, then slow */
	if (self->accesses % run->stalls == 0)
		self->stall_rate = next_random(&self->random) % RATES;
	if (run->n < 2 || !self->stall_rate || next_random(&self->random) % (1u << self->stall_rate))
		return;
	until = 1 + next_random(&self->random) % (1u << next_random(&self->random) % DOUBLINGS);
	slot = (self->slot + next_random(&self->random) % (run->n - 1)) % run->n + 1;
	from = READ_ONCE(run->thread[slot].accesses);
	if (self->vain_slot == slot && self->vain_at == from)
		return;
	for (u32 i = 0; i < STALL_LOOKS; i++) {
		if (READ_ONCE(run->thread[slot].accesses) - from >= until || !READ_ONCE(run->thread[slot].task->on_cpu))
			return;
		cpu_relax();
	}
	self->vain_slot = slot;
	self->vain_at = READ_ONCE(run->thread[slot].accesses);
}

u64 lk_begin(struct lk_thread *self)
{
	WRITE_ONCE(self->accesses, self->accesses + 1);
	if (self->run->stalls)
		stall(self);
	if (self->run->jitter)
		lose_time(&self->random, self->run->jitter);
	return lk_clock(self);
}

/* Spinners would fill a log with looks that see nothing new. */
void lk_relax(const struct lk_thread *self)
{
	if (unlikely(self->log))
		ndelay(self->run->poll_ns);
	cpu_relax();
}

/* --- spin locks and lists ------------------------------------------------------ */

static bool spin_free(word *w, u32 slot)
{
	return READ_ONCE(w->v) == 0 && cmpxchg_acquire(&w->v, 0, slot) == 0;
}

u64 lk_spin_lock(struct lk_thread *self, word *w)
{
	u64 begin = lk_clock(self);

	while (!spin_free(w, self->slot)) {
		cpu_relax();
		begin = lk_clock(self);
	}
	return begin;
}

bool lk_spin_trylock(struct lk_thread *self, word *w)
{
	return spin_free(w, self->slot);
}

void lk_spin_unlock(struct lk_thread *self, word *w)
{
	if (READ_ONCE(w->v) != self->slot)
		lk_fail(self, "unlocked a lock that it does not hold");
	smp_store_release(&w->v, 0);
}

static u32 list_find(const list *l, u32 tid)
{
	u32 i = 0;

	while (i < LS_MAX_THREADS && READ_ONCE(l->t[i]) && READ_ONCE(l->t[i]) != tid)
		i++;
	return i;
}

void lk_list_add(struct lk_thread *self, list *l, u32 tid)
{
	u32 i = list_find(l, tid);

	if (tid < 1 || tid > self->run->n)
		lk_fail(self, "used a node or a task that does not exist");
	else if (i == LS_MAX_THREADS || READ_ONCE(l->t[i]))
		lk_fail(self, "put a thread on a list twice");
	else
		WRITE_ONCE(l->t[i], (u8)tid);
}

void lk_list_del(struct lk_thread *self, list *l, u32 tid)
{
	u32 i = list_find(l, tid);

	if (!tid || i == LS_MAX_THREADS || !READ_ONCE(l->t[i])) {
		lk_fail(self, "removed a thread from a list that it was not on");
		return;
	}
	for (; i + 1 < LS_MAX_THREADS; i++)
		WRITE_ONCE(l->t[i], READ_ONCE(l->t[i + 1]));
	WRITE_ONCE(l->t[LS_MAX_THREADS - 1], 0);
}

u32 lk_list_first(const list *l)
{
	return READ_ONCE(l->t[0]);
}

u32 lk_list_count(const list *l)
{
	return list_find(l, 0);
}

u32 lk_list_has(const list *l, u32 tid)
{
	u32 i = list_find(l, tid);

	return tid && i < LS_MAX_THREADS && READ_ONCE(l->t[i]) == tid;
}

u32 lk_list_next(struct lk_thread *self, const list *l, u32 tid)
{
	u32 i = list_find(l, tid);

	if (!lk_list_has(l, tid))
		lk_fail(self, "looked behind a thread that is not on the list");
	return i + 1 < LS_MAX_THREADS ? READ_ONCE(l->t[i + 1]) : 0;
}

/* --- tasks -------------------------------------------------------------------------- */

static struct lk_thread *thread_named(struct lk_thread *self, u32 tid)
{
	if (tid >= 1 && tid <= self->run->n)
		return &self->run->thread[tid];
	lk_fail(self, "used a node or a task that does not exist");
	return self;
}

u32 lk_on_cpu(struct lk_thread *self, u32 tid)
{
	return READ_ONCE(thread_named(self, tid)->task->on_cpu);
}

static unsigned int kernel_state(u32 state)
{
	switch (state) {
	case LS_INTERRUPTIBLE:
		return TASK_INTERRUPTIBLE;
	case LS_UNINTERRUPTIBLE:
		return TASK_UNINTERRUPTIBLE;
	case LS_KILLABLE:
		return TASK_KILLABLE;
	}
	return TASK_RUNNING;
}

void lk_set_state(u32 state)
{
	set_current_state(kernel_state(state));
}

void lk_store_state(u32 state)
{
	__set_current_state(kernel_state(state));
}

void lk_schedule(struct lk_thread *self)
{
	if (READ_ONCE(current->__state) != TASK_RUNNING)
		self->sleeps++;
	schedule();
}

u32 lk_wake(struct lk_thread *self, u32 tid)
{
	u32 woken = (u32)wake_up_process(thread_named(self, tid)->task);

	self->wakes += woken;
	return woken;
}

bool lk_signal_pending(struct lk_thread *self, u32 state)
{
	bool pending = signal_pending_state(kernel_state(state), current);

	self->signalled += pending;
	return pending;
}

bool lk_threshold_passed(struct lk_thread *self, u32 tid)
{
	return lk_clock_passed(READ_ONCE(thread_named(self, tid)->threshold));
}

/* --- the checks ------------------------------------------------------------------------ */

static u32 weight(u32 holds)
{
	return holds == LS_HOLDS_WRITE ? LK_WRITER : holds == LS_HOLDS_READ;
}

/* Relaxed: the lock, not this word, must order what the holders do. */
void lk_hold(struct lk_thread *self, u32 holds)
{
	u32 change = weight(holds) - weight(self->holds);
	u32 inside = change + (u32)atomic_fetch_add_relaxed((int)change, &self->run->inside);

	if (holds == LS_HOLDS_WRITE && inside != LK_WRITER)
		lk_fail(self, inside % LK_WRITER ? "mutual exclusion: a writer is in together with a reader"
						 : "mutual exclusion: two writers are in");
	if (holds == LS_HOLDS_READ && inside >= LK_WRITER)
		lk_fail(self, "mutual exclusion: a reader is in together with a writer");
	if (holds && !self->holds)
		(*(holds == LS_HOLDS_WRITE ? &self->writes : &self->reads))++;
	self->holds = holds;
}

static enum hrtimer_restart nap_over(struct hrtimer *timer)
{
	kthread_unpark(container_of(timer, struct lk_thread, nap)->task);
	return HRTIMER_NORESTART;
}

/*
 * Off its CPU for a while, but parked: a wake-up by the lock's text that comes late, or a
 * signal, finds the task not asleep and does not end the nap.
 */
static void nap(struct lk_thread *self)
{
	hrtimer_init(&self->nap, CLOCK_MONOTONIC, HRTIMER_MODE_REL);
	self->nap.function = nap_over;
	kthread_park(current);
	hrtimer_start(&self->nap, ns_to_ktime((20 + next_random(&self->random) % 100) * NSEC_PER_USEC),
		      HRTIMER_MODE_REL);
	kthread_parkme();
	hrtimer_cancel(&self->nap);
}

/*
 * The holder stays for a while, and sleeps now and then: the others see an owner off its CPU. Where its
 * text keeps preemption off, as at the head of a spinner queue, it may not sleep.
 */
static void stay(struct lk_thread *self)
{
	u32 every = self->run->nap_every;

	if (every && !self->pinned && next_random(&self->random) % every == 0)
		nap(self);
	else if (self->run->hold_ns)
		ndelay(self->run->hold_ns);
}

void lk_critical(struct lk_thread *self)
{
	volatile u64 *counter = &self->run->counter;
	u64 before = *counter;

	stay(self);
	if (self->holds == LS_HOLDS_WRITE) {
		*counter = before + 1;
		self->criticals++;
	} else if (self->holds != LS_HOLDS_READ) {
		lk_fail(self, "entered the critical section without the lock");
	} else if (*counter != before) {
		lk_fail(self, "mutual exclusion: the counter changed under a reader");
	}
}
