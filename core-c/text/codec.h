/* SPDX-License-Identifier: MIT */
/*
 * A schedule as a short string for a URL: an adaptive binary range coder (11-bit
 * probabilities) over "the same actor again?", "the environment?", "which?",
 * written in base64url, with its length in front and a check character behind.
 */
#ifndef LOCKSTEP_TRACE_CODEC_H
#define LOCKSTEP_TRACE_CODEC_H

#include "machine.h"

/* Writes at most room characters (no NUL), or only counts them where out is NULL. Returns how many, or 0 when room is
 * short. */
u32 ls_encode_schedule(const ls_action *actions, u32 n, u32 threads, char *out, u32 room);

enum ls_damage {
	LS_INTACT,
	LS_BAD_CHARACTER, /* stopped at a character that is not base64url */
	LS_CUT_SHORT,     /* fewer characters than its length promises */
	LS_BAD_CHECK,     /* all there, but not what was written */
	LS_GOES_ON,       /* all there, and characters behind its end */
};

/* Reads up to max actions; what was read before the damage is kept. */
u32 ls_decode_schedule(const char *text, u32 length, u32 threads, ls_action *out, u32 max, enum ls_damage *damage);

#endif
