/* SPDX-License-Identifier: MIT */
/* The phrase of a step that has not been taken yet: "swaps itself in" is "about to swap itself in" then. */
#ifndef LOCKSTEP_TEXT_ABOUT_H
#define LOCKSTEP_TEXT_ABOUT_H

#include "text.h"

/* The longest phrase with all that its braces stand for. */
#define LS_PHRASE_SIZE 300

/* What befalls a thread it is not about to do: "will find the word changed". False: it begins with no verb in
 * the third person. */
bool ls_put_about(const char *phrase, struct ls_text *out);

#endif
