/** Where another step than the one that was taken can be taken. */
import type { Core, Option, Session } from '../../../wasm/src';
import { decidingStep, isStoryUpTo } from './beats';
import { contentionTest, findBackward, findForward } from './events';
import type { Document } from './state';

/** More are in the rows above. */
const NAMED = 3;

/** A thread looks, and sees what it saw before. */
export const isMereLook = (o: Option): boolean => o.result === 'spun';

/**
 * Another step than the one that comes: of threads that get on, then of the environment; a mere look, which changes
 * nothing, only where there is no other.
 */
export function otherSteps(options: readonly Option[], next: number | undefined): Option[] {
	const others = options.filter((o) => o.action !== next);
	const moves = others
		.filter((o) => o.result === 'moved')
		.sort((a, b) => Number(a.env !== '') - Number(b.env !== ''));
	return (moves.length > 0 ? moves : others.filter(isMereLook)).slice(0, NAMED);
}

/** The moment nearest before a place at which there is another choice; where none is, behind it. */
function choiceNear(session: Session, place: number): number | undefined {
	const { cursor, length } = session;
	const last = Math.min(place, length - 1);
	const before = Array.from({ length: last + 1 }, (_, i) => last - i);
	const behind = Array.from({ length: Math.max(0, length - 1 - last) }, (_, i) => last + 1 + i);
	const places = [...before, ...behind];
	const nearest = (offers: (other: Option) => boolean) =>
		places.find((at) => {
			session.seek(at);
			return otherSteps(session.options(), session.action(at)).some(offers);
		});
	/* a look that changes nothing leads nowhere */
	const found = nearest((o) => !isMereLook(o)) ?? nearest(isMereLook);
	session.seek(cursor);
	return found;
}

/**
 * Before the decisive step; where none is marked, before the lock was taken that threads then first competed for in
 * vain: there another choice changes who gets it. Undefined: there is no choice at any moment.
 */
export function whatIfPlace(core: Core, doc: Document): number | undefined {
	const { session } = doc;
	const decided = decidingStep(core, doc);
	if (decided && isStoryUpTo(doc, decided - 1)) return choiceNear(session, decided - 1);
	const met = findForward(session, 1, contentionTest(session));
	const taken = findBackward(met - 1, (i) => session.record(i).acquired);
	const place = taken > 0 ? taken : met;
	return choiceNear(session, place > 0 ? place : Math.floor(session.length / 2));
}
