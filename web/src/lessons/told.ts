/** What a figure tells of a step, with what it takes together with it. */
import type { Session } from '../../../wasm/src';
import type { FigureData } from './types';

type Skipping = Pick<FigureData, 'skips'>;

/** Accesses that mean nothing in this lesson are taken together with the thread's step before them. */
export const isSkippedIn = ({ skips }: Skipping, word: string): boolean =>
	skips.includes(word.slice(word.lastIndexOf('.') + 1));

/** The moment before a step and before what of the same thread is taken together with it. */
export function restAt(figure: Skipping, session: Session, at: number): number {
	let rest = at;
	while (
		rest > 0 &&
		isSkippedIn(figure, session.record(rest).wordName) &&
		session.action(rest) === session.action(rest - 1)
	)
		rest--;
	return rest;
}

export const moreText = (more: number): string =>
	more > 0
		? ` Then it takes ${more === 1 ? 'one step' : `${more} steps`} that this lesson passes over.`
		: '';

/** The longest that its schedule has it say, behind the moment at which it opens: its place is as high as that needs. */
export function longestTold(figure: Skipping, session: Session, from: number): string {
	let longest = '';
	for (let at = from; at < session.length; at++) {
		const told = restAt(figure, session, at);
		const text = session.narrate(told) + moreText(at - told);
		if (text.length > longest.length) longest = text;
	}
	return longest;
}
