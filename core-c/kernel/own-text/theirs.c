/* SPDX-License-Identifier: MIT */
/* The published text, one coroutine a thread: each access gives way before it is made. */
#include <string.h>
#include <ucontext.h>

#include "pair.h"

enum { STACK = 65536 };

struct theirs theirs;

static ucontext_t scheduler, thread[OWN_THREADS + 1];
static char stack[OWN_THREADS + 1][STACK];
static u64 taken;
static u32 running;
static u8 ordered[OWN_THREADS + 1]; /* of each thread's next */
static bool fenced[OWN_THREADS + 1];
static bool store_fenced[OWN_THREADS + 1]; /* until its next store or exchange */
static long result[OWN_THREADS + 1];       /* of its last call */

u32 own_running(void)
{
	return running;
}

bool own_resched_of(u32 tid)
{
	return theirs.resched[tid] || (own_text.sleeps && ours.m.thread[tid - 1].need_resched);
}

void own_give_way(void)
{
	u32 me = running;

	if (!me) /* a fresh lock is being set up */
		return;
	running = 0;
	swapcontext(&thread[me], &scheduler);
}

void own_ordered(enum own_order of_next)
{
	ordered[running] = (u8)of_next;
}

void own_fence(void)
{
	fenced[running] = true;
}

void own_store_fence(void)
{
	store_fenced[running] = true;
}

static u8 order_of(u8 kind)
{
	bool stores = kind == OWN_STORE || kind == OWN_XCHG;
	u8 order = fenced[running]                                                      ? OWN_FULL
		   : stores && store_fenced[running] && ordered[running] == OWN_RELAXED ? OWN_WMB
											: ordered[running];

	if (stores)
		store_fenced[running] = false;
	return order;
}

void own_note(struct own_access access)
{
	theirs.access = access;
	theirs.order = order_of(access.kind);
	ordered[running] = OWN_RELAXED;
	fenced[running] = false;
}

long own_futex(enum own_kind kind, const volatile void *at, unsigned long value, bool limited)
{
	u32 me = running;

	own_give_way();
	own_note((struct own_access){.kind = (u8)kind, .at = at, .size = 4, .before = value, .after = limited});
	own_give_way();
	return result[me];
}

void own_work(void)
{
	own_give_way();
	own_note((struct own_access){.kind = OWN_WORK});
}

uint64_t own_steps(void)
{
	return taken;
}

void step_theirs(u32 t)
{
	taken++;
	running = t;
	swapcontext(&scheduler, &thread[t]);
	if (theirs.access.plain && theirs.access.kind == OWN_STORE) { /* made since it was announced */
		theirs.access.after = 0;
		memcpy(&theirs.access.after, (const void *)theirs.access.at, theirs.access.size);
	}
}

static void thread_main(void)
{
	u32 me = running;

	for (;;) {
		own_text.round(me, theirs.role[me]);
		theirs.resched[me] = false;
	}
}

void start_theirs(u32 n)
{
	own_text.reset();
	taken++;
	for (u32 t = 1; t <= n; t++) {
		getcontext(&thread[t]);
		thread[t].uc_stack = (stack_t){.ss_sp = stack[t], .ss_size = STACK};
		thread[t].uc_link = NULL;
		makecontext(&thread[t], thread_main, 0);
		theirs.resched[t] = false;
		ordered[t] = OWN_RELAXED;
		fenced[t] = store_fenced[t] = false;
		running = t;
		swapcontext(&scheduler, &thread[t]);
	}
}

void return_to_theirs(u32 t, long value)
{
	result[t] = value;
	running = t;
	swapcontext(&scheduler, &thread[t]);
}

uint32_t own_stack_of(uintptr_t at)
{
	uintptr_t first = (uintptr_t)stack;

	return at >= first && at < first + sizeof stack ? (u32)((at - first) / STACK) : 0;
}
