/* SPDX-License-Identifier: MIT */
/*
 * Names of the kernel that the kernel C view uses, declared so far that a compiler can check the
 * view. Nothing here is meant to run. TASK_FIELDS: fields that a text keeps in the task.
 */
#ifndef LOCKSTEP_DIALECT_KERNEL_STUB_H
#define LOCKSTEP_DIALECT_KERNEL_STUB_H

#ifndef TASK_FIELDS
#define TASK_FIELDS
#endif

typedef unsigned char u8;
typedef unsigned short u16;
typedef unsigned int u32;
typedef unsigned long long u64;
typedef _Bool bool;
enum { false, true };
#define NULL ((void *)0)
#define LS_MAX_THREADS 16

typedef struct { int counter; } atomic_t;
typedef struct { int raw; } raw_spinlock_t;
typedef struct { raw_spinlock_t rlock; } spinlock_t;
typedef struct { long counter; } atomic_long_t;
#ifndef STUB_WITHOUT_MUTEX
struct mutex { int raw; };
#endif
struct list_head { struct list_head *next, *prev; };
struct hrtimer { int raw; };
struct task_struct { int on_cpu; unsigned int flags; TASK_FIELDS };
struct hrtimer_sleeper { struct hrtimer timer; struct task_struct *task; };

extern struct task_struct *current;
extern unsigned long jiffies;
u64 sched_clock(void);
struct hrtimer_sleeper *timeout_of(struct task_struct *task);
unsigned int role_of(struct task_struct *task);
int gettid(void);

#define PF_EXITING 0x00000004u
#define TIF_SIGPENDING 2
#define HRTIMER_MODE_ABS 0
#define HANDOFF_DELAY 3
enum { TASK_RUNNING, TASK_INTERRUPTIBLE, TASK_UNINTERRUPTIBLE, TASK_KILLABLE = 0x102 };
enum { EPERM = 1, ENOENT = 2, ESRCH = 3, EINTR = 4, EIO = 5, EAGAIN = 11, ENOMEM = 12, EFAULT = 14,
       EBUSY = 16, EINVAL = 22, EDEADLK = 35, ETIMEDOUT = 110, EALREADY = 114, EOWNERDEAD = 130 };

/* an option of the page: any name, on or off */
#define IS_ENABLED(option) (sizeof(#option) > 64)
#define WARN_ON_ONCE(condition) ((void)!!(condition))

#define READ_ONCE(x) (*(const volatile __typeof__(x) *)&(x))
#define WRITE_ONCE(x, value) ((void)(*(volatile __typeof__(x) *)&(x) = (value)))
#define smp_load_acquire(p) __atomic_load_n(p, __ATOMIC_ACQUIRE)
#define smp_store_release(p, value) \
	do { __typeof__(*(p)) stored_ = (value); __atomic_store_n(p, stored_, __ATOMIC_RELEASE); } while (0)
#define smp_store_mb(x, value) \
	do { __typeof__(x) stored_ = (value); __atomic_store_n(&(x), stored_, __ATOMIC_SEQ_CST); } while (0)
#define smp_cond_load_relaxed(p, condition)                   \
	({                                                    \
		__typeof__(*(p)) VAL;                         \
		do                                            \
			VAL = READ_ONCE(*(p));                \
		while (!(condition));                         \
		VAL;                                          \
	})
#define smp_cond_load_acquire(p, condition) smp_cond_load_relaxed(p, condition)
#define atomic_long_cond_read_relaxed(v, condition) smp_cond_load_relaxed(&(v)->counter, condition)
#define atomic_long_cond_read_acquire(v, condition) smp_cond_load_relaxed(&(v)->counter, condition)
#define atomic_cond_read_relaxed(v, condition) smp_cond_load_relaxed(&(v)->counter, condition)
#define atomic_cond_read_acquire(v, condition) smp_cond_load_relaxed(&(v)->counter, condition)

#define xchg(p, value)                                                   \
	({                                                               \
		__typeof__(*(p)) swapped_ = (value);                     \
		__atomic_exchange_n(p, swapped_, __ATOMIC_SEQ_CST);      \
	})
#define xchg_relaxed(p, value) xchg(p, value)
#define xchg_acquire(p, value) xchg(p, value)
#define xchg_release(p, value) xchg(p, value)
#define cmpxchg(p, expect, value)                                                     \
	({                                                                            \
		__typeof__(*(p)) expected_ = (expect), new_ = (value);                \
		__atomic_compare_exchange_n(p, &expected_, new_, 0, __ATOMIC_SEQ_CST, \
					    __ATOMIC_SEQ_CST);                        \
		expected_;                                                            \
	})
#define cmpxchg_relaxed(p, expect, value) cmpxchg(p, expect, value)
#define cmpxchg_acquire(p, expect, value) cmpxchg(p, expect, value)
#define cmpxchg_release(p, expect, value) cmpxchg(p, expect, value)

int atomic_read(const atomic_t *v);
int atomic_read_acquire(const atomic_t *v);
void atomic_set(atomic_t *v, int i);
void atomic_set_release(atomic_t *v, int i);
void atomic_add(int i, atomic_t *v);
long atomic_long_read(const atomic_long_t *v);
long atomic_long_read_acquire(const atomic_long_t *v);
void atomic_long_set(atomic_long_t *v, long i);
void atomic_long_set_release(atomic_long_t *v, long i);
void atomic_long_add(long i, atomic_long_t *v);
#define STUB_ORDERS(type, name, ...)         \
	type name(__VA_ARGS__);              \
	type name##_relaxed(__VA_ARGS__);    \
	type name##_acquire(__VA_ARGS__);    \
	type name##_release(__VA_ARGS__)
#define STUB_ATOMICS(type, prefix)                                              \
	void prefix##_or(type i, prefix##_t *v);                                \
	void prefix##_andnot(type i, prefix##_t *v);                            \
	STUB_ORDERS(type, prefix##_fetch_add, type i, prefix##_t *v);           \
	STUB_ORDERS(type, prefix##_add_return, type i, prefix##_t *v);          \
	STUB_ORDERS(type, prefix##_fetch_or, type i, prefix##_t *v);            \
	STUB_ORDERS(type, prefix##_fetch_andnot, type i, prefix##_t *v);        \
	STUB_ORDERS(type, prefix##_xchg, prefix##_t *v, type i);                \
	STUB_ORDERS(type, prefix##_cmpxchg, prefix##_t *v, type expect, type i)
STUB_ATOMICS(int, atomic);
STUB_ATOMICS(long, atomic_long);

/* user memory: a fault is what the view leaves out */
#define __user
#define get_user(x, p) ((x) = *(p))
#define put_user(x, p) (*(p) = (x))
int get_futex_value_locked(u32 *to, u32 __user *from);
int cmpxchg_futex_value_locked(u32 *found, u32 __user *at, u32 expect, u32 value);

void smp_mb(void);

void raw_spin_lock(raw_spinlock_t *lock);
int raw_spin_trylock(raw_spinlock_t *lock);
void raw_spin_unlock(raw_spinlock_t *lock);
void raw_spin_lock_irq(raw_spinlock_t *lock);
bool raw_spin_trylock_irq(raw_spinlock_t *lock);
void raw_spin_unlock_irq(raw_spinlock_t *lock);
#define raw_spin_lock_irqsave(lock, flags) ((flags) = 0, raw_spin_lock_irq(lock))
#define raw_spin_trylock_irqsave(lock, flags) ((flags) = 0, raw_spin_trylock_irq(lock))
#define raw_spin_unlock_irqrestore(lock, flags) ((void)((void)(flags), raw_spin_unlock_irq(lock)))
void spin_lock(spinlock_t *lock);
int spin_trylock(spinlock_t *lock);
void spin_unlock(spinlock_t *lock);
#ifndef STUB_WITHOUT_MUTEX
void mutex_lock(struct mutex *lock);
int mutex_trylock(struct mutex *lock);
int mutex_lock_interruptible(struct mutex *lock);
void mutex_unlock(struct mutex *lock);
#endif

void list_add_tail(struct list_head *entry, struct list_head *head);
void list_del(struct list_head *entry);
unsigned long list_count_nodes(struct list_head *head);
#define list_first_entry_or_null(head, type, member)                                   \
	((head)->next != (head) ? (type *)((char *)(head)->next - __builtin_offsetof(type, member)) : (type *)NULL)

bool list_empty(const struct list_head *head);
bool list_is_last(const struct list_head *entry, const struct list_head *head);
#define list_next_entry(pos, member)                                                   \
	((__typeof__(pos))((char *)(pos)->member.next - __builtin_offsetof(__typeof__(*(pos)), member)))

#define LIST_HEAD(name) struct list_head name = { &(name), &(name) }
void INIT_LIST_HEAD(struct list_head *head);
#define list_first_entry(head, type, member) ((type *)((char *)(head)->next - __builtin_offsetof(type, member)))

/* append, first and pop: what wake_q_add() and wake_up_q() do to the chain itself */
struct wake_q_head { struct task_struct *first, **lastp; };
#define DEFINE_WAKE_Q(name) struct wake_q_head name = { NULL, &(name).first }
void wake_q_init(struct wake_q_head *head);
bool wake_q_empty(struct wake_q_head *head);
void wake_q_append(struct wake_q_head *head, struct task_struct *task);
struct task_struct *wake_q_first(struct wake_q_head *head);
void wake_q_pop(struct wake_q_head *head);

void schedule(void);
void set_current_state(unsigned int state);
void __set_current_state(unsigned int state);
int wake_up_process(struct task_struct *task);
void cpu_relax(void);
/* of 2013 */
#define ACCESS_ONCE(x) (*(volatile __typeof__(x) *)&(x))
void smp_wmb(void);
void arch_mutex_cpu_relax(void);
void critical_section(void);
void preempt_disable(void);
void preempt_enable(void);
void preempt_enable_no_resched(void);
bool need_resched(void);
bool signal_pending_state(unsigned int state, struct task_struct *task);
bool fatal_signal_pending(struct task_struct *task);
void clear_thread_flag(int flag);
u32 task_pid_vnr(struct task_struct *task);
struct task_struct *find_task_by_vpid(u32 pid);
void hrtimer_sleeper_start_expires(struct hrtimer_sleeper *sleeper, int mode);
int hrtimer_cancel(struct hrtimer *timer);
#define time_after(a, b) ((long)((b) - (a)) < 0)
/* of x86: an instruction that sets a bit, and what it found there */
#define LOCK_PREFIX "lock; "
#define GEN_BINARY_RMWcc(op, var, c, kind, bit) (__sync_fetch_and_or(&(var), 1 << (bit)) >> (bit) & 1)
int __ffs(unsigned long word);

#endif
