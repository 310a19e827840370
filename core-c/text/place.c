/* SPDX-License-Identifier: MIT */
#include "place.h"

#include <string.h>

#include "machine_internal.h"
#include "narrate.h"
#include "nearest.h"
#include "registry.h"

/* --- where a thread stands --------------------------------------------------------------- */

void ls_place_next(const struct ls_machine *m, u32 tid, struct ls_record *next)
{
	struct ls_machine copy;
	struct ls_thread *t = &copy.thread[tid - 1];

	memcpy(&copy, m, ls_used(m));
	if (t->status == LS_PREEMPTED)
		t->status = LS_READY;
	if (t->status == LS_ASLEEP)
		t->state = LS_RUNNING;
	ls_step(&copy, LS_STEP_OF(tid));
	*next = copy.rec;
}

bool ls_place_has(const struct ls_machine *m, const struct ls_place *p, const struct ls_record *r)
{
	char name[64];
	const char *of;
	struct ls_text t;

	if (r->op == LS_OP_NONE || (p->op != LS_OP_NONE && r->op != p->op && r->op != p->other_op))
		return false;
	if (p->proc != LS_NO_PROC && r->proc != p->proc)
		return false;
	if (!p->word)
		return true;
	ls_text_start(&t, name, sizeof name);
	ls_word_name(m, r->word, &t);
	of = strchr(name, '.');
	return ls_is(p->word, p->word_length, name) || (of && ls_is(p->word, p->word_length, of + 1));
}

/* Frames of thread tid, marked so that a later call's can be told from them. No machine that is kept has marks. */
static void mark_frames(struct ls_thread *t)
{
	for (u32 at = 0; at < t->sp; at += ((struct ls_frame *)(t->stack + at))->size)
		((struct ls_frame *)(t->stack + at))->zero = 1;
}

/* Calls of proc on the stack that have that mark. */
static u32 calls_of(const struct ls_thread *t, u32 proc, u8 mark)
{
	u32 count = 0;

	for (u32 at = 0; at < t->sp; at += ((const struct ls_frame *)(t->stack + at))->size)
		count += ((const struct ls_frame *)(t->stack + at))->proc == proc &&
			 ((const struct ls_frame *)(t->stack + at))->zero == mark;
	return count;
}

/* What one step of a thread does to its calls of a procedure: how many it begins and ends. */
static void calls_across(const struct ls_machine *m, ls_action a, u32 proc, u32 *entered, u32 *left)
{
	struct ls_machine copy;
	struct ls_thread *t = &copy.thread[LS_ACTION_TID(a) - 1];
	u32 before;

	memcpy(&copy, m, ls_used(m));
	mark_frames(t);
	before = calls_of(t, proc, 1);
	ls_step(&copy, a);
	*entered = calls_of(t, proc, 0);
	*left = before - calls_of(t, proc, 1);
}

enum ls_result ls_place_step(struct ls_machine *m, ls_action a, const struct ls_place *p, u32 *times)
{
	u32 tid = LS_ACTION_TID(a), entered = 0, left = 0;
	struct ls_record next;
	enum ls_result result;

	if (p->call)
		calls_across(m, a, p->proc, &entered, &left);
	result = ls_step(m, a);
	if (p->end) {
		*times = m->thread[tid - 1].status >= LS_DONE;
	} else if (p->call) {
		*times = p->past ? left : entered;
	} else if (p->past) {
		*times = ls_place_has(m, p, &m->rec);
	} else {
		ls_place_next(m, tid, &next);
		*times = ls_place_has(m, p, &next);
	}
	return result;
}

/* --- read ---------------------------------------------------------------------------------- */

static u32 name_length(const char *p, const char *end, const char *also)
{
	const char *start = p;

	while (p < end && ((*p >= 'a' && *p <= 'z') || (*p >= 'A' && *p <= 'Z') || (*p >= '0' && *p <= '9') ||
			   *p == '_' || *p == *also))
		p++;
	return (u32)(p - start);
}

/* Operations of the threads' own steps. */
static bool read_op(const char *text, u32 length, struct ls_place *p)
{
	p->op = p->other_op = LS_OP_NONE;
	if (ls_is(text, length, "schedule")) {
		p->op = LS_OP_SLEEP;
		p->other_op = LS_OP_NO_SLEEP;
	}
	for (u8 op = LS_OP_LOAD; op < LS_OP_PREEMPT; op++)
		if (ls_is(text, length, ls_op_names[op]))
			p->op = p->other_op = op;
	return p->op != LS_OP_NONE;
}

static bool read_proc(const struct ls_machine *m, const char *text, u32 length, struct ls_place *p)
{
	const struct ls_lock_facts *lock = ls_locks[m->lock];

	for (u8 i = 0; i < lock->procs; i++)
		if (ls_is(text, length, ls_proc_name(m->lock, i))) {
			p->proc = i;
			return true;
		}
	return false;
}

static void try_procs(const struct ls_machine *m, struct ls_nearest *n)
{
	for (u8 i = 0; i < ls_locks[m->lock]->procs; i++)
		ls_nearest_try(n, ls_proc_name(m->lock, i));
}

static void try_ops(struct ls_nearest *n)
{
	for (u8 op = LS_OP_LOAD; op < LS_OP_PREEMPT; op++)
		ls_nearest_try(n, ls_op_names[op]);
	ls_nearest_try(n, "schedule");
}

static bool unknown(const struct ls_machine *m, const char *text, u32 length, bool proc, bool op, struct ls_text *why)
{
	struct ls_nearest n;

	ls_nearest_start(&n, text, length);
	if (proc)
		try_procs(m, &n);
	if (op)
		try_ops(&n);
	ls_putf(why, "%s has no %s \"", ls_locks[m->lock]->name,
		proc && op ? "procedure and no step"
		: proc     ? "procedure"
			   : "step");
	ls_put_bytes(why, text, length);
	ls_put(why, "\"");
	ls_nearest_put(&n, why);
	return false;
}

/* PROC, OP or PROC/OP, and PROC/ before a word. */
static bool read_where(const struct ls_machine *m, const char *text, const char *end, struct ls_place *p,
		       struct ls_text *why)
{
	u32 length = name_length(text, end, ""), second;
	const char *behind = text + length;

	if (behind < end && *behind == '/') {
		if (!read_proc(m, text, length, p))
			return unknown(m, text, length, true, false, why);
		second = (u32)(end - behind - 1);
		return !second || read_op(behind + 1, second, p) || unknown(m, behind + 1, second, false, true, why);
	}
	length = (u32)(end - text);
	if (!length || read_op(text, length, p))
		return true;
	if (!read_proc(m, text, length, p))
		return unknown(m, text, length, true, true, why);
	p->call = true;
	return true;
}

static bool is_word(const struct ls_machine *m, const char *text, u32 length, struct ls_nearest *near)
{
	bool found = false;

	for (const struct ls_memory *part = ls_locks[m->lock]->memory; part->size; part++)
		for (const struct ls_word_facts *w = part->words; w->name; w++) {
			found |= ls_is(text, length, w->name);
			ls_nearest_try(near, w->name);
		}
	for (u32 field = 0; ls_task_field_name(field); field++) {
		found |= ls_is(text, length, ls_task_field_name(field));
		ls_nearest_try(near, ls_task_field_name(field));
	}
	return found;
}

/* count, T2.next */
static bool read_word(const struct ls_machine *m, const char *text, const char *end, struct ls_place *p,
		      struct ls_text *why)
{
	u32 tid = 0;
	const char *name = text;
	struct ls_nearest near;

	if (end - text > 2 && *text == 'T' && memchr(text, '.', (size_t)(end - text))) {
		for (name = text + 1; *name >= '0' && *name <= '9' && tid < 100; name++)
			tid = tid * 10 + (u32)(*name - '0');
		if (*name++ != '.' || tid < 1 || tid > m->n) {
			ls_putf(why, "the threads are T1 to T%u", m->n);
			return false;
		}
	}
	if (memchr(text, '[', (size_t)(end - text)) && memchr(text, '.', (size_t)(end - text)))
		name = (const char *)memchr(text, '.', (size_t)(end - text)) + 1; /* bucket[1].lock */
	ls_nearest_start(&near, name, (u32)(end - name));
	if (!is_word(m, name, (u32)(end - name), &near)) {
		ls_putf(why, "%s has no word \"", ls_locks[m->lock]->name);
		ls_put_bytes(why, name, (u32)(end - name));
		ls_put(why, "\"");
		ls_nearest_put(&near, why);
		return false;
	}
	p->word = text;
	p->word_length = (u32)(end - text);
	return true;
}

static bool read_nth(const char *text, const char *end, struct ls_place *p, struct ls_text *why)
{
	p->nth = 0;
	for (; text < end && *text >= '0' && *text <= '9' && p->nth < 10000; text++)
		p->nth = p->nth * 10 + (u32)(*text - '0');
	if (text == end && p->nth)
		return true;
	ls_put(why, "behind * stands how often, from 1");
	return false;
}

void ls_place_of_op(struct ls_place *p, u8 op)
{
	*p = (struct ls_place){.proc = LS_NO_PROC, .op = op, .other_op = op, .nth = 1};
}

bool ls_place_read(const struct ls_machine *m, const char *text, const char *end, struct ls_place *p,
		   struct ls_text *why)
{
	const char *star = memchr(text, '*', (size_t)(end - text)), *colon, *where;
	bool past = p->past;

	ls_place_of_op(p, LS_OP_NONE);
	p->past = past;
	if (star && !read_nth(star + 1, end, p, why))
		return false;
	end = star ? star : end;
	if (ls_is(text, (u32)(end - text), "end")) {
		p->end = true;
		if (p->past)
			ls_put(why, "nothing lies past the end; it is written @end");
		return !p->past;
	}
	colon = memchr(text, ':', (size_t)(end - text));
	where = colon ? colon : end;
	if (!colon && (text == end || end[-1] == '/')) {
		ls_put(why, "a place is missing: a procedure, a step such as cas, or cas:WORD");
		return false;
	}
	if (!read_where(m, text, where, p, why))
		return false;
	if (colon && p->call) {
		ls_put(why, "a word stands behind a step; of any step in a procedure it is PROC/:WORD");
		return false;
	}
	return !colon || read_word(m, colon + 1, end, p, why);
}
