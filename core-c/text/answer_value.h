/* SPDX-License-Identifier: MIT */
/* Answers that are values. */
#ifndef LOCKSTEP_TEXT_ANSWER_VALUE_H
#define LOCKSTEP_TEXT_ANSWER_VALUE_H

#include "answer.h"
#include "span.h"

/* name: a word, a field of it or a list. False: why says what is wrong with it. */
bool ls_answer_value(struct ls_span *s, struct ls_answer *a, const char *name, struct ls_text *why);

#endif
