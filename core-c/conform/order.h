/* SPDX-License-Identifier: MIT */
/*
 * Which thread goes next: of the events that can come now, the one whose time runs out first. No event may
 * wait for one that began only after it was over. (From when to when: ls_replay_from() and ls_replay_until().)
 */
#ifndef LOCKSTEP_CONFORM_ORDER_H
#define LOCKSTEP_CONFORM_ORDER_H

#include "replay.h"

/* Of the next events that which was over first, or NULL when there is none any more. What began later than that cannot
 * come now. */
const struct ls_event *ls_order_most_urgent(const struct ls_replay *r);
/* The actors that can go, best first, given the most urgent event. Returns how many; there is room for all. */
u32 ls_order_movers(const struct ls_replay *r, const struct ls_event *urgent, u8 *actors);

#endif
