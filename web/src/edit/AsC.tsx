import { useEffect, useState } from 'react';
import type { Config, LockFacts } from '../../../wasm/src';
import styles from './edit.module.css';
import { kernelOwn } from './own';

/** Of more lines only these are shown: the source pane shows all, once the text runs. */
const MOST = 4;

/** A line of kernel C as code: its rows as one, and the sentence of the step left away. */
export function codeOf(line: string): string {
	const code = line.replace(/\s+/g, ' ').trim();
	const bare = code.replace(/\s*\/\*.*?\*\/\s*$/, '');
	return bare || code;
}

interface AsCProps {
	lock: LockFacts;
	name: string;
	config: Config;
	/** a text that the front end lets pass */
	source: string;
	/** lines of it that are not in the page’s text */
	changed: ReadonlySet<number>;
}

/** The C that each changed line becomes, with the variant and the switches of the set-up. */
export function AsC({ lock, name, config, source, changed }: AsCProps) {
	const [shown, setShown] = useState<{ source: string; lines: readonly string[] } | null>(null);
	/* a text that others use has its switches and features on only when it is the lock itself */
	const isMain = name === lock.name;
	const variant = (isMain && lock.variants[config.variant]?.name) || '';
	const on = isMain
		? lock.switches.filter((_, bit) => config.switches & (1 << bit)).map((s) => s.name)
		: [];
	const switches = on.join(' ');
	useEffect(() => {
		let stays = true;
		kernelOwn(
			{ text: name, source, lockName: lock.name },
			variant,
			switches.split(' ').filter(Boolean),
		)
			.then((c) => stays && setShown({ source, lines: c.split('\n') }))
			.catch(() => {
				/* the text runs all the same */
			});
		return () => {
			stays = false;
		};
	}, [lock.name, name, source, variant, switches]);
	if (shown?.source !== source) return null;
	const all = [...changed].sort((a, b) => a - b);
	const rows = all
		.slice(0, MOST)
		.map((line) => ({ line, code: codeOf(shown.lines[line - 1] ?? '') }));
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
