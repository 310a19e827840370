import { type KeyboardEvent, type Ref, useLayoutEffect, useRef } from 'react';
import styles from './edit.module.css';

/** Where a line begins and ends in the text; lines count from 1. */
function lineRange(text: string, line: number): [start: number, end: number] {
	const lines = text.split('\n');
	const start = lines.slice(0, line - 1).reduce((sum, one) => sum + one.length + 1, 0);
	return [start, start + (lines[line - 1]?.length ?? 0)];
}

/** Lines above the one that is meant. */
const ABOVE = 6;

/** Brings a line into sight, the caret in it; `whole`: it is selected. */
export function show(field: HTMLTextAreaElement, line: number, whole: boolean): void {
	const [start, end] = lineRange(field.value, line);
	field.setSelectionRange(start, whole ? end : start);
	const height = field.scrollHeight / field.value.split('\n').length;
	field.scrollTop = Math.max(0, (line - 1 - ABOVE) * height);
}

/** Enter begins the next line where this one does. */
function keepIndent(event: KeyboardEvent<HTMLTextAreaElement>, then: (text: string) => void): void {
	const field = event.currentTarget;
	const { selectionStart: at, value } = field;
	const begun = value.slice(value.lastIndexOf('\n', at - 1) + 1, at);
	const indent = /^[\t ]*/.exec(begun)?.[0] ?? '';
	if (indent === '') return;
	event.preventDefault();
	/* so that it can be undone; where that is not to be had, it is put in all the same */
	if (document.execCommand('insertText', false, `\n${indent}`)) return;
	field.setRangeText(`\n${indent}`, at, field.selectionEnd, 'end');
	then(field.value);
}

interface FieldProps {
	ref: Ref<HTMLTextAreaElement>;
	name: string;
	/** null while it is on its way */
	source: string | null;
	/** lines that are not in the page’s text, and lines with a problem, from 1 */
	changed: ReadonlySet<number>;
	wrong: ReadonlySet<number>;
	/** the line that runs next; 0: it is not known */
	here: number;
	/** the line that the caret has come to */
	onCaret(line: number): void;
	/** what each line is in C, for whoever reads that; null: not shown */
	beside: readonly string[] | null;
	/** the line that the caret is in */
	caret: number;
	describedBy: string;
	onWrite(text: string): void;
	onRun(): void;
}

interface BesideProps {
	lines: readonly string[];
	caret: number;
}

/** What each line is in C. It scrolls with the text, and whoever hears the page is told the line of the caret elsewhere. */
function Beside({ lines, caret }: BesideProps) {
	const pre = useRef<HTMLPreElement>(null);
	// biome-ignore lint/correctness/useExhaustiveDependencies: lines that have come are put where the text is
	useLayoutEffect(() => {
		const text = pre.current?.parentElement?.querySelector('textarea');
		if (pre.current && text) pre.current.scrollTop = text.scrollTop;
	}, [lines]);
	const part = (from: number, to: number) =>
		lines
			.slice(from, to)
			.map((line) => `${line}\n`)
			.join('');
	return (
		<pre
			className={styles.beside}
			ref={pre}
			aria-hidden="true"
			data-beside
			data-testid="edit-beside"
		>
			{part(0, caret - 1)}
			<b>{part(caret - 1, caret)}</b>
			{part(caret, lines.length)}
		</pre>
	);
}

/** The text as it is written, with the numbers of its lines. */
export function Field(props: FieldProps) {
	const { ref, name, source, changed, wrong, here, describedBy, onCaret, onWrite, onRun } = props;
	const { beside, caret } = props;
	const gutter = useRef<HTMLPreElement>(null);
	return (
		<div className={styles.editor}>
			<pre className={styles.gutter} ref={gutter} aria-hidden="true">
				{(source ?? '').split('\n').map((_, i) => {
					const line = i + 1;
					if (line === here && !wrong.has(line)) return <b key={line} data-here>{`▸${line}\n`}</b>;
					if (!changed.has(line) && !wrong.has(line)) return `${line}\n`;
					return <b key={line} data-wrong={wrong.has(line) || undefined}>{`${line}\n`}</b>;
				})}
			</pre>
			<textarea
				ref={ref}
				className={styles.field}
				aria-label={`Text of ${name}.c`}
				aria-describedby={describedBy}
				data-testid="edit-field"
				spellCheck={false}
				autoCapitalize="off"
				autoComplete="off"
				wrap="off"
				value={source ?? ''}
				readOnly={source === null}
				onChange={(event) => onWrite(event.target.value)}
				onSelect={({ currentTarget: { value, selectionStart } }) =>
					onCaret(value.slice(0, selectionStart).split('\n').length)
				}
				onScroll={(event) => {
					const { scrollTop, parentElement } = event.currentTarget;
					if (gutter.current) gutter.current.scrollTop = scrollTop;
					const c = parentElement?.querySelector('[data-beside]');
					if (c) c.scrollTop = scrollTop;
				}}
				onKeyDown={(event) => {
					if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) onRun();
					else if (event.key === 'Enter') keepIndent(event, onWrite);
				}}
			/>
			{beside && <Beside lines={beside} caret={caret} />}
		</div>
	);
}
