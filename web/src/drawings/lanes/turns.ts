/** What an arrow that hands something on hands on: the lock itself, or a turn in a queue of those who wait for it. */
import type { LockFacts, Session } from '../../../../wasm/src';
import { sharedWords, wordPlace } from '../../../../wasm/src/words';

/** Of a longer schedule the beginning says it. */
const MOST = 2000;

/** The queue is the lock itself where its tail is all of the lock word; in any other, the head still has to get the lock. */
function isTurn(lock: LockFacts, word: number): boolean {
	const place = wordPlace(lock, word);
	if (!place || place.tid === 0) return false;
	const [first] = sharedWords(lock);
	return lock.queues.some(
		(q) => q.kind === 'mcs' && q.ready === place.facts.name && q.tail !== first?.facts.name,
	);
}

/** In words, of all that this schedule hands on. */
export function handoffText(lock: LockFacts, session: Session): string {
	let [locks, turns] = [0, 0];
	for (let i = 0; i < Math.min(session.length, MOST); i++) {
		const { sign, word } = session.record(i);
		if (sign !== 'handoff') continue;
		if (isTurn(lock, word)) turns++;
		else locks++;
	}
	if (turns === 0) return 'hands the lock on';
	return locks === 0 ? 'passes the turn' : 'hands on lock or turn';
}
