/** What is said of a schedule that leads back to a state, where it does. */
import type { Return } from '../../../wasm/src';
import { type Circle, circleOf } from '../store/circle';
import type { Document } from '../store/state';
import { listed, times } from './phrases';

const named = (tids: readonly number[]) => listed(tids.map((tid) => `T${tid}`));

/** "T1 had the lock once and T3 twice" */
function hadText({ got }: Return): string {
	const [first, ...others] = got.flatMap((n, i) => (n > 0 ? [{ tid: i + 1, n }] : []));
	if (!first) return 'nobody had the lock';
	return listed([
		`T${first.tid} had the lock ${times(first.n)}`,
		...others.map(({ tid, n }) => `T${tid} ${times(n)}`),
	]);
}

function endText({ waits, starved, asleep }: Return): string {
	const whom = starved.length > 0 ? starved : waits;
	if (whom.length === 0) return 'Nobody waits all the way, so this starves nobody.';
	const wait = whom.length === 1 ? 'waits' : 'wait';
	if (starved.length === 0)
		return `${named(whom)} ${wait} and never had it, but a fair scheduler would not go round like this for ever: this starves nobody.`;
	const sleeps = starved.every((tid) => asleep.includes(tid)) ? ', part of the way asleep,' : '';
	return `${named(whom)} ${wait}${sleeps} and never had it: taken again and again, this starves ${named(whom)}.`;
}

/** Of a moment that comes again, or has come again; '' elsewhere. */
export function circleText({ first, returns }: Circle, at: number): string {
	const [once] = returns;
	if (at === first) return `Here a round begins: at step ${once?.end} the state is the same.`;
	const rounds = returns.findIndex(({ end }) => end === at) + 1;
	const back = returns[rounds - 1];
	if (!back) return '';
	const later = rounds > 1 ? `, ${rounds} rounds later` : '';
	return `The same state as at step ${first}${later}. Between the two ${hadText(back)}. ${endText(back)}`;
}

export function roundText(doc: Document): string {
	const circle = circleOf(doc);
	return circle ? circleText(circle, doc.moment.at) : '';
}
