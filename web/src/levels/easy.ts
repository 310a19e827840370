/** An easy level shows little until it is asked for, or touched. */
import type { Core, LevelFacts } from '../../../wasm/src';
import type { Document } from '../store/state';
import { addTouched, namesOf } from '../store/touched';

/** Up to this grade a level begins without the code and the tools: who comes from a lesson has met neither. */
const EASY = 3;

export const isEasy = ({ grade }: LevelFacts): boolean => grade <= EASY;

/** Of a level nobody knows what it will touch: the words of its own text, of its steps so far, and of what each thread is about to do. */
export function touchedSoFar(core: Core, { session, moment, level }: Document): readonly string[] {
	const names = new Set<string>();
	addTouched(session, names);
	for (const { preview } of moment.options)
		for (const name of namesOf(preview?.wordName ?? '')) names.add(name);
	const said = level ? [level.facts.task, ...level.facts.says].join(' ') : '';
	const own = new Set(said.match(/\w+/g));
	for (const { words } of core.lock(moment.machine.lock).memory)
		for (const { name } of words) if (own.has(name)) names.add(name);
	return [...names];
}
