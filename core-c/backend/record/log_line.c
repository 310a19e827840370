/* SPDX-License-Identifier: MIT */
/* Recordings: the text of their head and of an event. */
#include "log.h"

#include <stdio.h>

#include "conform/syscalls.h"
#include "registry.h"

/* Of what the kernel traced; its decimal values are small. */
static int put_values(char *out, int size, const struct rec_event *e, u8 has)
{
	const struct {
		u8 has;
		const char *format;
		u32 value;
	} values[] = {
	    {REC_TARGET, " target=%u", e->target}, {REC_ARG, " arg=0x%x", e->arg}, {REC_OLD, " old=0x%x", e->old},
	    {REC_NEW, " new=0x%x", e->new_},       {REC_OK, " ok=%u", e->ok},      {REC_VALUE, " value=0x%x", e->old},
	};
	int n = 0;

	for (u32 i = 0; i < sizeof values / sizeof *values; i++)
		if (has & values[i].has)
			n += snprintf(out + n, (size_t)(size - n), values[i].format, values[i].value);
	return n;
}

void log_head(FILE *out, const struct log_config *config, u32 switches, const struct log_recording *r)
{
	const struct native_config *c = &config->native;

	fprintf(out, "lockstep-trace 1\nlock %s\nthreads ", ls_variant_at(c->lock, c->variant)->name);
	for (u32 i = 0; i < c->n; i++)
		fputc(ls_locks[c->lock]->roles[c->role[i]].letter, out);
	fputc('\n', out);
	for (u8 i = 0; i < ls_switches_of(c->lock); i++)
		if (switches >> i & 1)
			fprintf(out, "switch %s\n", ls_switch_at(c->lock, i)->name);
	fprintf(out, "seen %s\nticks %.3f\n", config->trace_events ? "calls" : "all", r->ticks);
	if (r->all_traced)
		fprintf(out, "steps traced\n");
	if (r->end)
		fprintf(out, "cut %llu\n", (unsigned long long)(r->end - r->start));
}

int log_line(char *out, int size, const struct log_recording *r, const struct rec_event *e)
{
	u32 kind = e->op - LS_OPS;
	const struct ls_traced_kind *own;
	int n;

	if (e->op < LS_OPS) {
		n = rec_line(out, size - 1, e, r->start, ls_proc_name(r->lock, e->proc),
			     ls_access_at(r->lock, e->proc, e->line));
		out[n] = '\n';
		out[n + 1] = 0;
		return n + 1;
	}
	own = ls_traced_kind_of(ls_syscalls[r->lock], kind);
	n = snprintf(out, size, "%u %llu %llu kernel %s", e->tid, (unsigned long long)(e->before - r->start),
		     (unsigned long long)(e->after - r->start), ls_event_name(ls_syscalls[r->lock], kind));
	n += put_values(out + n, size - n, e, own ? own->has : REC_VALUE);
	return n + snprintf(out + n, size - n, "\n");
}
