import { Fragment, type ReactNode, useState } from 'react';
import type { Core } from '../../../wasm/src';
import { counted } from '../cache/words';
import buttons from '../controls/buttons.module.css';
import { Prose } from '../glossary/Prose';
import { listed } from '../narration/phrases';
import { verdictSentence } from '../narration/verdicts';
import styles from './cost.module.css';
import { useCovered } from './cover';
import { Grows } from './Grows';
import { type Cost, type Measures, sumOf } from './measure';
import { Parting } from './Parting';
import type { Pair } from './pair';
import { type Fault, workText } from './workload';

interface Row {
	name: string;
	/** what one of it is, beside the name */
	short?: string;
	/** what it counts, why that matters, and which way is better */
	means: string;
	count(cost: Cost): number;
	/** shared out among the releases; else among the acquisitions */
	byRelease?: true;
	/** the most that befell one thread: shared out among nothing */
	isMost?: true;
	/** less of it is not better */
	isNeither?: true;
	/** what a comparison is made for: it stands there before the others are asked for */
	leads?: true;
	/** it leads where the sides differ in it */
	leadsApart?: true;
	/** it leads where there is any of it: that both have as much is an answer too */
	leadsIfAny?: true;
	/** where there is none of it on either side, the caption says so in place of a row */
	mayBeNone?: true;
	/** in the sentence of what follows: "29 transfers of cache lines against 35" */
	counted(count: number): string;
}

const ROWS: readonly Row[] = [
	{
		name: 'cache line transfers',
		short: 'each as slow as many steps',
		means:
			'Times that a cache line came to a CPU, out of another’s cache or out of memory. Each costs as much as many steps on data that is at hand, so fewer is better.',
		count: (c) => c.transfers,
		counted: (n) => counted(n, 'cache line transfer'),
		leads: true,
	},
	{
		name: 'threads disturbed by releases',
		short: 'the line they watch is taken',
		means:
			'Threads that lose a cache line that they watch while another gives the lock away. A sleeper watches none: who wakes it disturbs nobody, and pays for a wake-up. Each must fetch it again, which slows the release itself: one is enough, so fewer is better. On the lanes these are the filled bolts; a hollow one is a line lost to a thread that comes to wait or goes on.',
		count: (c) => c.disturbed,
		counted: (n) => `${counted(n, 'thread')} disturbed by releases`,
		byRelease: true,
		leads: true,
	},
	{
		name: 'of the transfers: of the lock’s own lines',
		means:
			'Those of lines with words that all threads use; lines of a thread’s own words are not counted. These are fought for, the more the more threads there are: fewer is better.',
		count: (c) => c.ofLock,
		counted: (n) =>
			counted(n, 'transfer of the lock’s own lines', 'transfers of the lock’s own lines'),
	},
	{
		name: 'read-modify-writes',
		means:
			'Atomic operations, also those that fail. Each takes its cache line away from all others, written or not: fewer is better.',
		count: (c) => c.rmws,
		counted: (n) => counted(n, 'read-modify-write'),
	},
	{
		name: 'sleeps',
		short: 'each is thousands of steps',
		means:
			'Threads that went to sleep. A sleep costs thousands of steps but gives the CPU to others: fewer is better where the wait is short.',
		count: (c) => c.sleeps,
		counted: (n) => counted(n, 'sleep'),
		leadsApart: true,
		leadsIfAny: true,
		mayBeNone: true,
	},
	{
		name: 'wake-ups',
		short: 'a call of the kernel',
		means:
			'Threads that were woken. The thread that unlocks pays for each, and one that finds the lock taken again was woken in vain: fewer is better.',
		count: (c) => c.wakes,
		counted: (n) => counted(n, 'wake-up'),
		leadsApart: true,
		mayBeNone: true,
	},
	{
		name: 'handoffs',
		means:
			'Times that the lock was given to one waiter instead of being freed for whoever comes first. A handoff ends the waiting of that thread and makes all others wait until it runs: neither more nor fewer is better in itself.',
		count: (c) => c.handed,
		counted: (n) => counted(n, 'handoff'),
		mayBeNone: true,
		isNeither: true,
	},
	{
		mayBeNone: true,
		name: 'bypasses of one sleeper',
		means:
			'The most times that others got the lock while one that had gone to sleep for it still waited. It says how unfair the schedule is: fewer is fairer, and often slower.',
		count: (c) => c.passed,
		counted: (n) => counted(n, 'bypass of one sleeper', 'bypasses of one sleeper'),
		isMost: true,
		leads: true,
	},
];

const UNCOUNTED =
	'A context switch is not among the transfers: what the kernel does to put a thread to sleep or to wake it is not counted here.';

const each = (count: number, among: number): string =>
	among === 0 ? '–' : (count / among).toFixed(count % among === 0 ? 0 : 1);

interface ValueProps {
	count: number;
	among: number;
	/** of what it is shared out among; '' = it is not */
	unit: string;
	fewer: boolean;
	children?: ReactNode;
}

function Value({ count, among, unit, fewer, children }: ValueProps) {
	return (
		<td>
			<span className={fewer ? styles.fewer : undefined}>
				<span className={styles.count}>{count}</span>{' '}
				{unit && (
					<span className={styles.each}>
						({each(count, among)} for each {unit})
					</span>
				)}
			</span>
			{fewer && <span className="visually-hidden">, fewer</span>}
			{children}
		</td>
	);
}

/** A bar an acquisition: how many transfers it took. */
function Bars({ measures, upTo, most }: { measures: Measures; upTo: number; most: number }) {
	const counts = measures.costs.slice(0, upTo).map(({ transfers }) => transfers);
	return (
		<span className={styles.bars} role="img" aria-label={`one by one: ${counts.join(', ')}`}>
			{counts.map((count, k) => (
				<span
					// biome-ignore lint/suspicious/noArrayIndexKey: the k-th acquisition
					key={k}
					title={`acquisition ${k + 1}: ${count}`}
					style={{ height: `${(100 * count) / most}%` }}
				/>
			))}
		</span>
	);
}

function captionOf(common: number, [left, right]: string[]): string {
	if (common === 0) return 'There is no acquisition that both reach: nothing to compare yet.';
	const what =
		common === 1
			? 'From the start to the first acquisition of the lock.'
			: `From the start to acquisition ${common} of the lock.`;
	const work = left === right ? `Both: ${left}.` : `Not the same work: ${left}, and ${right}.`;
	return `${what} ${work}`;
}

/** What a row is compared by: each acquisition's share, or each release's. */
const amongOf = ({ isMost, byRelease }: Row, { releases }: Cost, common: number): number =>
	isMost ? 1 : byRelease ? releases : common;

function fewerOf(row: Row, sums: readonly [Cost, Cost], common: number): 0 | 1 | null {
	const [left, right] = sums.map(
		(sum) => row.count(sum) / Math.max(1, amongOf(row, sum, common)),
	) as [number, number];
	return left === right ? null : left < right ? 0 : 1;
}

const leadsIn = (row: Row, sums: readonly [Cost, Cost], common: number): boolean =>
	row.leads === true ||
	(row.leadsIfAny === true && sums.some((sum) => row.count(sum) > 0)) ||
	(row.leadsApart === true && fewerOf(row, sums, common) !== null);

const SIDES = ['left', 'right'] as const;

/** "29 transfers against 35", of the side that has fewer. */
const against = ({ count, counted: say }: Row, sums: readonly [Cost, Cost], side: 0 | 1): string =>
	`${say(count(sums[side]))} against ${count(sums[side === 0 ? 1 : 0])}`;

/**
 * What the leading figures say, in one sentence; '' where the work differs, or there is none, for then they say nothing.
 * It speaks of these two schedules, and not of the locks.
 */
export function conclusionOf(
	sums: readonly [Cost, Cost],
	common: number,
	isSameWork: boolean,
	/** the sides whose steps stop before their threads are done */
	unfinished: readonly (0 | 1)[] = [],
): string {
	const open = unfinishedText(unfinished);
	if (common === 0 || !isSameWork) return open;
	const told = comparedText(sums, common, open ? 'So far' : 'In these two schedules');
	return open ? `${told} ${open}` : told;
}

function unfinishedText(sides: readonly (0 | 1)[]): string {
	const [first] = sides;
	if (first === undefined) return '';
	const which = sides.length > 1 ? 'Both sides are' : `The ${SIDES[first]} side is`;
	const whose = sides.length > 1 ? 'their' : 'its';
	return `${which} unfinished: ${whose} steps stop before all threads are done.`;
}

function comparedText(sums: readonly [Cost, Cost], common: number, where: string): string {
	const differ = ROWS.filter((row) => leadsIn(row, sums, common)).flatMap((row) => {
		const side = fewerOf(row, sums, common);
		return side === null ? [] : [{ row, side, says: against(row, sums, side) }];
	});
	const [first] = differ;
	if (!first) return `${where} both sides cost the same.`;
	const of = (side: 0 | 1) => listed(differ.filter((d) => d.side === side).map(({ says }) => says));
	if (differ.every(({ side }) => side === first.side))
		return `${where} the ${SIDES[first.side]} side costs less: ${of(first.side)}.`;
	return `${where} neither side is better in everything: the left has ${of(0)}, the right ${of(1)}.`;
}

const FAILS = ['On the left', 'On the right'] as const;

/** What stands before all figures where a side fails; '' where none does. Of an edited text, which is the right side, what it does alike, too. */
export function failureOf(
	faults: readonly (Fault | null)[],
	own: { sameUpTo: number } | null,
): string {
	const told = faults.flatMap((fault, side) => {
		if (!fault) return [];
		const where = own ? ['In the page’s text', 'In yours'][side] : FAILS[side];
		return [
			`${where}, at step ${fault.at}: ${lowered(verdictSentence(fault.verdict, fault.what, fault.lock))}`,
		];
	});
	if (told.length === 0) return '';
	const same = own && own.sameUpTo > 0 ? `The same up to step ${own.sameUpTo}. ` : '';
	return `${same}${told.join(' ')} No cost speaks for a lock that fails.`;
}

const lowered = (sentence: string): string => sentence.charAt(0).toLowerCase() + sentence.slice(1);

function neitherOf(rows: readonly Row[]): string {
	const names = rows.map(({ name }) => `no ${name}`);
	if (names.length === 0) return '';
	return ` On neither side: ${listed(names)}.`;
}

/** A long name of C may go on in the next line behind its underscores. */
const breakable = (title: string): ReactNode =>
	title.split(/(?<=_)/).map((part, i) => (
		// biome-ignore lint/suspicious/noArrayIndexKey: the i-th part
		<Fragment key={i}>
			{part}
			{part.endsWith('_') && <wbr />}
		</Fragment>
	));

/** What the two cost, shared out among the acquisitions that both reach. */
export function CostTable({ core, pair }: { core: Core; pair: Pair }) {
	const { common } = pair;
	const covered = useCovered(pair);
	const measured = [pair.measures(0), pair.measures(1)] as const;
	const sums = measured.map((m) => sumOf(m, common)) as [Cost, Cost];
	const most = Math.max(
		1,
		...measured.flatMap((m) => m.costs.slice(0, common).map((c) => c.transfers)),
	);
	const isNone = ({ count }: Row) => sums.every((sum) => count(sum) === 0);
	const none = ROWS.filter((row) => row.mayBeNone && isNone(row));
	const all = ROWS.filter((row) => !none.includes(row));
	const [unfolded, setUnfolded] = useState(false);
	const told = unfolded ? all : all.filter((row) => leadsIn(row, sums, common));
	const { titles } = pair;
	const anySleeps = sums.some(({ sleeps, wakes }) => sleeps + wakes > 0);
	const works = pair.sides.map(({ app }) => (app.state.doc ? workText(app.state.doc.config) : ''));
	const isSameWork = works[0] === works[1];
	const faults = [pair.fault(0), pair.fault(1)];
	const isOwn = pair.route.own !== '';
	const unfinished = ([0, 1] as const).filter((side) => pair.isUnfinished(side));
	const fails = failureOf(faults, isOwn ? { sameUpTo: Math.max(0, pair.parting - 1) } : null);
	return (
		<section
			className={styles.cost}
			aria-label="What an acquisition costs"
			data-covered={covered || undefined}
			data-same-work={isSameWork || undefined}
		>
			{covered && (
				<p className={styles.cover} data-testid="cost-cover">
					{isSameWork ? `Both: ${works[0]}. ` : ''}What they come to stands here once both have been
					played.
				</p>
			)}
			<p className={styles.conclusion} data-testid="conclusion">
				<Prose>{fails || conclusionOf(sums, common, isSameWork, unfinished)}</Prose>
			</p>
			{isOwn ? (
				<Parting pair={pair} isSameSaid={fails !== ''} />
			) : (
				<Grows core={core} route={pair.route} now={sums} />
			)}
			<table className={styles.table} data-testid="costs">
				<caption data-testid="work">
					<Prose>
						{`${captionOf(common, works)}${common > 0 && unfolded ? neitherOf(none) : ''}`}
					</Prose>{' '}
					<button
						type="button"
						className={buttons.tool}
						aria-expanded={unfolded}
						data-testid="all-figures"
						onClick={() => setUnfolded(!unfolded)}
					>
						{unfolded ? 'Fewer figures' : 'All figures'}
					</button>
				</caption>
				<thead>
					<tr>
						<td />
						{titles.map((title, side) => (
							<th key={SIDES[side]} scope="col">
								{breakable(title)}
							</th>
						))}
					</tr>
				</thead>
				<tbody>
					{told.map((row, i) => {
						const { name, short, means, count, byRelease, isMost } = row;
						/* of unlike work, or of a lock that fails, less says nothing */
						const says = isSameWork && !fails && !row.isNeither;
						const fewer = says ? fewerOf(row, sums, common) : null;
						return (
							<tr key={name} data-apart={row.leadsApart}>
								<th scope="row">
									<details className={styles.means}>
										<summary>
											{name}
											{short && <span className={styles.short}>: {short}</span>}
										</summary>
										<p>
											<Prose>{means}</Prose>
										</p>
									</details>
								</th>
								{sums.map((sum, side) => (
									<Value
										key={SIDES[side]}
										count={count(sum)}
										among={amongOf(row, sum, common)}
										unit={isMost ? '' : byRelease ? 'release' : 'acquisition'}
										fewer={fewer === side}
									>
										{i === 0 && (
											<Bars measures={measured[side as 0 | 1]} upTo={common} most={most} />
										)}
									</Value>
								))}
							</tr>
						);
					})}
				</tbody>
			</table>
			{anySleeps && (
				<p className={styles.uncounted} data-testid="uncounted">
					<Prose>{UNCOUNTED}</Prose>
				</p>
			)}
		</section>
	);
}
