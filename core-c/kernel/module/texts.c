// SPDX-License-Identifier: MIT
/* What there is to run: the locks that are compiled into the module, and their names. */
#include "texts.h"

const struct lk_text *lk_worker(const struct ls_lock_facts *facts)
{
	return lk_workers[facts->number];
}

const struct ls_lock_facts *lk_find_lock(const char *variant, const struct ls_variant **found)
{
	*found = ls_variant_named(variant);
	return *found ? ls_locks[(*found)->lock] : NULL;
}

bool lk_find_faults(const struct ls_lock_facts *facts, const char *names, u32 *switches)
{
	while (*names) {
		size_t length = strcspn(names, ",");
		const struct ls_switch *s = ls_switch_named(facts->number, names, length);

		if (!s)
			return false;
		*switches |= 1u << s->index;
		names += length + (names[length] == ',');
	}
	return true;
}
