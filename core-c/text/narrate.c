/* SPDX-License-Identifier: MIT */
#include "narrate.h"

#include <string.h>

#include "about.h"
#include "backend/step/step.h"
#include "machine_internal.h"
#include "phrase.h"
#include "sign.h"

const char *const ls_op_names[LS_OPS] = {
    "none",       "load",      "store",      "xchg",         "cas",         "add",      "or",
    "andnot",     "await",     "spin_lock",  "spin_trylock", "spin_unlock", "list_add", "list_del",
    "list_first", "list_next", "list_has",   "on_cpu",       "set_state",   "sleep",    "awake",
    "no_sleep",   "wake",      "queue_lock", "queue_unlock", "critical",    "preempt",  "run",
    "threshold",  "timeout",   "signal",     "kill",         "stray_wake",  "choose",
};
const char *const ls_order_names[LS_ORDERS] = {"relaxed", "acquire", "release", "acq_rel", "full", "wmb"};
const char *const ls_verdict_names[LS_VERDICTS] = {
    "OK", "VIOLATED", "DEADLOCK", "LOST_WAKEUP", "NO_PROGRESS", "BUG", "BOUNDED", "CANCELLED",
};
const char *const ls_env_names[LS_ENV_KINDS] = {
    "", "preempt", "run", "threshold", "timeout", "signal", "kill", "wake",
};

static const struct ls_phrase *phrase_at(const struct ls_machine *m, u32 proc, u32 line)
{
	const struct ls_proc_facts *f = ls_proc_of(m, proc)->facts;
	u32 low = 0, high = f->phrases;

	while (low < high) {
		u32 middle = (low + high) / 2;

		if (f->phrase[middle].line == line)
			return &f->phrase[middle];
		if (f->phrase[middle].line < line)
			low = middle + 1;
		else
			high = middle;
	}
	return NULL;
}

const char *ls_phrase(const struct ls_machine *m, u32 proc, u32 line)
{
	const struct ls_phrase *p = phrase_at(m, proc, line);

	return p ? p->phrase : "";
}

/* The verb phrase of the record's line, for the outcome that it had. */
static const char *phrase_of(const struct ls_machine *m, const struct ls_record *r)
{
	const struct ls_phrase *p = phrase_at(m, r->proc, r->line);
	const char *other;
	bool is_so;
	u32 to;

	if (!p)
		return "takes a step";
	if (r->op == LS_OP_NO_SLEEP)
		return "goes on without sleeping";
	if (ls_phrase_case(m, r, p->other, &other, &is_so)) {
		if (!is_so && !ls_phrase_case(m, r, p->handoff, &other, &is_so))
			return p->phrase;
		return is_so ? other : p->phrase;
	}
	if (p->other[0] && (!r->ok || r->result == LS_SPUN || r->flags & LS_REC_OTHERWISE || r->op == LS_OP_AWAKE))
		return p->other; /* of schedule(): what it is to wake up */
	if (p->handoff[0] && ls_sign(m, r, &to) == LS_SIGN_HANDOFF)
		return p->handoff;
	return p->phrase;
}

/* What is there before does not matter to it. */
static bool stores(const struct ls_record *r)
{
	return r->op == LS_OP_STORE || r->op == LS_OP_XCHG || r->op == LS_OP_SET_STATE;
}

static const char *place_on_list(const struct ls_record *r)
{
	switch (r->op) {
	case LS_OP_LIST_ADD:
		return ": T%u joins ";
	case LS_OP_LIST_DEL:
		return ": T%u leaves ";
	case LS_OP_LIST_NEXT:
		return r->target ? ": T%u stands before T%u on " : ": T%u is the last on ";
	default:
		return r->target ? ": T%u is on " : ": T%u is not on ";
	}
}

static void put_effect(const struct ls_machine *m, const struct ls_record *r, struct ls_text *out)
{
	bool written = r->old != r->new_;

	switch (r->op) {
	case LS_OP_CRITICAL:
	case LS_OP_NONE:
		return;
	case LS_OP_SLEEP:
		ls_put(out, ": asleep, off its CPU");
		return;
	case LS_OP_AWAKE:
		ls_put(out, ": back on a CPU");
		return;
	case LS_OP_NO_SLEEP:
		ls_put(out, r->old ? ": a signal is pending" : ": its state is RUNNING");
		return;
	case LS_OP_WAKE:
		ls_putf(out, r->ok ? ": T%u becomes runnable" : ": T%u was not asleep", r->target);
		return;
	case LS_OP_LIST_ADD:
	case LS_OP_LIST_DEL:
	case LS_OP_LIST_NEXT:
	case LS_OP_LIST_HAS:
		ls_putf(out, place_on_list(r), r->op >= LS_OP_LIST_NEXT ? r->arg : r->target, r->target);
		ls_word_name(m, r->word, out);
		return;
	case LS_OP_LIST_FIRST:
		ls_put(out, ": ");
		ls_word_name(m, r->word, out);
		ls_put(out, " ");
		ls_put_list(r->target ? r->old : 0, r->target, out);
		return;
	default:
		break;
	}
	if (r->word == LS_NO_WORD) {
		ls_put(out,
		       m->bug == LS_BUG_NULL ? ": through NULL, where nothing is" : ": the lock has no word there");
		return;
	}
	ls_put(out, ": ");
	ls_word_name(m, r->word, out);
	ls_put(out, written ? " " : stores(r) ? " stays " : " is ");
	ls_word_value(m, r->word, r->old, out);
	if (r->op == LS_OP_CAS && !r->ok) {
		ls_put(out, ", not ");
		ls_word_value(m, r->word, r->arg, out);
	}
	if (written) {
		ls_put(out, " \xe2\x86\x92 ");
		ls_word_value(m, r->word, r->new_, out);
	}
}

/* What comes of a signal, where the text of the lock says it: no text looks for one that it does not hear. */
static void put_signal(const struct ls_machine *m, const struct ls_record *r, struct ls_text *out)
{
	u32 tid = LS_ACTION_TID(r->action);

	ls_putf(out, "A signal arrives for T%u", tid);
	if (r->arg == LS_SIGNAL_IN_NO_CALL)
		ls_put(out, ", which is in no call of the lock now.");
	else if (r->arg >= LS_SIGNAL_IN_VAIN)
		ls_putf(out, ". It changes nothing: %s does not look for one, and no sleep in it is ended by one.",
			ls_proc_name(m->lock, r->arg - LS_SIGNAL_IN_VAIN));
	else
		ls_put(out, ".");
}

/* Preemption is off for nothing but a spin lock that the thread has still to take: in a kernel it is not off yet. */
static bool is_off_early(const struct ls_machine *m, u32 tid)
{
	struct ls_record next;

	ls_peek(m, LS_STEP_OF(tid), &next);
	return m->thread[tid - 1].preempt_off == 1 && next.op == LS_OP_SPIN_LOCK;
}

static const char *env_sentence(const struct ls_machine *m, const struct ls_record *r)
{
	switch (r->op) {
	case LS_OP_PREEMPT:
		if (r->word % 8 == LS_TASK_NEED_RESCHED && !r->arg && is_off_early(m, LS_ACTION_TID(r->action)))
			return "The scheduler wants T%u's CPU, and only need_resched is set. Here preemption is off "
			       "from the access before a spin lock; in a kernel T%u could still lose its CPU.";
		if (r->arg && r->word % 8 == LS_TASK_ON_CPU)
			return "The CPU switches away from T%u, which has not left schedule() yet.";
		if (r->arg)
			return "The scheduler will want T%u's CPU back at once: need_resched is set.";
		return r->word % 8 == LS_TASK_NEED_RESCHED
			   ? "The scheduler wants T%u's CPU: preemption is off, so only need_resched is set."
			   : "The scheduler preempts T%u: it is off its CPU.";
	case LS_OP_RUN:
		if (r->arg)
			return "T%u was woken and is on a CPU, but has not left schedule() yet.";
		return "The scheduler gives T%u a CPU again.";
	case LS_OP_THRESHOLD:
		return "Time passes: T%u has waited past its handoff threshold.";
	case LS_OP_TIMEOUT:
		return ls_locks[m->lock]->timer ? ls_locks[m->lock]->timer
						: "Time passes: the timeout that T%u gave runs out.";
	case LS_OP_KILL:
		return "SIGKILL arrives for T%u.";
	case LS_OP_CHOOSE:
		return "Of those that are to be taken, T%u comes first.";
	case LS_OP_STRAY_WAKE:
		return "A spurious wake-up, meant for something else, reaches T%u.";
	default:
		return "Nothing can be done to T%u that way now.";
	}
}

static void put_env(const struct ls_machine *m, const struct ls_record *r, struct ls_text *out)
{
	if (r->op == LS_OP_SIGNAL)
		put_signal(m, r, out);
	else
		ls_putf(out, env_sentence(m, r), LS_ACTION_TID(r->action), LS_ACTION_TID(r->action));
}

void ls_narrate(const struct ls_machine *m, const struct ls_record *r, struct ls_text *out)
{
	u32 tid = LS_ACTION_TID(r->action);

	if (LS_ACTION_ENV(r->action)) {
		put_env(m, r, out);
		return;
	}
	if (!r->line)
		return;
	ls_putf(out, "T%u ", tid);
	ls_put_phrase(m, r, phrase_of(m, r), out);
	put_effect(m, r, out);
	ls_put(out, ".");
}

void ls_narrate_about(const struct ls_machine *m, const struct ls_record *r, struct ls_text *out)
{
	char phrase[LS_PHRASE_SIZE];
	struct ls_text t;

	if (LS_ACTION_ENV(r->action)) {
		put_env(m, r, out);
		return;
	}
	if (!r->line)
		return;
	ls_text_start(&t, phrase, sizeof phrase);
	ls_put_phrase(m, r, phrase_of(m, r), &t);
	if (!ls_put_about(phrase, out))
		ls_put(out, phrase); /* a mistake is to be seen */
	put_effect(m, r, out);
}

static void why_spins(const struct ls_machine *m, const struct ls_record *r, struct ls_text *out)
{
	if (r->op == LS_OP_SPIN_LOCK) {
		ls_putf(out, "%s: ", ls_thread_words[LS_SAYS_spinning]);
		ls_word_name(m, r->word, out);
		ls_putf(out, " is held by T%u", r->old);
		return;
	}
	ls_putf(out, "%s until ", ls_thread_words[LS_SAYS_spinning]);
	ls_word_name(m, r->word, out);
	ls_put(out, " changes; it is ");
	ls_word_value(m, r->word, r->old, out);
}

void ls_narrate_why(const struct ls_machine *m, u32 tid, struct ls_text *out)
{
	static const char *const until[] = {
	    "",
	    " (INTERRUPTIBLE): a wake-up or a signal ends it",
	    " (UNINTERRUPTIBLE): only a wake-up ends it",
	    " (KILLABLE): a wake-up or SIGKILL ends it",
	};
	const struct ls_thread *t;
	struct ls_record next;
	enum ls_result r;

	if (tid < 1 || tid > m->n)
		return;
	t = &m->thread[tid - 1];
	r = ls_peek(m, LS_STEP_OF(tid), &next);
	if (t->status == LS_DONE)
		ls_put(out, ls_thread_words[LS_SAYS_done]);
	else if (t->status == LS_DEAD)
		ls_putf(out, "%s: it was killed", ls_thread_words[LS_SAYS_dead]);
	else if (t->status == LS_PREEMPTED)
		ls_putf(out, "%s: runnable, waits for a CPU", ls_thread_words[LS_SAYS_preempted]);
	else if (t->status == LS_ASLEEP && t->state != LS_RUNNING)
		ls_putf(out, "%s%s", ls_thread_words[LS_SAYS_asleep], until[t->state]);
	else if (m->bug)
		ls_put(out, "the machine has stopped at a BUG");
	else if (r == LS_SPUN)
		why_spins(m, &next, out);
	else if (r == LS_BLOCKED) {
		ls_put(out, "waits in line for ");
		ls_word_name(m, next.word, out);
		ls_putf(out, next.old ? ", held by T%u" : ", which is free", next.old);
	}
}
