/** A schedule as the rows of a table; polls of one thread that see nothing new are one row. */
import { faultTitle } from '../narration/searched';
import { isFault } from '../narration/verdicts';
import { lockOf, standingText, titleOf, variantOf } from './about';
import { type Order, partsOf, placeOf, type ToldStep, tell } from './telling';

export interface Row {
	/** counted from 1 */
	first: number;
	last: number;
	/** "T2", or "outside" */
	who: string;
	/** the access, or the act of the environment */
	op: string;
	did: string;
	effect: string;
	place: string;
	/** nobody recorded it */
	inferred: boolean;
	/** what is broken from here on; '' where nothing is, or it was said before */
	fault: string;
}

interface About {
	title: string;
	lock: string;
	/** "26 steps; at the end: every thread is done" */
	end: string;
	address: string;
}

/** Yields how many steps are told; a row goes out when it is whole. */
export function* rowsOf(order: Order, out: (row: Row) => void): Generator<number, About> {
	const lock = lockOf(order);
	const { procs } = lock;
	let open: { row: Row; told: ToldStep } | null = null;
	let fault = '';
	const steps = tell(order);
	let next = steps.next();
	for (; !next.done; next = steps.next()) {
		const told = next.value;
		const { i, record, sentence, judgement } = told;
		const isSame = open?.told.record.action === record.action;
		if (open && isSame && record.result === 'spun' && open.told.record.result === 'spun') {
			open.row.last = i + 1;
			yield i + 1;
			continue;
		}
		if (open) out(open.row);
		const now = isFault(judgement.verdict)
			? faultTitle(judgement.verdict, judgement.what, lock)
			: '';
		const row: Row = {
			first: i + 1,
			last: i + 1,
			who: record.env === '' ? `T${record.tid}` : 'outside',
			op: record.env === '' ? record.op : record.env,
			...partsOf(record, sentence),
			place: placeOf(procs, record),
			inferred: order.recorded?.inferred(i) ?? false,
			fault: now === fault ? '' : now,
		};
		fault = now;
		open = { row, told };
		yield i + 1;
	}
	if (open) out(open.row);
	const session = next.value;
	const { verdict, what } = session.judge();
	const { length } = session;
	const standing = standingText(order, verdict, what, session.machine());
	return {
		title: titleOf(order),
		lock: variantOf(order),
		end: `${length} ${length === 1 ? 'step' : 'steps'}; at the end: ${standing}`,
		address: order.address,
	};
}

export const numberOf = ({ first, last }: Row): string =>
	first === last ? String(first) : `${first}–${last}`;
