/** Threads beyond those of a story, and how each comes to where it waits for the lock. */
import type { Action, Core, Schedule } from '../../../wasm/src';
import { counted, threadNames } from '../cache/words';
import { roleWord } from '../drawings/threads/roles';
import { addedTo } from '../narration/new-threads';
import { isFault } from '../narration/verdicts';
import type { App } from './app';
import { playSteps } from './playing';
import { doesSame } from './same-step';
import type { Document } from './state';

/** More steps of one thread on its way to wait are none that a text has. */
const MOST = 400;

type Session = Document['session'];

interface Way {
	tid: number;
	steps: Action[];
	end: 'waits' | 'gets' | 'ends' | 'off' | 'fails';
	/** how it waits */
	how: string;
}

const notThere = (tid: number, end: Way['end']): Way => ({ tid, steps: [], end, how: '' });

/** Where it stands when it takes no more step that changes anything. */
function standing(session: Session, tid: number, steps: Action[]): Way {
	const status = session.machine().threads[tid - 1]?.status;
	if (status === 'preempted') return notThere(tid, 'off');
	if (status === 'asleep') return { tid, steps, end: 'waits', how: 'is asleep' };
	if (status !== 'ready') return notThere(tid, 'ends');
	const why = session.options().find(({ action }) => action === tid - 1)?.why ?? '';
	return { tid, steps, end: 'waits', how: why };
}

/**
 * The thread plays alone until it waits; the session is then there, and where it does not come to wait as it was.
 * `orGets`: the lock that it gets alone is what it came for, and it stays there.
 */
function wayOf(session: Session, tid: number, orGets = false): Way {
	const behind = session.actions();
	const seen = new Map<string, number>();
	const back = (way: Way): Way => {
		session.load(behind);
		return way;
	};
	const steps: Action[] = [];
	while (steps.length < MOST) {
		const met = seen.get(session.hash());
		if (met !== undefined) {
			session.load([...behind, ...steps.slice(0, met)]);
			const how = 'spins: what it looks at does not change';
			return { tid, steps: steps.slice(0, met), end: 'waits', how };
		}
		seen.set(session.hash(), steps.length);
		const option = session.options().find(({ action }) => action === tid - 1);
		if (option?.result !== 'moved') {
			const way = standing(session, tid, steps);
			return way.end === 'waits' ? way : back(way);
		}
		session.step(tid - 1);
		steps.push(tid - 1);
		if (session.record(session.length - 1).acquired)
			return orGets ? { tid, steps, end: 'gets', how: '' } : back(notThere(tid, 'gets'));
		if (isFault(session.judge().verdict)) return back(notThere(tid, 'fails'));
	}
	return back(notThere(tid, 'ends'));
}

/** Of one, and of each of several. */
const LEFT: Readonly<Record<Exclude<Way['end'], 'waits'>, readonly [one: string, each: string]>> = {
	gets: [
		'alone it would get the lock, and not wait for it',
		'each alone would get the lock, and not wait for it',
	],
	ends: ['alone it does not come to wait', 'none comes to wait alone'],
	off: ['on its way it would lose its CPU', 'each would lose its CPU on its way'],
	fails: ['on its way a rule would be broken', 'on the way of each a rule would be broken'],
};

const VERBS: Readonly<Record<string, string>> = { is: 'are', spins: 'spin', waits: 'wait' };

/** The same of several; what is of one alone, as its own word, is that of each. '' where it cannot be said so. */
function howOfAll(how: string, tid: number): string {
	const [verb = '', ...rest] = how.split(' ');
	const many = VERBS[verb];
	if (!many) return '';
	const own = rest.join(' ').replaceAll(`T${tid}.`, 'their own ');
	return new RegExp(`\\bT${tid}\\b`).test(own) ? '' : `${many} ${own}`;
}

/** "T3 to T8": three and more that follow one another. */
function rangeNames(tids: readonly number[]): string {
	const [first = 0] = tids;
	const isRange = tids.length > 2 && tids.every((tid, i) => tid === first + i);
	return isRange ? `T${first} to T${tids.at(-1)}` : threadNames(tids);
}

function waysText(ways: readonly Way[]): string {
	const [{ tid, steps, end, how } = notThere(0, 'ends')] = ways;
	const names = rangeNames(ways.map((way) => way.tid));
	const [one, each] = end === 'waits' ? ['', ''] : LEFT[end];
	if (ways.length > 1)
		return end === 'waits'
			? `${names}, each alone, take ${counted(steps.length, 'step')} and ${howOfAll(how, tid)}.`
			: `${names} stay where they are: ${each}.`;
	if (end !== 'waits') return `${names} stays where it is: ${one}.`;
	return `${names}, alone, takes ${counted(steps.length, 'step')} and ${how}.`;
}

/** Those of whom the same is said are named together, in the order in which the first of them came. */
function allWaysText(ways: readonly Way[]): string {
	const alike = new Map<string, Way[]>();
	for (const way of ways) {
		const { tid, steps, end, how } = way;
		const all = howOfAll(how, tid);
		const same = end === 'waits' ? `${steps.length} ${all || `${tid} ${how}`}` : end;
		alike.set(same, [...(alike.get(same) ?? []), way]);
	}
	return [...alike.values()].map(waysText).join(' ');
}

/** Those of the kept steps that still do what they did, behind other steps than before. */
function sameBehind(core: Core, { config, session, moment }: Document, behind: Schedule): Schedule {
	const future = session.actions().slice(moment.at);
	const trial = core.session(config);
	trial.load(behind);
	const differs = future.findIndex((action, i) => {
		const result = trial.step(action);
		if (result !== 'moved' && result !== 'spun') return true;
		return !doesSame(trial.record(trial.length - 1), session.record(moment.at + i));
	});
	return differs < 0 ? future : future.slice(0, differs);
}

function restText({ moment }: Document, same: number): string {
	const left = moment.length - moment.at;
	if (moment.story !== 'telling' || left === 0) return '';
	if (same === 0) return ' The story’s next step does something else then.';
	const on = ' The story then goes on as it was written';
	return same === left ? `${on}.` : `${on} for ${same} of its ${counted(left, 'step')} to come.`;
}

const NONE = 'No thread is new here: “Set up” (s) has their number.';
const STAND = 'Who is new takes no step of its own now that would change anything.';

/** Whoever is new and not yet where it waits; null: nobody is new. */
function onTheirWay(core: Core, doc: Document): number[] | null {
	const { machine, options } = doc.moment;
	const added = addedTo(core, doc);
	const isOnItsWay = (tid: number) => {
		const { status, holds } = machine.threads[tid - 1] ?? {};
		const moves = options.some(({ action, result }) => action === tid - 1 && result === 'moved');
		return status === 'ready' && holds === 'nothing' && moves;
	};
	return added.length > 0 ? added.filter(isOnItsWay) : null;
}

/** Each that is new plays alone, one after the other, up to where it waits for the lock. */
export function joinQueue(app: App): void {
	const { core, doc } = app.state;
	if (!core || !doc) return;
	const tids = onTheirWay(core, doc);
	if (!tids || tids.length === 0) {
		app.page.say(tids ? STAND : NONE);
		return;
	}
	const session = sessionAt(core, doc);
	const ways = tids.map((tid) => wayOf(session, tid));
	playWays(app, core, doc, { steps: ways.flatMap((way) => way.steps), said: allWaysText(ways) });
}

function sessionAt(core: Core, { config, session, moment }: Document): Session {
	const here = core.session(config);
	here.load(session.actions().slice(0, moment.at));
	return here;
}

/** These steps come next, and behind them what of the kept ones still does the same. */
function playWays(
	app: App,
	core: Core,
	doc: Document,
	{ steps, said }: { steps: Action[]; said: string },
): void {
	if (steps.length === 0) {
		playSteps(app, doc, [], said, { joins: true });
		return;
	}
	const rest = sameBehind(core, doc, [...doc.session.actions().slice(0, doc.moment.at), ...steps]);
	playSteps(app, doc, steps, said + restText(doc, rest.length), { rest, joins: true });
}

/** "A reader comes: T3, alone, takes 5 steps and is asleep." */
function comerText(way: Way, role: string): string {
	const { tid, steps, end } = way;
	const came = role ? `${withArticle(role).replace(/^a/, 'A')} comes` : 'One more thread comes';
	if (end !== 'gets') return `${came}: ${waysText([way])}`;
	return `${came}: T${tid}, alone, takes ${counted(steps.length, 'step')} and gets the lock.`;
}

/** "an interruptible locker" */
export const withArticle = (role: string): string =>
	`${/^[aeiou]/.test(role) ? 'an' : 'a'} ${role}`;

/** "What if a reader comes now?": a thread more, in that role, which plays alone to where it waits, or has the lock. */
export function comesNow(app: App, role: number): void {
	const { config, moment } = app.doc ?? {};
	if (!config || !moment) return;
	const { maxThreads } = app.state.core?.facts ?? { maxThreads: 0 };
	if (config.threads >= maxThreads) {
		app.page.say(`There are ${config.threads} threads, and no room for one more.`);
		return;
	}
	const threads = config.threads + 1;
	app.documents.restart({ threads, roles: [...config.roles, role] });
	const { core, doc } = app.state;
	if (!core || !doc || doc.config.threads !== threads) return;
	const way = wayOf(sessionAt(core, doc), threads, true);
	const { roles } = core.lock(config.lock);
	const word = roles.length > 1 ? roleWord(roles, roles[role]?.letter ?? '') : '';
	playWays(app, core, doc, { steps: way.steps, said: comerText(way, word) });
}

const FIXED = 'Here the threads are given: free play, or a story, takes one more.';

/** Of a lock whose threads all do the same at once; else who it is that comes is asked for. */
export function askWhoComes(app: App): void {
	const { core, doc } = app.state;
	if (!core || !doc) return;
	if (doc.level || doc.recording) app.page.say(FIXED);
	else if (core.lock(doc.config.lock).roles.length < 2) comesNow(app, 0);
	else app.store.set({ comesAt: doc.moment });
}
