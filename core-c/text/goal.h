/* SPDX-License-Identifier: MIT */
/*
 * A goal: facts to be reached one after the other, between ';'. "T2 asleep; T2 ready; T2 asleep": T2 sleeps twice. Or
 * the logs of a recorded run, for which an order is to be found (recorded.h).
 */
#ifndef LOCKSTEP_TEXT_GOAL_H
#define LOCKSTEP_TEXT_GOAL_H

#include "fact.h"
#include "recorded.h"

enum { LS_GOAL_FACTS = 12 };

struct ls_goal {
	u32 facts;  /* or recorded steps */
	u32 wanted; /* ls_goal_reached() when it is won */
	struct ls_fact fact[LS_GOAL_FACTS];
	struct ls_recorded recorded;
};

/* As ls_fact_read(). A goal has a fact at least. */
bool ls_goal_read(const struct ls_machine *m, const char *text, struct ls_goal *goal, struct ls_text *why);

/* The goal as bytes, which a module of the page takes: the build has read it. Returns how many; out has room for
 * LS_GOAL_BYTES. */
enum { LS_GOAL_BYTES = sizeof(struct ls_goal) };
u32 ls_goal_pack(const struct ls_goal *goal, u8 *out);
/* False: these n bytes are none. */
bool ls_goal_unpack(struct ls_goal *goal, const u8 *from, u32 n);

/* How far one has come with m, to be asked once behind each step, where it was `before` without: above `wanted`, the
 * goal is out of reach. One state may reach several facts. The goal is that of a struct ls_target (check/explore.h). */
u32 ls_goal_reached(const void *goal, const struct ls_machine *m, u32 before);

/* Bit i: fact i of the goal, or its recorded step, is reached; or LS_GOAL_LOST. */
#define LS_GOAL_LOST 0x80000000u
u32 ls_goal_done(const struct ls_goal *goal, u32 reached);

#endif
