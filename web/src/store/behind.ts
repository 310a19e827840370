/** A search that begins at the moment shown: the steps before it, and what they have used of the budgets. */
import { actionEnv, ENDLESS } from '../../../wasm/src';
import { commonPrefix } from './branches';
import type { Check, Document, From } from './state';

/** Null at the start, where the whole search is asked for, and where the steps are not the reader's to go on from. */
export function fromMoment({ session, moment, config, recording, level }: Document): From | null {
	if (recording || level || moment.at === 0 || moment.finished) return null;
	const behind = session.actions().slice(0, moment.at);
	const used = config.budget.map((_, kind) =>
		kind === 0 ? 0 : behind.filter((action) => actionEnv(action) === kind).length,
	);
	return { behind, used };
}

/** What a budget of the whole way leaves behind those steps. */
export const leftBehind = (from: From | null, budget: readonly number[]): readonly number[] =>
	from
		? budget.map((n, kind) => (n === ENDLESS ? n : Math.max(0, n - (from.used[kind] ?? 0))))
		: budget;

export const withUsed = (from: From | null, left: readonly number[]): readonly number[] =>
	from ? left.map((n, kind) => n + (from.used[kind] ?? 0)) : left;

/** The whole schedule to what a check has found. */
export const scheduleFound = ({ from, progress }: Check & { kind: 'done' }): readonly number[] => [
	...(from?.behind ?? []),
	...progress.path,
];

/** The moment shown is the one that was searched from. */
const isShown = ({ behind }: From, { session, moment }: Document): boolean =>
	behind.length === moment.at && commonPrefix(behind, session.columns().action) >= moment.at;

/** "from here (step 5)", or where that is once the reader has gone on; '' of a search from the start. */
export function fromText(from: From | null, doc: Document): string {
	if (!from) return '';
	const step = `step ${from.behind.length}`;
	return isShown(from, doc) ? `from here (${step})` : `from ${step} on`;
}
