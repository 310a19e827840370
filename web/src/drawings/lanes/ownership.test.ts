import { expect, it } from 'vitest';
import { builtCore } from '../../../../wasm/src/testing';
import { holdersOf } from './ownership';

const core = await builtCore();

function told(name: string) {
	const session = core.session(core.configOf(name));
	session.load(core.scenario(name)?.story ?? []);
	return session;
}

/** Whom the lock goes to in a story, and from whom: "18: T1→T2". */
function passings(name: string): string[] {
	const session = told(name);
	return Array.from({ length: session.length }, (_, i) =>
		holdersOf(session, session.config.threads, i + 1)
			.filter((holder) => holder.gained)
			.map(({ tid, from }) => `${i + 1}: ${from ? `T${from}→` : ''}T${tid}`),
	).flat();
}

it('the lock goes from who had it last to who has it now', () => {
	expect(passings('mcs-queue')).toEqual(['3: T1', '18: T1→T2', '23: T2→T3']);
	expect(passings('mutex-thief')).toEqual(['1: T1', '25: T1→T3']);
});

it('not from one that still has it too', () => {
	const two = passings('rwsem-single-pass');
	expect(two).toContain('33: T2');
	expect(two).toContain('38: T3');
});

it('it is nobody’s at the start', () => {
	expect(holdersOf(told('mcs-queue'), 3, 0)).toEqual([]);
});

it('whoever is said to hold it holds it, at every moment of every story', () => {
	for (const { name } of core.facts.scenarios) {
		const session = told(name);
		for (let at = 0; at <= session.length; at++) {
			const { threads } = session.machine(at);
			const holders = holdersOf(session, threads.length, at);
			expect(holders.map((h) => h.tid)).toEqual(
				threads.filter((t) => t.holds !== 'nothing').map((t) => t.tid),
			);
			for (const { tid, from, gained } of holders)
				expect(from === 0 || (gained && from !== tid)).toBe(true);
		}
	}
});
