/* SPDX-License-Identifier: MIT */
/* Forced schedules, the side that holds the gate: lets threads go, acts, waits until all is still. */
#define _GNU_SOURCE
#include "gate.h"

#include <fcntl.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "gate_thread.h"
#include "backend/native/native.h"

#define NEVER 0xffffffffu /* us: no clock strikes by itself */

u64 gate_patience = 10000000000ull;

/* --- is it asleep? ------------------------------------------------------------------------------- */

static bool read_proc(u32 host_tid, const char *name, char *text, u32 size)
{
	char path[64];
	ssize_t n;
	int fd;

	snprintf(path, sizeof path, "/proc/self/task/%u/%s", host_tid, name);
	fd = open(path, O_RDONLY | O_CLOEXEC);
	if (fd < 0)
		return false;
	n = read(fd, text, size - 1);
	close(fd);
	text[n > 0 ? n : 0] = 0;
	return n > 0;
}

/* By the kernel's account: state S, and where it tells, inside futex(2) on the task's state word. */
static bool sleeps_in_futex(const struct gate *g, u32 tid)
{
	u32 host = atomic_load(&g->thread[tid].host_tid);
	unsigned long address;
	char text[512], *end;
	long number;

	if (!read_proc(host, "stat", text, sizeof text))
		return false;
	end = strrchr(text, ')');
	if (!end || end[1] != ' ' || end[2] != 'S')
		return false;
	if (!read_proc(host, "syscall", text, sizeof text) || sscanf(text, "%ld 0x%lx", &number, &address) != 2)
		return strncmp(text, "running", 7) != 0; /* not told on every host: then S must do */
	return number == SYS_futex && address == (unsigned long)(uintptr_t)&g->run->thread[tid].state;
}

/* --- until all is still ---------------------------------------------------------------------------- */

static bool still(struct gate *g, u32 tid)
{
	struct gate_thread *t = &g->thread[tid];
	u32 phase = atomic_load(&t->phase);

	if (phase == GATE_PARKED || phase == GATE_ENDED)
		return true;
	if (phase == GATE_GOES || atomic_load(&g->run->thread[tid].state) == LS_RUNNING)
		return false;
	if (!t->confirmed && sleeps_in_futex(g, tid)) {
		t->confirmed = true;
		g->sleeps++;
	}
	return t->confirmed;
}

static bool all_still(struct gate *g, u32 *restless)
{
	for (*restless = 1; *restless <= g->started; (*restless)++)
		if (!still(g, *restless))
			return false;
	return true;
}

static bool settle(struct gate *g, char *why, u32 size)
{
	u64 until = native_now() + gate_patience;
	u32 tid;

	for (;;) {
		u32 changed = atomic_load(&g->changed);

		if (all_still(g, &tid))
			return true;
		if (native_now() > until)
			break;
		if (atomic_load(&g->thread[tid].phase) == GATE_SLEEPS &&
		    atomic_load(&g->run->thread[tid].state) != LS_RUNNING)
			sched_yield(); /* on its way into futex(2): nobody will tell */
		else
			native_futex_wait(&g->changed, changed, gate_patience / 100);
	}
	snprintf(why, size, "T%u %s", tid,
		 atomic_load(&g->thread[tid].phase) != GATE_SLEEPS ? "does not come to its next access"
		 : atomic_load(&g->run->thread[tid].state) == LS_RUNNING
		     ? "has been woken and still sleeps in futex(2)"
		     : "was to sleep in futex(2), and the kernel does not say that it does");
	return false;
}

static void let_go(struct gate *g, u32 tid)
{
	atomic_store(&g->thread[tid].phase, GATE_GOES);
	native_futex_wake(&g->thread[tid].phase, 1);
}

bool gate_step(struct gate *g, u32 tid, struct gate_seen *seen, char *why, u32 size)
{
	if (atomic_load(&g->thread[tid].phase) != GATE_PARKED) {
		snprintf(why, size, "T%u %s", tid,
			 atomic_load(&g->thread[tid].phase) == GATE_SLEEPS ? "sleeps" : "has ended");
		return false;
	}
	let_go(g, tid);
	if (!settle(g, why, size))
		return false;
	*seen = g->thread[tid].seen;
	return true;
}

/* --- the environment -------------------------------------------------------------------------------- */

static u32 clock_of(const _Atomic u64 *clock)
{
	u64 end = atomic_load(clock);

	return !end ? LS_CLOCK_OFF : end <= native_now() ? LS_CLOCK_PASSED : LS_CLOCK_ARMED;
}

static u32 task_field(const struct native_thread *t, u32 field)
{
	switch (field) {
	case LS_TASK_STATE:
		return atomic_load(&t->state);
	case LS_TASK_ON_CPU:
		return atomic_load(&t->on_cpu);
	case LS_TASK_NEED_RESCHED:
		return t->need_resched;
	case LS_TASK_THRESHOLD:
		return clock_of(&t->threshold);
	case LS_TASK_TIMEOUT:
		return clock_of(&t->timeout);
	default:
		return atomic_load(&t->signal);
	}
}

static void act(struct gate *g, u32 env, u32 tid)
{
	struct native_thread *t = &g->run->thread[tid];

	switch (env) {
	case LS_ENV_PREEMPT:
		t->need_resched = t->preempt_off != 0;
		if (!t->preempt_off)
			atomic_store(&t->on_cpu, 0);
		break;
	case LS_ENV_RUN:
		atomic_store(&t->on_cpu, 1);
		break;
	case LS_ENV_THRESHOLD:
		atomic_store(&t->threshold, 1);
		break;
	case LS_ENV_TIMEOUT:
		native_strike_timeout(t);
		break;
	case LS_ENV_SIGNAL:
		native_send_signal(t, LS_SIGNAL);
		break;
	case LS_ENV_KILL:
		native_send_signal(t, LS_FATAL_SIGNAL);
		if (!atomic_load(&t->in_kernel))
			let_go(g, tid); /* to its exit: no access of user code follows */
		break;
	case LS_ENV_WAKE:
		native_wake_for_nothing(t);
		break;
	default:
		break;
	}
}

bool gate_act(struct gate *g, u32 env, u32 tid, struct gate_seen *seen, char *why, u32 size)
{
	static const u8 fields[LS_ENV_KINDS] = {0,
						LS_TASK_ON_CPU,
						LS_TASK_ON_CPU,
						LS_TASK_THRESHOLD,
						LS_TASK_TIMEOUT,
						LS_TASK_SIGNAL,
						LS_TASK_SIGNAL,
						LS_TASK_STATE};
	static const u8 ops[LS_ENV_KINDS] = {
	    0, LS_OP_PREEMPT, LS_OP_RUN, LS_OP_THRESHOLD, LS_OP_TIMEOUT, LS_OP_SIGNAL, LS_OP_KILL, LS_OP_STRAY_WAKE};
	struct native_thread *t = &g->run->thread[tid];
	u32 field = env == LS_ENV_PREEMPT && t->preempt_off ? LS_TASK_NEED_RESCHED : fields[env];

	*seen = (struct gate_seen){.op = ops[env], .word = (u16)LS_TASK_WORD(tid, field), .ok = 1, .target = (u8)tid};
	seen->before = task_field(t, field);
	act(g, env, tid);
	seen->after = task_field(t, field);
	seen->done = true;
	return settle(g, why, size);
}

/* --- looking ------------------------------------------------------------------------------------------ */

void gate_task(const struct gate *g, u32 tid, struct gate_task *out)
{
	const struct native_thread *n = &g->run->thread[tid];
	const struct gate_thread *t = &g->thread[tid];

	*out = (struct gate_task){
	    .phase = atomic_load(&t->phase),
	    .woken = t->woken,
	    .proc = t->aim.place ? t->aim.place->proc : "",
	    .line = t->aim.place ? t->aim.place->line : 0,
	    .locals = t->aim.locals,
	    .locals_size = t->aim.locals_size,
	    .state = atomic_load(&n->state),
	    .on_cpu = atomic_load(&n->on_cpu),
	    .need_resched = n->need_resched,
	    .preempt_off = n->preempt_off,
	    .in_kernel = atomic_load(&n->in_kernel),
	    .signal = atomic_load(&n->signal),
	    .has = t->has,
	    .threshold = clock_of(&n->threshold),
	    .timeout = clock_of(&n->timeout),
	};
}

u32 gate_word(const struct gate *g, u32 index)
{
	return atomic_load(&((const word *)(const void *)g->run->mem)[index].v);
}

const char *gate_complaint(struct gate *g, bool *crowd)
{
	const char *reason = atomic_load(&g->run->reason);

	*crowd = reason && strncmp(reason, "mutual exclusion", 16) == 0;
	if (!*crowd)
		return reason;
	atomic_store(&g->run->reason, NULL); /* room for another */
	return NULL;
}

u32 gate_sleeps(const struct gate *g)
{
	return g->sleeps;
}

/* --- from beginning to end ------------------------------------------------------------------------------ */

struct gate *gate_open(const struct ls_config *c, char *why, u32 size)
{
	struct native_config config = {.lock = c->lock,
				       .variant = c->variant,
				       .n = c->n,
				       .switches = c->switches,
				       .kernel_text = true,
				       .timeout_us = NEVER,
				       .threshold_us = NEVER,
				       .slice_us = NEVER};
	struct gate *g = calloc(1, sizeof *g);

	memcpy(config.role, c->role, sizeof config.role);
	if (!g || !(g->run = native_new_run(&config))) {
		free(g);
		snprintf(why, size, "bad configuration, or out of memory");
		return NULL;
	}
	g->hooks = (struct native_gate){gate_hook_sleeps, gate_hook_woken, gate_hook_in_line};
	g->run->gate = &g->hooks;
	g->rounds = c->rounds;
	while (g->started < c->n) {
		u32 tid = g->started + 1;

		atomic_store(&g->thread[tid].phase, GATE_GOES);
		if (pthread_create(&g->pthread[tid], NULL, gate_thread_main, &g->run->thread[tid]) != 0)
			break;
		g->started++;
	}
	if (g->started == c->n && settle(g, why, size))
		return g;
	if (g->started < c->n)
		snprintf(why, size, "could not start all threads");
	gate_close(g);
	return NULL;
}

/* A thread that has not ended leaves where it stands. A thread that cannot be reached keeps its memory. */
void gate_close(struct gate *g)
{
	struct timespec until;
	bool joined = true;

	atomic_fetch_or(&g->run->attention, ATTENTION_ABANDON);
	for (u32 tid = 1; tid <= g->started; tid++)
		if (atomic_load(&g->thread[tid].phase) == GATE_SLEEPS)
			native_futex_wake(&g->run->thread[tid].state, 1);
		else if (atomic_load(&g->thread[tid].phase) == GATE_PARKED)
			let_go(g, tid);
	clock_gettime(CLOCK_REALTIME, &until);
	until.tv_sec += 5;
	for (u32 tid = 1; tid <= g->started; tid++)
		joined &= pthread_timedjoin_np(g->pthread[tid], NULL, &until) == 0;
	if (!joined)
		return;
	native_free_run(g->run);
	free(g);
}
