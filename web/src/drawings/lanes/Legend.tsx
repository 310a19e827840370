import type { ReactNode } from 'react';
import type { Session } from '../../../../wasm/src';
import styles from './lanes.module.css';
import { arrowPath } from './paths';

interface LegendProps {
	session: Session;
	/** step under the pointer */
	hovered: number | null;
	/** the lock knows readers */
	readers: boolean;
	/** a recorded run */
	recorded: boolean;
	/** the sign of what is drawn over the lanes */
	also?: ReactNode;
}

const ARROW = arrowPath([3, -2], [17, 13], 6);
const THICK = new Set(['held', 'heldRead', 'preempted']);

const KEYS: { stroke: string; text: string }[] = [
	{ stroke: 'held', text: 'holds' },
	{ stroke: 'heldRead', text: 'reads' },
	{ stroke: 'waiting', text: 'in the call' },
	{ stroke: 'asleep', text: 'asleep' },
	{ stroke: 'preempted', text: 'off its CPU' },
];

/** What the strokes mean; while the pointer is on a step, the sentence of that step. */
export function Legend({ session, hovered, readers, recorded, also }: LegendProps) {
	const inside = hovered !== null && hovered >= 0 && hovered < session.length;
	return (
		<p className={styles.legend}>
			<span className={styles.told} aria-hidden="true">
				{inside ? (
					<>
						<b>{hovered + 1}</b> {session.narrate(hovered)}
					</>
				) : (
					''
				)}
			</span>
			{!inside && (
				<span className={styles.keys}>
					{KEYS.filter((k) => readers || k.stroke !== 'heldRead').map(({ stroke, text }) => (
						<span key={stroke}>
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
					))}
					<span>
						<svg width="14" height="12" aria-hidden="true">
							<path className={styles.cross} d="M3,2L11,10M3,10L11,2" />
						</svg>
						failed CAS
					</span>
					<span>
						<svg width="22" height="12" aria-hidden="true">
							<path className={styles.shaft} d={ARROW.shaft} />
							<path className={styles.head} d={ARROW.head} />
						</svg>
						wakes, hands over
					</span>
					<span>
						<b>×N</b> spins
					</span>
					{also && <span>{also}</span>}
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
