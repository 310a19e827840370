/** Run by scripts/lib/films.mjs when the page is built: the film of every story. */
import { Core } from '../../wasm/src/core';
import type { CoreSource } from '../../wasm/src/loader';
import type { Film } from '../src/drawings/miniature/film';
import { filmOf, toldSession } from '../src/drawings/miniature/make';

/** By the name of its scenario. */
export async function makeFilms(moduleOf: (lock: string) => CoreSource): Promise<[string, Film][]> {
	const core = new Core(moduleOf);
	await Promise.all(core.facts.locks.map(({ id }) => core.load(id)));
	return core.facts.scenarios
		.filter(({ sandbox }) => !sandbox)
		.map(({ name, lock }) => [name, filmOf(toldSession(core, name), core.lock(lock))]);
}
