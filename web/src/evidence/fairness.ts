/** What was searched of fairness: whether somebody may be passed without bound. */
import type { Config, LockFacts } from '../../../wasm/src';
import type { Evidence, StarvationRow } from '../docs/types';
import { isSameSetUp } from './nearest';

/** A threshold that strikes takes a circle away, or makes one: the row without it is of another set-up. */
const CLOCKS = ['x'];

/** The row of this very set-up, however many rounds it has: the search has no end of them. */
export function starvationOf(
	evidence: Evidence | null,
	config: Config,
	lock: LockFacts | undefined,
): StarvationRow | undefined {
	const variant = lock?.variants[config.variant]?.name ?? '';
	const rows = evidence?.starvation[variant] ?? [];
	return lock && rows.find(({ check }) => isSameSetUp(check, config, lock, CLOCKS));
}

/** "T2 may be passed without bound, though it sleeps for the lock: behind 15 steps, a schedule of 28 …" */
export function starvationText({ who, asleep, way, states }: StarvationRow): string {
	const all = 'where every thread that can move does so in the end';
	if (who === 'nobody')
		return `Nobody who waits can be passed without bound, ${all}: all ${states} states of endless rounds.`;
	const [, tid, lead, round, passed] = /^(T\d+): (\d+) \+ (\d+), passed (\d+)$/.exec(way) ?? [];
	const sleeps = asleep.split(' ').includes(tid ?? '');
	const others = `others get the lock ${passed === '1' ? 'once' : `${passed} times`} on it, and ${tid} does not`;
	const circle = `behind ${lead} steps, a schedule of ${round} steps leads back to the same state; ${others}.`;
	return sleeps
		? `${tid} may be passed without bound, even asleep for the lock: ${circle}`
		: `${tid} may be passed without bound while it spins: ${circle} Nobody who has gone to sleep for the lock can be.`;
}
