/* SPDX-License-Identifier: MIT */
/*
 * Peer of core-c/locks/mutex/mutex.c: the mutex of Linux 3.9 and of the 2013 series,
 * written from the series' diffs and the x86-64 fast paths. N threads lock and
 * unlock R times, the last INT of them with mutex_lock_interruptible. P times the
 * scheduler may take a CPU away, S times a signal may come.
 * PATCH=0: 3.9. PATCH=2: with patch 2. PATCH=3: with patches 2 and 3.
 *
 * Each d_step is one shared access with the private code that follows it; `pc`
 * says which access is next. A wait that would change nothing is a guard.
 *
 * FAULT=1: a spinner does not look whether its cmpxchg succeeded. FAULT=2: a
 * waiter that got the mutex clears the count although others wait. FAULT=3: the
 * slow unlock does not store 1.
 */
#ifndef P
#define P 0
#endif
#ifndef S
#define S 0
#endif
#ifndef INT
#define INT 0
#endif
#ifndef FAULT
#define FAULT 0
#endif

mtype = { lock_fast, sign, work, sign_off, unlock_fast,
	  can_owner, can_cpu,
	  q_clear_locked, q_clear_next, q_swap, q_first, q_link, q_wait,
	  u_look, u_vacate, u_await, u_pass,
	  read_owner, same_owner, owner_cpu, no_owner, peek, try, sign_spinner,
	  w_lock, w_add, w_peek1, w_try1, w_peek2, w_try2, w_state, w_unlock, w_sleep, w_relock,
	  w_quit, w_quit_leave, w_remove, w_sign, w_others, w_clear, w_leave,
	  s_lock, s_free, s_first, s_wake, s_unlock, done };

/* the mutex */
short count = 1;
byte owner, wait_lock, tail, next[N + 1];
bit locked[N + 1];
chan waiters = [N] of { byte };

/* the tasks */
mtype pc[N + 1] = lock_fast;
bit sleepy[N + 1];  /* the task state is not TASK_RUNNING */
bit asleep[N + 1];  /* inside schedule() */
bit off[N + 1];     /* preempted */
bit resched[N + 1];
bit signal[N + 1];
byte preempts = P, signals = S;

/* for the invariants; all of it follows from the rest */
byte holders, unlockers, heads, left = N;
byte list[5]; /* 1 while the thread is in the wait list */

#define ON_CPU(t) (!asleep[t] && !off[t] && pc[t] != done)
#define AWAKE(t) (t <= N && list[t] && !sleepy[(t <= N -> t : 0)])
#define TOKEN (AWAKE(1) || AWAKE(2) || AWAKE(3) || AWAKE(4) || unlockers)
#define SANE \
	assert(holders <= 1 && !(holders && count == 1)); \
	assert(!(len(waiters) && count >= 0) || TOKEN); \
	assert(heads <= 1 && !(heads && !tail))

#define INTERRUPTED (signal[me] && me > N - INT)
#define GO(p) pc[me] = p; SANE
/* preempt_enable(), to be followed by GO */
#define ENABLE if :: resched[me] -> resched[me] = 0; off[me] = 1 :: else fi
#define PREEMPTIBLE (pc[me] == lock_fast || pc[me] == sign || pc[me] == work || pc[me] == sign_off || \
		     pc[me] == unlock_fast || pc[me] == w_sleep)
#define NEXT_ROUND \
	rounds--; signal[me] = 0; \
	if \
	:: rounds -> GO(lock_fast) \
	:: else -> \
		off[me] = 0; resched[me] = 0; left--; \
		assert(left || (count == 1 && !owner && !wait_lock && !tail && !len(waiters))); \
		GO(done) \
	fi

/* the spinners' queue is part of the text from patch 3 on */
#define SPIN if :: PATCH >= 3 -> GO(q_clear_locked) :: else -> GO(read_owner) fi
#define TRY if :: PATCH >= 2 -> GO(peek) :: else -> GO(try) fi
#define WAIT_AGAIN if :: PATCH >= 2 -> GO(w_peek2) :: else -> GO(w_try2) fi
#define NO_LUCK if :: INTERRUPTED -> GO(w_quit) :: else -> GO(w_state) fi
/* what a spinner does when it has left the queue; saw: the owner it read, or 0 */
#define SPUN_WON ENABLE; GO(sign)
#define SPUN_LOST \
	if \
	:: !saw && resched[me] -> GO(w_lock) \
	:: else -> saw = 0; SPIN \
	fi
#define LEFT_QUEUE \
	heads--; next[me] = 0; locked[me] = 0; behind = 0; \
	if \
	:: exit == sign -> exit = 0; SPUN_WON \
	:: exit == w_lock -> exit = 0; GO(w_lock) \
	:: else -> exit = 0; SPUN_LOST \
	fi

active [N] proctype thread()
{
	byte me = _pid + 1, rounds = R;
	byte saw;     /* the owner that a spinner read */
	byte prev, behind;
	mtype exit;   /* where a spinner goes when it has left the queue */
	do
	/* mutex_lock */
	:: d_step { !off[me] && pc[me] == lock_fast ->
		count--;
		if
		:: count >= 0 -> holders++; GO(sign)
		:: else ->
			if
			:: PATCH >= 3 -> GO(can_owner)
			:: else -> GO(read_owner)
			fi
		fi }
	:: d_step { !off[me] && pc[me] == sign -> owner = me; GO(work) }
	:: d_step { !off[me] && pc[me] == work -> GO(sign_off) }

	/* mutex_can_spin_on_owner */
	:: d_step { pc[me] == can_owner ->
		saw = owner;
		if
		:: saw -> GO(can_cpu)
		:: else -> GO(q_clear_locked)
		fi }
	:: d_step { pc[me] == can_cpu ->
		if
		:: ON_CPU(saw) -> saw = 0; GO(q_clear_locked)
		:: else -> saw = 0; GO(w_lock)
		fi }

	/* mspin_lock */
	:: d_step { pc[me] == q_clear_locked -> locked[me] = 0; GO(q_clear_next) }
	:: d_step { pc[me] == q_clear_next -> next[me] = 0; GO(q_swap) }
	:: d_step { pc[me] == q_swap ->
		prev = tail;
		tail = me;
		if
		:: prev -> GO(q_link)
		:: else -> GO(q_first)
		fi }
	:: d_step { pc[me] == q_first -> locked[me] = 1; heads++; GO(read_owner) }
	:: d_step { pc[me] == q_link -> next[prev] = me; prev = 0; GO(q_wait) }
	:: d_step { pc[me] == q_wait && locked[me] -> heads++; GO(read_owner) }

	/* mspin_unlock; the next head may start when the last step is done */
	:: d_step { pc[me] == u_look ->
		behind = next[me];
		if
		:: behind -> GO(u_pass)
		:: else -> GO(u_vacate)
		fi }
	:: d_step { pc[me] == u_vacate ->
		if
		:: tail == me -> tail = 0; LEFT_QUEUE
		:: else -> GO(u_await)
		fi }
	:: d_step { pc[me] == u_await && next[me] -> behind = next[me]; GO(u_pass) }
	:: d_step { pc[me] == u_pass -> locked[behind] = 1; LEFT_QUEUE }

	/* the spin phase of __mutex_lock_common, with mutex_spin_on_owner */
	:: d_step { pc[me] == read_owner ->
		saw = owner;
		if
		:: saw -> GO(same_owner)
		:: else -> TRY
		fi }
	:: d_step { pc[me] == same_owner ->
		if
		:: owner == saw -> GO(owner_cpu)
		:: else -> GO(no_owner)
		fi }
	:: d_step { pc[me] == owner_cpu ->
		if
		:: ON_CPU(saw) && !resched[me] -> GO(same_owner)
		:: else -> GO(no_owner)
		fi }
	:: d_step { pc[me] == no_owner ->
		if
		:: owner == 0 -> TRY
		:: else ->
			saw = 0;
			if
			:: PATCH >= 3 -> exit = w_lock; GO(u_look)
			:: else -> GO(w_lock)
			fi
		fi }
	:: d_step { pc[me] == peek ->
		if
		:: count == 1 -> GO(try)
		:: else ->
			if
			:: PATCH >= 3 -> exit = read_owner; GO(u_look)
			:: else -> SPUN_LOST
			fi
		fi }
	:: d_step { pc[me] == try ->
		if
		:: count == 1 || FAULT == 1 ->
			holders++; saw = 0;
			if
			:: count == 1 -> count = 0
			:: else
			fi;
			GO(sign_spinner)
		:: else ->
			if
			:: PATCH >= 3 -> exit = read_owner; GO(u_look)
			:: else -> SPUN_LOST
			fi
		fi }
	:: d_step { pc[me] == sign_spinner ->
		owner = me;
		if
		:: PATCH >= 3 -> exit = sign; GO(u_look)
		:: else -> SPUN_WON
		fi }

	/* the wait phase of __mutex_lock_common */
	:: d_step { !off[me] && pc[me] == w_lock && !wait_lock -> wait_lock = me; GO(w_add) }
	:: d_step { pc[me] == w_add ->
		waiters!me;
		list[me] = 1;
		if
		:: PATCH >= 2 -> GO(w_peek1)
		:: else -> GO(w_try1)
		fi }
	:: d_step { pc[me] == w_peek1 ->
		if
		:: count >= 0 -> GO(w_try1)
		:: else -> GO(w_peek2)
		fi }
	:: d_step { pc[me] == w_try1 ->
		if
		:: count == 1 -> count = -1; holders++; GO(w_remove)
		:: else -> count = -1; WAIT_AGAIN
		fi }
	:: d_step { pc[me] == w_peek2 ->
		if
		:: count >= 0 -> GO(w_try2)
		:: else -> NO_LUCK
		fi }
	:: d_step { pc[me] == w_try2 ->
		if
		:: count == 1 -> count = -1; holders++; GO(w_remove)
		:: else -> count = -1; NO_LUCK
		fi }
	:: d_step { pc[me] == w_state -> sleepy[me] = 1; GO(w_unlock) }
	:: d_step { pc[me] == w_unlock -> wait_lock = 0; GO(w_sleep) }
	:: d_step { !off[me] && pc[me] == w_sleep && !asleep[me] && sleepy[me] && !INTERRUPTED ->
		asleep[me] = 1; resched[me] = 0; SANE }
	:: d_step { !off[me] && pc[me] == w_sleep && !asleep[me] && sleepy[me] && INTERRUPTED ->
		sleepy[me] = 0; ENABLE; GO(w_relock) }
	:: d_step { !off[me] && pc[me] == w_sleep && !asleep[me] && !sleepy[me] ->
		ENABLE; GO(w_relock) }
	:: d_step { pc[me] == w_sleep && asleep[me] && !sleepy[me] ->
		asleep[me] = 0; GO(w_relock) }
	:: d_step { !off[me] && pc[me] == w_relock && !wait_lock -> wait_lock = me; WAIT_AGAIN }
	:: d_step { pc[me] == w_quit -> waiters??eval(me); list[me] = 0; GO(w_quit_leave) }
	:: d_step { pc[me] == w_quit_leave -> wait_lock = 0; ENABLE; NEXT_ROUND }
	:: d_step { pc[me] == w_remove -> waiters??eval(me); list[me] = 0; GO(w_sign) }
	:: d_step { pc[me] == w_sign -> owner = me; GO(w_others) }
	:: d_step { pc[me] == w_others ->
		if
		:: len(waiters) == 0 || FAULT == 2 -> GO(w_clear)
		:: else -> GO(w_leave)
		fi }
	:: d_step { pc[me] == w_clear -> count = 0; GO(w_leave) }
	:: d_step { pc[me] == w_leave -> wait_lock = 0; ENABLE; GO(sign) }

	/* mutex_unlock, __mutex_unlock_common_slowpath */
	:: d_step { !off[me] && pc[me] == sign_off -> owner = 0; GO(unlock_fast) }
	:: d_step { !off[me] && pc[me] == unlock_fast ->
		count++;
		if
		:: count > 0 -> holders--; NEXT_ROUND
		:: else -> unlockers++; GO(s_lock)
		fi }
	:: d_step { pc[me] == s_lock && !wait_lock ->
		wait_lock = me;
		if
		:: FAULT == 3 -> GO(s_first)
		:: else -> GO(s_free)
		fi }
	:: d_step { pc[me] == s_free -> count = 1; holders--; GO(s_first) }
	:: d_step { pc[me] == s_first ->
		if
		:: len(waiters) -> waiters?<behind>; GO(s_wake)
		:: else -> GO(s_unlock)
		fi }
	:: d_step { pc[me] == s_wake -> sleepy[behind] = 0; behind = 0; GO(s_unlock) }
	:: d_step { pc[me] == s_unlock -> wait_lock = 0; unlockers--; ENABLE; NEXT_ROUND }

	/* the scheduler, and signals. As in the kernel, whoever gives its CPU away has no
	 * need_resched left; the machine keeps it in two rare cases, see docs/peers.md */
	:: d_step { preempts && ON_CPU(me) && PREEMPTIBLE -> preempts--; off[me] = 1; resched[me] = 0 }
	:: d_step { preempts && ON_CPU(me) && !PREEMPTIBLE && !resched[me] -> preempts--; resched[me] = 1 }
	:: d_step { off[me] -> off[me] = 0 }
	:: d_step { signals && !signal[me] && pc[me] != done ->
		signals--;
		signal[me] = 1;
		if
		:: me > N - INT -> sleepy[me] = 0
		:: else
		fi;
		SANE }

	:: left == 0 && me == 1 /* all have finished: not a deadlock */
	od
}
