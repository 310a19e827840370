/* SPDX-License-Identifier: MIT */
#include "races.h"

#include <stdlib.h>
#include <string.h>

#define RACE 0xfffffffeu

/*
 * Of the accesses under the lock only the last write and the reads behind it matter: whoever knows of a write knows
 * of all that it was ordered behind. Bit 0 is that write, bit T the read of thread T.
 */
typedef u32 seen;
#define LAST_WRITE 1u
#define READ_BY(tid) (1u << (tid))

enum { BYTES = 4 };
struct knowledge {
	seen thread[LS_MAX_THREADS + 1];  /* what happened before the thread's next access */
	seen waiting[LS_MAX_THREADS + 1]; /* read from words without acquire: counts from its next fence on */
	seen fenced[LS_MAX_THREADS + 1];  /* what it knew at its last fence: a relaxed store passes this on */
	seen state[LS_MAX_THREADS + 1];   /* what its task state carries to whoever reads it */
	seen done;                        /* accesses since the last write, with it */
	seen byte[LS_MEM_WORDS][BYTES];   /* what each byte of a word of the lock carries: it may be written alone */
};
enum { SLOTS = sizeof(struct knowledge) / sizeof(seen), PACKED = SLOTS * (sizeof(u16) + sizeof(seen)) };

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

static u32 pack(const struct knowledge *k, u32 words, u8 *out)
{
	const seen *slot = (const seen *)k;
	u8 *p = out;

	for (u16 i = 0; i < slots_of(words); i++)
		if (slot[i]) {
			memcpy(p, &i, sizeof i);
			memcpy(p + sizeof i, &slot[i], sizeof *slot);
			p += sizeof i + sizeof *slot;
		}
	return (u32)(p - out);
}

static void unpack(const struct store *s, u32 number, u32 words, struct knowledge *k)
{
	const u8 *p = s->bytes + s->entry[number].at, *end = p + s->entry[number].size;
	u16 i;

	memset(k, 0, slots_of(words) * sizeof(seen));
	for (; p < end; p += sizeof i + sizeof(seen)) {
		memcpy(&i, p, sizeof i);
		memcpy((seen *)k + i, p + sizeof i, sizeof(seen));
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
static u32 number_of(struct store *s, const struct knowledge *k, u32 words)
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

/* --- what an access orders ---------------------------------------------------------------- */

static bool acquires(u8 order)
{
	return order == LS_ACQUIRE || order == LS_ACQ_REL || order == LS_FULL;
}

static bool releases(u8 order)
{
	return order == LS_RELEASE || order == LS_ACQ_REL || order == LS_FULL;
}

static void fence(struct knowledge *k, u32 t)
{
	k->thread[t] |= k->waiting[t];
	k->waiting[t] = 0;
	k->fenced[t] = k->thread[t];
}

static void load(struct knowledge *k, u32 t, seen carried, u8 order)
{
	if (acquires(order))
		k->thread[t] |= carried;
	else
		k->waiting[t] |= carried;
}

/* What a write of that order leaves in the word. */
static seen passed_on(const struct knowledge *k, u32 t, u8 order)
{
	return releases(order) ? k->thread[t] : k->fenced[t];
}

/* What the bytes with these bits carry together. */
static seen carried_by(const seen *byte, u32 bits)
{
	seen all = 0;

	for (u32 i = 0; i < BYTES; i++)
		if (bits >> 8 * i & 0xff)
			all |= byte[i];
	return all;
}

/* A store leaves in them what it passes on, and nothing else; a read-modify-write adds it to what is there. */
static void leave(seen *byte, u32 bits, seen what, bool adds)
{
	for (u32 i = 0; i < BYTES; i++)
		if (bits >> 8 * i & 0xff)
			byte[i] = adds ? byte[i] | what : what;
}

static void read_modify_write(struct knowledge *k, u32 t, seen *byte, u32 bits, u8 order)
{
	if (order == LS_FULL)
		fence(k, t);
	load(k, t, carried_by(byte, bits), order);
	leave(byte, bits, passed_on(k, t, order), true);
	if (order == LS_FULL)
		fence(k, t);
}

static void access_word(struct knowledge *k, u32 t, const struct ls_record *r, u8 order)
{
	seen *byte = k->byte[r->word];
	u32 bits = ls_bits_written(r);

	switch (r->op) {
	case LS_OP_LOAD:
		if (order == LS_FULL)
			fence(k, t);
		load(k, t, carried_by(byte, ~0u), order);
		break;
	case LS_OP_AWAIT:
		load(k, t, carried_by(byte, ~0u), order);
		break;
	case LS_OP_STORE:
	case LS_OP_SPIN_UNLOCK:
	case LS_OP_QUEUE_UNLOCK:
		leave(byte, bits, passed_on(k, t, order), false);
		break;
	case LS_OP_XCHG:
	case LS_OP_ADD:
	case LS_OP_OR:
	case LS_OP_ANDNOT:
		read_modify_write(k, t, byte, bits, order);
		break;
	case LS_OP_CAS:
	case LS_OP_SPIN_LOCK:
	case LS_OP_SPIN_TRYLOCK:
	case LS_OP_QUEUE_LOCK: /* one that fails orders nothing */
		if (r->ok)
			read_modify_write(k, t, byte, ~0u, order);
		else
			load(k, t, carried_by(byte, ~0u), LS_RELAXED);
		break;
	default:
		break;
	}
}

/* set_current_state(), schedule() and a wake-up are full barriers; __set_current_state(TASK_RUNNING) is none. */
static void access_state(struct knowledge *k, u32 t, const struct ls_record *r)
{
	switch (r->op) {
	case LS_OP_SET_STATE:
		k->state[t] = k->fenced[t];
		if (r->order == LS_FULL)
			fence(k, t);
		break;
	case LS_OP_SLEEP:
	case LS_OP_NO_SLEEP:
	case LS_OP_AWAKE:
		load(k, t, k->state[t], LS_RELAXED);
		fence(k, t);
		break;
	case LS_OP_WAKE:
		fence(k, t);
		if (r->ok)
			k->state[r->target] |= k->thread[t];
		break;
	default:
		break;
	}
}

static void forget(struct knowledge *k, u32 words, seen of)
{
	seen *slot = (seen *)k;

	for (u32 i = 0; i < slots_of(words); i++)
		slot[i] &= ~of;
}

/* False: it races. */
static bool access_data(struct knowledge *k, u32 words, u32 t, bool writes)
{
	if (k->done & ~k->thread[t] & (writes ? ~0u : LAST_WRITE))
		return false;
	forget(k, words, writes ? ~0u : READ_BY(t));
	k->thread[t] |= writes ? LAST_WRITE : READ_BY(t);
	k->done |= writes ? LAST_WRITE : READ_BY(t);
	return true;
}

static bool step(const struct ls_races *races, struct knowledge *k, const struct ls_machine *m)
{
	const struct ls_record *r = &m->rec;
	u32 t = LS_ACTION_TID(r->action);

	if (r->op == LS_OP_CRITICAL)
		return access_data(k, m->mem_words, t, m->thread[t - 1].holds != LS_HOLDS_READ);
	if (r->op == LS_OP_RUN)
		fence(k, t); /* it has been through the scheduler */
	else if (r->word < LS_MEM_WORDS)
		access_word(k, t, r, races->relaxed[r->word] ? LS_RELAXED : r->order);
	else
		access_state(k, t, r);
	k->waiting[t] &= ~k->thread[t];
	return true;
}

/* --- beside a search ------------------------------------------------------------------------ */

static u32 reached(const void *of, const struct ls_machine *m, u32 before)
{
	const struct ls_races *r = of;
	struct knowledge k;

	unpack(r->known, before, m->mem_words, &k);
	return step(r, &k, m) ? number_of(r->known, &k, m->mem_words) : RACE;
}

struct ls_races *ls_races_new(void)
{
	static const struct knowledge nothing;
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
