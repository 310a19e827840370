/* SPDX-License-Identifier: MIT */
/*
 * Peer of core-c/locks/tp_futex/tp_futex.c: the exclusive TP futex of series v6, written from
 * the step lists of the spec (sections 1 and 2, of kernel/futex.c and the benchmark) and the
 * sample code of the documentation patch. Of N threads the first ROLE_T give a timeout and give
 * up when it has run out, the next ROLE_L lock and unlock, the last ROLE_R also clear OWNER_DIED
 * when they got a dead owner's lock; R rounds each. P times the scheduler may take a CPU away, X
 * times the 5 ms of a top waiter may be over, T times a timeout may run out, S times a signal
 * may come, K times a thread may be killed.
 * BENCH=1: the user side is that of the benchmark. BENCH=0: the sample code.
 *
 * Each d_step is one shared access with the private code that follows it; `pc` says which
 * access is next. A wait that would change nothing is a guard. How many accesses it takes to
 * hang the state into a task's list and to drop a reference is not in the spec: as in the C.
 *
 * FAULT=1: sleep without setting WAITERS. FAULT=2: sleep without one more try. FAULT=3: the
 * unlock wakes nobody. FAULT=4: the top waiter leaves without withdrawing its request. FAULT=5:
 * sleep without hanging the state into the owner's list. FAULT=6: a dying owner leaves its TID.
 */
#ifndef BENCH
#define BENCH 0
#endif
#ifndef P
#define P 0
#endif
#ifndef X
#define X 0
#endif
#ifndef T
#define T 0
#endif
#ifndef S
#define S 0
#endif
#ifndef K
#define K 0
#endif
#ifndef FAULT
#define FAULT 0
#endif

mtype = { fast, work, unlock, again, mine, c_look, c_clear,
	  k_look, k_steal, l_lock, l_find, l_count, l_unlock, l_queue, l_late, l_top,
	  t_look, t_take, t_list, t_bury, t_run, t_yield, t_ask, t_flag, t_asked, t_ask_again, t_cpu,
	  s_flag, s_list, s_state, s_look, s_take, s_awake, s_sleep, s_run,
	  d_lock, d_off, d_owner, d_unlock, i_lock, i_on, i_owner, i_unlock,
	  e_list, e_top, e_ask, l_next, r_look, r_drop, r_lock, r_last, r_owner, r_unlock,
	  u_look, u_lock, u_find, u_refuse, u_ask, u_grant, u_top, u_add, u_unlock, u_store, v_off, v_wake,
	  x_look, x_died, x_list, x_lock, x_again, x_top, x_off, x_owner, x_wake, x_unlock, done };

#define WAITERS 128
#define DIED 64
#define TID(v) ((v) & 31)

/* what FUTEX_LOCK returns */
#define STOLEN 1
#define ACQUIRED 2
#define HANDED 3
#define EAGAIN 4
#define ETIMEDOUT 5
#define EINTR 6
#define EDEADLK 7
#define OK(r) ((r) <= HANDED)

byte word; /* user memory */
/* the hash bucket and the futex state: refs is 0 when there is none */
byte fs_lock, refs, mutex, top, owner, handoff;
byte line[N + 1], waiting; /* for the mutex; line[0] is the first */
/* of a task */
byte pi_lock[N + 1], wake_q[N + 1];
bit pi_state[N + 1]; /* the state hangs in its list */
mtype pc[N + 1] = fast;
bit sleepy[N + 1];   /* the task state is TASK_INTERRUPTIBLE */
bit asleep[N + 1];   /* inside schedule() */
bit off[N + 1];      /* preempted */
bit resched[N + 1];
byte signal[N + 1];  /* 2: fatal */
byte threshold[N + 1], timer[N + 1]; /* 1: running. 2: over */
bit dead[N + 1];
byte preempts = P, thresholds = X, timeouts = T, signals = S, kills = K;

/* for the invariants; all of it follows from the rest */
byte holders, holder, unlockers, left = N;

#define TIMED(t) ((t) <= ROLE_T)
#define ROBUST(t) ((t) > ROLE_T + ROLE_L)
#define ON_CPU(t) (!asleep[t] && !off[t] && pc[t] != done)
#define EXITING(t) ((t) == 0 || dead[t] || pc[t] == x_look || pc[t] == x_died || pc[t] == x_list || \
		    pc[t] == x_lock || pc[t] == x_again || pc[t] == x_top || pc[t] == x_off || pc[t] == x_owner || \
		    pc[t] == x_wake || pc[t] == x_unlock)
#define USER(t) (pc[t] == fast || pc[t] == work || pc[t] == unlock || pc[t] == again || pc[t] == mine || \
		 pc[t] == c_look || pc[t] == c_clear)
/* preemption is on, also in schedule() */
#define PREEMPTIBLE(t) (USER(t) || pc[t] == k_look || pc[t] == k_steal || pc[t] == l_queue || pc[t] == l_late || \
			pc[t] == t_yield || pc[t] == s_sleep || pc[t] == l_next || pc[t] == r_look || \
			pc[t] == r_drop || pc[t] == u_look || pc[t] == u_store || pc[t] == v_off || pc[t] == v_wake || \
			pc[t] == x_look || pc[t] == x_died || pc[t] == x_list)
#define LEFT_BEHIND(t) (t <= N && TID(word) == t && pc[(t <= N -> t : 0)] == done && !dead[(t <= N -> t : 0)])
#define SANE \
	assert(holders <= 1 && !(holders && TID(word) != holder)); \
	assert(!LEFT_BEHIND(1) && !LEFT_BEHIND(2) && !LEFT_BEHIND(3) && !LEFT_BEHIND(4)); \
	assert(FAULT || (word & WAITERS) || unlockers || top == 0 || wake_q[top] || !asleep[top] || !sleepy[top]); \
	assert(!handoff || handoff == mutex); \
	assert(refs || !(mutex || waiting || top || owner))
#define GO(p) pc[me] = p
#define ENABLE if :: resched[me] -> resched[me] = 0; off[me] = 1 :: else fi
#define TAKES holders++; holder = me
#define GIVES if :: holder == me -> holders--; holder = 0 :: else fi

#define FINISH off[me] = 0; resched[me] = 0; signal[me] = 0; left--; GO(done)
#define NEXT_ROUND \
	us = 0; rounds--; \
	if \
	:: rounds -> GO(fast) \
	:: else -> FINISH \
	fi
/* a killed thread is back from the kernel, or was in user mode */
#define DIE \
	GIVES; v = 0; us = 0; ret = 0; rounds = 0; threshold[me] = 0; timer[me] = 0; sleepy[me] = 0; \
	if \
	:: FAULT == 6 -> GO(x_list) \
	:: else -> GO(x_look) \
	fi
#define GOT us = 0; ret = 0; if :: ROBUST(me) -> GO(c_look) :: else -> GO(work) fi
#define CALL_LOCK ret = 0; GO(k_look)
/* FUTEX_LOCK returns */
#define LOCK_RETURNS \
	timer[me] = 0; nsleep = 0; \
	if \
	:: signal[me] == 2 -> DIE \
	:: else -> \
		signal[me] = 0; \
		if \
		:: BENCH && us -> us-- \
		:: else \
		fi; \
		if \
		:: OK(ret) -> GOT \
		:: BENCH && ret == EAGAIN -> ret = 0; GO(again) \
		:: (BENCH && ret != EAGAIN && !OK(ret)) || (!BENCH && ret == ETIMEDOUT) -> GO(mine) \
		:: !BENCH && ret > HANDED && ret != ETIMEDOUT -> CALL_LOCK \
		fi \
	fi
/* FUTEX_UNLOCK returns */
#define UNLOCK_RETURNS \
	unlockers--; ret = 0; GIVES; \
	if \
	:: signal[me] == 2 -> DIE \
	:: else -> signal[me] = 0; NEXT_ROUND \
	fi
#define IN_LINE (line[0] == me || line[1] == me || (N > 2 && line[(N > 2 -> 2 : 0)] == me) || \
		 (N > 3 && line[(N > 3 -> 3 : 0)] == me))
#define CALLED_OFF (signal[me] && (IN_LINE || mutex))
#define MY_TURN (mutex == 0 && (!IN_LINE || line[0] == me))
#define LEAVE_LINE \
	if \
	:: IN_LINE -> \
		at = 0; \
		do \
		:: line[at] == me -> break \
		:: else -> at++ \
		od; \
		do \
		:: at + 1 < waiting -> line[at] = line[at + 1]; at++ \
		:: else -> break \
		od; \
		waiting--; line[waiting] = 0; at = 0 \
	:: else \
	fi
#define CHECK_ONLY (BENCH && us)
#define STEAL_FAILED \
	if \
	:: TID(v) == me -> v = 0; ret = EDEADLK; LOCK_RETURNS \
	:: else -> v = 0; GO(l_lock) \
	fi
/* futex_spin_on_owner is left; ret says why */
#define LEAVE_LOOP \
	v = 0; asked = 0; \
	if \
	:: own -> own = 0; GO(e_list) \
	:: else -> GO(e_top) \
	fi
/* and its caller is back: with an error it does not tell how often it slept */
#define LEFT \
	threshold[me] = 0; ENABLE; \
	if \
	:: OK(ret) -> skip \
	:: else -> nsleep = 0 \
	fi
#define SLEPT if :: BENCH && nsleep < 3 -> nsleep++ :: else fi
/* T3 to T5, then T6 */
#define T3 \
	if \
	:: EXITING(own) || (v & DIED) -> GO(t_bury) \
	:: else -> \
		if \
		:: resched[me] -> v = 0; GO(t_run) \
		:: else -> \
			if \
			:: timer[me] == 2 -> ret = ETIMEDOUT; LEAVE_LOOP \
			:: timer[me] != 2 && signal[me] -> ret = EINTR; LEAVE_LOOP \
			:: timer[me] != 2 && !signal[me] -> \
				if \
				:: !asked && threshold[me] == 2 -> GO(t_ask) \
				:: else -> T7 \
				fi \
			fi \
		fi \
	fi
#define T7 \
	if \
	:: asked && !(v & WAITERS) -> GO(t_flag) \
	:: else -> GO(t_cpu) \
	fi
/* the top waiter's try has failed: T2 */
#define T2 \
	if \
	:: TID(v) == own -> T3 \
	:: else -> \
		if \
		:: own -> GO(t_list) \
		:: else -> own = TID(v); T3 \
		fi \
	fi
#define T9 \
	if \
	:: FAULT == 1 || (v & WAITERS) -> GO(s_list) \
	:: else -> GO(s_flag) \
	fi
#define T10 GO(s_state)
#define T11 \
	if \
	:: !(v & DIED) && ((v & WAITERS) || FAULT == 1) -> v = 0; GO(s_sleep) \
	:: else -> v = 0; GO(s_run) \
	fi

active [N] proctype thread()
{
	byte me = _pid + 1, rounds = R;
	byte v;      /* the word that it has read */
	byte us;     /* how often it will still take the lock itself */
	byte ret;
	byte own;    /* owner_pid */
	bit asked;   /* handoff_set */
	byte nsleep;
	byte task;   /* whose list it changes */
	bit leaving; /* it does so on its way out */
	byte n;      /* a number of references that it has read */
	byte new, who;
	byte at;
	do
	/* user side */
	:: d_step { !off[me] && pc[me] == fast ->
		if
		:: word == 0 -> word = me; TAKES; GOT
		:: else -> us = (BENCH -> 4 : 0); GO(k_look)
		fi; SANE }
	:: d_step { !off[me] && pc[me] == c_look ->
		v = word;
		if
		:: v & DIED -> GO(c_clear)
		:: else -> v = 0; GO(work)
		fi; SANE }
	:: d_step { !off[me] && pc[me] == c_clear ->
		if
		:: word == v -> word = v & ~DIED; v = 0; GO(work)
		:: else ->
			v = word;
			if
			:: v & DIED -> GO(c_clear)
			:: else -> v = 0; GO(work)
			fi
		fi; SANE }
	:: d_step { !off[me] && pc[me] == work -> GO(unlock); SANE }
	:: d_step { !off[me] && pc[me] == unlock ->
		if
		:: word == me -> word = 0; GIVES; NEXT_ROUND
		:: else -> unlockers++; GO(u_look)
		fi; SANE }
	:: d_step { !off[me] && pc[me] == again ->
		if
		:: word == 0 -> word = me; TAKES; GOT
		:: else -> CALL_LOCK
		fi; SANE }
	:: d_step { !off[me] && pc[me] == mine ->
		if
		:: TID(word) == me -> TAKES; GOT
		:: else ->
			if
			:: ret == ETIMEDOUT -> ret = 0; NEXT_ROUND
			:: else -> CALL_LOCK
			fi
		fi; SANE }

	/* FUTEX_LOCK: L1, L2 */
	:: d_step { !off[me] && pc[me] == k_look ->
		v = word;
		if
		:: TID(v) -> STEAL_FAILED
		:: else -> GO(k_steal)
		fi; SANE }
	:: d_step { !off[me] && pc[me] == k_steal ->
		if
		:: word == v -> word = v | me; v = 0; TAKES; ret = STOLEN; LOCK_RETURNS
		:: else -> v = word; STEAL_FAILED
		fi; SANE }
	/* L6 */
	:: d_step { pc[me] == l_lock && !fs_lock -> fs_lock = me; GO(l_find); SANE }
	:: d_step { pc[me] == l_find -> GO(l_count); SANE }
	:: d_step { pc[me] == l_count -> refs++; GO(l_unlock); SANE }
	:: d_step { pc[me] == l_unlock ->
		fs_lock = 0; ENABLE;
		if
		:: TIMED(me) -> timer[me] = 1
		:: else
		fi;
		GO(l_queue); SANE }
	/* L9: a free mutex may be stolen from those in line; a signal ends the wait */
	:: d_step { !off[me] && pc[me] == l_queue && CALLED_OFF -> LEAVE_LINE; ret = EINTR; GO(r_look); SANE }
	:: d_step { !off[me] && pc[me] == l_queue && !CALLED_OFF && MY_TURN ->
		LEAVE_LINE; mutex = me;
		if
		:: timer[me] == 2 -> ret = ETIMEDOUT; GO(l_late)
		:: else -> threshold[me] = 1; GO(l_top)
		fi; SANE }
	:: d_step { !off[me] && pc[me] == l_queue && !CALLED_OFF && !MY_TURN && !IN_LINE ->
		line[waiting] = me; waiting++; SANE }
	:: d_step { !off[me] && (pc[me] == l_late || pc[me] == l_next) -> mutex = 0; GO(r_look); SANE }

	/* futex_spin_on_owner */
	:: d_step { pc[me] == l_top -> top = me; GO(t_look); SANE }
	/* T1 */
	:: d_step { !off[me] && pc[me] == t_look ->
		v = word;
		if
		:: TID(v) == me -> TAKES; ret = HANDED; LEAVE_LOOP
		:: TID(v) != me && CHECK_ONLY && v == 0 -> ret = EAGAIN; LEAVE_LOOP
		:: TID(v) && TID(v) != me -> T2
		:: !TID(v) && !(CHECK_ONLY && v == 0) -> GO(t_take)
		fi; SANE }
	:: d_step { pc[me] == t_take ->
		if
		:: word == v -> word = me; TAKES; ret = ACQUIRED; LEAVE_LOOP
		:: else -> v = word; T2
		fi; SANE }
	:: d_step { pc[me] == t_list ->
		own = TID(v);
		if
		:: owner -> task = owner; GO(d_lock)
		:: else -> T3
		fi; SANE }
	:: d_step { pc[me] == t_bury ->
		if
		:: word == v -> word = me; TAKES; ret = STOLEN; LEAVE_LOOP
		:: else -> v = 0; GO(t_look)
		fi; SANE }
	/* T4 */
	:: d_step { pc[me] == t_run -> GO(t_yield); SANE }
	:: d_step { !off[me] && pc[me] == t_yield -> ENABLE; SLEPT; GO(t_look); SANE }
	/* T6, T7 */
	:: d_step { pc[me] == t_ask -> handoff = me; asked = 1; T7; SANE }
	:: d_step { pc[me] == t_flag ->
		if
		:: word == v -> v = v | WAITERS; word = v; GO(t_asked)
		:: else ->
			v = word;
			if
			:: v & WAITERS -> GO(t_asked)
			:: else -> GO(t_flag)
			fi
		fi; SANE }
	:: d_step { pc[me] == t_asked ->
		if
		:: handoff -> GO(t_cpu)
		:: else -> GO(t_ask_again)
		fi; SANE }
	:: d_step { pc[me] == t_ask_again -> handoff = me; GO(t_cpu); SANE }
	/* T8 */
	:: d_step { pc[me] == t_cpu ->
		if
		:: ON_CPU(own) -> v = 0; GO(t_look)
		:: else -> T9
		fi; SANE }
	:: d_step { pc[me] == s_flag ->
		if
		:: word == v -> v = v | WAITERS; word = v; GO(s_list)
		:: else ->
			v = word;
			if
			:: v & WAITERS -> GO(s_list)
			:: else -> GO(s_flag)
			fi
		fi; SANE }
	:: d_step { pc[me] == s_list ->
		if
		:: owner || FAULT == 5 -> T10
		:: else -> task = own; GO(i_lock)
		fi; SANE }
	:: d_step { pc[me] == s_state ->
		sleepy[me] = 1;
		if
		:: FAULT == 2 -> T11
		:: else -> v = 0; GO(s_look)
		fi; SANE }
	:: d_step { pc[me] == s_look ->
		v = word;
		if
		:: TID(v) == me -> TAKES; v = 0; ret = HANDED; GO(s_awake)
		:: TID(v) != me && CHECK_ONLY && v == 0 -> ret = EAGAIN; GO(s_awake)
		:: TID(v) && TID(v) != me -> T11
		:: !TID(v) && !(CHECK_ONLY && v == 0) -> GO(s_take)
		fi; SANE }
	:: d_step { pc[me] == s_take ->
		if
		:: word == v -> word = me; TAKES; v = 0; ret = ACQUIRED; GO(s_awake)
		:: else -> v = word; T11
		fi; SANE }
	:: d_step { pc[me] == s_awake -> sleepy[me] = 0; LEAVE_LOOP; SANE }
	:: d_step { !off[me] && pc[me] == s_sleep && !asleep[me] && sleepy[me] && !signal[me] ->
		asleep[me] = 1; resched[me] = 0; SANE }
	:: d_step { !off[me] && pc[me] == s_sleep && !asleep[me] && (!sleepy[me] || signal[me]) ->
		sleepy[me] = 0; ENABLE; SLEPT; GO(s_run); SANE }
	:: d_step { pc[me] == s_sleep && asleep[me] && !sleepy[me] -> asleep[me] = 0; SLEPT; GO(s_run); SANE }
	:: d_step { !off[me] && pc[me] == s_run -> sleepy[me] = 0; GO(t_look); SANE }
	/* the state comes out of a task's list */
	:: d_step { pc[me] == e_list ->
		if
		:: owner -> task = owner; leaving = 1; GO(d_lock)
		:: else -> GO(e_top)
		fi; SANE }
	:: d_step { pc[me] == d_lock && !pi_lock[task] -> pi_lock[task] = me; GO(d_off); SANE }
	:: d_step { pc[me] == d_off -> pi_state[task] = 0; GO(d_owner); SANE }
	:: d_step { pc[me] == d_owner -> owner = 0; GO(d_unlock); SANE }
	:: d_step { pc[me] == d_unlock ->
		pi_lock[task] = 0; task = 0;
		if
		:: leaving -> leaving = 0; GO(e_top)
		:: else -> T3
		fi; SANE }
	/* or goes into it */
	:: d_step { pc[me] == i_lock && !pi_lock[task] -> pi_lock[task] = me; GO(i_on); SANE }
	:: d_step { pc[me] == i_on -> pi_state[task] = 1; GO(i_owner); SANE }
	:: d_step { pc[me] == i_owner -> owner = task; GO(i_unlock); SANE }
	:: d_step { pc[me] == i_unlock -> pi_lock[task] = 0; task = 0; T10; SANE }
	:: d_step { pc[me] == e_top ->
		top = 0;
		if
		:: FAULT == 4 -> LEFT; GO(l_next)
		:: else -> GO(e_ask)
		fi; SANE }
	:: d_step { pc[me] == e_ask -> handoff = 0; LEFT; GO(l_next); SANE }

	/* L13: drops its reference */
	:: d_step { !off[me] && pc[me] == r_look ->
		n = refs;
		if
		:: n == 1 -> n = 0; GO(r_lock)
		:: else -> GO(r_drop)
		fi; SANE }
	:: d_step { !off[me] && pc[me] == r_drop ->
		if
		:: refs == n -> refs--; n = 0; LOCK_RETURNS
		:: else ->
			n = refs;
			if
			:: n == 1 -> n = 0; GO(r_lock)
			:: else -> GO(r_drop)
			fi
		fi; SANE }
	:: d_step { pc[me] == r_lock && !fs_lock -> fs_lock = me; GO(r_last); SANE }
	:: d_step { pc[me] == r_last ->
		refs--;
		if
		:: refs -> GO(r_unlock)
		:: else -> GO(r_owner)
		fi; SANE }
	:: d_step { pc[me] == r_owner -> assert(!owner); GO(r_unlock); SANE }
	:: d_step { pc[me] == r_unlock -> fs_lock = 0; ENABLE; LOCK_RETURNS; SANE }

	/* FUTEX_UNLOCK */
	:: d_step { !off[me] && pc[me] == u_look ->
		v = word;
		if
		:: TID(v) != me || !(v & WAITERS) -> v = 0; UNLOCK_RETURNS
		:: else -> GO(u_lock)
		fi; SANE }
	:: d_step { pc[me] == u_lock && !fs_lock -> fs_lock = me; GO(u_find); SANE }
	:: d_step { pc[me] == u_find ->
		n = refs;
		if
		:: n -> GO(u_ask)
		:: else -> v = 0; GO(u_refuse)
		fi; SANE }
	:: d_step { pc[me] == u_refuse -> fs_lock = 0; ENABLE; UNLOCK_RETURNS; SANE }
	:: d_step { pc[me] == u_ask ->
		new = handoff;
		if
		:: new -> GO(u_grant)
		:: else -> n = 0; GO(u_top)
		fi; SANE }
	:: d_step { pc[me] == u_grant -> handoff = 0; n = 0; GO(u_top); SANE }
	:: d_step { pc[me] == u_top ->
		who = top;
		if
		:: who -> GO(u_add)
		:: else -> GO(u_unlock)
		fi; SANE }
	:: d_step { pc[me] == u_add ->
		if
		:: wake_q[who] == 0 -> wake_q[who] = me
		:: else -> who = 0
		fi;
		GO(u_unlock); SANE }
	:: d_step { pc[me] == u_unlock -> fs_lock = 0; ENABLE; GO(u_store); SANE }
	:: d_step { !off[me] && pc[me] == u_store ->
		if
		:: word == v ->
			word = new; GIVES; v = 0; new = 0;
			if
			:: who -> GO(v_off)
			:: else -> UNLOCK_RETURNS
			fi
		:: else ->
			v = word;
			if
			:: TID(v) == me -> GO(u_store)
			:: else ->
				v = 0; new = 0; ret = EDEADLK;
				if
				:: who -> GO(v_off)
				:: else -> UNLOCK_RETURNS
				fi
			fi
		fi; SANE }
	:: d_step { !off[me] && pc[me] == v_off ->
		wake_q[who] = 0;
		if
		:: FAULT == 3 -> who = 0; UNLOCK_RETURNS
		:: else -> GO(v_wake)
		fi; SANE }
	:: d_step { !off[me] && pc[me] == v_wake -> sleepy[who] = 0; who = 0; UNLOCK_RETURNS; SANE }

	/* do_exit of a killed thread: the robust list, then the list of states */
	:: d_step { !off[me] && pc[me] == x_look ->
		v = word;
		if
		:: TID(v) == me -> GO(x_died)
		:: else -> v = 0; GO(x_list)
		fi; SANE }
	:: d_step { !off[me] && pc[me] == x_died ->
		if
		:: word == v -> word = (v & WAITERS) | DIED; v = 0; GO(x_list)
		:: else -> v = 0; GO(x_look)
		fi; SANE }
	:: d_step { !off[me] && pc[me] == x_list ->
		if
		:: pi_state[me] -> GO(x_lock)
		:: else -> dead[me] = 1; FINISH
		fi; SANE }
	:: d_step { pc[me] == x_lock && !pi_lock[me] -> pi_lock[me] = me; GO(x_again); SANE }
	:: d_step { pc[me] == x_again ->
		if
		:: pi_state[me] -> GO(x_top)
		:: else -> GO(x_unlock)
		fi; SANE }
	:: d_step { pc[me] == x_top -> who = top; GO(x_off); SANE }
	:: d_step { pc[me] == x_off -> pi_state[me] = 0; GO(x_owner); SANE }
	:: d_step { pc[me] == x_owner ->
		owner = 0;
		if
		:: who -> GO(x_wake)
		:: else -> GO(x_again)
		fi; SANE }
	:: d_step { pc[me] == x_wake -> sleepy[who] = 0; who = 0; GO(x_again); SANE }
	:: d_step { pc[me] == x_unlock -> pi_lock[me] = 0; ENABLE; dead[me] = 1; FINISH; SANE }

	/* the scheduler, the clocks, signals */
	:: d_step { preempts && ON_CPU(me) && PREEMPTIBLE(me) -> preempts--; off[me] = 1; resched[me] = 0; SANE }
	:: d_step { preempts && ON_CPU(me) && !PREEMPTIBLE(me) && !resched[me] -> preempts--; resched[me] = 1; SANE }
	:: d_step { off[me] -> off[me] = 0; SANE }
	:: d_step { thresholds && threshold[me] == 1 -> thresholds--; threshold[me] = 2; SANE }
	:: d_step { timeouts && timer[me] == 1 -> timeouts--; timer[me] = 2; sleepy[me] = 0; SANE }
	:: d_step { signals && pc[me] != done && !signal[me] && !USER(me) ->
		signals--; signal[me] = 1; sleepy[me] = 0; SANE }
	:: d_step { kills && pc[me] != done && signal[me] != 2 ->
		kills--; signal[me] = 2; sleepy[me] = 0;
		if
		:: USER(me) -> DIE
		:: else
		fi; SANE }

	:: left == 0 && me == 1 /* all have finished: not a deadlock */
	od
}
