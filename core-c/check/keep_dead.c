/* SPDX-License-Identifier: MIT */
#include "keep_dead.h"

#include <stdlib.h>
#include <string.h>

#include "backend/step/step.h"
#include "machine_internal.h"
#include "registry.h"

enum { LINES = 1 << 12 }; /* at least those of a procedure */

/* The program once more, with nothing to clear anywhere; false when memory is short. */
static bool make_blind(const struct ls_program *from, struct ls_program *to)
{
	static const u32 nothing[LINES];
	const struct ls_proc **procs = malloc(from->procs * sizeof *procs);
	struct ls_proc *copies = malloc(from->procs * sizeof *copies);

	if (!procs || !copies) {
		free(procs);
		free(copies);
		return false;
	}
	for (u32 i = 0; i < from->procs; i++) {
		copies[i] = *from->proc[i];
		copies[i].clear = nothing;
		procs[i] = &copies[i];
	}
	*to = (struct ls_program){procs, from->procs};
	return true;
}

struct ls_program *ls_keep_dead(void)
{
	struct ls_program *built = malloc(LS_LOCKS * sizeof *built);

	if (!built)
		return NULL;
	memcpy(built, ls_programs, LS_LOCKS * sizeof *built);
	for (u32 lock = 0; lock < LS_LOCKS; lock++)
		if (!make_blind(&built[lock], &ls_programs[lock])) {
			ls_keep_dead_no_more(built);
			return NULL;
		}
	return built;
}

void ls_keep_dead_no_more(struct ls_program *built)
{
	for (u32 lock = 0; lock < LS_LOCKS; lock++)
		if (ls_programs[lock].proc != built[lock].proc) {
			free((void *)ls_programs[lock].proc[0]);
			free((void *)ls_programs[lock].proc);
		}
	memcpy(ls_programs, built, LS_LOCKS * sizeof *built);
	free(built);
}
