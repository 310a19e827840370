import type { ReactNode } from 'react';
import { type Session, THREAD_WORDS } from '../../../../wasm/src';
import { LateSign } from './LateSign';
import styles from './lanes.module.css';
import { arrowPath, linkPath, type Point } from './paths';
import type { Signs } from './present';
import { RoundSign } from './RoundSign';

interface LegendProps {
	session: Session;
	/** step under the pointer */
	hovered: number | null;
	/** those that the schedule has; absent: all are explained */
	signs?: Signs | undefined;
	/** what is handed on here, in words */
	handoff: string;
	/** the lock knows readers */
	readers: boolean;
	/** a recorded run */
	recorded: boolean;
	/** an author's notes stand on the ruler */
	noted: boolean;
	/** the decisive moment has come */
	decides: boolean;
	/** what has changed since the note before is marked */
	ran: boolean;
	/** from some moment on no schedule saves it */
	late: boolean;
	/** the schedule leads back to a state */
	round: boolean;
	/** behind this moment what comes is covered: until it is told, or until a question is answered */
	toldTo: number | undefined;
	/** it is a question, and open */
	asked: boolean;
	/** it is covered for a room */
	silent: boolean;
	/** words in the picture of the memory get a frame where the author speaks of them */
	pointed: boolean;
	/** the sign of what is drawn over the lanes */
	also?: ReactNode;
}

const FROM: Point = [3, -2];
const TO: Point = [17, 13];
const SIGNS = [
	{ sign: 'wake', text: 'wakes', path: arrowPath(FROM, TO, 6) },
	{ sign: 'handoff', text: '', path: arrowPath(FROM, TO, 6) },
	{ sign: 'link', text: 'links', path: linkPath(FROM, [17, 12], 2.5) },
];
const THICK = new Set(['held', 'heldRead', 'preempted', 'preemptedHeld']);

/** A legend of all signs has no room for these; one of few explains them. */
const RARE = new Set(['preemptedHeld', 'acquired', 'tick', 'env']);

const KEYS: { stroke: string; text: string }[] = [
	{ stroke: 'held', text: 'holds' },
	{ stroke: 'heldRead', text: 'reads' },
	{ stroke: 'waiting', text: 'in the call' },
	{ stroke: 'asleep', text: THREAD_WORDS.asleep },
	{ stroke: 'preempted', text: THREAD_WORDS.preempted },
	{ stroke: 'preemptedHeld', text: `${THREAD_WORDS.preempted}, holds` },
];

/** What stands on a lane at a step, and on the ruler. */
const MARKS = [
	{ sign: 'hollow', text: 'a read', look: 'keyHollow', shape: 'ring' },
	{ sign: 'filled', text: 'a write', look: 'keyFilled', shape: 'ring' },
	{ sign: 'acquired', text: 'takes the lock', look: 'keyFilled', shape: 'large' },
	{ sign: 'tick', text: 'no shared word', look: 'keyTick', shape: 'M6,1v10' },
	{ sign: 'diamond', text: 'from outside', look: 'keyFilled', shape: 'M6,0l4,6l-4,6l-4,-6Z' },
	{ sign: 'env', text: 'acts on it', look: 'keyDots', shape: 'M6,0v12' },
	{ sign: 'note', text: 'a note', look: 'beat', shape: 'M1,5h10v3h-10z' },
	{ sign: 'decisive', text: 'decisive', look: 'decisive', shape: 'M6,1l5,5l-5,5l-5,-5z' },
	{ sign: 'ran', text: 'since the note before', look: 'keyRan', shape: 'M0,0h12v12h-12z' },
];

type MarkSign = (typeof MARKS)[number];

const RADIUS: Readonly<Record<string, number>> = { ring: 4, large: 5 };

function FailedKey() {
	return (
		<span>
			<svg width="14" height="12" viewBox="0 0 14 12" aria-hidden="true">
				<path className={styles.cross} d="M3,2L11,10M3,10L11,2" />
			</svg>
			failed CAS
		</span>
	);
}

const SpinsKey = () => (
	<span>
		<b>×N</b> N looks in vain
	</span>
);

const MarkKeys = ({ signs }: { signs: readonly MarkSign[] }) =>
	signs.map(({ text, look, shape }) => (
		<span key={text}>
			<svg width="12" height="12" viewBox="0 0 12 12" aria-hidden="true">
				{shape in RADIUS ? (
					<circle className={styles[look]} cx="6" cy="6" r={RADIUS[shape]} />
				) : (
					<path className={styles[look]} d={shape} />
				)}
			</svg>
			{text}
		</span>
	));

/** Of a step that reads, writes or fails: what a line of few words explains. */
const STEPS = new Set(['hollow', 'filled']);

export const StepKeys = ({ signs }: { signs: Signs }) => (
	<>
		{signs.has('crossed') && <FailedKey />}
		{signs.has('spin') && <SpinsKey />}
		<MarkKeys signs={MARKS.filter(({ sign }) => STEPS.has(sign) && signs.has(sign))} />
	</>
);

/** The frame round the name of whoever holds the lock now. */
function HolderSign() {
	return (
		<svg width="18" height="12" aria-hidden="true" data-testid="legend-holder">
			<rect className={styles.holder} x="1.5" y="-1" width="15" height="14" rx="2" />
		</svg>
	);
}

function coveredText({ asked, silent }: LegendProps): string {
	if (asked) return 'hidden until the question is answered';
	return silent ? 'still to be told' : 'hidden until you answer the question there, or go on';
}

/** What the strokes mean; while the pointer is on a step, the sentence of that step. */
export function Legend(props: LegendProps) {
	const { session, hovered, signs, readers, recorded, noted, late, round, also, toldTo } = props;
	const own: Readonly<Record<string, boolean>> = {
		note: noted,
		decisive: props.decides,
		ran: props.ran,
	};
	const has = (sign: string) => own[sign] ?? (signs ? signs.has(sign) : !RARE.has(sign));
	const inside = hovered !== null && hovered >= 0 && hovered < session.length;
	return (
		<p className={styles.legend} data-testid="lanes-legend">
			<span className={styles.told} aria-hidden="true">
				{inside ? (
					<>
						<b>{hovered + 1}</b> {session.narrate(hovered)}
					</>
				) : (
					''
				)}
			</span>
			{toldTo !== undefined && (
				<span className="visually-hidden">
					What comes after step {toldTo} is {coveredText(props)}.{' '}
				</span>
			)}
			{!inside && (
				<span className={styles.keys}>
					{also}
					{props.pointed && (
						<span data-testid="legend-pointed">
							<svg width="18" height="12" aria-hidden="true">
								<rect className={styles.pointed} x="1.5" y="1" width="15" height="10" />
							</svg>
							noted word
						</span>
					)}
					{round && (
						<span>
							<RoundSign />
							round: same state at both ends
						</span>
					)}
					{KEYS.filter((k) => (readers || k.stroke !== 'heldRead') && has(k.stroke)).map(
						({ stroke, text }) => (
							<span key={stroke}>
								{stroke === 'held' && <HolderSign />}
								<svg width="26" height="12" aria-hidden="true">
									<path
										className={`${styles.line} ${styles[stroke]}`}
										d="M1,6H25"
										style={{ strokeWidth: THICK.has(stroke) ? 8 : undefined }}
									/>
									{stroke === 'heldRead' && <path className={styles.core} d="M1,6H25" />}
								</svg>
								{text}
							</span>
						),
					)}
					{has('crossed') && <FailedKey />}
					{SIGNS.filter(({ sign }) => has(sign)).map(({ sign, text, path }) => (
						<span key={sign}>
							<svg width="22" height="12" aria-hidden="true" className={styles[sign]}>
								<path className={styles.shaft} d={path.shaft} />
								<path className={styles.head} d={path.head} />
							</svg>
							{text || props.handoff}
						</span>
					))}
					{has('spin') && <SpinsKey />}
					<MarkKeys signs={MARKS.filter(({ sign }) => has(sign))} />
					{late && (
						<span>
							<LateSign />
							too late
						</span>
					)}
					{recorded && (
						<span>
							<svg width="14" height="12" aria-hidden="true" className={styles.inferred}>
								<path className={styles.diamond} d="M7,0l4,6l-4,6l-4,-6Z" />
							</svg>
							inferred
						</span>
					)}
				</span>
			)}
		</p>
	);
}
