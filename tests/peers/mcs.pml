/* SPDX-License-Identifier: MIT */
/*
 * Peer of core-c/locks/mcs/mcs.c: mspin_lock and mspin_unlock of the 2013 mutex series
 * (patch 3/4), written from the patch. N threads, R rounds. Each d_step is one
 * shared access with the private code that follows it; `pc` says which access is
 * next, so Spin's states are (memory, next access, live locals) and nothing else.
 *
 * FAULT=1: the tail is read and written in two steps. FAULT=2: an unlock does not
 * wait for a successor that has swapped but not yet linked itself.
 */
#ifndef FAULT
#define FAULT 0
#endif

mtype = { clear_locked, clear_next, swap, swap_late, first, link, wait, work,
	  look_behind, vacate, await_link, pass_on, done };

mtype pc[N + 1] = clear_locked;
byte tail, next[N + 1];
bit locked[N + 1];
byte heads; /* threads from the access that gave them the turn to the one that gives it on: follows from pc */
byte left = N;

#define GO(p) pc[me] = p
#define MY_TURN heads++; assert(heads == 1 && tail != 0)
#define LEAVE \
	heads--; behind = 0; rounds--; \
	if \
	:: rounds -> GO(clear_locked) \
	:: else -> left--; GO(done) \
	fi

active [N] proctype thread()
{
	byte me = _pid + 1, rounds = R;
	byte prev;   /* mspin_lock: who stands before it, until it has linked itself */
	byte behind; /* mspin_unlock: its successor */
	do
	:: d_step { pc[me] == clear_locked -> locked[me] = 0; GO(clear_next) }
	:: d_step { pc[me] == clear_next -> next[me] = 0; GO(swap) }
	:: d_step { pc[me] == swap ->
		prev = tail;
		if
		:: FAULT == 1 -> GO(swap_late)
		:: else ->
			tail = me;
			if
			:: prev -> GO(link)
			:: else -> MY_TURN; GO(first)
			fi
		fi }
	:: d_step { pc[me] == swap_late ->
		tail = me;
		if
		:: prev -> GO(link)
		:: else -> MY_TURN; GO(first)
		fi }
	:: d_step { pc[me] == first -> locked[me] = 1; GO(work) }
	:: d_step { pc[me] == link -> next[prev] = me; prev = 0; GO(wait) }
	:: d_step { pc[me] == wait && locked[me] -> MY_TURN; GO(work) }
	:: d_step { pc[me] == work -> GO(look_behind) }
	:: d_step { pc[me] == look_behind ->
		behind = next[me];
		if
		:: behind -> GO(pass_on)
		:: else -> GO(vacate)
		fi }
	:: d_step { pc[me] == vacate ->
		if
		:: tail == me -> tail = 0; LEAVE
		:: else ->
			if
			:: FAULT == 2 -> LEAVE
			:: else -> GO(await_link)
			fi
		fi }
	:: d_step { pc[me] == await_link && next[me] -> behind = next[me]; GO(pass_on) }
	:: d_step { pc[me] == pass_on -> locked[behind] = 1; LEAVE }
	:: left == 0 && me == 1 /* all have finished: not a deadlock */
	od
}
