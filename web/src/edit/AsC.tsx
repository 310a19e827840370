import { useEffect, useState } from 'react';
import type { Config, LockFacts } from '../../../wasm/src';
import styles from './edit.module.css';
import { kernelOwn } from './own';
import { changedLines } from './packed';

/** Of more lines only these are shown: the source pane shows all, once the text runs. */
const MOST = 4;

/** A line of kernel C as code: its rows as one, and the sentence of the step left away. */
export function codeOf(line: string): string {
	const code = line.replace(/\s+/g, ' ').trim();
	const bare = code.replace(/\s*\/\*.*?\*\/\s*$/, '');
	return bare || code;
}

interface Wanted {
	lock: LockFacts | undefined;
	name: string;
	config: Config;
	/** a text that the front end lets pass; null: this one is none */
	source: string | null;
}

/** A text, and the C that each of its lines becomes. */
interface InC {
	source: string;
	lines: readonly string[];
}

/** The same as a line beside it: where it stands, and without the sentence of the step. */
const besideOf = (line: string): string => {
	const bare = line
		.replace(/\/\*[\s\S]*?\*\//g, '')
		.replace(/\s+/g, ' ')
		.trim();
	return bare && `${/^\t*/.exec(line)?.[0] ?? ''}${bare}`;
};

/** Beside each line of what is written; where it differs from the text that the C is of, nothing yet. */
export function besideLines(c: InC | null, text: string): readonly string[] {
	const rows = text.split('\n');
	if (!c) return rows.map(() => '');
	const { first, removed, lines } = changedLines(c.source.split('\n'), rows);
	return rows.map((_, i) => {
		if (i >= first && i < first + lines.length) return '';
		return besideOf(c.lines[i < first ? i : i - lines.length + removed] ?? '');
	});
}

/** The last that could be shown as C, with the variant and the switches of the set-up; null: nothing yet. */
export function useC({ lock, name, config, source }: Wanted): InC | null {
	const [shown, setShown] = useState<(InC & { of: string }) | null>(null);
	/* a text that others use has its switches and features on only when it is the lock itself */
	const isMain = lock !== undefined && name === lock.name;
	const variant = (isMain && lock.variants[config.variant]?.name) || '';
	const on = isMain
		? lock.switches.filter((_, bit) => config.switches & (1 << bit)).map((s) => s.name)
		: [];
	const switches = on.join(' ');
	const lockName = lock?.name ?? '';
	useEffect(() => {
		if (source === null) return;
		let stays = true;
		kernelOwn({ text: name, source, lockName }, variant, switches.split(' ').filter(Boolean))
			.then((c) => stays && setShown({ of: name, source, lines: c.split('\n') }))
			.catch(() => {
				/* the text runs all the same */
			});
		return () => {
			stays = false;
		};
	}, [lockName, name, source, variant, switches]);
	return shown?.of === name ? shown : null;
}

interface HereProps {
	c: readonly string[] | null;
	/** the line that the caret is in */
	caret: number;
	/** the thread whose next step is of that line; 0: no one's is */
	tid: number;
}

/** The line at the caret as the slide and the code pane have it: there it stands in C. */
export function Here({ c, caret, tid }: HereProps) {
	const code = codeOf(c?.[caret - 1] ?? '');
	return (
		<p className={styles.here} data-testid="edit-here">
			{code && (
				<>
					{tid > 0 ? `T${tid} is about to run line ${caret}, in C: ` : `Line ${caret} in C: `}
					<code>{code}</code>
				</>
			)}
		</p>
	);
}

interface AsCProps {
	c: readonly string[] | null;
	/** lines that are not in the page’s text */
	changed: ReadonlySet<number>;
}

/** The C that each changed line becomes. */
export function AsC({ c, changed }: AsCProps) {
	if (!c) return null;
	const all = [...changed].sort((a, b) => a - b);
	const rows = all.slice(0, MOST).map((line) => ({ line, code: codeOf(c[line - 1] ?? '') }));
	return (
		<div className={styles.asC} data-testid="edit-as-c">
			<p>In C{all.length > MOST && `, of ${all.length} lines the first ${MOST}`}:</p>
			<ul>
				{rows.map(({ line, code }) => (
					<li key={line}>
						<span>line {line}</span>{' '}
						{code ? <code>{code}</code> : 'leaves nothing, with what is switched on here'}
					</li>
				))}
			</ul>
		</div>
	);
}
