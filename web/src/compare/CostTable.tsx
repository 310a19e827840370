import type { ReactNode } from 'react';
import type { Core } from '../../../wasm/src';
import styles from './cost.module.css';
import { type Cost, type Measures, sumOf } from './measure';
import type { Pair } from './pair';
import { workText } from './workload';

interface Row {
	name: string;
	means: string;
	/** the count, and what it is shared out among */
	of(cost: Cost, acquisitions: number): [count: number, among: number];
}

const ROWS: readonly Row[] = [
	{
		name: 'transfers of a cache line',
		means: 'times that a line came to a CPU, out of another’s cache or out of memory',
		of: (c, k) => [c.transfers, k],
	},
	{
		name: 'threads disturbed by a release',
		means: 'threads that lose a line that they watch, until the lock is given away',
		of: (c) => [c.disturbed, c.releases],
	},
	{
		name: 'read-modify-writes',
		means: 'atomic operations, also those that fail',
		of: (c, k) => [c.rmws, k],
	},
	{ name: 'sleeps', means: 'threads that went to sleep', of: (c, k) => [c.sleeps, k] },
	{ name: 'wake-ups', means: 'threads that were woken', of: (c, k) => [c.wakes, k] },
	{
		name: 'bypasses of the longest waiter',
		means: 'the lock was taken past the thread that had waited longest',
		of: (c, k) => [c.bypasses, k],
	},
];

const each = (count: number, among: number): string =>
	among === 0 ? '–' : (count / among).toFixed(count % among === 0 ? 0 : 1);

interface ValueProps {
	count: number;
	among: number;
	fewer: boolean;
	children?: ReactNode;
}

function Value({ count, among, fewer, children }: ValueProps) {
	return (
		<td>
			<span className={fewer ? styles.fewer : undefined}>
				<span className={styles.each}>{each(count, among)}</span>{' '}
				<span className={styles.whole}>({count} in all)</span>
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
			? 'The first acquisition.'
			: `Each of the first ${common} acquisitions, on average.`;
	const work = left === right ? `Both: ${left}.` : `Not the same work: ${left}, and ${right}.`;
	return `${what} ${work}`;
}

/** What the two cost, shared out among the acquisitions that both reach. */
export function CostTable({ core, pair }: { core: Core; pair: Pair }) {
	const { common } = pair;
	const measured = [pair.measures(0), pair.measures(1)] as const;
	const sums = measured.map((m) => sumOf(m, common)) as [Cost, Cost];
	const most = Math.max(
		1,
		...measured.flatMap((m) => m.costs.slice(0, common).map((c) => c.transfers)),
	);
	const titles = pair.sides.map(({ name }) => core.scenario(name)?.title ?? name);
	const works = pair.sides.map(({ app }) => (app.state.doc ? workText(app.state.doc.config) : ''));
	const rows = ROWS.map(({ of, ...row }) => ({
		...row,
		counts: sums.map((sum) => of(sum, common)) as [[number, number], [number, number]],
	}));
	/* what neither has takes one row, so that the drawings stand higher */
	const isNone = ({ counts }: (typeof rows)[number]) => counts.every(([count]) => count === 0);
	const [some, none] = [rows.filter((row) => !isNone(row)), rows.filter(isNone)];
	return (
		<section className={styles.cost} aria-label="What an acquisition costs">
			<table className={styles.table} data-testid="costs">
				<caption data-testid="work">{captionOf(common, works)}</caption>
				<thead>
					<tr>
						<td />
						<th scope="col">{titles[0]}</th>
						<th scope="col">{titles[1]}</th>
					</tr>
				</thead>
				<tbody>
					{some.map(({ name, means, counts: [a, b] }, i) => {
						const left = a[0] / Math.max(1, a[1]);
						const right = b[0] / Math.max(1, b[1]);
						return (
							<tr key={name} title={means}>
								<th scope="row">{name}</th>
								<Value count={a[0]} among={a[1]} fewer={left < right}>
									{i === 0 && <Bars measures={measured[0]} upTo={common} most={most} />}
								</Value>
								<Value count={b[0]} among={b[1]} fewer={right < left}>
									{i === 0 && <Bars measures={measured[1]} upTo={common} most={most} />}
								</Value>
							</tr>
						);
					})}
					{none.length > 0 && (
						<tr title={none.map(({ means }) => means).join('; ')}>
							<th scope="row">{none.map(({ name }) => name).join(', ')}</th>
							<td>{each(0, common)}</td>
							<td>{each(0, common)}</td>
						</tr>
					)}
				</tbody>
			</table>
		</section>
	);
}
