/* SPDX-License-Identifier: MIT */
/*
 * What the question of a beat asks for (.asks of struct ls_beat), and its answer, which is computed: from the story
 * behind that moment, from what one thread would do alone, or from every schedule. The options are computed, too.
 *
 * asks   who inside       who is the next to take the lock
 *        who woken        whom the next wake-up wakes; of T1: who woken by T1
 *        who PLACE        who is the next to take a step there: who store:T2.locked
 *        who ... of T2 T3 which of these: it is not somebody else, nor nobody
 *        does T2          what T2 comes to first: it takes the lock, sleeps, spins, or leaves without it
 *        value WORD       which value the word, a field of it or a list has at the end of what is looked at
 *        many PLACE       how many threads take a step there; of some: many PLACE of T2 T3
 *        many inside      how many hold the lock at the end of what is looked at
 *        FACT             yes or no, and so are those that follow: it is so at the end of what is looked at
 *        ever FACT        it is so at a moment of it
 *        comes MOMENT     the moment, as .at has it, comes
 *        cas T2           T2's next compare-and-swap writes
 *        ends well        every schedule from the end of what is looked at ends well
 *        not ...          before one that is answered by yes or no
 *
 * Then, in this order,
 *        until MOMENT     what is looked at: the story from the question to that moment. Without it, all of the rest;
 *                         of FACT, of many inside and of ends well, nothing but the moment of the question
 *        alone T3         instead of the story, steps of T3 and of nobody else, until it can take none that is new
 */
#ifndef LOCKSTEP_TEXT_ANSWER_H
#define LOCKSTEP_TEXT_ANSWER_H

#include "scenario.h"
#include "span.h"
#include "text.h"

enum { LS_OPTIONS = LS_MAX_THREADS + 1, LS_OPTION_BYTES = 80 };

struct ls_answer {
	u32 options, right;
	char option[LS_OPTIONS][LS_OPTION_BYTES];
	u32 shown;              /* the step of the story that shows it; 0: none does */
	const ls_action *alone; /* instead, steps of one thread alone; or NULL */
	u32 alone_steps;
	const char *word;    /* which has the value; or NULL */
	struct ls_span span; /* where it was looked for: the two pointers lead into it, so a copy has them not */
};

/* Of a scenario with its story, n actions, of which `at` are taken when it is asked. False: why says what is not
 * understood, or cannot be asked there. */
bool ls_find_answer(const struct ls_scenario *s, const ls_action *story, u32 n, u32 at, const char *asks,
		    struct ls_answer *answer, struct ls_text *why);

#endif
