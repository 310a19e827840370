/** Which searches of a list are most like what is shown. */
import { ENV_LETTERS } from '../../../wasm/generated/machine';
import { type Config, ENDLESS, type LockFacts } from '../../../wasm/src';
import type { FindingCard, SearchRow } from '../docs/types';

interface SetUp {
	/** letters of the threads, in the order of the alphabet: who is who does not matter */
	threads: string;
	rounds: number;
	/** letters of what the environment may do */
	acts: Set<string>;
	switches: Set<string>;
}

const sorted = (letters: Iterable<string>): string => [...letters].sort().join('');

const after = (words: readonly string[], flag: string): string[] =>
	words.flatMap((word, i) => (word === flag ? [words[i + 1] ?? ''] : []));

/** What follows `lockstep check`; "3" threads have the first role of the lock. */
function setUpOf(check: string, first: string): SetUp {
	const words = check.split(' ');
	const threads = after(words, '--threads')[0] ?? '';
	return {
		threads: /^\d+$/.test(threads) ? first.repeat(Number(threads)) : sorted(threads),
		rounds: Number(after(words, '--rounds')[0] ?? 1) || ENDLESS,
		acts: new Set(after(words, '--budget').flatMap((kinds) => kinds.match(/[a-z]/g) ?? [])),
		switches: new Set(after(words, '--switch')),
	};
}

function shownOf(config: Config, { roles, switches }: LockFacts): SetUp {
	const own = config.roles.slice(0, config.threads).map((role) => roles[role]?.letter ?? '');
	return {
		threads: sorted(own),
		rounds: config.rounds,
		acts: new Set(
			config.budget.flatMap((times, kind) =>
				times > 0 && times !== ENDLESS && ENV_LETTERS[kind] ? [ENV_LETTERS[kind]] : [],
			),
		),
		switches: new Set(switches.filter((_, bit) => config.switches & (1 << bit)).map((s) => s.name)),
	};
}

const unlike = (a: ReadonlySet<string>, b: ReadonlySet<string>): number =>
	[...a].filter((one) => !b.has(one)).length + [...b].filter((one) => !a.has(one)).length;

/** What makes the greatest difference comes first. */
const differences = (a: SetUp, b: SetUp): number[] => [
	unlike(a.switches, b.switches),
	Math.abs(a.threads.length - b.threads.length),
	unlike(a.acts, b.acts),
	a.threads === b.threads ? 0 : 1,
	Math.abs(a.rounds - b.rounds),
];

export function nearestFirst(
	rows: readonly SearchRow[],
	config: Config,
	lock: LockFacts,
): SearchRow[] {
	const shown = shownOf(config, lock);
	const first = lock.roles[0]?.letter ?? '';
	const far = new Map(rows.map((row) => [row, differences(setUpOf(row.check, first), shown)]));
	return [...rows].sort((a, b) => {
		const [left = [], right = []] = [far.get(a), far.get(b)];
		const at = left.findIndex((one, i) => one !== right[i]);
		return at < 0 ? 0 : (left[at] ?? 0) - (right[at] ?? 0);
	});
}

/** The searches of what is shown: those that its findings name, and those of the very set-up. They come first. */
export function ownAmong(
	rows: readonly SearchRow[],
	findings: readonly FindingCard[],
	config: Config,
	lock: LockFacts,
): SearchRow[] {
	const told = JSON.stringify(findings.map(({ blocks }) => blocks));
	/* up to its end: another may begin alike */
	const isNamed = ({ check }: SearchRow) =>
		['`', '"', '\\', ',', ';', ')', '.'].some((end) => told.includes(`${check}${end}`));
	const named = rows.filter(isNamed);
	const others = rows.filter((row) => !isNamed(row) && isSameSetUp(row.check, config, lock));
	return [...named, ...others];
}

/**
 * Of the same threads, with the same that may happen and the same switches; the rounds may be others. clocks: letters of
 * clocks that run. Where it matters that a clock strikes in the end, one without limit is no other than one that strikes.
 */
export function isSameSetUp(
	check: string,
	config: Config,
	lock: LockFacts,
	clocks: readonly string[] = [],
): boolean {
	const shown = shownOf(config, lock);
	for (const [kind, letter] of ENV_LETTERS.entries())
		if (clocks.includes(letter) && config.budget[kind] === ENDLESS) shown.acts.add(letter);
	const found = differences(setUpOf(check, lock.roles[0]?.letter ?? ''), shown);
	return found.slice(0, -1).every((difference) => difference === 0);
}
