/* SPDX-License-Identifier: MIT */
/* Between watch.ko and the program that reads its events, harness/stock.c. */
#ifndef LOCKSTEP_MODULE_WATCH_H
#define LOCKSTEP_MODULE_WATCH_H

#include "backend/record/recording.h"

/* Low byte of a watched event's word; the high one is the thread that it belongs to, 0: the lock. */
enum {
	WATCH_OWNER,
	WATCH_WAIT_LOCK,
	WATCH_WAIT_LIST,
	WATCH_OSQ,
	WATCH_NEXT,
	WATCH_PREV,
	WATCH_LOCKED,
	WATCH_WAKE_Q,
	WATCH_WORDS
};

#endif
