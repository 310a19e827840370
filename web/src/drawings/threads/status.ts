/** What is to be said of a thread beside its name. */
import { type Option, type ThreadView, THREAD_WORDS as WORDS } from '../../../../wasm/src';

interface Status {
	/** one or two words */
	text: string;
	look: 'running' | 'spinning' | 'asleep' | 'off' | 'gone';
}

/** `option`: what its next step would do, for who wants to know whether it spins. */
export function statusOf(thread: ThreadView, option?: Option): Status {
	switch (thread.status) {
		case 'dead':
			return { text: WORDS.dead, look: 'gone' };
		case 'done':
			return { text: WORDS.done, look: 'gone' };
		case 'asleep':
			return thread.state === 'RUNNING'
				? { text: WORDS.woken, look: 'running' }
				: { text: WORDS.asleep, look: 'asleep' };
		case 'preempted':
			return { text: WORDS.preempted, look: 'off' };
		default:
			if (option?.result === 'spun') return { text: WORDS.spinning, look: 'spinning' };
			return { text: WORDS.running, look: 'running' };
	}
}

/** By what it tells of: a picture may show some kinds only. */
export const MARKS = [
	'holds',
	'need_resched',
	'signal',
	'timeout',
	'threshold',
	'state',
	'preemption',
] as const;

export type Mark = (typeof MARKS)[number];

/** Of a story as it is met first: the kernel turns preemption off in most slow paths, and few stories need to know. */
export const PLAIN_MARKS: readonly Mark[] = MARKS.filter((mark) => mark !== 'preemption');

const KEEPS_ITS_CPU =
	'The scheduler cannot take its CPU now; the thread gives it up when preemption is on again';

const WANTED = 'need_resched: the scheduler wants its CPU, and it leaves it as soon as it may';

interface Flag {
	of: Mark;
	text: string;
	strong: boolean;
	/** what it means, where its words do not say it */
	means?: string;
}

/** Only what is out of the ordinary, so that an empty row says that nothing is. */
export function flagsOf(thread: ThreadView): Flag[] {
	const flags: Flag[] = [];
	const add = (of: Mark, on: boolean, text: string, strong = false, means?: string) =>
		on && flags.push({ of, text, strong, ...(means && { means }) });
	add('holds', thread.holds === 'write', WORDS.holdsWrite, true);
	add('holds', thread.holds === 'read', WORDS.holdsRead, true);
	if (thread.status === 'done' || thread.status === 'dead') return flags;
	add('need_resched', thread.needResched, WORDS.needResched, true, WANTED);
	add('signal', thread.signal === 'pending', WORDS.signal, true);
	add('signal', thread.signal === 'fatal', WORDS.fatalSignal, true);
	add('timeout', thread.timeout === 'passed', WORDS.timeoutPassed, true);
	add('timeout', thread.timeout === 'running', WORDS.timeoutArmed);
	add('threshold', thread.threshold === 'passed', WORDS.thresholdPassed, true);
	add('threshold', thread.threshold === 'running', WORDS.thresholdArmed);
	add(
		'state',
		thread.state !== 'RUNNING' && thread.status !== 'asleep',
		thread.state.toLowerCase(),
	);
	/* behind schedule() the machine has run on to the next access: a thread that is off its CPU gets to that when it is back */
	const off = thread.preemptOff > 0 && thread.status !== 'preempted';
	add('preemption', off, WORDS.preemptOff, false, KEEPS_ITS_CPU);
	return flags;
}

/** All of it in one line. */
export function stateText(thread: ThreadView): string {
	const said = [statusOf(thread).text, ...flagsOf(thread).map(({ text }) => text)];
	return [...said, ...(thread.inKernel ? [WORDS.inKernel] : [])].join(', ');
}
