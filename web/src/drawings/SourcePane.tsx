/** The lock's text, with a caret for each thread at the line it is about to run. */
import sources from '@generated/sources.json';
import { useEffect, useMemo, useRef } from 'react';
import { kernelLines } from '../../../wasm/src/kernel-c';
import { hintOf } from './hint';
import type { SourcePaneProps } from './props';
import { baseName, caretsOf, fileOf, linesRun, optionsOf, otherCalls } from './source/carets';
import { type RanMark, SourceLine } from './source/SourceLine';
import styles from './source/source.module.css';
import { type Line, tokenize } from './source/tokenize';

const MODES = [
	{ mode: 'dialect', title: 'Step dialect', note: 'the text as it is compiled' },
	{ mode: 'kernel', title: 'Kernel C', note: 'the same lines, as the kernel would spell them' },
] as const;

/** With more threads than this, only the focused one shows which lines it has run. */
const RAN_COLUMNS = 4;

export function SourcePane(props: SourcePaneProps) {
	const { core, session, at, machine, before, mode, onMode } = props;
	const lock = core.facts.locks.find((l) => l.id === machine.lock);
	const focus = focusOf(props);
	const thread = machine.threads.find((t) => t.tid === focus);
	const main = baseName(lock?.file ?? '');
	const file = fileOf(thread, core.facts.procs) || main;
	const lines = useLines(file, mode);
	const carets = caretsOf(machine, core.facts.procs, file, focus);
	const here = focus === null ? 0 : lineOf(carets, focus);
	const scroller = useCaretInSight(here, file, mode);
	const ran = ranLines(props, focus, file);
	const options = optionsOf(session, machine, at);
	const threads = machine.threads.length;

	return (
		<section className={styles.pane} aria-label="Source">
			<header className={styles.head}>
				<span className={styles.file}>{file}</span>
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
							{m.title}
						</button>
					))}
				</fieldset>
			</header>
			<section
				className={styles.scroll}
				ref={scroller}
				// biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so it must be reachable by keyboard
				tabIndex={0}
				aria-label={`Text of ${file}`}
			>
				<div className={styles.lines}>
					{lines.map((line, i) => {
						const number = i + 1;
						const on = carets.get(number);
						const inner = on?.filter((c) => !c.outer);
						return (
							<SourceLine
								// biome-ignore lint/suspicious/noArrayIndexKey: a line is its number
								key={i}
								number={number}
								line={line}
								carets={on}
								focus={focus}
								ran={ran.get(number)}
								justRan={before !== null && before.env === '' && before.line === number}
								hints={
									lock &&
									inner?.map((c) => {
										const option = options.find((o) => o.tid === c.tid && o.env === '');
										const blocked = option?.result === 'blocked';
										const hint = option && !blocked && hintOf(option.preview, lock, threads);
										return hint ? { tid: c.tid, hint } : null;
									})
								}
							/>
						);
					})}
				</div>
			</section>
		</section>
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

function useLines(file: string, mode: SourcePaneProps['mode']): Line[] {
	return useMemo(() => {
		const source = sourceOf(file);
		return tokenize(mode === 'kernel' ? kernelLines(source.split('\n')).join('\n') : source);
	}, [file, mode]);
}

function sourceOf(file: string): string {
	return ((sources as Record<string, string>)[file] ?? '').replace(/\n$/, '');
}

/** Scrolls only when the caret's line has left the comfortable part of the pane. */
function useCaretInSight(line: number, file: string, mode: string) {
	const ref = useRef<HTMLElement>(null);
	// biome-ignore lint/correctness/useExhaustiveDependencies: another text needs another look
	useEffect(() => {
		const pane = ref.current;
		const row = line > 0 ? pane?.querySelector<HTMLElement>(`[data-line="${line}"]`) : null;
		if (!pane || !row) return;
		const top = row.offsetTop - pane.scrollTop;
		const margin = Math.min(64, pane.clientHeight / 5);
		if (top >= margin && top + row.offsetHeight <= pane.clientHeight - margin) return;
		pane.scrollTop = row.offsetTop - pane.clientHeight * 0.4;
	}, [line, file, mode]);
	return ref;
}

function ranLines(
	props: SourcePaneProps,
	focus: number | null,
	file: string,
): Map<number, RanMark[]> {
	const { core, session, at, machine } = props;
	const threads = machine.threads.length;
	const source = sourceOf(file).split('\n');
	const shown = machine.threads.filter((t) => threads <= RAN_COLUMNS || t.tid === focus);
	const ran = new Map<number, RanMark[]>();
	shown.forEach((thread, column) => {
		const others = otherCalls(thread, core.facts.procs, source);
		for (const line of linesRun(session, at, thread.tid, threads, others))
			ran.set(line, [...(ran.get(line) ?? []), { tid: thread.tid, column }]);
	});
	return ran;
}
