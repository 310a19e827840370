/* SPDX-License-Identifier: MIT */
/*
 * Every variant that is registered, recorded on real threads and held against the model: each event must be a step that
 * the model allows. The same with a fault in the text of which the trace says nothing, or with one value changed, must
 * be refused. A variant that real threads do not run says why itself (registry.h).
 */
#include "log.h"

#include <stdlib.h>
#include <string.h>

#include "conform/conform.h"
#include "conform/trace_read.h"
#include "registry.h"
#include "test.h"

enum { ROUNDS = 30, FAULTY_ROUNDS = 200, LIMIT = 20000, SLICE = 1000000 };

/* All roles that the lock has, and at least four threads. */
static struct log_config config_of(const struct ls_variant *v, u32 rounds)
{
	u32 roles = ls_roles_of(v->lock);
	struct log_config c = {.rounds = rounds,
			       .limit = LIMIT,
			       .native = {.lock = v->lock,
					  .variant = v->index,
					  .n = (u8)(roles > 4 ? roles : 4),
					  .switches = ls_mends_of(v->lock),
					  .kernel_text = true,
					  .hang_after = 1,
					  .jitter = 32,
					  .nap_every = 16}};

	for (u32 i = 0; i < c.native.n; i++)
		c.native.role[i] = (u8)(i % roles);
	return c;
}

/* As `lockstep record` writes it; free it. switches: what the trace says of the text. */
static char *trace_of(const struct log_config *c, u32 switches, const struct log_recording *r, u32 *length)
{
	char *text = NULL, line[256];
	size_t size = 0;
	FILE *out = open_memstream(&text, &size);

	log_head(out, c, switches, r);
	fprintf(out, "events\n");
	for (u32 i = 0; i < r->events; i++) {
		log_line(line, sizeof line, r, &r->event[i]);
		fputs(line, out);
	}
	fclose(out);
	*length = (u32)size;
	return text;
}

/* How many of the trace's events are justified; all when it conforms. */
struct judged {
	enum ls_conform_verdict verdict;
	u32 done, of;
};

static struct judged judge(const char *name, const struct log_config *c, u32 switches, const struct log_recording *r)
{
	static struct ls_trace t;
	struct ls_conform *conform;
	struct judged j = {LS_CONFORM_RUNNING, 0, 0};
	u32 length;
	char *text = trace_of(c, switches, r, &length);

	EXPECT(ls_trace_read(&t, text, length) && !t.notes, "%s: %s", name, t.note[0]);
	conform = ls_conform_new(&t);
	while (ls_conform_slice(conform, SLICE))
		;
	j.verdict = ls_conform_report(conform)->verdict;
	j.done = ls_conform_report(conform)->done;
	j.of = ls_conform_report(conform)->judged;
	ls_conform_free(conform);
	ls_trace_free(&t);
	free(text);
	return j;
}

static bool reads(const struct log_recording *r, u32 i, bool compares)
{
	u8 op = r->event[i].op;

	return compares ? op == LS_OP_CAS : op == LS_OP_LOAD || op == LS_OP_XCHG || op == LS_OP_ADD;
}

/* A read of a word, in the middle of the recording if there is one, has found another value. Threads that never met
 * have compared and no more. */
static bool change_one(struct log_recording *r)
{
	for (u32 nth = 0; nth < 2 * r->events; nth++) {
		u32 i = (r->events / 2 + nth) % r->events;

		if (reads(r, i, nth >= r->events)) {
			r->event[i].old ^= 0x10;
			return true;
		}
	}
	return false;
}

static void test_variant(const struct ls_variant *v)
{
	struct log_config c = config_of(v, ROUNDS);
	struct log_recording r;
	struct judged j;

	log_record(&c, &r);
	EXPECT(r.report.verdict == NATIVE_PASS && r.report.acquired > 0, "%s: %s", v->name, r.report.why);
	j = judge(v->name, &c, c.native.switches, &r);
	printf("%s, %u threads: %u of %u events conform\n", v->name, c.native.n, j.done, j.of);
	EXPECT(j.verdict == LS_CONFORM_AGREES && j.done == j.of && j.of > ROUNDS * c.native.n,
	       "%s: verdict %u after %u of %u", v->name, j.verdict, j.done, j.of);
	if (!r.end) { /* what is cut off is not judged, and the change might be there */
		EXPECT(change_one(&r), "%s reads no word", v->name);
		j = judge(v->name, &c, c.native.switches, &r);
		EXPECT(j.verdict == LS_CONFORM_DIFFERS, "%s conforms with one value changed", v->name);
	}
	free(r.event);
}

/* Threads run the text with the fault; the trace says nothing of it. */
static bool is_refused(const struct ls_variant *v, u8 fault)
{
	struct log_config c = config_of(v, FAULTY_ROUNDS);
	u32 stated = c.native.switches;
	struct log_recording r;
	bool refused;

	c.native.switches |= 1u << fault;
	c.native.hang_after = 0.3;
	log_record(&c, &r);
	refused = judge(v->name, &c, stated, &r).verdict == LS_CONFORM_DIFFERS;
	free(r.event);
	if (refused)
		printf("%s: %s is refused\n", v->name, ls_switch_at(v->lock, fault)->name);
	return refused;
}

/* Some fault of each lock that can be run: not every fault acts in every run. */
static void test_faults(u8 lock)
{
	bool refused = false, planted = false;

	for (u8 i = 0; i < ls_variants_of(lock) && !refused; i++)
		for (u8 k = 0; k < ls_switches_of(lock) && !refused && !ls_variant_at(lock, i)->model_only; k++)
			if (ls_switch_at(lock, k)->kind == LS_SWITCH_PLANTS) {
				planted = true;
				refused = is_refused(ls_variant_at(lock, i), k);
			}
	EXPECT(refused || !planted, "%s: no planted fault is refused", ls_locks[lock]->name);
}

int main(void)
{
	u32 recorded = 0, left_out = 0;

	for (u32 i = 0; ls_any_variant(i); i++) {
		const struct ls_variant *v = ls_any_variant(i);

		if (!v->model_only) {
			test_variant(v);
			recorded++;
			continue;
		}
		EXPECT(strlen(v->model_only) > 20, "%s does not say why it is not recorded", v->name);
		printf("%s is not recorded: %s\n", v->name, v->model_only);
		left_out++;
	}
	EXPECT(recorded + left_out == ls_variant_count() && left_out * 10 < recorded, "%u of %u", recorded,
	       ls_variant_count());
	for (u8 lock = 0; lock < LS_LOCKS; lock++)
		test_faults(lock);
	return test_end();
}
