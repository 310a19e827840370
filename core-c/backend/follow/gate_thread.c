/* SPDX-License-Identifier: MIT */
/* Forced schedules, the side of the threads: they stop before each access and tell what it did. */
#define _GNU_SOURCE
#include "gate_thread.h"

#include <sys/syscall.h>
#include <unistd.h>

#include "registry.h"
#include "backend/native/native.h"

#define DECLARE(lock, proc) extern const struct native_text proc##_gated_text;
LS_EACH_WORKER(DECLARE)
LS_EACH_EXIT(DECLARE)
#define ROW(lock, proc) [LS_LOCK_##lock] = &proc##_gated_text,
static const struct native_text *const workers[LS_LOCKS] = {LS_EACH_WORKER(ROW)};
static const struct native_text *const exits[LS_LOCKS] = {LS_EACH_EXIT(ROW)};

static struct gate *gate_of(const struct native_thread *self)
{
	return (struct gate *)(uintptr_t)self->run->gate;
}

static struct gate_thread *own(const struct native_thread *self)
{
	return &gate_of(self)->thread[self->slot];
}

/* --- reading what an access touches --------------------------------------------------------- */

static bool in_memory(const struct native_run *run, uintptr_t p)
{
	return p >= (uintptr_t)run->mem && p < (uintptr_t)run->mem_end;
}

static bool is_task(const struct native_run *run, uintptr_t tid)
{
	return tid >= 1 && tid <= run->n;
}

u32 gate_read(const struct native_run *run, const struct gate_aim *aim)
{
	switch (aim->of) {
	case GATE_WORD:
		return in_memory(run, aim->what) ? atomic_load(&((const word *)aim->what)->v) : 0;
	case GATE_LIST:
		return in_memory(run, aim->what) ? native_list_count((const list *)aim->what) : 0;
	case GATE_STATE:
		return is_task(run, aim->what) ? atomic_load(&run->thread[aim->what].state) : 0;
	case GATE_ON_CPU:
		return is_task(run, aim->what) ? atomic_load(&run->thread[aim->what].on_cpu) : 0;
	default:
		return 0;
	}
}

static u16 word_of(const struct native_run *run, const struct gate_aim *aim)
{
	switch (aim->of) {
	case GATE_WORD:
	case GATE_LIST:
		return in_memory(run, aim->what) ? (u16)((aim->what - (uintptr_t)run->mem) / 4) : LS_NO_WORD;
	case GATE_STATE:
		return (u16)LS_TASK_WORD(aim->what, LS_TASK_STATE);
	case GATE_ON_CPU:
		return (u16)LS_TASK_WORD(aim->what, LS_TASK_ON_CPU);
	default:
		return LS_NO_WORD;
	}
}

/* --- the gate --------------------------------------------------------------------------------- */

static void enter_phase(struct native_thread *self, enum gate_phase phase)
{
	struct gate *g = gate_of(self);

	atomic_store(&own(self)->phase, phase);
	atomic_fetch_add(&g->changed, 1);
	native_futex_wake(&g->changed, 1);
}

/* Stands still until it is let go; then notes what the coming access finds. */
static void park(struct native_thread *self)
{
	struct gate_thread *t = own(self);
	bool other = t->aim.op == LS_OP_WAKE || t->aim.op == LS_OP_ON_CPU;

	enter_phase(self, GATE_PARKED);
	while (atomic_load(&t->phase) == GATE_PARKED && !native_abandoned(self->run))
		native_futex_wait(&t->phase, GATE_PARKED, 3600000000000ull);
	if (native_abandoned(self->run))
		native_leave(self);
	native_die_if_killed(self);
	t->seen = (struct gate_seen){
	    .proc = t->aim.place->proc,
	    .line = t->aim.place->line,
	    .op = t->aim.op,
	    .word = word_of(self->run, &t->aim),
	    .target = other ? (u8)t->aim.what : 0,
	    .before = gate_read(self->run, &t->aim),
	};
}

void gate_at(struct native_thread *self, struct gate_aim aim)
{
	atomic_store_explicit(&self->place, aim.place, memory_order_relaxed);
	own(self)->aim = aim;
	park(self);
}

void gate_did(struct native_thread *self, bool done)
{
	struct gate_thread *t = own(self);

	t->seen.ok = done;
	t->seen.after = gate_read(self->run, &t->aim);
	t->seen.done = true;
}

void gate_got(struct native_thread *self, u32 value, bool done)
{
	own(self)->seen.got = value;
	own(self)->seen.has_got = true;
	gate_did(self, done);
}

void gate_found(struct native_thread *self, u32 tid)
{
	own(self)->seen.target = (u8)tid;
	gate_did(self, true);
}

void gate_has(struct native_thread *self, u32 holds)
{
	own(self)->has = holds;
}

void gate_must_have(struct native_thread *self, u32 holds)
{
	if (own(self)->has != holds)
		native_fail(self, "works under a lock that the text has not taken");
}

/* The step ends here: the next one is the waking up. */
void gate_hook_sleeps(struct native_thread *self)
{
	struct gate_thread *t = own(self);

	if (!t->seen.done)
		gate_did(self, true);
	t->seen.op = LS_OP_SLEEP;
	t->confirmed = false;
	enter_phase(self, GATE_SLEEPS);
}

void gate_hook_woken(struct native_thread *self)
{
	struct gate_thread *t = own(self);

	t->aim.op = LS_OP_AWAKE;
	t->woken = true;
	park(self);
	t->woken = false;
}

void gate_hook_in_line(struct native_thread *self)
{
	gate_did(self, false);
	park(self);
}

/* --- a thread's life ---------------------------------------------------------------------------- */

/* A killed thread runs the exit text of its lock and is gone. */
static void die(struct native_thread *self)
{
	const struct native_text *exit = exits[self->run->config.lock];

	native_begin_exit(self);
	gate_has(self, LS_HOLDS_NOTHING);
	atomic_store(&self->in_kernel, 1);
	if (exit)
		exit->start(self, self->slot, 0);
}

void *gate_thread_main(void *native_thread)
{
	struct native_thread *self = native_thread;
	int why = setjmp(self->leave);

	if (why == 0) {
		atomic_store(&own(self)->host_tid, (u32)syscall(SYS_gettid));
		workers[self->run->config.lock]->start(self, self->slot, gate_of(self)->rounds);
	} else if (why == NATIVE_KILLED) {
		die(self);
	}
	atomic_store(&self->on_cpu, 0);
	enter_phase(self, GATE_ENDED);
	return NULL;
}
