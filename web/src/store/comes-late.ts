/** "What if it comes late?": the thread whose step comes next takes none, and the others go on as far as they can without it. */
import { type Action, actionEnv, actionTid, type Core, type Option } from '../../../wasm/src';
import { counted, threadNames } from '../cache/words';
import { threadMeant } from '../controls/meant';
import { listed } from '../narration/phrases';
import { isFault } from '../narration/verdicts';
import type { App } from './app';
import { leftTold } from './document';
import { nextInTurn } from './in-turn';
import { ownersIn } from './owners';
import { playSteps } from './playing';
import type { Document } from './state';

/** Steps after which whoever has not finished does not get on. */
const MOST = 400;

type Session = Document['session'];

interface Late {
	held: number;
	steps: Action[];
	/** who got the lock meanwhile, one after the other */
	got: number[];
	/** the others, as they stand behind it */
	stand: { done: number[]; asleep: number[]; off: number[]; spins: number[]; waits: number[] };
	broken: boolean;
	/** what the step that comes late is about to do, before and behind; '' where it cannot be taken */
	about: [before: string, behind: string];
}

/** Whoever does not go on: the late one, and those who have no CPU by an act of the reader's own. */
interface Kept {
	held: number;
	off: ReadonlySet<number>;
}

/** Threads that are off by a preemption that is not the story's: its reader has asked what that comes to. */
function offByReader(
	{ session, moment }: Document,
	kinds: Core['facts']['envKinds'],
	from: number,
): Set<number> {
	const off = moment.machine.threads.filter(({ status }) => status === 'preempted');
	const own = session.actions().slice(from, moment.at);
	const isOwn = (tid: number) =>
		own.some((act) => kinds[actionEnv(act)]?.name === 'preempt' && actionTid(act) === tid);
	return new Set(off.map(({ tid }) => tid).filter(isOwn));
}

const aboutOf = (session: Session, tid: number): string => {
	const own = session.options().find(({ action }) => action === tid - 1);
	return own?.result === 'moved' ? own.about : '';
};

/** Until none can take a step, or all that they do has come round. */
function playBut(session: Session, kept: Kept, threads: number): Action[] {
	const seen = new Set<string>();
	const steps: Action[] = [];
	/* a CPU is given back, for that is certain to come */
	const goes = ({ tid, env }: Option) =>
		tid !== kept.held && (env === '' || (env === 'run' && !kept.off.has(tid)));
	let last = kept.held;
	while (steps.length < MOST && !seen.has(`${session.hash()} ${last}`)) {
		seen.add(`${session.hash()} ${last}`);
		const next = nextInTurn(session.options(), last, threads, goes);
		if (!next) break;
		session.step(next.action);
		steps.push(next.action);
		last = next.tid;
		if (isFault(session.judge().verdict)) break;
	}
	return steps;
}

function standOf(session: Session, held: number): Late['stand'] {
	const options = session.options();
	const stand: Late['stand'] = { done: [], asleep: [], off: [], spins: [], waits: [] };
	for (const { tid, status } of session.machine().threads) {
		const result = options.find(({ action }) => action === tid - 1)?.result;
		if (tid === held) continue;
		if (status === 'done' || status === 'dead') stand.done.push(tid);
		else if (status === 'asleep') stand.asleep.push(tid);
		else if (status === 'preempted') stand.off.push(tid);
		else if (result === 'spun' || result === 'moved') stand.spins.push(tid);
		else stand.waits.push(tid);
	}
	return stand;
}

function lateOf(core: Core, doc: Document, held: number): Late {
	const { config, session, moment } = doc;
	const own = moment.story === 'none' ? 0 : (leftTold(doc)?.at ?? moment.at);
	const trial = core.session(config);
	trial.load(session.actions().slice(0, moment.at));
	const before = aboutOf(trial, held);
	const off = offByReader(doc, core.facts.envKinds, own);
	const steps = playBut(trial, { held, off }, config.threads);
	return {
		held,
		steps,
		got: ownersIn(trial, moment.at, trial.length),
		stand: standOf(trial, held),
		broken: isFault(trial.judge().verdict),
		about: [before, aboutOf(trial, held)],
	};
}

const are = (tids: readonly number[], one: string, many: string): string =>
	tids.length > 0 ? `${threadNames(tids)} ${tids.length === 1 ? one : many}` : '';

const standText = ({ done, asleep, off, spins, waits }: Late['stand']): string =>
	listed(
		[
			are(done, 'is done', 'are done'),
			are(asleep, 'is asleep', 'are asleep'),
			are(off, 'stays without a CPU', 'stay without a CPU'),
			are(spins, 'spins', 'spin'),
			are(waits, 'waits', 'wait'),
		].filter(Boolean),
	);

/** "the lock goes to T2, then T3": in a row it is said once, with how often. */
function gotText(got: readonly number[]): string {
	if (got.length === 0) return 'nobody gets the lock meanwhile';
	const turns: { tid: number; n: number }[] = [];
	for (const tid of got) {
		const last = turns.at(-1);
		if (last?.tid === tid) last.n++;
		else turns.push({ tid, n: 1 });
	}
	const each = turns.map(({ tid, n }) => (n === 1 ? `T${tid}` : `T${tid} (${n} times)`));
	return `the lock goes to ${each.join(', then ')} meanwhile`;
}

/** What was played, and what it comes to. */
export function lateText({
	held,
	steps,
	got,
	stand,
	broken,
	about: [before, behind],
}: Late): string {
	const late = `T${held}’s next step comes late`;
	if (steps.length === 0) return `${late}: nobody else gets on without it. ${standText(stand)}.`;
	const n = counted(steps.length, 'step');
	const played = `${late}: the others go on without it, ${n} in turn, and ${gotText(got)}.`;
	if (broken) return `${played} A rule is broken before it comes.`;
	const then = behind.startsWith('about') ? `is ${behind}` : behind;
	const found = behind === '' || behind === before ? '' : ` Now T${held} ${then}.`;
	return `${played} ${standText(stand)}.${found}`;
}

/** Plays that, and says it. */
export function playLate(app: App): void {
	const { core, doc } = app.state;
	if (!core || !doc) return;
	const held = threadMeant(app.state);
	if (doc.level || doc.recording)
		app.page.say('Here each step is chosen by itself: press the number of a thread.');
	else if (doc.moment.finished || held === 0)
		app.page.say('Everyone is done: no step is left that could come late.');
	else {
		const late = lateOf(core, doc, held);
		playSteps(app, doc, late.steps, lateText(late));
	}
}
