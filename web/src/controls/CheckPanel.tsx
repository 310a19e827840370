import { useContext, useEffect, useRef, useState } from 'react';
import {
	type Core,
	ENDLESS,
	type Facts,
	type LockFacts,
	type SwitchFacts,
} from '../../../wasm/src';
import type { Evidence } from '../docs/types';
import { type Ran, ranNone, ranTexts } from '../edit/ran';
import { checking } from '../evidence/command';
import { FairBrief } from '../evidence/FairBrief';
import { Fairness } from '../evidence/Fairness';
import { useEvidence } from '../evidence/useEvidence';
import { OnceEach, Prose } from '../glossary/Prose';
import { lockOf } from '../narration/phrases';
import {
	budgetText,
	environmentText,
	faultTitle,
	invariantMeaning,
	outsideText,
	paceBrief,
	paceText,
	searchedText,
	searchSummary,
	verdictLong,
	verdictSentence,
} from '../narration/searched';
import { isFault, ranOut, verdictWords } from '../narration/verdicts';
import { fromText, leftBehind } from '../store/behind';
import { DEFAULT_MAX_STATES, searchRounds, widerThan } from '../store/checker';
import { useApp, useAppState, useDocument } from '../store/react';
import type { Check, Document, From, Searched } from '../store/state';
import { searchWidths } from '../store/widths';
import { Brief } from './Brief';
import buttons from './buttons.module.css';
import styles from './check-panel.module.css';
import { Key } from './Key';
import { fromLong, headed, Onward, Repeat, savedText } from './Onward';
import { OfSide } from './of-side';
import { onText, rolesText, showsAt, silentIn } from './planted';
import { FoundRace, Races } from './Races';
import { RanLines, reachOf } from './RanLines';
import { ranOf } from './ran-of';
import { Sheet } from './Sheet';

const BOUNDS = [500_000, DEFAULT_MAX_STATES, 20_000_000];

/** Besides the invariants of the lock. */
const ALWAYS = [
	{ name: 'never stuck', meaning: 'while a thread is not done, somebody can move' },
	{ name: 'no lost wake-up', meaning: 'nobody sleeps with nobody left to wake it' },
	{
		name: 'progress',
		meaning:
			'from every state some schedule lets all threads finish; not every schedule need do so',
	},
];

interface WidthsProps {
	facts: Facts | undefined;
	made: readonly Searched[];
	from: From | null;
}

/** What has been looked at, search by search. */
function Widths({ facts, made, from }: WidthsProps) {
	if (!facts || made.length === 0) return null;
	return (
		<ul className={styles.widths} aria-label="Searched" data-testid="check-widths">
			{made.map(({ budget, progress }) => (
				<li key={budget.join()}>{searchedText(facts, leftBehind(from, budget), progress)}</li>
			))}
		</ul>
	);
}

/** The page has no memory for more; of the page's text the command line goes on. */
function Elsewhere({ check, core }: { check: Check & { kind: 'done' }; core: Core }) {
	const { config } = useDocument();
	const { budget, from } = check;
	const own = core.editedOf(config.lock);
	return (
		<p className="muted" data-testid="check-elsewhere">
			The page has no memory for more states: fewer threads or rounds have fewer.
			{!own && !from && (
				<>
					{' '}
					The command line has more of it:{' '}
					<code>
						lockstep {checking(core.facts, { ...config, budget: [...budget] })} --states 100000000
					</code>
				</>
			)}
		</p>
	);
}

/** States for which there is memory, as far as the last search has shown. */
const hasRoomFor = (check: Check): number =>
	check.kind === 'done' && ranOut(check.progress)
		? check.progress.states
		: Number.POSITIVE_INFINITY;

/** The next search, where this one leaves something open: what it looks at, and what it may cost. */
function Wider({ check }: { check: Check & { kind: 'done' } }) {
	const app = useApp();
	const core = useAppState((s) => s.core);
	const { config } = useDocument();
	const wider = widerThan(core, config, check);
	if (core && ranOut(check.progress)) return <Elsewhere check={check} core={core} />;
	if (!core || !wider) return null;
	const { states, seconds, verdict } = check.progress;
	const further = verdict === 'BOUNDED';
	const about = Math.ceil((seconds / Math.max(states, 1)) * wider.maxStates);
	return (
		<p>
			<button
				type="button"
				className={buttons.button}
				data-testid="check-wider"
				onClick={() => void app.checker.wider()}
			>
				{further
					? `Search on, to ${wider.maxStates.toLocaleString('en')} states`
					: `Search wider: ${budgetText(core.facts, leftBehind(wider.from, wider.budget))}`}{' '}
				<Key name="X" />
			</button>{' '}
			<span className="muted">
				{further ? `up to ${about} s` : 'one more act from outside; it may take many times as long'}
			</span>
		</p>
	);
}

/** Rounds without a limit lead back to where they began, so there is an end to their states. */
const roundsText = (rounds: number) =>
	rounds === ENDLESS
		? 'any number of rounds each'
		: `${rounds} ${rounds === 1 ? 'round' : 'rounds'} each`;

/** That nothing is broken does not say that everybody's turn comes. */
function Fair() {
	return <Fairness evidence={useTold()} />;
}

function useTold(): Evidence | null {
	const evidence = useEvidence();
	return typeof evidence === 'string' ? null : evidence;
}

/** No schedule of the whole set-up fails. */
const isClean = (check: Check): boolean =>
	check.kind === 'done' && check.from === null && check.progress.verdict === 'OK';

/** Nothing wrong was found of a text that was changed so that something is: it shows elsewhere. */
function Silent({ of }: { of: readonly SwitchFacts[] }) {
	const core = useAppState((s) => s.core);
	const { config } = useDocument();
	const lock = core ? lockOf(core.facts, config.lock) : undefined;
	if (!core || !lock) return null;
	return of.map((fault) => {
		const { address, command } = showsAt(core, lock, fault);
		return (
			<p key={fault.name} data-testid="check-silent">
				The {fault.kind === 'planted' ? 'planted fault' : 'switch'} “{fault.title}” does not show
				with these threads, roles, rounds and events. It does elsewhere (
				{faultTitle(fault.verdict, fault.what, lock)}): <a href={address}>set that up</a>{' '}
				<span className="muted">
					(<code>lockstep {command}</code>)
				</span>
			</p>
		);
	});
}

function Result({ check }: { check: Check & { kind: 'done' } }) {
	const app = useApp();
	const core = useAppState((s) => s.core);
	const doc = useDocument();
	const { config } = doc;
	const { progress, budget, before, from } = check;
	const words = verdictWords(progress.verdict);
	const where = fromText(from, doc);
	const lock = core ? lockOf(core.facts, config.lock) : undefined;
	const meaning = invariantMeaning(lock, progress.what);
	const own = core?.editedOf(config.lock);
	/* where a fault shows is known of the page’s text */
	const silent = own ? [] : silentIn(lock, config, progress.verdict);
	/* a lock that does not order what is done under it gets no good mark */
	const raced = useAppState(({ races }) => races.kind === 'done' && races.progress.found);
	const judged = faultTitle(progress.verdict, progress.what, lock);
	const ran = ranOf(core, doc, check);
	const doubt = raced ? 'a data race was found' : ranNone(ran) ? 'no changed line was run' : '';
	const isDoubtful = doubt !== '' && words.tone === 'good';
	const title = isDoubtful ? `${judged}, but ${doubt}` : judged;
	return (
		<div data-testid="check-result">
			<p
				className={styles.verdict}
				data-tone={silent.length > 0 || isDoubtful ? 'open' : words.tone}
			>
				<Prose>
					{headed(where, silent.length > 0 ? `${title} here, with what is switched on` : title)}
				</Prose>
			</p>
			{ran && <RanLines ran={ran} check={check} />}
			<Silent of={silent} />
			<p>
				<Prose>{meaning || (from ? fromLong(from, progress) : verdictLong(progress))}</Prose>
			</p>
			{from && savedText(progress) && <p data-testid="check-saved">{savedText(progress)}</p>}
			{words.tone !== 'fault' && <Fair />}
			{words.tone !== 'fault' && own && (
				<p data-testid="check-own">
					This speaks of your text. It does not try what a weaker memory order would allow: the
					search for data races below does, and has begun. And a rule about holding the lock says
					nothing where no thread says that it takes it (TAKES_WRITE, TAKES_READ).
				</p>
			)}
			<p className="muted" data-testid="check-searched">
				Searched,{' '}
				{where ? `${where} and not from the start` : 'from the start and not from this moment'}:{' '}
				{config.threads} threads, {roundsText(searchRounds(core, doc))}
				{rolesText(lock, config)}
				{onText(lock, config)}.
			</p>
			<Widths facts={core?.facts} made={[...before, { budget, progress }]} from={from} />
			{isFault(progress.verdict) && progress.path.length === 0 && !progress.brokenAt && (
				<p>It is so {from ? 'there already' : 'from the start'}: no step leads there.</p>
			)}
			{isFault(progress.verdict) && progress.path.length > 0 && (
				<button
					type="button"
					className={`${buttons.button} ${buttons.primary}`}
					data-testid="play-counterexample"
					onClick={() => app.futures.playCounterexample()}
				>
					{from
						? `Play from step ${from.behind.length} to the nearest fault, `
						: 'Play the shortest counterexample, '}
					{progress.path.length} steps <Key name="c" />
				</button>
			)}
			<Repeat check={check} />
			<Wider check={check} />
		</div>
	);
}

function Running({ check }: { check: Check & { kind: 'running' } }) {
	const app = useApp();
	const facts = useAppState((s) => s.core?.facts);
	const doc = useDocument();
	const { progress, maxStates, budget, before, from } = check;
	const where = fromText(from, doc);
	return (
		<div data-testid="check-running">
			<Widths facts={facts} made={before} from={from} />
			{facts && (
				<p>
					{outsideText(facts, leftBehind(from, budget))}: searching {where && `${where} `}…
				</p>
			)}
			<p className="muted">{progress ? searchSummary(progress) : 'Starting …'}</p>
			{progress && <p data-testid="check-pace">{paceText(progress, maxStates)}</p>}
			<progress
				aria-label="States seen, of the most that the search may see"
				value={progress?.states ?? 0}
				max={maxStates}
			/>
			<button type="button" className={buttons.button} onClick={() => app.checker.cancel()}>
				{before.length > 0 ? 'Enough' : 'Cancel'}
			</button>
		</div>
	);
}

/** How far it has come, and the way to end it: on the slide, where a room waits for it. */
function RunningBrief({ check }: { check: Check & { kind: 'running' } }) {
	const app = useApp();
	const { progress, maxStates, before } = check;
	return (
		<span data-testid="check-running-brief">
			{paceBrief(progress, maxStates)}{' '}
			<progress
				aria-label="States seen, of the most that the search may see"
				value={progress?.states ?? 0}
				max={maxStates}
			/>{' '}
			<button type="button" className={buttons.button} onClick={() => app.checker.cancel()}>
				{before.length > 0 ? 'Enough' : 'Cancel'}
			</button>
		</span>
	);
}

/** What a start of it will search. */
function What() {
	const core = useAppState((s) => s.core);
	const doc = useDocument();
	const { config } = doc;
	const texts = core
		? searchWidths(core, config).map((width) => budgetText(core.facts, width) || 'nothing')
		: [];
	return (
		<p>
			Tries every order in which {config.threads} threads can take their steps,{' '}
			{roundsText(searchRounds(core, doc))}. What may come from outside meanwhile:{' '}
			{texts.join('; then ')}. It stops at the first fault that it finds. If it comes to its end and
			has found none, there is none in this set-up; data races it does not see. If it comes to the
			bound first, nothing is said of what it has not seen.
		</p>
	);
}

/** Before a room what was found is a press away. */
function PlayFound({ check }: { check: Check & { kind: 'done' } }) {
	const app = useApp();
	if (check.progress.path.length === 0) return null;
	return (
		<button
			type="button"
			className={buttons.button}
			data-testid="brief-play"
			onClick={() => app.futures.playCounterexample()}
		>
			Play it <Key name="c" />
		</button>
	);
}

/** What was searched, and what that means; '' where nothing is to be said yet. */
function briefOf(
	facts: Facts | undefined,
	check: Check,
	doc: Document,
	lock: LockFacts | undefined,
	ran: Ran | null,
): string[] {
	const steps = `in which the ${doc.config.threads} threads can take their steps`;
	if (check.kind === 'failed') return [check.message];
	if (check.kind === 'none') return [`The check tries every order ${steps}.`];
	const { from, budget } = check;
	const may = facts && lock && environmentText(facts, leftBehind(from, budget), lock.env);
	const search = `The search ${fromText(from, doc) || 'from the start'}`;
	const every = `every order ${steps}${may ? `, with ${may}` : ''}`;
	if (check.kind === 'running') return [`${search} tries ${every}.`];
	const { verdict, what, path } = check.progress;
	if (isFault(verdict))
		return [
			`${search} tried the orders ${steps}, one after another, until one failed.`,
			`${verdictSentence(verdict, what, lock)} The shortest way there has ${path.length === 1 ? '1 step' : `${path.length} steps`}${from ? ' more' : ''}.`,
		];
	const tried = verdict === 'OK' ? 'tried' : 'did not try';
	const [ofChange] = ran ? ranTexts(ran, reachOf(check)) : [];
	return [
		`${search} ${tried} ${every}.`,
		verdictLong(check.progress),
		...(ofChange ? [ofChange] : []),
	];
}

export function CheckPanel() {
	const app = useApp();
	const core = useAppState((s) => s.core);
	const check = useAppState((s) => s.check);
	const doc = useDocument();
	const { config, moment } = doc;
	/* it lies over what is spoken of: whoever goes on, or elsewhere, wants to see that; the search goes on */
	const openedAt = useRef(moment);
	useEffect(() => {
		if (moment !== openedAt.current) app.page.closePanel();
	}, [app, moment]);
	const [bound, setBound] = useState(DEFAULT_MAX_STATES);
	const told = useTold();
	const lock = core ? lockOf(core.facts, config.lock) : undefined;
	const side = useContext(OfSide);
	const title = `Check every schedule${side && ` of the ${side}`}`;
	return (
		<Sheet title={title} testid="check-panel" above='[data-region="narration"]'>
			<OnceEach>
				<Brief
					says={briefOf(core?.facts, check, doc, lock, ranOf(core, doc, check))}
					also={
						check.kind === 'running' ? (
							<RunningBrief check={check} />
						) : isClean(check) ? (
							<FairBrief evidence={told} />
						) : (
							check.kind === 'done' &&
							isFault(check.progress.verdict) && <PlayFound check={check} />
						)
					}
				>
					<FoundRace />
					{check.kind === 'running' && <Running check={check} />}
					{check.kind === 'done' && <Result check={check} />}
					{check.kind === 'failed' && <p className={styles.verdict}>{check.message}</p>}
					{check.kind !== 'running' && (
						<p className={styles.start}>
							<label>
								At most{' '}
								<select value={bound} onChange={(e) => setBound(Number(e.target.value))}>
									{BOUNDS.map((b) => (
										<option key={b} value={b} disabled={b > hasRoomFor(check)}>
											{b.toLocaleString('en')} states
										</option>
									))}
								</select>
							</label>
							<Onward bound={bound} />
							<button
								type="button"
								className={
									check.kind === 'done' ? buttons.button : `${buttons.button} ${buttons.primary}`
								}
								data-testid="check-start"
								onClick={() => app.checker.open(bound)}
							>
								{check.kind === 'done' ? 'Check again' : 'Check'} <Key name="x" />
							</button>
						</p>
					)}
					{check.kind === 'done' && <Races />}
					<What />
					{check.kind !== 'done' && <Races />}
					{(check.kind !== 'done' || isFault(check.progress.verdict)) && <Fair />}
					<p className="muted">
						<a href="#/levels">Levels</a> let you look for such schedules yourself.
					</p>
					{lock && (
						<>
							<h3>What must hold</h3>
							<dl className={styles.invariants}>
								{[...lock.invariants, ...ALWAYS].map((i) => (
									<div key={i.name}>
										<dt>{i.name}</dt>
										<dd>
											<Prose>{i.meaning}</Prose>
										</dd>
									</div>
								))}
							</dl>
						</>
					)}
				</Brief>
			</OnceEach>
		</Sheet>
	);
}
