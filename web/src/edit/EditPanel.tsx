import { useEffect, useId, useMemo, useRef, useState } from 'react';
import type { Problem } from '../../../core-c/dialect';
import type { RepairFacts } from '../../../wasm/src';
import buttons from '../controls/buttons.module.css';
import fields from '../controls/fields.module.css';
import { Sheet } from '../controls/Sheet';
import { lockOf } from '../narration/phrases';
import { judgeText } from '../repair/judging';
import { keepText } from '../repair/kept';
import { useRepair } from '../repair/useRepair';
import { askedThread, beatAt, beatsOf, isOfDone, isOpen } from '../store/beats';
import { isEnv, tidOf } from '../store/document';
import { useApp, useAppState, useDocument } from '../store/react';
import { sourceShown } from '../store/source';
import { AsC, besideLines, Here, useC } from './AsC';
import { differingLines, differText } from './differing';
import { draftKey, draftOf, keepDraft } from './draft';
import styles from './edit.module.css';
import { Field, show } from './Field';
import { leaveFor, leftFor } from './left';
import { packOwn } from './own';
import { pack } from './packed';
import { type Compiled, useCompiled } from './useCompiled';
import { usePublished } from './usePublished';

interface Place {
	line: number;
	/** whose next step is of it; 0: no one's */
	tid: number;
}

/** Where the reader looks, when the editor is opened: the line that a question is about, else the one that runs next, else that of the thread in view, else the first procedure of the text. */
function usePlace(name: string): Place {
	const core = useAppState((s) => s.core);
	const doc = useDocument();
	const { moment, config, focusTid } = doc;
	const procs = (core && lockOf(core.facts, config.lock)?.procs) ?? [];
	const beat = core && beatAt(beatsOf(core, doc), moment.at);
	const asked = beat && isOpen(beat, doc) ? beat : undefined;
	const { before } = moment;
	const isOfText = before && before.env === '' && procs[before.proc]?.text === name;
	if (asked && isOfDone(asked) && isOfText) return { line: before.line, tid: 0 };
	const next = moment.next && !isEnv(moment.next.action) ? tidOf(moment.next.action) : 0;
	for (const tid of [(asked && askedThread(asked)) || next, next, focusTid]) {
		const frames = moment.machine.threads.find((thread) => thread.tid === tid)?.frames ?? [];
		const frame = frames.findLast(({ proc }) => procs[proc]?.text === name);
		if (frame) return { line: frame.line, tid: frame === frames.at(-1) ? tid : 0 };
	}
	return { line: procs.find(({ text }) => text === name)?.first ?? 1, tid: 0 };
}

/** Of a repair: where its procedure stood when the text was opened; 0: there is none. */
function useLineOf(repair: RepairFacts | null | undefined, source: string | null): number {
	const [line, setLine] = useState(0);
	if (line === 0 && repair && source !== null) {
		const begins = (row: string) => row.startsWith(`PROC(${repair.proc},`);
		setLine(Math.max(1, source.split('\n').findIndex(begins) + 1));
	}
	return line;
}

function Problems(props: { problems: readonly Problem[]; onShow(line: number): void }) {
	return (
		<ul className={styles.problems} data-testid="edit-problems">
			{props.problems.map(({ line, column, message, rule }) => (
				<li key={`${line} ${column} ${rule} ${message}`}>
					<button type="button" onClick={() => props.onShow(line)}>
						line {line}
					</button>{' '}
					{message}
				</li>
			))}
		</ul>
	);
}

/** `runs`: this text; `ownRuns`: one that the reader has edited. */
function stateText(
	said: Compiled | null,
	{ lines, runs, ownRuns, from }: { lines: number; runs: boolean; ownRuns: boolean; from: string },
): string {
	if (!said) return 'Reading…';
	if ('failure' in said) return `It could not be read: ${said.failure}`;
	if ('problems' in said)
		return said.problems.length === 1
			? 'One thing is to be mended before it can run:'
			: `${said.problems.length} things are to be mended before it can run:`;
	if (lines === 0 && from !== PAGES) return `This is ${from}. Change a line.`;
	if (lines === 0)
		return `This is the page’s text. ${ownRuns ? 'Yours still runs: run this one, or change a line.' : 'Change a line.'}`;
	const differ = `${differText(lines)} from ${from}.`;
	return `${differ} ${runs ? 'This is what runs now.' : 'It can run.'}`;
}

/** A sentence of the page is what the comment says: of a line that was changed it may say what the line no longer does. */
function staleText(lines: readonly number[]): string {
	const [one] = lines;
	const which =
		lines.length === 1
			? `Line ${one} does something else and still has its old comment`
			: `Lines ${lines.join(', ')} do something else and still have their old comments`;
	return `${which}: the page tells a step by its comment.`;
}

/** What an edited text is compared with. */
const PAGES = 'the page’s text';
const OF_REPAIR = 'the text with the fault';

const SAME = { own: new Set<number>(), gone: new Map<number, number>(), lines: 0, stale: [] };

interface ActionsProps {
	canRun: boolean;
	/** of a repair: the text may be judged */
	canJudge: boolean | null;
	from: string;
	isPublished: boolean;
	/** what a start from the page’s text took away */
	taken: boolean;
	onRun(): void;
	onJudge(): void;
	onStartAgain(): void;
	onUndo(): void;
}

function Actions(props: ActionsProps) {
	const { canRun, canJudge, from, isPublished, taken, onRun, onJudge, onStartAgain, onUndo } =
		props;
	return (
		<p className={styles.actions}>
			{canJudge !== null && (
				<button
					type="button"
					className={`${buttons.button} ${buttons.primary}`}
					data-testid="edit-judge"
					disabled={!canJudge}
					title="Ctrl+Enter"
					onClick={onJudge}
				>
					Judge it
				</button>
			)}
			<button
				type="button"
				className={canJudge === null ? `${buttons.button} ${buttons.primary}` : buttons.button}
				data-testid="edit-run"
				disabled={!canRun}
				title={canJudge === null ? 'Ctrl+Enter' : undefined}
				onClick={onRun}
			>
				Run this text
			</button>
			<button
				type="button"
				className={buttons.button}
				data-testid="edit-reset"
				disabled={isPublished}
				onClick={onStartAgain}
			>
				Start again from {from}
			</button>
			{taken && (
				<button type="button" className={buttons.button} data-testid="edit-undo" onClick={onUndo}>
					Bring my text back
				</button>
			)}
		</p>
	);
}

function WhichText(props: { texts: readonly string[]; name: string; onPick(name: string): void }) {
	const { texts, name, onPick } = props;
	if (texts.length < 2) return null;
	return (
		<label className={fields.field}>
			<span>Text</span>
			<select
				data-testid="edit-which"
				value={name}
				onChange={(event) => onPick(event.target.value)}
			>
				{texts.map((text) => (
					<option key={text} value={text}>
						{text}.c
					</option>
				))}
			</select>
		</label>
	);
}

/** The editor of a lock's text. */
export function EditPanel() {
	const app = useApp();
	const core = useAppState((s) => s.core);
	const name = useAppState((s) => s.editing);
	const list = useAppState((s) => s.view.list);
	const { config, session, moment } = useDocument();
	/* what a start from the page’s text took away */
	const [taken, setTaken] = useState<{ name: string; text: string } | null>(null);
	const lock = core ? lockOf(core.facts, config.lock) : undefined;
	const own = core?.edited?.text === name ? core.edited : undefined;
	/* a repair is of one text, and what is compared with is the one with the fault */
	const repair = useRepair(own?.repair ?? '');
	const isRepair = own?.repair ? own : undefined;
	const from = isRepair ? OF_REPAIR : PAGES;
	const all = [...new Set((lock?.procs ?? []).map(({ text }) => text))];
	const texts = isRepair ? [name] : all;
	const running = own?.source ?? null;
	const key = draftKey(name, own?.packed);
	const pages = usePublished(name);
	const published = isRepair ? isRepair.base : pages;
	const [draft, setDraft] = useState<{ name: string; text: string } | null>(null);
	const field = useRef<HTMLTextAreaElement>(null);
	const id = useId();
	const source = draft?.name === name ? draft.text : (draftOf(key) ?? running ?? published);
	const said = useCompiled(lock, name, source, repair);
	const differs = useMemo(
		() => (published !== null && source !== null ? differingLines(published, source) : SAME),
		[published, source],
	);
	const { lines } = differs;
	const wrong = new Set(said && 'problems' in said ? said.problems.map(({ line }) => line) : []);
	const isPublished = published === null || source === published;
	/* in the place of an edited one, the published one can be run as well */
	const isBack = own !== undefined && published !== null && isPublished;
	const isWhole = said !== null && 'edit' in said;
	const canRun = isWhole && source !== running && (lines > 0 || isBack);

	const isThere = source !== null;
	const next = usePlace(name);
	const proc = useLineOf(repair, source);
	const place = proc > 0 ? { line: proc, tid: 0 } : next;
	const here = place.line;
	const [caret, setCaret] = useState(here);
	useEffect(() => {
		if (!isThere || !field.current) return;
		field.current.focus();
		show(field.current, here, false);
		setCaret(here);
	}, [isThere, here]);
	const inC = useC({ lock, name, config, source: said && 'edit' in said ? source : null });
	const c = inC?.source === source ? inC.lines : null;
	const isRead = useAppState((s) => sourceShown(s) === 'kernel');
	const beside = useMemo(
		() => (isRead && source !== null ? besideLines(inC, source) : null),
		[isRead, inC, source],
	);

	const write = (text: string) => {
		setDraft({ name, text });
		keepDraft(key, text === (running ?? published) ? null : text);
	};
	const showProblem = (line: number) => {
		field.current?.focus();
		if (field.current) show(field.current, line, true);
	};
	const packedHere = async (text: string) => {
		const packed = isRepair
			? await pack(isRepair.repair, isRepair.base, text)
			: await packOwn(name, text);
		if (packed.length <= MOST_PACKED) return packed;
		app.page.say('This text differs in too much: an address has no room for it.');
		return null;
	};
	const judge = async () => {
		const packed = isWhole && source !== null ? await packedHere(source) : null;
		if (packed === null || source === null || !lock || !repair) return;
		void judgeText({ repair, lock, source, packed });
		if (source === running) app.page.closePanel();
		else await run();
	};
	const run = async () => {
		if (!canRun || source === null || !core) return;
		if (own && isBack && !isRepair) {
			keepDraft(key, null);
			app.page.closePanel();
			window.location.hash = leftFor(own.packed) ?? `#/${core.formatUrl(config, [], 0)}`;
			return;
		}
		const packed = await packedHere(source);
		if (packed === null) return;
		keepDraft(key, null);
		if (isRepair) keepText(isRepair.repair, isPublished ? undefined : packed);
		app.page.closePanel();
		/* the talk that the story is of goes on behind it */
		const talk: Record<string, string> = list.length > 0 ? { list: list.join(',') } : {};
		if (!isRepair) leaveFor(packed);
		/* as far as the steps, those ahead too, can be taken in this text */
		const steps = session.actions();
		window.location.hash = `#/${core.formatUrl(config, steps, moment.at, { ...talk, own: packed })}`;
	};

	return (
		<Sheet title={`Edit ${name}.c`} testid="edit-panel" modal>
			<p className={`muted ${styles.what}`} id={`${id}-what`}>
				Change what a procedure does, and run it: every picture, every sentence and Check (x) then
				speak of your text. One shared access a line, with a comment that says what the thread does;
				what each word means stands in <a href="#/docs/dialect">the dialect</a>. The lines about the
				lock and the names of the procedures stay as they are.
			</p>
			<WhichText texts={texts} name={name} onPick={(text) => app.page.edit(text)} />
			<Here c={c} caret={caret} tid={caret === here && lines === 0 ? place.tid : 0} />
			<Field
				ref={field}
				{...{ name, source, wrong, beside, caret }}
				here={lines === 0 && proc === 0 ? here : 0}
				onCaret={setCaret}
				changed={differs.own}
				describedBy={`${id}-what`}
				onWrite={write}
				onRun={() => void (isRepair ? judge() : run())}
			/>
			<p role="status" data-testid="edit-state" data-bad={(said && !('edit' in said)) || undefined}>
				{stateText(said, { lines, from, runs: source === running, ownRuns: own !== undefined })}
				{core?.edited &&
					!own &&
					` In the place of your ${core.edited.text}.c: one text is edited at a time.`}
			</p>
			{said && 'problems' in said && <Problems problems={said.problems} onShow={showProblem} />}
			<div role="status" data-testid="edit-stale">
				{differs.stale.length > 0 && <p>{staleText(differs.stale)}</p>}
			</div>
			{differs.own.size > 0 && <AsC c={c} changed={differs.own} />}
			<Actions
				{...{ canRun, from }}
				canJudge={isRepair ? isWhole : null}
				onJudge={() => void judge()}
				isPublished={isPublished}
				taken={taken?.name === name && source === published}
				onRun={() => void run()}
				onStartAgain={() => {
					if (published === null || source === null) return;
					setTaken({ name, text: source });
					write(published);
				}}
				onUndo={() => {
					if (!taken) return;
					write(taken.text);
					setTaken(null);
				}}
			/>
		</Sheet>
	);
}

/** Characters of an address that the core takes. */
const MOST_PACKED = 8000;
