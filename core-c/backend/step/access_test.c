/* SPDX-License-Identifier: MIT */
/*
 * What a wrong text can give an access: a word or a list that the lock does not have, a thread that does not exist,
 * a lock that it does not hold. Each is a BUG, and nothing beside the lock is read or written.
 */
#include <string.h>

#include "backend/step/step.h"
#include "machine_internal.h"
#include "registry.h"
#include "test.h"

static struct ls_machine m, before;

/* A machine of n threads of the lock, nothing wrong with it. */
static void begin(u8 lock, u8 n)
{
	struct ls_config c = {.lock = lock, .n = n, .rounds = 1};

	EXPECT(ls_reset(&m, &c) == 0, "lock %u", lock);
	memcpy(&before, &m, sizeof m);
}

/* The frame of a thread whose step begins. */
static struct ls_frame *frame(u32 tid)
{
	m.rec = (struct ls_record){.word = LS_NO_WORD};
	return (struct ls_frame *)(m.thread[tid - 1].stack + ls_top_at(&m.thread[tid - 1]));
}

/* The state is that of before, but for the BUG. */
static bool untouched(void)
{
	u8 bug = m.bug;
	bool same;

	m.bug = before.bug;
	same = !memcmp(&before.lock, &m.lock, sizeof m - offsetof(struct ls_machine, lock));
	m.bug = bug;
	return same;
}

static void *outside(intptr_t bytes)
{
	return (void *)((uintptr_t)m.mem + (uintptr_t)bytes);
}

/* --- words ---------------------------------------------------------------------- */

enum { WORD_OPS = 13 };

static void access_word(u32 op, struct ls_word *w)
{
	struct ls_frame *fr = frame(1);

	switch (op) {
	case 0:
		ls_load(&m, 1, fr, w, LS_RELAXED);
		break;
	case 1:
		ls_store(&m, 1, fr, w, 77, LS_RELAXED);
		break;
	case 2:
		ls_xchg(&m, 1, fr, w, 77, LS_FULL);
		break;
	case 3:
		ls_store_part(&m, 1, fr, w, LS_BYTE(3), 77, LS_RELAXED);
		break;
	case 4:
		ls_xchg_part(&m, 1, fr, w, LS_HALF(1), 77, LS_FULL);
		break;
	case 5:
		ls_cas(&m, 1, fr, w, 0, 77, LS_FULL);
		break;
	case 6:
		ls_add(&m, 1, fr, w, 77, LS_FULL);
		break;
	case 7:
		ls_or(&m, 1, fr, w, 77, LS_FULL);
		break;
	case 8:
		ls_andnot(&m, 1, fr, w, 77, LS_FULL);
		break;
	case 9:
		ls_await(&m, 1, fr, w, LS_ACQUIRE);
		break;
	case 10:
		ls_spin_lock(&m, 1, fr, w);
		break;
	case 11:
		ls_spin_trylock(&m, 1, fr, w);
		break;
	default:
		ls_out_of_scope(&m, w);
		break;
	}
}

static void expect_wild_word(u8 lock, struct ls_word *w, u8 bug, const char *where)
{
	for (u32 op = 0; op < WORD_OPS; op++) {
		begin(lock, 2);
		access_word(op, w);
		EXPECT(m.bug == bug, "lock %u, access %u: a word %s: bug %u", lock, op, where, m.bug);
		EXPECT(m.rec.word == LS_NO_WORD, "lock %u, access %u: a word %s", lock, op, where);
		EXPECT(untouched(), "lock %u, access %u: a word %s is written", lock, op, where);
	}
	begin(lock, 2);
	ls_spin_unlock(&m, 1, frame(1), w);
	EXPECT(m.bug && m.rec.word == LS_NO_WORD && untouched(), "lock %u: unlocks a word %s", lock, where);
}

/* How many words lie in gaps, and how many in elements of nobody, whose index is that of NULL. */
static void test_words(u8 lock, u32 *gaps, u32 *nulls)
{
	u32 element;

	begin(lock, 2);
	expect_wild_word(lock, NULL, LS_BUG_RANGE, "at NULL");
	expect_wild_word(lock, (struct ls_word *)16, LS_BUG_RANGE, "at 16");
	expect_wild_word(lock, outside(-4), LS_BUG_RANGE, "before the lock");
	expect_wild_word(lock, outside(4 * m.mem_words), LS_BUG_RANGE, "behind the lock");
	expect_wild_word(lock, outside(4 * LS_MEM_WORDS), LS_BUG_RANGE, "behind the memory");
	expect_wild_word(lock, outside(INTPTR_MAX & -4), LS_BUG_RANGE, "far away");
	for (u32 word = 0; word < m.mem_words; word++) {
		const struct ls_memory *s = ls_memory_of(&m, word, &element);

		if (!s) {
			expect_wild_word(lock, outside(4 * (intptr_t)word), LS_BUG_RANGE, "in a gap");
			++*gaps;
		} else if (!s->count && element == 0) {
			expect_wild_word(lock, outside(4 * (intptr_t)word), LS_BUG_NULL, "of nobody");
			++*nulls;
		}
	}
}

/* What has no reference left is freed; a look at the count itself is no access. */
static void test_alive(u8 lock)
{
	struct ls_word *count = (struct ls_word *)m.mem;

	begin(lock, 2);
	frame(1);
	count->v = 1;
	ls_alive(&m, count);
	EXPECT(!m.bug, "lock %u: alive with a reference", lock);
	count->v = 0;
	ls_alive(&m, count);
	EXPECT(m.bug == LS_BUG_FREED && m.rec.word == LS_NO_WORD, "lock %u: freed, bug %u", lock, m.bug);
	begin(lock, 2);
	ls_alive(&m, outside(4 * LS_MEM_WORDS));
	EXPECT(m.bug == LS_BUG_RANGE && untouched(), "lock %u: a count that the lock does not have, bug %u", lock,
	       m.bug);
}

/* --- lists ---------------------------------------------------------------------- */

enum { LIST_OPS = 6 };

static void access_list(u32 op, struct ls_list *l, u32 tid)
{
	struct ls_frame *fr = frame(1);

	switch (op) {
	case 0:
		ls_list_add(&m, 1, fr, l, tid);
		break;
	case 1:
		ls_list_del(&m, 1, fr, l, tid);
		break;
	case 2:
		EXPECT(ls_list_first(&m, 1, fr, l) == 0, " ");
		break;
	case 3:
		EXPECT(ls_list_count(&m, 1, fr, l) == 0, " ");
		break;
	case 4:
		EXPECT(ls_list_next(&m, 1, fr, l, tid) == 0, " ");
		break;
	default:
		EXPECT(ls_list_has_thread(&m, 1, fr, l, tid) == 0, " ");
		break;
	}
}

/* A list that only ends in the lock may begin in an element of nobody. */
static bool is_wild(void)
{
	return m.bug == LS_BUG_RANGE || m.bug == LS_BUG_NULL;
}

static void expect_wild_list(u8 lock, struct ls_list *l, const char *where)
{
	u32 ret = 99;

	for (u32 op = 0; op < LIST_OPS; op++) {
		begin(lock, 2);
		access_list(op, l, 2);
		EXPECT(is_wild(), "lock %u, access %u: a list %s: bug %u", lock, op, where, m.bug);
		EXPECT(m.rec.word == LS_NO_WORD, "lock %u, access %u: a list %s", lock, op, where);
		EXPECT(untouched(), "lock %u, access %u: a list %s is written", lock, op, where);
	}
	begin(lock, 2);
	ls_queue_lock(&m, 1, frame(1), (struct ls_word *)m.mem, l, &ret);
	EXPECT(is_wild() && ret == 99 && untouched(), "lock %u: queues on a list %s", lock, where);
	begin(lock, 2);
	m.mem[0] = 1;
	ls_queue_unlock(&m, 1, frame(1), (struct ls_word *)m.mem, l);
	EXPECT(is_wild() && m.rec.target == 0, "lock %u: hands on a list %s", lock, where);
}

/* Of a list that only begins, or only ends, in the lock, not one byte is used either. */
static void test_lists(u8 lock)
{
	const u32 words = sizeof(struct ls_list) / 4;

	begin(lock, 2);
	expect_wild_list(lock, NULL, "at NULL");
	expect_wild_list(lock, (struct ls_list *)16, "at 16");
	expect_wild_list(lock, outside(-(intptr_t)sizeof(struct ls_list)), "before the lock");
	expect_wild_list(lock, outside(-4), "that ends in the lock");
	expect_wild_list(lock, outside(4 * m.mem_words), "behind the lock");
	expect_wild_list(lock, outside(4 * LS_MEM_WORDS), "behind the memory");
	for (u32 more = 1; more < words && more <= m.mem_words; more++)
		expect_wild_list(lock, outside(4 * (intptr_t)(m.mem_words - more)), "that only begins in the lock");
}

/* A list of the lock, where it has one. */
static struct ls_list *list_of(u8 lock)
{
	begin(lock, 2);
	for (u32 word = 0; word < m.mem_words; word++) {
		u32 element;
		const struct ls_memory *s = ls_memory_of(&m, word, &element);

		for (const struct ls_word_facts *w = s ? s->words : NULL; w && w->name; w++)
			if (w->kind == LS_KIND_LIST && s->base + w->offset == 4 * word)
				return (struct ls_list *)(m.mem + word);
	}
	return NULL;
}

static void expect_bug(u8 bug, const char *what)
{
	EXPECT(m.bug == bug, "%s: bug %u", what, m.bug);
}

static void test_members(u8 lock, struct ls_list *l)
{
	static const u32 nobody[] = {0, 3, LS_MAX_THREADS + 1, 255, 256 + 1, 1u << 31, UINT32_MAX};

	for (u32 i = 0; i < sizeof nobody / sizeof *nobody; i++) {
		begin(lock, 2);
		ls_list_add(&m, 1, frame(1), l, nobody[i]);
		expect_bug(LS_BUG_RANGE, "adds a thread that does not exist");
		EXPECT(untouched(), "lock %u: thread %u is added", lock, nobody[i]);
		begin(lock, 2);
		ls_list_del(&m, 1, frame(1), l, nobody[i]);
		expect_bug(LS_BUG_LIST, "removes a thread that does not exist");
		begin(lock, 2);
		EXPECT(ls_list_next(&m, 1, frame(1), l, nobody[i]) == 0, " ");
		expect_bug(LS_BUG_LIST, "asks who is behind a thread that does not exist");
		begin(lock, 2);
		EXPECT(ls_list_has_thread(&m, 1, frame(1), l, nobody[i]) == 0, " ");
		expect_bug(LS_NO_BUG, "asks for a thread that does not exist");
	}
	begin(lock, 2);
	ls_list_add(&m, 1, frame(1), l, 2);
	EXPECT(m.rec.new_ == 1 && ls_list_next(&m, 1, frame(1), l, 2) == 0, " ");
	expect_bug(LS_NO_BUG, "is the last");
	ls_list_add(&m, 1, frame(1), l, 2);
	expect_bug(LS_BUG_LIST, "is put on twice");
	begin(lock, 2);
	ls_list_del(&m, 1, frame(1), l, 1);
	expect_bug(LS_BUG_LIST, "is not on the list");
}

/* All threads on it: the last place has no place behind it. */
static void test_full_list(u8 lock, struct ls_list *l)
{
	begin(lock, LS_MAX_THREADS);
	for (u32 tid = 1; tid <= LS_MAX_THREADS; tid++)
		ls_list_add(&m, 1, frame(1), l, tid);
	EXPECT(m.rec.new_ == LS_MAX_THREADS, "%u", m.rec.new_);
	EXPECT(ls_list_next(&m, 1, frame(1), l, LS_MAX_THREADS) == 0, " ");
	EXPECT(ls_list_next(&m, 1, frame(1), l, LS_MAX_THREADS - 1) == LS_MAX_THREADS, " ");
	expect_bug(LS_NO_BUG, "a full list");
	ls_list_add(&m, 1, frame(1), l, 1);
	expect_bug(LS_BUG_LIST, "one more on a full list");
	begin(lock, LS_MAX_THREADS);
	for (u32 tid = 1; tid <= LS_MAX_THREADS; tid++)
		ls_list_add(&m, 1, frame(1), l, tid);
	ls_list_del(&m, 1, frame(1), l, 0);
	expect_bug(LS_BUG_LIST, "removes nobody from a full list");
}

/* --- tasks, spin locks, calls ------------------------------------------------------ */

static void test_tasks(void)
{
	static const u32 nobody[] = {0, 3, LS_MAX_THREADS + 1, 256 + 1, UINT32_MAX};

	for (u32 i = 0; i < sizeof nobody / sizeof *nobody; i++) {
		begin(LS_LOCK_mutex, 2);
		EXPECT(ls_on_cpu(&m, 1, frame(1), nobody[i]) == 0, " ");
		expect_bug(LS_BUG_RANGE, "looks at a task that does not exist");
		begin(LS_LOCK_mutex, 2);
		EXPECT(ls_wake(&m, 1, frame(1), nobody[i]) == 0, " ");
		expect_bug(LS_BUG_RANGE, "wakes a task that does not exist");
		EXPECT(untouched(), "task %u is changed", nobody[i]);
		EXPECT(!ls_threshold_passed(&m, nobody[i]), " ");
		EXPECT(ls_task_exiting(&m, nobody[i]), " ");
	}
}

static void test_unlock(void)
{
	struct ls_word *w = (struct ls_word *)m.mem;
	struct ls_list *l = list_of(LS_LOCK_mutex);

	for (u32 holder = 0; holder <= 2; holder++) {
		u8 bug = holder == 1 ? LS_NO_BUG : LS_BUG_UNLOCK;

		begin(LS_LOCK_mutex, 2);
		w->v = holder;
		ls_spin_unlock(&m, 1, frame(1), w);
		expect_bug(bug, "T1 unlocks a spin lock");
		begin(LS_LOCK_mutex, 2);
		w->v = holder;
		ls_queue_unlock(&m, 1, frame(1), w, l);
		expect_bug(bug, "T1 unlocks a sleeping lock");
	}
}

/* Frame upon frame until no more fit; those below stay as they are. */
static void test_stack(void)
{
	static struct ls_machine full;
	u32 calls = 0;

	begin(LS_LOCK_mutex, 2);
	while (calls < LS_STACK && ls_call(&m, 1, LS_TEXT_mutex, 0, m.mem, NULL, 0) == LS_CALLED) {
		memcpy(&full, &m, sizeof m);
		calls++;
	}
	expect_bug(LS_BUG_STACK, "calls without end");
	EXPECT(calls >= 2 && m.thread[0].sp <= LS_STACK, "%u calls, %u bytes", calls, m.thread[0].sp);
	EXPECT(!memcmp(full.thread, m.thread, sizeof m.thread), "the frame that does not fit is written");
}

static void test_calls(void)
{
	begin(LS_LOCK_mcs, 2);
	EXPECT(ls_call(&m, 1, LS_TEXT_rwsem, 0, m.mem, NULL, 0) == LS_PARKED, " ");
	expect_bug(LS_BUG_RANGE, "calls a text that the lock does not use");
	begin(LS_LOCK_mcs, 2);
	ls_call(&m, 1, LS_TEXT_mcs, 0, outside(4 * m.mem_words), NULL, 0);
	expect_bug(LS_BUG_RANGE, "calls with an object behind the lock");
	EXPECT(untouched(), " ");
	begin(LS_LOCK_mcs, 2);
	ls_call(&m, 1, LS_TEXT_mcs, 0, outside(-4), NULL, 0);
	expect_bug(LS_BUG_RANGE, "calls with an object before the lock");
	EXPECT(untouched(), " ");
}

/* The machine stops at a BUG, and the judge names it. */
static void test_verdict(void)
{
	const char *what;

	begin(LS_LOCK_mutex, 2);
	frame(1)->line = (u16)(ls_proc_of(&m, frame(1)->proc)->last + 1 - ls_proc_of(&m, frame(1)->proc)->first);
	EXPECT(ls_step(&m, LS_STEP_OF(1)) == LS_MOVED, " ");
	expect_bug(LS_BUG_LINE, "parks at a line that is no step");
	EXPECT(ls_step(&m, LS_STEP_OF(2)) == LS_BLOCKED, "goes on after a BUG");
	EXPECT(ls_judge(&m, &what) == LS_BUGGED && strstr(what, "no step"), "%s", what);
}

int main(void)
{
	u32 lists = 0, gaps = 0, nulls = 0;

	for (u8 lock = 0; lock < LS_LOCKS; lock++) {
		struct ls_list *l = list_of(lock);

		test_words(lock, &gaps, &nulls);
		test_lists(lock);
		if (!l)
			continue;
		lists++;
		test_members(lock, l);
		test_full_list(lock, l);
	}
	EXPECT(lists && gaps && nulls, "%u locks have a list; %u words in gaps, %u of nobody", lists, gaps, nulls);
	test_alive(LS_LOCK_tp_futex);
	test_tasks();
	test_unlock();
	test_stack();
	test_calls();
	test_verdict();
	return test_end();
}
