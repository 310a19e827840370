/** What was searched of fairness: whether somebody may be passed without bound. */
import { ENV_LETTERS } from '../../../wasm/generated/machine';
import {
	type Config,
	type Core,
	ENDLESS,
	type LockFacts,
	type Starvation,
} from '../../../wasm/src';
import type { Evidence, StarvationRow } from '../docs/types';
import { freePlayOf } from '../narration/lock-name';
import { environmentText } from '../narration/searched';
import { CLOCKS } from '../store/starvation';
import { starving } from './command';
import { isSameSetUp } from './nearest';

/** The row of this very set-up, however many rounds it has: the search has no end of them. */
export function starvationOf(
	evidence: Evidence | null,
	config: Config,
	lock: LockFacts | undefined,
): StarvationRow | undefined {
	const variant = lock?.variants[config.variant]?.name ?? '';
	const rows = evidence?.starvation[variant] ?? [];
	return (
		lock &&
		rows.find((row) => isSameSetUp(row.check, config, lock, CLOCKS) && holdsFor(row, config))
	);
}

/** How often each kind of act might come in the search of a row; 0 of a clock, of which it counts that it strikes at all. */
function budgetIn({ check }: StarvationRow): number[] {
	const given = /--budget (\S+)/.exec(check)?.[1]?.split(',') ?? [];
	return ENV_LETTERS.map((letter) => {
		const own = letter && !CLOCKS.includes(letter) && given.find((one) => one.startsWith(letter));
		return own ? Number(own.slice(1)) || ENDLESS : 0;
	});
}

/** A schedule of less from outside is one of more, too; that there is none says nothing where more may come. */
function holdsFor(row: StarvationRow, { budget }: Config): boolean {
	const isNobody = row.who === 'nobody';
	return budgetIn(row).every((had, kind) => {
		const own = budget[kind] ?? 0;
		return had === 0 || own === ENDLESS || (isNobody ? own <= had : own >= had);
	});
}

/** "at most 1 preemption", where the set-up allows another number than the row was searched with; else ''. */
export function rowBudgetText(core: Core, config: Config, row: StarvationRow): string {
	const searched = budgetIn(row);
	const isOther = searched.some((had, kind) => {
		const own = config.budget[kind] ?? 0;
		return had > 0 && own !== ENDLESS && own !== had;
	});
	const kinds = core.facts.envKinds.flatMap(({ name }, kind) => (searched[kind] ? [name] : []));
	return isOther ? environmentText(core.facts, searched, kinds) : '';
}

const named = (tids: readonly number[]): string =>
	tids.length > 0 ? tids.map((tid) => `T${tid}`).join(' ') : 'nobody';

/** As the table of searches has it. */
export function rowOf(core: Core, config: Config, found: Starvation): StarvationRow {
	const { who, asleep, tid, lead, round, passes, states } = found;
	return {
		check: starving(core.facts, config).replace(/^check /, ''),
		who: named(who),
		asleep: named(asleep),
		way: tid ? `T${tid}: ${lead} + ${round}, passed ${passes}` : '',
		address: tid ? addressOf(core, config, found) : '',
		states: states.toLocaleString('en'),
	};
}

/** The schedule that was found, once round, in free play: no story tells of it. */
function addressOf(core: Core, config: Config, { path, lead }: Starvation): string {
	const scenario = freePlayOf(core, config)?.name ?? config.scenario;
	const shown = { ...config, scenario, rounds: ENDLESS };
	const own = core.editedOf(config.lock);
	const extra = { ...(own && { own: own.packed }), round: String(lead) };
	return `#/${core.formatUrl(shown, path, path.length, extra)}`;
}

/**
 * "T2 may be passed without bound, though it sleeps for the lock: behind 15 steps, a schedule of 28 …" isWhole: every
 * state was seen, and each thread was judged; else nothing is said of those of whom nothing was found.
 */
export function starvationText(
	{ who, asleep, way, states }: StarvationRow,
	isWhole = true,
): string {
	const all = 'where every thread that can move does so in the end';
	if (who === 'nobody')
		return isWhole
			? `Nobody who waits can be passed without bound, ${all}: all ${states} states of endless rounds.`
			: `No answer within ${states} states of endless rounds: in what was seen, nobody who waits can be passed without bound, but that is not all.`;
	const [, tid, lead, round, passed] = /^(T\d+): (\d+) \+ (\d+), passed (\d+)$/.exec(way) ?? [];
	const sleeps = asleep.split(' ').includes(tid ?? '');
	const others = `others get the lock ${passed === '1' ? 'once' : `${passed} times`} on it, and ${tid} does not`;
	const circle = `behind ${lead} steps, a schedule of ${round} steps leads back to the same state; ${others}.`;
	if (sleeps) return `${tid} may be passed without bound, even asleep for the lock: ${circle}`;
	const asleepToo = isWhole
		? 'Nobody who has gone to sleep for the lock can be.'
		: `Whether one who has gone to sleep for the lock can be is not known: within ${states} states no such schedule was found.`;
	return `${tid} may be passed without bound while it spins: ${circle} ${asleepToo}`;
}

/** The same in a sentence for a room, behind one that says that no rule is broken. */
export function passedForEver({ who, asleep, way }: StarvationRow): string {
	if (who === 'nobody') return 'Nobody who waits can be passed for ever.';
	const tid = way.split(':')[0] ?? '';
	const state = asleep.split(' ').includes(tid) ? 'while it sleeps for the lock' : 'while it spins';
	return `But ${tid} may be passed for ever ${state}: no rule of this lock forbids that.`;
}
