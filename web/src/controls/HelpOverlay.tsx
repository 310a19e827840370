import { type ReactNode, useState } from 'react';
import { roleMeaning, roleWord } from '../drawings/threads/roles';
import { entries } from '../glossary/entries';
import { OnceEach, Prose } from '../glossary/Prose';
import { lockOf } from '../narration/phrases';
import { keySign } from '../store/key-sign';
import { useAppState } from '../store/react';
import buttons from './buttons.module.css';
import styles from './help.module.css';
import { Keyed } from './Keyed';
import { KEY_HELP, type KeyHelp } from './keys';
import { Sheet } from './Sheet';

/** What a beginner needs; then what a speaker does. Each key stands once: these are not among the others. */
const FIRST: readonly { title: string; keys: readonly string[] }[] = [
	{ title: 'To begin with', keys: ['ArrowRight', 'ArrowLeft', '1', 'PageDown', 'o'] },
	{ title: 'For a talk', keys: ['p', 'P', 'S', 'b', 'f', 'q', 'u', '<'] },
];

const shownIn = (keys: readonly string[]): KeyHelp[] =>
	keys.flatMap((key) => KEY_HELP.filter((k) => k.keys.includes(key)));

const SHOWN_FIRST = new Set(FIRST.flatMap(({ keys }) => shownIn(keys)));

/** The rest, by column: what belongs together stays together. */
const COLUMNS = [['Steps', 'Runs'], ['Jumps'], ['Page']] as const;

const WHAT =
	'Every step is one access to shared memory, taken by one thread. You are the scheduler. Go back and choose otherwise: the steps that you leave stay below the lanes as a ghost, and can be taken again. The address of this page is always the moment you see. Edit, at the code, changes the text itself; the check then speaks of yours.';
const LIMITS =
	'Modelled: sequential consistency, one access at a time. Not modelled: the reordering that weaker memory allows, and real time; clocks run out when you say so.';

function Keys({ shown }: { shown: string }) {
	return shown.split(/\s{2,}/).map((key) => <kbd key={key}>{key}</kbd>);
}

type Shown = Pick<KeyHelp, 'shown' | 'does'>;

function KeyList({ of }: { of: readonly Shown[] }) {
	return (
		<dl>
			{of.map((k) => (
				<div key={k.shown}>
					<dt>
						<Keys shown={k.shown} />
					</dt>
					<dd>{k.does}</dd>
				</div>
			))}
		</dl>
	);
}

function Shortcuts({ title, keys }: { title: string; keys: readonly Shown[] }) {
	return (
		<section aria-label={title}>
			<h3>{title}</h3>
			<KeyList of={keys} />
		</section>
	);
}

/** What a newcomer need not read: one line, until it is asked for. */
function Fold({ id, title, children }: { id: string; title: string; children: ReactNode }) {
	return (
		<details className={styles.fold} data-testid={`fold-${id}`}>
			<summary>
				<h3 id={`help-${id}`}>{title}</h3>
			</summary>
			{children}
		</details>
	);
}

function FirstShortcuts() {
	const [first] = FIRST;
	return (
		first && (
			<div className={styles.keys}>
				<Shortcuts title={first.title} keys={shownIn(first.keys)} />
			</div>
		)
	);
}

function OtherShortcuts() {
	const [, ...more] = FIRST;
	return (
		<Fold id="keys" title="All other keys">
			<div className={styles.keys}>
				{more.map(({ title, keys }) => (
					<Shortcuts key={title} title={title} keys={shownIn(keys)} />
				))}
				{COLUMNS.map((groups) => (
					<div key={groups[0]}>
						{groups.map((group) => (
							<Shortcuts
								key={group}
								title={group}
								keys={KEY_HELP.filter((k) => k.group === group && !SHOWN_FIRST.has(k))}
							/>
						))}
					</div>
				))}
			</div>
		</Fold>
	);
}

/** How to read the page, for whoever sees it for the first time: what to press, where to look, what to try. */
const NEW_HERE = [
	'Press → or the button “Forward”: one thread takes one step. Press ← to take it back; nothing can be broken.',
	'On the left stand the threads, each with what it is about to do. On the right stands the memory of the lock: its word, and who waits. Below, time goes from left to right, with a line for each thread.',
	'The sentence in large type says what the last step did. Under some steps a note says why. Such a moment of the story is called a beat; Page Down, or “Next note”, goes on to the next one.',
	'When a note asks, answer before you go on: what lies behind the question is hidden until then. A wrong guess costs nothing, and shows where your picture of the lock differs.',
	'Press a thread to move it instead of the one that the story moves: that is your what-if. The steps that you leave stay below the lanes in a pale row, the ghost. Press the ghost, or o, or “Back to the story”, to return to them.',
	'A word with dots under it explains itself: point at it, tap it, or reach it with Tab.',
] as const;

/** The same in a lesson, where nothing of the stepper stands. */
const IN_A_LESSON = [
	'Read on from the top. A figure runs the C of a real lock: press the row of a thread, and that thread takes one step. The arrows under the rows go back and forward; nothing can be broken.',
	'A row says what its thread is about to do. The sentence in large type says what the last step did, and the note under it why. “Next note” goes on to where there is something to say.',
	'Press another thread than the one with the coloured bar, and the figure goes your way; “To the lesson” leads back. Where “What if” stands, its buttons play another order.',
	'A question waits for your answer, and its figure with it. Choose, and the figure plays what happens; a wrong choice gets a hint. “Not sure: show me” shows the answer. The text behind it follows then.',
	'A word with dots under it explains itself: point at it, tap it, or reach it with Tab.',
] as const;

/** What keys do in a lesson: the figure that is seen, or the question that was touched. */
const LESSON_KEYS: readonly Shown[] = [
	{ shown: '←  →', does: 'step the figure that is on the screen; of two, the one touched last' },
	{
		shown: '1–9',
		does: 'step that thread of it; in a question that was touched, choose that answer',
	},
	{ shown: 'Tab', does: 'to the next figure, button, answer or word' },
	{ shown: 'o', does: 'in a figure that has the focus: back to what the lesson tells' },
	{ shown: 'Home  End', does: 'in a figure that has the focus: to its start, its end' },
];

/** Of the page's keys, those that need nothing that is stepped. */
const PAGE_KEYS = KEY_HELP.filter((k) => ['t', '+', '-', 'f'].some((key) => k.keys.includes(key)));

function Steps({ of }: { of: readonly string[] }) {
	return (
		<OnceEach>
			<ol className={styles.steps}>
				{of.map((text) => (
					<li key={text}>
						<Prose>{text}</Prose>
					</li>
				))}
			</ol>
		</OnceEach>
	);
}

function InALesson() {
	return (
		<>
			<section aria-labelledby="help-lesson" data-testid="help-lesson">
				<h3 id="help-lesson">In a lesson</h3>
				<Steps of={IN_A_LESSON} />
			</section>
			<div className={styles.keys}>
				<Shortcuts title="Keys" keys={[...LESSON_KEYS, ...PAGE_KEYS]} />
			</div>
		</>
	);
}

function NewHere() {
	return (
		<section aria-labelledby="help-new" data-testid="help-new">
			<h3 id="help-new">New here?</h3>
			<Steps of={NEW_HERE} />
			<p className={styles.note}>
				To learn it in order, take <a href="#/learn">the path of ten lessons</a>. It begins with{' '}
				<a href="#/learn/what-a-lock-is">what a lock is</a> and needs only some C. Then try{' '}
				<a href="#/levels">the levels</a>: there you choose every step.
			</p>
		</section>
	);
}

/** What a room asks, and the keys that answer it: a speaker looks for the question. */
const ASKED: readonly { asked: string; keys: readonly string[]; so: string }[] = [
	{ asked: 'What if another goes first?', keys: ['1'], so: 'that thread takes a step' },
	{
		asked: 'What if it loses its CPU there, or dies?',
		keys: ['e'],
		so: 'what comes from outside; nobody kills a thread of the kernel inside',
	},
	{
		asked: 'And where preemption is off?',
		keys: ['W'],
		so: 'once it is asked for, plays on to where the thread leaves its CPU',
	},
	{
		asked: 'What if it comes late: the wake-up, the step?',
		keys: ['D'],
		so: 'the others go on without it, as far as they can',
	},
	{
		asked: 'Which story tells of that?',
		keys: ['T'],
		so: `behind an act from outside; ${keySign('o')} leads back`,
	},
	{
		asked: 'And at a question, what if another comes first?',
		keys: ['Shift+1'],
		so: 'moves that thread; the digit alone answers',
	},
	{ asked: 'And back?', keys: ['o'], so: 'to the story' },
	{ asked: 'Can it go wrong at all?', keys: ['x'], so: 'checks every schedule' },
	{
		asked: 'Can that go on for ever?',
		keys: ['A'],
		so: 'the check (x) says it, or asks it by this key',
	},
	{ asked: 'And from here?', keys: ['F'], so: 'checks every schedule from this moment on' },
	{
		asked: 'How may it go wrong?',
		keys: ['C', 'c'],
		so: 'the shortest way; what a check has found',
	},
	{ asked: 'Why? Where is that from?', keys: ['y'], so: 'finding, source, searches' },
	{
		asked: 'And with more threads?',
		keys: ['s', 'Q', 'g'],
		so: 'set up; all new ones into the queue; or the digit of one, then run it until it cannot go on',
	},
	{
		asked: 'What if a reader comes now? A writer, one more?',
		keys: ['M'],
		so: 'it joins at this moment; ← → and Enter choose which; o takes it back',
	},
	{
		asked: 'What does it cost with 8?',
		keys: ['V', 'n'],
		so: `side by side with the other lock, then 2, 4 and 8 threads; ${keySign('V')} leads back`,
	},
	{
		asked: 'What if that line were not there?',
		keys: ['E'],
		so: `edit it; ${keySign('P')} shows the code`,
	},
	{
		asked: 'Who has the cache line?',
		keys: ['v'],
		so: 'cache lines, copies, whom a step disturbs',
	},
];

const shownOf = (key: string): string => shownIn([key])[0]?.shown ?? key;

function Asked() {
	return (
		<section aria-label="When the room asks" className={styles.asked} data-testid="help-asked">
			<dl>
				{ASKED.map(({ asked, keys, so }) => (
					<div key={asked}>
						<dt>
							{keys.map((key) => (
								<kbd key={key}>{shownOf(key)}</kbd>
							))}
						</dt>
						<dd>
							<b>{asked}</b> <Keyed of={so} />
						</dd>
					</div>
				))}
			</dl>
		</section>
	);
}

/** Of all other keys, those that lead through a talk. */
const SPEAKERS = ['S', 'PageDown', 'PageUp', 'a', 'P', 'b', 'q', 'l', '+', 'p'];

/** The same where two stand side by side: some keys mean both, some the side that was touched last, and some another thing than in a story. */
const BESIDE: readonly { keys: readonly string[]; does: string }[] = [
	{
		keys: ['PageDown', 'PageUp'],
		does: 'both to the next acquisition that they have in common, before a room to the next stop, of which it is said what to look at; and back. Before a room behind the end, what they come to',
	},
	{ keys: ['ArrowRight', 'ArrowLeft'], does: 'a step of both, and back' },
	{ keys: ['Home', 'End'], does: 'both to their start, to their end' },
	{ keys: [' '], does: 'both play, or pause' },
	{ keys: ['a'], does: 'show the sums and what they come to, before both have been played' },
	{ keys: ['s'], does: 'the number of threads and rounds' },
	{ keys: ['n'], does: 'a table of what both cost with 2, 4 and 8 threads in turn' },
	{ keys: ['V'], does: 'back to the story, where V led here' },
	{ keys: ['1'], does: 'a step of that thread, on the side that was pressed last' },
	{ keys: ['o'], does: 'on that side, back to its story' },
	{ keys: ['x', 'F'], does: 'check every schedule of that side; from its moment on' },
	{ keys: ['c'], does: 'play the counterexample there' },
	{ keys: ['g'], does: 'run its last thread until it cannot go on' },
	{ keys: ['L'], does: 'what the signs of the lanes mean, large, and away again' },
	{ keys: ['S'], does: 'the notes into a window of their own, and back' },
	{ keys: ['b', 'f'], does: 'black screen; full screen' },
	{ keys: ['q', 'l'], does: 'a QR code of both; copy the link' },
	{ keys: ['+', '-'], does: 'larger text, smaller' },
	{ keys: ['p'], does: 'leave presenter view, as Esc twice' },
];

function BesideKeys() {
	return (
		<div className={`${styles.keys} ${styles.beside}`} data-testid="help-beside">
			<dl>
				{BESIDE.map(({ keys, does }) => (
					<div key={does}>
						<dt>
							{keys.map((key) => (
								<Keys key={key} shown={key === ' ' ? 'Space' : shownOf(key)} />
							))}
						</dt>
						<dd>{does}</dd>
					</div>
				))}
			</dl>
			<p className={styles.note}>All else is of a single story: open one side alone.</p>
		</div>
	);
}

/** Before a room nobody has the time to look for them among the others. */
function BeforeRoom({ presenter }: { presenter: boolean }) {
	const keys = SPEAKERS.flatMap((one) => KEY_HELP.filter((k) => k.keys.includes(one)));
	return (
		<div data-testid="help-room">
			{presenter && (
				<div className={styles.keys}>
					<Asked />
					<KeyList of={keys} />
				</div>
			)}
			<p className={styles.note}>
				<a href="#/docs/presenting">How to give a talk from the page</a>: the slide, the clicker,
				the notes in a second window. <a href="#/docs/teaching-talk">A talk of ten minutes</a> and{' '}
				<a href="#/docs/teaching-lecture">a lecture of ninety</a> are ready to be given.
			</p>
		</div>
	);
}

/** The roles of the open lock, with the letters that the command line has for them. */
function useRoles(): [term: string, meaning: string][] {
	const core = useAppState((s) => s.core);
	const lock = useAppState((s) => s.doc?.config.lock);
	const roles = core && lock !== undefined ? (lockOf(core.facts, lock)?.roles ?? []) : [];
	return roles.map(({ letter }) => [
		`${roleWord(roles, letter)} (${letter})`,
		`A thread’s role: ${roleMeaning(roles, letter)}.`,
	]);
}

const holds = (text: string, query: string) => text.toLowerCase().includes(query.toLowerCase());

function Glossary() {
	const roles = useRoles();
	const [query, setQuery] = useState('');
	const [all, setAll] = useState(false);
	const words = [
		...roles.map(([term, text]) => ({ term, forms: [], text })),
		...entries.map(({ term, forms, text }) => ({ term, forms, text })),
	].filter(({ term, forms, text }) => [term, ...forms, text].some((t) => holds(t, query.trim())));
	const shown = all || query.trim() ? words : [];
	return (
		<section aria-labelledby="help-words">
			<h3 id="help-words">Words</h3>
			<label>
				<span className="visually-hidden">Search the words</span>
				<input
					type="search"
					placeholder="Search the words"
					className={styles.search}
					value={query}
					data-testid="words-search"
					onChange={(e) => setQuery(e.target.value)}
				/>
			</label>{' '}
			<button
				type="button"
				className={buttons.tool}
				aria-expanded={all}
				data-testid="all-words"
				onClick={() => setAll(!all)}
			>
				{all ? 'Fewer words' : 'All words'}
			</button>
			<p className="visually-hidden" role="status">
				{words.length === 1 ? '1 word' : `${words.length} words`}
			</p>
			<dl className={styles.words} data-testid="words">
				{shown.map(({ term, text }) => (
					<div key={term}>
						<dt>{term}</dt>
						<dd>{text}</dd>
					</div>
				))}
			</dl>
			{words.length === 0 && <p className={styles.note}>No word here has that in it.</p>}
		</section>
	);
}

/** What stands in the text of a lock besides the text. */
const SIGNS: readonly { sign: string; look?: 'done' | 'fault' | 'decides'; text: string }[] = [
	{ sign: '✓ just done', look: 'done', text: 'the last step ran this line' },
	{
		sign: 'planted fault',
		look: 'fault',
		text: 'a switch that is on acts here: a fault that was planted, a fix, an added assertion',
	},
	{ sign: '◆ decides it', look: 'decides', text: 'the step that decides the story runs this line' },
	{ sign: 'calls …', look: 'decides', text: 'where the caller stands that you look at' },
	{ sign: '▸ 3 lines of a fault that is off', text: 'lines that do not run; press to see them' },
	{ sign: 'f ‹ g ‹ h', text: 'the call, and who called it; press a name to see its line' },
];

function Signs() {
	return (
		<Fold id="signs" title="Signs in the code">
			<dl className={styles.signs} data-testid="code-signs">
				{SIGNS.map(({ sign, look, text }) => (
					<div key={sign}>
						<dt>
							<span data-look={look}>{sign}</span>
						</dt>
						<dd>{text}</dd>
					</div>
				))}
			</dl>
		</Fold>
	);
}

function Model({ step }: { step: string }) {
	return (
		<Fold id="model" title="What a step is, and what is not modelled">
			{[step, LIMITS].map((text) => (
				<p key={text} className={styles.note}>
					<Prose>{text}</Prose>
				</p>
			))}
		</Fold>
	);
}

/** A step is the same in a figure; what else the stepper has is not there. */
const STEP =
	'Every step is one access to shared memory, taken by one thread. You are the scheduler. “Open in the stepper” shows the same moment with its code and with time from left to right; its own help is there.';

function LessonHelp() {
	return (
		<>
			<InALesson />
			<Glossary />
			<Model step={STEP} />
		</>
	);
}

export function HelpOverlay() {
	const route = useAppState((s) => s.route.kind);
	const presenter = useAppState((s) => s.view.presenter);
	const beside = route === 'compare';
	if (route === 'learn' && !presenter)
		return (
			<Sheet title="Help" testid="help" modal>
				<LessonHelp />
			</Sheet>
		);
	return (
		<Sheet title="Help" testid="help" modal>
			{presenter ? (
				<section aria-labelledby="help-room">
					<h3 id="help-room">Before a room</h3>
					{beside && <BesideKeys />}
					<BeforeRoom presenter={!beside} />
					{!beside && <FirstShortcuts />}
				</section>
			) : (
				<>
					<NewHere />
					<FirstShortcuts />
					<Glossary />
				</>
			)}
			{!(presenter && beside) && <OtherShortcuts />}
			{presenter ? (
				<Glossary />
			) : (
				<Fold id="room" title="Before a room">
					<BeforeRoom presenter={false} />
				</Fold>
			)}
			<Signs />
			<Model step={WHAT} />
		</Sheet>
	);
}
