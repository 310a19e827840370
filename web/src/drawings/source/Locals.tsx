import type { FrameView, ProcFacts } from '../../../../wasm/src';
import { Badge } from '../Badge';
import styles from './source.module.css';

interface LocalsProps {
	tid: number;
	frame: FrameView | undefined;
	procs: readonly ProcFacts[];
}

/** What the running call of a thread has put aside; a dash where nobody reads it any more. */
export function Locals({ tid, frame, procs }: LocalsProps) {
	const proc = frame && procs[frame.proc];
	if (!proc) return <div className={styles.locals} />;
	return (
		<section className={styles.locals} aria-label={`Locals of T${tid} in ${proc.name}`}>
			<Badge tid={tid} size={18} quiet />
			<span className={styles.call}>{proc.name}</span>
			{frame.locals.length > 0 && (
				<dl data-testid="locals">
					{frame.locals.map(({ name, value }) => (
						<div key={name} title={value === null ? DEAD : undefined}>
							<dt>{name}</dt>
							<dd>
								{value ?? '–'}
								{value === null && <span className={styles.hidden}>, {DEAD}</span>}
							</dd>
						</div>
					))}
				</dl>
			)}
		</section>
	);
}

const DEAD = 'not read any more';
