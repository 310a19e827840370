/* SPDX-License-Identifier: MIT */
/* What the commands that run real threads (stress, record) read in the same way. */
#ifndef LOCKSTEP_CLI_NATIVE_OPTIONS_H
#define LOCKSTEP_CLI_NATIVE_OPTIONS_H

#include "../backend/native_run.h"

/* A number from low to high, and nothing behind it. */
bool read_number(const char *text, double low, double high, double *out);
bool read_whole(const char *text, double high, u32 *out);

/* A variant, or a scenario, which lends its threads, roles and faults. False: there is none. */
bool read_native_name(const char *name, struct ls_config *config);
/* One option. False when the value does not fit; -1 when there is no such option. */
int read_native_option(struct ls_config *config, struct native_config *native, const char *option, const char *value);
/* Lock, variant, threads, roles and switches of the one into the other. */
void set_native_config(struct native_config *native, const struct ls_config *config);

#endif
