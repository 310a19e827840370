/** A schedule that leads back to a state and may be taken round again: its address says at which step that begins. */
import type { Return, Session } from '../../../wasm/src';
import type { Document } from './state';

export interface Circle {
	/** the moment that comes again */
	first: number;
	/** where it does, one after the other; never empty */
	returns: readonly Return[];
}

/** Each step behind it is held against it: more would be waited for. */
export const FURTHEST = 20_000;

interface Known {
	first: number;
	actions: Uint8Array;
	circle: Circle | null;
}
const known = new WeakMap<Session, Known>();

function circleFrom(session: Session, first: number): Circle | null {
	if (first >= session.length || session.length - first > FURTHEST) return null;
	const returns = session.returns(first);
	return returns.length > 0 ? { first, returns } : null;
}

/** The same object as long as the schedule is the same; null where the state does not come again. */
export function circleOf({ session, round }: Pick<Document, 'session' | 'round'>): Circle | null {
	if (round === null) return null;
	const { action } = session.columns();
	const last = known.get(session);
	const same = (of: Uint8Array) =>
		of.length === action.length && of.every((a, i) => a === action[i]);
	if (last && last.first === round && same(last.actions)) return last.circle;
	const circle = circleFrom(session, round);
	known.set(session, { first: round, actions: action.slice(), circle });
	return circle;
}

/** What an address says of it; whatever is not so is left out and told. */
export function roundIn(
	text: string | undefined,
	session: Session,
): { round: number | null; said: string[] } {
	if (text === undefined) return { round: null, said: [] };
	const round = /^\d{1,6}$/.test(text) ? Number(text) : null;
	if (round !== null && circleOf({ session, round })) return { round, said: [] };
	const said =
		round === null
			? `The address says “round=${text.slice(0, 40)}”, which is no step; it was left out.`
			: `The address says that a round begins at step ${round}, and no later step of this schedule leads back to the state there; that was left out.`;
	return { round: null, said: [said] };
}
