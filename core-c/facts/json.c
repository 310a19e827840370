/* SPDX-License-Identifier: MIT */
#include "json.h"

void ls_json_key(struct ls_text *o, const char *name)
{
	if (o->at[o->length - 1] != '{' && o->at[o->length - 1] != '[')
		ls_put(o, ",");
	if (name) {
		ls_put_json(o, name);
		ls_put(o, ":");
	}
}

void ls_json_string(struct ls_text *o, const char *name, const char *value)
{
	ls_json_key(o, name);
	ls_put_json(o, value ? value : "");
}

void ls_json_number(struct ls_text *o, const char *name, u32 value)
{
	ls_json_key(o, name);
	ls_putf(o, "%u", value);
}

void ls_json_open(struct ls_text *o, const char *name, const char *bracket)
{
	ls_json_key(o, name);
	ls_put(o, bracket);
}

void ls_json_close(struct ls_text *o, const char *bracket)
{
	ls_put(o, bracket);
}

void ls_json_boolean(struct ls_text *o, const char *name, bool value)
{
	ls_json_key(o, name);
	ls_put(o, value ? "true" : "false");
}

void ls_json_names(struct ls_text *o, const char *name, const char *const *list, u32 n)
{
	ls_json_open(o, name, "[");
	for (u32 i = 0; i < n; i++)
		ls_json_string(o, NULL, list[i]);
	ls_json_close(o, "]");
}

void ls_json_bytes(struct ls_text *o, const char *name, const u8 *list, u32 n)
{
	ls_json_open(o, name, "[");
	for (u32 i = 0; i < n; i++)
		ls_json_number(o, NULL, list[i]);
	ls_json_close(o, "]");
}
