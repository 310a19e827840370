/* SPDX-License-Identifier: MIT */
/* The functions of rwsem.c of Linux 6.12, and which of our procedures have their accesses. */
#include "conform/places.h"
#include "backend/step/step.h"
#include "rwsem_merged.h"

static const struct ls_place place[] = {
    {"rwsem_read_trylock", LS_IN(rwsem19_down_read)},
    {"rwsem_write_trylock", LS_IN(rwsem19_down_write)},
    {"rwsem_set_owner",
     LS_IN(rwsem19_down_write) | LS_IN(rwsem19_try_write_lock) | LS_IN(rwsem19_try_write_lock_unqueued)},
    {"rwsem_clear_owner", LS_IN(rwsem19_up_write)},
    {"rwsem_test_oflags", LS_IN(rwsem19_optimistic_spin) | LS_IN(rwsem19_clear_nonspinnable)},
    {"rwsem_owner_flags", LS_IN(rwsem19_can_spin_on_owner) | LS_IN(rwsem19_spin_on_owner)},
    {"__rwsem_set_reader_owned", LS_IN(rwsem19_set_reader_owned)},
    {"rwsem_set_nonspinnable", LS_IN(rwsem19_set_nonspinnable)},
    {"clear_nonspinnable", LS_IN(rwsem19_clear_nonspinnable)},
    {"rwsem_can_spin_on_owner", LS_IN(rwsem19_can_spin_on_owner)},
    {"rwsem_spin_on_owner", LS_IN(rwsem19_spin_on_owner)},
    {"rwsem_rspin_threshold", LS_IN(rwsem19_optimistic_spin)},
    {"rwsem_try_write_lock", LS_IN(rwsem19_try_write_lock)},
    {"rwsem_try_write_lock_unqueued", LS_IN(rwsem19_try_write_lock_unqueued)},
    {"rwsem_mark_wake", LS_IN(rwsem19_mark_wake)},
    {"rwsem_del_waiter", LS_IN(rwsem19_del_wake_waiter)},
    {"rwsem_down_read_slowpath", LS_IN(rwsem19_down_read_slowpath) | LS_IN(rwsem19_steal_to_read) |
				     LS_IN(rwsem19_fill_waiter) | LS_IN(rwsem19_await_grant)},
    {"rwsem_down_write_slowpath",
     LS_IN(rwsem19_down_write_slowpath) | LS_IN(rwsem19_fill_waiter) | LS_IN(rwsem19_await_once)},
    {"__up_read", LS_IN(rwsem19_up_read)},
    {"__up_write", LS_IN(rwsem19_up_write)},
    {"__downgrade_write", LS_IN(rwsem19_downgrade_write)},
};

const struct ls_places rwsem_merged_places = {place, sizeof place / sizeof *place};
