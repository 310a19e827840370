/* SPDX-License-Identifier: MIT */
/*
 * Peer of core-c/locks/rwsem/rwsem.c: the rwsem of the series of October 2017, written from
 * the diff of patch 07 and, where that is silent, from the text of 4.14 that it is based on.
 * Of N threads the first ROLE_D write, downgrade and read on, the next ROLE_W write, the next
 * ROLE_K write and may be killed, the next ROLE_R read, and the last ROLE_Q read and may be
 * killed; R rounds each. P times the scheduler may take a CPU away, K times a fatal signal may
 * come, X times a waiter's 10 ms may be over.
 * PATCH=0: before patch 07. PATCH=7: with it.
 * GRANT_LAST=1: a reader is put on the wake list before it is granted the lock, as in 4.8 to
 * 4.20, of which the series' base is one. GRANT_LAST=0: after it, as since 5.0.
 *
 * Each d_step is one shared access with the private code that follows it; `pc` says which
 * access is next. A wait that would change nothing is a guard.
 *
 * FAULT=1: a spinner writes the count without comparing it. FAULT=2: a reader that queues up
 * leaves its bias in the count. FAULT=3: a reader looks for its grant before it marks itself as
 * sleeping. FAULT=4: the grant to the last waiters leaves WAITERS. FAULT=5: a grant that found a
 * writer is not taken back. FAULT=6: a killed writer wakes nobody. FAULT=7: the last waiter is
 * killed and leaves HANDOFF. FAULT=8: a spinner steals the lock although HANDOFF is set.
 */
#ifndef PATCH
#define PATCH 0
#endif
#ifndef GRANT_LAST
#define GRANT_LAST 1
#endif
#ifndef P
#define P 0
#endif
#ifndef K
#define K 0
#endif
#ifndef X
#define X 0
#endif
#ifndef FAULT
#define FAULT 0
#endif

mtype = { fast, w_own, w_work, w_off, w_up, d_look, d_sign, d_down, d_lock, d_empty,
	  r_look, r_sign, r_work, r_up,
	  c_owner, c_cpu,
	  q_locked, q_next, q_swap, q_prev, q_link, q_wait, q_seen, q_unhook, q_turn, q_back,
	  t_tail, t_leave, t_next, t_take, q_join_prev, q_join_next, q_free, q_behind, q_pass,
	  s_owner, s_same, s_cpu, s_fresh, s_count, s_try, s_own, s_null,
	  w_task, w_type, w_lock, w_empty, w_add, w_flag, w_count, w_state, w_single, w_try, w_sign, w_run, w_del, w_leave,
	  w_unlock, w_sleep, w_again, w_recount, w_first, w_hand, w_relock,
	  a_run, a_lock, a_del, a_empty, a_hand, a_clear, a_unlock,
	  x_task, x_type, x_lock, x_empty, x_add, x_undo, x_unlock, x_state, x_grant, x_sleep, x_run,
	  x_relock, x_regrant, x_late, x_del, x_last, x_hand, x_clear, x_quit, x_end,
	  m_head, m_type, m_writer, m_add_writer, m_grant, m_undo, m_owner, m_sign, m_next, m_next_type, m_pick, m_wake, m_del, m_task,
	  m_last, m_hand, m_add,
	  k_osq, k_try, k_lock, k_empty, k_unlock, v_off, v_wake, done };

#define WRITER 1
#define WAITERS 2
#define HANDOFF 4
#define READER 256
#define RESERVED 248
#define BY_READERS (N + 1)
#define LOCKED(c) ((c) & ~(WAITERS | HANDOFF))
#define FAILED (WRITER | WAITERS | HANDOFF)

/* the rwsem */
int count;
byte owner, wait_lock, tail, next[N + 1], prev[N + 1];
bit locked[N + 1];
byte task[N + 1];                      /* waiter.task: 0 when the reader has been granted the lock */
bit reads[N + 1];                      /* waiter.type */
byte list[N + 1], length;              /* the wait list; list[0] is its head */
byte wake_q[N + 1];                    /* on whose wake list a task stands */

/* the tasks */
mtype pc[N + 1] = fast;
bit sleepy[N + 1]; /* the task state is not TASK_RUNNING */
bit asleep[N + 1]; /* inside schedule() */
bit off[N + 1];    /* preempted */
bit resched[N + 1];
bit fatal[N + 1];
byte clock[N + 1]; /* 1: waiter.timeout is set; 2: it has passed */
byte preempts = P, kills = K, strikes = X;

/* for the invariants; all of it follows from the rest */
byte writers, readers, heads, left = N;

#define KILLABLE(t) (((t) > ROLE_D + ROLE_W && !READS(t)) || (t) > N - ROLE_Q)
#define READS(t) ((t) > N - ROLE_R - ROLE_Q)
#define DOWNGRADES(t) ((t) <= ROLE_D)

#define ON_CPU(t) (!asleep[t] && !off[t] && pc[t] != done)
#define SANE \
	assert(writers <= 1 && !(writers && readers)); \
	assert(wait_lock || ((length != 0) == ((count & WAITERS) != 0))); \
	assert(wait_lock || length || !(count & HANDOFF)); \
	assert(!(count & RESERVED) && heads <= 1 && !(heads && !tail)); \
	assert(wait_lock || (count >= 0 && writers <= (count & WRITER) && readers <= count / READER))
#define GO(p) pc[me] = p
/* preempt_enable(), to be followed by GO */
#define ENABLE if :: resched[me] -> resched[me] = 0; off[me] = 1 :: else fi
#define DIES (fatal[me] && KILLABLE(me))
#define START_CLOCK if :: PATCH >= 7 -> clock[me] = 1 :: else fi
#define STOP_CLOCK clock[me] = 0
#define PREEMPTIBLE (pc[me] == fast || pc[me] == w_own || pc[me] == w_work || pc[me] == w_off || \
		     pc[me] == w_up || pc[me] == d_look || pc[me] == d_sign || pc[me] == d_down || \
		     pc[me] == r_look || pc[me] == r_sign || pc[me] == r_work || \
		     pc[me] == r_up || pc[me] == w_sleep || pc[me] == w_again || pc[me] == w_recount || \
		     pc[me] == w_first || pc[me] == w_hand || pc[me] == a_run || pc[me] == x_task || pc[me] == x_type || \
		     pc[me] == w_task || pc[me] == w_type || \
		     pc[me] == x_state || pc[me] == x_grant || pc[me] == x_sleep || pc[me] == x_run || \
		     pc[me] == x_end || pc[me] == k_osq || (!wait_lock_mine && (pc[me] == v_off || pc[me] == v_wake)))
#define wait_lock_mine (wait_lock == me)

#define NEXT_ROUND \
	ctx = 0; rounds--; STOP_CLOCK; \
	if \
	:: rounds && !fatal[me] -> GO(fast) \
	:: else -> \
		rounds = 0; off[me] = 0; resched[me] = 0; left--; \
		assert(left || (!count && !wait_lock && !tail && !length)); \
		GO(done) \
	fi

#define ADD_TO_LIST list[length] = me; length++
#define TAKE_OFF(t) \
	at = 0; \
	do \
	:: list[at] == (t) -> break \
	:: else -> at++ \
	od; \
	do \
	:: at + 1 < length -> list[at] = list[at + 1]; at++ \
	:: else -> break \
	od; \
	length--; list[length] = 0; at = 0

#define LOOK_AGAIN if :: FAULT == 3 -> GO(x_grant) :: else -> GO(x_state) fi
#define JUDGE_GRANT \
	if \
	:: granted -> granted = 0; readers++; GO(x_run) \
	:: else -> \
		if \
		:: DIES -> GO(x_relock) \
		:: else -> GO(x_sleep) \
		fi \
	fi
/* where wake_up_q comes back to */
#define AFTER_WAKE \
	if \
	:: ctx == x_unlock -> ctx = 0; LOOK_AGAIN \
	:: ctx == w_count -> ctx = 0; GO(w_state) \
	:: ctx == d_empty -> ctx = 0; GO(r_work) \
	:: ctx == k_unlock -> NEXT_ROUND \
	:: ctx == a_unlock -> task[me] = 0; NEXT_ROUND \
	fi
#define WAKE_UP_Q if :: wq -> GO(v_off) :: else -> AFTER_WAKE fi
/* where __rwsem_mark_wake comes back to */
#define MARKED \
	if \
	:: ctx == x_unlock -> GO(x_unlock) \
	:: ctx == w_count -> WAKE_UP_Q \
	:: ctx == d_empty || ctx == k_unlock -> GO(k_unlock) \
	:: ctx == a_unlock -> GO(a_unlock) \
	fi
#define WAKE_Q_ADD \
	if \
	:: wake_q[who] == 0 -> wake_q[who] = me; wq = wq | (1 << who) \
	:: else \
	fi
#define MARK_WAKE(c) ctx = c; GO(m_head)

/* rwsem_try_write_lock(c): the refusals that need no access */
#define TRY_WRITE \
	if \
	:: LOCKED(c) || (PATCH >= 7 && !first && (c & HANDOFF)) -> c = 0; GO(w_unlock) \
	:: else -> GO(w_single) \
	fi
#define SLEEP_OR_DIE \
	if \
	:: DIES -> first = 0; GO(a_run) \
	:: else -> GO(w_sleep) \
	fi
/* what a queued writer makes of the count that it has read */
#define AWAKE \
	if \
	:: !LOCKED(c) -> GO(w_relock) \
	:: else -> \
		if \
		:: PATCH >= 7 && first && !(c & HANDOFF) && clock[me] == 2 -> c = 0; GO(w_hand) \
		:: else -> c = 0; SLEEP_OR_DIE \
		fi \
	fi
#define HANDS_OFF(c) (PATCH >= 7 && FAULT != 8 && ((c) & HANDOFF))
#define SPUN_OUT heads--; GO(q_free)
#define SPIN_OVER \
	ENABLE; \
	if \
	:: won -> won = 0; GO(w_work) \
	:: else -> GO(w_task) \
	fi
#define LEFT_QUEUE locked[me] = 0; SPIN_OVER
/* osq_wait_next is over: behind is its result */
#define KNOWS_NEXT \
	if \
	:: leaving -> \
		leaving = 0; \
		if \
		:: behind -> GO(q_pass) \
		:: else -> LEFT_QUEUE \
		fi \
	:: else -> \
		if \
		:: behind -> GO(q_join_prev) \
		:: else -> prev[me] = 0; before = 0; SPIN_OVER \
		fi \
	fi
#define HEAD before = 0; prev[me] = 0; heads++; GO(s_owner)

active [N] proctype thread()
{
	byte me = _pid + 1, rounds = R;
	int c;        /* a count that it has read */
	byte saw;     /* the owner that a spinner read */
	byte before, behind;
	bit won, leaving; /* osq: it has got the lock; it unlocks rather than gives up */
	bit granted;  /* a queued reader saw its grant */
	bit first, stays; /* it is first in the list; others are behind it */
	bit hand;     /* HANDOFF is to be set with the next access */
	mtype ctx;    /* who called __rwsem_mark_wake and wake_up_q */
	byte wq, who, picked; /* the wake list, as a set; whom it looks at, and is about to wake */
	byte woken;
	bit early;    /* the first reader has been counted */
	int adj;
	byte at;
	do
	/* down_write, up_write */
	:: d_step { !off[me] && pc[me] == fast && !READS(me) ->
		if
		:: count == 0 -> count = WRITER; writers++; GO(w_own)
		:: else -> GO(c_owner)
		fi; SANE }
	:: d_step { !off[me] && pc[me] == w_own -> owner = me; GO(w_work); SANE }
	:: d_step { !off[me] && pc[me] == w_work ->
		if
		:: DOWNGRADES(me) -> GO(d_look)
		:: else -> GO(w_off)
		fi; SANE }
	:: d_step { !off[me] && pc[me] == w_off -> owner = 0; GO(w_up); SANE }
	:: d_step { !off[me] && pc[me] == w_up ->
		c = count; count = count - WRITER; writers--;
		if
		:: c & WAITERS -> GO(k_osq)
		:: else -> c = 0; NEXT_ROUND
		fi; SANE }

	/* downgrade_write: the owner first, as in 4.11 to 4.14 */
	:: d_step { !off[me] && pc[me] == d_look ->
		if
		:: owner != BY_READERS -> GO(d_sign)
		:: else -> GO(d_down)
		fi; SANE }
	:: d_step { !off[me] && pc[me] == d_sign -> owner = BY_READERS; GO(d_down); SANE }
	:: d_step { !off[me] && pc[me] == d_down ->
		c = count; count = count - WRITER + READER; writers--; readers++;
		if
		:: c & WAITERS -> c = 0; GO(d_lock)
		:: else -> c = 0; GO(r_work)
		fi; SANE }
	:: d_step { pc[me] == d_lock && !wait_lock -> wait_lock = me; GO(d_empty); SANE }
	:: d_step { pc[me] == d_empty ->
		if
		:: length -> MARK_WAKE(d_empty)
		:: else -> ctx = d_empty; GO(k_unlock)
		fi; SANE }

	/* down_read, up_read */
	:: d_step { !off[me] && pc[me] == fast && READS(me) ->
		c = count; count = count + READER;
		if
		:: c & FAILED -> c = 0; GO(x_task)
		:: else -> c = 0; readers++; GO(r_look)
		fi; SANE }
	:: d_step { !off[me] && pc[me] == r_look ->
		if
		:: owner != BY_READERS -> GO(r_sign)
		:: else -> GO(r_work)
		fi; SANE }
	:: d_step { !off[me] && pc[me] == r_sign -> owner = BY_READERS; GO(r_work); SANE }
	:: d_step { !off[me] && pc[me] == r_work -> GO(r_up); SANE }
	:: d_step { !off[me] && pc[me] == r_up ->
		count = count - READER; readers--;
		if
		:: (count & ~HANDOFF) == WAITERS -> c = count; GO(k_osq)
		:: else -> NEXT_ROUND
		fi; SANE }

	/* rwsem_can_spin_on_owner; its need_resched() is read where preemption was still on */
	:: d_step { pc[me] == c_owner ->
		if
		:: owner == BY_READERS -> SPIN_OVER
		:: owner == 0 -> GO(q_locked)
		:: else -> saw = owner; GO(c_cpu)
		fi; SANE }
	:: d_step { pc[me] == c_cpu ->
		if
		:: ON_CPU(saw) -> saw = 0; GO(q_locked)
		:: else -> saw = 0; SPIN_OVER
		fi; SANE }

	/* osq_lock */
	:: d_step { pc[me] == q_locked -> locked[me] = 0; GO(q_next); SANE }
	:: d_step { pc[me] == q_next -> next[me] = 0; GO(q_swap); SANE }
	:: d_step { pc[me] == q_swap ->
		before = tail; tail = me;
		if
		:: before -> GO(q_prev)
		:: else -> heads++; GO(s_owner)
		fi; SANE }
	:: d_step { pc[me] == q_prev -> prev[me] = before; GO(q_link); SANE }
	:: d_step { pc[me] == q_link -> next[before] = me; GO(q_wait); SANE }
	:: d_step { pc[me] == q_wait && (locked[me] || resched[me]) ->
		if
		:: locked[me] -> HEAD
		:: else -> GO(q_seen)
		fi; SANE }
	:: d_step { pc[me] == q_seen ->
		if
		:: next[before] == me -> GO(q_unhook)
		:: else -> GO(q_turn)
		fi; SANE }
	:: d_step { pc[me] == q_unhook ->
		if
		:: next[before] == me -> next[before] = 0; GO(t_tail)
		:: else -> GO(q_turn)
		fi; SANE }
	:: d_step { pc[me] == q_turn ->
		if
		:: locked[me] -> HEAD
		:: else -> before = 0; GO(q_back)
		fi; SANE }
	:: d_step { pc[me] == q_back -> before = prev[me]; GO(q_seen); SANE }

	/* osq_wait_next */
	:: d_step { pc[me] == t_tail ->
		if
		:: tail == me -> GO(t_leave)
		:: else -> GO(t_next)
		fi; SANE }
	:: d_step { pc[me] == t_leave ->
		if
		:: tail == me -> tail = before; KNOWS_NEXT
		:: else -> GO(t_next)
		fi; SANE }
	:: d_step { pc[me] == t_next ->
		if
		:: next[me] -> GO(t_take)
		:: else -> GO(t_tail)
		fi; SANE }
	:: d_step { pc[me] == t_take ->
		behind = next[me]; next[me] = 0;
		if
		:: behind -> KNOWS_NEXT
		:: else -> GO(t_tail)
		fi; SANE }

	/* the end of osq_lock for who gives up */
	:: d_step { pc[me] == q_join_prev -> prev[behind] = before; GO(q_join_next); SANE }
	:: d_step { pc[me] == q_join_next ->
		next[before] = behind; before = 0; behind = 0; prev[me] = 0; SPIN_OVER; SANE }

	/* osq_unlock */
	:: d_step { pc[me] == q_free ->
		if
		:: tail == me -> tail = 0; LEFT_QUEUE
		:: else -> GO(q_behind)
		fi; SANE }
	:: d_step { pc[me] == q_behind ->
		behind = next[me]; next[me] = 0;
		if
		:: behind -> GO(q_pass)
		:: else -> leaving = 1; GO(t_tail)
		fi; SANE }
	:: d_step { pc[me] == q_pass -> locked[behind] = 1; behind = 0; LEFT_QUEUE; SANE }

	/* rwsem_spin_on_owner */
	:: d_step { pc[me] == s_owner ->
		if
		:: owner && owner != BY_READERS -> saw = owner; GO(s_same)
		:: else -> GO(s_fresh)
		fi; SANE }
	:: d_step { pc[me] == s_same ->
		if
		:: owner == saw -> GO(s_cpu)
		:: else -> saw = 0; GO(s_fresh)
		fi; SANE }
	:: d_step { pc[me] == s_cpu ->
		if
		:: ON_CPU(saw) && !resched[me] -> GO(s_same)
		:: else -> saw = 0; SPUN_OUT
		fi; SANE }
	:: d_step { pc[me] == s_fresh ->
		if
		:: owner == BY_READERS -> SPUN_OUT
		:: else -> GO(s_count)
		fi; SANE }
	/* rwsem_try_write_lock_unqueued */
	:: d_step { pc[me] == s_count ->
		c = count;
		if
		:: LOCKED(c) || HANDS_OFF(c) -> c = 0; GO(s_null)
		:: else -> GO(s_try)
		fi; SANE }
	:: d_step { pc[me] == s_try ->
		if
		:: count == c || FAULT == 1 ->
			assert(!(c & HANDOFF)); /* from the flag on, no spinner overtakes the first waiter */
			count = c + WRITER; c = 0; writers++; GO(s_own)
		:: else ->
			c = count;
			if
			:: LOCKED(c) || HANDS_OFF(c) -> c = 0; GO(s_null)
			:: else -> GO(s_try)
			fi
		fi; SANE }
	:: d_step { pc[me] == s_own -> owner = me; won = 1; SPUN_OUT; SANE }
	/* the rest of the loop in rwsem_optimistic_spin */
	:: d_step { pc[me] == s_null ->
		if
		:: owner == 0 && resched[me] -> SPUN_OUT
		:: else -> GO(s_owner)
		fi; SANE }

	/* __rwsem_down_write_failed_common */
	:: d_step { !off[me] && pc[me] == w_task -> task[me] = me; GO(w_type); SANE }
	:: d_step { !off[me] && pc[me] == w_type -> reads[me] = 0; START_CLOCK; GO(w_lock); SANE }
	:: d_step { !off[me] && pc[me] == w_lock && !wait_lock -> wait_lock = me; GO(w_empty); SANE }
	:: d_step { pc[me] == w_empty -> first = !length; GO(w_add); SANE }
	:: d_step { pc[me] == w_add ->
		ADD_TO_LIST;
		if
		:: first -> GO(w_flag)
		:: else -> GO(w_count)
		fi; SANE }
	:: d_step { pc[me] == w_flag ->
		count = count + WAITERS; c = count;
		if
		:: PATCH < 7 -> first = 0
		:: else
		fi;
		GO(w_state); SANE }
	:: d_step { pc[me] == w_count ->
		c = count;
		if
		:: !(c & WRITER) && LOCKED(c) -> MARK_WAKE(w_count)
		:: else -> GO(w_state)
		fi; SANE }
	:: d_step { pc[me] == w_state -> sleepy[me] = 1; TRY_WRITE; SANE }
	:: d_step { pc[me] == w_single -> stays = length > 1; GO(w_try); SANE }
	:: d_step { pc[me] == w_try ->
		if
		:: count == c ->
			count = c + WRITER - (stays -> 0 : WAITERS) - (c & HANDOFF);
			writers++; c = 0; stays = 0; first = 0; GO(w_sign)
		:: else -> c = 0; stays = 0; GO(w_unlock)
		fi; SANE }
	:: d_step { pc[me] == w_sign -> owner = me; GO(w_run); SANE }
	:: d_step { pc[me] == w_run -> sleepy[me] = 0; GO(w_del); SANE }
	:: d_step { pc[me] == w_del -> TAKE_OFF(me); GO(w_leave); SANE }
	:: d_step { pc[me] == w_leave -> wait_lock = 0; ENABLE; STOP_CLOCK; task[me] = 0; GO(w_work); SANE }
	:: d_step { pc[me] == w_unlock -> wait_lock = 0; ENABLE; SLEEP_OR_DIE; SANE }
	:: d_step { !off[me] && pc[me] == w_sleep && !asleep[me] && sleepy[me] && !DIES ->
		asleep[me] = 1; resched[me] = 0; SANE }
	:: d_step { !off[me] && pc[me] == w_sleep && !asleep[me] && sleepy[me] && DIES ->
		sleepy[me] = 0; GO(w_again); SANE }
	:: d_step { !off[me] && pc[me] == w_sleep && !asleep[me] && !sleepy[me] -> GO(w_again); SANE }
	:: d_step { pc[me] == w_sleep && asleep[me] && !sleepy[me] -> asleep[me] = 0; GO(w_again); SANE }
	:: d_step { !off[me] && pc[me] == w_again -> sleepy[me] = 1; GO(w_recount); SANE }
	:: d_step { !off[me] && pc[me] == w_recount ->
		c = count;
		if
		:: PATCH >= 7 && !first -> GO(w_first)
		:: else -> AWAKE
		fi; SANE }
	:: d_step { !off[me] && pc[me] == w_first -> first = list[0] == me; AWAKE; SANE }
	:: d_step { !off[me] && pc[me] == w_hand -> count = count | HANDOFF; SLEEP_OR_DIE; SANE }
	:: d_step { !off[me] && pc[me] == w_relock && !wait_lock -> wait_lock = me; TRY_WRITE; SANE }
	/* out_nolock of the writers */
	:: d_step { !off[me] && pc[me] == a_run -> sleepy[me] = 0; GO(a_lock); SANE }
	:: d_step { !off[me] && pc[me] == a_lock && !wait_lock -> wait_lock = me; GO(a_del); SANE }
	:: d_step { pc[me] == a_del -> TAKE_OFF(me); GO(a_empty); SANE }
	:: d_step { pc[me] == a_empty ->
		if
		:: length == 0 && PATCH >= 7 && FAULT != 7 -> GO(a_hand)
		:: length == 0 && (PATCH < 7 || FAULT == 7) -> adj = WAITERS; GO(a_clear)
		:: length && FAULT == 6 -> ctx = a_unlock; GO(a_unlock)
		:: length && FAULT != 6 -> MARK_WAKE(a_unlock)
		fi; SANE }
	:: d_step { pc[me] == a_hand -> adj = WAITERS + (count & HANDOFF); GO(a_clear); SANE }
	:: d_step { pc[me] == a_clear -> count = count - adj; adj = 0; ctx = a_unlock; GO(a_unlock); SANE }
	:: d_step { pc[me] == a_unlock -> wait_lock = 0; ENABLE; WAKE_UP_Q; SANE }

	/* __rwsem_down_read_failed_common */
	:: d_step { !off[me] && pc[me] == x_task -> task[me] = me; GO(x_type); SANE }
	:: d_step { !off[me] && pc[me] == x_type -> reads[me] = 1; START_CLOCK; GO(x_lock); SANE }
	:: d_step { !off[me] && pc[me] == x_lock && !wait_lock -> wait_lock = me; GO(x_empty); SANE }
	:: d_step { pc[me] == x_empty -> first = !length; GO(x_add); SANE }
	:: d_step { pc[me] == x_add -> ADD_TO_LIST; GO(x_undo); SANE }
	:: d_step { pc[me] == x_undo ->
		count = count - (FAULT == 2 -> 0 : READER) + (first -> WAITERS : 0);
		if
		:: !LOCKED(count) || (!(count & WRITER) && first) -> first = 0; MARK_WAKE(x_unlock)
		:: else -> first = 0; ctx = x_unlock; GO(x_unlock)
		fi; SANE }
	:: d_step { pc[me] == x_unlock ->
		wait_lock = 0; ENABLE;
		if
		:: wq -> GO(v_off)
		:: else ->
			ctx = 0; LOOK_AGAIN
		fi; SANE }
	:: d_step { !off[me] && pc[me] == x_state ->
		sleepy[me] = 1;
		if
		:: FAULT == 3 -> JUDGE_GRANT
		:: else -> GO(x_grant)
		fi; SANE }
	:: d_step { !off[me] && pc[me] == x_grant ->
		granted = !task[me];
		if
		:: FAULT == 3 -> GO(x_state)
		:: else -> JUDGE_GRANT
		fi; SANE }
	:: d_step { !off[me] && pc[me] == x_sleep && !asleep[me] && sleepy[me] && !DIES ->
		asleep[me] = 1; resched[me] = 0; SANE }
	:: d_step { !off[me] && pc[me] == x_sleep && !asleep[me] && sleepy[me] && DIES ->
		sleepy[me] = 0; LOOK_AGAIN; SANE }
	:: d_step { !off[me] && pc[me] == x_sleep && !asleep[me] && !sleepy[me] -> LOOK_AGAIN; SANE }
	:: d_step { pc[me] == x_sleep && asleep[me] && !sleepy[me] -> asleep[me] = 0; LOOK_AGAIN; SANE }
	:: d_step { !off[me] && pc[me] == x_run -> sleepy[me] = 0; STOP_CLOCK; reads[me] = 0; GO(r_work); SANE }
	:: d_step { !off[me] && pc[me] == x_relock && !wait_lock -> wait_lock = me; GO(x_regrant); SANE }
	:: d_step { pc[me] == x_regrant ->
		if
		:: task[me] -> GO(x_del)
		:: else -> readers++; GO(x_late)
		fi; SANE }
	:: d_step { pc[me] == x_late -> wait_lock = 0; ENABLE; GO(x_run); SANE }
	/* out_nolock of the readers */
	:: d_step { pc[me] == x_del -> TAKE_OFF(me); GO(x_last); SANE }
	:: d_step { pc[me] == x_last ->
		if
		:: length -> GO(x_quit)
		:: length == 0 && PATCH >= 7 && FAULT != 7 -> GO(x_hand)
		:: length == 0 && (PATCH < 7 || FAULT == 7) -> adj = WAITERS; GO(x_clear)
		fi; SANE }
	:: d_step { pc[me] == x_hand -> adj = WAITERS + (count & HANDOFF); GO(x_clear); SANE }
	:: d_step { pc[me] == x_clear -> count = count - adj; adj = 0; GO(x_quit); SANE }
	:: d_step { pc[me] == x_quit -> wait_lock = 0; ENABLE; GO(x_end); SANE }
	:: d_step { !off[me] && pc[me] == x_end -> sleepy[me] = 0; task[me] = 0; reads[me] = 0; NEXT_ROUND; SANE }

	/* __rwsem_mark_wake */
	:: d_step { pc[me] == m_head -> who = list[0]; GO(m_type); SANE }
	:: d_step { pc[me] == m_type ->
		if
		:: !reads[who] && (ctx == w_count || ctx == d_empty) -> who = 0; MARKED
		:: !reads[who] && ctx != w_count && ctx != d_empty -> GO(m_writer)
		:: reads[who] && ctx == d_empty -> who = 0; GO(m_next)
		:: reads[who] && ctx != d_empty -> who = 0; GO(m_grant)
		fi; SANE }
	:: d_step { pc[me] == m_writer -> who = task[who]; GO(m_add_writer); SANE }
	:: d_step { pc[me] == m_add_writer -> WAKE_Q_ADD; who = 0; MARKED; SANE }
	:: d_step { pc[me] == m_grant ->
		c = count; count = count + READER;
		if
		:: c & WRITER ->
			hand = PATCH >= 7 && !(c & HANDOFF) && clock[list[0]] == 2;
			c = 0;
			if
			:: FAULT == 5 -> hand = 0; MARKED
			:: else -> GO(m_undo)
			fi
		:: else -> c = 0; early = 1; GO(m_owner)
		fi; SANE }
	:: d_step { pc[me] == m_undo ->
		count = count - READER + (hand -> HANDOFF : 0); hand = 0; MARKED; SANE }
	:: d_step { pc[me] == m_owner ->
		if
		:: owner != BY_READERS -> GO(m_sign)
		:: else -> GO(m_next)
		fi; SANE }
	:: d_step { pc[me] == m_sign -> owner = BY_READERS; GO(m_next); SANE }
	:: d_step { pc[me] == m_next ->
		who = list[0];
		if
		:: who -> GO(m_next_type)
		:: else -> GO(m_last)
		fi; SANE }
	:: d_step { pc[me] == m_next_type ->
		if
		:: reads[who] -> woken++; GO(m_pick)
		:: else -> who = 0; GO(m_last)
		fi; SANE }
	:: d_step { pc[me] == m_pick ->
		picked = task[who];
		if
		:: GRANT_LAST -> GO(m_wake)
		:: else -> GO(m_del)
		fi; SANE }
	:: d_step { pc[me] == m_wake ->
		if
		:: GRANT_LAST -> at = who; who = picked; WAKE_Q_ADD; who = at; at = 0; picked = 0; GO(m_del)
		:: else -> who = picked; WAKE_Q_ADD; who = 0; picked = 0; GO(m_next)
		fi; SANE }
	:: d_step { pc[me] == m_del -> TAKE_OFF(who); GO(m_task); SANE }
	:: d_step { pc[me] == m_task ->
		task[who] = 0; who = 0;
		if
		:: GRANT_LAST -> GO(m_next)
		:: else -> GO(m_wake)
		fi; SANE }
	:: d_step { pc[me] == m_last ->
		adj = (woken - early) * READER - ((length == 0 && FAULT != 4) -> WAITERS : 0);
		early = 0;
		if
		:: PATCH >= 7 && woken -> woken = 0; GO(m_hand)
		:: else ->
			woken = 0;
			if
			:: adj -> GO(m_add)
			:: else -> MARKED
			fi
		fi; SANE }
	:: d_step { pc[me] == m_hand ->
		adj = adj - (count & HANDOFF);
		if
		:: adj -> GO(m_add)
		:: else -> MARKED
		fi; SANE }
	:: d_step { pc[me] == m_add -> count = count + adj; adj = 0; MARKED; SANE }

	/* rwsem_wake */
	:: d_step { !off[me] && pc[me] == k_osq ->
		if
		:: tail && !(PATCH >= 7 && (c & HANDOFF)) -> c = 0; GO(k_try)
		:: else -> c = 0; GO(k_lock)
		fi; SANE }
	:: d_step { pc[me] == k_try ->
		if
		:: wait_lock -> ENABLE; NEXT_ROUND
		:: else -> wait_lock = me; GO(k_empty)
		fi; SANE }
	:: d_step { pc[me] == k_lock && !wait_lock -> wait_lock = me; GO(k_empty); SANE }
	:: d_step { pc[me] == k_empty ->
		if
		:: length -> MARK_WAKE(k_unlock)
		:: else -> ctx = k_unlock; GO(k_unlock)
		fi; SANE }
	:: d_step { pc[me] == k_unlock -> wait_lock = 0; ENABLE; WAKE_UP_Q; SANE }

	/* wake_up_q; the kernel's list is in order, the model's is a set */
	:: d_step { !off[me] && pc[me] == v_off ->
		who = 1;
		do
		:: wq & (1 << who) -> break
		:: else -> who++
		od;
		wq = wq & ~(1 << who); wake_q[who] = 0; GO(v_wake); SANE }
	:: d_step { !off[me] && pc[me] == v_wake -> sleepy[who] = 0; who = 0; WAKE_UP_Q; SANE }

	/* the scheduler, the clock, fatal signals */
	:: d_step { preempts && ON_CPU(me) && PREEMPTIBLE -> preempts--; off[me] = 1; resched[me] = 0; SANE }
	:: d_step { preempts && ON_CPU(me) && !PREEMPTIBLE && !resched[me] -> preempts--; resched[me] = 1; SANE }
	:: d_step { off[me] -> off[me] = 0; SANE }
	:: d_step { strikes && clock[me] == 1 -> strikes--; clock[me] = 2; SANE }
	:: d_step { kills && !fatal[me] && pc[me] != done ->
		kills--;
		fatal[me] = 1;
		if
		:: KILLABLE(me) -> sleepy[me] = 0
		:: else
		fi;
		SANE }

	:: left == 0 && me == 1 /* all have finished: not a deadlock */
	od
}
