/* SPDX-License-Identifier: MIT */
/*
 * What a step's line says of the thread that takes it: the comment at its end, "done | otherwise | handoff".
 *
 * An alternative may name the case that it is for, of the word that the step touches:
 *
 *	| if WRITER or readers: ...   one of these fields was set
 *	| if readers stay: ...        the step leaves the field as it is
 *	| if NULL: ...  if 0: ...     the word was that, as a sentence writes it
 *	| if below 0: ...
 *
 * And each may hold what the record or the machine says:
 *
 *	{readers}     by how much the step changes that field of the word
 *	{flags}       "sets WAITERS", "clears WAITERS and HANDOFF", "changes no flag"
 *	{wait_list}   another word and its value: "wait_list has 1, T3 first"
 *	{no_wake ? forgets to wake it : wakes it}
 *	              what the text does with a switch on, and without it
 */
#ifndef LOCKSTEP_TEXT_PHRASE_H
#define LOCKSTEP_TEXT_PHRASE_H

#include "text.h"

struct ls_phrase {
	u16 line;                   /* counted from that of its PROC */
	const char *phrase, *other; /* other: when a CAS fails, a spin goes on, or its case is so; "" = the same */
	const char *handoff; /* when it hands the lock to another thread, or the second case is so; "" = the same */
};

/* An alternative that names its case: true, with what it says and whether the case is so. */
bool ls_phrase_case(const struct ls_machine *m, const struct ls_record *r, const char *other, const char **says,
		    bool *is_so);

/* The phrase with its braces filled in; from one that names nothing on it stays as it is. */
void ls_put_phrase(const struct ls_machine *m, const struct ls_record *r, const char *phrase, struct ls_text *out);

/* "has 2, T1 first" or "is empty". */
void ls_put_list(u32 count, u32 first, struct ls_text *out);

#endif
