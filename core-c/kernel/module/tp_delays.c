// SPDX-License-Identifier: MIT
/*
 * Waits between the accesses of FUTEX_LOCK and FUTEX_UNLOCK, so that orders come up for which time alone is too even: a
 * probe at each trace event of the patch (0002), which is where such an access is told. The recorder's own probe stands
 * before or behind this one, so that a wait lies within what the events say of their time.
 *
 *   insmod tp_delays.ko spell=N	spells of so many accesses; in most, one in 2 to one in 64 waits
 *
 * What a probe gets of its event it does not look at, so that one does for all of them.
 */
#include <linux/hash.h>
#include <linux/module.h>
#include <linux/sched.h>
#include <linux/string.h>
#include <linux/tracepoint.h>

#include "backend/kernel/ticks.h"

enum {
	TURNS_LOG = 6,
	RATES = 7,
	DOUBLINGS = 5,
	LOOKS = 4000, /* at the most: with a spin lock held, and with preemption or interrupts off */
};

static uint spell = 100;
module_param(spell, uint, 0444);
MODULE_PARM_DESC(spell, "spells of so many accesses of a task; in most, some wait for other tasks");

/* Of a task. Two whose ids meet here share one: that makes neither wrong. */
struct turn {
	u32 random, accesses, rate;
	u32 vain_all, vain_own; /* when it last waited for nobody */
};
static struct turn turns[1 << TURNS_LOG];
static atomic_t all = ATOMIC_INIT(0);

/* Until other tasks have made some accesses more, mostly few. */
static void wait_for_others(struct turn *turn)
{
	u32 from = atomic_read(&all),
	    until = 1 + next_random(&turn->random) % (1u << next_random(&turn->random) % DOUBLINGS);

	if (from - turn->vain_all == turn->accesses - turn->vain_own)
		return; /* nobody else has moved since */
	for (u32 i = 0; i < LOOKS; i++) {
		if ((u32)atomic_read(&all) - from >= until)
			return;
		cpu_relax();
	}
	turn->vain_all = atomic_read(&all);
	turn->vain_own = turn->accesses;
}

static void at_access(void *data)
{
	struct turn *turn = &turns[hash_32(current->pid, TURNS_LOG)];

	atomic_inc(&all);
	if (turn->accesses++ % spell == 0)
		turn->rate = next_random(&turn->random) % RATES;
	if (turn->rate && next_random(&turn->random) % (1u << turn->rate) == 0)
		wait_for_others(turn);
}

static void attach(struct tracepoint *tp, void *attached)
{
	if (strncmp(tp->name, "futex_tp_", 9) == 0 && tracepoint_probe_register(tp, at_access, NULL) == 0)
		++*(int *)attached;
}

static void detach(struct tracepoint *tp, void *unused)
{
	if (strncmp(tp->name, "futex_tp_", 9) == 0)
		tracepoint_probe_unregister(tp, at_access, NULL);
}

static int __init tp_delays_init(void)
{
	int attached = 0;

	if (!spell)
		return -EINVAL;
	for (u32 i = 0; i < ARRAY_SIZE(turns); i++)
		turns[i].random = i * 2654435761u;
	for_each_kernel_tracepoint(attach, &attached);
	return attached ? 0 : -ENOENT;
}

static void __exit tp_delays_exit(void)
{
	for_each_kernel_tracepoint(detach, NULL);
	tracepoint_synchronize_unregister();
}

module_init(tp_delays_init);
module_exit(tp_delays_exit);
MODULE_DESCRIPTION("Waits between the accesses of TP futexes");
MODULE_LICENSE("Dual MIT/GPL");
