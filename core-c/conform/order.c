/* SPDX-License-Identifier: MIT */
#include "order.h"

#include "justify.h"
#include "match.h"

const struct ls_event *ls_order_most_urgent(const struct ls_replay *r)
{
	const struct ls_event *urgent = NULL;

	for (u32 i = 0; i < ls_replay_actors(r); i++) {
		const struct ls_event *e = ls_replay_head(r, LS_ACTOR_AT(i, r->m.n));

		if (e && (!urgent || ls_replay_until(r, e) < ls_replay_until(r, urgent)))
			urgent = e;
	}
	return urgent;
}

static bool writes(const struct ls_event *e)
{
	return e->op == LS_OP_STORE || e->op == LS_OP_XCHG || e->op == LS_OP_ADD || e->op == LS_OP_OR ||
	       e->op == LS_OP_ANDNOT || e->op == LS_OP_CAS;
}

/* What e left in the word is what other found there, as far as e wrote it. */
static bool leaves(const struct ls_event *e, const struct ls_event *other)
{
	return ((e->new_ ^ other->old) & ls_event_bits(e)) == 0;
}

/* Its sleep is over, and nothing has woken it: a signal did, unless a wake-up can still come first. */
static bool lacks_waker(const struct ls_replay *r, const struct ls_event *e)
{
	return e && e->tid && ls_match_lacks_waker(r, e->tid);
}

/* Of the events of one thread, from `next` on, one will leave in the word what the other found, soon enough for it. */
static bool leaves_in_time(const struct ls_replay *r, u32 next, const struct ls_event *other)
{
	enum { FAR = 1024 };

	for (u32 i = 0; i < FAR && next != LS_NO_EVENT; i++) {
		const struct ls_event *e = &r->t->event[next];

		if (e->before > other->after)
			return false;
		if (e->word == other->word && writes(e) && leaves(e, other))
			return true;
		next = e->next;
	}
	return false;
}

/*
 * What the other found will be there once more behind e, soon enough for it. Any thread may see to that: the other may
 * have been preempted for so long that hundreds of rounds of them fit into its time.
 */
static bool comes_again(const struct ls_replay *r, const struct ls_event *e, const struct ls_event *other)
{
	for (u32 tid = 1; tid <= r->m.n; tid++)
		if (tid != other->tid && leaves_in_time(r, tid == e->tid ? e->next : r->next[tid], other))
			return true;
	return false;
}

/*
 * A wake-up of another thread that has found e's thread marked as asleep, or not, and will not find it so behind e,
 * which sets its state.
 */
static bool ends_chance_of(const struct ls_replay *r, const struct ls_event *e, const struct ls_event *wake)
{
	enum { FAR = 4096 }; /* its waker may have lost its CPU for hundreds of rounds */
	bool runs = e->new_ == LS_RUNNING;

	if (wake->op != LS_OP_WAKE || wake->kind != LS_EV_STEP || wake->target != e->tid || wake->ok != runs ||
	    wake->before > e->after || !ls_match_fits(r, wake->tid))
		return false;
	for (u32 i = 0; i < FAR && e->next != LS_NO_EVENT; i++) {
		e = &r->t->event[e->next];
		if (e->before > wake->after)
			break;
		if (e->op == LS_OP_SLEEP || (e->op == LS_OP_SET_STATE && (e->new_ == LS_RUNNING) != runs))
			return false;
	}
	return true;
}

/* The other event needs what is there as it was found, and e takes that away for good, as far as can be seen. */
static bool spoils(const struct ls_replay *r, const struct ls_event *e, const struct ls_event *o)
{
	if (e->op == LS_OP_SET_STATE)
		return ends_chance_of(r, e, o);
	return writes(e) && o != e && (e->op == LS_OP_STORE || !leaves(e, o)) && o->word == e->word &&
	       o->before <= e->after && o->has & REC_OLD && ls_match_fits(r, o->tid) && !comes_again(r, e, o);
}

static bool can_go(const struct ls_replay *r, const struct ls_event *e, const struct ls_event *urgent)
{
	return !e->tid || ls_match_fits(r, e->tid) || (e == urgent && lacks_waker(r, e));
}

/* A signal comes late, but before its target does what it does only with one. */
static u64 rank_of_signal(const struct ls_replay *r, const struct ls_event *e, const struct ls_event *urgent)
{
	const struct ls_event *next = ls_replay_head(r, e->target);
	u64 until = ls_replay_until(r, e);

	if (urgent && urgent->tid == e->target && lacks_waker(r, urgent))
		return 0;
	if (urgent && urgent->op == LS_OP_WAKE && urgent->target == e->target)
		return 0;
	if (next && ls_replay_until(r, next) < until)
		until = ls_replay_until(r, next);
	if (ls_justify_only_before(r, e))
		return until << 2 | 1;
	return until << 2 | 3;
}

/*
 * Lower goes first: what makes the urgent event possible, then what runs out of time. What writes
 * waits for those that want to find the old value and will not find it later.
 */
static u64 rank_of(const struct ls_replay *r, const struct ls_event *e, const struct ls_event *urgent)
{
	u64 rank = ls_replay_until(r, e) << 2 | 2;

	if (!e->tid)
		return rank_of_signal(r, e, urgent);
	if (e == urgent) /* in the kernel a spurious wake-up can end it: the last resort */
		return e->kind == LS_EV_STEP ? 1 : UINT64_MAX;
	if (lacks_waker(r, urgent) && e->op == LS_OP_WAKE && e->target == urgent->tid)
		return 0;
	if (urgent && urgent->op == LS_OP_ON_CPU && urgent->target == e->tid)
		return 0;
	if (urgent && e->word == urgent->word && urgent->tid != e->tid && e->word != LS_NO_WORD)
		return writes(e) && leaves(e, urgent) ? 0 : rank & ~(u64)1;
	for (u32 other = 1; other <= r->m.n; other++) {
		const struct ls_event *o = ls_replay_head(r, other);

		if (o && spoils(r, e, o))
			return o->after << 2 | 3;
	}
	return rank;
}

struct mover {
	const struct ls_event *e;
	u64 rank;
};

/* Of two that can do what the urgent one needs, the one with less time left: the other may do it the next time. */
static bool goes_before(const struct ls_replay *r, const struct mover *a, const struct mover *b)
{
	if (a->rank == b->rank)
		return ls_replay_until(r, a->e) < ls_replay_until(r, b->e);
	return a->rank < b->rank;
}

u32 ls_order_movers(const struct ls_replay *r, const struct ls_event *urgent, u8 *actors)
{
	u64 deadline = ls_replay_until(r, urgent);
	struct mover movers[LS_ACTORS];
	u32 n = 0;

	if (!urgent->tid || ls_match_fits(r, urgent->tid))
		urgent = NULL;
	for (u32 i = 0; i < ls_replay_actors(r); i++) {
		struct mover new = {.e = ls_replay_head(r, LS_ACTOR_AT(i, r->m.n))};
		u32 at = n;

		if (!new.e || ls_replay_from(r, new.e) > deadline || !can_go(r, new.e, urgent))
			continue;
		new.rank = rank_of(r, new.e, urgent);
		for (; at > 0 && goes_before(r, &new, &movers[at - 1]); at--)
			movers[at] = movers[at - 1];
		movers[at] = new;
		n++;
	}
	for (u32 i = 0; i < n; i++)
		actors[i] = (u8)ls_event_actor(movers[i].e);
	return n;
}
