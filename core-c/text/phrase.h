/* SPDX-License-Identifier: MIT */
/* What a step's line says of the thread that takes it: the comment at its end. */
#ifndef LOCKSTEP_TEXT_PHRASE_H
#define LOCKSTEP_TEXT_PHRASE_H

#include "machine.h"

struct ls_phrase {
	u16 line;                   /* counted from that of its PROC */
	const char *phrase, *other; /* other: when a CAS fails or a spin goes on; "" = the same */
	const char *handoff;        /* when it hands the lock to another thread; "" = the same */
};

#endif
