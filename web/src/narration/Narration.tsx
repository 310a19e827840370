import { lazy, Suspense, useRef } from 'react';
import { Badge } from '../drawings/Badge';
import { Prose } from '../glossary/Prose';
import { NotNeeded } from '../levels/PutAwayWords';
import { faultActs, isSetUpChanged, openingOf } from '../store/beats';
import { isBrought } from '../store/plain';
import { useAppState, useDocument } from '../store/react';
import type { Document as Shown } from '../store/state';
import { loadTraces } from '../trace/load';
import { unannounced } from './actor-phrases';
import { BeatNote } from './BeatNote';
import { faultParts, noProgressHere } from './faults';
import { withFieldsAlone } from './fields-said';
import {
	FigureNote,
	FromHere,
	LeavesCpu,
	OwnEnd,
	PlayedNote,
	RaceNote,
	ToldBy,
	WhoComes,
} from './later';
import { Newcomers } from './Newcomers';
import styles from './narration.module.css';
import { OfLock } from './OfLock';
import { lockOf } from './phrases';
import { RoundNote } from './RoundNote';
import { roomTitle } from './room-title';
import { StoryEnd } from './StoryEnd';
import { invariantMeaning } from './searched';
import { isFault, verdictWords } from './verdicts';
import { WhatIf } from './WhatIf';

const RecordingNote = lazy(() => loadTraces().then((m) => ({ default: m.RecordingNote })));

interface FaultProps {
	/** who is in which trouble, and what that is called; whichever says more to a reader comes first */
	parts: readonly string[];
	/** what should have held */
	rule: string;
}

function Fault({ parts: [first = '', ...rest], rule }: FaultProps) {
	return (
		<div className={styles.fault} data-testid="fault">
			<p>
				<span aria-hidden="true">⚑ </span>
				<Prose>{rest.length > 0 ? first.replace(/\.$/, '') : first}</Prose>
				{rest.map((part) => (
					<span key={part} className={styles.rest}>
						{' '}
						· <Prose>{part}</Prose>
					</span>
				))}
			</p>
			{rule && (
				<p className={styles.rule}>
					The rule broken here: “<Prose>{rule}</Prose>”.
				</p>
			)}
		</div>
	);
}

/** In the story that is told, the moment before was wrong in the same way: the room has been told of it then. */
function isToldOf({ moment, session }: Shown): boolean {
	const { at, story, judgement } = moment;
	if (at === 0 || !isFault(judgement.verdict) || (story !== 'telling' && story !== 'ended'))
		return false;
	const { verdict, what } = session.judge(at - 1);
	return verdict === judgement.verdict && what === judgement.what;
}

/** What is wrong in the present state: seen in it, or found of it by the search. */
function useFault(): FaultProps | null {
	const core = useAppState((s) => s.core);
	const check = useAppState((s) => s.check);
	const doc = useDocument();
	const { moment, config } = doc;
	const staged = useAppState((s) => s.view.presenter);
	if (staged && isToldOf(doc)) return null;
	const lock = core ? lockOf(core.facts, config.lock) : undefined;
	const parts = faultParts(moment, moment.judgement, lock);
	if (parts.length > 0) return { parts, rule: invariantMeaning(lock, moment.judgement.what) };
	const never = core ? noProgressHere(core, doc, check) : '';
	return never
		? { parts: [verdictWords('NO_PROGRESS').short, `${never} The search found it.`], rule: '' }
		: null;
}

/** The step before set need_resched and no more, or was that at whose end the thread left its CPU for it: what that comes to. */
function Wanted() {
	const { before, machine, next } = useDocument().moment;
	const thread = machine.threads.find(({ tid }) => tid === before?.tid);
	if (!thread) return null;
	const isOff = thread.status === 'preempted';
	const left = before?.env === '' && isOff;
	if (!left && (before?.env !== 'preempt' || !thread.needResched || isOff)) return null;
	return (
		<p className={styles.aside} data-testid="wanted">
			{left
				? `At the end of this step T${thread.tid} leaves its CPU, which need_resched had asked it for.`
				: `T${thread.tid} keeps its CPU for now${next?.from === 'story' ? ', and leaves it as soon as it may' : ''}.`}
			{/* a story goes on by itself, and may ask */}
			{!left && next?.from !== 'story' && <LeavesCpu />}
		</p>
	);
}

/**
 * The sentence, and of which moment it is. While a slide goes through a dozen steps in a second nobody can read theirs: the
 * one it began with stays until they are through.
 */
function useTold(doc: Shown): { moment: Shown['moment']; isPast: boolean } {
	const passes = useAppState((s) => s.view.presenter && s.motion === 'passing');
	const kept = useRef(doc);
	const isPast = passes && kept.current.config === doc.config;
	if (!isPast) kept.current = doc;
	return { moment: kept.current.moment, isPast };
}

/** The first slide says what it is of, as far as that tells nothing. */
function Titled() {
	const title = useAppState(roomTitle);
	return (
		<span className={styles.titled} data-testid="opening-title">
			{title}
			<span className="visually-hidden">. </span>
		</span>
	);
}

/** "1, 2 or 3": the keys of the threads, which stand in their rows. */
function digits(n: number): string {
	const all = Array.from({ length: n }, (_, i) => String(i + 1));
	return n < 2 ? '1' : `${all.slice(0, -1).join(', ')} or ${n}`;
}

/** The sentence of the last step, in large type; under it the flag when the present state is wrong. */
export function Narration() {
	const core = useAppState((s) => s.core);
	const doc = useDocument();
	const { config, recording, level } = doc;
	const { moment, isPast } = useTold(doc);
	const fault = useFault();
	/* keys are the speaker's to know */
	const staged = useAppState((s) => s.view.presenter);
	const brought = useAppState((s) => (isBrought(s) ? s.view.lesson : ''));
	const acts = core !== null && faultActs(core, doc);
	const told = staged && !acts ? unannounced(moment.sentence) : moment.sentence;
	const said = staged ? withFieldsAlone(told, moment.before, moment.machine) : told;
	const opening = core && openingOf(core, doc)?.note;
	const lesson = core?.scenario(config.scenario)?.lesson ?? '';
	const untold = core && isSetUpChanged(core, doc) ? 'At the start.' : lesson;
	return (
		<section
			className={styles.narration}
			data-region="narration"
			aria-label="What happened"
			data-fault={fault !== null || undefined}
		>
			<p
				className={moment.at === 0 ? `${styles.sentence} ${styles.lesson}` : styles.sentence}
				data-testid="narration"
				data-past={isPast || undefined}
			>
				{moment.at === 0 ? (
					<>
						{level && staged ? (
							'You choose every step. Who moves first?'
						) : level ? (
							<>
								You choose every step: press{' '}
								<span className={styles.byKeys}>{digits(moment.machine.threads.length)}, or </span>
								one of the rows.
							</>
						) : (
							<OfLock>
								{staged && opening && <Titled />}
								<Prose>{recording?.text ?? opening ?? untold}</Prose>
							</OfLock>
						)}
						{moment.next && !level && !staged && (
							<span className={styles.aside}>
								{' '}
								<kbd>→</kbd> <span className={styles.byTouch}>(the button “Forward”, below)</span>{' '}
								takes the {moment.next.from === 'story' ? 'story’s first' : 'first'} step.
							</span>
						)}
					</>
				) : (
					<>
						{moment.before && <Badge tid={moment.before.tid} size={26} />} <Prose>{said}</Prose>
						{moment.finished && !fault && <span className={styles.aside}> Everyone is done.</span>}
					</>
				)}
			</p>
			<Wanted />
			<NotNeeded />
			<Newcomers />
			<WhoComes />
			<PlayedNote />
			{fault && <Fault {...fault} />}
			<RaceNote />
			{/* what can come of the reader's own steps is what was asked, and stands first */}
			{brought && <FigureNote lesson={brought} />}
			<FromHere />
			<OwnEnd />
			<ToldBy />
			<BeatNote />
			<RoundNote />
			<Suspense>{recording && <RecordingNote />}</Suspense>
			<WhatIf />
			<StoryEnd />
			<RaceNote beside />
		</section>
	);
}
