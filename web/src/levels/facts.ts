import heads from 'virtual:lesson-heads';
import { LEVELS } from '../../../wasm/generated/levels';
import { actionTid, type LevelFacts } from '../../../wasm/src';
import { asksWhy } from '../store/questions';
import type { Document, Level, Moment } from '../store/state';
import { wins } from './progress';

export const levels = LEVELS as readonly LevelFacts[];

export const levelNamed = (name: string): LevelFacts | undefined =>
	levels.find((level) => level.name === name);

/** The lesson that a level closes, if any does. */
export const lessonOf = (name: string) => heads.find((lesson) => lesson.levels.includes(name));

/** The lesson at whose end a text to repair stands, if it does at any. */
export const lessonOfRepair = (name: string) =>
	heads.find((lesson) => lesson.repairs.includes(name));

/** As the lessons name them. */
const inLessons = heads.flatMap(({ levels }) => levels);

const placeOf = ({ name }: LevelFacts): number => {
	const place = inLessons.indexOf(name);
	return place < 0 ? inLessons.length : place;
};

/** From easy to hard; of one grade, in the order of the lessons, and what no lesson has behind them. */
export const byGrade = (): LevelFacts[] =>
	[...levels].sort(
		(a, b) => a.grade - b.grade || placeOf(a) - placeOf(b) || levels.indexOf(a) - levels.indexOf(b),
	);

/** Behind a level comes the next of its lesson: one of another lesson may ask what has not been told yet. */
export function levelAfter(name: string): LevelFacts | undefined {
	const all = lessonOf(name)?.levels ?? [];
	const next = all[all.indexOf(name) + 1];
	return next === undefined ? undefined : levelNamed(next);
}

/** One that its lesson has before this one, and that the reader has passed over. */
function passedOver(name: string): LevelFacts | undefined {
	const all = lessonOf(name)?.levels ?? [];
	const first = all.slice(0, all.indexOf(name)).find((one: string) => wins()[one] === undefined);
	return first === undefined ? undefined : levelNamed(first);
}

/**
 * Where a level leads that has been done: to one before it that was passed over, else to the next of its lesson, behind
 * the last one to the next lesson.
 */
export function wayOn(name: string): { to: string; says: string } | null {
	const level = passedOver(name) ?? levelAfter(name);
	if (level) return { to: `#/level/${level.name}`, says: level.title };
	const number = lessonOf(name)?.number ?? Number.NaN;
	const lesson = heads.find((head) => head.number === number + 1);
	if (!lesson) return null;
	return { to: `#/learn/${lesson.slug}`, says: `lesson ${lesson.number}, ${lesson.title}` };
}

/** Nobody can take a step that changes anything. */
export const isStuck = ({ options }: Moment): boolean =>
	options.every(({ result }) => result !== 'moved');

/** A thread that looks again and again comes round after so few steps. */
const ROUND = 8;

/** Who has gone round twice with the last steps, and so does nothing new; 0: nobody. */
export function circling({ session, moment: { at } }: Document): number {
	if (at === 0) return 0;
	const last = session.action(at - 1);
	const now = session.hash(at);
	let from = at;
	for (let steps = 1; steps <= ROUND && 2 * steps <= at; steps++) {
		while (from > at - 2 * steps) if (session.action(--from) !== last) return 0;
		if (session.hash(at - steps) === now && session.hash(from) === now) return actionTid(last);
	}
	return 0;
}

/** Behind these steps the search has found no way to the goal, and so there is none behind any that begin with them. */
export function isOutOfReach({ session, moment, level }: Document): boolean {
	const gone = level?.gone;
	if (!gone || gone.length > moment.at) return false;
	const actions = session.columns().action;
	return gone.every((action, i) => actions[i] === action);
}

export const isOver = (doc: Document): boolean => isStuck(doc.moment) || isOutOfReach(doc);

/** The search has taken every schedule, and the reader has said why none leads to the goal: only both win. */
export const isProven = (level: Level): boolean => level.claim?.found === false && !asksWhy(level);

/** Whether the goal is still in reach is looked at here. Of a level that cannot be won it would be the answer. */
export const isWatched = (doc: Document): boolean =>
	(doc.level?.facts.shortest ?? 0) > 0 &&
	!doc.level?.searching &&
	doc.moment.at > 0 &&
	!isOver(doc);
