/* SPDX-License-Identifier: MIT */
/* The boundary of the search for starvation: one at a time, of the configuration, in slices. */
#include "check/starvation.h"

#include "api.h"
#include "text/schedule.h"

static struct ls_starvation_search *search;

s32 ls_api_starvation_start(u32 max_states)
{
	ls_starvation_free(search);
	search = ls_starvation_new(ls_api_config(), max_states);
	return search ? 0 : -1;
}

u32 ls_api_starvation_slice(u32 states)
{
	return search && ls_starvation_slice(search, states);
}

/*
 * Leaves in the text buffer the numbers of struct ls_starvation, and behind them the actions of its path, a byte each.
 * Returns the length of the numbers.
 */
u32 ls_api_starvation_result(void)
{
	const struct ls_starvation *found = search ? ls_starvation_found(search) : NULL;
	struct ls_text t = fresh();
	u32 numbers;

	if (!found)
		return 0;
	ls_putf(&t, "%u %u %u %u %u %u %u %u %u %u %u %u", found->states, (u32)found->transitions, found->depth,
		found->complete, found->built, found->judged, found->who, found->asleep, found->tid, found->lead,
		found->round, found->passes);
	numbers = t.length;
	if (found->path && found->lead + found->round <= LS_MAX_SCHEDULE)
		ls_put_bytes(&t, (const char *)found->path, found->lead + found->round);
	return numbers;
}
