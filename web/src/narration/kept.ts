/** Who waits because a thread has no CPU: played out, not looked up. */
import { type Core, ENDLESS, type Option, type Session } from '../../../wasm/src';
import type { Document } from '../store/state';

/** Steps after which whoever has not finished does not get on. */
const MOST = 600;

/** The thread that is next in turn takes a step, as often as one can; `held` takes none. */
function playOut(session: Session, threads: number, held: number): void {
	let last = 0;
	const turn = ({ tid }: Option) => (tid - last - 1 + threads) % threads;
	for (let n = 0; n < MOST; n++) {
		const [next] = session
			.options()
			.filter((o) => o.tid !== held && o.result === 'moved' && (o.env === '' || o.env === 'run'))
			.sort((a, b) => turn(a) - turn(b));
		if (!next) return;
		session.step(next.action);
		last = next.tid;
	}
}

const unfinished = (session: Session): number[] =>
	session
		.machine()
		.threads.filter(({ status }) => status !== 'done' && status !== 'dead')
		.map(({ tid }) => tid);

/** Who cannot finish as long as a thread takes no step, and could if it did; null: that cannot be told. */
export function keptBy(
	core: Core,
	{ session, config, moment }: Document,
	held: number,
): number[] | null {
	if (config.rounds === ENDLESS) return null;
	const trial = core.session(config);
	trial.load(session.actions().slice(0, moment.at));
	playOut(trial, config.threads, held);
	const stand = unfinished(trial).filter((tid) => tid !== held);
	playOut(trial, config.threads, 0);
	const left = unfinished(trial);
	return stand.filter((tid) => !left.includes(tid));
}

const named = (tids: readonly number[]): string => {
	const names = tids.map((tid) => `T${tid}`);
	const last = names.pop() ?? '';
	return names.length > 0 ? `${names.join(', ')} and ${last}` : last;
};

/**
 * Of each thread that has lost its CPU, who waits for it in the end, though it may move now, and what would prevent it;
 * '' where none has.
 */
export function keptText(core: Core, doc: Document): string {
	const preempted = doc.moment.machine.threads.filter(({ status }) => status === 'preempted');
	const lock = core.facts.locks.find(({ id }) => id === doc.config.lock);
	const told = preempted
		.flatMap(({ tid }) => {
			const kept = keptBy(core, doc, tid);
			if (!kept) return [];
			if (kept.length === 0)
				return [`T${tid} has no CPU. Only it loses time: nobody waits for it.`];
			return [
				`T${tid} has no CPU. Until T${tid} is given one again, ${named(kept)} ${kept.length === 1 ? 'waits' : 'wait'} for it.`,
			];
		})
		.join(' ');
	return told && lock?.preempted ? `${told} ${lock.preempted}` : told;
}
