/* SPDX-License-Identifier: MIT */
#include "round.h"

#include <string.h>

#include "fair.h"
#include "machine_internal.h"

static bool is_between(const struct ls_thread *t, const struct ls_thread *start)
{
	return t->sp == start->sp && !memcmp(t->stack, start->stack, t->sp);
}

u16 ls_holders(const struct ls_machine *m)
{
	u32 set = 0;

	for (u32 i = 0; i < m->n; i++)
		set |= (u32)(m->thread[i].holds != 0) << i;
	return (u16)set;
}

u16 ls_idle(const struct ls_machine *m, const struct ls_machine *start)
{
	u32 set = 0;

	for (u32 i = 0; i < m->n; i++)
		set |= (u32)(m->thread[i].status >= LS_DONE || is_between(&m->thread[i], &start->thread[i])) << i;
	return (u16)set;
}

u16 ls_sleepers(const struct ls_machine *m)
{
	u32 set = 0;

	for (u32 i = 0; i < m->n; i++)
		set |= (u32)(m->thread[i].status == LS_ASLEEP) << i;
	return (u16)set;
}

bool ls_takes_fair_lock(const struct ls_record *r)
{
	return r->op == LS_OP_SPIN_LOCK || r->op == LS_OP_QUEUE_LOCK;
}

/* served: whose call has been answered, before this state. */
static struct ls_standing standing_in(const struct ls_machine *m, const struct ls_machine *start, u16 served)
{
	u16 idle = ls_idle(m, start), holds = ls_holders(m);
	struct ls_standing at = {.holds = holds, .calm = idle, .sleeps = ls_sleepers(m)};

	at.served = (u16)((served | holds) & ~idle);
	at.waits = (u16)(~(idle | at.served) & ((1u << m->n) - 1));
	return at;
}

/* What each could do in this state. */
static void look_ahead(const struct ls_machine *m, struct ls_standing *at)
{
	for (u32 tid = 1; tid <= m->n; tid++) {
		u16 who = (u16)(1u << (tid - 1));
		struct ls_record next;

		if (ls_peek(m, LS_STEP_OF(tid), &next) != LS_MOVED)
			at->calm |= who;
		else if (ls_takes_fair_lock(&next))
			at->picks |= who;
		for (u32 kind = LS_ENV_RUN; ls_is_certain(kind); kind++)
			if (ls_peek(m, LS_ENV_OF(kind, tid), NULL) == LS_MOVED)
				at->due[kind - LS_ENV_RUN] |= who;
	}
}

static void tell(const struct ls_seen *seen, const struct ls_graph *g, struct ls_return *way)
{
	bool fair = ls_is_fair(seen, g) && !(seen->picks & ~seen->moved);

	way->starved = fair && seen->passes ? way->waits : 0;
	way->asleep = way->starved & seen->sleeps;
}

/* One that stands where it stood: its state is that of the first moment, which is packed. */
static bool is_back(const struct ls_machine *m, const u8 *packed, u32 size)
{
	u8 now[LS_PACKED];

	return ls_pack(m, now) == size && !memcmp(now, packed, size);
}

u32 ls_returns(const struct ls_config *c, const ls_action *path, u32 n, u32 first, struct ls_return *out, u32 room)
{
	struct ls_machine m, start;
	struct ls_standing at[2]; /* before a step, and behind it */
	struct ls_seen seen = {0};
	struct ls_return way = {.waits = 0xffff};
	ls_action taken;
	u32 behind = 1, size = 0, found = 0;
	struct ls_graph g = {.at = at, .to = &behind, .by = &taken};
	u8 packed[LS_PACKED];

	if (ls_reset(&start, c))
		return 0;
	m = start;
	g.threads = m.n;
	at[1] = standing_in(&m, &start, 0);
	for (u32 i = 0; i < n && found < room; i++) {
		at[0] = at[1];
		taken = path[i];
		if (i == first)
			size = ls_pack(&m, packed);
		if (i >= first)
			look_ahead(&m, &at[0]);
		if (ls_step(&m, taken) > LS_SPUN)
			return 0;
		at[1] = standing_in(&m, &start, at[0].served);
		if (i < first)
			continue;
		ls_saw_state(&seen, &g, 0);
		ls_saw_edge(&seen, &g, 0, 0);
		way.waits &= at[0].waits;
		for (u32 t = 0; t < m.n; t++)
			way.got[t] += (at[1].holds & ~at[0].holds) >> t & 1;
		if (!is_back(&m, packed, size))
			continue;
		way.end = i + 1;
		tell(&seen, &g, &way);
		out[found++] = way;
	}
	return found;
}
