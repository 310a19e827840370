/** At the end of steps that are not the story's, or of a text that is not: what was different from the story, and what that shows. */
import { type Core, opNumber, type Session } from '../../../wasm/src';
import { threadNames } from '../cache/words';
import { isSetUpChanged, isToBeAsked, storyBeats } from '../store/beats';
import { leftStory } from '../store/document';
import { nextInTurn } from '../store/in-turn';
import { ownersIn } from '../store/owners';
import type { Document } from '../store/state';
import { changesIn } from './changes';
import { listed } from './phrases';
import { isFault } from './verdicts';

/** What a schedule came to. */
export interface Outcome {
	steps: number;
	finished: boolean;
	broken: boolean;
	/** who got the lock, one after the other */
	order: number[];
	sleeps: number;
	wakes: number;
}

function outcomeOf(session: Session): Outcome {
	const { length } = session;
	const { op } = session.columns();
	const [sleep, wake] = [opNumber('sleep'), opNumber('wake')];
	const of = { order: ownersIn(session, 0, length), sleeps: 0, wakes: 0 };
	for (let i = 0; i < length; i++) {
		if (op[i] === sleep) of.sleeps++;
		if (op[i] === wake && session.record(i).ok) of.wakes++;
	}
	const { threads } = session.machine(length);
	const finished = threads.every(({ status }) => status === 'done' || status === 'dead');
	return { ...of, steps: length, finished, broken: isFault(session.judge(length).verdict) };
}

/** What the two differ by: the steps of the reader from one on, or the text. */
interface Difference {
	/** the story's step behind which the reader's own begin; 0: they are the story's */
	from: number;
	/** in words, what was changed of the text or of what may happen; '' where nothing was */
	changed: string;
}

/** "24 steps instead of 36", of what is not as often there. */
function counts(own: Outcome, story: Outcome): string[] {
	const kinds = [
		['steps', 'step', 'steps'],
		['sleeps', 'sleep', 'sleeps'],
		['wakes', 'wake-up', 'wake-ups'],
	] as const;
	return kinds.flatMap(([kind, one, many]) => {
		const [here, there] = [own[kind], story[kind]];
		return here === there ? [] : [`${here} ${here === 1 ? one : many} instead of ${there}`];
	});
}

/** The first turn at which the two part, as far as both go; -1: at none. */
const partsAt = (own: readonly number[], story: readonly number[]): number =>
	own.findIndex((tid, k) => k < story.length && tid !== story[k]);

function ordersText(own: Outcome, story: Outcome): string {
	if (partsAt(own.order, story.order) < 0 && own.order.length === story.order.length)
		return own.order.length > 0
			? `The lock went to ${threadNames(own.order)}, as in the story.`
			: 'In neither does anybody get the lock.';
	return `The lock went to ${threadNames(own.order)}; in the story to ${threadNames(story.order)}.`;
}

function shownText(own: Outcome, story: Outcome, cause: string): string {
	if (own.broken && !story.broken) return `A rule is broken here and not in the story: ${cause}.`;
	if (story.broken && !own.broken)
		return `The story breaks a rule and these steps break none: ${cause}. Other schedules may still break it: Check asks all.`;
	if (own.broken) return 'A rule is broken all the same.';
	if (own.finished !== story.finished) return '';
	if (partsAt(own.order, story.order) >= 0) return `Who gets the lock when is not fixed: ${cause}.`;
	const cost = own.sleeps !== story.sleeps || own.wakes !== story.wakes;
	if (cost)
		return `The order of the owners is the same, and what the waiting costs is not: ${cause}.`;
	return 'In these two schedules who gets the lock, and how often a thread sleeps, is the same.';
}

/** The sentences; both are schedules of the same work. */
export function againstStory(own: Outcome, story: Outcome, { from, changed }: Difference): string {
	const other = [
		...(from > 0 ? [`other steps from step ${from} on`] : []),
		...(changed ? [changed] : []),
	];
	const bothEnd = own.finished && story.finished;
	const differ = bothEnd ? counts(own, story) : [];
	const cause =
		from > 0 && changed
			? 'it is one of these two'
			: `it depends on the ${from > 0 ? 'schedule' : 'text'}`;
	return [
		`Different from the story: ${listed(other)}.`,
		ordersText(own, story),
		differ.length > 0 ? `It took ${listed(differ)}.` : '',
		shownText(own, story, cause),
	]
		.filter(Boolean)
		.join(' ');
}

/** Otherwise the two are not of the same work, and say nothing beside each other. */
function isSameWork(core: Core, { config }: Document): boolean {
	const own = core.configOf(config.scenario);
	return (['lock', 'variant', 'threads', 'rounds', 'roles'] as const).every(
		(key) => String(own[key]) === String(config[key]),
	);
}

/** What was changed of the set-up. What comes from outside is a step where the steps are others, and no change beside. */
function changedOf(core: Core, { config }: Document, from: number): string {
	const own = core.configOf(config.scenario);
	const outside = from === 0 && String(own.budget) !== String(config.budget);
	return listed([...changesIn(core, config), ...(outside ? ['what may come from outside'] : [])]);
}

/** An act of the environment that is certain to come: nothing has ended before it. */
const CERTAIN = new Set(['', 'run', 'threshold', 'timeout']);

/** The story that the reader's own steps can be held against; none in a level, a recording, an edited text. */
function storyBeside(core: Core, doc: Document): readonly number[] {
	const { config, recording, level } = doc;
	if (recording || level || doc.aside || core.editedOf(config.lock)) return [];
	return core.scenario(config.scenario)?.story ?? [];
}

/** Steps of all in turn after which nobody will get the lock. */
const MOST = 300;

/** Who gets the lock next where all take turns from here on; 0: nobody. */
function nextOwner(core: Core, { session, moment, config }: Document): number {
	const trial = core.session(config);
	trial.load(session.actions().slice(0, moment.at));
	let last = moment.before?.tid ?? 0;
	for (let n = 0; n < MOST; n++) {
		const next = nextInTurn(trial.options(), last, config.threads, ({ env }) => env === '');
		if (!next) return 0;
		trial.step(next.action);
		if (trial.record(trial.length - 1).acquired) return next.tid;
		last = next.tid;
	}
	return 0;
}

/** Where it fails, or where a thread has no CPU, others say more. */
const isPlain = ({ moment }: Document): boolean =>
	!moment.finished &&
	!isFault(moment.judgement.verdict) &&
	moment.machine.threads.every(({ status }) => status !== 'preempted');

/** A question that the room is still to answer asks who gets the lock, that many times after the first. */
function asksOwner(core: Core, doc: Document, turn: number): boolean {
	const told = played(core, doc, storyBeside(core, doc));
	const here = Math.min(doc.moment.at, leftStory(doc)?.at ?? doc.moment.at);
	return storyBeats(core, doc).some(
		({ at, ask = '' }) =>
			at >= here &&
			!doc.revealed.includes(at) &&
			/\b(?:whom?|whose|which (?:thread|of))\b/i.test(ask) &&
			ownersIn(told, 0, at).length === turn,
	);
}

/**
 * What steps that are not the story's come to as long as the lock has gone to the same threads: who gets it next. A room
 * that is still to be asked does not hear whom else the story gives it to, and where it is asked just that, no name.
 */
export function nextOwnerText(core: Core, doc: Document, room: boolean): string {
	const story = storyBeside(core, doc);
	if (story.length === 0 || doc.moment.story !== 'left' || !leftStory(doc)) return '';
	if (!isSameWork(core, doc) || !isPlain(doc)) return '';
	const own = ownersIn(doc.session, 0, doc.moment.at);
	const told = ownersIn(played(core, doc, story), 0, story.length);
	if (partsAt(own, told) >= 0 || own.length >= told.length) return '';
	const next = nextOwner(core, doc);
	if (next === 0) return '';
	const there = told[own.length];
	const turns = 'If all take turns from here, the lock goes next to';
	if (next !== there)
		return room && isToBeAsked(core, doc)
			? `${turns} T${next}.`
			: `${turns} T${next}, and in the story to T${there}.`;
	return room && asksOwner(core, doc, own.length)
		? `${turns} the same thread as in the story.`
		: `${turns} T${next}, as in the story.`;
}

function played(core: Core, { config }: Document, story: readonly number[]): Session {
	const told = core.session(core.configOf(config.scenario));
	told.load(story);
	return told;
}

/**
 * Of steps that are not the story's: who has got the lock where in the story another thread does. '' before that, and
 * before a room as long as the story still asks: this might be an answer.
 */
export function otherOwnerText(core: Core, doc: Document, room: boolean): string {
	const story = storyBeside(core, doc);
	if (story.length === 0 || doc.moment.story !== 'left' || !leftStory(doc)) return '';
	if (!isSameWork(core, doc) || (room && isToBeAsked(core, doc))) return '';
	const own = ownersIn(doc.session, 0, doc.moment.at);
	const told = ownersIn(played(core, doc, story), 0, story.length);
	const turn = partsAt(own, told);
	if (turn < 0) return '';
	return `The lock went to T${own[turn]} here, and to T${told[turn]} in the story.`;
}

/** '' where there is no story, where its own steps are told, before the end, and before a room as long as the story still asks. */
export function ownEndText(core: Core, doc: Document, room: boolean): string {
	const { session, moment } = doc;
	const story = storyBeside(core, doc);
	if (story.length === 0 || moment.at < moment.length || moment.at === 0) return '';
	const left = leftStory(doc);
	if (!left && !isSetUpChanged(core, doc)) return '';
	const stands = !moment.options.some(({ result, env }) => result === 'moved' && CERTAIN.has(env));
	const ends = moment.finished || stands || isFault(moment.judgement.verdict);
	if (!ends && moment.story !== 'ended') return '';
	if (!isSameWork(core, doc) || (room && isToBeAsked(core, doc))) return '';
	const from = moment.story === 'left' && left ? left.at + 1 : 0;
	const changed = changedOf(core, doc, from);
	if (from === 0 && changed === '') return '';
	return againstStory(outcomeOf(session), outcomeOf(played(core, doc, story)), { from, changed });
}
