/* SPDX-License-Identifier: MIT */
/* JSON, written piece by piece; the comma before each finds itself. A name of NULL: an element of a list. */
#ifndef LOCKSTEP_FACTS_JSON_H
#define LOCKSTEP_FACTS_JSON_H

#include "text/text.h"

void ls_json_key(struct ls_text *o, const char *name);
void ls_json_string(struct ls_text *o, const char *name, const char *value);
void ls_json_number(struct ls_text *o, const char *name, u32 value);
void ls_json_open(struct ls_text *o, const char *name, const char *bracket);
void ls_json_close(struct ls_text *o, const char *bracket);
void ls_json_boolean(struct ls_text *o, const char *name, bool value);
void ls_json_names(struct ls_text *o, const char *name, const char *const *list, u32 n);
void ls_json_bytes(struct ls_text *o, const char *name, const u8 *list, u32 n);
#define LS_JSON_NAMES(o, name, list) ls_json_names(o, name, list, sizeof list / sizeof *list)

#endif
