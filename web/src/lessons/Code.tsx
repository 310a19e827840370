import { useState } from 'react';
import type { Line } from '../drawings/source/lines';
import { Code as LineCode } from '../drawings/source/SourceLine';
import { useText } from '../drawings/source/texts';
import styles from './code.module.css';
import { Text } from './Text';
import type { CodeData } from './types';

/** A procedure with the comment that stands over it; what is left out of it leaves no gap. */
function linesOf(lines: readonly Line[], first: number, last: number): Line[] {
	let from = first - 1;
	while (lines[from - 1]?.prose) from--;
	return lines.slice(from, last).filter(({ tokens }) => tokens.length > 0);
}

function Proc({ file, variant, first, last }: CodeData['procs'][number]) {
	const { lines } = useText({ file, mode: 'kernel', on: '', variant });
	return (
		<div className={styles.proc} data-testid="lesson-proc">
			{linesOf(lines, first, last).map((line, i) => (
				// biome-ignore lint/suspicious/noArrayIndexKey: the text does not change
				<div key={i} className={styles.line}>
					<LineCode line={line} />
					{line.phrase && <span className={styles.phrase}>{line.phrase}</span>}
				</div>
			))}
		</div>
	);
}

/** The same in plain C, for whoever asks: the lines that the stepper shows under “Show the code”. */
export function Code({ code }: { code: CodeData }) {
	/* a text comes when it is wanted */
	const [opened, setOpened] = useState(false);
	return (
		<details
			className={styles.code}
			data-testid="lesson-code"
			onToggle={({ currentTarget }) => setOpened((was) => was || currentTarget.open)}
		>
			<summary>{code.title}</summary>
			{code.text.map((text, i) => (
				// biome-ignore lint/suspicious/noArrayIndexKey: a lesson does not change
				<p key={i}>
					<Text of={text} />
				</p>
			))}
			{opened && code.procs.map((proc) => <Proc key={`${proc.file} ${proc.first}`} {...proc} />)}
		</details>
	);
}
