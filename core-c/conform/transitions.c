/* SPDX-License-Identifier: MIT */
#include "transitions.h"

#include <stdlib.h>
#include <string.h>

#define NONE 0u

/* Keys in a table with open addressing, numbered in the order in which they came. */
struct numbers {
	u64 *key;
	u32 *slot; /* number + 1, NONE = free */
	u32 n, mask;
};

struct ls_transitions {
	struct ls_machine at; /* where the search, or a schedule, is */
	struct numbers states, steps;
	u8 *packed; /* the states, one behind the other, as they were found */
	u64 used, room;
	u8 *taken; /* by number of steps */
	u32 takes;
};

/* --- numbers ---------------------------------------------------------------------------- */

static void put(struct numbers *all, u32 number)
{
	u32 at = (u32)all->key[number] & all->mask;

	while (all->slot[at])
		at = (at + 1) & all->mask;
	all->slot[at] = number + 1;
}

static bool grow(struct numbers *all)
{
	u32 size = all->slot ? (all->mask + 1) * 2 : 1 << 12;
	u32 *slot = calloc(size, sizeof *slot);
	u64 *key = realloc(all->key, size / 2 * sizeof *key);

	free(all->slot);
	all->slot = slot;
	if (key)
		all->key = key;
	if (!slot || !key)
		return false;
	all->mask = size - 1;
	for (u32 i = 0; i < all->n; i++)
		put(all, i);
	return true;
}

/* The number of a key, or all->n when it is not there. */
static u32 number_of(const struct numbers *all, u64 key)
{
	for (u32 at = (u32)key & all->mask; all->slot[at]; at = (at + 1) & all->mask)
		if (all->key[all->slot[at] - 1] == key)
			return all->slot[at] - 1;
	return all->n;
}

/* fresh: it was not there. False when there is no memory. */
static bool add(struct numbers *all, u64 key, bool *fresh)
{
	*fresh = false;
	if (all->slot && number_of(all, key) < all->n)
		return true;
	if ((!all->slot || all->n == (all->mask + 1) / 2) && !grow(all))
		return false;
	all->key[all->n] = key;
	put(all, all->n++);
	*fresh = true;
	return true;
}

/* --- the graph ---------------------------------------------------------------------------- */

/* Without what the environment may still do: recorded runs are judged with more than is searched here. */
static u32 pack(const struct ls_machine *m, u8 *out)
{
	struct ls_machine alone = *m;

	memset(alone.budget, 0, sizeof alone.budget);
	return ls_pack(&alone, out);
}

static u64 key_of(u64 state, u32 tid)
{
	return state * 0x9e3779b97f4a7c15u + tid;
}

static bool keep(struct ls_transitions *t, const u8 *packed, u32 size)
{
	if (t->used + size > t->room) {
		u64 room = t->room ? t->room * 2 : 1 << 20;
		u8 *more = realloc(t->packed, room);

		if (!more)
			return false;
		t->packed = more;
		t->room = room;
	}
	memcpy(t->packed + t->used, packed, size);
	t->used += size;
	return true;
}

static bool add_state(struct ls_transitions *t, const struct ls_machine *m)
{
	u8 packed[LS_PACKED];
	u32 size = pack(m, packed);
	bool fresh;

	return add(&t->states, ls_hash_packed(packed, size), &fresh) && (!fresh || keep(t, packed, size));
}

/* The steps that the threads can take in the state t->at, the i-th that was found. */
static bool expand(struct ls_transitions *t, u32 i)
{
	for (u32 tid = 1; tid <= t->at.n; tid++) {
		struct ls_machine next = t->at;
		bool fresh;

		if (ls_step(&next, LS_STEP_OF(tid)) != LS_MOVED)
			continue;
		if (!add(&t->steps, key_of(t->states.key[i], tid), &fresh) || !add_state(t, &next))
			return false;
	}
	return true;
}

static bool search(struct ls_transitions *t, const struct ls_config *config, u32 max_states)
{
	struct ls_config alone = *config;
	struct ls_machine *m = &t->at;
	u64 at = 0;

	alone.rounds = LS_ENDLESS;
	memset(alone.budget, 0, sizeof alone.budget);
	if (ls_reset(m, &alone) || !add_state(t, m))
		return false;
	for (u32 i = 0; i < t->states.n; i++) {
		if (t->states.n > max_states)
			return false;
		at += ls_unpack(m, t->packed + at);
		if (!m->bug && !expand(t, i))
			return false;
	}
	t->taken = calloc(t->steps.n + 1u, 1);
	return t->taken;
}

struct ls_transitions *ls_transitions_new(const struct ls_config *config, u32 max_states)
{
	struct ls_transitions *t = calloc(1, sizeof *t);

	if (!t || !search(t, config, max_states)) {
		ls_transitions_free(t);
		return NULL;
	}
	return t;
}

void ls_transitions_free(struct ls_transitions *t)
{
	if (!t)
		return;
	free(t->states.key);
	free(t->states.slot);
	free(t->steps.key);
	free(t->steps.slot);
	free(t->packed);
	free(t->taken);
	free(t);
}

/* --- a schedule ----------------------------------------------------------------------------- */

void ls_transitions_take(struct ls_transitions *t, const struct ls_config *config, const ls_action *a, u32 n)
{
	struct ls_machine *m = &t->at;
	u8 packed[LS_PACKED];

	if (ls_reset(m, config))
		return;
	for (u32 i = 0; i < n; i++) {
		u64 state = ls_hash_packed(packed, pack(m, packed));
		enum ls_result result = ls_step(m, a[i]);
		u32 number;

		if (result > LS_SPUN)
			return;
		if (result == LS_SPUN || LS_ACTION_ENV(a[i]))
			continue;
		number = number_of(&t->steps, key_of(state, LS_ACTION_TID(a[i])));
		if (number < t->steps.n && !t->taken[number]) {
			t->taken[number] = 1;
			t->takes++;
		}
	}
}

u32 ls_transitions_all(const struct ls_transitions *t)
{
	return t->steps.n;
}

u32 ls_transitions_taken(const struct ls_transitions *t)
{
	return t->takes;
}

const u8 *ls_transitions_marks(const struct ls_transitions *t)
{
	return t->taken;
}
