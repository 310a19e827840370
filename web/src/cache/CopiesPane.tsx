/** Who has a copy of a cache line, in plain words: what a lesson shows of CachePane. */
import { useMemo } from 'react';
import type { CacheView, LineView, Session, Touch } from '../../../wasm/src';
import { cacheOf, type LineName, lineNames } from '../../../wasm/src/cache';
import { Badge } from '../drawings/Badge';
import type { MomentProps } from '../drawings/props';
import { useCalm } from '../drawings/useCalm';
import { usedLines } from './CachePane';
import styles from './copies.module.css';
import { Bolt } from './marks';
import { nameOf, threadNames } from './words';

interface CopiesProps extends MomentProps {
	/** by name */
	lines: readonly string[];
	/** words that the lesson speaks of, beside the lock word */
	words: readonly string[] | undefined;
	/** the moment from which it is counted */
	since: number;
}

type Has = 'own' | 'copy' | 'void' | 'none';

const SAYS: Readonly<Record<Has, string>> = {
	own: 'only copy',
	copy: 'copy',
	void: 'void',
	none: '–',
};

/** A copy that was taken from it counts as void until it fetches the line again. */
function hasOf(line: LineView, tid: number, hadOne: boolean): Has {
	const state = line.states[tid - 1];
	if (state === 'M' || state === 'E') return 'own';
	if (state === 'S') return 'copy';
	return hadOne ? 'void' : 'none';
}

/** Threads that have had each line, at a moment. */
function hadUntil(session: Session, at: number): Map<number, Set<number>> {
	const had = new Map<number, Set<number>>();
	const track = cacheOf(session);
	for (let i = 0; i < at; i++) {
		const { line, tid, use } = track.touch(i);
		if (line !== null && use !== 'none') had.set(line, (had.get(line) ?? new Set()).add(tid));
	}
	return had;
}

/** How often the steps since then have moved one of these lines, and to whom. */
function movesOf(session: Session, since: number, at: number, ids: ReadonlySet<number>) {
	const track = cacheOf(session);
	const to = new Map<number, number>();
	for (let i = since; i < at; i++) {
		const { line, transfer, tid } = track.touch(i);
		if (line !== null && ids.has(line) && transfer) to.set(tid, (to.get(tid) ?? 0) + 1);
	}
	const all = [...to].sort(([a], [b]) => a - b);
	return {
		sum: all.reduce((sum, [, moves]) => sum + moves, 0),
		each: all.map(([tid, moves]) => `${moves} to T${tid}`).join(', '),
	};
}

/** "count, owner …", of the words on it the first that are shown; of a thread's own line whose it is. */
function titleOf(line: LineName, lockWord: string, words: readonly string[] | undefined): string {
	if (line.tid > 0) return nameOf(line);
	const [first, second] = line.words.filter((w) => w === lockWord || !words || words.includes(w));
	const rest = line.words.length > 2 ? ' …' : '';
	return first === undefined || second === undefined
		? line.words.join(', ')
		: `${first}, ${second}${rest}`;
}

function didText(touch: Touch | null): string {
	if (!touch) return '';
	const who = `T${touch.tid}`;
	const moves = touch.transfer ? 'one move' : 'no move';
	const [one, ...more] = touch.lost;
	if (one !== undefined) {
		const lost =
			more.length === 0
				? `T${one}’s copy is void`
				: `the copies of ${threadNames(touch.lost)} are void`;
		return `${who} takes the line for itself: ${moves}, and ${lost}.`;
	}
	if (touch.transfer) return `${who} has to fetch the line: ${moves}.`;
	return touch.use === 'load'
		? `${who} reads its own copy: ${moves}.`
		: `${who} has the only copy: ${moves}.`;
}

interface RowProps {
	line: LineView;
	title: string;
	had: ReadonlySet<number>;
	touch: Touch | null;
	threads: number;
}

function Row({ line, title, had, touch, threads }: RowProps) {
	return (
		<tr>
			<th scope="row">{title}</th>
			{Array.from({ length: threads }, (_, i) => {
				const tid = i + 1;
				const has = hasOf(line, tid, had.has(tid));
				const lost = touch?.lost.includes(tid);
				const comes = touch?.tid === tid && (touch.transfer || touch.lost.length > 0);
				return (
					<td key={tid} data-testid={`copy-${line.id}-${tid}`} data-lost={lost || undefined}>
						<span data-has={has} data-comes={comes || undefined}>
							{SAYS[has]}
							{lost && <Bolt label=", just now" />}
						</span>
					</td>
				);
			})}
		</tr>
	);
}

function rowsOf(view: CacheView, names: readonly LineName[], lines: readonly string[]) {
	return view.lines.filter(({ id }) => lines.includes(names[id]?.name ?? ''));
}

export function CopiesPane({ lines, words, since, ...props }: CopiesProps) {
	const { core, session, at, machine, of, reducedMotion } = props;
	const calm = useCalm(at) && !reducedMotion;
	const threads = machine.threads.length;
	const lock = core.lock(machine.lock);
	const names = useMemo(() => lineNames(lock, threads), [lock, threads]);
	const track = cacheOf(session);
	const all = track.all();
	const used = usedLines(all.line, all.length);
	const rows = rowsOf(track.view(at), names, lines).filter(({ id }) => used.has(id));
	const lockWord = lock.memory[0]?.words[0]?.name ?? '';
	const title = (id: number) => {
		const name = names[id];
		return name ? titleOf(name, lockWord, words) : '';
	};
	const touch = at > 0 ? track.touch(at - 1) : null;
	const ids = new Set(rows.map(({ id }) => id));
	const mine = touch?.line != null && ids.has(touch.line) ? touch : null;
	const had = hadUntil(session, at);
	const moves = movesOf(session, since, Math.max(at, since), ids);
	return (
		<section
			className={styles.pane}
			data-testid="copies"
			data-calm={calm || undefined}
			aria-label={`Copies in the caches${of ? ` of ${of}` : ''}`}
		>
			<div className={styles.scroll}>
				<table className={styles.table}>
					<caption>Which thread’s CPU has a copy of the memory</caption>
					<thead>
						<tr>
							<th scope="col">cache line of</th>
							{machine.threads.map((_, i) => (
								// biome-ignore lint/suspicious/noArrayIndexKey: by number
								<th key={i} scope="col">
									<Badge tid={i + 1} size={20} />
								</th>
							))}
						</tr>
					</thead>
					<tbody>
						{rows.map((line) => (
							<Row
								key={line.id}
								line={line}
								title={title(line.id)}
								had={had.get(line.id) ?? new Set()}
								touch={mine?.line === line.id ? mine : null}
								threads={threads}
							/>
						))}
					</tbody>
				</table>
			</div>
			<p className={styles.did} data-testid="copies-step">
				{didText(mine)}
			</p>
			<p className={styles.count} data-testid="copies-count">
				{at > since && (
					<>
						Moves since this figure opened: <b>{moves.sum}</b>
						{moves.each && ` (${moves.each})`}
					</>
				)}
			</p>
		</section>
	);
}
