/** A clicker on steps of the reader's own: where a press stops, and the way back to where it was pressed. */
import { type Core, type Session, wrote } from '../../../wasm/src';
import { wordsOfQueue } from '../drawings/queue/order';
import { restTest, type StepTest } from './events';
import type { Document } from './state';

/** Words that say who holds the lock and who waits: the lock word, those that its queues hang on, and whose turn it is in them. */
function tellingWords(core: Core, session: Session): ReadonlyMap<number, string> {
	const { words, nodes, lock } = session.machine(0);
	const { queues = [] } = core.facts.locks.find(({ id }) => id === lock) ?? {};
	const names = new Set(queues.flatMap(wordsOfQueue));
	const turns = new Set(queues.map((q) => (q.kind === 'mcs' ? q.ready : '')));
	const telling = [
		...words.filter(({ name }, i) => i === 0 || names.has(name)),
		...nodes.flatMap((node) => node.words.filter(({ facts }) => turns.has(facts.name))),
	];
	return new Map(telling.map(({ id, facts }) => [id, facts.kind]));
}

/** The step has changed who holds or who waits. */
export function turnTest(core: Core, session: Session): StepTest {
	const rests = restTest(session);
	const telling = tellingWords(core, session);
	const { word } = session.columns();
	return (i) => {
		if (rests(i)) return true;
		const kind = telling.get(word[i] ?? -1);
		if (kind === undefined) return false;
		const record = session.record(i);
		/* of a list no value says what is in it */
		const isNew = kind === 'list' ? wrote(record) : record.old !== record.new;
		return record.result === 'moved' && isNew;
	};
}

/** Moments at which the clicker was pressed to go on, each with the steps that led there. */
export class Presses {
	private readonly made: { at: number; behind: string }[] = [];

	push(doc: Document): void {
		const { at } = doc.moment;
		this.made.push({ at, behind: stepsTo(doc, at) });
	}

	/** The last of them on the way to this moment, which is gone with that. */
	pop({ session, moment, config }: Document): number | undefined {
		while (this.made.length > 0) {
			const press = this.made.pop();
			const isBehind = press && press.at < moment.at;
			if (isBehind && press.behind === stepsTo({ session, config }, press.at)) return press.at;
		}
		return undefined;
	}
}

const stepsTo = ({ session, config }: Pick<Document, 'session' | 'config'>, at: number): string =>
	`${config.scenario} ${session.actions().slice(0, at)}`;
