import heads from 'virtual:lesson-heads';
import { LEVELS } from '../../../wasm/generated/levels';
import type { LevelFacts } from '../../../wasm/src';
import type { Moment } from '../store/state';

export const levels = LEVELS as readonly LevelFacts[];

export const levelNamed = (name: string): LevelFacts | undefined =>
	levels.find((level) => level.name === name);

/** The lesson that a level closes, if any does. */
export const lessonOf = (name: string) => heads.find((lesson) => lesson.levels.includes(name));

const placeOf = ({ name }: LevelFacts): number =>
	lessonOf(name)?.number ?? Number.POSITIVE_INFINITY;

/** From easy to hard; of one grade, in the order of the lessons, and what no lesson has behind them. */
export const byGrade = (): LevelFacts[] =>
	[...levels].sort(
		(a, b) =>
			a.grade - b.grade ||
			Math.sign(placeOf(a) - placeOf(b)) ||
			levels.indexOf(a) - levels.indexOf(b),
	);

export function levelAfter(name: string): LevelFacts | undefined {
	const all = byGrade();
	return all[all.findIndex((level) => level.name === name) + 1];
}

/** Nobody can take a step that changes anything. */
export const isStuck = ({ options }: Moment): boolean =>
	options.every(({ result }) => result !== 'moved');
