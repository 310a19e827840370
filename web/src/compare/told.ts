/** What the point of a moment is, where a lock is given away or got: whom the release has made read again, and whom it has woken. */
import { actionTid, FLAGS, type Session } from '../../../wasm/src';
import { type Release, releasesOf } from '../cache/releases';
import { acquisitionAt, type Measures } from './measure';

/** More than these are counted, not named. */
const MOST_NAMED = 3;

/** "T2", "T2 and T3", "5 threads" */
export function named(tids: readonly number[]): string {
	if (tids.length > MOST_NAMED) return `${tids.length} threads`;
	const names = tids.map((tid) => `T${tid}`);
	const last = names.pop() ?? '';
	return names.length > 0 ? `${names.join(', ')} and ${last}` : last;
}

function releaseText(tid: number, disturbed: readonly number[]): string {
	if (disturbed.length === 0) return `T${tid} releases: no spinner must read again.`;
	if (disturbed.length === 1)
		return `T${tid} releases: ${named(disturbed)} loses the line that it watches. Nobody else is disturbed.`;
	return `T${tid} releases: ${named(disturbed)} lose the line that they watch. Each must read again.`;
}

/** What stands in no column of a comparison. */
const IN_KERNEL = 'thousands of steps in the kernel, which are not counted here';

const wakeText = (tid: number, woken: number): string =>
	`T${tid} wakes T${woken}, a sleeper: ${IN_KERNEL}.`;

function acquisitionText(tid: number, disturbed: readonly number[], woke: readonly number[]) {
	const alone = disturbed.length === 1 ? ' alone' : '';
	const made = `made ${named(disturbed)}${alone} read again`;
	if (woke.length > 0) {
		const also = disturbed.length > 0 ? `${made} and ` : '';
		const count = woke.length === 1 ? '1 sleeper' : `${woke.length} sleepers`;
		const sleepers = woke.length > MOST_NAMED ? count : `${count}, ${named(woke)}`;
		return `The release ${also}woke ${sleepers}: ${IN_KERNEL}. T${tid} has the lock.`;
	}
	if (disturbed.length === 0)
		return `The release made no spinner read again and woke nobody: T${tid} has the lock.`;
	return `The release ${made}, and T${tid} has the lock.`;
}

const wokenBefore = ({ woke }: Release, at: number): number[] =>
	woke.filter(({ step }) => step < at).map(({ tid }) => tid);

/** Of the step just taken; '' where it neither gives the lock away nor gets it. */
export function toldAt(session: Session, measures: Measures, at: number): string {
	if (at === 0) return '';
	const step = at - 1;
	const { action, flags } = session.columns();
	const tid = actionTid(action[step] ?? 0);
	const releases = releasesOf(session, at);
	const woken = releases.flatMap(({ woke }) => woke).find((w) => w.step === step);
	if (woken) return wakeText(tid, woken.tid);
	const ended = releases.filter(({ end }) => end !== null);
	const release = ended.find(({ end }) => end === step);
	if (release) return releaseText(release.tid, release.disturbed);
	if (((flags[step] ?? 0) & FLAGS.acquired) === 0) return '';
	const k = acquisitionAt(measures, at);
	if (k === 1) return `T${tid} has the lock, as the first.`;
	const since = measures.acquired[k - 2] ?? 0;
	const last = ended.findLast(({ end }) => end !== null && end >= since);
	return last
		? acquisitionText(tid, last.disturbed, wokenBefore(last, at))
		: `T${tid} has the lock, too.`;
}
