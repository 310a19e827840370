/** The lock's text, with a caret for each thread at the line it is about to run. */
import sides from '@generated/sides.json';
import { useMemo } from 'react';
import type { LockFacts, ProcFacts, StepRecord, SwitchFacts, ThreadView } from '../../../wasm/src';
import { hintOf } from './hint';
import type { SourcePaneProps } from './props';
import { type Caret, caretsOf, linesRun, optionsOf, otherCalls, textOf } from './source/carets';
import { Folding } from './source/FoldRow';
import { Head } from './source/Head';
import { Locals, type RanIn } from './source/Locals';
import type { Line } from './source/lines';
import { type LineMarks, type RanMark, SourceBlock } from './source/SourceLine';
import styles from './source/source.module.css';
import { type Standing, standingIn } from './source/standing';
import { useText } from './source/texts';
import { useCall } from './source/useCall';
import { type FoldedText, useFolds } from './source/useFolds';
import { useFresh } from './source/useFresh';
import { useSight } from './source/useSight';
import { useSlide } from './source/useSlide';
import { inSource } from './source-names';

/** What the C is, by where the text runs. */
const SIDES: Readonly<Record<string, string>> = {
	kernel: 'Kernel ',
	user: 'User-space ',
	both: 'Kernel and user ',
};

const asWritten = (proc: string): string => proc;

/** With more threads than this, only the focused one shows which lines it has run. */
const RAN_COLUMNS = 4;

/** What is shown of the lock: one of its texts. */
interface Shown {
	procs: readonly ProcFacts[];
	text: string;
}

const NO_PROCS: readonly ProcFacts[] = [];
const NO_SWITCHES: readonly SwitchFacts[] = [];

/** Lines that are drawn together. */
const BLOCK = 20;

export function SourcePane(props: SourcePaneProps) {
	const { core, machine, mode, onMode, at } = props;
	const lock = core.facts.locks.find((l) => l.id === machine.lock);
	const focus = focusOf(props);
	const thread = machine.threads.find((t) => t.tid === focus);
	const procs = lock?.procs ?? NO_PROCS;
	const main = lock?.name ?? '';
	const call = useCall(at, thread);
	/* the line that was just run is shown, also when its thread has left that text; a caller is, when it is asked for */
	/* at a question it is the line about to run that is asked about, unless it says otherwise */
	const asksOfNext = props.remembered === false && !props.asksOfDone;
	const asks = asksOfNext && thread !== undefined && thread.frames.length > 0;
	const ranIn = call.isCaller || asks ? '' : textRan(props.before, procs);
	const text = ranIn || textOf(thread, procs, call.depth) || main;
	const file = `${text}.c`;
	/* a text that others use has its switches and features on only when it is the lock itself */
	const switches = lock && text === main ? lock.switches : NO_SWITCHES;
	const on = switches.filter((_, bit) => machine.switches & (1 << bit)).map(({ name }) => name);
	const variant = (text === main && lock?.variants[machine.variant]?.name) || '';
	const own = core.edited?.text === text ? core.edited : undefined;
	const wanted = { file, mode, variant, on: on.join(' '), own };
	const source = useText(wanted);
	const nameOf = mode === 'kernel' ? inSource : asWritten;
	const folds = useFolds(source, { ...wanted, switches });
	const { lines } = folds;
	const standing = useMemo(() => standingIn(procs, text), [procs, text]);
	const carets = caretsOf(machine, procs, text, focus);
	const caller = call.isCaller ? (thread?.frames[call.depth]?.line ?? 0) : 0;
	const here = caller || (focus === null ? 0 : lineOf(carets, focus));
	const done = call.isCaller ? 0 : doneLine(props.before, procs, text);
	const [ran, next] = asks && here ? [here, done] : [done, here];
	/* of a text that a reader has just changed, the change */
	const fresh = useFresh(own, at, focus);
	const wantedLines = fresh && !caller && !asks ? { ran: fresh, next: 0 } : { ran, next };
	const scroller = useSight({ ...wantedLines, beyond: props.beyond ?? 0 }, lines);
	const blocks = useBlocks(lines);
	const marks = marksOf(props, lock, carets, focus, { procs, text });
	markSwitches(marks, folds);
	if (mode === 'kernel' && !own) markStanding(marks, standing, lines);
	const called = procs[thread?.frames[call.depth + 1]?.proc ?? -1]?.name;
	markCaller(marks, caller, called && nameOf(called));
	const { decides } = props;
	if (decides && procs[decides.proc]?.text === text)
		markOf(marks, decides.line).decides = decides.step;
	useSlide(scroller, { ...props, here: done > 0 });

	return (
		<section className={styles.pane} aria-label="Source">
			<Head
				{...{ file, mode, onMode, isOwn: own !== undefined }}
				onPosted={own ? undefined : props.onPosted}
				onEdit={props.onEdit && (() => props.onEdit?.(text))}
				side={SIDES[(sides as Record<string, string>)[text] ?? 'kernel'] ?? ''}
			/>
			<Locals
				tid={focus ?? 0}
				frames={thread?.frames ?? []}
				{...{ depth: call.depth, procs, nameOf, onShow: call.show }}
				asked={props.remembered === false}
				ran={call.isCaller || asks ? null : elsewhere(props.before, thread, procs)}
			/>
			<section
				className={styles.scroll}
				ref={scroller}
				// biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so it must be reachable by keyboard
				tabIndex={0}
				aria-label={`Text of ${file}`}
			>
				<Folding value={folds.toggle}>
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
				</Folding>
			</section>
		</section>
	);
}

/** What this moment adds to a line is made when something is. */
function markOf(marks: Map<number, LineMarks>, line: number): LineMarks {
	const mark = marks.get(line) ?? {};
	marks.set(line, mark);
	return mark;
}

/** What is folded out, and where what is on acts. A line at which a thread stands is never hidden. */
function markSwitches(marks: Map<number, LineMarks>, out: FoldedText): void {
	for (const line of out.hidden) if (!marks.has(line)) markOf(marks, line).hidden = true;
	for (const [line, fold] of out.folds) {
		const open = out.opened.has(line);
		markOf(marks, line).fold = { ...fold, open };
		if (open)
			for (let l = line; l <= fold.last; l++)
				if (out.lines[l - 1]?.tokens.length) markOf(marks, l).isOut = true;
	}
	for (const [line, words] of out.acting) {
		const mark = markOf(marks, line);
		mark.acts = words;
		mark.actsOn = out.acting.get(line - 1) === words;
	}
}

/** What is inferred. */
function markStanding(marks: Map<number, LineMarks>, { heads, inferred }: Standing, lines: Line[]) {
	for (const line of inferred)
		if (lines[line - 1]?.tokens.length) markOf(marks, line).inferred = true;
	for (const [line, sign] of heads) markOf(marks, line).standing = sign;
}

function markCaller(marks: Map<number, LineMarks>, line: number, called: string | undefined): void {
	if (line > 0 && called) markOf(marks, line).calls = called;
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
	const on = (line: number) => markOf(marks, line);
	const options = props.options ?? optionsOf(session, machine, at);
	const hint = ({ tid }: Caret) => {
		const option = options.find((o) => o.tid === tid && o.env === '');
		const blocked = !option || option.result === 'blocked';
		/* while a question is open, what an access will find may be its answer */
		const untold = blocked || props.remembered === false;
		const found = lock && !untold && hintOf(option.preview, lock, machine.threads.length);
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

/** The call that the last step ran in, where its thread stands in another one since, or in none. */
function elsewhere(
	before: StepRecord | null,
	thread: ThreadView | undefined,
	procs: readonly ProcFacts[],
): RanIn | null {
	const name = before?.env === '' ? procs[before.proc]?.name : undefined;
	if (!before || !name) return null;
	const stays = thread?.tid === before.tid && thread.frames.at(-1)?.proc === before.proc;
	return stays ? null : { tid: before.tid, name };
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
	{ procs, text }: Shown,
): Map<number, RanMark[]> {
	const { session, at, machine } = props;
	const threads = machine.threads.length;
	const shown = machine.threads.filter((t) => threads <= RAN_COLUMNS || t.tid === focus);
	const ran = new Map<number, RanMark[]>();
	shown.forEach((thread, column) => {
		const others = otherCalls(thread, procs);
		for (const line of linesRun(session, at, thread.tid, threads, { procs, text, others }))
			ran.set(line, [...(ran.get(line) ?? []), { tid: thread.tid, column }]);
	});
	return ran;
}
