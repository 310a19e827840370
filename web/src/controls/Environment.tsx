import { type MouseEvent, useLayoutEffect, useRef, useState } from 'react';
import { ENDLESS, type Option } from '../../../wasm/src';
import { Badge } from '../drawings/Badge';
import { threadStyle } from '../drawings/identity';
import { useApp, useAppState, useDocument } from '../store/react';
import buttons from './buttons.module.css';
import styles from './environment.module.css';
import { Key } from './Key';
import { focusMeant } from './meant';
import { useLow } from './useMedia';
import { walk } from './walk';

interface Kind {
	name: string;
	verb: string;
	/** the kinds that have a place in its row: one that undoes another stands where that does */
	kinds: readonly string[];
	/** how often it may still happen; null when that is not limited */
	left: number | null;
	/** the set-up allows none of it from the start: none has been used */
	foreign: boolean;
	options: Option[];
	/** what only the budget forbids */
	withheld: Option[];
}

/**
 * What was chosen has come: the focus goes from the button to its row. There the arrows and the space bar mean the story
 * again, and Tab leads to the buttons. On the button they would walk on, or send the next event to a room that wanted
 * to see the story go on.
 */
function useFocusGivenBack(moment: object) {
	const row = useRef<HTMLDivElement>(null);
	const pressed = useRef(false);
	// biome-ignore lint/correctness/useExhaustiveDependencies: what was chosen shows in the next moment
	useLayoutEffect(() => {
		if (!pressed.current) return;
		pressed.current = false;
		const { activeElement } = document;
		/* a button that cannot be pressed twice goes, and its focus with it */
		if (activeElement === document.body || row.current?.contains(activeElement))
			row.current?.focus({ preventScroll: true });
	}, [moment]);
	const onClick = ({ target }: MouseEvent<HTMLElement>) => {
		const button = target instanceof Element ? target.closest('button') : null;
		pressed.current = button !== null && button.ariaExpanded === null;
	};
	return { row, onClick };
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
	option: Option;
	/** it needs one more in the budget */
	allow: boolean;
	/** a question is open: what comes next is not marked */
	asked: boolean;
	/** what it does stands on the button, not before the row; or it stands in the row of what it undoes */
	named: boolean;
}

function Act({ option, allow, named, asked }: ActProps) {
	const app = useApp();
	const facts = useAppState((s) => s.core?.facts);
	const { moment } = useDocument();
	const name = option.env;
	const verb = facts?.envKinds.find((kind) => kind.name === name)?.verb ?? name;
	const label = `${verb} T${option.tid}${allow ? ' (allow one more)' : ''}`;
	return (
		<button
			type="button"
			className={allow ? `${styles.button} ${styles.allow}` : styles.button}
			data-testid={`env-${allow ? 'allow-' : ''}${name}-${option.tid}`}
			data-act={name}
			data-tid={option.tid}
			data-named={named || undefined}
			data-next={(!allow && !asked && moment.next?.action === option.action) || undefined}
			aria-label={label}
			title={allow ? `${label}: the set-up has none left` : option.about}
			onClick={() => (allow ? app.steps.allow(option.action) : app.steps.step(option.action))}
		>
			{named && <span className={styles.act}>{name}</span>}
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

/** How often it may still happen, in words that take the same room whatever they say. */
function Left({ kind, allow, idle }: { kind: Kind; allow: boolean; idle: boolean }) {
	const presenter = useAppState((s) => s.view.presenter);
	if (idle && !presenter) return 'not now';
	/* a room asks what is meant; the speaker sees it at the buttons */
	if (allow && presenter) return null;
	if (kind.left === null || (kind.left === 0 && !allow)) return null;
	if (kind.left === ENDLESS) return <Endless />;
	if (kind.foreign) return null;
	return `${kind.left} left`;
}

/** With more threads than this the word stands once, before their marks: one line has no room for more. */
const NAMED = 3;

/** What a dashed frame is: said once, for the row; in a low window the code below four threads needs the line. */
function Dashed({ threads, kinds }: { threads: number; kinds: readonly Kind[] }) {
	const isStory = useAppState(({ core, doc }) => {
		const scenario = doc && !doc.recording && core?.scenario(doc.config.scenario);
		return scenario ? !scenario.sandbox : false;
	});
	const absent = `not part of this ${isStory ? 'story' : 'set-up'}`;
	const says = kinds.every(({ foreign }) => foreign)
		? `${absent}: press to allow`
		: kinds.some(({ foreign }) => foreign)
			? `used up, or ${absent}: press for more`
			: 'used up: press for more';
	const presenter = useAppState((s) => s.view.presenter);
	const low = useLow();
	if (low && threads > NAMED) return null;
	/* before a room one line has room for few words */
	if (presenter)
		return (
			<span className={styles.dashed} data-testid="env-dashed">
				<span className={styles.sample} aria-hidden="true" />{' '}
				{kinds.every(({ foreign }) => foreign)
					? `not in this ${isStory ? 'story' : 'set-up'}`
					: kinds.some(({ foreign }) => foreign)
						? `used up, or not in this ${isStory ? 'story' : 'set-up'}`
						: 'used up'}
				: press allows it
			</span>
		);
	return (
		<span className={styles.dashed} data-testid="env-dashed">
			<span className={styles.sample} aria-hidden="true" /> {says}
		</span>
	);
}

const ON_CPU: readonly string[] = ['preempt', 'run'];

/** Of all that may come from outside what every reader asks first: what if this thread lost its CPU here? */
function PreemptHere({ asked }: { asked: boolean }) {
	const { moment } = useDocument();
	const all = [...moment.options, ...moment.withheld];
	const acts = ON_CPU.flatMap((name) => all.filter((o) => o.env === name));
	if (acts.length === 0) return null;
	return (
		<span className={styles.kind} data-testid="preempt-here">
			{acts.some((o) => o.env === 'preempt') && (
				<span
					className={styles.verb}
					title={`${MEANS.preempt}; kept in the address, and Back undoes it`}
				>
					preempt here:
				</span>
			)}
			{acts.map((o) => (
				<Act
					key={o.action}
					option={o}
					allow={moment.withheld.includes(o)}
					asked={asked}
					named={o.env === 'run'}
				/>
			))}
		</span>
	);
}

/** With more threads than this, only what can happen now has a place. */
const FEW = 4;

/** Acts that end another: the thread that was taken its CPU gets it back. */
const UNDOES: Readonly<Record<string, string>> = { run: 'preempt' };

/** The rows: of the lock's kinds each has its own, whether it can happen now or not. */
function useKinds(all: boolean): Kind[] {
	const core = useAppState((s) => s.core);
	const { moment, config, level } = useDocument();
	const kinds = core?.facts.envKinds ?? [];
	const ofLock = core?.facts.locks.find((l) => l.id === config.lock)?.env ?? [];
	const undoing = (name: string) => (all ? kinds.filter((k) => UNDOES[k.name] === name) : []);
	return kinds
		.map((kind, index) => {
			const names = [kind.name, ...undoing(kind.name).map((k) => k.name)];
			return {
				name: kind.name,
				verb: kind.verb,
				kinds: names,
				left: kind.budget ? (moment.machine.budget[index] ?? 0) : null,
				foreign: kind.budget && config.budget[index] === 0,
				options: moment.options.filter((o) => o.env !== '' && names.includes(o.env)),
				withheld: moment.withheld.filter((o) => o.env === kind.name),
				/* a level's budget is a part of it */
				may: ofLock.includes(kind.name) && !(level && config.budget[index] === 0),
			};
		})
		.filter((k) => k.name !== '' && !(all && UNDOES[k.name]))
		.filter((k) => (all && k.may) || k.options.length + k.withheld.length > 0);
}

/** What the world around the threads could do now: each is a step of the schedule too. */
export function Environment({
	small = false,
	asked = false,
	folds = false,
}: {
	small?: boolean;
	asked?: boolean;
	/** it is one button until the reader wants it */
	folds?: boolean;
}) {
	const app = useApp();
	const [unfolded, setUnfolded] = useState<'no' | 'by key' | 'by pointer'>('no');
	const { moment, config, level, recording } = useDocument();
	const threads = moment.machine.threads;
	const crowded = threads.length > CROWDED;
	const fixed = !small && threads.length <= FEW;
	const { row, onClick } = useFocusGivenBack(moment);
	/* the button that unfolded it is gone: who has come by key goes on along the row */
	useLayoutEffect(() => {
		if (unfolded === 'by key') focusMeant(row.current, app.state);
		if (unfolded === 'by pointer') row.current?.focus({ preventScroll: true });
	}, [unfolded, row, app]);
	/* of few threads a button says all of it: "preempt T1", and "run T1" in its place */
	const presents = useAppState((s) => s.view.presenter);
	/* before a room nothing keeps a place, and what undoes an act stands under its own name */
	const possible = useKinds(fixed && !presents);
	const named = ({ kinds }: Kind) =>
		fixed && !presents && threads.length <= NAMED && kinds.length > 1;
	const dashes = (kind: Kind) =>
		kind.withheld.length > 0 && !kind.options.some((o) => o.env === kind.name);
	/* a level has room for its goal instead */
	if (level && config.budget.every((b) => b === 0)) return null;
	if (folds && unfolded === 'no')
		return possible.length === 0 && config.budget.every((b) => b === 0) ? null : (
			<div
				ref={row}
				tabIndex={-1}
				className={styles.environment}
				data-env
				role="toolbar"
				aria-label="Outside"
				onKeyDown={walk}
				onClickCapture={onClick}
			>
				<button
					type="button"
					className={buttons.tool}
					aria-expanded={false}
					data-testid="env-unfold"
					/* a key has no place on the screen, nor has e */
					onClick={({ detail }) => setUnfolded(detail === 0 ? 'by key' : 'by pointer')}
				>
					<span aria-hidden="true">▸</span> What may come from outside
				</button>
				{!recording && !crowded && <PreemptHere asked={asked} />}
				<Key name="e" />
			</div>
		);
	return (
		<div
			ref={row}
			tabIndex={-1}
			className={styles.environment}
			data-env
			data-crowded={(crowded && possible.length > 0) || undefined}
			role="toolbar"
			aria-label="Outside"
			onKeyDown={walk}
			onClickCapture={onClick}
		>
			<span
				className={styles.title}
				aria-hidden="true"
				title="What may come to the threads from outside: the scheduler, a clock, a signal"
			>
				outside
			</span>
			{possible.length === 0 && <span className="muted">nothing from outside can happen now</span>}
			{possible.map((kind) => {
				const own = kind.options.filter((o) => o.env === kind.name);
				const allow = dashes(kind);
				const acts = [...kind.options, ...(allow ? kind.withheld : [])];
				const idle = acts.length === 0;
				const left = (
					<span className={styles.left}>
						<Left kind={kind} allow={allow} idle={idle && fixed} />
					</span>
				);
				/* where no button says what it is, its name does */
				const onButtons = named(kind) && !idle;
				return (
					<span key={kind.name} className={styles.kind} data-idle={idle || undefined}>
						{!onButtons && (
							<span
								className={own.length === 0 ? `${styles.verb} ${styles.spent}` : styles.verb}
								title={`${MEANS[kind.name] ?? kind.verb}${allow ? '; the set-up has none left, and a press allows one more' : ''}`}
							>
								{kind.name}
							</span>
						)}
						{!onButtons && left}
						{(fixed ? threads.map(({ tid }) => tid) : acts.map(({ tid }) => tid)).map((tid) => {
							const option = acts.find((o) => o.tid === tid);
							return option ? (
								<Act
									key={tid}
									option={option}
									allow={kind.withheld.includes(option)}
									asked={asked}
									named={named(kind) || option.env !== kind.name}
								/>
							) : (
								<span
									key={tid}
									className={styles.button}
									data-empty
									data-named={named(kind) || undefined}
									aria-hidden="true"
								/>
							);
						})}
						{onButtons && left}
					</span>
				);
			})}
			{possible.some(dashes) && <Dashed threads={threads.length} kinds={possible.filter(dashes)} />}
			<Key name="e" />
		</div>
	);
}
