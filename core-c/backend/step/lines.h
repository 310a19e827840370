/* SPDX-License-Identifier: MIT */
/*
 * The lines of a text that describe the lock. scripts/generate.mjs reads them and makes a structure
 * of them (registry.h); INIT and INVARIANT are also code, where the words are plain (step, kernel).
 *
 *   LOCK(lock, struct, .field = ...)         this text can be run; else it is only used by others
 *                                            timer: the sentence for a timeout that no caller gives, with %u for the thread
 *   USES(text)                               calls procedures of that text
 *   VARIANT(lock, id, .name, .title, .has = feature | feature)
 *                                            model_only: cut short for the search, and why real threads do not run it
 *   SWITCH(lock, id, .title, .verdict, .invariant, .shown_by, .kind)
 *                                            a switch named mend_... plants no fault: it mends one of the published text.
 *                                            kind: LS_SWITCH_ASSERTS, LS_SWITCH_ORDERS where it does neither (registry.h)
 *   C_NAMES(ours = theirs, ...)              what the C view calls a procedure, a struct, a constant or a macro of the text: its name in
 *                                            the source. One that ends in _ is the beginning of many: x17_ = x_. Words of the dialect may
 *                                            have one too: lk = sem, ASSERT = X_WARN_ON; STATE = long, the type of a
 *                                            task's state (else unsigned int); TIMEOUT = limit is a time in a variable, which
 *                                            TIMEOUT_START = x_limit (a function, or a number of ns) sets, where the source reads the clock
 *                                            and has no hrtimer; THRESHOLD = timeout is the member of the waiter, THRESHOLD_START = X_DELAY
 *                                            what is added to jiffies; LOAD = ACCESS_ONCE of a source that has nothing else for plain accesses
 *                                            (PROC.LOAD = PLAIN_READ in one procedure only),
 *                                            BIT_TEST_AND_SET = a macro for a full FETCH_OR of one bit that learns only that bit,
 *                                            CPU_RELAX = its name for that, STORE = smp_wmb stands behind a plain store to another thread's word
 *   WORD(struct, member, .kind, .line, .meaning, .sign, .field, .as_object, .name_only, .with, .c_type, .c_irq, .c_bytes, .c_halves, .c_task, .c_task_of, .c_tasks, .c_node, .c_node_of)
 *                                            line: the cache line that it lies on, with others that name it; else one with
 *                                            its structure's. Of a thread's words, each thread has its own.
 *                                            field: bits by name; .when: only while another bit is set, or clear
 *                                            sign: what a write to it sends to another thread (registry.h)
 *                                            as_object: within another lock it bears the name of the member that holds it
 *                                            name_only: the word, or fields of it, "a, b", that prose has as names alone, and not
 *                                            as everyday words as well
 *                                            with: features that a variant must have for it
 *                                            c_type: what it is in C: of a lock "spinlock_t" or "struct mutex" (else raw_spinlock_t); "atomic_t", "atomic_long_t", "int",
 *                                            "unsigned long", "struct task_struct *"; "u32" where a TID is one in the source too (else it is a task);
 *                                            "u32 __user" in user memory
 *                                            c_irq: interrupts are off while this lock is held (_irq), and the procedures named here save
 *                                            whether they were on (_irqsave): a | b
 *                                            c_bytes, c_halves: members of the source for the bytes and the halves of the word, from the
 *                                            lowest: a | b
 *                                            c_task, c_task_of: macros that make a task a part of the word and take it out, where that part is
 *                                            a task's address in the source; c_tasks: a constant that stands there for a task;
 *                                            c_node, c_node_of: the same of a thread's node
 *   QUEUE(lock, .kind, .title, .with, and names of words: .tail (or a field) .next .ready of an mcs, with .prev, the
 *                                            local that has the thread before (and the word of a node of that name, if there is one); .list, the .word of an owner, or
 *                                            .next .serving of a ticket, which may be fields (val.owner), with .number, the
 *                                            local that a thread keeps its own number in; the .tail of a clh
 *                                            and the .array of its nodes, with .node and .prev, the locals that hold the
 *                                            addresses of the thread's node and of the one before it; of buckets the .array, the .lock
 *                                            .list of each and its .count, if it has one, and the .key, a thread's word that holds an address;
 *                                            .more = "refs, of" shows these words of each as well, .first and .elements are
 *                                            those of the array that are drawn, else all)
 *   ROLE(lock, number, .letter, .title)      in the order of the numbers
 *   INIT(lock, word, value)                  of a fresh lock; all other words are 0
 *   INVARIANT(lock, id, .name, .meaning, .about, .called, .flag, .list, condition)
 *                                            the first that is false is reported. .about says whom the page names then: "holders",
 *                                            "sleepers", or "flag": who stands in .list, and whether .flag, a field of a word
 *                                            ("count.WAITERS"), is set; "passing" that it bounds how often waiters are passed.
 *                                            .called is what the field calls it when broken: "lost wake-up"
 *   MODE(user), MODE(kernel)                 of the procedures below
 *
 * A condition reads words as lk->count.v, and knows the words below. It is looked at after every step.
 */
#define LOCK(...)
#define C_NAMES(...)
#define USES(...)
#define VARIANT(...)
#define SWITCH(...)
#define WORD(...)
#define QUEUE(...)
#define ROLE(...)
#define MODE(...)

#ifdef LS_LINES_ARE_CODE
#include "inspect.h"

#define INIT(lock, word, value)                                                             \
	void ls_##lock##_init(void *object);                                                     \
	void ls_##lock##_init(void *object)                                                      \
	{                                                                                   \
		lock##_object *lk = object;                                                 \
		(word).v = (value);                                                         \
	}
/* the last of up to five */
#define LS_SIXTH(a, b, c, d, e, f, ...) f
#define LS_LAST_1(a) a
#define LS_LAST_2(a, b) b
#define LS_LAST_3(a, b, c) c
#define LS_LAST_4(a, b, c, d) d
#define LS_LAST_5(a, b, c, d, e) e
#define LS_LAST(...) LS_SIXTH(__VA_ARGS__, LS_LAST_5, LS_LAST_4, LS_LAST_3, LS_LAST_2, LS_LAST_1, 0)(__VA_ARGS__)

#define INVARIANT(lock, id, name, meaning, ...)                                             \
	bool ls_##lock##_holds_##id(const struct ls_machine *m, const void *object);             \
	bool ls_##lock##_holds_##id(const struct ls_machine *m, const void *object)              \
	{                                                                                   \
		const lock##_object *lk = object;                                           \
		(void)m, (void)lk;                                                          \
		return (LS_LAST(__VA_ARGS__));                                                      \
	}

/* the variant has the feature */
#define FEATURE(of, feature) (m->features >> of##_HAS_##feature & 1)
/* threads that hold the lock; all threads have ended */
#define WRITERS() ls_holders(m, LS_HOLDS_WRITE)
#define READERS() ls_holders(m, LS_HOLDS_READ)
#define FINISHED() ls_finished(m)
/* a switch is on that plants a fault */
#define FAULTY() (m->switches & ls_locks[m->lock]->planted)
/* of thread t */
#define STATE(t) (m->thread[(t) - 1].state)
#define STATUS(t) (m->thread[(t) - 1].status)
#define HOLDS(t) (m->thread[(t) - 1].holds)
#define INSIDE(t, proc) ls_inside(m, t, LS_TEXT_OF_##proc, LS_PROC_##proc)
/* over all threads */
#define COUNT(t, condition) ({ u32 count_ = 0; for (u32 t = 1; t <= m->n; t++) count_ += !!(condition); count_; })
#define ANY(t, condition) ({ bool any_ = false; for (u32 t = 1; t <= m->n && !any_; t++) any_ = (condition); any_; })
#define EACH(t, condition) (!ANY(t, !(condition)))
/* of a list: its first thread, or 0 */
#define FIRST_OF(l) ((l).t[0])
#define IN_LIST(l, t) ls_in_list(&(l), t)
#else
#define INIT(...)
#define INVARIANT(...)
#endif
