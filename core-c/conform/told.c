/* SPDX-License-Identifier: MIT */
#include "told.h"

#include <stddef.h>

#include "../facts/facts.h"
#include "../locks/tp_futex.h"
#include "../registry.h"

enum {
	WORD_FUTEX = offsetof(struct tp_futex, futex) / 4,
	WORD_HANDOFF = offsetof(struct tp_futex, handoff_pid) / 4,
};

/* --- what the kernel would tell of a step ---------------------------------------------------- */

u32 ls_told_local(const struct ls_machine *m, u32 tid, u8 proc, u32 number)
{
	const struct ls_frame *fr = ls_frame_of(&m->thread[tid - 1], proc);

	return fr ? ((const u32 *)(fr + 1))[number] : 0;
}

static u8 told_of_cas(const struct ls_machine *m, u32 tid, const struct ls_record *rec)
{
	if (rec->word != WORD_FUTEX)
		return 0;
	switch (rec->proc) {
	case LS_PROC_tp_futex_trylock:
		return ls_told_local(m, tid, LS_PROC_tp_futex_trylock, TRYLOCK_STEAL) ? LS_EV_STEAL : LS_EV_TAKE;
	case LS_PROC_tp_set_waiters_bit:
		return LS_EV_WAITERS;
	case LS_PROC_tp_spin_on_owner:
		return LS_EV_TAKE_OVER;
	case LS_PROC_tp_futex_unlock:
		return LS_EV_UNLOCK;
	case LS_PROC_tp_exit:
		return LS_EV_DEATH;
	}
	return 0;
}

u8 ls_told_of(const struct ls_machine *m, u32 tid, bool on_top, const struct ls_record *rec)
{
	switch (rec->op) {
	case LS_OP_CAS:
		return told_of_cas(m, tid, rec);
	case LS_OP_STORE:
		if (rec->word == LS_TOLD_TOP && rec->new_ == tid)
			return LS_EV_TOP;
		if (rec->word == WORD_HANDOFF && rec->new_ == tid &&
		    !ls_told_local(m, tid, LS_PROC_tp_spin_on_owner, SPIN_HANDOFF_SET))
			return LS_EV_ASK;
		return 0;
	case LS_OP_SLEEP: case LS_OP_NO_SLEEP: /* with need_resched it only gives its CPU away */
		return m->thread[tid - 1].need_resched ? 0 : LS_EV_SLEEP;
	case LS_OP_AWAKE:
		return LS_EV_AWAKE;
	case LS_OP_WAKE:
		return rec->proc == LS_PROC_tp_futex_unlock ? LS_EV_WAKE : 0;
	case LS_OP_QUEUE_UNLOCK:
		return on_top ? LS_EV_OFF : 0;
	}
	return 0;
}

bool ls_told_same_result(u32 ret, u32 told)
{
	if ((s32)ret < 0 || (s32)told < 0)
		return ret == told;
	return (ret & 0xff) == (told & 0xff);
}

bool ls_told_by(const struct ls_machine *m, u32 tid, const struct ls_event *e, const struct ls_record *rec)
{
	switch (e->kind) {
	case LS_EV_STEAL: case LS_EV_TAKE: case LS_EV_WAITERS: case LS_EV_TAKE_OVER: case LS_EV_UNLOCK: case LS_EV_DEATH:
		return rec->arg == e->arg && (!rec->ok || !e->ok || rec->new_ == e->new_);
	case LS_EV_WAKE:
		return rec->target == e->target;
	case LS_EV_OFF:
		return ls_told_same_result(ls_told_local(m, tid, LS_PROC_tp_futex_lock, LOCK_RET), e->value);
	}
	return true;
}

/* --- the order in which it tells --------------------------------------------------------------- */

/* What the call returns is known from what it told last. */
static bool returns_well(const struct ls_event *last, const struct ls_event *e)
{
	switch (last->kind) {
	case LS_EV_OFF:
		return e->value == last->value;
	case LS_EV_WAKE:
		return e->value == last->ok;
	case LS_EV_STEAL: case LS_EV_UNLOCK:
		return !last->ok || e->value == 0;
	case LS_EV_HANDOFF:
		return e->value == 0;
	}
	return true;
}

bool ls_told_in_order(const struct ls_event *last, const struct ls_event *e)
{
	bool in_user = last->kind == LS_EV_STEP || last->kind == LS_EV_RETURN;

	switch (e->kind) {
	case LS_EV_STEP: case LS_EV_CALL:
		return in_user;
	case LS_EV_DEATH:
		return in_user || last->kind == LS_EV_DEATH;
	case LS_EV_AWAKE:
		return last->kind == LS_EV_SLEEP;
	case LS_EV_HANDOFF:
		return last->kind == LS_EV_UNLOCK;
	case LS_EV_WAKE:
		return last->kind == LS_EV_UNLOCK || last->kind == LS_EV_HANDOFF;
	case LS_EV_RETURN:
		return !in_user && last->kind != LS_EV_SLEEP && !e->on_top && returns_well(last, e);
	case LS_EV_OFF:
		return e->on_top && last->kind != LS_EV_SLEEP;
	}
	return !in_user && last->kind != LS_EV_SLEEP && last->kind != LS_EV_OFF && last->kind != LS_EV_DEATH;
}
