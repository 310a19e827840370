/* SPDX-License-Identifier: MIT */
/* What several commands print. */
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "backend/step/step.h"
#include "machine_internal.h"
#include "registry.h"
#include "text/narrate.h"
#include "text/sign.h"
#include "text/url.h"
#include "cli.h"

double now_seconds(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

const char *grouped(double v)
{
	static char buffers[4][40];
	static u32 next;
	char digits[32], *out = buffers[next++ & 3];
	int n = snprintf(digits, sizeof digits, "%.0f", v), at = 0;

	for (int i = 0; i < n; i++) {
		if (i && (n - i) % 3 == 0)
			out[at++] = ',';
		out[at++] = digits[i];
	}
	out[at] = 0;
	return out;
}

void print_config(const struct run_options *o)
{
	const struct ls_config *c = &o->config;
	static const char *const does[LS_SWITCH_KINDS] = {
	    [LS_SWITCH_PLANTS] = "fault: ",
	    [LS_SWITCH_MENDS] = "with ",
	    [LS_SWITCH_ASSERTS] = "with the assertion ",
	    [LS_SWITCH_ORDERS] = "with the order ",
	};
	const char *between = ", budgets: ";

	printf("%s, %u threads (", o->scenario->name, c->n);
	for (u32 i = 0; i < c->n; i++)
		putchar(ls_locks[c->lock]->roles[c->role[i]].letter);
	if (c->rounds == LS_ENDLESS)
		printf("), endless rounds");
	else
		printf("), %u round%s", c->rounds, c->rounds == 1 ? "" : "s");
	for (u8 i = 0; i < ls_switches_of(c->lock); i++)
		if (c->switches >> i & 1)
			printf(", %s%s", does[ls_switch_at(c->lock, i)->kind], ls_switch_at(c->lock, i)->name);
	for (u32 k = 1; k < LS_ENV_KINDS; k++)
		if (c->budget[k]) {
			printf("%s%s %u", between, ls_env_names[k], c->budget[k]);
			between = ", ";
		}
	printf("\n");
}

const char *url_of(const struct ls_scenario *s, const struct ls_config *c, const ls_action *a, u32 n)
{
	static char buffer[LS_MAX_SCHEDULE];
	struct ls_text t;

	ls_text_start(&t, buffer, sizeof buffer);
	ls_url_format(s, c, a, n, n, &t);
	return buffer;
}

void print_narration(const struct ls_config *c, const ls_action *a, u32 n, bool records)
{
	static struct ls_machine m;
	char line[512], name[8];

	ls_reset(&m, c);
	for (u32 i = 0; i < n; i++) {
		struct ls_text t;
		u32 sign;

		ls_step(&m, a[i]);
		ls_text_start(&t, line, sizeof line);
		ls_narrate(&m, &m.rec, &t);
		if (records) {
			ls_action_name(a[i], name);
			/* no line and no fingerprint: a comment added to the text changes nothing here */
			ls_put_sign(&m, &m.rec);
			sign = m.rec.flags / LS_REC_SIGN;
			printf("%u %s %s %s %s %x %x>%x ok%u t%u f%u%s%s | ", i + 1, name,
			       m.rec.result == LS_MOVED ? "moved" : "spun", ls_op_names[m.rec.op],
			       m.rec.line ? ls_proc_name(m.lock, m.rec.proc) : "-", m.rec.word, m.rec.old, m.rec.new_,
			       m.rec.ok, m.rec.target, m.rec.flags % LS_REC_SIGN & ~LS_REC_OTHERWISE, sign ? " " : "",
			       sign ? ls_sign_names[sign] : "");
		} else {
			printf("%4u  ", i + 1);
		}
		printf("%s\n", line);
	}
}
