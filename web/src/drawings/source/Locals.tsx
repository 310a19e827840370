import type { FrameView, LocalView, ProcFacts } from '../../../../wasm/src';
import { Badge } from '../Badge';
import { localText } from '../remembered';
import styles from './source.module.css';

/** The call of the line that was just run, which is shown, and whose it is. */
export interface RanIn {
	tid: number;
	name: string;
}

interface LocalsProps {
	tid: number;
	/** the calls that the thread is in, outermost first */
	frames: readonly FrameView[];
	/** the one that is looked at */
	depth: number;
	procs: readonly ProcFacts[];
	/** what a procedure is called in the text that is shown */
	nameOf: (proc: string) => string;
	/** a question is open, and a value may be the answer */
	asked?: boolean;
	/** the thread stands in another call by now */
	ran?: RanIn | null;
	onShow(depth: number): void;
}

/** The call that is shown, who called it, and what it has put aside; a dash where nobody reads it any more. */
export function Locals(props: LocalsProps) {
	const { tid, frames, depth, procs, nameOf, asked = false, ran = null, onShow } = props;
	const frame = frames[depth];
	const proc = frame && procs[frame.proc];
	const shown = ran && (
		<span className={styles.ranIn} data-testid="ran-in">
			<Badge tid={ran.tid} size={18} quiet /> ran <b>{nameOf(ran.name)}</b>
		</span>
	);
	if (!proc) return <div className={styles.locals}>{shown}</div>;
	return (
		<section
			className={styles.locals}
			data-elsewhere={ran !== null || undefined}
			aria-label={`Locals of T${tid} in ${nameOf(proc.name)}`}
		>
			<div className={styles.callOf}>
				{shown}
				<span className={styles.isIn}>
					<Badge tid={tid} size={18} quiet />
					{ran && <span>{ran.tid === tid ? 'now in' : 'in'}</span>}
					<Calls {...{ frames, depth, procs, nameOf, onShow }} />
				</span>
			</div>
			{frame.locals.length > 0 && (
				<dl data-testid="locals">
					{frame.locals.map((local) => (
						<div
							key={local.name}
							data-dead={local.value === null || undefined}
							title={titleOf(local, asked)}
						>
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

/** From the innermost call outwards; each leads to its line. */
function Calls({ frames, depth, procs, nameOf, onShow }: Omit<LocalsProps, 'tid' | 'asked'>) {
	const calls = frames.flatMap(({ proc, line }, at) => {
		const { name, text } = procs[proc] ?? {};
		return name ? [{ at, name: nameOf(name), text, line }] : [];
	});
	return (
		<ol className={styles.calls} aria-label="The call, and who called it" data-testid="calls">
			{calls.reverse().map(({ at, name, text, line }) => (
				<li key={at}>
					<button
						type="button"
						aria-current={at === depth ? 'step' : undefined}
						title={`${name}, line ${line} of ${text}.c`}
						onClick={() => onShow(at)}
					>
						{name}
					</button>
				</li>
			))}
		</ol>
	);
}

const titleOf = (local: LocalView, asked: boolean): string | undefined => {
	if (asked) return ASKED;
	return local.value === null ? DEAD : local.of && `a value of ${local.of}`;
};

const ASKED = 'hidden while the question is open';
const DEAD = 'not read any more';
