/* SPDX-License-Identifier: MIT */
/* What native.h puts around every access in a build for forced schedules. */
#ifndef LOCKSTEP_GATE_WORDS_H
#define LOCKSTEP_GATE_WORDS_H

#include "backend/native/native_thread.h"

enum gate_of { GATE_NOTHING, GATE_WORD, GATE_LIST, GATE_STATE, GATE_ON_CPU };

/* What an access is about to touch: an address, or the number of a task. */
struct gate_aim {
	const struct native_place *place;
	u8 op; /* enum ls_op */
	u8 of; /* enum gate_of */
	uintptr_t what;
	const void *locals;
	u32 locals_size;
};

void gate_at(struct native_thread *self, struct gate_aim aim);
void gate_did(struct native_thread *self, bool done);
void gate_got(struct native_thread *self, u32 value, bool done);
void gate_found(struct native_thread *self, u32 tid);
void gate_has(struct native_thread *self, u32 holds);
void gate_must_have(struct native_thread *self, u32 holds);

#define LN_AT(op, of, what)                                                                    \
	do {                                                                                   \
		static const struct native_place place_ = { proc_name_, __LINE__ - proc_first_ };            \
		gate_at(self, (struct gate_aim){ &place_, LS_OP_##op, GATE_##of, (uintptr_t)(what), my, sizeof *my }); \
	} while (0)
#define LN_PROC(name)
#define LN_GOT(value) gate_got(self, value, true)
#define LN_AWAITED(value) ((void)0)
#define LN_STORED(value) gate_did(self, true)
#define LN_EXCHANGED(old, operand, expected, done) gate_got(self, old, done)
#define LN_STORED_PART(value, bits) gate_did(self, true)
#define LN_EXCHANGED_PART(old, operand, bits) gate_got(self, (u32)(old) * ((bits) & -(bits)), true)
#define LN_FOUND(tid) gate_found(self, tid)
#define LN_FOUND_BEHIND(asked, tid) gate_found(self, tid)
#define LN_COUNTED(first, length) (gate_found(self, first), gate_got(self, length, true))
#define LN_DID(done) gate_did(self, done)
#define LN_HAS(holds) (LN_SUBJECT ? gate_has(self, holds) : (void)0)
#define LN_MUST_HAVE(holds) gate_must_have(self, holds)
#define LN_ENTER ((void)0) /* a system call is no access */
#define LN_CALL(proc) ((void)0)
#define LN_RETURNED(value) ((void)0)
#define LN_TEXT(name) name##_gated_text
#define LN_FN(name) name##_gated
#define LN_START(name) name##_gated_start

#endif
