/* SPDX-License-Identifier: MIT */
#include "tasks.h"

struct task_struct own_task[OWN_THREADS + 1];
uint32_t own_wake_q[OWN_THREADS + 1];
static unsigned state[OWN_THREADS + 1], set[OWN_THREADS + 1]; /* and what the task itself has set last */
static struct list_head *looked[OWN_THREADS + 1];             /* at whose first, since the last step */

uint32_t own_task_number(const void *task)
{
	uintptr_t at = (uintptr_t)task, first = (uintptr_t)own_task;

	return at >= first && at < first + sizeof own_task ? (uint32_t)((at - first) / sizeof own_task[0]) : 0;
}

static uint32_t begin(void)
{
	uint32_t me = own_running();

	looked[me] = NULL;
	own_give_way();
	return me;
}

static void say(u8 kind, unsigned long about, unsigned long result)
{
	own_note((struct own_access){.kind = kind, .before = about, .after = result});
}

void own_set_state(unsigned to)
{
	uint32_t me = begin();

	state[me] = set[me] = to;
	say(OWN_STATE, 0, to);
}

bool own_signal_pending(unsigned in)
{
	return in == TASK_KILLABLE && own_is_killed(own_running());
}

void own_killed(uint32_t tid)
{
	if (state[tid] == TASK_KILLABLE)
		state[tid] = TASK_RUNNING;
}

bool own_waits(uint32_t tid)
{
	return set[tid] != TASK_RUNNING;
}

void own_wake(uint32_t tid)
{
	begin();
	say(OWN_WAKE, tid, state[tid] != TASK_RUNNING);
	state[tid] = TASK_RUNNING;
}

void own_schedule(void)
{
	uint32_t me = begin();

	if (state[me] == TASK_RUNNING || own_signal_pending(state[me])) {
		state[me] = TASK_RUNNING;
		say(OWN_NO_SLEEP, 0, 0);
		return;
	}
	say(OWN_SLEEP, 0, 0);
	own_give_way(); /* until it is on a CPU again */
	say(state[me] == TASK_RUNNING ? OWN_AWAKE : OWN_SLEEP, 0, 0);
}

bool own_on_cpu(uint32_t tid)
{
	bool is;

	begin();
	is = own_is_on_cpu(tid);
	say(OWN_ON_CPU, tid, is);
	return is;
}

void own_spin_lock(raw_spinlock_t *lock)
{
	uint32_t me = begin();

	for (; lock->holder; own_give_way())
		say(OWN_SPIN_LOCK, 0, 0);
	lock->holder = me;
	say(OWN_SPIN_LOCK, 0, 1);
}

void own_spin_unlock(raw_spinlock_t *lock)
{
	begin();
	lock->holder = 0;
	say(OWN_SPIN_UNLOCK, 0, 0);
}

/* --- lists ------------------------------------------------------------------------------- */

void list_add_tail(struct list_head *entry, struct list_head *list)
{
	uint32_t me = begin();

	entry->prev = list->prev;
	entry->next = list;
	list->prev->next = entry;
	list->prev = entry;
	say(OWN_LIST_ADD, me, 0);
}

static void unlink_from(struct list_head *entry)
{
	begin();
	entry->prev->next = entry->next;
	entry->next->prev = entry->prev;
	say(OWN_LIST_DEL, own_waiter(entry), 0);
}

void list_del(struct list_head *entry)
{
	unlink_from(entry);
}

void list_move_tail(struct list_head *entry, struct list_head *mine)
{
	struct list_head *at = mine;

	unlink_from(entry);
	while (at->prev != mine && own_waiter(at->prev) > own_waiter(entry))
		at = at->prev;
	entry->prev = at->prev;
	entry->next = at;
	at->prev->next = entry;
	at->prev = entry;
}

struct list_head *own_list_next(struct list_head *list, struct list_head *entry)
{
	if (entry == list || own_stack_of((uintptr_t)list))
		return entry->next;
	begin();
	say(OWN_LIST_NEXT, entry->next == list ? 0 : own_waiter(entry->next), 0);
	return entry->next;
}

static void look(struct list_head *list)
{
	uint32_t me = begin();

	say(OWN_LIST_FIRST, list->next == list ? 0 : own_waiter(list->next), 0);
	looked[me] = list;
}

bool list_is_singular(struct list_head *list)
{
	look(list);
	return list->next != list && list->next == list->prev;
}

bool list_empty(struct list_head *list)
{
	look(list);
	return list->next == list;
}

struct list_head *own_list_first(struct list_head *list)
{
	if (looked[own_running()] != list || own_text.looks_each_time)
		look(list);
	looked[own_running()] = NULL;
	return list->next;
}

/* --- wake lists ----------------------------------------------------------------------------- */

void wake_q_add(struct wake_q_head *q, struct task_struct *task)
{
	uint32_t me = own_running(), tid = own_task_number(task);

	looked[me] = NULL;
	own_ordered(OWN_FULL); /* smp_mb__before_atomic(); cmpxchg_relaxed() */
	if (own_cmpxchg(&own_wake_q[tid], 0, me, sizeof own_wake_q[tid]) == 0)
		q->tasks |= 1u << tid;
}

void wake_up_q(struct wake_q_head *q)
{
	for (uint32_t tid = 1; tid <= OWN_THREADS; tid++)
		if (q->tasks >> tid & 1) {
			looked[own_running()] = NULL;
			own_store(&own_wake_q[tid], 0, sizeof own_wake_q[tid]);
			own_wake(tid);
		}
}

void own_fresh_tasks(void)
{
	for (uint32_t tid = 0; tid <= OWN_THREADS; tid++) {
		state[tid] = set[tid] = TASK_RUNNING;
		own_wake_q[tid] = 0;
		looked[tid] = NULL;
	}
}
