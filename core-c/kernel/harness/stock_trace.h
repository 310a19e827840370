/* SPDX-License-Identifier: MIT */
/* The events of a trace that /stock writes: those that watch.ko kept, and the signals that /stock sent. */
#ifndef LOCKSTEP_HARNESS_STOCK_TRACE_H
#define LOCKSTEP_HARNESS_STOCK_TRACE_H

#include <fcntl.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <x86intrin.h>

#include "kernel/module/watch.h"

#define STOCK_LOGS "/sys/kernel/debug/lockstep_watch/"

/* What they are called; of a number without a name: "". */
struct stock_names {
	char lock[1][WATCH_LONGEST_NAME + 1];
	char word[UINT8_MAX + 1][WATCH_LONGEST_NAME + 1];
	char place[UINT8_MAX + 1][WATCH_LONGEST_NAME + 1];
};

struct stock_trace {
	struct stock_names names;
	struct rec_event *event; /* room for all */
	size_t events;
	uint64_t cut; /* nothing that ended until then is missing */
};

/* The clock of watch.ko. Not before what comes ahead of it is done, and before anything behind it begins. */
static inline uint64_t stock_now(void)
{
	uint64_t now;

	_mm_mfence();
	_mm_lfence();
	now = __rdtsc();
	_mm_lfence();
	return now;
}

/* What was kept of that task, which is at most so many events; full: there were more. False: it cannot be read. */
static inline bool stock_read_log(struct stock_trace *trace, unsigned tid, size_t log, bool full)
{
	char path[80];
	size_t size = log * sizeof *trace->event, got = 0;
	char *at = (char *)(trace->event + trace->events);
	ssize_t n;
	int fd;

	snprintf(path, sizeof path, STOCK_LOGS "%02u", tid);
	fd = open(path, O_RDONLY);
	if (fd < 0)
		return false;
	while (got < size && (n = read(fd, at + got, size - got)) > 0)
		got += (size_t)n;
	close(fd);
	trace->events += got / sizeof *trace->event;
	if (full && trace->event[trace->events - 1].after < trace->cut)
		trace->cut = trace->event[trace->events - 1].after;
	return true;
}

static int stock_by_time(const void *a, const void *b)
{
	const struct rec_event *first = a, *second = b;

	if (first->before != second->before)
		return first->before < second->before ? -1 : 1;
	return first->after < second->after ? -1 : first->after > second->after;
}

/* In the order of a trace, without what nothing that is judged can have seen. */
static inline void stock_sort(struct stock_trace *trace)
{
	qsort(trace->event, trace->events, sizeof *trace->event, stock_by_time);
	while (trace->events && trace->event[trace->events - 1].before > trace->cut)
		trace->events--;
}

/* False: watch.ko does not say. */
static inline bool stock_read_names(struct stock_names *names)
{
	FILE *in = fopen(STOCK_LOGS WATCH_NAMES, "r");
	char what[8], name[WATCH_LONGEST_NAME + 1];
	unsigned number;

	while (in && fscanf(in, "%7s %u %39s", what, &number, name) == 3) {
		char(*of)[sizeof name] = *what == 'l' ? names->lock : *what == 'w' ? names->word : names->place;

		strcpy(of[*what == 'l' ? 0 : (uint8_t)number], name);
	}
	return in && fclose(in) == 0 && names->lock[0][0];
}

static inline void stock_print_word(FILE *out, const struct stock_names *names, const struct rec_event *e)
{
	if (!(e->has & REC_WORD))
		return;
	fprintf(out, " word=%s", names->word[e->word & 0xff]);
	if (e->word >> 8)
		fprintf(out, ":%u", e->word >> 8);
}

static inline void stock_print_place(FILE *out, const struct stock_names *names, const struct rec_event *e)
{
	if (!e->tid)
		fprintf(out, "environment");
	else
		fprintf(out, "source%s%s", e->proc ? ":" : "", names->place[e->proc]);
}

/* Its line; from: the reading of the clock that counts as 0. */
static inline void stock_print_event(FILE *out, const struct stock_names *names, const struct rec_event *e,
				     uint64_t from)
{
	enum { LONGEST_LINE = 200 };
	struct rec_event but_word = *e;
	char values[LONGEST_LINE];

	but_word.has &= (u8)~REC_WORD; /* which has a name here, and comes first */
	values[0] = '\0';
	rec_values(values, sizeof values, &but_word);
	fprintf(out, "%u %llu %llu ", e->tid, (unsigned long long)(e->before - from),
		(unsigned long long)(e->after - from));
	stock_print_place(out, names, e);
	fprintf(out, " %s", rec_op_name(e->op));
	stock_print_word(out, names, e);
	fprintf(out, "%s\n", values);
}

#endif
