/** The speaker's own window: what to say now, what comes next, how long it has been. */
import { useEffect, useState } from 'react';
import buttons from '../controls/buttons.module.css';
import { Keyed } from '../controls/Keyed';
import type { Script, ScriptLine } from '../docs/types';
import { Prose } from '../glossary/Prose';
import { itemHash } from '../plan/address';
import { readMinutes } from '../plan/minutes';
import { type Lengths, useLengths } from '../plan/useLengths';
import { inTalk } from '../store/beats';
import { isItem } from '../store/listed';
import { useAppState } from '../store/react';
import { ClockFace } from './ClockFace';
import { inAll, plannedMinutes, targetInItems } from './in-all';
import { Hints, Moves } from './Moves';
import { isPair, type Move, type Said, type Told } from './messages';
import styles from './notes.module.css';
import { Minutes, Programme, targetBy, useMinutes } from './Programme';
import { RingOnMap } from './RingOnMap';
import { BackToTalk, type LeftAt, Say, SayNext } from './Say';
import { placeIn, targetOf } from './script';
import { useKeys } from './useKeys';
import { type Listed, useScript } from './useScript';
import { useTalk } from './useTalk';

interface BeatProps {
	said: Said;
	open?: boolean;
	told: Told;
}

function Beat({ said, open = false, told }: BeatProps) {
	return (
		<>
			{said.ask && (
				<p className={styles.ask}>
					{said.ask} {open && <span className="muted">(not answered in the room yet)</span>}
				</p>
			)}
			<p>
				{said.decisive && <b className={styles.decisive}>The decisive step. </b>}
				<Prose>{told.list.length > 0 ? inTalk(said.note) : said.note}</Prose>
			</p>
		</>
	);
}

/** "beat 4 of 9, step 12 of 18" */
export function placeText({ place, of, at, total, left, beats, own, figure }: Told): string {
	if (figure)
		return `figure ${figure.place} of ${figure.of}, stop ${place} of ${of}, step ${at} of ${total}`;
	if (beats !== 'beat') return `${beats} ${place} of ${of}`;
	const step = `step ${at} of ${total}`;
	if (own?.left) return `off your own steps, ${step}`;
	if (own) return `stop ${place} of ${of} of your own steps, ${step}`;
	if (left !== null)
		return `${at > left ? 'off the story since' : 'leaves the story at'} step ${left}, ${step}`;
	return of > 0 ? `beat ${place} of ${of}, ${step}` : step;
}

/** Of a note that was for another moment. */
function Earlier({ beat, left, own }: { beat: Said; left: number | null; own: boolean }) {
	if (own)
		return <p className="muted">Of your own steps no author speaks. Said of step {beat.at}:</p>;
	if (left !== null) return <p className="muted">The story’s last note, at step {beat.at}:</p>;
	return <p className="muted">Nothing new to say here. Said of step {beat.at}:</p>;
}

function Now({ told }: { told: Told }) {
	const { beat, at, sentence, open, left, outlook, own } = told;
	const isOld = left !== null || own !== undefined;
	return (
		<section className={styles.now} aria-label="Now" data-testid="notes-now">
			{sentence && <p className={styles.sentence}>{sentence}</p>}
			{outlook && <p data-testid="notes-outlook">{outlook}</p>}
			{beat ? (
				<div className={isOld ? styles.old : undefined}>
					{(beat.at < at || isOld) && <Earlier beat={beat} left={left} own={own !== undefined} />}
					<Beat said={beat} open={open} told={told} />
				</div>
			) : (
				told.beats === 'beat' && <p className="muted">There is no note for this moment.</p>
			)}
		</section>
	);
}

interface NextProps {
	told: Told;
	line: ScriptLine | undefined;
	/** the minutes of the script are those of this talk */
	timed: boolean;
}

/** Where two stand side by side nobody speaks of the steps: of the stops of a room it is said what to look at. */
function NextBeside({ told }: { told: Told }) {
	const { place, of, beats, next } = told;
	const ends =
		beats === 'stop' ? 'That was the last stop.' : 'That was the last acquisition of both.';
	const isEnd = beats === 'stop' && place === of - 1;
	return (
		<section className={styles.next} aria-label={`Next ${beats}`} data-testid="notes-next">
			<h2>
				{place < of ? `Next: ${isEnd ? 'what they come to' : `${beats} ${place + 1}`}` : ends}
			</h2>
			{next && <Beat said={next} told={told} />}
			{told.item && <Onward told={told} />}
		</section>
	);
}

/** The figures and questions of a lesson. */
function NextInLesson({ told }: { told: Told }) {
	const { next, place, open } = told;
	return (
		<section className={styles.next} aria-label="Next stop" data-testid="notes-next">
			<h2>{next ? `Next: ${open ? 'the answer' : `stop ${place + 1}`}` : 'Next'}</h2>
			{next ? (
				<Beat said={next} told={told} />
			) : (
				<p className="muted">
					That was the last stop of the lesson.
					{told.item && <Onward told={told} />}
				</p>
			)}
		</section>
	);
}

/** The room has pressed at the end, and sees what that says. */
function shownNow({ front, onward, list }: Told): string {
	if (front === 'next') return `The room sees what comes. One press more opens “${onward}”.`;
	if (front !== 'closing') return '';
	return list.length > 1
		? 'The room sees what to take home from each, and a code of the talk. No press leads on.'
		: 'The room sees what to take home. No press leads on.';
}

/** Where the key leads from the end of what is open. */
function Onward({ told }: { told: Told }) {
	const { onward, list, item } = told;
	const now = shownNow(told);
	if (now !== '') return <span data-testid="notes-onward"> {now}</span>;
	const end = item ? 'its end' : 'the end of the story';
	const none = item ? 'Nothing comes after this.' : 'No story comes after this one.';
	const closing =
		list.length > 1
			? ' One press more shows the room what to take home from each, and a code of the talk.'
			: ' One press more shows the room what to take home, and none leads out of it.';
	return (
		<span data-testid="notes-onward">
			{' '}
			{onward
				? `At ${end}, one press says what comes, and one more opens “${onward}”.`
				: `${none}${closing}`}
		</span>
	);
}

/** Along steps of the speaker's own, as a press goes. */
function NextOwn({ told, line, timed }: NextProps) {
	const { own, total } = told;
	const to = own?.to ?? 0;
	return (
		<section className={styles.next} aria-label="Next stop" data-testid="notes-next">
			<h2>{to > 0 ? `Next: step ${to} of your own steps` : 'Next'}</h2>
			{own?.left ? (
				<p>The room is off your own steps. One press more plays on from here.</p>
			) : (
				<p className={to > 0 ? undefined : 'muted'}>
					{to > 0
						? `One press plays them up to ${to === total ? 'their last one' : 'there'}.`
						: 'That was the last of your own steps.'}
					{to === 0 && <Onward told={told} />}
				</p>
			)}
			{line && <SayNext {...{ line, told, timed }} />}
		</section>
	);
}

function Next({ told, line, timed }: NextProps) {
	const { next, left, of } = told;
	return (
		<section className={styles.next} aria-label="Next beat" data-testid="notes-next">
			<h2>{next ? `Next${left === null ? '' : ' in the story'}, at step ${next.at}` : 'Next'}</h2>
			{next ? (
				<Beat said={next} told={told} />
			) : (
				<p className="muted">
					{of > 0 ? 'That was the last beat.' : 'No author speaks of these steps.'}
					{(of > 0 || told.item) && <Onward told={told} />}
				</p>
			)}
			{line && <SayNext {...{ line, told, timed }} />}
		</section>
	);
}

function Waiting({ pair }: { pair: string }) {
	return (
		<p className={styles.waiting} role="status" data-testid="notes-waiting">
			{isPair(pair)
				? 'The window of the talk is not there. Open or reload it in this browser: the notes go on by themselves.'
				: 'This is the window for a speaker’s notes. Open a story in another window, and press S there.'}
		</p>
	);
}

/** Panels, by the names that the page has for them. */
const FRONT: Readonly<Record<string, string>> = {
	qr: 'a QR code',
	check: 'the check',
	evidence: 'why we say so',
	help: 'the keys',
	setup: 'the set-up',
	next: 'what comes next',
	closing: 'what to take home',
};
const frontText = (front: string): string =>
	Object.hasOwn(FRONT, front) ? (FRONT[front] ?? '') : 'a panel';

interface WhereProps {
	told: Told;
	/** of a talk of several, its items */
	stories: readonly Listed[];
	lengths: Lengths;
	move(move: Move): void;
}

/** "stop 12 of 22"; of what nothing says how far the room is in it "stops 12 to 16 of 22" */
const inAllText = ({ unit, place, until, of }: NonNullable<ReturnType<typeof inAll>>) =>
	until > place ? `${unit}s ${place} to ${until} of ${of}` : `${unit} ${place} of ${of}`;

function Where({ told, stories, lengths, move }: WhereProps) {
	const all = inAll(told, stories, lengths);
	const item = told.item ? `item ${told.item} of ${told.list.length}` : '';
	return (
		<div className={styles.place}>
			<p data-testid="notes-place">
				{told.left === null ? placeText(told) : <b className={styles.off}>{placeText(told)}</b>}
				{told.black && <b> · the room sees a black screen</b>}
				{told.front && <b data-testid="notes-front"> · the room sees {frontText(told.front)}</b>}
				{told.choice && <b data-testid="notes-choice"> · Enter takes: {told.choice}</b>}
				{told.ring && (
					<span data-testid="notes-ring">
						{' '}
						· the ring is on <b>{told.ring}</b>{' '}
						<button type="button" className={buttons.tool} onClick={() => move('unring')}>
							Take it away
						</button>
					</span>
				)}
			</p>
			{(item || all) && (
				<p data-testid="notes-of-talk">
					{[item, all && inAllText(all)].filter(Boolean).join(', ')} of the talk
				</p>
			)}
		</div>
	);
}

const NO_LIST: readonly string[] = [];
const NOWHERE = { now: undefined, next: undefined };

/** The last that was told of a talk: the room may leave it, as for a level that its script names. */
function useTalkTold(told: Told | null): Told | null {
	const [last, setLast] = useState<Told | null>(null);
	const inTalkNow = told !== null && told.list.length > 0;
	if (inTalkNow && told !== last) setLast(told);
	return inTalkNow ? told : last;
}

/** From one moment of a story to a later one; what is opened in the room is no step of the talk. */
function useGoneOn(told: Told | null): boolean {
	const [last, setLast] = useState<Told | null>(null);
	const [has, setHas] = useState(false);
	if (told && told !== last) {
		setLast(told);
		const isOn = told.figure ? told.place > (last?.place ?? 0) : told.at > (last?.at ?? 0);
		if (last && told.story === last.story && !last.figure === !told.figure && isOn) setHas(true);
	}
	return has;
}

/** `talk`: the last that was told of it. */
function leftAt(told: Told, talk: Told | null, line: LeftAt['line']): LeftAt | null {
	if (!talk || told.list.length > 0) return null;
	const { title, story, list, left, at } = talk;
	const { item = 0 } = talk;
	const hasItems = list.some(isItem);
	/* where it was left in an item, and not in its steps: these it has again from its start */
	const place = hasItems ? item - 1 : list.indexOf(story);
	const isTold = !hasItems || list[place] === story;
	return { title, address: itemHash(list, place, isTold ? (left ?? at) : undefined), line };
}

/** Where the list has more than stories, its item says which of the lines come next. */
const placeOf = (script: Script, { list, story, left, at, item }: Told) =>
	placeIn(script, story, left ?? at, list.some(isItem) ? item : 0);

/** What is said, now and next, and what leads back into a talk. */
function Spoken({ told, talk, open, script }: SpokenProps) {
	const place = script && talk ? placeOf(script, talk) : NOWHERE;
	const left = leftAt(told, talk, place.now);
	const here = left ? NOWHERE : place;
	/* what was said of the slide has been said */
	const isBetween = shownNow(told) !== '';
	return (
		<>
			{left && <BackToTalk left={left} open={open} />}
			{here.now && !isBetween && <Say line={here.now} told={told} open={open} />}
			{!isBetween && <Now told={told} />}
			{told.own ? (
				<NextOwn told={told} line={here.next} timed={!script?.untimed} />
			) : told.figure ? (
				<NextInLesson told={told} />
			) : told.beats === 'beat' ? (
				<Next told={told} line={here.next} timed={!script?.untimed} />
			) : (
				<NextBeside told={told} />
			)}
		</>
	);
}

interface SpokenProps {
	told: Told;
	talk: Told | null;
	script: Script | null;
	open(to: string): void;
}

/** When what is said now is to be said; also while the talk is left. */
function targetIn(script: Script | null, talk: Told | null) {
	const line = script && talk && placeOf(script, talk).now;
	return script && line ? targetOf(script, line) : null;
}

/** Of a talk without a script, by the time that the speaker has for it. */
function ownTarget(
	minutes: number,
	told: Told | null,
	stories: readonly Listed[],
	lengths: Lengths,
) {
	if (!told || (told.beats !== 'beat' && !told.item)) return null;
	const { list, place, of } = told;
	const all = list.length > 0 ? inAll(told, stories, lengths) : null;
	if (list.some(isItem)) return targetInItems(minutes, told, all, lengths, readMinutes());
	const here = all ?? { place, of };
	return targetBy(minutes, here.place, here.of);
}

export function Notes({ pair }: { pair: string }) {
	const { told, connected, move, press, open, point } = useTalk(pair);
	const talk = useTalkTold(told);
	const alone = told?.story ? [told.story] : NO_LIST;
	const { script, stories } = useScript(talk && talk.list.length > 0 ? talk.list : alone);
	/* only those minutes are this talk's */
	const timed = script?.untimed ? null : script;
	const list = talk?.list ?? NO_LIST;
	const lengths = useLengths(timed ? NO_LIST : list);
	const [minutes, setMinutes] = useMinutes(pair, plannedMinutes(list, lengths, readMinutes()));
	const hasGoneOn = useGoneOn(told);
	const [now, setNow] = useState(Date.now);
	const isShown = useAppState((s) => s.route.kind === 'notes');
	useKeys(move, press, (told?.choice ?? '') !== '');
	useEffect(() => {
		const timer = setInterval(() => setNow(Date.now()), 250);
		return () => clearInterval(timer);
	}, []);
	useEffect(() => {
		if (isShown) document.title = told?.title ? `Notes: ${told.title}` : 'Notes · Lockstep';
	}, [isShown, told]);
	return (
		<div className={styles.page} data-fills-window>
			<header className={styles.head}>
				<h1>{told?.title || 'Notes'}</h1>
				<ClockFace
					{...{ pair, now, hasGoneOn }}
					target={
						timed ? targetIn(timed, talk) : ownTarget(minutes, talk ?? told, stories, lengths)
					}
					minutes={!timed && <Minutes minutes={minutes} keep={setMinutes} />}
					begins={timed?.lines[0]?.minute ?? 0}
					onPress={() => setNow(Date.now())}
				/>
			</header>
			<main
				className={styles.main}
				aria-label="Notes"
				data-map={(told?.map ?? null) !== null || undefined}
			>
				{!connected && <Waiting pair={pair} />}
				{told?.amiss && (
					<p className={styles.waiting} role="alert" data-testid="notes-amiss">
						{told.amiss}
					</p>
				)}
				{told && (
					<>
						{stories.length > 0 && <Programme {...{ stories, told, open }} />}
						<Where {...{ told, lengths, move }} stories={told.list.length > 0 ? stories : []} />
						{told.map && (
							<RingOnMap map={told.map} name={told.ring} {...{ point }} onNext={() => press('>')} />
						)}
						<Spoken {...{ told, talk, script, open }} />
						{told.says && (
							<p className="muted" role="status" data-testid="notes-says">
								The page says: <Keyed of={told.says} />
							</p>
						)}
						<Hints />
					</>
				)}
			</main>
			{told && <Moves told={told} move={move} />}
		</div>
	);
}
