/* SPDX-License-Identifier: MIT */
/*
 * What is known of each lock: the lines of its text (LOCK, VARIANT, SWITCH, WORD, QUEUE, ROLE,
 * INVARIANT, INIT) as one structure. scripts/generate.mjs reads the texts and writes the
 * structures into build/generated/facts.c; nothing else lists a lock.
 */
#ifndef LOCKSTEP_REGISTRY_H
#define LOCKSTEP_REGISTRY_H

#include "machine.h"

#include "ids.h" /* generated: numbers of texts, locks, variants, switches, features, procedures */

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
	LS_KIND_ADDRESS,  /* of a word: ADDRESS(w), 0 = NULL */
	LS_KINDS
};

/* What a step sends to another thread. A write to a word sends what the word's .sign says, see ls_sign(). */
enum ls_sign {
	LS_SIGN_NONE,
	LS_SIGN_WAKE,    /* a wake-up */
	LS_SIGN_HANDOFF, /* the lock, or the turn to take it */
	LS_SIGN_LINK,    /* a link from that thread's node */
	LS_SIGNS
};

enum ls_field_kind {
	LS_FIELD_FLAG,
	LS_FIELD_TID,
	LS_FIELD_COUNT, /* of something, 0 = none */
	LS_FIELD_RESERVED,
	LS_FIELD_NUMBER /* 0 is one like the others */
};

#define LS_WITH(bit) (bit)
#define LS_WITHOUT(bit) (0x80 | (bit))

struct ls_field {
	const char *name;
	u8 shift, bits, kind; /* enum ls_field_kind */
	u8 when;              /* LS_WITH, LS_WITHOUT: it is there only while that bit is set, or clear */
};

#define LS_MAX_FIELDS 8
struct ls_word_facts {
	const char *name;
	u16 offset; /* bytes from the start of its structure */
	u8 kind;    /* enum ls_kind */
	u8 line;    /* the cache line that it lies on: place in the lock's lines */
	u8 sign;    /* enum ls_sign */
	u32 with;   /* features that a variant must have for it */
	const char *meaning;
	struct ls_field field[LS_MAX_FIELDS]; /* ends at the first without a name */
};

/* A cache line of the lock. */
struct ls_line_facts {
	const char *name;
	bool of_thread; /* each thread has one */
};

/* A structure within the lock's memory, with the words in it. */
struct ls_memory {
	const char *name;
	u16 base;                          /* bytes from the start of the lock */
	u16 size;                          /* bytes of one */
	u16 count;                         /* how many; 0 = one for each thread and [0] for nobody */
	const struct ls_word_facts *words; /* end at the first without a name */
};

struct ls_role {
	char letter;
	const char *title;
};

struct ls_invariant {
	const char *name, *meaning;
	/* what it is about, so that a sentence can name who is in trouble: holders; sleepers; passing, how often
	 * waiters may be passed; flag, a field of a word (count.WAITERS) that tells of those in list. NULL: none of
	 * these */
	const char *about, *flag, *list;
	const char *called; /* what the field calls it then: "lost wake-up"; NULL: it has its name only */
	bool (*holds)(const struct ls_machine *m, const void *lk);
};

/* As a QUEUE line names them: .kind = "mcs" is LS_QUEUE_MCS. */
enum ls_queue_kind {
	LS_QUEUE_NONE, /* ends a table */
	LS_QUEUE_MCS,
	LS_QUEUE_CLH,
	LS_QUEUE_LIST,
	LS_QUEUE_OWNER,
	LS_QUEUE_TICKET,
	LS_QUEUE_BUCKETS,
	LS_QUEUE_CHAIN,
	LS_QUEUE_KINDS
};

/* A picture of a queue, by its kind; the rest are names of words. */
struct ls_queue {
	enum ls_queue_kind kind;
	const char *title;
	const char *tail, *next, *ready; /* mcs; ticket: next is the number to draw */
	const char *list;                /* list; buckets: of each element */
	const char *word;                /* owner: it names a thread */
	/* chain: word names who has the lock, next who is the next in line, list those behind it, and ready whom the
	 * lock is to be handed to, which is then the next */
	const char *serving, *number; /* ticket, with next: numbers of the lock, and the local with a thread's own */
	/* clh, with tail and array: locals with the address of a thread's node, and of the one before it */
	const char *node;
	/* mcs: the local with the thread before, and the word of a node, if one has that name; clh: see node */
	const char *prev;
	/* buckets: the array; of each element its lock and, if counted, how many; of a thread what it waits for. clh:
	 * the nodes */
	const char *array, *lock, *count, *key;
	const char *more;   /* buckets: further words of an element, between commas; NULL = none */
	u8 first, elements; /* buckets: which of the array; 0 elements = all from the first */
	u32 with;           /* features that a variant must have for it */
};

struct ls_variant {
	u8 lock, index;
	const char *name, *title;
	u32 has;                /* features: bit <lock>_HAS_<feature> */
	const char *model_only; /* NULL, or why real threads do not run it: it is cut short for the search */
};

/* What a switch does to the text. */
enum ls_switch_kind {
	LS_SWITCH_PLANTS,  /* a fault */
	LS_SWITCH_MENDS,   /* one that the published text has */
	LS_SWITCH_ASSERTS, /* adds an assertion, or makes one count, and leaves the steps as they are */
	LS_SWITCH_ORDERS,  /* tries by hand an order that the memory model allows without a barrier */
	LS_SWITCH_KINDS
};

struct ls_switch {
	u8 lock, index;
	const char *name, *title;
	u8 kind;               /* enum ls_switch_kind */
	u8 verdict;            /* enum ls_verdict that it must produce */
	const char *invariant; /* with LS_VIOLATED: which one */
	const char *shown_by;  /* the sandbox and flags of the check that shows it */
	u32 with;              /* features that a variant must have: of others it changes nothing */
};

/* What the machine, the narration and the page know of one lock. Each list ends at the first
 * entry without a name. */
struct ls_lock_facts {
	const char *name, *title, *family, *source;
	const char *purpose; /* of the family, in plain words: one lock of each family says it */
	/* told while a thread has no CPU: what the text leaves out that would prevent it; NULL: nothing */
	const char *preempted;
	const char *timer; /* told when a thread's timeout strikes, %u its number; NULL: its caller gave it */
	u8 number;         /* enum ls_lock_id */
	u8 worker;         /* procedure that every thread runs; its first local is the rounds left */
	u8 exit;           /* procedure that a killed thread runs on its way out, or LS_NO_PROC */
	bool kernel;       /* the whole workload runs in kernel mode */
	u32 env;           /* bit 1 << enum ls_env: what the environment can do to it */
	u32 planted;       /* switches that plant a fault; the others fix one */
	u32 fingerprint;   /* of the texts that it uses, as far as they decide its steps */
	u32 formerly;      /* the same as addresses have it from when all of a text counted */
	u16 size;          /* bytes of the lock's struct */
	u8 procs, own;     /* procedures that it uses; of them those of its own text, which come first */
	u8 base[LS_TEXTS]; /* by enum ls_text_id: number of that text's first procedure, or LS_NO_PROC */
	const struct ls_memory *memory; /* the lock's own words first */
	/* those that all threads share first; of a thread's, the one of the scheduler's words first */
	const struct ls_line_facts *lines;
	const struct ls_role *roles;
	const struct ls_invariant *invariants;
	const struct ls_queue *queues;
	const struct ls_variant *variants;
	const struct ls_switch *switches;
	/* sets the words of a fresh lock, which are zero before. May be NULL */
	void (*init)(void *lk);
};
#define LS_NO_PROC 0xff

/* Behind the locks of the build there is a place for one that is set up at run time: its facts, its procedures
 * (machine_internal.h) and their names are put there, and the rest of the core knows it. Facts are read without a lock:
 * while searches run, they stay. */
enum { LS_LOCK_SPARE = LS_LOCKS, LS_LOCK_SLOTS };

extern const struct ls_lock_facts *ls_locks[LS_LOCK_SLOTS]; /* NULL: no such lock, or this build leaves it out */
/* Beside the facts, for a module that tells no procedure's name has none of them. */
extern const char *const *ls_proc_names[LS_LOCK_SLOTS];

/* Of a procedure of the lock, by its number in frames and records. */
static inline const char *ls_proc_name(u8 lock, u32 proc)
{
	return ls_proc_names[lock][proc];
}

/*
 * By procedure its lines that access something, counted from that of PROC; 0 ends them. The number of an access is its
 * place in this list, from 1: unlike its line, no comment changes it. NULL: a lock without a list, whose lines count.
 */
extern const u8 *const *ls_accesses[LS_LOCK_SLOTS];

/* The number of the access at that line; 0 if there is none. */
static inline u32 ls_access_at(u8 lock, u32 proc, u32 line)
{
	const u8 *const *lines = ls_accesses[lock];
	u32 n = 0;

	if (!lines)
		return line;
	while (lines[proc][n] && lines[proc][n] != line)
		n++;
	return lines[proc][n] ? n + 1 : 0;
}

/* The line of the access with that number; 0 if the procedure has fewer. */
static inline u32 ls_line_of_access(u8 lock, u32 proc, u32 number)
{
	const u8 *const *lines = ls_accesses[lock];
	u32 n = 1;

	if (!lines || !number)
		return number;
	while (lines[proc][n - 1] && n < number)
		n++;
	return lines[proc][n - 1];
}

u32 ls_variants_of(u8 lock);
u32 ls_switches_of(u8 lock);
u32 ls_roles_of(u8 lock);
/* It fixes a fault of the published text instead of planting one. */
bool ls_switch_mends(const struct ls_switch *s);
/* All that do, as switches: what is left then should hold. */
u32 ls_mends_of(u8 lock);
/* The i-th of all locks' variants or switches; NULL behind the last. */
const struct ls_variant *ls_any_variant(u32 i);
const struct ls_switch *ls_any_switch(u32 i);
u32 ls_variant_count(void);
const struct ls_variant *ls_variant_named(const char *name);
const struct ls_variant *ls_variant_at(u8 lock, u8 index);
const struct ls_switch *ls_switch_at(u8 lock, u8 index);
/* NULL when the lock has no switch of that name; length of it counts. */
const struct ls_switch *ls_switch_named(u8 lock, const char *name, size_t length);
/* The first invariant that is false in m, or NULL. */
const struct ls_invariant *ls_broken(const struct ls_machine *m);
/* Elements of a part of the memory, in a machine of n threads. */
static inline u32 ls_elements(const struct ls_memory *s, u32 n)
{
	return s->count ? s->count : n + 1;
}
/* The lock has this word of mem. Element 0 of what each thread has one of belongs to nobody: its index stands for NULL.
 */
bool ls_has_word(const struct ls_machine *m, u32 word);
/* The part of the memory that has a word, or NULL: the lock has no such word. *element = which one
 * of its elements. */
const struct ls_memory *ls_memory_of(const struct ls_machine *m, u32 word, u32 *element);

#endif
