/* SPDX-License-Identifier: MIT */
#ifndef LOCKSTEP_MODULE_LOG_H
#define LOCKSTEP_MODULE_LOG_H

#include "backend/kernel/kernel.h"

/* Memory for run->log_entries events a thread. 0, or an error; lk_log_free() in both cases. */
int lk_log_make(struct lk_run *run);
void lk_log_free(struct lk_run *run);
/* Sends SIGUSR1 or SIGKILL to thread tid, and keeps that as an event of thread 0, the environment. */
void lk_send_signal(struct lk_run *run, u32 tid, bool fatal);
u64 lk_log_count(const struct lk_run *run);

/* From now on the trace can be read; first_lines, which are freed with the log, begin it. */
void lk_log_show(struct lk_run *run, char *first_lines);

#endif
