import type { FrameView, LocalView, ProcFacts } from '../../../../wasm/src';
import { Badge } from '../Badge';
import { localText } from '../remembered';
import styles from './source.module.css';

interface LocalsProps {
	tid: number;
	frame: FrameView | undefined;
	procs: readonly ProcFacts[];
	/** a question is open, and a value may be the answer */
	asked?: boolean;
}

/** What the running call of a thread has put aside; a dash where nobody reads it any more. */
export function Locals({ tid, frame, procs, asked = false }: LocalsProps) {
	const proc = frame && procs[frame.proc];
	if (!proc) return <div className={styles.locals} />;
	return (
		<section className={styles.locals} aria-label={`Locals of T${tid} in ${proc.name}`}>
			<Badge tid={tid} size={18} quiet />
			<span className={styles.call}>{proc.name}</span>
			{frame.locals.length > 0 && (
				<dl data-testid="locals">
					{frame.locals.map((local) => (
						<div key={local.name} title={titleOf(local, asked)}>
							<dt>{local.name}</dt>
							<dd>
								{asked ? '?' : localText(local, frame.locals)}
								{!asked && local.value === null && <span className={styles.hidden}>, {DEAD}</span>}
							</dd>
						</div>
					))}
				</dl>
			)}
		</section>
	);
}

const titleOf = (local: LocalView, asked: boolean): string | undefined => {
	if (asked) return ASKED;
	return local.value === null ? DEAD : local.of && `a value of ${local.of}`;
};

const ASKED = 'hidden while the question is open';
const DEAD = 'not read any more';
