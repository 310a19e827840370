/* SPDX-License-Identifier: MIT */
#include "goal.h"

#include <string.h>

/* --- read ------------------------------------------------------------------------------------------ */

static bool read_facts(const struct ls_machine *m, const char *text, struct ls_goal *goal, struct ls_text *why)
{
	struct ls_fact_written written[LS_FACT_ITEMS];

	for (const char *p = text; *p; p += *p == ';') {
		u32 length = (u32)strcspn(p, ";");

		if (goal->facts == LS_GOAL_FACTS) {
			ls_putf(why, "a goal has at most %u facts", (u32)LS_GOAL_FACTS);
			return false;
		}
		if (!ls_fact_read(m, p, length, &goal->fact[goal->facts], written, why))
			return false;
		if (!goal->fact[goal->facts++].items) {
			ls_put(why, "a fact is empty");
			return false;
		}
		p += length;
	}
	if (!goal->facts)
		ls_put(why, "the goal is empty");
	goal->wanted = goal->facts;
	return goal->facts;
}

static bool read_recorded(const struct ls_machine *m, const char *text, struct ls_goal *goal, struct ls_text *why)
{
	if (!ls_recorded_read(m, text, &goal->recorded, why))
		return false;
	goal->facts = goal->recorded.steps;
	goal->wanted = goal->recorded.all;
	return true;
}

bool ls_goal_read(const struct ls_machine *m, const char *text, struct ls_goal *goal, struct ls_text *why)
{
	goal->facts = goal->wanted = goal->recorded.steps = 0;
	return ls_recorded_is(text) ? read_recorded(m, text, goal, why) : read_facts(m, text, goal, why);
}

/* --- packed: facts or steps, what is wanted, whether they are steps; then those in use --------------- */

enum { HEAD = 3 };
_Static_assert(LS_RECORDED_STEPS < 256 && LS_RECORDED_LOST < 256 && LS_FACT_ITEMS < 256, "a byte each");

static u8 *put(u8 *out, const void *what, u32 size)
{
	memcpy(out, what, size);
	return out + size;
}

u32 ls_goal_pack(const struct ls_goal *goal, u8 *out)
{
	const u8 head[HEAD] = {(u8)goal->facts, (u8)goal->wanted, goal->recorded.steps > 0};
	u8 *end = put(out, head, HEAD);

	if (goal->recorded.steps)
		end = put(end, &goal->recorded, ls_recorded_size(goal->recorded.steps));
	else
		for (const struct ls_fact *f = goal->fact; f < goal->fact + goal->facts; f++) {
			*end++ = (u8)f->items;
			end = put(end, f->item, f->items * (u32)sizeof *f->item);
		}
	return (u32)(end - out);
}

struct bytes {
	const u8 *at;
	u32 left;
};

static bool take(struct bytes *b, void *to, u32 size, u32 room)
{
	if (size > room || size > b->left)
		return false;
	memcpy(to, b->at, size);
	b->at += size;
	b->left -= size;
	return true;
}

bool ls_goal_unpack(struct ls_goal *goal, const u8 *from, u32 n)
{
	struct bytes b = {from, n};
	u8 head[HEAD], items;

	if (!take(&b, head, HEAD, HEAD) || !head[0])
		return false;
	memset(goal, 0, sizeof *goal);
	goal->facts = head[0];
	goal->wanted = head[1];
	if (head[2])
		return take(&b, &goal->recorded, ls_recorded_size(head[0]), sizeof goal->recorded) && !b.left &&
		       goal->recorded.steps == head[0];
	if (head[0] > LS_GOAL_FACTS)
		return false;
	for (struct ls_fact *f = goal->fact; f < goal->fact + goal->facts; f++) {
		if (!take(&b, &items, 1, 1) || !take(&b, f->item, items * (u32)sizeof *f->item, sizeof f->item))
			return false;
		f->items = items;
	}
	return !b.left;
}

/* --- asked ----------------------------------------------------------------------------------------- */

u32 ls_goal_reached(const void *of, const struct ls_machine *m, u32 before)
{
	const struct ls_goal *goal = of;

	if (goal->recorded.steps)
		return ls_recorded_reached(&goal->recorded, m, before);
	while (before < goal->facts && ls_fact_is(&goal->fact[before], m))
		before++;
	return before;
}

u32 ls_goal_done(const struct ls_goal *goal, u32 reached)
{
	if (reached > goal->wanted)
		return LS_GOAL_LOST;
	return goal->recorded.steps ? ls_recorded_taken(&goal->recorded, reached) : (1u << reached) - 1;
}
