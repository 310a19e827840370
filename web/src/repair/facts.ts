/** Repairs: a text with a fault, which the reader mends (docs/levels.md). */
import { REPAIR_FILES, REPAIRS } from '../../../wasm/generated/repairs';
import type { RepairFacts, RepairHead } from '../../../wasm/src';

export const repairs = REPAIRS as readonly RepairHead[];

/** From easy to hard. */
export const repairsByGrade = (): RepairHead[] => [...repairs].sort((a, b) => a.grade - b.grade);

const coming = new Map<string, Promise<RepairFacts | null>>();

/** null: there is none of that name. */
export function repairNamed(name: string): Promise<RepairFacts | null> {
	const file = Object.hasOwn(REPAIR_FILES, name) ? REPAIR_FILES[name] : undefined;
	if (!file) return Promise.resolve(null);
	const found = coming.get(name) ?? file().then(({ REPAIR }) => REPAIR as RepairFacts);
	coming.set(name, found);
	found.catch(() => coming.delete(name));
	return found;
}

/** The next one, from easy to hard. */
export function repairAfter(name: string): RepairHead | undefined {
	const all = repairsByGrade();
	return all[all.findIndex((one) => one.name === name) + 1];
}
