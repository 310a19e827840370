import { useState } from 'react';
import type { Line } from '../drawings/source/lines';
import { Code as LineCode, OrderContext } from '../drawings/source/SourceLine';
import { useText } from '../drawings/source/texts';
import { useMarked } from '../glossary/Prose';
import styles from './code.module.css';
import { Text } from './Text';
import type { CodeData } from './types';

const textOf = ({ tokens }: Line): string => tokens.map(({ text }) => text).join('');

/** The lines of a comment as one, which breaks where its place is narrow, and nowhere else; headings of the text are left out. */
function commentOf(lines: readonly Line[]): Line[] {
	const said = lines
		.map(textOf)
		.filter((text) => !/^\/\* ---/.test(text))
		.map((text) => text.replace(/^\s*(\/\*|\*)?\s*|\s*(\*\/)?\s*$/g, ''))
		.join(' ');
	const tokens: Line['tokens'] = [{ kind: 'comment', text: `/* ${said} */` }];
	return said ? [{ indent: 0, tokens, phrase: '', prose: true }] : [];
}

/** A procedure with the comment that stands over it; what is left out of it leaves no gap. */
function linesOf(lines: readonly Line[], first: number, last: number): Line[] {
	let from = first - 1;
	while (lines[from - 1]?.prose) from--;
	const comment = commentOf(lines.slice(from, first - 1));
	return [...comment, ...lines.slice(first - 1, last).filter(({ tokens }) => tokens.length > 0)];
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

/** A memory order explains itself, as a word of the glossary does. */
function Order({ term, children }: { term: string; children: string }) {
	const Word = useMarked()?.Word;
	return Word ? <Word term={term} text={children} /> : children;
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
			{opened && (
				<OrderContext value={Order}>
					{code.procs.map((proc) => (
						<Proc key={`${proc.file} ${proc.first}`} {...proc} />
					))}
				</OrderContext>
			)}
		</details>
	);
}
