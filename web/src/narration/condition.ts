/** What a search behind some steps assumes of the environment, in words. */
import { ENDLESS, type Facts, type LockFacts } from '../../../wasm/src';
import { nounOf } from './verdicts';

export interface Outside {
	/** kinds of acts that the text of the lock looks for, by name */
	of: readonly string[];
	/** what may come from outside in all, and still */
	budget: readonly number[];
	left: readonly number[];
	/** whose invariants a search may find broken */
	lock?: LockFacts | undefined;
}

/** Two have names; more would hide the sentence. */
const NAMED = 2;

const times = (n: number, noun: string) =>
	n === ENDLESS ? `any number of ${noun}s` : `at most ${n} more ${noun}${n === 1 ? '' : 's'}`;

/** The kinds of acts of which one more can matter to this lock, by number. */
export const actsOf = ({ envKinds }: Facts, of: readonly string[]): number[] =>
	envKinds.flatMap(({ name, budget }, kind) =>
		budget && name !== '' && of.includes(name) ? [kind] : [],
	);

/**
 * "with no further preemption or signal": what nobody may leave out who says that no schedule fails. '' where nothing
 * from outside can matter.
 */
export function conditionText(facts: Facts, { of, budget, left }: Outside): string {
	const kinds = actsOf(facts, of);
	const noun = (kind: number) => nounOf(facts.envKinds[kind]?.name ?? '');
	const may = kinds.filter((kind) => (left[kind] ?? 0) > 0);
	const barred = kinds.filter((kind) => (left[kind] ?? 0) === 0);
	if (may.length > 0) {
		const parts = may.map((kind) => times(left[kind] ?? 0, noun(kind)));
		if (barred.length > 0) parts.push('nothing else from outside');
		const last = parts.pop();
		return `with ${parts.length > 0 ? `${parts.join(', ')} and ` : ''}${last}`;
	}
	if (barred.length === 0) return '';
	if (barred.length > NAMED) return 'with nothing more from outside';
	const further = barred.some((kind) => (budget[kind] ?? 0) > 0) ? 'further ' : '';
	return `with no ${further}${barred.map(noun).join(' or ')}`;
}

/** How a sentence on what follows begins, with what it is said under; '' for nothing. */
export const fromHere = (condition: string): string =>
	condition ? `From here, ${condition},` : 'From here';

/** "one more preemption": an act more than the search before was given. */
export function oneMoreText(facts: Facts, kind: number, left: readonly number[]): string {
	const n = (left[kind] ?? 0) + 1;
	const noun = nounOf(facts.envKinds[kind]?.name ?? '');
	return n === 1 ? `one more ${noun}` : `${n} more ${noun}s`;
}
