// SPDX-License-Identifier: MIT
/*
 * The log of a run: what each access saw, a list for each thread, and the file in debugfs
 * that merges them into one trace (docs/traces.md).
 */
#include <linux/debugfs.h>
#include <linux/seq_file.h>
#include <linux/vmalloc.h>

#include "log.h"
#include "texts.h"

#define LONGEST_LINE 160
#define NOBODY U32_MAX

/* What is to be read, and how far a reader has come: line 0 is the head, line i event i - 1. */
struct reader {
	const struct lk_run *run;
	u64 start; /* the clock's reading that counts as 0 */
	loff_t line;
	u32 tid; /* whose event this line is; 0 = the environment's, NOBODY = there is none */
	u32 next[LS_MAX_THREADS + 1], end[LS_MAX_THREADS + 1];
};

static struct dentry *folder;
static char *head;

void lk_log(struct lk_thread *self, const struct rec_event *e)
{
	if (self->logged == self->run->log_entries) {
		WRITE_ONCE(self->lost, true);
		WRITE_ONCE(self->run->log_full, true);
		return;
	}
	self->log[self->logged] = *e;
	if (self->resched)
		self->log[self->logged].has |= REC_RESCHED;
	self->resched = false;
	/* A reader of the file sees the event when it sees the number. */
	smp_store_release(&self->logged, self->logged + 1);
}

int lk_log_make(struct lk_run *run)
{
	for (u32 i = 0; run->log_entries && i <= run->n; i++) {
		run->thread[i].log = vmalloc_array(run->log_entries, sizeof(struct rec_event));
		if (!run->thread[i].log)
			return -ENOMEM;
	}
	return 0;
}

/* All threads are gone. */
void lk_log_free(struct lk_run *run)
{
	debugfs_remove(folder);
	kfree(head);
	for (u32 i = 0; i <= run->n; i++)
		vfree(run->thread[i].log);
}

void lk_send_signal(struct lk_run *run, u32 tid, bool fatal)
{
	struct lk_thread *environment = &run->thread[0];
	u64 begin = lk_clock(environment);

	send_sig(fatal ? SIGKILL : SIGUSR1, run->thread[tid].task, 1);
	if (begin)
		lk_log(environment, &(struct rec_event){.after = lk_clock_behind(),
							.before = begin,
							.op = fatal ? LS_OP_KILL : LS_OP_SIGNAL,
							.has = REC_TARGET,
							.target = (u8)tid});
}

u64 lk_log_count(const struct lk_run *run)
{
	u64 events = 0;

	for (u32 i = 0; i <= run->n; i++)
		events += READ_ONCE(run->thread[i].logged);
	return events;
}

/* --- merging -------------------------------------------------------------------------- */

static const struct rec_event *event_of(const struct reader *r, u32 tid)
{
	return &r->run->thread[tid].log[r->next[tid]];
}

/* Whose next event began first. */
static u32 earliest(const struct reader *r)
{
	u32 first = NOBODY;

	for (u32 i = 0; i <= r->run->n; i++) {
		if (r->next[i] == r->end[i])
			continue;
		if (first == NOBODY || event_of(r, i)->before < event_of(r, first)->before)
			first = i;
	}
	return first;
}

static void rewind(struct reader *r)
{
	memset(r->next, 0, sizeof(r->next));
	r->line = 0;
	r->tid = earliest(r);
}

static void *at_line(struct reader *r, loff_t line)
{
	if (line < r->line)
		rewind(r);
	while (r->line < line && r->tid != NOBODY) {
		if (r->line++) {
			r->next[r->tid]++;
			r->tid = earliest(r);
		}
	}
	return !line || r->tid != NOBODY ? r : NULL;
}

/* Nothing that ended until then is missing: a lost event ended after the last that was kept. */
static u64 cut_of(const struct lk_run *run)
{
	u64 cut = U64_MAX;

	for (u32 i = 0; i <= run->n; i++)
		if (READ_ONCE(run->thread[i].lost))
			cut = min(cut, run->thread[i].log[run->log_entries - 1].after);
	return cut;
}

/* --- the file ---------------------------------------------------------------------------- */

static void *trace_start(struct seq_file *file, loff_t *line)
{
	return at_line(file->private, *line);
}

static void *trace_next(struct seq_file *file, void *at, loff_t *line)
{
	return at_line(file->private, ++*line);
}

static void trace_stop(struct seq_file *file, void *at)
{
}

static int show_head(struct seq_file *file, const struct reader *r)
{
	u64 cut = cut_of(r->run);

	seq_puts(file, head);
	seq_printf(file, "ticks %u.%03u\n", tsc_khz / 1000, tsc_khz % 1000);
	if (cut != U64_MAX)
		seq_printf(file, "cut %llu\n", cut - r->start);
	seq_puts(file, "events\n");
	return 0;
}

static int trace_show(struct seq_file *file, void *at)
{
	const struct reader *r = at;
	const struct rec_event *e;
	char line[LONGEST_LINE];
	int length;

	if (!r->line)
		return show_head(file, r);
	e = event_of(r, r->tid);
	if (e->tid)
		length = rec_line(line, sizeof(line), e, r->start, ls_proc_name(r->run->lock, e->proc),
				  ls_access_at(r->run->lock, e->proc, e->line));
	else
		length = rec_line(line, sizeof(line), e, r->start, NULL, 0);
	seq_write(file, line, length);
	seq_putc(file, '\n');
	return 0;
}

static const struct seq_operations trace_operations = {
    .start = trace_start,
    .next = trace_next,
    .stop = trace_stop,
    .show = trace_show,
};

static int trace_open(struct inode *inode, struct file *file)
{
	struct reader *r = __seq_open_private(file, &trace_operations, sizeof(*r));

	if (!r)
		return -ENOMEM;
	r->run = inode->i_private;
	for (u32 i = 0; i <= r->run->n; i++) {
		/* Threads that hang may still be writing. */
		r->end[i] = smp_load_acquire(&r->run->thread[i].logged);
	}
	rewind(r);
	if (r->tid != NOBODY)
		r->start = event_of(r, r->tid)->before;
	return 0;
}

static const struct file_operations trace_file = {
    .owner = THIS_MODULE,
    .open = trace_open,
    .read = seq_read,
    .llseek = seq_lseek,
    .release = seq_release_private,
};

void lk_log_show(struct lk_run *run, char *first_lines)
{
	head = first_lines;
	folder = debugfs_create_dir("lockstep", NULL);
	debugfs_create_file("trace", 0400, folder, run, &trace_file);
}
