import { LateSign } from '../drawings/lanes/LateSign';
import { asksNow, beatsOf, decisiveIn, decisiveOf, isOpen, lateIn, lateOf } from '../store/beats';
import { isOwn } from '../store/lost';
import { isPlain } from '../store/plain';
import { useApp, useAppState, useDocument } from '../store/react';
import type { Document, Moment } from '../store/state';
import { isInferred } from '../trace/held';
import buttons from './buttons.module.css';
import { BackIcon, DiceIcon, EndIcon, ForwardIcon, PauseIcon, PlayIcon, StartIcon } from './icons';
import { StepButton } from './StepButton';
import styles from './transport.module.css';

const SPEEDS = [0.5, 1, 2, 4, 16];

function nextTitle({ next, story, finished }: Moment): string {
	if (!next) return finished ? 'Everyone is done' : 'Nobody can move';
	if (story === 'ended') return 'Play on freely: next thread in turn';
	if (next.from === 'future') return 'Forward: replay the next step';
	return next.from === 'story' ? 'Forward: next step of the story' : 'Forward: next thread in turn';
}

function Speed() {
	const app = useApp();
	const speed = useAppState((s) => s.view.speed);
	return (
		<label className={styles.speed}>
			<span className="visually-hidden">Speed</span>
			<select
				value={speed}
				onChange={(e) => {
					app.page.setView({ speed: Number(e.target.value) });
					/* or else the arrow keys would go on choosing speeds */
					e.target.blur();
				}}
			>
				{SPEEDS.map((s) => (
					<option key={s} value={s}>
						{s === 0.5 ? '½' : s}×
					</option>
				))}
			</select>
		</label>
	);
}

function Bookmarks() {
	const app = useApp();
	const { bookmarks, recording, parted } = useDocument();
	if (bookmarks.length === 0) return null;
	return (
		<span className={styles.bookmarks} data-testid="bookmarks">
			<span className="muted">bookmarks</span>
			{bookmarks.map((at) => (
				<button key={at} type="button" className={buttons.tool} onClick={() => app.cursor.seek(at)}>
					{at}
					{at <= parted && recording && isInferred(recording.trace, at) && ' (inferred)'}
				</button>
			))}
		</span>
	);
}

/** A step by its number; without one, it is to be searched first. */
function StepOf({ at, word }: { at: number | undefined; word: string }) {
	if (at === undefined) return <span className="visually-hidden">of your own steps</span>;
	return (
		<>
			<span className={styles.roomy}>{word} </span>
			{at}
		</>
	);
}

/** Where the steps are the reader's own, and the story that they left has such a mark, theirs is searched for. */
const isAsked = (doc: Document, told: number | undefined) => isOwn(doc) && told !== undefined;

/** On to what the author says next, as in a lesson; before a room the clicker does it, and notes that are off are not gone to. */
function NextNote() {
	const app = useApp();
	const core = useAppState((s) => s.core);
	const shown = useAppState(({ view }) => view.notes && !view.presenter);
	const doc = useDocument();
	const beats = core && shown ? beatsOf(core, doc) : [];
	if (beats.length === 0) return null;
	const { at } = doc.moment;
	const open = beats.some((beat) => isOpen(beat, doc));
	const over = !open && beats.every((beat) => beat.at <= at);
	return (
		<button
			type="button"
			className={`${buttons.button} ${styles.nextNote}`}
			title={
				over
					? 'That was the last note'
					: open
						? 'Give it up: the answer (Page Down)'
						: 'On to the next note (Page Down)'
			}
			data-testid="next-note"
			aria-disabled={over}
			data-idle={over || undefined}
			onClick={() => {
				if (!over) app.jumps.beat(1);
			}}
		>
			{open ? 'The answer' : over ? 'Last note' : 'Next note'}
		</button>
	);
}

/** The step at which a story is decided, for whoever looks for it. */
function Decisive() {
	const app = useApp();
	const core = useAppState((s) => s.core);
	const doc = useDocument();
	const at = core ? decisiveOf(core, doc) : undefined;
	if (!core || (at === undefined && !isAsked(doc, decisiveIn(core, doc)))) return null;
	return (
		<button
			type="button"
			className={buttons.tool}
			title="To the decisive step: here it is decided how it ends (j)"
			data-testid="to-decisive"
			onClick={() => void app.jumps.decisive()}
		>
			<span aria-hidden="true">◆</span> Decisive <StepOf at={at} word="step" />
		</button>
	);
}

/** The step behind which no schedule saves what goes wrong. */
function TooLate() {
	const app = useApp();
	const core = useAppState((s) => s.core);
	const doc = useDocument();
	const lateAt = core && !asksNow(core, doc) ? lateOf(core, doc) : undefined;
	if (!core || (lateAt === undefined && !isAsked(doc, lateIn(core, doc)))) return null;
	return (
		<button
			type="button"
			className={buttons.tool}
			title="To where it is too late: from there no schedule saves it (J)"
			data-testid="to-too-late"
			onClick={() => void app.jumps.tooLate()}
		>
			<LateSign /> Too late <StepOf at={lateAt} word="from step" />
		</button>
	);
}

function RandomRun() {
	const app = useApp();
	const seed = useAppState((s) => s.view.seed);
	return (
		<span className={styles.random}>
			<button
				type="button"
				className={buttons.tool}
				data-testid="random"
				onClick={() => app.runs.random()}
			>
				<DiceIcon /> Random run
			</button>
			<label title="Seed: the number that a random run is drawn from. The same seed gives the same run">
				seed{' '}
				<input
					type="number"
					min={0}
					max={4294967295}
					value={seed}
					data-testid="seed"
					onChange={(e) => {
						const value = Math.floor(Number(e.target.value));
						if (value >= 0 && value <= 0xffffffff) app.page.setView({ seed: value });
					}}
				/>
			</label>
		</span>
	);
}

function Runs() {
	const app = useApp();
	const { focusTid } = useDocument();
	return (
		<div className={styles.runs}>
			<button
				type="button"
				className={buttons.tool}
				data-testid="run-thread"
				title="Run this thread until it can only wait (g)"
				onClick={() => app.runs.thread(focusTid)}
			>
				Run T{focusTid} until it blocks
			</button>
			<button
				type="button"
				className={buttons.tool}
				data-testid="run-word"
				title="Run until the lock word changes (w)"
				onClick={() => app.runs.toWordChange()}
			>
				To next change of the word
			</button>
			<RandomRun />
		</div>
	);
}

/** Forward, back, ends, play; and where we are. The track itself is on the lanes above. */
export function Transport() {
	const app = useApp();
	const playing = useAppState((s) => s.motion === 'playing');
	const plain = useAppState(isPlain);
	const { moment } = useDocument();
	const { at, total, next } = moment;
	const playsOn = moment.story === 'ended' && next !== null;
	return (
		<section className={styles.transport} data-region="transport" aria-label="Time">
			<div className={styles.buttons} data-testid="transport-buttons">
				<StepButton
					name="To the start"
					title="To the start (Home)"
					testId="home"
					disabled={at === 0}
					onClick={() => app.cursor.home()}
				>
					<StartIcon />
				</StepButton>
				<StepButton
					name="Back"
					title="Back (←)"
					testId="back"
					disabled={at === 0}
					onClick={() => app.cursor.back()}
				>
					<BackIcon />
				</StepButton>
				<StepButton
					name="Forward"
					title={`${nextTitle(moment)} (→)`}
					testId="forward"
					primary={!playsOn}
					disabled={!next}
					onClick={() => app.steps.forward()}
				>
					<ForwardIcon />
				</StepButton>
				<StepButton
					name="To the end"
					title="To the end; from there through the story (End)"
					testId="end"
					disabled={!next}
					onClick={() => app.jumps.end()}
				>
					<EndIcon />
				</StepButton>
				<StepButton
					name={playing ? 'Pause' : 'Play'}
					title="Play or pause (Space)"
					testId="play"
					disabled={!next && !playing}
					onClick={() => app.play.toggle()}
				>
					{playing ? <PauseIcon /> : <PlayIcon />}
				</StepButton>
				<Speed />
				<output className={styles.position} data-testid="position">
					step {at} of {total}
				</output>
				<NextNote />
			</div>
			<span className={styles.marks}>
				<Decisive />
				<TooLate />
			</span>
			<Bookmarks />
			{!plain && <Runs />}
		</section>
	);
}
