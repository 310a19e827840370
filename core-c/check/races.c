/* SPDX-License-Identifier: MIT */
#include "races.h"

#include <stdlib.h>
#include <string.h>

#include "happens.h"

#define RACE 0xfffffffeu

enum {
	BYTES = LS_BYTES_OF_A_WORD,
	SLOTS = sizeof(struct ls_knowledge) / sizeof(ls_known),
	PACKED = SLOTS * (sizeof(u16) + sizeof(ls_known))
};

/* Each knowledge that came up, by a number, which the search keeps beside the state. */
struct entry {
	u64 print;
	size_t at; /* in bytes */
	u32 size;
};

struct store {
	struct entry *entry;
	u8 *bytes;
	u32 *table; /* number + 1, 0 = free */
	size_t used, room_bytes;
	u32 count, room, mask;
	bool short_of_memory;
};

struct ls_races {
	struct store *known;
	struct ls_target target;
	bool relaxed[LS_MEM_WORDS];
};

/* Slots in use with a lock of so many words: those behind them are 0. */
static u32 slots_of(u32 words)
{
	return SLOTS - BYTES * (LS_MEM_WORDS - words);
}

/* --- numbers for knowledge ------------------------------------------------------------- */

static u32 pack(const struct ls_knowledge *k, u32 words, u8 *out)
{
	const ls_known *slot = (const ls_known *)k;
	u8 *p = out;

	for (u16 i = 0; i < slots_of(words); i++)
		if (slot[i]) {
			memcpy(p, &i, sizeof i);
			memcpy(p + sizeof i, &slot[i], sizeof *slot);
			p += sizeof i + sizeof *slot;
		}
	return (u32)(p - out);
}

static void unpack(const struct store *s, u32 number, u32 words, struct ls_knowledge *k)
{
	const u8 *p = s->bytes + s->entry[number].at, *end = p + s->entry[number].size;
	u16 i;

	memset(k, 0, slots_of(words) * sizeof(ls_known));
	for (; p < end; p += sizeof i + sizeof(ls_known)) {
		memcpy(&i, p, sizeof i);
		memcpy((ls_known *)k + i, p + sizeof i, sizeof(ls_known));
	}
}

static void insert(struct store *s, u32 number)
{
	u32 slot = (u32)s->entry[number].print & s->mask;

	while (s->table[slot])
		slot = (slot + 1) & s->mask;
	s->table[slot] = number + 1;
}

static bool grow(struct store *s)
{
	u32 room = s->room ? s->room * 2 : 1 << 10;
	struct entry *entry = realloc(s->entry, room * sizeof *entry);
	u32 *table;

	if (!entry)
		return false;
	s->entry = entry;
	table = calloc(2 * (size_t)room, sizeof *table);
	if (!table)
		return false;
	free(s->table);
	s->table = table;
	s->mask = 2 * room - 1;
	s->room = room;
	for (u32 i = 0; i < s->count; i++)
		insert(s, i);
	return true;
}

static bool has_room(struct store *s, u32 size)
{
	if (s->count == s->room && !grow(s))
		return false;
	if (s->used + size > s->room_bytes) {
		size_t room = 2 * (s->room_bytes + size);
		u8 *bytes = realloc(s->bytes, room);

		if (!bytes)
			return false;
		s->bytes = bytes;
		s->room_bytes = room;
	}
	return true;
}

/* 0 when memory ran out: the caller's search is then worth nothing. */
static u32 number_of(struct store *s, const struct ls_knowledge *k, u32 words)
{
	u8 packed[PACKED];
	u32 size = pack(k, words, packed);
	u64 print = ls_hash_packed(packed, size);

	if (!has_room(s, size)) {
		s->short_of_memory = true;
		return 0;
	}
	for (u32 slot = (u32)print & s->mask; s->table[slot]; slot = (slot + 1) & s->mask) {
		const struct entry *e = &s->entry[s->table[slot] - 1];

		if (e->print == print && e->size == size && !memcmp(s->bytes + e->at, packed, size))
			return s->table[slot] - 1;
	}
	if (size)
		memcpy(s->bytes + s->used, packed, size);
	s->entry[s->count] = (struct entry){.print = print, .at = s->used, .size = size};
	s->used += size;
	insert(s, s->count);
	return s->count++;
}

/* --- beside a search ------------------------------------------------------------------------ */

/* False: it races. */
static bool step(const struct ls_races *races, struct ls_knowledge *k, const struct ls_machine *m)
{
	const struct ls_record *r = &m->rec;
	u32 t = LS_ACTION_TID(r->action);
	bool writes = ls_work_writes(m);

	if (r->op != LS_OP_CRITICAL) {
		ls_happens(k, r, r->word < LS_MEM_WORDS && races->relaxed[r->word] ? LS_RELAXED : r->order);
		return true;
	}
	if (ls_unordered(k, t, writes))
		return false;
	ls_worked(k, m->mem_words, t, writes);
	return true;
}

static u32 reached(const void *of, const struct ls_machine *m, u32 before)
{
	const struct ls_races *r = of;
	struct ls_knowledge k;

	unpack(r->known, before, m->mem_words, &k);
	return step(r, &k, m) ? number_of(r->known, &k, m->mem_words) : RACE;
}

struct ls_races *ls_races_new(void)
{
	static const struct ls_knowledge nothing;
	struct ls_races *r = calloc(1, sizeof *r);

	if (!r)
		return NULL;
	r->known = calloc(1, sizeof *r->known);
	if (r->known)
		number_of(r->known, &nothing, 0);
	if (!r->known || r->known->short_of_memory) {
		ls_races_free(r);
		return NULL;
	}
	r->target = (struct ls_target){.reached = reached, .of = r, .wanted = RACE};
	return r;
}

void ls_races_free(struct ls_races *r)
{
	if (r && r->known) {
		free(r->known->entry);
		free(r->known->bytes);
		free(r->known->table);
		free(r->known);
	}
	free(r);
}

void ls_races_relax(struct ls_races *r, u32 word)
{
	r->relaxed[word] = true;
}

struct ls_explorer *ls_races_search(struct ls_races *r, const struct ls_machine *m, u32 max_states)
{
	return ls_explore_to(m, 0, &r->target, max_states);
}

const struct ls_target *ls_races_target(const struct ls_races *r)
{
	return &r->target;
}

bool ls_races_complete(const struct ls_races *r)
{
	return !r->known->short_of_memory;
}
