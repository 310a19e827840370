/** A schedule told step by step, on a session of its own: the reader may go on stepping meanwhile. */
import type {
	Action,
	Config,
	Core,
	Judgement,
	MachineView,
	ProcFacts,
	Schedule,
	Session,
	StepRecord,
} from '../../../wasm/src';

/** What is to be exported. */
export interface Order {
	core: Core;
	config: Config;
	actions: Schedule;
	/** opens the end of this schedule in the page; '' when it is too long for an address */
	address: string;
	/** other than the scenario's, and what it shows */
	title?: string;
	lesson?: string;
	/** what a search of this configuration has found, in words */
	searched?: string;
	/** of a recorded run: where it comes from, and which steps are not of it */
	recording?: string;
	/** while all steps are as recorded */
	recorded?: Recorded;
}

/** What a recorded run says of the actions beside what they are. */
export interface Recorded {
	/** when each happened, in µs from any start */
	when: Float64Array;
	/** no event of the recording is this step: it was put in so that the others fit */
	inferred(i: number): boolean;
}

export interface ToldStep {
	/** counted from 0 */
	i: number;
	record: StepRecord;
	before: MachineView;
	after: MachineView;
	/** "T1 decrements the count: count 1 → 0." */
	sentence: string;
	/** of the state after the step */
	judgement: Judgement;
}

const UNSAID = { sentence: '', judgement: { verdict: '', what: '' } };

/**
 * One step after the other; stops early where an action does not apply. Without words, sentences
 * and judgements are left out.
 */
export function* tell(
	{ core, config, actions }: Order,
	inWords = true,
): Generator<ToldStep, Session> {
	const session = core.session(config);
	let before = session.machine();
	for (let i = 0; i < actions.length; i++) {
		const result = session.step(actions[i] as Action);
		if (result !== 'moved' && result !== 'spun') break;
		const after = result === 'moved' ? session.machine() : before;
		const said = inWords ? { sentence: session.narrate(i), judgement: session.judge() } : UNSAID;
		yield { i, record: session.record(i), before, after, ...said };
		before = after;
	}
	return session;
}

const WITHOUT_EFFECT = new Set(['none', 'critical']);

/** The two parts of a thread's sentence: what it did, and what came of it ('' where that is nothing). */
export function partsOf(
	{ env, op }: Pick<StepRecord, 'env' | 'op'>,
	sentence: string,
): { did: string; effect: string } {
	const whole = sentence.replace(/\.$/, '');
	const colon = whole.lastIndexOf(': ');
	if (env !== '' || WITHOUT_EFFECT.has(op) || colon < 0) return { did: whole, effect: '' };
	return { did: whole.slice(0, colon), effect: whole.slice(colon + 2) };
}

/** The procedure and line that a step ran: "mspin_lock:31"; '' for the environment. */
export function placeOf(procs: readonly ProcFacts[], { proc, line }: StepRecord): string {
	if (line === 0) return '';
	return `${procs[proc]?.name ?? '?'}:${line}`;
}
