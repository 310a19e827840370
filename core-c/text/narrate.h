/* SPDX-License-Identifier: MIT */
/*
 * One step in words. The phrase of a step is the comment that ends its source
 * line (build/generated/texts.c); the effect is added from the record.
 */
#ifndef LOCKSTEP_TEXT_NARRATE_H
#define LOCKSTEP_TEXT_NARRATE_H

#include "text.h"

/* "T2 swaps itself in as the tail: tail T1 → T2." r is a record of lock m->lock. */
void ls_narrate(const struct ls_machine *m, const struct ls_record *r, struct ls_text *out);

/* "about to swap itself in as the tail: tail T1 → T2", "will find the lock held: val is 1", from the record of a peek.
 */
void ls_narrate_about(const struct ls_machine *m, const struct ls_record *r, struct ls_text *out);

/* Why thread tid cannot move, or what it spins for; nothing when it can move. */
void ls_narrate_why(const struct ls_machine *m, u32 tid, struct ls_text *out);

/* The verb phrase of a line that is a step, or "": "swaps itself in as the tail". */
const char *ls_phrase(const struct ls_machine *m, u32 proc, u32 line);

/* enum ls_kind of a word of mem; of a word that the lock does not have LS_KIND_COUNT. */
u8 ls_word_kind(const struct ls_machine *m, u32 word);
/* The facts of a word of mem, or NULL. *tid = whose it is, of a word that each thread has one of; else 0. */
const struct ls_word_facts *ls_word_facts_of(const struct ls_machine *m, u32 word, u32 *tid);
/* Name of a word by its index in mem or its task-word number: "tail", "T2.next". */
void ls_word_name(const struct ls_machine *m, u32 word, struct ls_text *out);
/* The name of enum ls_task_field, or NULL. */
const char *ls_task_field_name(u32 field);
/* A value of that word: "T2", "-1", "0x107 (readers 1, WRITER)". */
void ls_word_value(const struct ls_machine *m, u32 word, u32 value, struct ls_text *out);

/* What there is to say of a thread beside its name, in the words that all who say it use. X(id, words) */
#define LS_THREAD_WORDS(X)                                                                                             \
	X(running, "on its CPU")                                                                                       \
	X(spinning, "spins")                                                                                           \
	X(woken, "woken")                                                                                              \
	X(asleep, "asleep")                                                                                            \
	X(preempted, "preempted")                                                                                      \
	X(done, "has finished")                                                                                        \
	X(dead, "dead")                                                                                                \
	X(holdsWrite, "holds the lock")                                                                                \
	X(holdsRead, "holds the lock for reading")                                                                     \
	X(inKernel, "in the kernel")                                                                                   \
	X(needResched, "need_resched")                                                                                 \
	X(preemptOff, "preemption off")                                                                                \
	X(signal, "signal pending")                                                                                    \
	X(fatalSignal, "SIGKILL pending")                                                                              \
	X(timeoutArmed, "timeout runs")                                                                                \
	X(timeoutPassed, "timeout passed")                                                                             \
	X(thresholdArmed, "handoff threshold runs")                                                                    \
	X(thresholdPassed, "handoff threshold passed")
#define LS_THREAD_WORD(id, words) LS_SAYS_##id,
enum ls_thread_word { LS_THREAD_WORDS(LS_THREAD_WORD) LS_SAYS };
#undef LS_THREAD_WORD
extern const char *const ls_thread_words[LS_SAYS];

extern const char *const ls_task_field_names[LS_TASK_FIELDS];
extern const char *const ls_state_names[LS_STATES];
extern const char *const ls_clock_names[LS_CLOCKS];
extern const char *const ls_signal_names[LS_SIGNALS];
extern const char *const ls_op_names[LS_OPS];
extern const char *const ls_order_names[LS_ORDERS];
extern const char *const ls_verdict_names[LS_VERDICTS];
extern const char *const ls_env_names[LS_ENV_KINDS];

#endif
