/* SPDX-License-Identifier: MIT */
/* Answers of yes and no. */
#ifndef LOCKSTEP_TEXT_ANSWER_SO_H
#define LOCKSTEP_TEXT_ANSWER_SO_H

#include "answer.h"
#include "span.h"

/* claim: what answer.h has from FACT on. False: why says what is wrong with it. */
bool ls_answer_so(struct ls_span *s, struct ls_answer *a, const char *claim, struct ls_text *why);

#endif
