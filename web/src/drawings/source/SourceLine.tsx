import { type ComponentType, createContext, Fragment, memo, useContext } from 'react';
import { Badge } from '../Badge';
import type { Hint } from '../hint';
import { threadStyle } from '../identity';
import type { Caret } from './carets';
import { FoldRow } from './FoldRow';
import { type Line, rowsOf } from './lines';
import styles from './source.module.css';
import type { StandingSign } from './standing';
import type { Fold } from './switches';

export interface RanMark {
	tid: number;
	column: number;
}

interface LineHint {
	tid: number;
	hint: Hint;
}

/** All that the present moment adds to a line of text. */
export interface LineMarks {
	carets?: Caret[];
	/** the focused thread, when it stands here */
	focus?: number;
	ran?: RanMark[];
	/** the access of the last step stands on this line */
	justRan?: boolean;
	hints?: (LineHint | null)[];
	/** the thread that took the last step, with this line */
	done?: number;
	/** it does not run as the set-up is, and is folded out */
	hidden?: boolean;
	/** it does not run, and is shown all the same */
	isOut?: boolean;
	/** a fold begins here */
	fold?: Fold & { open: boolean };
	/** a switch that is on acts here; what that is */
	acts?: string;
	/** the line before says so already */
	actsOn?: boolean;
	/** the step of the story that decides it runs this line */
	decides?: number;
	/** what is called from here, while the caller is looked at */
	calls?: string;
	/** no posting shows it */
	inferred?: boolean;
	/** of the procedure that begins here */
	standing?: StandingSign;
}

interface SourceLineProps {
	number: number;
	line: Line;
	marks: LineMarks | undefined;
}

const STACKED = {
	short: 3,
	long: 2,
}; /* marks that fit side by side, the long having two digits; of more, one stands for all */
const HANG = 3;
const NONE: LineMarks = {};

/** Two lines look the same when their marks say the same; most lines have none. */
function sameMarks(a: LineMarks | undefined, b: LineMarks | undefined): boolean {
	return a === b || (!!a && !!b && JSON.stringify(a) === JSON.stringify(b));
}

const SourceLine = memo(
	function SourceLine({ number, line, marks = NONE }: SourceLineProps) {
		if (line.folded && marks === NONE) return null;
		const { carets, focus, ran, justRan, hints, done, fold } = marks;
		if (fold && (!fold.open || line.tokens.length === 0))
			return <FoldRow fold={fold} open={fold.open} />;
		if (marks.hidden) return null;
		const parked = carets?.filter((c) => !c.outer) ?? [];
		const lead = parked.find((c) => c.tid === focus) ?? parked[0];
		const hint = hints?.find((h) => h?.tid === lead?.tid);
		const look = [
			styles.line,
			lead && styles.parked,
			lead && lead.tid === focus && styles.focus,
			done && styles.ranLine,
			marks.acts && styles.acts,
			marks.isOut && styles.isOut,
			line.changed && styles.changed,
			line.emptied && styles.emptied,
			marks.calls && styles.calling,
			marks.inferred && styles.inferred,
		];
		return (
			<>
				{fold && <FoldRow fold={fold} open />}
				{(line.gone ?? 0) > 0 && (
					<div className={styles.gone} data-gone={line.gone}>
						− {line.gone === 1 ? '1 line' : `${line.gone} lines`} taken out here
					</div>
				)}
				<div
					className={look.filter(Boolean).join(' ')}
					style={lead && threadStyle(lead.tid)}
					data-line={number}
					data-focus={(lead && lead.tid === focus) || undefined}
					data-done={done}
					data-changed={line.changed}
					data-emptied={line.emptied}
					title={line.phrase || undefined}
				>
					{carets && <Carets carets={carets} focus={focus} />}
					<span className={styles.lineNumber}>{number}</span>
					{ran && (
						<span className={styles.ran} aria-hidden="true">
							{ran.map((r) => (
								<i
									key={r.tid}
									className={justRan ? styles.now : undefined}
									style={{ ...threadStyle(r.tid), left: r.column * 4 }}
								/>
							))}
						</span>
					)}
					{line.emptied ? <span className={styles.gone}>taken out</span> : <Code line={line} />}
					{(hint || line.phrase) && (
						<span className={styles.aside} data-aside>
							{hint ? (
								<span className={styles.hints}>
									<HintText {...hint} />
								</span>
							) : (
								<span className={styles.phrase}>{line.phrase}</span>
							)}
						</span>
					)}
					<Signs {...marks} />
					{line.changed && <span className="visually-hidden"> (changed by you)</span>}
					{done && (
						<span className={styles.done} style={threadStyle(done)} data-testid="just-done">
							<span aria-hidden="true">✓ </span>
							<span className="visually-hidden">T{done} has </span>
							<span className={styles.doneWords}>just done</span>
						</span>
					)}
				</div>
			</>
		);
	},
	(a, b) => a.line === b.line && sameMarks(a.marks, b.marks),
);

/** What stands in a line, in its colours. */
export function Code({ line }: { line: Line }) {
	const rows = rowsOf(line);
	if (rows.length === 1)
		return (
			<code className={styles.code} style={indented(line.indent)}>
				<Tokens tokens={line.tokens} />
			</code>
		);
	return (
		<code className={styles.code}>
			{rows.map((row, i) => (
				// biome-ignore lint/suspicious/noArrayIndexKey: rows of a line never move
				<span key={i} className={styles.row} style={indented(row.indent)}>
					<Tokens tokens={row.tokens} />
				</span>
			))}
		</code>
	);
}

function Tokens({ tokens }: Pick<Line, 'tokens'>) {
	return tokens.map((token, i) =>
		token.kind === 'plain' ? (
			// biome-ignore lint/suspicious/noArrayIndexKey: tokens of a line never move
			<Broken key={i} text={token.text} />
		) : (
			// biome-ignore lint/suspicious/noArrayIndexKey: tokens of a line never move
			<span key={i} className={styles[token.kind]}>
				{token.kind === 'word' ? <Names text={token.text} /> : token.text}
			</span>
		),
	);
}

/** Letters of a name for which a line before a room may have no room: there it is broken behind one of its words. */
const LONG_NAME = /(\w{25,})/;
const WORD_IN_NAME = /(?<=[a-z0-9]_)(?=[a-z])/i;

/** The memory order at the end of an access’s name. */
const ORDER = /(?<=\w_)(acquire|release|relaxed)(?!\w)/;

/** Where the code is read as a text, what draws a memory order so that it explains itself. */
export const OrderContext = createContext<ComponentType<{ term: string; children: string }> | null>(
	null,
);

function Names({ text }: { text: string }) {
	const Order = useContext(OrderContext);
	if (!Order) return <NameParts text={text} />;
	return text.split(ORDER).map((piece, i) => {
		const key = i;
		return i % 2 === 0 ? (
			<NameParts key={key} text={piece} />
		) : (
			<Order key={key} term={piece}>
				{piece}
			</Order>
		);
	});
}

function NameParts({ text }: { text: string }) {
	return text.split(LONG_NAME).map((piece, i) =>
		i % 2 === 0
			? piece
			: piece.split(WORD_IN_NAME).map((word, k) => (
					// biome-ignore lint/suspicious/noArrayIndexKey: words of a name never move
					<Fragment key={`${i} ${k}`}>
						{k > 0 && <wbr className={styles.inName} />}
						{word}
					</Fragment>
				)),
	);
}

/** Operators of two signs, between which a browser would break a line. */
const OPERATOR = /(->|&&|\|\||[!=<>]=|<<|>>|\+\+|--)/;

/** A call that is too long for its line goes on behind its bracket, not inside a name nor inside an operator. */
function Broken({ text }: { text: string }) {
	const parts = text.split(/(?<=\()/);
	return parts.map((part, i) => (
		// biome-ignore lint/suspicious/noArrayIndexKey: tokens of a line never move
		<Fragment key={i}>
			{i > 0 && <wbr />}
			{part.split(OPERATOR).map((piece, k) =>
				k % 2 === 0 ? (
					// biome-ignore lint/suspicious/noArrayIndexKey: tokens of a line never move
					<Names key={k} text={piece} />
				) : (
					// biome-ignore lint/suspicious/noArrayIndexKey: tokens of a line never move
					<span key={k} className={styles.operator}>
						{piece}
					</span>
				),
			)}
			{/* a name of its own colour follows */}
			{i === parts.length - 1 && part.endsWith('(') && <wbr />}
		</Fragment>
	));
}

/** What the line is to the story and to the set-up. */
function Signs({ acts, actsOn, decides, calls, isOut, standing }: LineMarks) {
	return (
		<>
			{isOut && <span className="visually-hidden"> (does not run)</span>}
			{standing && (
				<span className={styles.standingSign} title={standing.title} data-testid="standing">
					{standing.sign}
				</span>
			)}
			{calls && <span className={styles.callSign}>calls {calls}</span>}
			{acts && (
				<span className={actsOn ? 'visually-hidden' : styles.actSign} data-acts={acts}>
					{acts}
				</span>
			)}
			{decides && (
				<span
					className={styles.decideSign}
					data-decides
					title={`Step ${decides} decides the story`}
				>
					<span aria-hidden="true">◆ </span>decides it
					<span className="visually-hidden">: step {decides}</span>
				</span>
			)}
		</>
	);
}

interface SourceBlockProps {
	/** number of the line before it */
	above: number;
	lines: readonly Line[];
	marks: ReadonlyMap<number, LineMarks>;
	/** the marks of its lines as text: a block is drawn again only when this differs */
	look: string;
}

const shownIn = (lines: readonly Line[], marks: ReadonlyMap<number, LineMarks>, above: number) =>
	lines.filter((line, i) => {
		const { fold, hidden } = marks.get(above + i + 1) ?? {};
		return !line.folded && (fold !== undefined || !hidden);
	}).length;

/** Some lines that are drawn, skipped and laid out together: far from the screen they cost nothing. */
export const SourceBlock = memo(
	function SourceBlock({ above, lines, marks }: SourceBlockProps) {
		return (
			<div
				className={styles.block}
				style={{
					containIntrinsicBlockSize: `auto ${shownIn(lines, marks, above) * 1.36}rem`,
				}}
			>
				{lines.map((line, i) => (
					<SourceLine
						// biome-ignore lint/suspicious/noArrayIndexKey: a line is its number
						key={i}
						number={above + i + 1}
						line={line}
						marks={marks.get(above + i + 1)}
					/>
				))}
			</div>
		);
	},
	(a, b) => a.lines === b.lines && a.look === b.look,
);

/** Starts behind its tabs; what does not fit goes on below, a little further in. */
function indented(tabs: number) {
	return { paddingLeft: `calc(${tabs} * var(--tab) + ${HANG}ch)`, textIndent: `${-HANG}ch` };
}

function Carets({ carets, focus }: { carets: Caret[]; focus: number | undefined }) {
	const sorted = [...carets].sort(
		(a, b) => Number(b.tid === focus) - Number(a.tid === focus) || a.tid - b.tid,
	);
	const room = sorted.some((c) => c.tid > 9) ? STACKED.long : STACKED.short;
	const shown = sorted.slice(0, sorted.length > room ? 1 : room);
	const more = sorted.length - shown.length;
	return (
		<span className={styles.carets}>
			{more > 0 && <span className={styles.more}>+{more}</span>}
			{shown.reverse().map((c) => (
				<span
					key={`${c.tid}${c.outer}`}
					className={styles.caret}
					data-caret={c.outer ? undefined : c.tid}
				>
					<Badge tid={c.tid} size={18} quiet={c.outer} />
				</span>
			))}
		</span>
	);
}

function HintText({ tid, hint }: LineHint) {
	return (
		<span className={styles.hint} style={threadStyle(tid)}>
			<b>{hint.name} </b>
			{hint.expected !== undefined ? (
				<>
					<s>{hint.expected}</s> is {hint.old}
				</>
			) : hint.fields ? (
				hint.fields.map((f) => `${f.name} ${f.old} → ${f.new}`).join(', ')
			) : hint.new !== undefined && hint.new === hint.old ? (
				<>stays {hint.old}</>
			) : hint.new !== undefined ? (
				<>
					{hint.old} → {hint.new}
				</>
			) : (
				<>
					= {hint.old}
					{hint.spins ? ', spins' : ''}
				</>
			)}
		</span>
	);
}
