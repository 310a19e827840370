/* SPDX-License-Identifier: MIT */
/* Recordings of real system calls: the kernel's trace events join the threads' logs. */
#ifndef LOCKSTEP_LOG_CALLS_H
#define LOCKSTEP_LOG_CALLS_H

#include "log_words.h"

/* Turns the trace events on. False after a reason in why: this host cannot. */
bool log_calls_begin(const struct native_run *run, char *why, u32 size);
/* Turns them off and puts them into the logs. False after a reason in why. */
bool log_calls_end(struct native_run *run, char *why, u32 size);

/* The thread is about to end: if it holds the lock, the kernel is to say so in the word. */
void log_calls_die(struct native_thread *self);
/* The kernel's events are each access that it makes. */
bool log_calls_all_traced(const struct native_run *run);
/* The lock word has its id. */
bool log_calls_owner(struct native_thread *self);

/* A value of the lock word: the thread id in it becomes the thread's number. False: whose is it? */
bool log_rename(const struct native_run *run, u32 *value);

#endif
