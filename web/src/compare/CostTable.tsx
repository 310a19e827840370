import { type ReactNode, useState } from 'react';
import type { Core } from '../../../wasm/src';
import { counted } from '../cache/words';
import buttons from '../controls/buttons.module.css';
import styles from './cost.module.css';
import { type Cost, type Measures, sumOf } from './measure';
import type { Pair } from './pair';
import { workText } from './workload';

interface Row {
	name: string;
	means: string;
	count(cost: Cost): number;
	/** shared out among the releases; else among the acquisitions */
	byRelease?: true;
	/** the most that befell one thread: shared out among nothing */
	isMost?: true;
	/** what a comparison is made for: it stands there before the others are asked for */
	leads?: true;
	/** where there is none of it on either side, the caption says so in place of a row */
	mayBeNone?: true;
}

const ROWS: readonly Row[] = [
	{
		name: 'transfers of the lock’s own lines',
		means:
			'times that a line with words of the lock came to a CPU; those of a thread are not in it',
		count: (c) => c.ofLock,
		leads: true,
	},
	{
		name: 'watchers disturbed by a release',
		means: 'threads that lose a line that they watch, until the lock is given away',
		count: (c) => c.disturbed,
		byRelease: true,
		leads: true,
	},
	{
		name: 'transfers of any line',
		means: 'times that a line came to a CPU, out of another’s cache or out of memory',
		count: (c) => c.transfers,
	},
	{
		name: 'read-modify-writes',
		means: 'atomic operations, also those that fail',
		count: (c) => c.rmws,
	},
	{
		name: 'sleeps',
		means: 'threads that went to sleep',
		count: (c) => c.sleeps,
		mayBeNone: true,
	},
	{ name: 'wake-ups', means: 'threads that were woken', count: (c) => c.wakes, mayBeNone: true },
	{
		mayBeNone: true,
		name: 'bypasses of one sleeper',
		means:
			'the most times that others got the lock, one after the other, while one that had gone to sleep for it still waited',
		count: (c) => c.passed,
		isMost: true,
		leads: true,
	},
];

const NAMES = ['left', 'right'] as const;

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
				<span className={styles.each}>{each(count, among)}</span>{' '}
				{unit && (
					<span className={styles.whole}>
						({count} in {counted(among, unit)})
					</span>
				)}
			</span>
			{fewer && <span className="visually-hidden">, fewer</span>}
			{children}
		</td>
	);
}

/** A bar an acquisition: how many transfers of the lock's own lines it took. */
function Bars({ measures, upTo, most }: { measures: Measures; upTo: number; most: number }) {
	const counts = measures.costs.slice(0, upTo).map(({ ofLock }) => ofLock);
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

function neitherOf(rows: readonly Row[]): string {
	const names = rows.map(({ name }) => `no ${name}`);
	if (names.length === 0) return '';
	const last = names.pop();
	return ` On neither side: ${names.length > 0 ? `${names.join(', ')} and ${last}` : last}.`;
}

/** What the two cost, shared out among the acquisitions that both reach. */
export function CostTable({ core, pair }: { core: Core; pair: Pair }) {
	const { common } = pair;
	const measured = [pair.measures(0), pair.measures(1)] as const;
	const sums = measured.map((m) => sumOf(m, common)) as [Cost, Cost];
	const most = Math.max(
		1,
		...measured.flatMap((m) => m.costs.slice(0, common).map((c) => c.ofLock)),
	);
	const isNone = ({ count }: Row) => sums.every((sum) => count(sum) === 0);
	const none = ROWS.filter((row) => row.mayBeNone && isNone(row));
	const all = ROWS.filter((row) => !none.includes(row));
	const [unfolded, setUnfolded] = useState(false);
	const told = unfolded ? all : all.filter(({ leads }) => leads);
	const titles = pair.sides.map(({ name }) => core.scenario(name)?.title ?? name);
	const works = pair.sides.map(({ app }) => (app.state.doc ? workText(app.state.doc.config) : ''));
	return (
		<section className={styles.cost} aria-label="What an acquisition costs">
			<table className={styles.table} data-testid="costs">
				<caption data-testid="work">
					{captionOf(common, works)}
					{common > 0 && unfolded && neitherOf(none)}{' '}
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
						<th scope="col">{titles[0]}</th>
						<th scope="col">{titles[1]}</th>
					</tr>
				</thead>
				<tbody>
					{told.map(({ name, means, count, byRelease, isMost }, i) => {
						const unit = isMost ? '' : byRelease ? 'release' : 'acquisition';
						const among = sums.map((sum) => (isMost ? 1 : byRelease ? sum.releases : common));
						const counts = sums.map(count);
						const share = (side: number) => (counts[side] ?? 0) / Math.max(1, among[side] ?? 0);
						return (
							<tr key={name} title={means}>
								<th scope="row">{name}</th>
								{measured.map((m, side) => (
									<Value
										key={NAMES[side]}
										count={counts[side] ?? 0}
										among={among[side] ?? 0}
										unit={unit}
										fewer={share(side) < share(1 - side)}
									>
										{i === 0 && <Bars measures={m} upTo={common} most={most} />}
									</Value>
								))}
							</tr>
						);
					})}
				</tbody>
			</table>
		</section>
	);
}
