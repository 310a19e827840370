/* SPDX-License-Identifier: MIT */
/* The tables that locks.def describes. */
#include <string.h>

#include "registry.h"

#define LOCK(id) extern const struct ls_lock_facts id##_facts;
#define VARIANT LS_NONE_
#define SWITCH LS_NONE_
#define PROCEDURE LS_NONE_
#include "locks.def"

const struct ls_lock_facts *const ls_locks[LS_LOCKS] = {
#define LOCK(id) &id##_facts,
#define VARIANT LS_NONE_
#define SWITCH LS_NONE_
#define PROCEDURE LS_NONE_
#include "locks.def"
};

const struct ls_variant ls_variants[] = {
#define LOCK LS_NONE_
#define VARIANT(lock, id, name, title) { LS_LOCK_##lock, lock##_VARIANT_##id, name, title },
#define SWITCH LS_NONE_
#define PROCEDURE LS_NONE_
#include "locks.def"
};
const u32 ls_variant_count = sizeof ls_variants / sizeof *ls_variants;

const struct ls_switch ls_switches[] = {
#define LOCK LS_NONE_
#define VARIANT LS_NONE_
#define SWITCH(lock, id, title, verdict, invariant, shown) \
	{ LS_LOCK_##lock, lock##_SWITCH_##id, #id, title, verdict, invariant, shown },
#define PROCEDURE LS_NONE_
#include "locks.def"
};
const u32 ls_switch_count = sizeof ls_switches / sizeof *ls_switches;

const u8 ls_proc_lock[LS_PROCS] = {
#define LOCK LS_NONE_
#define VARIANT LS_NONE_
#define SWITCH LS_NONE_
#define PROCEDURE(lock, proc, mode) [LS_PROC_##proc] = LS_LOCK_##lock,
#include "locks.def"
};
const u8 ls_proc_modes[LS_PROCS] = {
#define LOCK LS_NONE_
#define VARIANT LS_NONE_
#define SWITCH LS_NONE_
#define PROCEDURE(lock, proc, mode) [LS_PROC_##proc] = mode,
#include "locks.def"
};

u32 ls_variants_of(u8 lock)
{
	u32 count = 0;

	for (u32 i = 0; i < ls_variant_count; i++)
		count += ls_variants[i].lock == lock;
	return count;
}

u32 ls_switches_of(u8 lock)
{
	u32 count = 0;

	for (u32 i = 0; i < ls_switch_count; i++)
		count += ls_switches[i].lock == lock;
	return count;
}

bool ls_switch_mends(const struct ls_switch *s)
{
	return strncmp(s->name, "mend_", 5) == 0;
}

u32 ls_roles_of(u8 lock)
{
	u32 count = 0;

	while (ls_locks[lock]->roles[count].letter)
		count++;
	return count;
}

const struct ls_variant *ls_variant_named(const char *name)
{
	for (u32 i = 0; i < ls_variant_count; i++)
		if (strcmp(ls_variants[i].name, name) == 0)
			return &ls_variants[i];
	return NULL;
}

const struct ls_variant *ls_variant_at(u8 lock, u8 index)
{
	for (u32 i = 0; i < ls_variant_count; i++)
		if (ls_variants[i].lock == lock && ls_variants[i].index == index)
			return &ls_variants[i];
	return NULL;
}

const struct ls_switch *ls_switch_at(u8 lock, u8 index)
{
	for (u32 i = 0; i < ls_switch_count; i++)
		if (ls_switches[i].lock == lock && ls_switches[i].index == index)
			return &ls_switches[i];
	return NULL;
}
