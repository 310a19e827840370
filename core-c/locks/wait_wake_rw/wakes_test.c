/* SPDX-License-Identifier: MIT */
/*
 * How many an event wakes, with more threads than a search can take: all readers that sleep, and one writer of several.
 */
#include <string.h>

#include "registry.h"
#include "scenario.h"
#include "test.h"
#include "text/schedule.h"

static const struct {
	const char *variant, *roles, *schedule;
	u32 asleep; /* behind the schedule */
} settings[] = {
    {"wait-wake-rw", "WRRRRR", "1+ 2! 3! 4! 5! 6!", 5},
    {"wait-wake-rw", "WRRRRR", "1+ 2! 3! 4! 5! 6! 1>ww_write_unlock", 0},
    {"wait-wake-rw-writers", "WRRRRR", "1+ 2! 3! 4! 5! 6!", 5},
    {"wait-wake-rw-writers", "WRRRRR", "1+ 2! 3! 4! 5! 6! 1>ww2_write_unlock", 0},
    {"wait-wake-rw", "WWWW", "1+ 2! 3! 4! 1>ww_write_unlock", 2},
    {"wait-wake-rw-writers", "WWWW", "1+ 2! 3! 4! 1>ww2_write_unlock", 2},
    {"wait-wake-rw", "RWWW", "1+ 2! 3! 4! 1>ww_read_unlock", 2},
    /* a reader in favour of the writers */
    {"wait-wake-rw-writers", "WWWWR", "1+ 2! 3! 4! 5>futex17_wake", 2},
};

static void run(const char *variant, const char *roles, const char *schedule, u32 asleep)
{
	static ls_action actions[1000];
	const struct ls_scenario *sandbox = ls_scenario_named(variant);
	const struct ls_role *known = ls_locks[sandbox->lock]->roles;
	struct ls_schedule_error bad;
	struct ls_config c;
	struct ls_machine m;
	u32 found = 0;

	ls_scenario_config(sandbox, &c);
	c.n = (u8)strlen(roles);
	c.rounds = 1;
	for (u32 i = 0; i < c.n; i++)
		for (c.role[i] = 0; known[c.role[i]].letter != roles[i];)
			c.role[i]++;
	EXPECT(!ls_reset(&m, &c), "%s %s", variant, roles);
	ls_parse_schedule(&m, schedule, actions, sizeof actions / sizeof *actions, &bad);
	EXPECT(bad.at < 0, "%s %s: %s", variant, schedule, bad.why);
	for (u32 i = 0; i < c.n; i++)
		found += m.thread[i].status == LS_ASLEEP && m.thread[i].state != LS_RUNNING;
	EXPECT(found == asleep, "%s %s %s: %u asleep, not %u", variant, roles, schedule, found, asleep);
}

int main(void)
{
	for (u32 i = 0; i < sizeof settings / sizeof *settings; i++)
		run(settings[i].variant, settings[i].roles, settings[i].schedule, settings[i].asleep);
	return test_end();
}
