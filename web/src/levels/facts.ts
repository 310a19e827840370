import { LEVELS } from '../../../wasm/generated/levels';
import type { LevelFacts } from '../../../wasm/src';

export const levels = LEVELS as readonly LevelFacts[];

export const levelNamed = (name: string): LevelFacts | undefined =>
	levels.find((level) => level.name === name);

/** From easy to hard; of one grade, in the order of the locks. */
export const byGrade = (): LevelFacts[] => [...levels].sort((a, b) => a.grade - b.grade);

export function levelAfter(name: string): LevelFacts | undefined {
	const all = byGrade();
	return all[all.findIndex((level) => level.name === name) + 1];
}
