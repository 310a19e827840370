import { Fragment, type ReactNode, useState } from 'react';
import type { Core } from '../../../wasm/src';
import buttons from '../controls/buttons.module.css';
import { Key } from '../controls/Key';
import { Prose } from '../glossary/Prose';
import { listed } from '../narration/phrases';
import { comesTo, failsText, isSameWork, SIDES } from './comes-to';
import styles from './cost.module.css';
import { Grows } from './Grows';
import type { Measures } from './measure';
import { Parting } from './Parting';
import type { Pair } from './pair';
import { amongOf, fewerOf, leadsIn, ROWS, type Row } from './rows';
import { workText } from './workload';

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

interface CostProps {
	core: Core;
	pair: Pair;
	/** before a room */
	staged: boolean;
	/** a room has not seen yet how both end */
	covered: boolean;
	/** before a room the last stop is what they come to */
	ends: boolean;
}

/** Before a room, what to look at where both stand, in place of what they come to. The room of the longest is kept. */
function Says({ pair, staged, ends }: Pick<CostProps, 'pair' | 'staged' | 'ends'>) {
	const here = staged ? pair.stopHere : undefined;
	const looks = staged ? pair.stops.filter(({ look }) => look !== '') : [];
	return (
		<div className={styles.says} data-looks={(here?.look ?? '') !== '' || undefined}>
			<p className={styles.conclusion} data-testid="conclusion">
				<Prose>{comesTo(pair, ends ? pair.names : null)}</Prose>
			</p>
			{looks.map((stop) => (
				<p
					key={stop.at.join()}
					className={styles.look}
					data-now={stop === here || undefined}
					data-testid={stop === here ? 'look' : undefined}
				>
					<Prose>{stop.look}</Prose>
				</p>
			))}
		</div>
	);
}

/** What stands in place of what is not told yet, where there is nothing to look at. */
function Cover({ pair, work }: { pair: Pair; work: string }) {
	return (
		<p className={styles.cover} data-testid="cost-cover">
			{pair.watch && (
				<>
					<b data-testid="watch">{pair.watch}</b>{' '}
				</>
			)}
			{work && `Both: ${work}. `}
			{pair.canGrow && (
				<>
					With 2, 4 and 8 threads: <kbd>n</kbd>.{' '}
				</>
			)}
			What they come to stands here at the end, or with <kbd>a</kbd>.
		</p>
	);
}

/** What the two cost, shared out among the acquisitions that both reach. */
export function CostTable({ core, pair, staged, covered, ends }: CostProps) {
	const { common } = pair;
	const measured = [pair.measures(0), pair.measures(1)] as const;
	const sums = pair.sums;
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
	const isSame = isSameWork(pair);
	const isOwn = pair.route.own !== '';
	const fails = failsText(pair);
	return (
		<section
			className={styles.cost}
			aria-label="What an acquisition costs"
			data-covered={covered || undefined}
			data-same-work={isSame || undefined}
			data-asked={pair.isAsked || undefined}
			data-ends={ends || undefined}
		>
			{covered && !pair.stopHere && <Cover pair={pair} work={isSame ? (works[0] ?? '') : ''} />}
			<Says {...{ pair, staged, ends }} />
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
					{pair.canGrow && (
						<button
							type="button"
							className={buttons.tool}
							data-testid="grown"
							title="What both cost with few threads and with many, in one table"
							onClick={() => pair.grow()}
						>
							2, 4 and 8 threads <Key name="n" />
						</button>
					)}
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
						const says = isSame && !fails && !row.isNeither;
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
