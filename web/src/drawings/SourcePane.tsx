/** The lock's text, with a caret for each thread at the line it is about to run. */
import sides from '@generated/sides.json';
import { useMemo } from 'react';
import type { LockFacts, ProcFacts, StepRecord } from '../../../wasm/src';
import { hintOf } from './hint';
import type { SourcePaneProps } from './props';
import {
	type Caret,
	callersOf,
	caretsOf,
	linesRun,
	optionsOf,
	otherCalls,
	textOf,
} from './source/carets';
import { Locals } from './source/Locals';
import type { Line } from './source/lines';
import { type LineMarks, type RanMark, SourceBlock } from './source/SourceLine';
import styles from './source/source.module.css';
import { useText } from './source/texts';
import { useSight } from './source/useSight';
import { useSlide } from './source/useSlide';

const MODES = [
	{ mode: 'dialect', title: 'Step dialect', note: 'the text as it is compiled' },
	{
		mode: 'kernel',
		title: 'C (paraphrase)',
		note: 'the same lines in plain C, for reading only; faults that are off are left out',
	},
] as const;

/** What the C is, by where the text runs. */
const SIDES: Readonly<Record<string, string>> = {
	kernel: 'Kernel ',
	user: 'User-space ',
	both: 'Kernel and user ',
};

/** With more threads than this, only the focused one shows which lines it has run. */
const RAN_COLUMNS = 4;

/** What is shown: a text, and the one that the workload stands in. */
interface Shown {
	procs: readonly ProcFacts[];
	text: string;
	workload: readonly string[];
}

const NO_PROCS: readonly ProcFacts[] = [];

/** Lines that are drawn together. */
const BLOCK = 20;

export function SourcePane(props: SourcePaneProps) {
	const { core, machine, mode, onMode } = props;
	const lock = core.facts.locks.find((l) => l.id === machine.lock);
	const focus = focusOf(props);
	const thread = machine.threads.find((t) => t.tid === focus);
	const procs = lock?.procs ?? NO_PROCS;
	const main = lock?.name ?? '';
	/* the line that was just run is shown, also when its thread has left that text */
	const text = textRan(props.before, procs) || textOf(thread, procs) || main;
	const file = `${text}.c`;
	/* a text that others use has its switches on only when it is the lock itself */
	const on = (lock?.switches ?? []).filter(
		(_, bit) => text === main && machine.switches & (1 << bit),
	);
	const { lines } = useText(file, mode, on.map((s) => s.name).join(' '));
	const workload = useText(`${main}.c`, 'dialect', '').dialect;
	const carets = caretsOf(machine, procs, text, focus);
	const here = focus === null ? 0 : lineOf(carets, focus);
	const done = doneLine(props.before, procs, text);
	const scroller = useSight({ ran: done, next: here }, lines);
	const blocks = useBlocks(lines);
	const marks = marksOf(props, lock, carets, focus, { procs, text, workload });
	useSlide(scroller, { ...props, here: done > 0 });

	return (
		<section className={styles.pane} aria-label="Source">
			<header className={styles.head}>
				<div className={styles.where}>
					<Crumbs callers={textOf(thread, procs) === text ? callersOf(thread, procs) : []} />
					<span className={styles.file}>{file}</span>
				</div>
				<fieldset className={styles.modes}>
					<legend className={styles.hidden}>Show the text as</legend>
					{MODES.map((m) => (
						<button
							key={m.mode}
							type="button"
							aria-pressed={mode === m.mode}
							title={m.note}
							onClick={() => onMode(m.mode)}
						>
							{m.mode === 'kernel' && SIDES[(sides as Record<string, string>)[text] ?? 'kernel']}
							{m.title}
						</button>
					))}
				</fieldset>
			</header>
			<Locals
				tid={focus ?? 0}
				frame={thread?.frames.at(-1)}
				procs={procs}
				asked={props.remembered === false}
			/>
			<section
				className={styles.scroll}
				ref={scroller}
				// biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so it must be reachable by keyboard
				tabIndex={0}
				aria-label={`Text of ${file}`}
			>
				<div className={styles.lines}>
					{blocks.map((block, i) => (
						<SourceBlock
							// biome-ignore lint/suspicious/noArrayIndexKey: a block is its place
							key={i}
							above={i * BLOCK}
							lines={block}
							marks={marks}
							look={lookOf(marks, i * BLOCK, block.length)}
						/>
					))}
				</div>
			</section>
		</section>
	);
}

/** Where the text that is shown was called from, when that was another one. */
function Crumbs({ callers }: { callers: ReturnType<typeof callersOf> }) {
	if (callers.length === 0) return null;
	return (
		<ol className={styles.crumbs} aria-label="Called from" data-testid="source-callers">
			{callers.map(({ name, text, line }) => (
				<li key={`${name} ${line}`} title={`${name}, line ${line} of ${text}.c`}>
					{name}
				</li>
			))}
		</ol>
	);
}

/** What this moment adds to the lines; a line without anything is not in the map. */
function marksOf(
	props: SourcePaneProps,
	lock: LockFacts | undefined,
	carets: Map<number, Caret[]>,
	focus: number | null,
	shown: Shown,
): Map<number, LineMarks> {
	const { session, at, machine, before } = props;
	const marks = new Map<number, LineMarks>();
	const on = (line: number) => {
		const mark = marks.get(line) ?? {};
		marks.set(line, mark);
		return mark;
	};
	const options = props.options ?? optionsOf(session, machine, at);
	const hint = ({ tid }: Caret) => {
		const option = options.find((o) => o.tid === tid && o.env === '');
		const blocked = !option || option.result === 'blocked';
		const found = lock && !blocked && hintOf(option.preview, lock, machine.threads.length);
		return found ? { tid, hint: found } : null;
	};
	for (const [line, here] of carets) {
		const mark = on(line);
		mark.carets = here;
		if (focus !== null && here.some((c) => c.tid === focus)) mark.focus = focus;
		mark.hints = here.filter((c) => !c.outer).map(hint);
	}
	const justRan = doneLine(before, shown.procs, shown.text);
	if (before && justRan > 0) on(justRan).done = before.tid;
	for (const [line, ran] of ranLines(props, focus, shown)) {
		const mark = on(line);
		mark.ran = ran;
		mark.justRan = justRan === line;
	}
	return marks;
}

/** Name of the text that the last step ran a line of; '' when no thread took it. */
function textRan(before: StepRecord | null, procs: readonly ProcFacts[]): string {
	return before?.env === '' ? (procs[before.proc]?.text ?? '') : '';
}

/** The line that the last step ran, when it stands in this text; else 0. */
function doneLine(before: StepRecord | null, procs: readonly ProcFacts[], text: string): number {
	return before && textRan(before, procs) === text ? before.line : 0;
}

function lookOf(marks: Map<number, LineMarks>, above: number, count: number): string {
	let look = '';
	for (let line = above + 1; line <= above + count; line++) {
		const mark = marks.get(line);
		if (mark) look += `${line}${JSON.stringify(mark)}`;
	}
	return look;
}

function useBlocks(lines: Line[]): Line[][] {
	return useMemo(
		() =>
			Array.from({ length: Math.ceil(lines.length / BLOCK) }, (_, i) =>
				lines.slice(i * BLOCK, (i + 1) * BLOCK),
			),
		[lines],
	);
}

function focusOf({ focusTid, before, machine }: SourcePaneProps): number | null {
	const going = (tid: number | undefined) =>
		machine.threads.some((t) => t.tid === tid && t.frames.length > 0);
	if (focusTid !== null && going(focusTid)) return focusTid;
	if (before && before.env === '' && going(before.tid)) return before.tid;
	return machine.threads.find((t) => t.frames.length > 0)?.tid ?? null;
}

function lineOf(carets: ReturnType<typeof caretsOf>, tid: number): number {
	for (const [line, on] of carets) if (on.some((c) => c.tid === tid && !c.outer)) return line;
	return 0;
}

function ranLines(
	props: SourcePaneProps,
	focus: number | null,
	{ procs, text, workload }: Shown,
): Map<number, RanMark[]> {
	const { session, at, machine } = props;
	const threads = machine.threads.length;
	const shown = machine.threads.filter((t) => threads <= RAN_COLUMNS || t.tid === focus);
	const ran = new Map<number, RanMark[]>();
	shown.forEach((thread, column) => {
		const others = otherCalls(thread, procs, workload);
		for (const line of linesRun(session, at, thread.tid, threads, { procs, text, others }))
			ran.set(line, [...(ran.get(line) ?? []), { tid: thread.tid, column }]);
	});
	return ran;
}
