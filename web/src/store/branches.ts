/**
 * Futures that were left. A branch is a whole schedule; what the page shows as a ghost is the part in
 * which it differs from the present schedule, so nothing needs to be kept in step when the present
 * schedule changes.
 */
import type { Schedule } from '../../../wasm/src';

export interface Branch {
	schedule: Schedule;
	/** how it came to be left, e.g. "seed 7"; '' for an ordinary choice */
	origin: string;
	/** a story or a recorded run: it stays, whatever comes after */
	stays?: boolean;
	/** what the environment was allowed when it was made; absent: as much as now */
	budget?: readonly number[];
	/** the moment that was shown when a schedule that the search found took its place; absent: it was left by a step */
	left?: number | undefined;
}

/** What the branches that the search has made come from, as ghosts are labelled. */
export const COUNTEREXAMPLE = 'the counterexample';
const OWN = 'your own';

const KEPT = 12;

export function commonPrefix(a: Schedule, b: Schedule): number {
	const end = Math.min(a.length, b.length);
	let i = 0;
	while (i < end && a[i] === b[i]) i++;
	return i;
}

function contains(whole: Schedule, part: Schedule): boolean {
	return commonPrefix(whole, part) === part.length;
}

/** The same branch where nothing is new of it: it is known by what it is. */
function leftAs(branch: Branch, left: number | undefined): Branch {
	return branch.left === left ? branch : { ...branch, left };
}

/** Adds a left schedule, newest last; one that another contains goes, and that one was left where this was. */
export function keepBranch(branches: readonly Branch[], left: Branch): Branch[] {
	if (left.schedule.length === 0) return [...branches];
	const whole = branches.findIndex((b) => contains(b.schedule, left.schedule));
	if (whole >= 0) return branches.map((b, i) => (i === whole ? leftAs(b, left.left) : b));
	const rest = branches.filter((b) => b.stays || !contains(left.schedule, b.schedule));
	const kept = rest.filter((b, i) => b.stays || i > rest.length - KEPT);
	return [...kept, left];
}

/** A branch as it is drawn: what comes after the steps that it shares with the present schedule. */
export interface GhostOf {
	branch: Branch;
	/** how many steps it shares with the present schedule */
	from: number;
	actions: Schedule;
	label: string;
}

/** The branches as seen from the present schedule. */
export function ghostsOf(branches: readonly Branch[], present: Schedule): GhostOf[] {
	const ghosts: GhostOf[] = [];
	for (const branch of branches) {
		const from = commonPrefix(branch.schedule, present);
		const actions = branch.schedule.slice(from);
		if (actions.length === 0) continue;
		const steps = actions.length === 1 ? '1 step' : `${actions.length} steps`;
		const label = `${branch.origin || OWN}: ${steps} from step ${from}`;
		ghosts.push({ from, actions, label, branch });
	}
	return ghosts.sort((a, b) => a.from - b.from);
}
