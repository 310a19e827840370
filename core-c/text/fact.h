/* SPDX-License-Identifier: MIT */
/*
 * What is so in one state, as an author writes it: items between commas, all of which must hold.
 *
 *        WORD VALUE   a word as the sentences name it: count -1, T2.next NULL, futex T1, T2.state RUNNING. A word of
 *                     bits by its number (0x101), or by its thread (T1) when it holds nothing else
 *        WORD < 0     or > 0: a number below or above
 *        WORD has F   a word of bits with that flag set: count has HANDOFF
 *        WORD.F VALUE a field of a word of bits, as a number or a thread: val.next 254, owner.writer T2
 *        LIST T3 T2   who is on a list, in order; "empty"
 *        LIST has T2  T2 is on it
 *        inside T1 T3 who holds the lock, each way; "nobody"; "has T2"
 *        T2 asleep    or ready, preempted, done, dead
 *        T2 spins     its own step would see nothing new
 *        T2 in PROC   it is in a call of that procedure
 *        T2 at PLACE  its next step is there, if nothing keeps it: an access of schedule.h, its word by its whole name
 *        verdict V    VIOLATED, and perhaps the invariant; BUG; DEADLOCK and LOST_WAKEUP whatever else is wrong
 *        not ITEM     that item does not hold
 *
 * Names become numbers when a fact is read, so that a search may ask it of every state.
 */
#ifndef LOCKSTEP_TEXT_FACT_H
#define LOCKSTEP_TEXT_FACT_H

#include "text.h"

enum { LS_FACT_ITEMS = 8 };

enum ls_fact_kind {
	LS_FACT_WORD,   /* (word & mask) >> shift == value */
	LS_FACT_BELOW,  /* the same, < value */
	LS_FACT_ABOVE,  /* > value */
	LS_FACT_LIST,   /* tid is on the list at word, or the list is `list` */
	LS_FACT_INSIDE, /* the same of those who hold the lock */
	LS_FACT_STATUS, /* of tid, in value */
	LS_FACT_SPINS,  /* tid */
	LS_FACT_IN,     /* tid, procedure in value */
	LS_FACT_AT,     /* tid; its place, whose word is word, LS_NO_WORD = any */
	LS_FACT_VERDICT /* in value; invariant */
};

struct ls_fact_item {
	u8 kind, not, tid, shift;
	u8 is_signed, proc, op, other_op; /* the last three of a place, as in place.h */
	u8 invariant;                     /* of the lock's, from 1 on; 0 = any */
	u32 word, mask, value;
	u8 list[LS_MAX_THREADS];
};

/* An item as its author wrote it: of what, and what of it. */
struct ls_fact_written {
	const char *name, *told; /* their lengths count */
	u32 name_length, told_length;
};

struct ls_fact {
	u32 items;
	struct ls_fact_item item[LS_FACT_ITEMS];
};

/* By enum ls_status, ending at NULL: "ready", "asleep", ... */
extern const char *const ls_status_words[];

/* Of machines of m's configuration. written: LS_FACT_ITEMS of them, which point into the text. False: why says what is
 * not understood. */
bool ls_fact_read(const struct ls_machine *m, const char *text, u32 length, struct ls_fact *fact,
		  struct ls_fact_written *written, struct ls_text *why);
bool ls_fact_is(const struct ls_fact *fact, const struct ls_machine *m);
/* Read and asked at once. False: why says what is instead, or what is not understood. NULL always holds. */
bool ls_fact_holds(const struct ls_machine *m, const char *text, struct ls_text *why);

/* The word of that name, as the sentences have it ("T2.next"), or LS_NO_WORD. */
u32 ls_word_named(const struct ls_machine *m, const char *name, u32 length);
/* What a word of the lock or of a task has. */
u32 ls_word_now(const struct ls_machine *m, u32 word);
/* "T3 T2": LS_MAX_THREADS numbers, of which 0 ends them. */
void ls_put_threads(const u8 *tid, const char *none, struct ls_text *out);

#endif
