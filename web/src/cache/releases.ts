/** What giving up the lock does to the others: from the work under it to the access that gives it away. */
import { actionTid, FLAGS, opNumber, type Session } from '../../../wasm/src';
import { cacheOf } from '../../../wasm/src/cache';

export interface Release {
	tid: number;
	/** its first step, which is the end of the work under the lock */
	from: number;
	/** the step that gives the lock away; null while it is still to come */
	end: number | null;
	/** threads that have lost a line that they were watching, in ascending order */
	disturbed: number[];
}

export const threadsOf = (set: number): number[] =>
	Array.from({ length: 31 }, (_, i) => i + 1).filter((tid) => (set >>> tid) & 1);

/** The releases among the first `until` steps, in the order in which they began. */
export function releasesOf(session: Session, until = session.length): Release[] {
	const { action, op, flags } = session.columns();
	const { disturbed } = cacheOf(session).all();
	const works = opNumber('critical');
	const releases: Release[] = [];
	const open = new Map<number, Release>();
	const sets = new Map<Release, number>();
	for (let i = 0; i < until; i++) {
		const tid = actionTid(action[i] ?? 0);
		if (op[i] === works) {
			const release: Release = { tid, from: i, end: null, disturbed: [] };
			open.set(tid, release);
			releases.push(release);
		}
		const release = open.get(tid);
		if (!release) continue;
		sets.set(release, (sets.get(release) ?? 0) | (disturbed[i] ?? 0));
		if (((flags[i] ?? 0) & FLAGS.released) === 0) continue;
		release.end = i;
		open.delete(tid);
	}
	for (const release of releases) release.disturbed = threadsOf(sets.get(release) ?? 0);
	return releases;
}
