/** Finds the steps worth stopping at, from the compact columns of a session: 10,000 steps cost nothing. */
import {
	actionTid,
	FLAGS,
	isEnvAction,
	OPS,
	type OpName,
	opDoes,
	opNumber,
	RESULTS,
	type Session,
} from '../../../wasm/src';

export type StepTest = (index: number) => boolean;

const SPUN = RESULTS.indexOf('spun');
const ACQUIRED_OR_RELEASED_OR_FINISHED = FLAGS.acquired | FLAGS.released | FLAGS.finished;

const numbersOf = (are: (name: OpName) => boolean) =>
	new Set(OPS.flatMap((name, op) => (are(name) ? [op] : [])));
const SLEEP = opNumber('sleep');
const WAKE = opNumber('wake');
const RUN = opNumber('run');
const TRIES = numbersOf((name) => opDoes(name, 'mayFail'));

/** A beat: the step took or gave up the lock, put a thread to sleep, woke one, or came from outside. */
export function beatTest(session: Session): StepTest {
	const { action, op, flags } = session.columns();
	return (i) =>
		isEnvAction(action[i] ?? 0) ||
		((flags[i] ?? 0) & ACQUIRED_OR_RELEASED_OR_FINISHED) !== 0 ||
		op[i] === SLEEP ||
		op[i] === WAKE;
}

/** A beat, and the moment before a CPU is given back: by then all who wait for its thread are seen to wait. */
export function restTest(session: Session): StepTest {
	const { op } = session.columns();
	const isBeat = beatTest(session);
	return (i) => isBeat(i) || op[i + 1] === RUN;
}

/** Contention: a thread polled in vain, lost a compare-and-swap or a trylock, or went to sleep. */
export function contentionTest(session: Session): StepTest {
	const { op, result } = session.columns();
	return (i) => {
		const code = op[i] ?? 0;
		if (result[i] === SPUN || code === SLEEP) return true;
		return TRIES.has(code) && !session.record(i).ok;
	};
}

export function threadTest(session: Session, tid: number): StepTest {
	const { action } = session.columns();
	return (i) => actionTid(action[i] ?? 0) === tid;
}

/** The lock word is the first word of every lock. */
export function lockWordTest(session: Session): StepTest {
	const word = session.machine(0).words[0]?.id ?? 0;
	const columns = session.columns();
	return (i) => {
		if (columns.word[i] !== word) return false;
		const record = session.record(i);
		return record.old !== record.new;
	};
}

/** Where the next press of the clicker ends: at the next moment that the author speaks of. */
export const clickerStop = (at: number, beats: readonly { at: number }[], end: number): number =>
	beats.find((beat) => beat.at > at)?.at ?? end;

/** First step index >= from that passes, or -1. */
export function findForward(session: Session, from: number, test: StepTest): number {
	for (let i = from; i < session.length; i++) if (test(i)) return i;
	return -1;
}

/** Last step index <= from that passes, or -1. */
export function findBackward(from: number, test: StepTest): number {
	for (let i = from; i >= 0; i--) if (test(i)) return i;
	return -1;
}
