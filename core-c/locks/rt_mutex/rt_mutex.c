/* SPDX-License-Identifier: MIT */
/*
 * rt_mutex: the sleeping lock under a PI futex, as far as the futex needs it. Source: Linux 4.11,
 * kernel/locking/rtmutex.c: rt_mutex_slowlock, __rt_mutex_slowlock, try_to_take_rt_mutex,
 * rt_mutex_slowtrylock, rt_mutex_slowunlock, mark_wakeup_next_waiter.
 *
 *   wait_lock   T           T looks at the rest, or changes it
 *   owner       T           T has the rt_mutex. A waiter may put it there for the thread it waits for
 *               0           nobody has it. The top waiter, if there is one, has been woken for it
 *   waiters                 who waits, highest priority first. All have the same here: first come, first served
 *
 * An unlock gives the rt_mutex to nobody, and yet it is a handoff: the top waiter stays in the line
 * until it takes it, and nobody whose priority is not higher may take it meanwhile.
 */
#include "rt_mutex.h"

USES(wake_q)

C_NAMES(rt17_ = rt_mutex_, rt17_try_to_take = try_to_take_rt_mutex)

WORD(rt_mutex, wait_lock, .kind = LS_KIND_SPINLOCK, .c_irq = rt17_slowlock | rt17_slowtrylock | rt17_slowunlock, .line = "rt_mutex", .meaning = "guards the owner and the waiters of the rt_mutex")
WORD(rt_mutex, owner, .kind = LS_KIND_TID, .line = "rt_mutex", .sign = LS_SIGN_HANDOFF,
	.meaning = "who has the rt_mutex; nobody while the top waiter is on its way to it")
WORD(rt_mutex, waiters, .kind = LS_KIND_LIST, .line = "rt_mutex", .meaning = "who waits for the rt_mutex; the first is the top waiter")

/* try_to_take_rt_mutex, with wait_lock held: 1 = taken. waiter = this thread waits already, steal = a fault of the caller's */
PROC(rt17_try_to_take, struct rt_mutex, u32 waiter; u32 steal; u32 owner; u32 top;)
	LOAD(my->owner, lk->owner, relaxed); /* finds the rt_mutex owned | if nobody: finds the rt_mutex without an owner */
	if (my->owner)
		RETURN(0);
	LIST_FIRST(my->top, lk->waiters); /* sees who is the top waiter | finds that the line is empty */
	OTHERWISE(!my->top);
	if (my->waiter) {
		if (my->top != me)
			RETURN(0);
		LIST_DEL(lk->waiters, me); /* leaves the line as the top waiter */
	} else if (my->top && !my->steal) {
		RETURN(0);
	}
	STORE(lk->owner, me, relaxed); /* takes the rt_mutex */
	RETURN(1);
END(rt17_try_to_take)

/* rt_mutex_slowlock, interruptible: 0, or why it gave up */
PROC(rt17_slowlock, struct rt_mutex, u32 timed; u32 steal; u32 taken; u32 ret;)
	SPIN_LOCK(lk->wait_lock); /* locks the rt_mutex's line | spins for the rt_mutex's line */
	CALL(my->taken, rt17_try_to_take, lk, .steal = my->steal);
	if (my->taken) {
		SPIN_UNLOCK(lk->wait_lock); /* unlocks the line, with the rt_mutex */
		RETURN(0);
	}
	SET_STATE(INTERRUPTIBLE); /* marks itself as about to sleep */
	if (my->timed)
		TIMEOUT_START();
	LIST_ADD(lk->waiters, me); /* stands at the end of the line for the rt_mutex */
	for (;;) {
		CALL(my->taken, rt17_try_to_take, lk, .waiter = 1);
		if (my->taken)
			break;
		if (SIGNAL_PENDING(INTERRUPTIBLE))
			my->ret = -RT_EINTR;
		if (TIMEOUT_PASSED())
			my->ret = -RT_ETIMEDOUT;
		if (my->ret)
			break;
		SPIN_UNLOCK(lk->wait_lock); /* unlocks the line to sleep */
		SCHEDULE(); /* sleeps until it is woken | wakes up */
		SPIN_LOCK(lk->wait_lock); /* locks the line, to look again | spins for the rt_mutex's line */
		SET_STATE(INTERRUPTIBLE); /* marks itself as about to sleep again */
	}
	SET_STATE(RUNNING); /* marks itself as awake */
	if (my->ret)
		LIST_DEL(lk->waiters, me); /* leaves the line without the rt_mutex */
	SPIN_UNLOCK(lk->wait_lock); /* unlocks the line */
	TIMEOUT_STOP();
	RETURN(my->ret);
END(rt17_slowlock)

/* rt_mutex_slowtrylock: 1 = taken */
PROC(rt17_slowtrylock, struct rt_mutex, u32 owner; u32 taken;)
	LOAD(my->owner, lk->owner, relaxed); /* finds that the rt_mutex is another's by now | if nobody: finds the rt_mutex without an owner still */
	if (my->owner)
		RETURN(0);
	SPIN_LOCK(lk->wait_lock); /* locks the rt_mutex's line | spins for the rt_mutex's line */
	CALL(my->taken, rt17_try_to_take, lk);
	SPIN_UNLOCK(lk->wait_lock); /* unlocks the line */
	RETURN(my->taken);
END(rt17_slowtrylock)

/* rt_mutex_slowunlock with mark_wakeup_next_waiter: whom the caller must wake */
PROC(rt17_slowunlock, struct rt_mutex, u32 top; tasks noted;)
	SPIN_LOCK(lk->wait_lock); /* locks the rt_mutex's line | spins for the rt_mutex's line */
	LIST_FIRST(my->top, lk->waiters); /* sees who is the top waiter | finds that the line is empty by now */
	OTHERWISE(!my->top);
	STORE(lk->owner, 0, relaxed); /* gives the rt_mutex up; the top waiter stays in the line */
	if (my->top)
		CALL(my->noted, wake_q_add, &lk->tasks, .tid = my->top);
	SPIN_UNLOCK(lk->wait_lock); /* unlocks the line */
	RETURN(my->noted);
END(rt17_slowunlock)

/* rt_mutex_owner, else rt_mutex_next_owner */
PROC(rt17_next_owner, struct rt_mutex, u32 owner;)
	SPIN_LOCK(lk->wait_lock); /* locks the rt_mutex's line | spins for the rt_mutex's line */
	LOAD(my->owner, lk->owner, relaxed); /* reads who has the rt_mutex */
	if (my->owner == 0)
		LIST_FIRST(my->owner, lk->waiters); /* sees who is the top waiter */
	SPIN_UNLOCK(lk->wait_lock); /* unlocks the line */
	RETURN(my->owner);
END(rt17_next_owner)
