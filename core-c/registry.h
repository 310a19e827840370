/* SPDX-License-Identifier: MIT */
/*
 * Numbers for everything that locks.def names: locks, variants, switches,
 * procedures. And the tables in which each lock describes itself (facts/).
 */
#ifndef LOCKSTEP_REGISTRY_H
#define LOCKSTEP_REGISTRY_H

#include "machine.h"

#define LS_NONE_(...)

enum ls_lock_id {
#define LOCK(id, ...) LS_LOCK_##id,
#define VARIANT LS_NONE_
#define SWITCH LS_NONE_
#define PROCEDURE LS_NONE_
#include "locks.def"
	LS_LOCKS
};

enum ls_proc {
	LS_PROC_none, /* so that 0 is never a frame */
#define LOCK LS_NONE_
#define VARIANT LS_NONE_
#define SWITCH LS_NONE_
#define PROCEDURE(lock, proc, mode) LS_PROC_##proc,
#include "locks.def"
	LS_PROCS
};

/* <lock>_VARIANT_<id> and <lock>_SWITCH_<id> count from 0 within each lock:
 * LOCK() opens an enum, END_LOCK() closes it. */
#define LOCK(id, ...) enum id##_numbers { id##_VARIANT_first_ = -1,
#define VARIANT(lock, id, ...) lock##_VARIANT_##id,
#define SWITCH LS_NONE_
#define PROCEDURE LS_NONE_
#define END_LOCK(id) };
#include "locks.def"

#define LOCK(id, ...) enum id##_switch_numbers { id##_SWITCH_first_ = -1,
#define VARIANT LS_NONE_
#define SWITCH(lock, id, ...) lock##_SWITCH_##id,
#define PROCEDURE LS_NONE_
#define END_LOCK(id) };
#include "locks.def"

enum ls_proc_mode { LS_KERNEL_TEXT, LS_USER_TEXT };
extern const u8 ls_proc_modes[LS_PROCS]; /* by enum ls_proc: enum ls_proc_mode */
extern const u8 ls_proc_lock[LS_PROCS];  /* enum ls_lock_id; LS_PROC_none has none */

/* How a word's value is to be read. */
enum ls_kind {
	LS_KIND_BITS,     /* labelled bit-fields */
	LS_KIND_SIGNED,   /* a signed number */
	LS_KIND_COUNT,    /* an unsigned number */
	LS_KIND_TID,      /* a thread, 0 = nobody */
	LS_KIND_NODE,     /* a pointer to a thread's node, 0 = NULL */
	LS_KIND_FLAG,     /* 0 or 1 */
	LS_KIND_SPINLOCK, /* 0 = free, else the holder */
	LS_KIND_LIST,     /* struct ls_list */
	LS_KINDS
};

enum ls_field_kind { LS_FIELD_FLAG, LS_FIELD_TID, LS_FIELD_COUNT, LS_FIELD_RESERVED };

struct ls_field {
	const char *name;
	u8 shift, bits, kind; /* enum ls_field_kind */
};

#define LS_MAX_FIELDS 8
struct ls_word_facts {
	const char *name;
	u16 offset; /* bytes from the start of the lock, or of the node */
	u8 kind;    /* enum ls_kind */
	const char *line; /* the cache line it lives on */
	const char *meaning;
	struct ls_field field[LS_MAX_FIELDS]; /* ends at the first without a name */
};

struct ls_role {
	char letter;
	const char *title;
};

struct ls_invariant {
	const char *name, *meaning;
};

/* A picture of a queue; a, b, c name words: tail next ready | list | owner */
struct ls_queue {
	const char *kind, *title, *a, *b, *c;
	u8 since; /* the first variant that has it, and its words */
};

/* What the machine, the narration and the page know of one lock. */
struct ls_lock_facts {
	const char *name, *title, *family, *source, *file;
	u8 worker;        /* procedure that every thread runs; its first local is the rounds left */
	u8 exit;          /* procedure that a killed thread runs on its way out, or 0 */
	bool kernel;      /* the whole workload runs in kernel mode */
	u16 node_base;    /* byte offset of node[0], and bytes a node */
	u16 node_size;
	u32 env;          /* bit 1 << enum ls_env: what the environment can do to it */
	const struct ls_word_facts *words, *node_words; /* end at the first without a name */
	const struct ls_role *roles;
	const struct ls_invariant *invariants;
	const struct ls_queue *queues;
	/* sets the words of a fresh lock; mem is zero before. May be NULL */
	void (*init)(struct ls_machine *m);
	/* the first invariant that is false in m, as an index into invariants, or -1 */
	int (*broken)(const struct ls_machine *m);
};

extern const struct ls_lock_facts *const ls_locks[LS_LOCKS];

struct ls_variant {
	u8 lock, index;
	const char *name, *title;
};
struct ls_switch {
	u8 lock, index;
	const char *name, *title;
	u8 verdict;             /* enum ls_verdict the fault must produce */
	const char *invariant;  /* with LS_VIOLATED: which one */
	const char *shown_by;   /* the sandbox and flags of the check that shows it */
};
extern const struct ls_variant ls_variants[];
extern const struct ls_switch ls_switches[];
extern const u32 ls_variant_count, ls_switch_count;

u32 ls_variants_of(u8 lock);
u32 ls_switches_of(u8 lock);
u32 ls_roles_of(u8 lock);
/* It mends a fault of the published text instead of planting one. */
bool ls_switch_mends(const struct ls_switch *s);
const struct ls_variant *ls_variant_named(const char *name);
const struct ls_variant *ls_variant_at(u8 lock, u8 index);
const struct ls_switch *ls_switch_at(u8 lock, u8 index);

#endif
