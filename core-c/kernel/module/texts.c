// SPDX-License-Identifier: MIT
/* What there is to run: the texts that are compiled into the module, and their names. */
#include "texts.h"

/* The texts of tp_futex are not here: the kernel itself has them. */
#define HERE_mcs(...) __VA_ARGS__
#define HERE_mutex(...) __VA_ARGS__
#define HERE_rwsem(...) __VA_ARGS__
#define HERE_tp_futex(...)

#define LOCK(id) HERE_##id(extern const struct ls_lock_facts id##_facts;)
#define VARIANT LS_NONE_
#define SWITCH LS_NONE_
#define PROCEDURE(lock, proc, mode) HERE_##lock(extern const struct lk_text proc##_kernel_text;)
#include "locks.def"

static const struct ls_lock_facts *const facts_of[LS_LOCKS] = {
#define LOCK(id) HERE_##id([LS_LOCK_##id] = &id##_facts,)
#define VARIANT LS_NONE_
#define SWITCH LS_NONE_
#define PROCEDURE LS_NONE_
#include "locks.def"
};

static const struct lk_text *const text_of[LS_PROCS] = {
#define LOCK LS_NONE_
#define VARIANT LS_NONE_
#define SWITCH LS_NONE_
#define PROCEDURE(lock, proc, mode) HERE_##lock([LS_PROC_##proc] = &proc##_kernel_text,)
#include "locks.def"
};

static const struct {
	u8 lock, index;
	const char *name;
} variants[] = {
#define LOCK LS_NONE_
#define VARIANT(lock, id, name, title) HERE_##lock({ LS_LOCK_##lock, lock##_VARIANT_##id, name },)
#define SWITCH LS_NONE_
#define PROCEDURE LS_NONE_
#include "locks.def"
};

static const struct {
	u8 lock, index;
	const char *name;
} faults[] = {
#define LOCK LS_NONE_
#define VARIANT LS_NONE_
#define SWITCH(lock, id, ...) HERE_##lock({ LS_LOCK_##lock, lock##_SWITCH_##id, #id },)
#define PROCEDURE LS_NONE_
#include "locks.def"
};

const struct lk_text *lk_text(u32 proc)
{
	return text_of[proc];
}

const struct ls_lock_facts *lk_find_lock(const char *variant, u32 *index)
{
	for (u32 i = 0; i < ARRAY_SIZE(variants); i++) {
		if (strcmp(variants[i].name, variant))
			continue;
		*index = variants[i].index;
		return facts_of[variants[i].lock];
	}
	return NULL;
}

static bool find_fault(const struct ls_lock_facts *facts, const char *name, size_t length, u32 *switches)
{
	for (u32 i = 0; i < ARRAY_SIZE(faults); i++) {
		if (facts_of[faults[i].lock] != facts || strlen(faults[i].name) != length ||
		    strncmp(faults[i].name, name, length))
			continue;
		*switches |= 1u << faults[i].index;
		return true;
	}
	return false;
}

bool lk_find_faults(const struct ls_lock_facts *facts, const char *names, u32 *switches)
{
	while (*names) {
		size_t length = strcspn(names, ",");

		if (!find_fault(facts, names, length, switches))
			return false;
		names += length + (names[length] == ',');
	}
	return true;
}

const char *lk_fault_name(const struct ls_lock_facts *facts, u32 index)
{
	for (u32 i = 0; i < ARRAY_SIZE(faults); i++)
		if (facts_of[faults[i].lock] == facts && faults[i].index == index)
			return faults[i].name;
	return NULL;
}
