/* SPDX-License-Identifier: MIT */
/* Between watch.ko and the program that reads its events, harness/stock.c. */
#ifndef LOCKSTEP_MODULE_WATCH_H
#define LOCKSTEP_MODULE_WATCH_H

#include "backend/record/recording.h"

/*
 * Low byte of a watched event's word; the high one is the thread that it belongs to, 0: the lock. Words of parts that
 * locks share are here; the lock's own follow, as it numbers them (struct ls_watched). Its proc is the function of the
 * source that it is in, or 0, where that need not be known. What both are called is in a file of the module,
 * WATCH_NAMES.
 */
enum { WATCH_WAIT_LOCK, WATCH_WAIT_LIST, WATCH_OSQ, WATCH_NEXT, WATCH_PREV, WATCH_LOCKED, WATCH_WAKE_Q, WATCH_OWN };

/* Its lines: "lock" 0 and our variant of it, "word" and "place" with a number and its name. */
#define WATCH_NAMES "names"
enum { WATCH_LONGEST_NAME = 39 };

#endif
