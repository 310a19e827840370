import type { CSSProperties } from 'react';
import type { CacheView, LineView, Mesi, Touch } from '../../../wasm/src';
import type { LineName } from '../../../wasm/src/cache';
import { Badge } from '../drawings/Badge';
import { Bolt, Eye } from './marks';
import styles from './table.module.css';
import { nameOf } from './words';

const STATES: Record<Mesi, string> = {
	M: 'Modified',
	E: 'Exclusive',
	S: 'Shared',
	I: 'Invalid',
};

/** The letter of a state, in the form that it has in the table. */
export function Has({ state }: { state: Mesi }) {
	return (
		<span className={`${styles.has} ${styles.inKey}`} data-state={state}>
			{state}
		</span>
	);
}

interface CellProps {
	tid: number;
	line: LineView;
	/** what the step before this moment did to this line */
	touch: Touch | null;
	/** that step was part of a release */
	released: boolean;
}

/** What one CPU has of one line; after the step that changed it, also that it had it. */
function Cell({ tid, line, touch, released }: CellProps) {
	const state = line.states[tid - 1] ?? 'I';
	const acts = touch?.tid === tid;
	const lost = touch?.lost.includes(tid) ?? false;
	const gave = touch?.from === tid;
	const disturbed = touch?.disturbed.includes(tid) ?? false;
	const watches = line.watchers.includes(tid);
	/* whoever watches a line that was just written and has no copy has to fetch it, whenever it lost the one that it had */
	const fetches = watches && state === 'I' && touch !== null && touch.use !== 'load';
	const takes = touch !== null && (touch.from > 0 || touch.lost.length > 0);
	return (
		<td
			className={styles.cell}
			data-acts={acts || undefined}
			data-lost={lost ? (watches || disturbed ? 'watched' : 'unwatched') : undefined}
			data-fetches={fetches || undefined}
			title={[
				STATES[state],
				acts && 'used by the last step',
				lost && 'its copy was lost with the last step',
				fetches && 'it must fetch the line again',
			]
				.filter(Boolean)
				.join(', ')}
			data-testid={`line-${line.id}-${tid}`}
		>
			<span
				className={acts && takes ? `${styles.has} ${styles.comes}` : styles.has}
				data-state={state}
			>
				{state}
			</span>
			{takes && (lost || gave) && (
				<Gone to={touch.tid - tid} state={gave ? touch.after : 'S'} given={gave} />
			)}
			{lost && !gave && <span className="visually-hidden">, lost its copy</span>}
			{gave && <span className="visually-hidden">, gave the line</span>}
			{disturbed ? (
				<Bolt label=", disturbed" hollow={!released} />
			) : (
				watches && <Eye label=", watching" />
			)}
			{fetches && <span className="visually-hidden">, must fetch it again</span>}
			<span className="visually-hidden"> {STATES[state]}</span>
		</td>
	);
}

/** What goes from here to the CPU that takes the line: the line itself, or a copy that is none any more. */
function Gone({ to, state, given }: { to: number; state: Mesi; given: boolean }) {
	return (
		<span
			className={`${styles.has} ${given ? styles.given : styles.taken}`}
			style={{ '--by': to } as CSSProperties}
			data-state={state}
			data-goes={state}
			aria-hidden="true"
		/>
	);
}

interface TableProps {
	view: CacheView;
	names: readonly LineName[];
	/** numbers of the lines that are used anywhere in the schedule */
	used: ReadonlySet<number>;
	threads: number;
	touch: Touch | null;
	/** the last step was part of a release */
	released: boolean;
}

/** Who has which line, a row a line and a column a CPU. Lines that nobody uses are left out. */
export function LineTable({ view, names, used, threads, touch, released }: TableProps) {
	const tids = Array.from({ length: threads }, (_, i) => i + 1);
	const rows = view.lines.filter(({ id }) => used.has(id));
	return (
		<table className={styles.table}>
			<caption className="visually-hidden">Who has which cache line</caption>
			<thead>
				<tr>
					<th scope="col" className={styles.name}>
						line
					</th>
					{tids.map((tid) => (
						<th key={tid} scope="col">
							<Badge tid={tid} size={20} />
						</th>
					))}
					<th scope="col" className={styles.count} title="Times that it came to a CPU">
						transfers
					</th>
					<th scope="col" className={styles.count} title="Copies that became invalid">
						lost
					</th>
				</tr>
			</thead>
			<tbody>
				{rows.map((line) => {
					const name = names[line.id];
					const here = touch?.line === line.id ? touch : null;
					return (
						<tr key={line.id} data-touched={here ? '' : undefined}>
							<th scope="row" className={styles.name} title={name?.words.join(', ')}>
								{name ? nameOf(name) : line.id}
							</th>
							{tids.map((tid) => (
								<Cell key={tid} tid={tid} {...{ line, released }} touch={here} />
							))}
							<td className={styles.count}>{line.transfers}</td>
							<td className={styles.count}>{line.lost}</td>
						</tr>
					);
				})}
			</tbody>
		</table>
	);
}
