/* SPDX-License-Identifier: MIT */
/*
 * ticket: the ticket spinlock of the Linux kernel.
 * Source: Linux, include/asm-generic/ticket_spinlock.h (ticket_spin_lock, ticket_spin_trylock,
 * ticket_spin_unlock; the same as asm-generic/spinlock.h from 5.19 on). The width of the two
 * fields is that of 2.6.25, include/asm-x86/spinlock.h, for less than 256 CPUs: a byte each.
 *
 *   val         next N, owner N         free: the next thread to draw is served at once
 *               next N+1, owner N       the thread with ticket N holds the lock, nobody waits
 *               next N+k, owner N       the same, and k-1 threads wait, with N+1 to N+k-1
 *
 * Behind ticket 255 comes 0, in both fields. Both stand at 253 in a fresh lock here, so that this
 * comes soon. next is at the top, so that what a draw carries out of it leaves the word and does
 * not change the owner.
 *
 * What to watch: one addition draws a ticket and tells who is served, for both numbers are in one
 * word. So every unlock writes the word that all waiting threads read.
 */
#include "ticket.h"

LOCK(ticket, struct ticket, .worker = ticket_worker, .kernel = true,
	.title = "Ticket spinlock", .family = "Ticket spinlock",
	.purpose = LS_TOLD("A fair spinlock: each comer draws a number and spins until it is called."),
	.source = "Linux since 5.19, include/asm-generic/ticket_spinlock.h, with the fields of 2.6.25",
	.env = 1 << LS_ENV_PREEMPT | 1 << LS_ENV_RUN)

VARIANT(ticket, generic, .name = "ticket", .title = "as in asm-generic, with a byte for each number where that has 16 bits")

SWITCH(ticket, torn_draw, .title = "read the next ticket and take it in two steps instead of one addition",
	.verdict = LS_VIOLATED, .invariant = "mutual exclusion", .shown_by = "ticket --threads 2 --rounds 1")
SWITCH(ticket, few_tickets, .title = "only two tickets, 0 and 1, for any number of threads",
	.verdict = LS_VIOLATED, .invariant = "mutual exclusion", .shown_by = "ticket --threads 3 --rounds 1")
SWITCH(ticket, whole_word, .title = "unlock stores the whole word instead of the owner's byte",
	.verdict = LS_VIOLATED, .invariant = "free word", .shown_by = "ticket --threads 2 --rounds 1")
SWITCH(ticket, carry, .title = "unlock adds 1 to the owner and lets the carry run into next",
	.verdict = LS_DEADLOCK, .shown_by = "ticket --threads 2 --rounds 2")
SWITCH(ticket, blind_try, .title = "trylock draws a ticket by an addition, whether or not the word has changed",
	.verdict = LS_VIOLATED, .invariant = "mutual exclusion", .shown_by = "ticket --threads LT --rounds 1")

WORD(ticket, val, .kind = LS_KIND_BITS, .name_only = "val", .meaning = "the ticket that is served, and the next one to draw",
	.field = { { "unused", 0, 16, LS_FIELD_RESERVED }, { "owner", 16, 8, LS_FIELD_NUMBER },
		{ "next", 24, 8, LS_FIELD_NUMBER } })

QUEUE(ticket, .kind = "ticket", .title = "tickets", .next = "val.next", .serving = "val.owner", .number = "ticket")
ROLE(ticket, TICKET_LOCKS, .letter = 'L', .title = "locker: locks and unlocks")
ROLE(ticket, TICKET_TRIES, .letter = 'T', .title = "trylock: tries once, and goes away when the lock is not free")

INIT(ticket, lk->val, TICKET_FIRST * (TICKET_NEXT | TICKET_OWNER))

INVARIANT(ticket, exclusion, .name = "mutual exclusion", .about = "holders", .meaning = "at most one thread holds the lock",
	WRITERS() <= 1)
INVARIANT(ticket, free_word, .name = "free word", .meaning = "the word says free, next equal to owner, only when nobody holds the lock",
	!WRITERS() || lk->val.v >> 24 != (u8)(lk->val.v >> 16))
INVARIANT(ticket, tickets, .name = "tickets", .meaning = "no more tickets are drawn and not served than there are threads",
	(u8)((lk->val.v >> 24) - (lk->val.v >> 16)) <= m->n)

PROC(ticket_spin_lock, struct ticket, u32 val; u32 ticket;)
	if (!FAULT(ticket, torn_draw)) {
		FETCH_ADD(my->val, lk->val, TICKET_NEXT, full); /* draws a ticket and finds that it is served already | draws a ticket and must wait */
	} else {
		LOAD(my->val, lk->val, relaxed); /* reads the next ticket (fault: does not take it) */
		STORE(lk->val, my->val + TICKET_NEXT, full); /* takes the ticket that it has read (fault: a step after the read) */
	}
	my->ticket = my->val >> 24;
	OTHERWISE(my->ticket != (u8)(my->val >> 16));
	if (my->ticket == (u8)(my->val >> 16)) {
		TAKES_WRITE();
		RETURN(0);
	}
	if (FAULT(ticket, few_tickets))
		WAIT_UNTIL(lk->val, (VAL >> 16 & 1) == (my->ticket & 1), full); /* sees its ticket served, by the last bit (fault: another ticket has the same) | waits for the last bit of its ticket */
	else
		WAIT_UNTIL(lk->val, (u8)(VAL >> 16) == my->ticket, full); /* sees its ticket served | waits for its ticket */
	TAKES_WRITE();
END(ticket_spin_lock)

/* 1 = it holds the lock. */
PROC(ticket_spin_trylock, struct ticket, u32 old; u32 seen;)
	LOAD(my->old, lk->val, relaxed); /* reads the word and finds the lock free | reads the word and finds the lock held */
	OTHERWISE(my->old >> 24 != (u8)(my->old >> 16));
	if (my->old >> 24 != (u8)(my->old >> 16))
		RETURN(0);
	if (FAULT(ticket, blind_try)) {
		FETCH_ADD(my->seen, lk->val, TICKET_NEXT, full); /* draws a ticket (fault: it may not be served) */
		TAKES_WRITE();
		RETURN(1);
	}
	CAS(my->seen, lk->val, my->old, my->old + TICKET_NEXT, full); /* draws the ticket that is served | finds that the word has changed, and draws none */
	if (my->seen != my->old)
		RETURN(0);
	TAKES_WRITE();
	RETURN(1);
END(ticket_spin_trylock)

/* Only the holder writes the owner, so it may store it without an atomic read-modify-write: its byte alone. */
PROC(ticket_spin_unlock, struct ticket, u32 val; u32 owner;)
	LOAD(my->val, lk->val, relaxed); /* reads the ticket that it has, which is the one that is served */
	my->owner = (u8)((my->val >> 16) + 1);
	if (FAULT(ticket, whole_word))
		STORE(lk->val, (my->val & ~(0xff * TICKET_OWNER)) | my->owner * TICKET_OWNER, release); /* writes the word as it was, with the next ticket served (fault: what was drawn meanwhile is lost) */
	else if (FAULT(ticket, carry))
		ADD(lk->val, TICKET_OWNER, release); /* serves the next ticket (fault: behind 255 the carry draws one) */
	else
		STORE_BYTE(lk->val, 2, my->owner, release); /* serves the next ticket */
	GIVES();
END(ticket_spin_unlock)

/* The workload: lock or try, one step of work, unlock. */
PROC(ticket_worker, struct ticket, u32 rounds; u32 got;)
	while (my->rounds--) {
		my->got = 1;
		if (MY_ROLE() == TICKET_TRIES)
			CALL(my->got, ticket_spin_trylock, lk);
		else
			DO(ticket_spin_lock, lk);
		if (my->got) {
			HOLD_WRITE();
			CRITICAL(); /* works under the lock */
			UNHOLD();
			DO(ticket_spin_unlock, lk);
		}
	}
END(ticket_worker)
