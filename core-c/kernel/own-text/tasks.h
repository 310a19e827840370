/* SPDX-License-Identifier: MIT */
/*
 * What a lock that sleeps includes beside shim.h: tasks, their states, wait lists under a raw spin lock, wake lists. Each
 * call is one step, as it is in our texts: what happens inside a list is seen by nobody who does not hold its lock.
 */
#ifndef LOCKSTEP_OWN_TEXT_TASKS_H
#define LOCKSTEP_OWN_TEXT_TASKS_H

#include "shim.h"
#include "side.h"

#define CONFIG_MUTEX_SPIN_ON_OWNER 1
#define __sched
#undef noinline
#define noinline __attribute__((noinline))
#define _RET_IP_ 0ul
#define ATOMIC_LONG_INIT(v) { v }
#define container_of(p, type, member) ((type *)((char *)(p) - offsetof(type, member)))

struct task_struct { char name[64]; } __attribute__((aligned(64)));
struct lock_class_key { char none; };
struct lockdep_map;
extern struct task_struct own_task[OWN_THREADS + 1];
uint32_t own_task_number(const void *task);
#define current (&own_task[own_running()])

/* Of the lock: whose waiter that is, by its place in a list. */
uint32_t own_waiter(const void *place);
/* All tasks run and stand on no wake list. */
void own_fresh_tasks(void);

/* --- states ------------------------------------------------------------------------------ */

enum { TASK_RUNNING, TASK_INTERRUPTIBLE, TASK_UNINTERRUPTIBLE, TASK_KILLABLE };
void own_set_state(unsigned state);
void own_schedule(void);
void own_wake(uint32_t tid);
bool own_on_cpu(uint32_t tid);
#define set_current_state(state) own_set_state(state)
#define __set_current_state(state) own_set_state(state)
#define schedule_preempt_disabled() own_schedule()
#define owner_on_cpu(task) own_on_cpu(own_task_number(task))
bool own_signal_pending(unsigned state);
void own_killed(uint32_t tid);
/* Its task has set a state to sleep in, and not RUNNING since. */
bool own_waits(uint32_t tid);
#define signal_pending_state(state, task) own_signal_pending(state)
#define preempt_disable() ((void)0)
#define preempt_enable() ((void)0)
#define io_schedule_prepare() 0
#define io_schedule_finish(token) ((void)(token))

/* --- the lock of a wait list ----------------------------------------------------------------- */

typedef struct { uint32_t holder; } raw_spinlock_t;
void own_spin_lock(raw_spinlock_t *lock);
void own_spin_unlock(raw_spinlock_t *lock);
#define raw_spin_lock_init(lock) ((lock)->holder = 0)
#define raw_spin_lock(lock) own_spin_lock(lock)
#define raw_spin_unlock(lock) own_spin_unlock(lock)
#define raw_spin_lock_irq(lock) own_spin_lock(lock)
#define raw_spin_unlock_irq(lock) own_spin_unlock(lock)
#define raw_spin_lock_irqsave(lock, flags) ((flags) = 0, own_spin_lock(lock))
#define raw_spin_unlock_irqrestore(lock, flags) ((void)(flags), own_spin_unlock(lock))

/* --- lists of waiters, which begin with their place in the list ---------------------------------- */

struct list_head { struct list_head *next, *prev; };
#define INIT_LIST_HEAD(l) ((void)((l)->next = (l)->prev = (l)))
void list_add_tail(struct list_head *entry, struct list_head *list);
void list_del(struct list_head *entry);
/* Who asks for the first of a list that it has just found not empty has looked once. */
bool list_empty(struct list_head *list);
struct list_head *own_list_first(struct list_head *list);
#define list_entry(p, type, member) container_of(p, type, member)
#define list_first_entry(l, type, member) list_entry(own_list_first(l), type, member)
bool list_is_singular(struct list_head *list);
/* To a list on the own stack, which nobody else sees. It is kept in the order of the threads' numbers: as our wake lists, ours is a set. */
void list_move_tail(struct list_head *entry, struct list_head *mine);
struct list_head *own_list_next(struct list_head *list, struct list_head *entry);
/* Who goes through a list has it, and with it its first. */
#define list_for_each_entry_safe(p, n, l, member)                                                      \
	for (p = list_entry((l)->next, __typeof__(*p), member),                                        \
	    n = list_entry(own_list_next(l, &p->member), __typeof__(*p), member);                      \
	     &p->member != (l);                                                                        \
	     p = n, n = list_entry(own_list_next(l, &n->member), __typeof__(*n), member))
/* Of the texts, ww mutexes alone go through a list. They are compiled, and called by nobody. */
#define list_last_entry(l, type, member) list_entry((l)->prev, type, member)
#define list_next_entry(p, member) list_entry((p)->member.next, __typeof__(*(p)), member)
#define list_prev_entry(p, member) list_entry((p)->member.prev, __typeof__(*(p)), member)
#define list_entry_is_head(p, l, member) (&(p)->member == (l))

/* --- wake lists ------------------------------------------------------------------------------------- */

struct wake_q_head { uint32_t tasks; };
#define DEFINE_WAKE_Q(name) struct wake_q_head name = { 0 }
#define wake_q_init(q) ((void)((q)->tasks = 0))
void wake_q_add(struct wake_q_head *q, struct task_struct *task);
void wake_up_q(struct wake_q_head *q);
#define wake_q_add_safe(q, task) wake_q_add(q, task)
#define wake_q_empty(q) ((q)->tasks == 0)
#define get_task_struct(task) ((void)(task))
extern uint32_t own_wake_q[OWN_THREADS + 1]; /* task->wake_q.next: on whose list it stands */

/* --- the mutex, and what its ww form needs to be compiled --------------------------------------------- */

struct optimistic_spin_queue { atomic_t tail; };
#define OSQ_UNLOCKED_VAL 0
struct mutex {
	atomic_long_t owner;
	raw_spinlock_t wait_lock;
	struct optimistic_spin_queue osq;
	struct list_head wait_list;
};
struct ww_acquire_ctx {
	struct task_struct *task;
	unsigned long stamp;
	unsigned acquired;
	unsigned short wounded, is_wait_die;
};
struct ww_mutex {
	struct mutex base;
	struct ww_acquire_ctx *ctx;
};
int mutex_trylock(struct mutex *lock);
bool osq_lock(struct optimistic_spin_queue *lock);
void osq_unlock(struct optimistic_spin_queue *lock);
#define osq_lock_init(q) ((q)->tail.counter = 0)

#define might_sleep() ((void)0)
#define lockdep_assert_held(lock) ((void)0)
#define lockdep_assert_preemption_disabled() ((void)0)
#define mutex_acquire(...) ((void)0)
#define mutex_acquire_nest(...) ((void)0)
#define mutex_release(...) ((void)0)
#define lock_acquired(...) ((void)0)
#define lock_contended(...) ((void)0)
#define DEBUG_LOCKS_WARN_ON(x) ((void)(x), 0)
#define EXPORT_TRACEPOINT_SYMBOL_GPL(name)
#define LCB_F_MUTEX 0
#define atomic_add_unless(a, v, unless) ((void)(a), 1)
#define atomic_dec_and_test(a) ((void)(a), 1)
#define EDEADLK 35
#define EALREADY 114
#define EINTR 4

#endif
