/* SPDX-License-Identifier: MIT */
#include "conform.h"

#include <stdlib.h>
#include <string.h>

#include "internal.h"
#include "match.h"
#include "order.h"
#include "take.h"

enum {
	CHOICES = 1024,       /* choices that can still be taken back */
	SEEN = 1 << 18,       /* states known to lead nowhere; a power of 2 */
	MAX_RETRIES = 500000, /* so often the search goes back without getting further than before */
};

/* A choice: which others could have gone. */
struct node {
	struct ls_machine m;
	u32 next[LS_ACTORS];
	bool begun[LS_ACTORS];
	u32 done, actions;
	u8 other[LS_ACTORS]; /* actors */
	u8 others;
	u32 way; /* of the first of them: justifications before this one have been tried */
	u64 hash;
};

struct ls_conform {
	const struct ls_trace *t;
	struct ls_replay r;
	struct ls_conform_report report;
	struct node *node; /* a ring: the oldest are forgotten */
	u32 first, nodes;
	u64 *seen; /* hashes, made with the generation: those of earlier ones do not count */
	u32 generation;
	struct ls_before before; /* the last event */
	u32 tried;               /* since it got furthest */

	/* the furthest state that leads nowhere */
	struct ls_machine worst;
	ls_action *action;
	u32 *event;
	u32 actions;
};

/* --- choices ------------------------------------------------------------------------------------ */

static u64 fingerprint(const struct ls_conform *c)
{
	u64 h = ls_hash(&c->r.m) ^ c->generation;

	for (u32 i = 0; i < ls_replay_actors(&c->r); i++) {
		u32 actor = LS_ACTOR_AT(i, c->r.m.n);

		h = (h ^ c->r.next[actor] ^ (u64)c->r.begun[actor] << 32) * 0x9e3779b97f4a7c15u;
	}
	return h ^ h >> 29;
}

static struct node *node_at(struct ls_conform *c, u32 i)
{
	return &c->node[(c->first + i) % CHOICES];
}

static struct node *new_node(struct ls_conform *c)
{
	if (c->nodes == CHOICES) {
		c->first = (c->first + 1) % CHOICES;
		c->nodes--;
	}
	return node_at(c, c->nodes++);
}

/* m, actions: the machine at the choice, and the length of the schedule up to it. */
static struct node *keep(struct ls_conform *c, const struct ls_machine *m, u32 actions, const u8 *other, u32 others)
{
	struct node *n = new_node(c);

	memcpy(&n->m, m, ls_used(m));
	memcpy(n->next, c->r.next, sizeof n->next);
	memcpy(n->begun, c->r.begun, sizeof n->begun);
	n->done = c->r.done;
	n->actions = actions;
	memcpy(n->other, other, others);
	n->others = (u8)others;
	n->way = 0;
	n->hash = 0;
	return n;
}

static const struct node *keep_choice(struct ls_conform *c, const u8 *other, u32 others)
{
	struct node *n = keep(c, &c->r.m, c->r.actions, other, others);

	n->hash = fingerprint(c);
	return n;
}

/* A sleep that the kept states know has been taken out of the schedule. */
static void retract(struct ls_conform *c)
{
	u32 at = c->r.retracted - 1, tid = c->r.retracted_tid;

	for (u32 i = 0; i < c->nodes; i++) {
		struct node *n = node_at(c, i);

		if (n->actions <= at)
			continue;
		n->actions--;
		n->begun[tid] = false;
		n->m.thread[tid - 1].status = LS_READY;
		n->m.thread[tid - 1].on_cpu = 1;
	}
	c->r.retracted = 0;
}

/* Takes the event of thread tid, and keeps what else might justify it. */
static bool take_step(struct ls_conform *c, u32 tid, u32 way)
{
	u32 event = c->r.next[tid], done = c->r.done, rewritten = c->r.rewritten;
	bool begun = c->r.begun[tid], taken;
	struct node *n;

	if (c->t->calls && !ls_match_unseen(&c->r, tid))
		ls_internal_prepare(&c->r, tid);
	taken = ls_take_event(&c->r, tid, &way, &c->before);
	if (c->r.retracted)
		retract(c);
	while (c->r.rewritten != rewritten && c->nodes && node_at(c, c->nodes - 1)->actions > c->r.rewritten_at)
		c->nodes--; /* the schedules that they are of have changed */
	if (!taken || !way)
		return taken;
	n = keep(c, &c->before.m, c->before.actions, &(u8){(u8)tid}, 1);
	n->next[tid] = event;
	n->begun[tid] = begun;
	n->done = done;
	n->way = way + 1;
	return true;
}

/* way: justifications before this one have been tried. */
static bool take(struct ls_conform *c, u32 actor, u32 way)
{
	return actor <= LS_MAX_THREADS ? take_step(c, actor, way) : ls_take_signal(&c->r, actor - LS_MAX_THREADS);
}

static void restore(struct ls_conform *c, const struct node *n)
{
	memcpy(&c->r.m, &n->m, ls_used(&n->m));
	memcpy(c->r.next, n->next, sizeof n->next);
	memcpy(c->r.begun, n->begun, sizeof n->begun);
	c->r.done = n->done;
	c->r.actions = n->actions;
}

/* --- one event further --------------------------------------------------------------------------- */

/* It must be justified; what was not over when the trace was cut only may. */
static bool must(const struct ls_conform *c, const struct ls_event *e)
{
	return !c->t->cut || e->after <= c->t->end;
}

/* Whether an event that others cannot see has happened makes no difference to them: do it now. */
static bool take_unseen(struct ls_conform *c, u64 deadline)
{
	for (u32 tid = 1; tid <= c->r.m.n; tid++) {
		const struct ls_event *e = ls_replay_head(&c->r, tid);

		if (e && ls_replay_from(&c->r, e) <= deadline && ls_match_unseen(&c->r, tid) &&
		    ls_match_fits(&c->r, tid) && !ls_match_turns_preemption_off(&c->r, tid) && take(c, tid, 0))
			return true;
	}
	return false;
}

static bool take_one_of(struct ls_conform *c, const u8 *actors, u32 n)
{
	for (u32 i = 0; i < n; i++) {
		const struct node *choice = i + 1 < n ? keep_choice(c, actors + i + 1, n - i - 1) : NULL;

		if (take(c, actors[i], 0))
			return true;
		if (choice && c->nodes && node_at(c, c->nodes - 1) == choice) /* taking it may have made it stale */
			c->nodes--;
	}
	return false;
}

static bool known_dead(const struct ls_conform *c)
{
	u64 hash = fingerprint(c);

	return c->seen[hash % SEEN] == hash;
}

/*
 * The event whose time runs out first; when that is allowed, what its thread did next. It may only wait
 * for another thread whose event is allowed, but not what that did next: then that is it.
 */
static u32 culprit(struct ls_conform *c)
{
	const struct ls_event *e = ls_order_most_urgent(&c->r);

	if (!e)
		return LS_NO_EVENT;
	if (ls_take_misleads(&c->r, e->tid))
		return e->next;
	for (u32 tid = 1; tid <= c->r.m.n; tid++) {
		const struct ls_event *other = ls_replay_head(&c->r, tid);

		if (other && ls_replay_from(&c->r, other) <= ls_replay_until(&c->r, e) && ls_take_misleads(&c->r, tid))
			return other->next;
	}
	return (u32)(e - c->t->event);
}

static void keep_worst(struct ls_conform *c)
{
	if (c->r.done <= c->report.done && c->action)
		return;
	free(c->action);
	free(c->event);
	c->action = malloc(c->r.actions + 1u);
	c->event = malloc((c->r.actions + 1u) * sizeof *c->event);
	if (!c->action || !c->event) {
		c->report.verdict = LS_CONFORM_NO_ROOM;
		return;
	}
	if (c->r.actions) {
		memcpy(c->action, c->r.action, c->r.actions);
		memcpy(c->event, c->r.event, c->r.actions * sizeof *c->event);
	}
	c->actions = c->r.actions;
	memcpy(&c->worst, &c->r.m, sizeof c->worst);
	c->report.done = c->r.done;
	c->report.differs = culprit(c);
	c->tried = 0;
	c->generation++;
}

/* One event further; it is not finished. False: it leads nowhere from here. */
static bool advance(struct ls_conform *c)
{
	const struct ls_event *urgent = ls_order_most_urgent(&c->r);
	u8 actors[LS_ACTORS];

	if (take_unseen(c, ls_replay_until(&c->r, urgent)))
		return true;
	if (c->tried && known_dead(c))
		return false;
	return take_one_of(c, actors, ls_order_movers(&c->r, urgent, actors));
}

/* --- the search ---------------------------------------------------------------------------------------- */

static bool finished(const struct ls_conform *c)
{
	for (u32 i = 0; i < ls_replay_actors(&c->r); i++) {
		const struct ls_event *e = ls_replay_head(&c->r, LS_ACTOR_AT(i, c->r.m.n));

		if (e && must(c, e))
			return false;
	}
	return true;
}

/* The next choice that has not been tried yet. False: there is none. */
static bool go_back(struct ls_conform *c)
{
	while (c->nodes) {
		struct node *n = node_at(c, c->nodes - 1);
		u32 way;
		u8 actor;

		if (!n->others) {
			if (n->hash)
				c->seen[n->hash % SEEN] = n->hash;
			c->nodes--;
			continue;
		}
		restore(c, n);
		actor = n->other[0];
		way = n->way;
		n->way = 0;
		memmove(n->other, n->other + 1, --n->others);
		c->report.retries++;
		if (take(c, actor, way))
			return true;
	}
	return false;
}

static void give_up(struct ls_conform *c)
{
	c->report.verdict = LS_CONFORM_DIFFERS;
	c->report.action = c->action;
	c->report.event = c->event;
	c->report.actions = c->actions;
}

static void succeed(struct ls_conform *c)
{
	c->report.verdict = LS_CONFORM_AGREES;
	c->report.done = c->report.judged; /* it may have used some that were not over at the cut */
	c->report.action = c->r.action;
	c->report.event = c->r.event;
	c->report.actions = c->r.actions;
}

bool ls_conform_slice(struct ls_conform *c, u32 events)
{
	while (c->report.verdict == LS_CONFORM_RUNNING && events--) {
		if (c->r.no_room) {
			c->report.verdict = LS_CONFORM_NO_ROOM;
		} else if (finished(c)) {
			succeed(c);
		} else if (!advance(c)) {
			keep_worst(c);
			if (++c->tried > MAX_RETRIES || !go_back(c))
				give_up(c);
		}
	}
	return c->report.verdict == LS_CONFORM_RUNNING;
}

/* --- making and asking ------------------------------------------------------------------------------------ */

struct ls_conform *ls_conform_new(const struct ls_trace *t)
{
	struct ls_conform *c = calloc(1, sizeof *c);

	if (!c)
		return NULL;
	c->t = t;
	c->node = calloc(CHOICES, sizeof *c->node);
	c->seen = calloc(SEEN, sizeof *c->seen);
	if (!c->node || !c->seen || !ls_replay_start(&c->r, t)) {
		ls_conform_free(c);
		return NULL;
	}
	for (u32 i = 0; i < t->events; i++)
		c->report.judged += must(c, &t->event[i]);
	return c;
}

void ls_conform_free(struct ls_conform *c)
{
	if (!c)
		return;
	ls_replay_end(&c->r);
	free(c->node);
	free(c->seen);
	free(c->action);
	free(c->event);
	free(c);
}

const struct ls_conform_report *ls_conform_report(const struct ls_conform *c)
{
	return &c->report;
}

const struct ls_machine *ls_conform_machine(const struct ls_conform *c)
{
	return c->report.verdict == LS_CONFORM_DIFFERS ? &c->worst : &c->r.m;
}

const struct ls_event *ls_conform_event(const struct ls_conform *c, u32 event)
{
	return &c->t->event[event];
}

static bool overlap(const struct ls_event *a, const struct ls_event *b)
{
	return a->before <= b->after && b->before <= a->after;
}

/* It has changed its whole word, in one access that found what was there. */
static bool changed(const struct ls_event *e)
{
	u32 said = REC_WORD | REC_OLD | REC_NEW;

	return e->kind == LS_EV_STEP && (e->has & said) == said && e->new_ != e->old && ls_event_bits(e) == ~0u;
}

/* Another event that writes the word of these two, and may have done so between them. */
static bool may_restore(const struct ls_trace *t, const struct ls_event *a, const struct ls_event *b)
{
	u64 from = a->before < b->before ? a->before : b->before;
	u64 until = a->after > b->after ? a->after : b->after;

	for (const struct ls_event *e = t->event; e < t->event + t->events; e++)
		if (e != a && e != b && e->has & REC_WORD && e->word == a->word && e->before <= until &&
		    e->after >= from && (!(e->has & REC_OLD) || e->new_ != e->old))
			return true;
	return false;
}

u32 ls_conform_rival(const struct ls_conform *c)
{
	const struct ls_event *e = c->t->event + c->report.differs;

	if (c->report.verdict != LS_CONFORM_DIFFERS || c->report.differs == LS_NO_EVENT || !changed(e))
		return LS_NO_EVENT;
	for (u32 i = 0; i < c->t->events; i++) {
		const struct ls_event *other = &c->t->event[i];

		if (other->tid != e->tid && changed(other) && other->word == e->word && other->old == e->old &&
		    overlap(other, e) && !may_restore(c->t, other, e))
			return i;
	}
	return LS_NO_EVENT;
}

void ls_conform_times(const struct ls_conform *c, double *when)
{
	u64 now = 0;

	for (u32 i = 0; i < c->report.actions; i++) {
		const struct ls_event *e = c->report.event[i] == LS_NO_EVENT ? NULL : &c->t->event[c->report.event[i]];

		if (e && e->tid && e->before > now) /* a signal may count from before it was sent */
			now = e->before;
		when[i] = (double)now;
	}
}
