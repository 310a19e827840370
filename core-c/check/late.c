/* SPDX-License-Identifier: MIT */
#include "late.h"

#include <stdlib.h>
#include <string.h>

/* Depth first: where all can still finish, one way to that is soon found. */
struct search {
	u32 max_states, states;
	u64 *seen; /* fingerprints, open addressing; 0 = free */
	u32 mask;
	u8 *stack; /* packed states, each with its size behind it */
	size_t used, room;
	struct ls_machine at, next;
};

static bool grow(struct search *s)
{
	u32 size = s->seen ? (s->mask + 1) * 2 : 1 << 14;
	u64 *old = s->seen, *seen = calloc(size, sizeof *seen);

	if (!seen)
		return false;
	for (u32 i = 0; old && i <= s->mask; i++) {
		u32 slot = (u32)old[i] & (size - 1);

		while (old[i] && seen[slot])
			slot = (slot + 1) & (size - 1);
		if (old[i])
			seen[slot] = old[i];
	}
	free(old);
	s->seen = seen;
	s->mask = size - 1;
	return true;
}

static bool is_new(struct search *s, u64 print)
{
	u32 slot = (u32)print & s->mask;

	for (; s->seen[slot]; slot = (slot + 1) & s->mask)
		if (s->seen[slot] == print)
			return false;
	s->seen[slot] = print;
	s->states++;
	return true;
}

static bool push(struct search *s, const u8 *packed, u32 size)
{
	if (s->used + size + sizeof size > s->room) {
		size_t room = s->room * 2 + 2 * LS_PACKED;
		u8 *stack = realloc(s->stack, room);

		if (!stack)
			return false;
		s->stack = stack;
		s->room = room;
	}
	memcpy(s->stack + s->used, packed, size);
	memcpy(s->stack + s->used + size, &size, sizeof size);
	s->used += size + sizeof size;
	return true;
}

static void pop(struct search *s, struct ls_machine *m)
{
	u32 size;

	s->used -= sizeof size;
	memcpy(&size, s->stack + s->used, sizeof size);
	s->used -= size;
	ls_unpack(m, s->stack + s->used);
}

/* LS_SAVED_NO: nothing is found by this state alone. */
static enum ls_saved visit(struct search *s, const struct ls_machine *m)
{
	u8 packed[LS_PACKED];
	const char *what;
	u32 size = ls_pack(m, packed);
	u64 print = ls_hash_packed(packed, size);

	if (s->states >= s->max_states || (s->states * 2ull >= s->mask && !grow(s)))
		return LS_SAVED_UNKNOWN;
	if (!is_new(s, print ? print : 1) || ls_judge(m, &what) != LS_OK)
		return LS_SAVED_NO;
	if (ls_finished(m))
		return LS_SAVED_YES;
	return push(s, packed, size) ? LS_SAVED_NO : LS_SAVED_UNKNOWN;
}

/* What is put last is gone on with first: a thread's own step. */
static enum ls_saved expand(struct search *s)
{
	enum ls_saved got = LS_SAVED_NO;
	bool clean = false;

	for (u32 kind = LS_ENV_KINDS; kind-- > 0;)
		for (u32 tid = s->at.n; tid >= 1 && got == LS_SAVED_NO; tid--) {
			ls_action a = kind ? LS_ENV_OF(kind, tid) : LS_STEP_OF(tid);

			if (!clean)
				ls_copy(&s->next, &s->at);
			clean = ls_step(&s->next, a) != LS_MOVED;
			if (!clean)
				got = visit(s, &s->next);
		}
	return got;
}

/* What it has seen when nothing is saved, it need not see again for a moment before. */
static enum ls_saved from(struct search *s, const struct ls_machine *start)
{
	enum ls_saved got = visit(s, start);

	s->at = s->next = *start;
	while (got == LS_SAVED_NO && s->used) {
		pop(s, &s->at);
		got = expand(s);
	}
	return got;
}

enum ls_saved ls_saved_from(const struct ls_machine *m, u32 max_states)
{
	struct search s = {.max_states = max_states};
	enum ls_saved got = grow(&s) ? from(&s, m) : LS_SAVED_UNKNOWN;

	free(s.seen);
	free(s.stack);
	return got;
}

static bool machine_at(struct ls_machine *m, const struct ls_config *config, const ls_action *schedule, u32 at)
{
	if (ls_reset(m, config))
		return false;
	for (u32 i = 0; i < at; i++)
		ls_step(m, schedule[i]);
	return true;
}

/* Up to the first state that is itself a fault, or n. */
static u32 to_fault(const struct ls_config *config, const ls_action *schedule, u32 n)
{
	struct ls_machine m;
	const char *what;
	u32 at = 0;

	for (machine_at(&m, config, schedule, 0); at < n && ls_judge(&m, &what) == LS_OK; at++)
		ls_step(&m, schedule[at]);
	return at;
}

/*
 * Backwards: what can be reached from a moment can be reached from the one before, so each state is looked at once,
 * and the first moment that is saved ends it.
 */
u32 ls_late_at(const struct ls_config *config, const ls_action *schedule, u32 n, u32 max_states)
{
	struct search s = {.max_states = max_states};
	struct ls_machine m;
	enum ls_saved got = LS_SAVED_NO;
	u32 late = LS_NOT_LATE;

	if (!machine_at(&m, config, schedule, 0) || !grow(&s))
		return LS_LATE_UNKNOWN;
	for (u32 at = to_fault(config, schedule, n) + 1; at-- > 0;) {
		machine_at(&m, config, schedule, at);
		got = from(&s, &m);
		if (got != LS_SAVED_NO)
			break;
		late = at;
	}
	free(s.seen);
	free(s.stack);
	return got == LS_SAVED_UNKNOWN ? LS_LATE_UNKNOWN : late;
}
