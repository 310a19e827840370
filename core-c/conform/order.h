/* SPDX-License-Identifier: MIT */
/*
 * Who goes next: of the events that can come now, the one whose time runs out first. No event may
 * wait for one that began only after it was over. (From when to when: ls_replay_from() and ls_replay_until().)
 */
#ifndef LOCKSTEP_CONFORM_ORDER_H
#define LOCKSTEP_CONFORM_ORDER_H

#include "replay.h"

/* The time at which the first of the next events was over. Those that began later cannot come now. */
u64 ls_order_deadline(const struct ls_replay *r);
/* That event, or NULL when there is none any more. */
const struct ls_event *ls_order_most_urgent(const struct ls_replay *r);
/* The actors that can go, best first. Returns how many; there is room for all. */
u32 ls_order_movers(const struct ls_replay *r, u64 deadline, u8 *actors);

#endif
