/** Which story tells of what has just come from outside: by the acts in its schedule, and by whom they meet there. */
import { actionEnv, actionTid, type Core, type ScenarioFacts } from '../../../wasm/src';
import { waitingAt } from '../compare/waiting';
import type { App } from './app';
import { hasOtherThreads, isFinding } from './beats';
import type { Document } from './state';

type Session = Document['session'];

/** An act from outside, by what it is and whom it meets. */
interface Event {
	/** number of the kind */
	kind: number;
	/** the thread had the lock, waited for it, or neither */
	met: 'owner' | 'waiter' | 'neither';
	/** behind it the thread has no CPU */
	off: boolean;
	/** another waits for the lock by then */
	isWaitedFor: boolean;
}

function eventAt(session: Session, step: number): Event {
	const action = session.action(step);
	const tid = actionTid(action);
	const thread = (at: number) => session.machine(at).threads[tid - 1];
	const waiting = waitingAt(session, step);
	const waits = waiting.includes(tid) ? 'waiter' : 'neither';
	return {
		kind: actionEnv(action),
		met: thread(step)?.holds === 'nothing' ? waits : 'owner',
		off: thread(step + 1)?.status === 'preempted',
		isWaitedFor: waiting.some((other) => other !== tid),
	};
}

const isAlike = (a: Event, b: Event): boolean =>
	a.kind === b.kind && a.met === b.met && a.off === b.off;

/** What comes from outside; that a thread is given a CPU again happens to everybody. */
function isAct({ facts }: Core): (action: number) => boolean {
	const run = facts.envKinds.findIndex(({ name }) => name === 'run');
	return (action) => ![0, run].includes(actionEnv(action));
}

interface Opening {
	step: number;
	event: Event;
	/** no other act from outside comes before it */
	isFirst: boolean;
}

const openings = new WeakMap<ScenarioFacts, Map<number, Opening | null>>();

/** Of a story the first act of that kind. */
function firstOf(core: Core, scenario: ScenarioFacts, kind: number): Opening | null {
	const { name, story } = scenario;
	const step = story.findIndex((action) => actionEnv(action) === kind);
	if (step < 0) return null;
	const session = core.session(core.configOf(name));
	session.load(story.slice(0, step + 1));
	return { step, event: eventAt(session, step), isFirst: story.findIndex(isAct(core)) === step };
}

function openingOf(core: Core, scenario: ScenarioFacts, kind: number): Opening | null {
	const known = openings.get(scenario) ?? new Map<number, Opening | null>();
	openings.set(scenario, known);
	if (!known.has(kind)) known.set(kind, firstOf(core, scenario, kind));
	return known.get(kind) ?? null;
}

/** The last act from outside in the steps that are not the story's; -1: none. */
function lastActOf(core: Core, { session, moment, config }: Document): number {
	const told = core.scenario(config.scenario)?.story ?? [];
	const actions = session.actions().slice(0, moment.at);
	const last = actions.findLastIndex(isAct(core));
	const isOfStory = actions.slice(0, last + 1).every((action, i) => told[i] === action);
	return last >= 0 && isOfStory ? -1 : last;
}

interface Told extends Opening {
	scenario: ScenarioFacts;
}

/** How far a story is from being about that: less is nearer. Its author speaks of the act where a note stands behind it. */
function distance(
	{ scenario, step, event, isFirst }: Told,
	here: Event,
	{ variant }: Document['config'],
) {
	const isSpokenOf = scenario.beats.some(({ at }) => at === step + 1);
	const apart = [
		!isFirst,
		isFinding(scenario),
		!isSpokenOf,
		event.isWaitedFor !== here.isWaitedFor,
		scenario.variant !== variant,
	];
	return apart.reduce((all, is) => 2 * all + Number(is), 0);
}

/** The last act from outside that is not the story's, where one is asked of. */
function actHere(core: Core, doc: Document, atOnce: boolean): Event | undefined {
	const { config, session, moment, level, recording } = doc;
	const own = moment.story === 'left' || moment.story === 'none' || hasOtherThreads(core, doc);
	if (level || recording || !own || core.editedOf(config.lock)) return undefined;
	const step = lastActOf(core, doc);
	if (step < 0 || (atOnce && step !== moment.at - 1)) return undefined;
	return eventAt(session, step);
}

/** Of those stories the nearest that is so; without a planted fault: that tells of another text. */
function nearestOf(
	core: Core,
	{ config }: Document,
	here: Event,
	fits: (scenario: ScenarioFacts, event: Event) => boolean,
): ScenarioFacts | undefined {
	const told = core.facts.scenarios
		.filter(({ sandbox, planted, name }) => !sandbox && !planted && name !== config.scenario)
		/* of a lock whose module has not come no story is there yet */
		.filter(({ lock }) => core.has(lock))
		.flatMap((scenario): Told[] => {
			const opening = openingOf(core, scenario, here.kind);
			return opening && fits(scenario, opening.event) ? [{ scenario, ...opening }] : [];
		});
	const far = (one: Told) => distance(one, here, config);
	return told.sort((a, b) => far(a) - far(b) || a.step - b.step)[0]?.scenario;
}

/** Of the same lock, the story of such an act. `atOnce`: only behind the act itself. */
export function toldBy(core: Core, doc: Document, atOnce: boolean): ScenarioFacts | undefined {
	const here = actHere(core, doc, atOnce);
	const fits = ({ lock }: ScenarioFacts, event: Event) =>
		lock === doc.config.lock && isAlike(event, here ?? event);
	return here && nearestOf(core, doc, here, fits);
}

interface ToldNear {
	story: ScenarioFacts;
	/** in what it is of something else; '' where it tells of this */
	apart: string;
}

/**
 * Where no story of the lock tells of it, one of its family that tells of the same act upon the same one of them: there it
 * may lose its CPU at once where here it keeps it.
 */
export function toldNear(core: Core, doc: Document, atOnce: boolean): ToldNear | undefined {
	const so = toldBy(core, doc, atOnce);
	if (so) return { story: so, apart: '' };
	const here = actHere(core, doc, atOnce);
	if (!here) return undefined;
	const familyOf = (id: number) => core.lock(id).family;
	const { lock, variant } = doc.config;
	const fits = (one: ScenarioFacts, event: Event) =>
		familyOf(one.lock) === familyOf(lock) && event.met === here.met && here.met !== 'neither';
	const story = nearestOf(core, doc, here, fits);
	if (!story) return undefined;
	const off = openingOf(core, story, here.kind)?.event.off ?? here.off;
	const differs = [
		story.lock !== lock
			? 'in another lock of the family'
			: story.variant !== variant
				? 'in another variant of the lock'
				: '',
		off === here.off ? '' : off ? 'where the CPU is lost at once' : 'where preemption is off',
	].filter(Boolean);
	return { story, apart: differs.join(', ') };
}

/** From there `o` leads back. */
export function openTold(app: App, { name }: ScenarioFacts): void {
	const to = `#/${name}`;
	app.futures.leave(to, name);
	app.address.open(to);
}

export function openToldHere(app: App): void {
	const { core, doc } = app.state;
	const told = core && doc ? toldNear(core, doc, false) : undefined;
	if (told) openTold(app, told.story);
	else app.page.say('No other story of this family tells of what came from outside here.');
}
