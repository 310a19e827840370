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
	WATCH_COUNT,
	WATCH_TASK,
	WATCH_TYPE,
	WATCH_HANDOFF_SET,
	WATCH_WORDS
};

/* A watched event's proc: the function of the source that it is in, or 0, where that need not be known. */
static const char *const watch_places[] = {
    NULL,
    "rwsem_read_trylock",
    "rwsem_write_trylock",
    "rwsem_set_owner",
    "rwsem_clear_owner",
    "rwsem_test_oflags",
    "rwsem_owner_flags",
    "__rwsem_set_reader_owned",
    "rwsem_set_nonspinnable",
    "clear_nonspinnable",
    "rwsem_can_spin_on_owner",
    "rwsem_spin_on_owner",
    "rwsem_rspin_threshold",
    "rwsem_try_write_lock",
    "rwsem_try_write_lock_unqueued",
    "rwsem_mark_wake",
    "rwsem_del_waiter",
    "rwsem_down_read_slowpath",
    "rwsem_down_write_slowpath",
    "__up_read",
    "__up_write",
    "__downgrade_write",
};
enum { WATCH_PLACES = sizeof watch_places / sizeof *watch_places };

#endif
