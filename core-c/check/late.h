/* SPDX-License-Identifier: MIT */
/* From which moment of a schedule it is too late: whatever is chosen from there on, not every thread finishes with all
 * well. */
#ifndef LOCKSTEP_CHECK_LATE_H
#define LOCKSTEP_CHECK_LATE_H

#include "machine.h"

#define LS_NOT_LATE 0xffffffffu     /* at its end there is still a schedule that lets all finish */
#define LS_LATE_UNKNOWN 0xfffffffeu /* the bound or the memory ended the search */

enum ls_saved { LS_SAVED_YES, LS_SAVED_NO, LS_SAVED_UNKNOWN };

/* Whether a schedule from m saves, as below. With endless rounds none finishes: nothing is to be asked then. */
enum ls_saved ls_saved_from(const struct ls_machine *m, u32 max_states);

/*
 * Steps taken, 0..n. A schedule saves when every thread finishes and no state on the way is one that ls_judge()
 * faults; it may use what is left of the environment's budgets. Where an invariant breaks without a warning, that is
 * the failing step itself.
 */
u32 ls_late_at(const struct ls_config *config, const ls_action *schedule, u32 n, u32 max_states);

#endif
