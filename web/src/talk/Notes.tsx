/** The speaker's own window: what to say now, what comes next, how long it has been. */
import { useEffect, useState } from 'react';
import buttons from '../controls/buttons.module.css';
import type { ScriptLine } from '../docs/types';
import { Prose } from '../glossary/Prose';
import { useAppState } from '../store/react';
import { ClockFace } from './ClockFace';
import { isPair, type Move, type Said, type Told } from './messages';
import styles from './notes.module.css';
import { beatInTalk, placeIn, targetOf } from './script';
import { useScript } from './useScript';
import { useTalk } from './useTalk';

const KEYS: Readonly<Record<string, Move>> = {
	PageDown: 'next',
	ArrowRight: 'next',
	PageUp: 'back',
	ArrowLeft: 'back',
	a: 'answer',
	b: 'black',
	o: 'story',
};

/** Those of the clicker mean the room, not this window. */
function useKeys(move: (move: Move) => void): void {
	useEffect(() => {
		const onKey = (event: KeyboardEvent) => {
			if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
			const to = Object.hasOwn(KEYS, event.key) ? KEYS[event.key] : undefined;
			if (!to) return;
			event.preventDefault();
			if (!event.repeat) move(to);
		};
		window.addEventListener('keydown', onKey, { capture: true });
		return () => window.removeEventListener('keydown', onKey, { capture: true });
	}, [move]);
}

function Beat({ said, open = false }: { said: Said; open?: boolean }) {
	return (
		<>
			{said.ask && (
				<p className={styles.ask}>
					{said.ask} {open && <span className="muted">(not answered in the room yet)</span>}
				</p>
			)}
			<p>
				{said.decisive && <b className={styles.decisive}>The decisive step. </b>}
				<Prose>{said.note}</Prose>
			</p>
		</>
	);
}

/** "beat 4 of 9, step 12 of 18" */
export function placeText({ place, of, at, total, left }: Told): string {
	const step = `step ${at} of ${total}`;
	if (left !== null) return `off the story since step ${left}, ${step}`;
	return of > 0 ? `beat ${place} of ${of}, ${step}` : step;
}

/** Of a note that was for another moment. */
function Earlier({ beat, left }: { beat: Said; left: number | null }) {
	if (left !== null) return <p className="muted">The story’s last note, at step {beat.at}:</p>;
	return <p className="muted">Nothing new to say here. Said of step {beat.at}:</p>;
}

function Now({ told }: { told: Told }) {
	const { beat, at, sentence, open, left, outlook } = told;
	return (
		<section className={styles.now} aria-label="Now" data-testid="notes-now">
			{sentence && <p className={styles.sentence}>{sentence}</p>}
			{outlook && <p data-testid="notes-outlook">{outlook}</p>}
			{beat ? (
				<>
					{(beat.at < at || left !== null) && <Earlier beat={beat} left={left} />}
					<Beat said={beat} open={open} />
				</>
			) : (
				<p className="muted">There is no note for this moment.</p>
			)}
		</section>
	);
}

/** What the plan of the talk has the speaker say here. */
function Say({ line }: { line: ScriptLine }) {
	return (
		<section className={styles.say} aria-label="What to say" data-testid="notes-say">
			<h2>{line.what}</h2>
			<p>{line.say}</p>
		</section>
	);
}

function SayNext({ line, told }: { line: ScriptLine; told: Told }) {
	const where = line.story === told.story ? `at step ${line.at}` : 'in the next story';
	return (
		<p data-testid="notes-say-next">
			<b>
				Say from minute {line.minute}, {where}:
			</b>{' '}
			{line.say}
		</p>
	);
}

interface NextProps {
	told: Told;
	line: ScriptLine | undefined;
}

function Next({ told, line }: NextProps) {
	const { next, stop, left, of, onward } = told;
	return (
		<section className={styles.next} aria-label="Next beat" data-testid="notes-next">
			<h2>{next ? `Next${left === null ? '' : ' in the story'}, at step ${next.at}` : 'Next'}</h2>
			{stop > 0 && (
				<p className="muted" data-testid="notes-stop">
					The next press stops on the way, at step {stop}; nothing is to be said there.
				</p>
			)}
			{next ? (
				<Beat said={next} />
			) : (
				<p className="muted">
					{of > 0 ? 'That was the last beat.' : 'No author speaks of these steps.'}
					{of > 0 && (
						<span data-testid="notes-onward">
							{' '}
							{onward
								? `At the end of the story, one press says what comes, and one more opens “${onward}”.`
								: 'No story comes after this one.'}
						</span>
					)}
				</p>
			)}
			{line && <SayNext line={line} told={told} />}
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

function Moves({ told, move }: { told: Told; move(move: Move): void }) {
	return (
		<div className={styles.moves}>
			<button type="button" className={styles.move} onClick={() => move('back')}>
				<span aria-hidden="true">← </span>Back a beat
			</button>
			{told.open && (
				<button type="button" className={styles.move} onClick={() => move('answer')}>
					Show the answer
				</button>
			)}
			{told.left !== null && (
				<button type="button" className={styles.move} onClick={() => move('story')}>
					Back to the story <kbd>o</kbd>
				</button>
			)}
			<button
				type="button"
				className={`${styles.move} ${styles.primary}`}
				data-testid="notes-forward"
				onClick={() => move('next')}
			>
				Next beat<span aria-hidden="true"> →</span>
			</button>
		</div>
	);
}

interface WhereProps {
	told: Told;
	counts: readonly number[];
	move(move: Move): void;
}

function Where({ told, counts, move }: WhereProps) {
	const { list, story, place } = told;
	const all = counts.length > 0 ? beatInTalk(list, counts, story, place) : null;
	return (
		<div className={styles.place}>
			<p data-testid="notes-place">
				{placeText(told)}
				{told.black && <b> · the room sees a black screen</b>}
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
			{all && (
				<p data-testid="notes-of-talk">
					beat {all.place} of {all.of} of the talk
				</p>
			)}
		</div>
	);
}

const NO_LIST: readonly string[] = [];
const NOWHERE = { now: undefined, next: undefined };

export function Notes({ pair }: { pair: string }) {
	const { told, connected, move } = useTalk(pair);
	const { script, counts } = useScript(told?.list ?? NO_LIST);
	const [now, setNow] = useState(Date.now);
	const open = useAppState((s) => s.route.kind === 'notes');
	useKeys(move);
	useEffect(() => {
		const timer = setInterval(() => setNow(Date.now()), 250);
		return () => clearInterval(timer);
	}, []);
	useEffect(() => {
		if (open) document.title = told?.title ? `Notes: ${told.title}` : 'Notes · Lockstep';
	}, [open, told]);
	const place = script && told ? placeIn(script, told.story, told.left ?? told.at) : NOWHERE;
	const target = script && place.now ? targetOf(script, place.now) : null;
	return (
		<div className={styles.page} data-fills-window>
			<header className={styles.head}>
				<h1>{told?.title || 'Notes'}</h1>
				<ClockFace {...{ pair, now, target }} onPress={() => setNow(Date.now())} />
			</header>
			<main className={styles.main} aria-label="Notes">
				{!connected && <Waiting pair={pair} />}
				{told && (
					<>
						<Where told={told} counts={counts} move={move} />
						{place.now && <Say line={place.now} />}
						<Now told={told} />
						<Next told={told} line={place.next} />
						{told.says && (
							<p className="muted" role="status" data-testid="notes-says">
								The page says: {told.says}
							</p>
						)}
					</>
				)}
			</main>
			{told && <Moves told={told} move={move} />}
		</div>
	);
}
