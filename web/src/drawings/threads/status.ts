/** What is to be said of a thread beside its name. */
import type { Option, ThreadView } from '../../../../wasm/src';

export interface Status {
	/** one or two words */
	text: string;
	look: 'running' | 'spinning' | 'asleep' | 'off' | 'gone';
}

export function statusOf(thread: ThreadView, option: Option | undefined): Status {
	switch (thread.status) {
		case 'dead':
			return { text: 'dead', look: 'gone' };
		case 'done':
			return { text: 'done', look: 'gone' };
		case 'asleep':
			return thread.state === 'RUNNING'
				? { text: 'woken', look: 'running' }
				: { text: 'asleep', look: 'asleep' };
		case 'preempted':
			return { text: 'off its CPU', look: 'off' };
		default:
			if (option?.result === 'spun') return { text: 'spins', look: 'spinning' };
			return { text: 'on its CPU', look: 'running' };
	}
}

export interface Flag {
	text: string;
	strong: boolean;
}

/** Only what is out of the ordinary, so that an empty row says that nothing is. */
export function flagsOf(thread: ThreadView): Flag[] {
	const flags: Flag[] = [];
	const add = (on: boolean, text: string, strong = false) => on && flags.push({ text, strong });
	add(thread.holds === 'write', 'holds the lock', true);
	add(thread.holds === 'read', 'holds it as a reader', true);
	if (thread.status === 'done' || thread.status === 'dead') return flags;
	add(thread.needResched, 'need_resched', true);
	add(thread.signal === 'signal', 'signal pending', true);
	add(thread.signal === 'fatal', 'SIGKILL pending', true);
	add(thread.timeout === 'passed', 'timeout passed', true);
	add(thread.timeout === 'armed', 'timeout armed');
	add(thread.threshold === 'passed', 'waited too long', true);
	add(thread.threshold === 'armed', 'clock runs');
	add(thread.state !== 'RUNNING' && thread.status !== 'asleep', thread.state.toLowerCase());
	add(thread.preemptOff > 0, 'preemption off');
	return flags;
}
