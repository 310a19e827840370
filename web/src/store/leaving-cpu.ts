/**
 * A thread whose CPU the scheduler wants, while its preemption is off: where it leaves that CPU, by its own steps. It is
 * what becomes of a preemption that is asked for there.
 */
import type { Action, Beat, Core, Session, ThreadView } from '../../../wasm/src';
import { isFault } from '../narration/verdicts';
import type { App } from './app';
import { beatsOf } from './beats';
import { keySign } from './key-sign';
import type { Document } from './state';

/** More steps of one thread with preemption off are none that a text has. */
const MOST = 400;

interface Leaving {
	tid: number;
	/** its own, up to where it leaves its CPU, or to where it cannot go on */
	steps: Action[];
	/** waits: for another thread, on its CPU; fails: a rule is broken before */
	end: 'preempted' | 'asleep' | 'finished' | 'waits' | 'fails';
	/** the sentence of the last of these steps; '' where there is none */
	says: string;
}

const isWanted = ({ needResched, status }: ThreadView): boolean =>
	needResched && status === 'ready';

/** Whose CPU is wanted: whom the last step was about comes first, then who is in view. */
function wantedThread({ moment, focusTid }: Document): number {
	const wanted = moment.machine.threads.filter(isWanted).map(({ tid }) => tid);
	const first = [moment.before?.tid, focusTid].find((tid) => wanted.includes(tid ?? 0));
	return first ?? wanted[0] ?? 0;
}

function endAt(session: Session, tid: number): Leaving['end'] | null {
	if (isFault(session.judge().verdict)) return 'fails';
	const status = session.machine().threads[tid - 1]?.status;
	if (status === 'preempted' || status === 'asleep') return status;
	return status === 'ready' ? null : 'finished';
}

/** Null: no thread is wanted. */
export function leavingCpu(core: Core, doc: Document): Leaving | null {
	const tid = wantedThread(doc);
	if (tid === 0) return null;
	const { at } = doc.moment;
	const session = core.session(doc.config);
	session.load(doc.session.actions().slice(0, at));
	const steps: Action[] = [];
	let end: Leaving['end'] | null = null;
	while (!end && steps.length < MOST) {
		if (session.step(tid - 1) !== 'moved') break;
		steps.push(tid - 1);
		end = endAt(session, tid);
	}
	const says = steps.length > 0 ? session.narrate(session.length - 1) : '';
	return { tid, steps, end: end ?? 'waits', says };
}

const inSteps = (n: number): string =>
	n === 1 ? 'With its next step' : `In ${n} steps of its own`;

/** What becomes of it, in a sentence. */
export function leavingText({ tid, steps, end, says }: Leaving): string {
	const there = inSteps(steps.length);
	/* what it is to the words does not matter here */
	const last = says.replace(/(?:: [\w.]+ .* → .*)?\.$/, '');
	switch (end) {
		case 'preempted':
			return `${there} it turns preemption on again and is preempted: “${last}”.`;
		case 'asleep':
			return `${there} it goes to sleep, and leaves its CPU so: “${last}”.`;
		case 'finished':
			return `It does not leave it before its end: with preemption off T${tid} is done ${steps.length === 1 ? 'with its next step' : `in ${steps.length} steps of its own`}.`;
		case 'fails':
			return `${there} a rule is broken, and it still has its CPU.`;
		default:
			return steps.length === 0
				? 'It gets there only when another thread goes on: it waits for that with preemption off.'
				: `After ${steps.length === 1 ? '1 step' : `${steps.length} steps`} of its own it waits for another thread, with preemption off: it leaves its CPU when that has gone on.`;
	}
}

/** Whether there are steps to be played that end with a thread off its CPU. */
export const isPlayed = ({ end }: Leaving): boolean => end === 'preempted' || end === 'asleep';

const NONE = `No thread is to leave its CPU: where preemption is off, “preempt” (${keySign('e')} leads there) sets need_resched first.`;

/** In ms, before a room: it waits, and a press brings the steps to their end. */
const SHOWN = { all: 1900, each: 320 };

/** Before a room: up to where they lead, or to a question that is open on the way. */
function showLeaving(app: App, from: number, to: number): void {
	const { core, doc, view } = app.state;
	const beats = core && doc && view.notes ? beatsOf(core, doc) : [];
	const isOpen = ({ at, ask }: Beat) => ask !== undefined && !doc?.revealed.includes(at);
	const asks = beats.find((beat) => beat.at > from && beat.at < to && isOpen(beat));
	app.runs.through(asks?.at ?? to, SHOWN);
}

/** Puts these steps next, and plays them. */
export function playLeaving(app: App): void {
	const { core, doc } = app.state;
	if (!core || !doc) return;
	const found = leavingCpu(core, doc);
	if (!found || !isPlayed(found) || doc.level || doc.recording) {
		app.page.say(found ? `T${found.tid}: ${leavingText(found)}` : NONE);
		return;
	}
	const { at } = doc.moment;
	const schedule = [...doc.session.actions().slice(0, at), ...found.steps];
	app.documents.replaceSchedule(schedule, at, doc.aside);
	if (app.state.view.presenter) showLeaving(app, at, schedule.length);
	else app.play.toggle();
}
