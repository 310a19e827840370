/** What giving up the lock does to the others: from the work under it to the access that gives it away. */
import { actionTid, FLAGS, isEnvAction, opNumber, type Session } from '../../../wasm/src';
import { cacheOf } from '../../../wasm/src/cache';

export interface Release {
	tid: number;
	/** its first step, which is the end of the work under the lock */
	from: number;
	/** the step that gives the lock away; null while it is still to come */
	end: number | null;
	/** threads that have lost a line that they were watching, in ascending order */
	disturbed: number[];
	/** while it goes on: threads that watch a line which it has written, and had lost their copy before */
	without?: number[];
	/** sleepers that the call has woken, in that order: often behind the access that gives the lock away */
	woke: Woken[];
}

interface Woken {
	tid: number;
	step: number;
}

export const threadsOf = (set: number): number[] =>
	Array.from({ length: 31 }, (_, i) => i + 1).filter((tid) => (set >>> tid) & 1);

/** Which call of its text a thread is in, before a step. */
function callAt(session: Session, step: number, tid: number): number {
	const [worker, inner] = session.machine(step).threads[tid - 1]?.frames ?? [];
	return worker && inner ? worker.line : 0;
}

/** Whom each release has woken: what the same thread does in the same call. */
function addWoken(session: Session, releases: readonly Release[], until: number): void {
	const { op, action } = session.columns();
	const wake = opNumber('wake');
	for (let step = 0; step < until; step++) {
		const taken = action[step] ?? 0;
		if (op[step] !== wake || isEnvAction(taken)) continue;
		const by = actionTid(taken);
		const release = releases.findLast(({ tid, from }) => tid === by && from < step);
		const { ok, target } = session.record(step);
		if (!release || !ok || target === 0) continue;
		const at = release.end ?? step;
		if (callAt(session, step, by) === callAt(session, at, by))
			release.woke.push({ tid: target, step });
	}
}

/** The releases among the first `until` steps, in the order in which they began. */
export function releasesOf(session: Session, until = session.length): Release[] {
	const { action, op, flags } = session.columns();
	const { disturbed } = cacheOf(session).all();
	const works = opNumber('critical');
	const releases: Release[] = [];
	const open = new Map<number, Release>();
	const sets = new Map<Release, number>();
	for (let i = 0; i < until; i++) {
		/* what comes from outside, as a preemption in the middle of it, is no step of the release */
		if (isEnvAction(action[i] ?? 0)) continue;
		const tid = actionTid(action[i] ?? 0);
		if (op[i] === works) {
			const release: Release = { tid, from: i, end: null, disturbed: [], woke: [] };
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
	addWoken(session, releases, until);
	for (const release of open.values()) release.without = withoutCopy(session, release, until);
	return releases;
}

function withoutCopy(session: Session, { tid, from, disturbed }: Release, until: number): number[] {
	const track = cacheOf(session);
	const written = new Set<number>();
	for (let i = from; i < until; i++) {
		const touch = track.touch(i);
		if (touch.tid === tid && touch.line !== null && touch.use !== 'load') written.add(touch.line);
	}
	const { lines } = track.view(until);
	const all = lines
		.filter(({ id }) => written.has(id))
		.flatMap(({ watchers, states }) => watchers.filter((of) => states[of - 1] === 'I'));
	return [...new Set(all)].filter((of) => !disturbed.includes(of)).sort((a, b) => a - b);
}

/** Whether a step is one of those by which its thread gives the lock away, from the end of its work under it. */
export function releasing(session: Session): (step: number) => boolean {
	const { action, op, flags } = session.columns();
	const works = opNumber('critical');
	const open = new Set<number>();
	const marks = Uint8Array.from(action, (act, i) => {
		if (isEnvAction(act)) return 0;
		const tid = actionTid(act);
		if (op[i] === works) open.add(tid);
		const is = open.has(tid);
		if ((flags[i] ?? 0) & FLAGS.released) open.delete(tid);
		return is ? 1 : 0;
	});
	return (step) => marks[step] === 1;
}
