/** What a room is to look at where two schedules begin to differ: one sentence, of what both have done up to there. */
import { actionTid, opNumber, type Session } from '../../../wasm/src';
import { releasesOf } from '../cache/releases';
import { listed, times } from '../narration/phrases';
import type { Cost } from './measure';
import type { Row } from './rows';
import { named } from './told';

/** A moment of both, at which they can be compared. */
export interface Mark {
	at: readonly [number, number];
	costs: readonly [Cost, Cost];
	/** before this release, from 1; null: the lock has been got */
	release: number | null;
}

/** In what the two begin to differ; `turns`: the side that has less in the end has less from here on, and had more. */
export interface Apart {
	row: Row;
	turns: boolean;
	/** the side that has less in the end has more here */
	misleads?: boolean;
}

const SIDES = [0, 1] as const;
const WHERE = ['left', 'right'] as const;

/** "T2 on the left, nobody on the right"; '' where both are the same. */
function onEach(says: readonly string[]): string {
	const [left = '', right = ''] = says;
	return left === right ? '' : `${left} on the left, ${right} on the right`;
}

const countsOf = ({ count }: Row, { costs }: Mark): [number, number] => [
	count(costs[0]),
	count(costs[1]),
];

/** "12 cache line transfers on the left, 16 on the right" */
function figures(row: Row, mark: Mark): string {
	const [left, right] = countsOf(row, mark);
	return `${row.counted(left)} on the left, ${right} on the right`;
}

/** Whom the last release of each side has made read again. */
function disturbedOn(sessions: readonly Session[], { at }: Mark): string {
	const says = SIDES.map((side) => {
		const session = sessions[side];
		const ended = session ? releasesOf(session, at[side]).filter(({ end }) => end !== null) : [];
		const { disturbed = [] } = ended.at(-1) ?? {};
		return disturbed.length === 1 ? `${named(disturbed)} alone` : named(disturbed) || 'nobody';
	});
	const each = onEach(says);
	return (
		each &&
		`Look at the filled bolts: the release made ${each.replace(' on the', ' read again on the')}.`
	);
}

/** Who has gone to sleep on each side. */
function asleepOn(sessions: readonly Session[], { at }: Mark): string {
	const sleep = opNumber('sleep');
	const each = onEach(
		SIDES.map((side) => {
			const { op, action } = sessions[side]?.columns() ?? { op: [], action: [] };
			const tids = new Set<number>();
			for (let i = 0; i < at[side]; i++) if (op[i] === sleep) tids.add(actionTid(action[i] ?? 0));
			return named([...tids].sort((a, b) => a - b)) || 'nobody';
		}),
	);
	return each && `Look at who has gone to sleep: ${each}.`;
}

const often = (count: number): string => (count === 0 ? 'not at all' : times(count));

function passedOn(row: Row, mark: Mark): string {
	const who = row.counted(1).replace(/^.* of /, '');
	return `Look at who gets the lock: ${who} has been passed ${onEach(countsOf(row, mark).map(often))}.`;
}

/** What has been paid before the first release is for coming, and for waiting. */
const before = ({ release }: Mark): string =>
	release === null ? '' : ` before ${release === 1 ? 'the first release' : `release ${release}`}`;

function begins(sessions: readonly Session[], row: Row, mark: Mark): string {
	const sums = `Look at the sums${before(mark)}: ${figures(row, mark)}.`;
	switch (row.shows) {
		case 'disturbed':
			return disturbedOn(sessions, mark) || sums;
		case 'asleep':
			return asleepOn(sessions, mark) || sums;
		case 'passed':
			return passedOn(row, mark);
		default:
			return sums;
	}
}

/** It will be the other way round: the room is told that this is the beginning. */
function atFirst(row: Row, mark: Mark): string {
	const [left, right] = countsOf(row, mark);
	const [side, more, less] = left > right ? [0, left, right] : [1, right, left];
	const sums = `${row.counted(more as number)} against ${less}`;
	return `Look at the sums${before(mark)}: at first the ${WHERE[side as 0 | 1]} side has more, ${sums}.`;
}

/** The side that has less in the end is ahead from here on. */
function turns(row: Row, mark: Mark): string {
	const [left, right] = countsOf(row, mark);
	const [side, less, more] = left < right ? [0, left, right] : [1, right, left];
	return `From here on the ${WHERE[side as 0 | 1]} side has fewer: ${row.counted(less as number)} against ${more}.`;
}

/** The weightiest in a sentence of its own, and of the others their figures. */
export function lookAt(sessions: readonly Session[], mark: Mark, apart: readonly Apart[]): string {
	const [first, second] = apart;
	if (!first) return '';
	if (first.misleads && !first.row.shows) return atFirst(first.row, mark);
	const says = (first.turns ? turns(first.row, mark) : begins(sessions, first.row, mark)).slice(
		0,
		-1,
	);
	if (!second) return `${says}.`;
	const [left, right] = countsOf(second.row, mark);
	return `${says}; ${second.row.counted(left)} against ${right}.`;
}

export const LOOK_EVEN = 'Look at what the release does: up to here both have cost the same.';

/** What a room is to watch from the start on. */
export const watchText = (names: readonly string[]): string =>
	names.length === 0 ? '' : `Watch ${listed(names.slice(0, 3).map((name) => `the ${name}`))}.`;
