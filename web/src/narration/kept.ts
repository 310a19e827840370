/** Who waits because a thread has no CPU: played out, not looked up. */
import { type Core, ENDLESS, type Option, type Session } from '../../../wasm/src';
import { threadNames } from '../cache/words';
import { waitingAt } from '../compare/waiting';
import { nextInTurn } from '../store/in-turn';
import type { Document } from '../store/state';

/** Steps after which whoever has not finished does not get on. */
const MOST = 600;

type Plays = (tid: number) => boolean;

/** Of those that play, the thread that is next in turn takes a step, as often as one can and that is wished. */
function playOut(session: Session, threads: number, plays: Plays, more = () => true): void {
	let last = 0;
	for (let n = 0; n < MOST && more(); n++) {
		const goes = ({ tid, env }: Option) => plays(tid) && (env === '' || env === 'run');
		const next = nextInTurn(session.options(), last, threads, goes);
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

interface Waiting {
	/** who cannot finish as long as a thread takes no step, and could if it did */
	kept: number[];
	/** who cannot finish either way */
	stuck: number[];
}

/** null: that cannot be told. */
function waitingFor(
	core: Core,
	{ session, config, moment }: Document,
	held: number,
): Waiting | null {
	if (config.rounds === ENDLESS) return null;
	const trial = core.session(config);
	trial.load(session.actions().slice(0, moment.at));
	playOut(trial, config.threads, (tid) => tid !== held);
	const stand = unfinished(trial).filter((tid) => tid !== held);
	playOut(trial, config.threads, () => true);
	const left = unfinished(trial);
	return {
		kept: stand.filter((tid) => !left.includes(tid)),
		stuck: stand.filter((tid) => left.includes(tid)),
	};
}

/** Who cannot finish as long as a thread takes no step, and could if it did; null: that cannot be told. */
export const keptBy = (core: Core, doc: Document, held: number): number[] | null =>
	waitingFor(core, doc, held)?.kept ?? null;

/** It got the lock with the last of the steps. */
const acquires = (session: Session): boolean =>
	session.cursor > 0 && session.record(session.cursor - 1).acquired;

const isHolder = ({ machine }: Document['moment'], held: number): boolean =>
	machine.threads.some(({ tid, holds }) => tid === held && holds !== 'nothing');

/** Where only these play from the moment on, one of them gets the lock. */
function getsIt(core: Core, { session, config, moment }: Document, plays: Plays): boolean {
	const trial = core.session(config);
	trial.load(session.actions().slice(0, moment.at));
	const got = () => trial.cursor > moment.at && acquires(trial);
	playOut(trial, config.threads, plays, () => !got());
	return got();
}

/** It has the lock, or gets it by itself once it runs; and nobody else does before. */
function isOwner(core: Core, doc: Document, held: number): boolean {
	const { moment } = doc;
	if (moment.machine.threads.some(({ tid, holds }) => tid !== held && holds !== 'nothing'))
		return false;
	if (getsIt(core, doc, (tid) => tid !== held)) return false;
	return isHolder(moment, held) || getsIt(core, doc, (tid) => tid === held);
}

const wait = (tids: readonly number[]) =>
	`${threadNames(tids)} ${tids.length === 1 ? 'waits' : 'wait'}`;

/** Who waits for the lock, besides those that stand still: in the order of their numbers. */
function wantIt({ session, moment }: Document, held: number, still: readonly number[]): number[] {
	const all = new Set([...still, ...waitingAt(session, moment.at)]);
	return [...all].filter((tid) => tid !== held).sort((a, b) => a - b);
}

/** Of one thread without a CPU: whether the lock is its own, who waits for it by now, and who will have to. */
function textOf(core: Core, doc: Document, tid: number, { kept, stuck }: Waiting): string {
	const { options } = doc.moment;
	const moves = options.filter((o) => o.env === '' && o.result === 'moved').map((o) => o.tid);
	const now = kept.filter((other) => !moves.includes(other));
	const later = kept.filter((other) => moves.includes(other));
	if (kept.length > 0 && isOwner(core, doc, tid)) {
		const has = isHolder(doc.moment, tid);
		const whose = has ? `The lock is T${tid}’s` : `Only T${tid} can have the lock next`;
		const comes = moves.length > 0 ? 'nobody else gets it' : 'nobody works';
		/* also who still looks at its owner, or is on the way to sleep: of the lock's waiters none is left out */
		const all = wantIt(doc, tid, now);
		const who = all.length > 0 ? ` ${wait(all)} for it.` : '';
		return `${whose}, and T${tid} has no CPU: ${comes}.${who}`;
	}
	const off = `T${tid} has no CPU.`;
	/* of who waits in vain the story or the search tells */
	if (kept.length === 0)
		return stuck.length > 0 ? off : `${off} Nobody waits for it: the others go on.`;
	const until = `Until T${tid} is given one again`;
	const will = `${threadNames(later)} will have to wait for it`;
	if (now.length === 0) return `${off} Nobody waits for it yet. ${until}, ${will}.`;
	return `${off} ${until}, ${wait(now)} for it${later.length > 0 ? `, and ${will}` : ''}.`;
}

/**
 * Of each thread that has lost its CPU, what that comes to by now and in the end, and what would prevent it; '' where
 * none has. `brief`: before a room the last is said once, where a thread has just lost its CPU.
 */
export function keptText(core: Core, doc: Document, brief = false): string {
	const preempted = doc.moment.machine.threads.filter(({ status }) => status === 'preempted');
	const lock = core.facts.locks.find(({ id }) => id === doc.config.lock);
	const told = preempted
		.flatMap(({ tid }) => {
			const waiting = waitingFor(core, doc, tid);
			return waiting ? [textOf(core, doc, tid, waiting)] : [];
		})
		.join(' ');
	const saysAll = !brief || doc.moment.before?.env === 'preempt';
	return told && saysAll && lock?.preempted ? `${told} ${lock.preempted}` : told;
}
