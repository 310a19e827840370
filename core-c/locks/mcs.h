/* SPDX-License-Identifier: MIT */
#ifndef LOCKSTEP_LOCKS_MCS_H
#define LOCKSTEP_LOCKS_MCS_H

#include "../lockstep.h"

struct mcs_node {
	word next;
	word locked;
};

struct mcs {
	word tail;
	struct mcs_node node[NODES];
};

#endif
