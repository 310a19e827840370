/* SPDX-License-Identifier: MIT */
/*
 * The kernel's accessors for a text that is stepped: each gives way before its access,
 * and notes what it did. Plain stores to a node that nobody can see yet are not accesses.
 */
#ifndef LOCKSTEP_ACCESSORS_H
#define LOCKSTEP_ACCESSORS_H

enum access_kind { LOADS, STORES, SWAPS, COMPARES, WORKS };

/* Returns when the thread may make its next access. */
void give_way(void);
/* Notes the access that was just made; a look that makes the thread spin on is `spun`. */
void note(enum access_kind kind, const void *where, unsigned long before, unsigned long after, int spun);

#define likely(x) (x)
#define cpu_relax() ((void)0)

#define READ_ONCE(x)                                                              \
	({                                                                        \
		give_way();                                                       \
		__typeof__(x) seen_ = *(volatile __typeof__(x) *)&(x);            \
		note(LOADS, &(x), (unsigned long)seen_, (unsigned long)seen_, 0); \
		seen_;                                                            \
	})
#define STORE_AT(p, v)                                                            \
	({                                                                        \
		give_way();                                                       \
		unsigned long before_ = (unsigned long)*(p);                      \
		*(p) = (v);                                                       \
		note(STORES, (p), before_, (unsigned long)*(p), 0);               \
	})
#define WRITE_ONCE(x, v) STORE_AT(&(x), v)
#define smp_store_release(p, v) STORE_AT(p, v)
#define xchg(p, v)                                                                \
	({                                                                        \
		give_way();                                                       \
		__typeof__(*(p)) before_ = *(p);                                  \
		*(p) = (v);                                                       \
		note(SWAPS, (p), (unsigned long)before_, (unsigned long)*(p), 0); \
		before_;                                                          \
	})
#define cmpxchg_release(p, expected, v)                                           \
	({                                                                        \
		give_way();                                                       \
		__typeof__(*(p)) before_ = *(p);                                  \
		if (before_ == (expected))                                        \
			*(p) = (v);                                               \
		note(COMPARES, (p), (unsigned long)before_, (unsigned long)*(p), 0); \
		before_;                                                          \
	})
#define smp_cond_load_acquire(p, cond)                                            \
	({                                                                        \
		__typeof__(*(p)) VAL;                                             \
		for (;;) {                                                        \
			give_way();                                               \
			VAL = *(volatile __typeof__(*(p)) *)(p);                  \
			note(LOADS, (p), (unsigned long)VAL, (unsigned long)VAL, !(cond)); \
			if (cond)                                                 \
				break;                                            \
		}                                                                 \
		VAL;                                                              \
	})

#endif
