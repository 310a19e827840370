/**
 * Judges a reader's text of a repair: every schedule, then what an emptied or another lock would not do, so that the
 * search alone is not what is won. Whoever asks brings the searches; nothing in here is of one lock.
 */
import type {
	Config,
	Demand,
	Edit,
	ExploreOptions,
	ExploreProgress,
	LockFacts,
	RepairFacts,
	Starvation,
	StarvationOptions,
} from '../../../wasm/src';
import type { Compilation } from '../edit/compile';
import { type Ran, ranBy } from '../edit/ran';
import { verdictSentence } from '../narration/searched';
import { isFault } from '../narration/verdicts';

/** Some hundred times what the repaired texts have: more is no end. */
export const MOST_STATES = 400_000;

/** Rounds without end have more of them. */
const MOST_PASSING = 1_500_000;

export interface Judges {
	/** null: it was called off */
	compile(source: string): Promise<Compilation | null>;
	explore(config: Config, options: ExploreOptions, edit: Edit): Promise<ExploreProgress>;
	starvation(config: Config, options: StarvationOptions, edit: Edit): Promise<Starvation | null>;
}

/** What was found in a schedule; `endless`: of threads whose rounds have no end. */
export interface Shown {
	steps: readonly number[];
	endless: boolean;
}

export type Judged =
	/** `ran`: what of the change the search of every schedule has come to */
	| { kind: 'solved'; states: number; seconds: number; checks: number; ran: Ran }
	/** a sentence that says why not, and the schedule that shows it, where one does */
	| { kind: 'refused'; says: string; shown: Shown | null }
	| { kind: 'cancelled' };

export interface Judging {
	/** which of how many checks runs, from 1 */
	check: number;
	of: number;
	says: string;
	states: number;
}

interface Order {
	repair: RepairFacts;
	lock: LockFacts;
	source: string;
	onProgress?(progress: Judging): void;
	signal?: AbortSignal | undefined;
}

const CANCELLED = { kind: 'cancelled' } as const;

const ENDS_NOT = `The search did not end within ${MOST_STATES.toLocaleString('en')} states, and so it proves nothing: does the text count something that never ends?`;

const refused = (says: string, steps?: readonly number[], endless = false): Judged => ({
	kind: 'refused',
	says,
	shown: steps && steps.length > 0 ? { steps, endless } : null,
});

/** One that says what is wrong, or null: nothing is. */
type Check = { says: string; run(edit: Edit): Promise<Judged | null> };

class Judge {
	private done = 0;
	private states = 0;
	private ended: readonly ExploreProgress[] = [];
	private readonly checks: Check[];

	constructor(
		private readonly judges: Judges,
		private readonly order: Order,
	) {
		const { demands, fair, ordered } = order.repair;
		const asked = (which: (demand: Demand) => boolean) =>
			demands.filter(which).map((demand) => ({
				says: 'Asking what the lock must still do',
				run: (edit: Edit) => this.demand(edit, demand),
			}));
		this.checks = [
			{ says: 'Taking every schedule', run: (edit) => this.everySchedule(edit) },
			...(fair ? [{ says: 'Asking who may be passed', run: (e: Edit) => this.passing(e) }] : []),
			...(ordered ? [{ says: 'Looking for a data race', run: (e: Edit) => this.racing(e) }] : []),
			...asked(({ within }) => within === 0),
			/* what is wrong besides says more than a number of steps */
			...asked(({ within }) => within > 0),
		];
	}

	async run(): Promise<Judged> {
		const { source, signal } = this.order;
		const started = performance.now();
		const found = await this.judges.compile(source);
		if (!found) return CANCELLED;
		if ('problems' in found) {
			const [{ line, message } = { line: 0, message: '' }] = found.problems;
			return refused(`The text cannot run. Line ${line}: ${message}`);
		}
		for (const check of this.checks) {
			this.tell(0);
			const wrong = await check.run(found.edit);
			if (signal?.aborted) return CANCELLED;
			if (wrong) return wrong;
			this.done++;
		}
		const seconds = (performance.now() - started) / 1000;
		const ran = ranBy(found.edit, this.ended);
		return { kind: 'solved', states: this.states, seconds, checks: this.checks.length, ran };
	}

	private tell(states: number): void {
		const { says = '' } = this.checks[this.done] ?? {};
		const of = this.checks.length;
		this.order.onProgress?.({ check: this.done + 1, of, says, states: this.states + states });
	}

	private async search(
		edit: Edit,
		what: Pick<ExploreOptions, 'towards' | 'races'>,
	): Promise<ExploreProgress> {
		const { repair, signal } = this.order;
		const options = {
			...what,
			maxStates: MOST_STATES,
			onProgress: ({ states }: ExploreProgress) => this.tell(states),
			...(signal && { signal }),
		};
		const end = await this.judges.explore(repair, options, edit);
		this.states += end.states;
		return end;
	}

	private async everySchedule(edit: Edit): Promise<Judged | null> {
		const end = await this.search(edit, {});
		this.ended = [end];
		const { verdict, what, path } = end;
		if (isFault(verdict)) return refused(verdictSentence(verdict, what, this.order.lock), path);
		return verdict === 'OK' ? null : refused(ENDS_NOT);
	}

	private async demand(edit: Edit, { goal, says, within }: Demand): Promise<Judged | null> {
		const { found, path, verdict } = await this.search(edit, { towards: { goal, from: [] } });
		if (!found) return refused(verdict === 'OK' ? says : ENDS_NOT);
		return within > 0 && path.length > within ? refused(says, path) : null;
	}

	private async passing(edit: Edit): Promise<Judged | null> {
		const { repair, signal } = this.order;
		const found = await this.judges.starvation(
			repair,
			{
				maxStates: MOST_PASSING,
				onProgress: ({ states }) => this.tell(states),
				...(signal && { signal }),
			},
			edit,
		);
		if (!found) return CANCELLED;
		this.states += found.states;
		if (found.tid > 0)
			return refused(
				`T${found.tid} may be passed without bound: others are let in again and again while it waits, and this lock is to be fair.`,
				found.path,
				true,
			);
		return found.complete && found.judged ? null : refused(ENDS_NOT);
	}

	private async racing(edit: Edit): Promise<Judged | null> {
		const { found, path, verdict } = await this.search(edit, { races: true });
		if (found || verdict === 'RACE')
			return refused(
				'Nothing orders the last step behind what another thread did under the lock: with the orders that the accesses declare it is a data race.',
				path,
			);
		return verdict === 'OK' ? null : refused(ENDS_NOT);
	}
}

export const judge = (judges: Judges, order: Order): Promise<Judged> =>
	new Judge(judges, order).run();
