/**
 * The address of a moment of a recorded run: `trace/ID?at=N`, and behind a step of the reader's own
 * `&from=K&then=2.p1.3`: K steps as recorded, then these.
 */
import type { Action, Core } from '../../../wasm/src';
import { decoded } from '../app/fragment';
import { parted } from '../store/query';
import type { Document } from '../store/state';

/** Longer what-ifs do not go into addresses. */
const LONGEST = 2000;

export interface Place {
	at: number;
	/** steps as recorded */
	from: number;
	/** the reader's own steps behind these */
	own: Action[];
	marks: string;
	/** what could not be read */
	notes: string[];
}

export function addressOf(core: Core, id: string, { session, moment, parted }: Document): string {
	const base = `trace/${encodeURIComponent(id)}`;
	const count = session.length - parted;
	if (count === 0) return `${base}?at=${moment.at}`;
	if (count > LONGEST) return `${base}?at=${Math.min(moment.at, parted)}`;
	const names: string[] = [];
	for (let i = parted; i < session.length; i++) names.push(core.actionName(session.action(i)));
	return `${base}?at=${moment.at}&from=${parted}&then=${names.join('.')}`;
}

const whole = (text: string | null): number => {
	const n = Number(text ?? 0);
	return Number.isInteger(n) && n >= 0 ? n : 0;
};

/** What follows 'trace/' of the address. */
export function placeOf(core: Core, fragment: string): Place & { id: string } {
	const { path, query } = parted(fragment);
	const params = new URLSearchParams(query);
	const notes: string[] = [];
	const own: Action[] = [];
	const byName = new Map(Array.from({ length: 256 }, (_, a) => [core.actionName(a), a]));
	for (const name of (params.get('then') ?? '').split('.').slice(0, LONGEST)) {
		if (name === '') continue;
		const action = byName.get(name);
		if (action === undefined) {
			notes.push(
				`The address has a step that cannot be read, “${name.slice(0, 20)}”: it ends there.`,
			);
			break;
		}
		own.push(action);
	}
	return {
		id: decoded(path),
		at: whole(params.get('at')),
		from: whole(params.get('from')),
		own,
		marks: params.get('marks') ?? '',
		notes,
	};
}
