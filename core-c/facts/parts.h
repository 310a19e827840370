/* SPDX-License-Identifier: MIT */
/* What the facts consist of. */
#ifndef LOCKSTEP_FACTS_PARTS_H
#define LOCKSTEP_FACTS_PARTS_H

#include "json.h"
#include "level.h"
#include "repair.h"
#include "scenario.h"

void ls_put_lock(struct ls_text *o, u8 id);
void ls_put_scenario(struct ls_text *o, const struct ls_scenario *s);
void ls_put_level(struct ls_text *o, const struct ls_level *l);
void ls_put_repair(struct ls_text *o, const struct ls_repair *r);
void ls_put_layout(struct ls_text *o);
/* Inside the object of enums. */
void ls_put_kinds(struct ls_text *o);
void ls_put_numbers(struct ls_text *o);

#endif
