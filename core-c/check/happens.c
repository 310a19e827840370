/* SPDX-License-Identifier: MIT */
#include "happens.h"

enum { BYTES = LS_BYTES_OF_A_WORD };

static bool acquires(u8 order)
{
	return order == LS_ACQUIRE || order == LS_ACQ_REL || order == LS_FULL;
}

static bool releases(u8 order)
{
	return order == LS_RELEASE || order == LS_ACQ_REL || order == LS_FULL;
}

static void fence(struct ls_knowledge *k, u32 t)
{
	k->thread[t] |= k->waiting[t];
	k->waiting[t] = 0;
	k->fenced[t] = k->thread[t];
}

static void load(struct ls_knowledge *k, u32 t, ls_known carried, u8 order)
{
	if (acquires(order))
		k->thread[t] |= carried;
	else
		k->waiting[t] |= carried;
}

/* What a write of that order leaves in the word. */
static ls_known passed_on(const struct ls_knowledge *k, u32 t, u8 order)
{
	return releases(order) ? k->thread[t] : k->fenced[t];
}

/* What the bytes with these bits carry together. */
static ls_known carried_by(const ls_known *byte, u32 bits)
{
	ls_known all = 0;

	for (u32 i = 0; i < BYTES; i++)
		if (bits >> 8 * i & 0xff)
			all |= byte[i];
	return all;
}

/* A store leaves in them what it passes on, and nothing else; a read-modify-write adds it to what is there. */
static void leave(ls_known *byte, u32 bits, ls_known what, bool adds)
{
	for (u32 i = 0; i < BYTES; i++)
		if (bits >> 8 * i & 0xff)
			byte[i] = adds ? byte[i] | what : what;
}

static void read_modify_write(struct ls_knowledge *k, u32 t, ls_known *byte, u32 bits, u8 order)
{
	if (order == LS_FULL)
		fence(k, t);
	load(k, t, carried_by(byte, bits), order);
	leave(byte, bits, passed_on(k, t, order), true);
	if (order == LS_FULL)
		fence(k, t);
}

static void access_word(struct ls_knowledge *k, u32 t, const struct ls_record *r, u8 order)
{
	ls_known *byte = k->byte[r->word];
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
static void access_state(struct ls_knowledge *k, u32 t, const struct ls_record *r)
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

void ls_happens(struct ls_knowledge *k, const struct ls_record *r, u8 order)
{
	u32 t = LS_ACTION_TID(r->action);

	if (r->op == LS_OP_RUN)
		fence(k, t); /* it has been through the scheduler */
	else if (r->word < LS_MEM_WORDS)
		access_word(k, t, r, order);
	else
		access_state(k, t, r);
	k->waiting[t] &= ~k->thread[t];
}

ls_known ls_unordered(const struct ls_knowledge *k, u32 t, bool writes)
{
	return k->done & ~k->thread[t] & (writes ? ~0u : LS_LAST_WRITE);
}

/* A write is all that matters from here on. */
static void forget(struct ls_knowledge *k, u32 words, ls_known of)
{
	for (u32 i = 0; i <= LS_MAX_THREADS; i++) {
		k->thread[i] &= ~of;
		k->waiting[i] &= ~of;
		k->fenced[i] &= ~of;
		k->state[i] &= ~of;
	}
	k->done &= ~of;
	for (u32 i = 0; i < words; i++)
		for (u32 b = 0; b < BYTES; b++)
			k->byte[i][b] &= ~of;
}

void ls_worked(struct ls_knowledge *k, u32 words, u32 t, bool writes)
{
	ls_known access = writes ? LS_LAST_WRITE : LS_READ_BY(t);

	forget(k, words, writes ? ~0u : access);
	k->thread[t] |= access;
	k->done |= access;
}
