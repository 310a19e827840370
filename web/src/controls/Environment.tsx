import type { KeyboardEvent } from 'react';
import { ENDLESS, type Option } from '../../../wasm/src';
import { Badge } from '../drawings/Badge';
import { threadStyle } from '../drawings/identity';
import { useApp, useAppState, useDocument } from '../store/react';
import styles from './environment.module.css';
import { Key } from './Key';

interface Kind {
	name: string;
	verb: string;
	/** how often it may still happen; null when that is not limited */
	left: number | null;
	options: Option[];
	/** what only the budget forbids */
	withheld: Option[];
}

/** Left and right go from button to button, as in a toolbar. */
function walk(event: KeyboardEvent<HTMLElement>): void {
	const direction = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
	if (direction === 0 || event.shiftKey) return;
	const buttons = [...event.currentTarget.querySelectorAll('button')];
	const here = buttons.indexOf(document.activeElement as HTMLButtonElement);
	if (here < 0) return;
	event.preventDefault();
	buttons[(here + direction + buttons.length) % buttons.length]?.focus();
}

/** Of each kind, for whoever points at its name. */
const MEANS: Readonly<Record<string, string>> = {
	preempt: 'The scheduler takes a thread’s CPU away',
	run: 'The scheduler gives a thread a CPU again',
	threshold: 'Time passes: a waiter may ask for handoff now',
	timeout: 'Time passes: a thread has waited as long as it wanted to',
	signal: 'A signal arrives for a thread',
	kill: 'SIGKILL arrives for a thread: it ends',
	wake: 'A wake-up that is meant for something else reaches a sleeping thread',
};

/** With more threads than this, numbers do for marks: a kind is one line. */
const CROWDED = 8;

interface ActProps {
	kind: Kind;
	option: Option;
	/** it needs one more in the budget */
	allow: boolean;
}

function Act({ kind, option, allow }: ActProps) {
	const app = useApp();
	const { moment } = useDocument();
	const label = `${kind.verb} T${option.tid}${allow ? ' (allow one more)' : ''}`;
	return (
		<button
			type="button"
			className={allow ? `${styles.button} ${styles.allow}` : styles.button}
			data-testid={`env-${allow ? 'allow-' : ''}${kind.name}-${option.tid}`}
			data-next={(!allow && moment.next?.action === option.action) || undefined}
			aria-label={label}
			title={allow ? `${label}: the set-up allows none now` : option.about}
			onClick={() => (allow ? app.steps.allow(option.action) : app.steps.step(option.action))}
		>
			{moment.machine.threads.length > CROWDED ? (
				<b style={threadStyle(option.tid)}>{option.tid}</b>
			) : (
				<Badge tid={option.tid} size={20} quiet={allow} />
			)}
		</button>
	);
}

/** As often as one likes. */
function Endless() {
	return (
		<span title="no limit">
			<span aria-hidden="true">∞</span>
			<span className="visually-hidden">no limit</span>
		</span>
	);
}

/** What the world around the threads could do now: each is a step of the schedule too. */
export function Environment() {
	const facts = useAppState((s) => s.core?.facts);
	const { moment, config, level } = useDocument();
	const crowded = moment.machine.threads.length > CROWDED;
	const kinds: Kind[] = (facts?.envKinds ?? []).map((kind, index) => ({
		name: kind.name,
		verb: kind.verb,
		left: kind.budget ? (moment.machine.budget[index] ?? 0) : null,
		options: moment.options.filter((o) => o.env === kind.name),
		withheld: moment.withheld.filter((o) => o.env === kind.name),
	}));
	const possible = kinds.filter((k) => k.name !== '' && k.options.length + k.withheld.length > 0);
	/* a level has room for its goal instead */
	if (level && config.budget.every((b) => b === 0)) return null;
	return (
		<div
			className={styles.environment}
			data-env
			data-crowded={(crowded && possible.length > 0) || undefined}
			role="toolbar"
			aria-label="Environment"
			onKeyDown={walk}
		>
			<span
				className={styles.title}
				aria-hidden="true"
				title="The environment: what comes to the threads from outside"
			>
				env
			</span>
			{possible.length === 0 && <span className="muted">nothing from outside can happen now</span>}
			{possible.map((kind) => {
				const allow = kind.options.length === 0;
				return (
					<span key={kind.name} className={styles.kind}>
						<span
							className={allow ? `${styles.verb} ${styles.spent}` : styles.verb}
							title={`${MEANS[kind.name] ?? kind.verb}${allow ? '; the set-up allows none now, and a click allows one' : ''}`}
						>
							{allow && 'allow '}
							{kind.name}
						</span>
						{(allow ? kind.withheld : kind.options).map((option) => (
							<Act key={option.action} kind={kind} option={option} allow={allow} />
						))}
						{kind.left !== null && !allow && (
							<span className={styles.left}>
								{kind.left === ENDLESS ? <Endless /> : `(${kind.left} left)`}
							</span>
						)}
					</span>
				);
			})}
			<Key name="e" />
		</div>
	);
}
