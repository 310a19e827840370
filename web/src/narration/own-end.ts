/** At the end of steps that are not the story's, or of a text that is not: what was different from the story, and what that shows. */
import { actionTid, type Core, FLAGS, opNumber, type Session } from '../../../wasm/src';
import { threadNames } from '../cache/words';
import { isSetUpChanged } from '../store/beats';
import { leftStory } from '../store/document';
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
	const { op, flags, action } = session.columns();
	const [sleep, wake] = [opNumber('sleep'), opNumber('wake')];
	const of = { order: [] as number[], sleeps: 0, wakes: 0 };
	for (let i = 0; i < length; i++) {
		if ((flags[i] ?? 0) & FLAGS.acquired) of.order.push(actionTid(action[i] ?? 0));
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
const partsAt = (own: Outcome, story: Outcome): number =>
	own.order.findIndex((tid, k) => k < story.order.length && tid !== story.order[k]);

function ordersText(own: Outcome, story: Outcome): string {
	if (partsAt(own, story) < 0 && own.order.length === story.order.length)
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
	if (partsAt(own, story) >= 0) return `Who gets the lock when is not fixed: ${cause}.`;
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

/** What was changed of the set-up; null: other work is done, which says nothing beside the story's. */
function changedOf(core: Core, { config }: Document): string | null {
	const own = core.configOf(config.scenario);
	const sameWork = (['lock', 'variant', 'threads', 'rounds', 'roles'] as const).every(
		(key) => String(own[key]) === String(config[key]),
	);
	if (!sameWork) return null;
	const changes = changesIn(core, config);
	const outside =
		String(own.budget) === String(config.budget) ? [] : ['what may come from outside'];
	return listed([...changes, ...outside]);
}

/** '' where there is no story, where its own steps are told, and before the end. */
export function ownEndText(core: Core, doc: Document): string {
	const { config, session, moment, recording, level } = doc;
	const story = core.scenario(config.scenario)?.story ?? [];
	const left = leftStory(doc);
	if (recording || level || doc.aside || story.length === 0 || core.editedOf(config.lock))
		return '';
	if (moment.at < moment.length || moment.at === 0) return '';
	if (!left && !isSetUpChanged(core, doc)) return '';
	const stands = !moment.options.some(({ result, env }) => result === 'moved' && env === '');
	const ends = moment.finished || stands || isFault(moment.judgement.verdict);
	if (!ends && moment.story !== 'ended') return '';
	const changed = changedOf(core, doc);
	if (changed === null) return '';
	const told = core.session(core.configOf(config.scenario));
	told.load(story);
	const from = moment.story === 'left' && left ? left.at + 1 : 0;
	if (from === 0 && changed === '') return '';
	return againstStory(outcomeOf(session), outcomeOf(told), { from, changed });
}
