/** Two scenarios told in lock step: everything follows from the two stories and one number. */
import type { Core, Session } from '../../../wasm/src';
import { isEnv } from './document';

export interface Tally {
	/** accesses to the words that all threads share: the lock's, not the nodes' */
	shared: number;
	/** those of them before which another thread had the word: its cache line travels */
	travels: number;
	/** accesses to queue nodes */
	nodes: number;
	/** compare-and-swaps that failed */
	failed: number;
	/** threads woken */
	woken: number;
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

export function tallyOf(core: Core, session: Session, at: number): Tally {
	const { words, nodes } = session.machine(0);
	const shared = new Set(words.map((w) => w.id));
	const ofNodes = new Set(nodes.flatMap((n) => n.words.map((w) => w.id)));
	const code = (name: string) => core.facts.ops.indexOf(name);
	const [cas, wake] = [code('cas'), code('wake')];
	const columns = session.columns();
	const tally: Tally = { shared: 0, travels: 0, nodes: 0, failed: 0, woken: 0 };
	const lastActor = new Map<number, number>();
	for (let i = 0; i < at; i++) {
		const actor = columns.action[i] ?? 0;
		if (isEnv(actor)) continue;
		const word = columns.word[i] ?? 0;
		if (columns.op[i] === wake) tally.woken++;
		if (columns.op[i] === cas && !session.record(i).ok) tally.failed++;
		if (ofNodes.has(word)) tally.nodes++;
		if (!shared.has(word)) continue;
		tally.shared++;
		const last = lastActor.get(word);
		if (last !== undefined && last !== actor) tally.travels++;
		lastActor.set(word, actor);
	}
	return tally;
}
