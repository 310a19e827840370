/* SPDX-License-Identifier: MIT */
#include "sentences.h"

#include <string.h>

#include "backend/step/step.h"
#include "machine_internal.h"
#include "text/narrate.h"
#include "places.h"
#include "syscalls.h"

static void put_word(const struct ls_machine *m, const struct ls_event *e, struct ls_text *out)
{
	if (e->has & REC_WORD) {
		ls_put(out, " ");
		if (e->word < m->mem_words)
			ls_word_name(m, e->word, out);
		else
			ls_putf(out, "word %u (the lock has none such)", e->word);
	}
	if (e->has & REC_TARGET)
		ls_putf(out, e->target ? " T%u" : " nobody", e->target);
}

static void put_value(const struct ls_machine *m, const struct ls_event *e, u32 value, struct ls_text *out)
{
	if (e->word < m->mem_words)
		ls_word_value(m, e->word, value, out);
	else
		ls_putf(out, "%u", value);
}

static void put_values(const struct ls_machine *m, const struct ls_event *e, struct ls_text *out)
{
	if (e->has & REC_OLD) {
		ls_put(out, ": found ");
		put_value(m, e, e->old, out);
	}
	if (e->op == LS_OP_CAS && e->has & REC_ARG && e->arg != e->old) {
		ls_put(out, " where ");
		put_value(m, e, e->arg, out);
		ls_put(out, " was expected");
	}
	if (e->has & REC_NEW && (e->new_ != e->old || !(e->has & REC_OLD))) {
		ls_put(out, e->has & REC_OLD ? ", left " : ": ");
		put_value(m, e, e->new_, out);
	}
	if (e->has & REC_OK && !(e->has & REC_ARG))
		ls_put(out, e->ok ? ", and succeeded" : ", in vain");
}

void ls_put_place(const struct ls_machine *m, u32 proc, u32 line, struct ls_text *out)
{
	ls_putf(out, "%s#%u", ls_proc_name(m->lock, proc), ls_access_at(m->lock, proc, line));
}

void ls_sentence_saw(const struct ls_conform *c, u32 event, struct ls_text *out)
{
	const struct ls_machine *m = ls_conform_machine(c);
	const struct ls_event *e = ls_conform_event(c, event);
	const struct ls_syscalls *s = ls_syscalls[m->lock];
	const struct ls_traced_kind *own = ls_traced_kind_of(s, e->kind);

	if (!e->tid)
		ls_putf(out, "%s for", e->kind == LS_EV_KILL ? "SIGKILL" : "a signal");
	else if (e->place)
		ls_putf(out, "T%u in %s: %s", e->tid, ls_place_of(m->lock, e), rec_op_name(e->op));
	else if (e->placeless)
		ls_putf(out, "T%u in the source: %s", e->tid, rec_op_name(e->op));
	else if (e->kind == LS_EV_STEP) {
		ls_putf(out, "T%u at ", e->tid);
		ls_put_place(m, e->proc, e->line, out);
		ls_putf(out, ": %s", rec_op_name(e->op));
	} else
		ls_putf(out, "T%u in the kernel: %s", e->tid, ls_event_name(s, e->kind));
	put_word(m, e, out);
	put_values(m, e, out);
	if (e->kind == LS_EV_RETURN || (own && own->result))
		ls_putf(out, " %d", (s32)e->value);
}

void ls_sentence_rival(const struct ls_conform *c, struct ls_text *out)
{
	const struct ls_machine *m = ls_conform_machine(c);
	u32 rival = ls_conform_rival(c), differs = ls_conform_report(c)->differs;
	const struct ls_event *e;

	if (rival == LS_NO_EVENT)
		return;
	e = ls_conform_event(c, rival);
	ls_putf(out, "events %u and %u overlap, and each found ", (rival < differs ? rival : differs) + 1,
		(rival < differs ? differs : rival) + 1);
	put_value(m, e, e->old, out);
	ls_put(out, " in");
	put_word(m, e, out);
	ls_put(out, " and changed it: whichever came first, the other could not have found that");
}

u32 ls_sentence_concerned(const struct ls_event *e, u32 i)
{
	u32 first = e->tid ? e->tid : e->target;

	return i == 0 ? first : i < first ? i : i + 1;
}

void ls_sentence_allowed(const struct ls_conform *c, u32 tid, struct ls_text *out)
{
	const struct ls_machine *m = ls_conform_machine(c);
	struct ls_record next;

	ls_peek(m, LS_STEP_OF(tid), &next);
	if (next.result > LS_SPUN || !next.line) {
		ls_putf(out, "T%u ", tid);
		ls_narrate_why(m, tid, out);
		return;
	}
	ls_putf(out, "T%u at ", tid);
	ls_put_place(m, next.proc, next.line, out);
	ls_put(out, ": ");
	ls_narrate_about(m, &next, out);
}
