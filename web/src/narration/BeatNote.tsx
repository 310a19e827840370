import { useId, useState } from 'react';
import type { Beat } from '../../../wasm/src';
import { counted } from '../cache/words';
import buttons from '../controls/buttons.module.css';
import { LateSign } from '../drawings/lanes/LateSign';
import { Prose } from '../glossary/Prose';
import { verdictOf } from '../store/answers';
import {
	actsWords,
	beatAt,
	beatsOf,
	decisiveWords,
	faultActs,
	hasOtherThreads,
	isOpen,
	isSetUpChanged,
	lateHere,
	noteFor,
	openingOf,
	questionsHere,
} from '../store/beats';
import { leftStory } from '../store/document';
import { isLed } from '../store/futures';
import { useApp, useAppState, useDocument } from '../store/react';
import { notesApart } from '../store/state';
import { Options, ShownBy } from './Answers';
import styles from './beat-note.module.css';
import { brokenText } from './faults';
import { OfLock } from './OfLock';
import { lockOf, sentencesOf } from './phrases';
import { tooLateText } from './verdicts';

/** Where the reader's own steps left the story, and the way back. */
function Left() {
	const app = useApp();
	const doc = useDocument();
	const left = leftStory(doc);
	/* who comes from a lesson has left nothing before the step at which its figure goes another way */
	const brought = useAppState((s) => s.view.lesson !== '');
	if (!left || (brought && doc.moment.at <= left.at)) return null;
	return (
		<p className={styles.aside} data-testid="left-story">
			{doc.moment.at > left.at ? 'Left' : 'What comes leaves'} the story at step {left.at}.{' '}
			<button type="button" className={buttons.tool} onClick={() => app.futures.back()}>
				Back to the story <kbd>o</kbd>
			</button>
		</p>
	);
}

/** Other threads than the story's own are a what-if before a room as well: its way back stands on the slide. */
function Back() {
	const app = useApp();
	const toMoment = useAppState((s) => isLed(s) && s.came?.story !== '');
	return (
		<p className={styles.aside} data-testid="back-to-own-threads">
			<button type="button" className={buttons.tool} onClick={() => app.futures.back()}>
				{toMoment ? 'Back to where you were' : 'Back to the story'} <kbd>o</kbd>
			</button>
		</p>
	);
}

/** From steps of the reader's own first, then from threads that the story does not have. */
function WayBack() {
	const core = useAppState((s) => s.core);
	const doc = useDocument();
	const led = useAppState(isLed);
	const isTold = leftStory(doc) === null;
	return led || (isTold && core && hasOtherThreads(core, doc)) ? <Back /> : <Left />;
}

/** With other threads than its own a story asks what still holds, and says where it would ask what does not. */
function AskedHere() {
	const core = useAppState((s) => s.core);
	const doc = useDocument();
	const here = core && questionsHere(core, doc).find(({ beat }) => beat.at === doc.moment.at);
	if (!core || !here) return null;
	if (here.holds) return <Now beat={here.beat} isLast={false} />;
	const written = core.scenario(doc.config.scenario)?.threads ?? 0;
	return (
		<p className={styles.aside} data-testid="not-asked">
			Here the story asks a question. It was written for {counted(written, 'thread')}, and with{' '}
			{doc.config.threads} it is not put.
		</p>
	);
}

/** Instead of notes that would not be true, and the way to where they are: for who has keys, not for a room. */
function Changed() {
	const app = useApp();
	const core = useAppState((s) => s.core);
	const staged = useAppState((s) => s.view.presenter);
	const doc = useDocument();
	const others = core && hasOtherThreads(core, doc);
	if (staged)
		return (
			<OfLock>
				<AskedHere />
				{others && <Back />}
			</OfLock>
		);
	return (
		<OfLock>
			<AskedHere />
			<p className={styles.aside} data-testid="set-up-changed">
				The notes speak of the story’s own set-up, which was changed.{' '}
				<button
					type="button"
					className={buttons.tool}
					onClick={() => app.documents.openAsWritten()}
				>
					Back to its own set-up
				</button>
			</p>
		</OfLock>
	);
}

/** Whoever opens a link that was made so must see why nothing is said. */
function NotesOff() {
	const app = useApp();
	const staged = useAppState((s) => s.view.presenter);
	if (staged) return null;
	return (
		<p className={styles.aside} data-testid="notes-off">
			The notes are off.{' '}
			<button
				type="button"
				className={buttons.tool}
				onClick={() => app.page.setView({ notes: true })}
			>
				Show them <kbd>h</kbd>
			</button>
		</p>
	);
}

/** What the core has computed of this moment. */
function Computed() {
	const core = useAppState((s) => s.core);
	const staged = useAppState((s) => s.view.presenter);
	const embed = useAppState((s) => s.view.embed);
	const doc = useDocument();
	if (!core) return null;
	const { moment } = doc;
	const { sentence } = moment;
	/* once: a sentence that names the fault has said it to the room, and to whoever reads it in a frame */
	const isSaid = (staged && sentence.includes('(fault)')) || (embed && /\(fault\b/.test(sentence));
	/* where a frame says what is broken, it need not say that nothing saves it */
	const lock = lockOf(core.facts, doc.config.lock);
	const isBroken = embed && brokenText(moment, moment.judgement, lock) !== '';
	const [acts, why] = actsWords(core, doc);
	return (
		<>
			{faultActs(core, doc) && !isSaid && (
				<p className={styles.computed} data-testid="fault-acts">
					{acts}
					<span data-why>: {why}</span>.
				</p>
			)}
			{lateHere(core, doc) === doc.moment.at && !isBroken && (
				<p className={styles.computed} data-testid="too-late">
					<LateSign /> {tooLateText(core.facts, doc)}
				</p>
			)}
		</>
	);
}

/** Before a room it is said once that it is too late from here: that it is decided then need not be said, too. */
function useDecides(beat: Beat): boolean {
	const staged = useAppState((s) => s.view.presenter);
	const late = useAppState(({ core, doc }) => (core && doc ? lateHere(core, doc) : undefined));
	return beat.decisive === true && !(staged && late === beat.at);
}

function Decisive({ beat }: { beat: Beat }) {
	if (!useDecides(beat)) return null;
	return (
		<b className={styles.decisive}>
			<span aria-hidden="true">◆ </span>
			{decisiveWords(beat)}{' '}
		</b>
	);
}

/** While the author's words are better followed with the cache lines in view, and they are not. */
function OfferLines({ beat }: { beat: Beat }) {
	const app = useApp();
	/* which have no place in somebody else's page; before a room a key has them */
	const hidden = useAppState(({ view }) => view.cache || view.embed || view.presenter);
	if (!beat.lines || hidden) return null;
	return (
		<button
			type="button"
			className={buttons.tool}
			data-testid="offer-lines"
			onClick={() => app.page.setView({ cache: true })}
		>
			Show the cache lines <kbd>v</kbd>
		</button>
	);
}

/** At its own moment; a question waits for its answer. */
function Now({ beat, isLast }: { beat: Beat; isLast: boolean }) {
	const app = useApp();
	const doc = useDocument();
	const open = isOpen(beat, doc);
	const asked = useId();
	/* the speaker has it in another window; a question is the audience's, and so are its answer and what to take home */
	const forRoom = beat.ask !== undefined || isLast;
	const staged = useAppState((s) => s.view.presenter);
	/* nobody who only listens could choose */
	const listens = useAppState(({ view }) => view.presenter || view.embed);
	const apart = useAppState(notesApart) && staged && !forRoom;
	const note = useAppState((s) => noteFor(beat, s));
	const decides = useDecides(beat);
	if (apart && !decides) return null;
	return (
		<div className={styles.note} data-testid="beat" data-decisive={beat.decisive || undefined}>
			<Decisive beat={beat} />
			{beat.ask && (
				<span id={asked} className={styles.ask}>
					<Prose>{beat.ask}</Prose>{' '}
				</span>
			)}
			{beat.answer && <Options beat={beat} labelledBy={asked} />}
			{open ? (
				<button
					type="button"
					className={buttons.tool}
					data-testid="answer"
					onClick={() => app.questions.answer()}
				>
					Show the answer <kbd>a</kbd>
				</button>
			) : (
				<span className={beat.answer && styles.answered}>
					{beat.answer && <b>{verdictOf(beat, doc, listens)} </b>}
					{/* what is decided is not left unsaid, and why is one sentence */}
					<Prose>{apart ? (sentencesOf(note)[0] ?? '') : note}</Prose>
				</span>
			)}
			{beat.answer && !open && <ShownBy beat={beat} />}
			<OfferLines beat={beat} />
		</div>
	);
}

/** Behind its own moment what it says may be so no more: folded, and quoted as of then, until the next step. */
function Past({ beat, next }: { beat: Beat; next: number | undefined }) {
	const { at } = useDocument().moment;
	const staged = useAppState((s) => s.view.presenter);
	const [openAt, setOpenAt] = useState(-1);
	const open = openAt === at;
	/* a room has heard it, and what comes is the speaker's */
	if (staged) return null;
	return (
		<div className={styles.past} data-testid="past-beat">
			<button
				type="button"
				className={buttons.tool}
				aria-expanded={open}
				onClick={() => setOpenAt(open ? -1 : at)}
			>
				<span aria-hidden="true">{open ? '▾' : '▸'}</span> Note at step {beat.at}
			</button>
			{next !== undefined && <span> · the next at step {next}</span>}
			{open && (
				<p>
					Said of step {beat.at}: “<Decisive beat={beat} />
					{beat.ask && <Prose>{`${beat.ask} `}</Prose>}
					<Prose>{beat.note}</Prose>”
				</p>
			)}
		</div>
	);
}

/** Why: what the author says of this moment, under the sentence that says what. */
export function BeatNote() {
	const core = useAppState((s) => s.core);
	const shown = useAppState((s) => s.view.notes);
	const doc = useDocument();
	if (!core) return null;
	if (!shown)
		return (
			<>
				{openingOf(core, doc) && <NotesOff />}
				<WayBack />
			</>
		);
	if (isSetUpChanged(core, doc)) return <Changed />;
	const { at, story } = doc.moment;
	if (story === 'left')
		return (
			<OfLock>
				<AskedHere />
				<WayBack />
			</OfLock>
		);
	const beats = beatsOf(core, doc);
	const beat = beatAt(beats, at);
	const next = beats.find((b) => b.at > at)?.at;
	return (
		<OfLock>
			<Computed />
			{/* the first note stands in place of a sentence, and is of no step */}
			{beat?.at === 0 && at === 0 && (
				<div>
					<OfferLines beat={beat} />
				</div>
			)}
			{beat &&
				beat.at > 0 &&
				(beat.at === at ? (
					<Now beat={beat} isLast={beat === beats.at(-1)} />
				) : (
					<Past beat={beat} next={next} />
				))}
			<WayBack />
		</OfLock>
	);
}
