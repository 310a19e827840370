/* SPDX-License-Identifier: MIT */
/*
 * Recordings of every lock, held against what must be so without any model: the order within a
 * thread, the places, the values that words can have had, who is alone. Runs in the project's root.
 */
#include "log.h"

#include <stdlib.h>
#include <string.h>

#include "machine_internal.h"
#include "registry.h"
#include "test.h"
#include "backend/step/step.h"

#define ROUNDS 200

static const struct log_recording *rec; /* at hand */
static const struct ls_config *config;
static const char *name;

static struct ls_config config_of(const char *variant, const char *letters)
{
	const struct ls_variant *v = ls_variant_named(variant);
	struct ls_config c = {.lock = v->lock, .variant = v->index, .rounds = 1, .n = (u8)strlen(letters)};
	const struct ls_role *roles = ls_locks[v->lock]->roles;

	for (u32 i = 0; i < c.n; i++)
		while (roles[c.role[i]].letter != letters[i])
			if (!roles[c.role[i]++].letter) {
				printf("%s has no role '%c'\n", variant, letters[i]);
				exit(1);
			}
	return c;
}

static struct log_config log_config_of(const struct ls_config *c)
{
	struct log_config l = {.rounds = ROUNDS,
			       .limit = 100000,
			       .native = {.lock = c->lock,
					  .variant = c->variant,
					  .n = c->n,
					  .switches = c->switches,
					  .kernel_text = true,
					  .jitter = 32,
					  .nap_every = 64}};

	memcpy(l.native.role, c->role, sizeof l.native.role);
	return l;
}

/* --- one event after the other -------------------------------------------------------------- */

static void check_order(void)
{
	const struct rec_event *last[LS_MAX_THREADS + 1] = {NULL};

	for (u32 i = 0; i < rec->events; i++) {
		const struct rec_event *e = &rec->event[i], *own;

		if (e->tid < 1 || e->tid > config->n) {
			EXPECT(false, "%s: event %u is of thread %u", name, i, e->tid);
			return;
		}
		own = last[e->tid];
		EXPECT(e->before <= e->after, "%s: event %u", name, i);
		EXPECT(!i || rec->event[i - 1].before <= e->before, "%s: event %u is not in order", name, i);
		EXPECT(!own || own->after <= e->before, "%s: event %u begins before the last of its thread is over",
		       name, i);
		last[e->tid] = e;
	}
}

/* The word of the dialect that makes such an access. */
static bool makes(const char *text, u32 op)
{
	static const char *const words[LS_OPS][4] = {
	    [LS_OP_LOAD] = {"LOAD("},
	    [LS_OP_STORE] = {"STORE(", "STORE_BYTE(", "STORE_HALF("},
	    [LS_OP_XCHG] = {"XCHG(", "XCHG_BYTE(", "XCHG_HALF("},
	    [LS_OP_CAS] = {"CAS("},
	    [LS_OP_ADD] = {"FETCH_ADD(", "ADD_RETURN(", "ADD("},
	    [LS_OP_OR] = {"FETCH_OR("},
	    [LS_OP_ANDNOT] = {"FETCH_ANDNOT("},
	    [LS_OP_AWAIT] = {"AWAIT(", "WAIT_UNTIL("},
	    [LS_OP_SPIN_LOCK] = {"SPIN_LOCK("},
	    [LS_OP_SPIN_TRYLOCK] = {"SPIN_TRYLOCK("},
	    [LS_OP_SPIN_UNLOCK] = {"SPIN_UNLOCK("},
	    [LS_OP_LIST_ADD] = {"LIST_ADD("},
	    [LS_OP_LIST_DEL] = {"LIST_DEL("},
	    [LS_OP_LIST_FIRST] = {"LIST_FIRST(", "LIST_COUNT("},
	    [LS_OP_LIST_NEXT] = {"LIST_NEXT("},
	    [LS_OP_LIST_HAS] = {"LIST_HAS("},
	    [LS_OP_ON_CPU] = {"ON_CPU("},
	    [LS_OP_SET_STATE] = {"SET_STATE(", "STORE_STATE("},
	    [LS_OP_SLEEP] = {"SCHEDULE("},
	    [LS_OP_WAKE] = {"WAKE("},
	    [LS_OP_QUEUE_LOCK] = {"QUEUE_LOCK("},
	    [LS_OP_QUEUE_UNLOCK] = {"QUEUE_UNLOCK("},
	    [LS_OP_CRITICAL] = {"CRITICAL("},
	};
	u32 indent = (u32)strspn(text, "\t");

	for (u32 i = 0; op < LS_OPS && i < 4 && words[op][i]; i++)
		if (strncmp(text + indent, words[op][i], strlen(words[op][i])) == 0)
			return true;
	return false;
}

/* The lines of a lock's text, from 1. */
static u32 read_text(const char *name_of_text, char (*lines)[400], u32 max)
{
	char path[100];
	FILE *f;
	u32 n = 0;

	snprintf(path, sizeof path, "core-c/locks/%s/%s.c", name_of_text, name_of_text);
	f = fopen(path, "r");
	while (f && n + 1 < max && fgets(lines[n + 1], sizeof *lines, f))
		n++;
	if (f)
		fclose(f);
	return n;
}

/* The text of each procedure that the lock uses. */
static void check_places(void)
{
	static char lines[2000][400];
	static const char *text; /* the one that is in lines */
	static u32 n;

	for (u32 i = 0; i < rec->events; i++) {
		const struct rec_event *e = &rec->event[i];
		const struct ls_proc *p =
		    e->proc < ls_programs[config->lock].procs ? ls_programs[config->lock].proc[e->proc] : NULL;
		u32 line = p ? p->first + e->line : 0;

		if (p && p->facts->text != text) {
			text = p->facts->text;
			n = read_text(text, lines, 2000);
		}
		EXPECT(p && n && line > p->first && line <= p->last && line <= n, "%s: event %u, procedure %u, line %u",
		       name, i, e->proc, e->line);
		if (line && line <= n && !makes(lines[line], e->op))
			EXPECT(false, "%s: %s in line %u: %s", name, rec_op_name(e->op), line, lines[line]);
	}
}

/* --- the words ------------------------------------------------------------------------------- */

struct write {
	u64 before, after;
	u32 value, bits;
};

static bool is_write(const struct rec_event *e)
{
	return e->op == LS_OP_STORE || e->op == LS_OP_XCHG || e->op == LS_OP_ADD || e->op == LS_OP_OR ||
	       e->op == LS_OP_ANDNOT || (e->op == LS_OP_CAS && e->ok);
}

/* A store or an exchange may be of a part of the word. */
static u32 bits_of(const struct rec_event *e)
{
	return (e->op == LS_OP_STORE || e->op == LS_OP_XCHG) && e->has & REC_ARG ? e->arg : ~0u;
}

static bool is_read(const struct rec_event *e)
{
	return e->op == LS_OP_LOAD || e->op == LS_OP_AWAIT || (is_write(e) && e->op != LS_OP_STORE) ||
	       e->op == LS_OP_CAS;
}

/* All writes of a word, by their beginning; the first is that which set it up. */
static u32 writes_of(u32 word, u32 initial, struct write *out)
{
	u32 n = 1;

	out[0] = (struct write){0, 0, initial, ~0u};
	for (u32 i = 0; i < rec->events; i++) {
		const struct rec_event *e = &rec->event[i];

		if (is_write(e) && e->word == word)
			out[n++] = (struct write){e->before, e->after, e->new_, bits_of(e)};
	}
	return n;
}

/* Somebody wrote that byte of the value before the read was over, and nobody surely overwrote it before it began. */
static bool could_read_byte(const struct rec_event *e, u32 byte, const struct write *w, u32 n)
{
	u64 latest = 0; /* beginning of the last write that was over by then */

	for (u32 i = n; i-- > 0;) {
		if (w[i].before > e->after || !(w[i].bits & byte))
			continue;
		if (((w[i].value ^ e->old) & byte) == 0 && w[i].after >= latest)
			return true;
		if (w[i].after < e->before && w[i].before > latest)
			latest = w[i].before;
	}
	return false;
}

static bool could_read(const struct rec_event *e, const struct write *w, u32 n)
{
	for (u32 byte = 0xff; byte; byte <<= 8)
		if (bits_of(e) & byte && !could_read_byte(e, byte, w, n))
			return false;
	return true;
}

static void check_words(void)
{
	static struct ls_machine m;
	struct write *w = malloc((rec->events + 1ul) * sizeof *w);

	EXPECT(w && ls_reset(&m, config) == 0, "%s", name);
	for (u32 word = 0; w && word < m.mem_words; word++) {
		u32 n = writes_of(word, m.mem[word], w);

		for (u32 i = 0; i < rec->events; i++) {
			const struct rec_event *e = &rec->event[i];

			if (e->word == word && e->has & REC_WORD && is_read(e) && !could_read(e, w, n))
				EXPECT(false, "%s: event %u reads 0x%x from word %u, which that cannot have held", name,
				       i, e->old, word);
		}
		test_checks++;
	}
	free(w);
}

/* How often the word becomes this value more than it ceases to be. */
static s32 balance_of(u32 word, u32 value)
{
	s32 balance = 0;

	for (u32 i = 0; i < rec->events; i++) {
		const struct rec_event *e = &rec->event[i];

		if (is_write(e) && e->word == word)
			balance += (e->new_ == value) - (e->old == value);
	}
	return balance;
}

/*
 * In a word that only atomic instructions change, one write begins where another ended. So each value comes about as
 * often as it goes, but for the first, and for one that stays: they differ in a word that only counts on.
 */
static u32 chains; /* words that were looked at so */

static void check_chain(u32 word)
{
	static struct ls_machine m;
	u32 changes = 0, stores = 0, first, last;

	EXPECT(ls_reset(&m, config) == 0, "%s", name);
	first = last = m.mem[word];
	for (u32 i = 0; i < rec->events; i++)
		if (is_write(&rec->event[i]) && rec->event[i].word == word) {
			changes++;
			stores += rec->event[i].op == LS_OP_STORE;
			if (rec->event[i].new_ != first && balance_of(word, rec->event[i].new_))
				last = rec->event[i].new_;
		}
	EXPECT(changes > ROUNDS, "%s: %u changes", name, changes);
	chains += !stores;
	for (u32 i = 0; i < rec->events && !stores; i++) {
		const struct rec_event *e = &rec->event[i];

		if (is_write(e) && e->word == word)
			EXPECT(balance_of(word, e->new_) == (e->new_ == last) - (e->new_ == first),
			       "%s: word %u becomes 0x%x more or less often than it ceases to be", name, word, e->new_);
	}
}

/* --- who is alone ------------------------------------------------------------------------------ */

/* From behind one event to the beginning of the other, both of thread tid. */
struct stretch {
	u64 from, to;
	u32 tid;
	bool shared;
};

static int by_beginning(const void *a, const void *b)
{
	u64 x = ((const struct stretch *)a)->from, y = ((const struct stretch *)b)->from;

	return (x > y) - (x < y);
}

static void check_alone(struct stretch *s, u32 n, const char *what)
{
	qsort(s, n, sizeof *s, by_beginning);
	for (u32 i = 0; i < n; i++)
		for (u32 k = i + 1; k < n && s[k].from < s[i].to; k++)
			if (!(s[i].shared && s[k].shared))
				EXPECT(s[i].tid == s[k].tid, "%s: T%u and T%u are both in %s", name, s[i].tid, s[k].tid,
				       what);
	test_checks++;
}

static bool reads(u32 tid, u32 count)
{
	char letter = ls_locks[config->lock]->roles[config->role[tid - 1]].letter;

	if (config->lock == LS_LOCK_tp_rwlock)
		return letter == 'R';
	if (config->lock == LS_LOCK_wait_wake_rw || config->lock == LS_LOCK_glibc_rwlock)
		return letter == 'R' || letter == 'S';
	return (config->lock == LS_LOCK_rwsem || config->lock == LS_LOCK_rwsem_merged) &&
	       (letter == 'R' || letter == 'Q' || (letter == 'D' && count % 2));
}

/* The sections themselves lie within the lock: those of writers must not overlap. */
static void check_sections(void)
{
	struct stretch *s = malloc((rec->events + 1ul) * sizeof *s);
	u32 count[LS_MAX_THREADS + 1] = {0}, n = 0;

	for (u32 i = 0; i < rec->events; i++) {
		const struct rec_event *e = &rec->event[i];

		if (e->op == LS_OP_CRITICAL)
			s[n++] = (struct stretch){e->before, e->after, e->tid, reads(e->tid, count[e->tid]++)};
	}
	check_alone(s, n, "the critical section");
	for (u32 tid = 1; tid <= config->n; tid++) {
		char letter = ls_locks[config->lock]->roles[config->role[tid - 1]].letter;
		u32 wanted = letter == 'D' ? 2 * ROUNDS : ROUNDS;

		EXPECT(count[tid] == wanted || ((letter == 'T' || letter == 'S') && count[tid] < wanted),
		       "%s: T%u (%c) works %u times", name, tid, letter, count[tid]);
	}
	free(s);
}

/* The same for spin locks: from the lock to the unlock. */
static void check_spin_locks(void)
{
	struct stretch *s = malloc((rec->events + 1ul) * sizeof *s);

	for (u32 word = 0; word < LS_MEM_WORDS; word++) {
		s32 held[LS_MAX_THREADS + 1];
		u32 n = 0;

		memset(held, -1, sizeof held);
		for (u32 i = 0; i < rec->events; i++) {
			const struct rec_event *e = &rec->event[i];

			if (e->word != word || !(e->has & REC_WORD))
				continue;
			if (e->op == LS_OP_SPIN_LOCK || (e->op == LS_OP_SPIN_TRYLOCK && e->ok)) {
				EXPECT(held[e->tid] < 0, "%s: T%u locks word %u twice", name, e->tid, word);
				held[e->tid] = (s32)n;
				s[n++] = (struct stretch){e->after, UINT64_MAX, e->tid, false};
			} else if (e->op == LS_OP_SPIN_UNLOCK) {
				EXPECT(held[e->tid] >= 0, "%s: T%u unlocks word %u, which it has not locked", name,
				       e->tid, word);
				s[held[e->tid] < 0 ? 0 : held[e->tid]].to = e->before;
				held[e->tid] = -1;
			}
		}
		check_alone(s, n, "a spin lock");
	}
	free(s);
}

/* --- recordings ------------------------------------------------------------------------------------ */

static void record(const char *variant, const struct ls_config *c, const struct log_config *l,
		   struct log_recording *out)
{
	log_record(l, out);
	printf("%s, %u threads: %u events, %llu acquisitions, %.1f ticks a microsecond%s%s\n", variant, c->n,
	       out->events, (unsigned long long)out->report.acquired, out->ticks, out->end ? ", cut off: " : "",
	       out->report.why);
	EXPECT(out->ticks > 0, "%s", variant);
	rec = out;
	config = c;
	name = variant;
}

static void every_variant(void)
{
	for (u32 i = 0; ls_any_variant(i); i++) {
		const struct ls_variant *v = ls_any_variant(i);
		const char *letters = v->lock == LS_LOCK_mutex          ? "LILI"
				      : v->lock == LS_LOCK_rwsem        ? "WRDQKR"
				      : v->lock == LS_LOCK_rwsem_merged ? "WRDQKR"
				      : v->lock == LS_LOCK_tp_futex     ? "LTRL"
				      : v->lock == LS_LOCK_tp_rwlock    ? "WRRW"
				      : v->lock == LS_LOCK_wait_wake_rw ? "WRTS"
				      : v->lock == LS_LOCK_glibc_rwlock ? "WRTS"
									: "LLLL";
		struct ls_config c = config_of(v->name, letters);
		struct log_config l;
		struct log_recording r;

		if (v->model_only)
			continue;
		c.switches = ls_mends_of(v->lock);
		l = log_config_of(&c);
		record(v->name, &c, &l, &r);
		EXPECT(r.report.verdict == NATIVE_PASS && !r.end, "%s: %s", v->name, r.report.why);
		check_order();
		check_places();
		check_words();
		check_chain(0);
		check_sections();
		check_spin_locks();
		free(r.event);
	}
	EXPECT(chains >= 5, "%u chains", chains);
}

/* Full speed, so that accesses of two CPUs meet as closely as they can. */
static void hammer(void)
{
	static const char *const names[] = {"mcs", "rwsem", "mutex-mcs"};

	for (u32 i = 0; i < sizeof names / sizeof *names; i++) {
		struct ls_config c = config_of(names[i], i == 1 ? "WR" : "LL");
		struct log_config l = log_config_of(&c);
		struct log_recording r;

		l.rounds = 10000;
		l.limit = 400000;
		l.native.jitter = l.native.nap_every = 0;
		record(names[i], &c, &l, &r);
		EXPECT(r.report.verdict == NATIVE_PASS, "%s: %s", names[i], r.report.why);
		check_order();
		check_words();
		check_spin_locks();
		free(r.event);
	}
}

/* A log that is full stops all, and the time from which on something may be missing is in the trace. */
static void full_log(void)
{
	struct ls_config c = config_of("rwsem", "WWRR");
	struct log_config l = log_config_of(&c);
	u32 count[LS_MAX_THREADS + 1] = {0}, most = 0;
	struct log_recording r;

	l.limit = 500;
	record("rwsem", &c, &l, &r);
	EXPECT(r.report.verdict == NATIVE_PASS && r.end > r.start, "%s", r.report.why);
	check_order();
	check_places();
	for (u32 i = 0; i < r.events; i++)
		count[r.event[i].tid]++;
	for (u32 tid = 1; tid <= c.n; tid++)
		most = count[tid] > most ? count[tid] : most;
	EXPECT(most == l.limit, "%u events", most);
	for (u32 i = 0; i < r.events; i++)
		if (count[r.event[i].tid] == l.limit && r.event[i].after > r.end)
			EXPECT(false, "the thread whose log is full goes on behind the cut");
	free(r.event);
}

/* A killed thread makes its way out and is gone. */
static void deaths(void)
{
	struct ls_config c = config_of("tp-futex-simple", "RRRR");
	struct log_config l = log_config_of(&c);
	u32 dying[LS_MAX_THREADS + 1] = {0}, dead = 0;
	struct log_recording r;

	l.native.kills = 400;
	l.rounds = 20000;
	l.native.nap_every = 4;
	record("tp-futex-simple", &c, &l, &r);
	EXPECT(r.report.verdict == NATIVE_PASS, "%s", r.report.why);
	check_order();
	check_places();
	for (u32 i = 0; i < r.events; i++) {
		const struct rec_event *e = &r.event[i];

		if (e->proc == LS_PROC_tp_exit)
			dead += !dying[e->tid]++;
		else
			EXPECT(!dying[e->tid], "T%u goes on after its death", e->tid);
	}
	EXPECT(dead > 0 || r.end, "%u died", dead);
	free(r.event);
}

/* A run that fails is cut off there, and what was seen is kept. */
static void failure(void)
{
	struct ls_config c = config_of("mutex-3.9", "LLLL");
	struct log_config l;
	struct log_recording r;

	c.switches = 1u << mutex_SWITCH_unchecked_spinner;
	l = log_config_of(&c);
	l.rounds = 20000;
	record("mutex-3.9", &c, &l, &r);
	EXPECT(r.report.verdict == NATIVE_FAIL && strstr(r.report.why, "mutual exclusion"), "%s", r.report.why);
	EXPECT(r.events > 0 && r.end > 0, "%u events", r.events);
	free(r.event);
}

int main(void)
{
	every_variant();
	hammer();
	full_log();
	deaths();
	failure();
	return test_end();
}
