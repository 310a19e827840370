import { memo } from 'react';
import { Badge } from '../Badge';
import type { Hint } from '../hint';
import { threadStyle } from '../identity';
import type { Caret } from './carets';
import styles from './source.module.css';
import type { Line } from './tokenize';

export interface RanMark {
	tid: number;
	column: number;
}

export interface LineHint {
	tid: number;
	hint: Hint;
}

interface SourceLineProps {
	number: number;
	line: Line;
	carets: Caret[] | undefined;
	focus: number | null;
	ran: RanMark[] | undefined;
	/** the access of the last step stands on this line */
	justRan: boolean;
	hints: (LineHint | null)[] | undefined;
}

const STACKED = 3; /* marks that fit side by side; of more, one stands for all */
const TAB = 3;
const HANG = 3;

/** Two lines look the same when these say the same; most lines are never drawn again. */
function asText({ carets, focus, ran, justRan, hints }: SourceLineProps): string {
	const on = carets?.some((c) => c.tid === focus) ? focus : 0;
	return JSON.stringify([carets, on, ran, justRan, hints]);
}

export const SourceLine = memo(
	function SourceLine({ number, line, carets, focus, ran, justRan, hints }: SourceLineProps) {
		const parked = carets?.filter((c) => !c.outer) ?? [];
		const lead = parked.find((c) => c.tid === focus) ?? parked[0];
		const hint = hints?.find((h) => h?.tid === lead?.tid);
		const look = [styles.line, lead && styles.parked, lead && lead.tid === focus && styles.focus];
		return (
			<div
				className={look.filter(Boolean).join(' ')}
				style={lead && threadStyle(lead.tid)}
				data-line={number}
				title={line.phrase || undefined}
			>
				<Carets carets={carets} focus={focus} />
				<span className={styles.lineNumber}>{number}</span>
				<span className={styles.ran} aria-hidden="true">
					{ran?.map((r) => (
						<i
							key={r.tid}
							className={justRan ? styles.now : undefined}
							style={{ ...threadStyle(r.tid), left: r.column * 4 }}
						/>
					))}
				</span>
				<code className={styles.code} style={indented(line.indent)}>
					{line.tokens.map((token, i) => (
						// biome-ignore lint/suspicious/noArrayIndexKey: tokens of a line never move
						<span key={i} className={styles[token.kind]}>
							{token.text}
						</span>
					))}
				</code>
				<span className={styles.aside}>
					{hint ? (
						<span className={styles.hints}>
							<HintText {...hint} />
						</span>
					) : (
						line.phrase && <span className={styles.phrase}>{line.phrase}</span>
					)}
				</span>
			</div>
		);
	},
	(a, b) => a.line === b.line && asText(a) === asText(b),
);

/** Starts behind its tabs; what does not fit goes on below, a little further in. */
function indented(tabs: number) {
	return { paddingLeft: `${tabs * TAB + HANG}ch`, textIndent: `${-HANG}ch` };
}

function Carets({ carets, focus }: { carets: Caret[] | undefined; focus: number | null }) {
	if (!carets) return <span className={styles.carets} />;
	const sorted = [...carets].sort(
		(a, b) => Number(b.tid === focus) - Number(a.tid === focus) || a.tid - b.tid,
	);
	const shown = sorted.slice(0, sorted.length > STACKED ? 1 : STACKED);
	const more = sorted.length - shown.length;
	return (
		<span className={styles.carets}>
			{more > 0 && <span className={styles.more}>+{more}</span>}
			{shown.reverse().map((c) => (
				<Badge key={`${c.tid}${c.outer}`} tid={c.tid} size={18} quiet={c.outer} />
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
