/** Two scenarios told in lock step: everything follows from the two stories and one number. */
import type { Core, Session } from '../../../wasm/src';

export interface Tally {
	/** accesses to the lock word */
	accesses: number;
	/** how often that word was next touched by another thread: its cache line travels */
	transfers: number;
	/** compare-and-swaps that lost */
	lost: number;
}

/** The whole story, ready to be looked at anywhere. */
export function toldSession(core: Core, name: string): Session {
	const session = core.session(core.configOf(name));
	session.load(core.scenario(name)?.story ?? []);
	return session;
}

export function storyLength(core: Core, name: string): number {
	return core.scenario(name)?.story.length ?? 0;
}

export function tallyOf(session: Session, at: number): Tally {
	const word = session.machine(0).words[0]?.id ?? 0;
	const columns = session.columns();
	const tally: Tally = { accesses: 0, transfers: 0, lost: 0 };
	let last = -1;
	for (let i = 0; i < at; i++) {
		if (columns.word[i] !== word) continue;
		const actor = columns.action[i] ?? 0;
		tally.accesses++;
		if (last >= 0 && actor !== last) tally.transfers++;
		last = actor;
		const record = session.record(i);
		if (record.op === 'cas' && !record.ok) tally.lost++;
	}
	return tally;
}
