/** Which of all stops of a talk the room sees, as "My talk" counts them, and when of its minutes that is. */
import { addressKey } from '../plan/items';
import { type Length, minutesFor, minutesText, type OwnMinutes, totalOf } from '../plan/minutes';
import type { Lengths } from '../plan/useLengths';
import { isItem } from '../store/listed';
import type { Told } from './messages';
import { beatInTalk, type Target } from './script';
import type { Listed } from './useScript';

interface InAll {
	unit: 'beat' | 'stop';
	place: number;
	/** the same; of an item of which nothing says how far the room is in it, its last */
	until: number;
	of: number;
}

const sum = (parts: readonly number[]): number => parts.reduce((total, n) => total + n, 0);

/** What comes, or what to take home, stands in place of the two. */
const isBehind = ({ front }: Told): boolean => front === 'next' || front === 'closing';

/** Which stop of its item, from 1; null: nothing says it. */
function stopOf(told: Told, { beats, before = 0 }: Listed, { stops }: Length): number | null {
	if (stops <= 1) return 1;
	if (told.own) return told.place;
	if (told.figure) return told.place;
	/* its start is one, and behind the last is what they come to */
	if (told.beats === 'stop') return told.place + (isBehind(told) ? 2 : 1);
	if (beats.length === 0) return null;
	/* where nothing is said at its start, that is a stop all the same */
	return Math.max(1, told.place - before + stops - beats.length);
}

/** null: it is not known yet, or it cannot be. */
export function inAll(told: Told, stories: readonly Listed[], lengths: Lengths): InAll | null {
	const { list, story, place, item = 0 } = told;
	if (stories.length === 0) return null;
	if (!list.some(isItem)) {
		const counts = stories.map(({ beats }) => beats.length);
		const { place: at, of } = beatInTalk(list, counts, story, place);
		return { unit: 'beat', place: at, until: at, of };
	}
	const here = stories[item - 1];
	const length = lengths[list[item - 1] ?? ''];
	if (!here || !length || !list.every((one) => one in lengths)) return null;
	const stops = list.map((one) => lengths[one]?.stops ?? 0);
	const before = sum(stops.slice(0, item - 1));
	const at = stopOf(told, here, length);
	const within = at === null ? null : Math.min(at, length.stops);
	return {
		unit: 'stop',
		place: before + (within ?? 1),
		until: before + (within ?? length.stops),
		of: sum(stops),
	};
}

const minutesOf = (list: readonly string[], lengths: Lengths, own: OwnMinutes) =>
	list.map((item) => minutesFor(lengths[item], own[addressKey(item)]));

/** What "My talk" says that it takes; 0: not known yet. */
export function plannedMinutes(list: readonly string[], lengths: Lengths, own: OwnMinutes): number {
	if (list.length === 0 || !list.every((item) => item in lengths)) return 0;
	const { minutes } = totalOf(
		list.map((item) => lengths[item] ?? null),
		list.map((item) => own[addressKey(item)] ?? 0),
	);
	return minutes > 0 ? Number(minutesText(minutes)) : 0;
}

/** Each item has as much of the time as it has of the plan, and each of its stops as every other of it. */
export function targetInItems(
	minutes: number,
	told: Told,
	all: InAll | null,
	lengths: Lengths,
	own: OwnMinutes,
): Target | null {
	const { list, item = 0 } = told;
	const stops = lengths[list[item - 1] ?? '']?.stops ?? 0;
	const each = minutesOf(list, lengths, own);
	if (minutes <= 0 || !all || stops === 0 || sum(each) === 0) return null;
	const first = sum(list.slice(0, item - 1).map((one) => lengths[one]?.stops ?? 0));
	const share = (stop: number) =>
		(minutes * (sum(each.slice(0, item - 1)) + ((each[item - 1] ?? 0) * stop) / stops)) / sum(each);
	return { from: share(all.place - first - 1), until: share(all.until - first) };
}
