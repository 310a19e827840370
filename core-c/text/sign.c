/* SPDX-License-Identifier: MIT */
/*
 * A write sends something where the word that it changes says so (.sign in its WORD line): from a node, to the
 * thread whose node it is; from a shared word, to the thread that the new value names and the old one did not.
 */
#include "sign.h"

#include "field.h"
#include "narrate.h"
#include "op.h"

const char *const ls_sign_names[LS_SIGNS] = {"none", "wake", "handoff", "link"};

static bool writes(const struct ls_record *r)
{
	return ls_op_class[r->op] & LS_OP_WRITES && ls_op_class[r->op] & LS_OP_OF_WORD && r->old != r->new_;
}

/* The thread that a value of the word names, or 0. */
static u32 named_in(const struct ls_word_facts *w, u32 value)
{
	if (w->kind == LS_KIND_TID || w->kind == LS_KIND_NODE)
		return value;
	for (const struct ls_field *f = w->field; f < w->field + LS_MAX_FIELDS && f->name; f++)
		if (f->kind == LS_FIELD_TID)
			return ls_field_value(f, value);
	return 0;
}

static u32 receiver(const struct ls_word_facts *w, u32 owner, const struct ls_record *r)
{
	u32 named = named_in(w, r->new_);

	if (owner)
		return w->sign == LS_SIGN_LINK && !r->new_ ? 0 : owner;
	return named == named_in(w, r->old) ? 0 : named;
}

enum ls_sign ls_sign(const struct ls_machine *m, const struct ls_record *r, u32 *to)
{
	const struct ls_word_facts *w;
	enum ls_sign sign;
	u32 owner, self = LS_ACTION_TID(r->action);

	*to = 0;
	if (r->result != LS_MOVED || LS_ACTION_ENV(r->action))
		return LS_SIGN_NONE;
	if (r->op == LS_OP_WAKE) {
		sign = r->ok ? LS_SIGN_WAKE : LS_SIGN_NONE;
		*to = r->ok ? r->target : 0;
	} else {
		w = writes(r) ? ls_word_facts_of(m, r->word, &owner) : NULL;
		sign = w ? w->sign : LS_SIGN_NONE;
		*to = sign ? receiver(w, owner, r) : 0;
	}
	if (*to >= 1 && *to <= m->n && *to != self)
		return sign;
	*to = 0;
	return LS_SIGN_NONE;
}

void ls_put_sign(const struct ls_machine *m, struct ls_record *r)
{
	u32 to;
	enum ls_sign sign = ls_sign(m, r, &to);

	if (!sign)
		return;
	r->flags |= sign * LS_REC_SIGN;
	r->target = (u8)to;
}
