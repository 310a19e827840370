import { memo, useEffect, useId, useRef } from 'react';
import type { Option, ThreadView } from '../../../wasm/src';
import { Badge } from '../drawings/Badge';
import { roleWord } from '../drawings/threads/roles';
import { flagsOf, type Mark, PLAIN_MARKS, statusOf } from '../drawings/threads/status';
import {
	actorPhrase,
	isEffect,
	placePhrase,
	roleTitle,
	sleepPhrase,
	UNTOLD,
	unannounced,
} from '../narration/actor-phrases';
import { useAsked } from '../narration/asked';
import { lockOf } from '../narration/phrases';
import { isEnvironmentOff } from '../store/outside';
import { plainOf } from '../store/plain';
import { useApp, useAppState, useDocument } from '../store/react';
import styles from './actors.module.css';
import { Environment } from './Environment';
import { Key } from './Key';
import { useLow } from './useMedia';

interface StateProps {
	thread: ThreadView;
	option: Option | undefined;
	/** the word for its role, where there is more than one; and what it does */
	role: string;
	roleHint: string;
	/** of its marks those to be shown; absent: all */
	marks: readonly Mark[] | undefined;
}

interface ActorProps extends StateProps {
	/** instead of what the step does, while that is the question */
	place: string;
	isNext: boolean;
	/** its digit moves it; while a question is open, it answers that */
	keyed: boolean;
	/** a row is one line */
	compact: boolean;
	/** the list may be longer than its place */
	mayScroll: boolean;
	/** what the room asks itself is asked once, and no row repeats it */
	staged: boolean;
	onStep(tid: number): void;
}

/** Where the thread is: on its CPU, asleep, spinning; and what is out of the ordinary about it. */
function ActorState({ thread, option, role, roleHint, marks }: StateProps) {
	const status = statusOf(thread, option);
	const flags = flagsOf(thread).filter((flag) => !marks || marks.includes(flag.of));
	return (
		<span className={styles.state} data-state>
			{role && <b title={roleHint}>{role} </b>}
			<span data-look={status.look}>{status.text}</span>
			{flags.map((flag) => (
				<span
					key={flag.text}
					data-of={flag.of}
					className={flag.strong ? styles.strong : undefined}
					title={flag.means}
				>
					<span className={styles.between}> · </span>
					{flag.text}
				</span>
			))}{' '}
		</span>
	);
}

/** The phrase, without the word that the state already says: "spins" "until …". */
function phraseAfter(said: string, option: Option | undefined, thread: ThreadView): string {
	const phrase = actorPhrase(option, thread);
	/* it is awake for whoever woke it; what is still to come is its CPU */
	if (said.startsWith('woken')) return phrase.replace(/^about to wake up\b/, 'about to go on');
	if (!phrase.startsWith(`${said} `) && !phrase.startsWith(`${said}:`)) return phrase;
	return phrase.slice(said.length).replace(/^[:\s]+/, '');
}

/**
 * What changes or what is so, apart from what is done: that may be cut, and this may not. What will be so only behind
 * the step stands behind an arrow, for the words before it tell of now.
 */
export function valueFirst(phrase: string, effect = false): { value: string; rest: string } {
	const [, word, is] = /^until (\S+) changes; it is (.*)$/.exec(phrase) ?? [];
	if (word) return { value: `${word} is ${is}`, rest: `until ${word} changes` };
	const at = phrase.lastIndexOf(': ');
	if (at < 0) return { value: '', rest: phrase };
	const value = phrase.slice(at + 2);
	const later = effect && !value.includes('→') ? `→ ${value}` : value;
	return { value: later, rest: phrase.slice(0, at) };
}

/** Letters that a line of a row has room for, in the narrowest window with two columns. */
const LINE = 66;
/** Of a letter in the value, which is larger and bold, so much is one of the state. */
const SMALLER = 0.87;

const fits = (value: string, state: string) => value.length + SMALLER * state.length <= LINE - 2;

/**
 * Where a value has no room beside what is said of the thread, it has a line of its own: with what is done, where that
 * has room there, and below it, where it has not.
 */
export function ownLine(
	value: string,
	state: string,
	rest: string,
): 'shared' | 'alone' | undefined {
	if (value === '' || fits(value, state)) return undefined;
	return value.length + rest.length <= LINE - 2 ? 'shared' : 'alone';
}

/** So many letters of a line are there for sure: letters differ, and this counts them alike. */
const SURE = 58;

/** A line of the row would be cut: what it says runs on from line to line instead. */
export function runsOn(value: string, state: string, rest: string, asleep: boolean): boolean {
	const own = ownLine(value, state, rest);
	const said = SMALLER * state.length;
	if (asleep || own === 'alone') return said + rest.length > SURE;
	if (own === 'shared') return value.length + rest.length > SURE || said > SURE;
	return rest.length > SURE || said + value.length > SURE;
}

/** A value that no line has room for: what the old one means was told when it was written. */
export const inLine = (value: string): string =>
	value.length > LINE ? value.replace(/ \([^()]*\) →/, ' →') : value;

/** In a row of one line: without what the old value means, or what any does, where there is no room for it. */
export function inRow(value: string, state: string): string {
	const shorter = value.replace(/ \([^()]*\) →/, ' →');
	if (fits(value, state)) return value;
	return fits(shorter, state) ? shorter : value.replace(/ \([^()]*\)/g, '');
}

/** From so many threads on each has one line; in a low window, where the code would have too few, from fewer. */
const COMPACT_FROM = { low: 5, high: 6 };

/** Instead of the words, in a row that has no room for them. */
function LockSign({ of }: { of: string }) {
	return (
		<svg className={styles.held} viewBox="0 0 14 18" role="img" aria-label={of} data-held>
			<title>{of}</title>
			<path d="M3.5 8V5.5a3.5 3.5 0 0 1 7 0V8" fill="none" stroke="currentColor" strokeWidth="2" />
			<rect x="1" y="8" width="12" height="9" rx="1.5" fill="currentColor" />
		</svg>
	);
}

const Actor = memo(function Actor(props: ActorProps) {
	const { place, isNext, keyed, compact, mayScroll, staged, onStep, ...state } = props;
	const { thread, option } = state;
	const { tid } = thread;
	const result = option?.result ?? 'blocked';
	const moves = result === 'moved';
	const possible = moves || result === 'spun';
	const status = statusOf(thread, option);
	const whole = place || phraseAfter(status.text, option, thread);
	const phrase = staged ? unannounced(sleepPhrase(whole)) : whole;
	const said =
		possible && !place
			? valueFirst(phrase, moves && isEffect(option))
			: { value: '', rest: phrase };
	const flags = flagsOf(thread).filter((flag) => !state.marks || state.marks.includes(flag.of));
	const holds = flags.find(({ of }) => of === 'holds');
	const told = [state.role, status.text, ...flags.map(({ text }) => ` · ${text}`)].join(' ');
	const gone = thread.status === 'done' || thread.status === 'dead';
	const ref = useRef<HTMLButtonElement>(null);
	useEffect(() => {
		if (!isNext || !mayScroll) return;
		const frame = requestAnimationFrame(() => ref.current?.scrollIntoView?.({ block: 'nearest' }));
		return () => cancelAnimationFrame(frame);
	}, [isNext, mayScroll]);
	return (
		<li>
			<button
				ref={ref}
				type="button"
				className={styles.actor}
				data-testid={`actor-${tid}`}
				data-thread={tid}
				data-result={result}
				data-next={isNext || undefined}
				data-unkeyed={!keyed || undefined}
				aria-disabled={!possible}
				onClick={() => onStep(tid)}
			>
				<Badge tid={tid} size={24} quiet={!possible} />
				{holds && <LockSign of={holds.text} />}
				<span
					className={styles.text}
					data-said
					data-own-line={ownLine(said.value, told, said.rest)}
					data-runs-on={runsOn(said.value, told, said.rest, status.look === 'asleep') || undefined}
				>
					<span className={styles.first}>
						<ActorState {...state} />
						{said.value && (
							<span className={styles.value} data-value>
								{compact ? inRow(said.value, told) : inLine(said.value)}
							</span>
						)}
					</span>
					<span
						className={styles.phrase}
						title={phrase}
						data-phrase
						data-untold={place !== '' || undefined}
					>
						{staged && place === UNTOLD ? (
							<span role="img" aria-label={UNTOLD}>
								?
							</span>
						) : (
							!gone && said.rest
						)}
					</span>
				</span>
				{tid <= 9 && <Key name={tid} />}
			</button>
		</li>
	);
});

interface ActorsProps {
	/** of what, in words that follow "who moves next", where there are several */
	of?: string;
	/** a thread takes one line */
	small?: boolean;
	/** what comes next is a question that is open; absent: as the story that is told says */
	asks?: boolean;
	/** of what can be said of a thread, what this picture speaks of; absent: all */
	marks?: readonly Mark[] | undefined;
	/** what may come from outside stands below them */
	outside?: boolean;
}

/** What may come from outside, where it stands in a place of its own. */
export function Outside() {
	const isOff = useAppState(isEnvironmentOff);
	const asked = useAsked();
	return isOff ? null : <Environment small={false} asked={asked} folds={false} />;
}

/** A button per thread: what it is about to do, or in words why it cannot; then the environment. */
export function Actors({ of = '', small = false, asks, marks, outside = true }: ActorsProps) {
	const title = useId();
	const app = useApp();
	const core = useAppState((s) => s.core);
	const { moment, config, recording } = useDocument();
	const { machine, options, next } = moment;
	const presenter = useAppState((s) => s.view.presenter);
	const alone = useAppState((s) => s.alone);
	const isOffSlide = useAppState(isEnvironmentOff);
	/* a figure of a lesson has no code below it, and its rows are narrow */
	const low = useLow() && asks === undefined;
	const most = low ? COMPACT_FROM.low : COMPACT_FROM.high;
	/* there is no code below them either */
	const plain = useAppState(plainOf);
	const roomy = plain === 'picture' ? COMPACT_FROM.high : most;
	/* a recorded run has a bar above it, and anything may come to it from outside */
	const tight = low && !presenter && recording !== null;
	/* in a lesson a row keeps its two lines before a room as well */
	const staged = presenter && asks === undefined;
	const compact = small || staged || machine.threads.length >= roomy;
	const lock = core ? lockOf(core.facts, config.lock) : undefined;
	/* a story or a lesson asks what comes next: the rows must not tell, nor who takes it */
	const open = useAsked();
	const asked = asks ?? open;
	/* without the text before them, the names of its procedures are nothing to the readers */
	const showsText = useAppState(
		({ view }) => !view.embed && (!view.presenter || view.stage === 'code'),
	);
	const named = asks === undefined && showsText;
	/* a role is worth a word only where there are two */
	const mixed = new Set(machine.threads.map(({ role }) => role)).size > 1;
	return (
		<section className={styles.actors} data-region="actors" aria-labelledby={title}>
			<h2 id={title} className="visually-hidden">
				Who moves next{of && ` ${of}`}
			</h2>
			<ul
				className={styles.list}
				data-compact={compact || undefined}
				data-lines={(asks !== undefined && !compact) || undefined}
			>
				{machine.threads.map((thread) => {
					const option = options.find((o) => o.env === '' && o.tid === thread.tid);
					return (
						<Actor
							key={thread.tid}
							thread={thread}
							option={option}
							role={mixed ? roleWord(lock?.roles, thread.role) : ''}
							roleHint={roleTitle(lock, thread)}
							marks={marks ?? (plain === 'no' ? undefined : PLAIN_MARKS)}
							place={asked ? placePhrase(option, lock, named, asks !== undefined) : ''}
							keyed={!asked}
							compact={compact}
							mayScroll={compact && !small}
							staged={staged || alone}
							isNext={!asked && next?.action === thread.tid - 1}
							onStep={(tid) => app.steps.stepThread(tid)}
						/>
					);
				})}
			</ul>
			{outside && !isOffSlide && (
				<Environment
					small={of !== ''}
					asked={asked}
					folds={of === '' && (plain !== 'no' || tight)}
				/>
			)}
		</section>
	);
}
