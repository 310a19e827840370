/* SPDX-License-Identifier: MIT */
#include "keep_dead.h"

#include <stdlib.h>
#include <string.h>

#include "backend/step/step.h"
#include "machine_internal.h"
#include "registry.h"

enum { LINES = 1 << 12 }; /* at least those of a procedure */

static struct ls_program blind[LS_LOCKS], cleared[LS_LOCKS];

/* The programs once more, with nothing dead anywhere. */
static bool make_blind(void)
{
	static const u32 nothing[LINES];

	for (u32 lock = 0; lock < LS_LOCKS; lock++) {
		const struct ls_program *from = &ls_programs[lock];
		const struct ls_proc **procs = malloc(from->procs * sizeof *procs);
		struct ls_proc *copies = malloc(from->procs * sizeof *copies);

		if (!procs || !copies) {
			free(procs);
			free(copies);
			return false;
		}
		for (u32 i = 0; i < from->procs; i++) {
			copies[i] = *from->proc[i];
			copies[i].dead = nothing;
			procs[i] = &copies[i];
		}
		blind[lock] = (struct ls_program){procs, from->procs};
	}
	return true;
}

bool ls_keep_dead(bool keep)
{
	if (!cleared[0].proc) {
		if (!make_blind())
			return false;
		memcpy(cleared, ls_programs, sizeof cleared);
	}
	memcpy(ls_programs, keep ? blind : cleared, sizeof cleared);
	return true;
}
