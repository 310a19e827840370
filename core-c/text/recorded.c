/* SPDX-License-Identifier: MIT */
#include "recorded.h"

#include <string.h>

#include "narrate.h"
#include "registry.h"

static const char *const value_names[] = {"word", "old", "new", "arg", "ok", "target"};
enum { VALUES = sizeof value_names / sizeof *value_names };

/* --- read ------------------------------------------------------------------------------------------ */

static const char *next_word(const char *p, const char *end, u32 *length)
{
	while (p < end && (*p == ' ' || *p == '\n'))
		p++;
	for (*length = 0; p + *length < end && p[*length] != ' ' && p[*length] != '\n';)
		++*length;
	return p;
}

/* "mutex13_lock#2": its second access */
static bool read_place(const struct ls_machine *m, const char *text, u32 length, struct ls_recorded_step *s)
{
	const struct ls_lock_facts *lock = ls_locks[m->lock];
	const char *sign = memchr(text, '#', length);

	if (!sign)
		return false;
	for (u8 i = 0; i < lock->procs; i++)
		if (ls_is(text, (u32)(sign - text), ls_proc_name(m->lock, i)))
			s->proc = i;
	if (s->proc != LS_NO_PROC)
		s->line =
		    (u16)ls_line_of_access(m->lock, s->proc, ls_number(sign + 1, (u32)(text + length - sign - 1)));
	return s->line;
}

/* An access in one step: of one in two, as a sleep, no single step of the machine is the whole. */
static bool read_op(const char *text, u32 length, struct ls_recorded_step *s)
{
	for (u8 op = LS_OP_LOAD; op <= LS_OP_CRITICAL; op++)
		if (ls_is(text, length, ls_op_names[op]))
			s->op = op;
	return s->op != LS_OP_NONE && s->op != LS_OP_SLEEP && s->op != LS_OP_QUEUE_LOCK;
}

/* "old=0x100" */
static bool read_value(const char *text, u32 length, struct ls_recorded_step *s)
{
	const char *eq = memchr(text, '=', length);

	for (u32 i = 0; eq && i < VALUES; i++)
		if (ls_is(text, (u32)(eq - text), value_names[i])) {
			s->has |= (u8)(1u << i);
			s->value[i] = ls_number(eq + 1, (u32)(text + length - eq - 1));
			return true;
		}
	return false;
}

static bool read_step(const struct ls_machine *m, const char *p, const char *end, struct ls_recorded_step *s)
{
	u32 length;

	*s = (struct ls_recorded_step){.proc = LS_NO_PROC, .op = LS_OP_NONE};
	p = next_word(p, end, &length);
	s->tid = (u8)ls_number(p, length);
	if (!s->tid || s->tid > m->n)
		return false;
	p = next_word(p + length, end, &length);
	if (!read_place(m, p, length, s))
		return false;
	p = next_word(p + length, end, &length);
	if (!read_op(p, length, s))
		return false;
	while ((p = next_word(p + length, end, &length)) && length)
		if (!read_value(p, length, s))
			return false;
	return true;
}

bool ls_recorded_is(const char *goal)
{
	return *goal >= '1' && *goal <= '9';
}

/* False: there are too many for the number that says how far one has come. */
static bool weigh(struct ls_recorded *log)
{
	u32 weight = 1;

	for (u32 tid = 1; tid <= LS_MAX_THREADS; tid++) {
		log->weight[tid] = weight;
		weight *= log->length[tid] + 1;
		if (weight > LS_RECORDED_LOST)
			return false;
	}
	log->all = weight - 1;
	return true;
}

bool ls_recorded_read(const struct ls_machine *m, const char *text, struct ls_recorded *log, struct ls_text *why)
{
	memset(log, 0, sizeof *log);
	for (const char *p = text; *p; p += *p == ';') {
		u32 length = (u32)strcspn(p, ";");
		struct ls_recorded_step *s = &log->step[log->steps];

		if (log->steps == LS_RECORDED_STEPS) {
			ls_putf(why, "a goal has at most %u recorded steps", (u32)LS_RECORDED_STEPS);
			return false;
		}
		if (!read_step(m, p, p + length, s)) {
			ls_put(why, "no recorded step: \"");
			ls_put_bytes(why, p, length);
			ls_put(why, "\"");
			return false;
		}
		s->nth = log->length[s->tid]++;
		log->steps++;
		p += length;
	}
	if (weigh(log))
		return true;
	ls_put(why, "the logs are too long together");
	return false;
}

/* --- ask -------------------------------------------------------------------------------------------- */

static u32 taken_of(const struct ls_recorded *log, u32 reached, u32 tid)
{
	return reached / log->weight[tid] % (log->length[tid] + 1);
}

static bool is_step(const struct ls_recorded_step *s, const struct ls_record *r)
{
	const u32 found[VALUES] = {r->word, r->old, r->new_, r->arg, r->ok, r->target};

	for (u32 i = 0; i < VALUES; i++)
		if (s->has & 1u << i && s->value[i] != found[i])
			return false;
	return s->proc == r->proc && s->line == r->line && s->op == r->op;
}

u32 ls_recorded_reached(const struct ls_recorded *log, const struct ls_machine *m, u32 before)
{
	const struct ls_record *r = &m->rec;
	u32 tid = LS_ACTION_TID(r->action), nth;

	if (before == LS_RECORDED_LOST || r->op == LS_OP_NONE || r->result != LS_MOVED || LS_ACTION_ENV(r->action))
		return before;
	nth = taken_of(log, before, tid);
	for (u32 i = 0; i < log->steps; i++)
		if (log->step[i].tid == tid && log->step[i].nth == nth)
			return is_step(&log->step[i], r) ? before + log->weight[tid] : LS_RECORDED_LOST;
	return LS_RECORDED_LOST;
}

u32 ls_recorded_taken(const struct ls_recorded *log, u32 reached)
{
	u32 taken = 0;

	for (u32 i = 0; i < log->steps; i++)
		if (log->step[i].nth < taken_of(log, reached, log->step[i].tid))
			taken |= 1u << i;
	return taken;
}
