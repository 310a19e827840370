/** Who keeps looking at a word that names a thread: the spinners that watch the owner. */
import {
	actionTid,
	isEnvAction,
	type MachineView,
	type Option,
	opDoes,
	type Session,
	type StepRecord,
} from '../../../../wasm/src';

/** A thread that has not moved for so long has done other things to be told of. */
const FAR = 64;

/** So many looks one after the other. */
const WATCHING = 3;

/** Names of its last accesses, the last first. */
function lastAccesses(session: Session, at: number, tid: number, count: number): Looked[] {
	const found: Looked[] = [];
	for (let i = at - 1; i >= 0 && i >= at - FAR && found.length < count; i--) {
		const action = session.action(i);
		if (isEnvAction(action) || actionTid(action) !== tid) continue;
		const look = lookOf(session.record(i));
		if (look.wordName !== '') found.push(look);
	}
	return found;
}

const lookOf = ({ word, wordName, op, ok }: StepRecord): Looked => ({
	word,
	wordName,
	reads: !opDoes(op, 'writes'),
	tried: opDoes(op, 'mayFail') && !ok,
});

interface Looked {
	word: number;
	wordName: string;
	reads: boolean;
	/** to take the lock, in vain */
	tried: boolean;
}

/**
 * Threads on a CPU whose last accesses were looks, one of them again: at the word, or whether the thread that it names is on
 * a CPU; a try in vain between two looks is one of them. Who looks once whether waiting is worth while does not watch, nor does who
 * spins for another word by now, as its row says. Beside that only what has been done counts: the picture tells no step that is still to come.
 */
export function lookersAt(
	session: Session,
	at: number,
	{ threads }: MachineView,
	of: { word: number; names: number },
	options: readonly Option[] = [],
): number[] {
	const isLook = ({ word, wordName, reads, tried }: Looked) =>
		tried || (reads && (word === of.word || wordName.endsWith('.on_cpu')));
	const spinsElsewhere = ({ env, tid, result, preview }: Option) =>
		env === '' && tid !== of.names && result === 'spun' && !isLook(lookOf(preview));
	const gone = new Set(options.filter(spinsElsewhere).map(({ tid }) => tid));
	return threads
		.filter(({ tid }) => !gone.has(tid))
		.filter(({ tid, status }) => tid !== of.names && status === 'ready')
		.map(({ tid }) => tid)
		.filter((tid) => {
			const last = lastAccesses(session, at, tid, WATCHING);
			const words = new Set(last.map(({ word }) => word));
			const isAgain = last.length === WATCHING && words.size < WATCHING;
			return isAgain && words.has(of.word) && last.every(isLook);
		});
}
