/** The keyboard in one table: what the page listens to and what the help shows. */
import { flushSync } from 'react-dom';
import { ZOOM } from '../drawings/lanes/zoom-key';
import type { App } from '../store/app';
import { nextStory } from '../store/family';
import { keySign } from '../store/key-sign';
import { isEnvironmentOff } from '../store/outside';
import type { Binding } from './binding';
import { choosesOutside, focusMeant, threadMeant } from './meant';
import { PAGE_KEYS } from './page-keys';

function focusEnvironment(app: App): void {
	const folded = document.querySelector<HTMLElement>('[data-env] [aria-expanded="false"]');
	/* the row has the focus before the next key is heard: an arrow right behind it goes along the row */
	if (folded) flushSync(() => folded.click());
	else if (isEnvironmentOff(app.state)) {
		/* it comes onto the slide first, and goes again with Esc */
		flushSync(() => app.store.set({ outside: true }));
	}
	const found = focusMeant(document.querySelector('[data-env]'), app.state);
	/* a room is not told of keys */
	const tid = threadMeant(app.state);
	if (!found) app.page.say('Nothing from outside can happen now.');
	else if (app.doc?.moment.machine.threads[tid - 1]?.status === 'preempted')
		app.page.say(`T${tid} is off its CPU already.`);
	else if (!app.state.view.presenter)
		app.page.say(
			'Enter does what is marked; ← → go along the row, and a digit chooses its thread.',
		);
}

/** From the end of a story to the one that it leads to. */
function openNext(app: App): void {
	const { core, doc, view, course } = app.state;
	if (doc?.moment.story !== 'ended') return;
	const place = course?.placeIn(app.state) ?? -1;
	const next = core ? nextStory(core, doc, view.list) : undefined;
	if (place >= 0) course?.open(place + 1);
	else if (next) app.clicker.open(doc, next);
}

/** Says so where nobody has that number. */
function stepNumbered(app: App, digit: number): void {
	const { threads = 0 } = app.doc?.config ?? {};
	if (app.doc && digit > threads) app.page.say(`There is no T${digit} here.`);
	else app.steps.stepThread(digit);
}

/** A digit that means its thread and no answer. */
export const SHIFTED: readonly string[] = [...'123456789'].map((digit) => `Shift+${digit}`);

const steps: Binding[] = [
	{
		keys: ['ArrowRight'],
		shown: '→',
		does: 'step forward',
		group: 'Steps',
		needs: 'moment',
		holds: true,
		run: (app, _key, held) => app.steps.forward(held),
	},
	{
		keys: ['ArrowLeft'],
		shown: '←',
		does: 'step back',
		group: 'Steps',
		needs: 'moment',
		holds: true,
		run: (app) => app.cursor.back(),
	},
	{
		keys: ['1', '2', '3', '4', '5', '6', '7', '8', '9'],
		shown: '1–9',
		does: 'step that thread; while a question is open, choose that answer; in the row that e leads to, choose that thread',
		group: 'Steps',
		needs: 'stepper',
		holds: true,
		run: (app, key, held = false) => {
			const digit = Number(key);
			const outside = choosesOutside(digit, held);
			if (outside === 'none') app.page.say(`Nothing of this row can come to T${digit} now.`);
			if (outside !== 'elsewhere') return;
			if (!app.questions.takes(digit, held)) stepNumbered(app, digit);
		},
	},
	{
		keys: SHIFTED,
		shown: 'Shift 1–9',
		does: 'step that thread, also while a question is open: what if another comes first?',
		group: 'Steps',
		needs: 'stepper',
		run: (app, key) => {
			const { next } = app.doc?.moment ?? {};
			stepNumbered(app, Number(key.at(-1)));
			if (next?.from === 'story' && next.action === Number(key.at(-1)) - 1)
				app.page.say('The story does the same.');
		},
	},
	{
		keys: ['e'],
		shown: 'e',
		does: 'go to what the environment can do, to the thread whose step comes next; ← → go along it. Before a room it comes onto the screen with this key',
		group: 'Steps',
		needs: 'stepper',
		run: focusEnvironment,
	},
	{
		keys: [' ', '.'],
		shown: 'Space  .',
		does: 'play, pause; before a room “.” is the black screen, as on a clicker',
		group: 'Steps',
		needs: 'moment',
		run: (app, key) => {
			if (key === '.' && app.state.view.presenter) app.page.toggleBlackout();
			else app.play.toggle();
		},
	},
];

const jumps: Binding[] = [
	{
		keys: ['Home'],
		shown: 'Home',
		does: 'to the start',
		group: 'Jumps',
		needs: 'moment',
		run: (app) => app.cursor.home(),
	},
	{
		keys: ['End'],
		shown: 'End',
		does: 'to the end of the story, or of what was played',
		group: 'Jumps',
		needs: 'moment',
		run: (app) => app.jumps.end(),
	},
	{
		keys: ['Shift+ArrowRight'],
		shown: 'Shift →',
		does: 'next step of the same thread',
		group: 'Jumps',
		needs: 'stepper',
		holds: true,
		run: (app) => app.jumps.thread(1),
	},
	{
		keys: ['Shift+ArrowLeft'],
		shown: 'Shift ←',
		does: 'previous step of the same thread',
		group: 'Jumps',
		needs: 'stepper',
		holds: true,
		run: (app) => app.jumps.thread(-1),
	},
	{
		keys: ['PageDown'],
		shown: 'Page Down',
		does: 'next beat: a moment of the story that has a note; off the story, where who holds or waits has changed; without notes, the next time that a lock is taken or given up or a thread sleeps or wakes. In a talk, from the end of a story into the next; before a room else to what to take home',
		group: 'Jumps',
		needs: 'stepper',
		run: (app) => app.jumps.beat(1),
	},
	{
		keys: ['PageUp'],
		shown: 'Page Up',
		does: 'previous beat; off the story, to where Page Down was pressed; in a talk, from a start to the end of the story before',
		group: 'Jumps',
		needs: 'stepper',
		run: (app) => app.jumps.beat(-1),
	},
	{
		keys: ['Enter'],
		shown: 'Enter',
		does: 'at the end of a story: open the next one',
		group: 'Jumps',
		needs: 'stepper',
		run: openNext,
	},
	{
		keys: ['a'],
		shown: 'a',
		does: 'show the answer to the question',
		group: 'Jumps',
		needs: 'stepper',
		run: (app) => {
			if (!app.questions.answer()) app.page.say('There is no question here.');
		},
	},
	{
		keys: ['i'],
		shown: 'i',
		does: 'in a level: a hint; again, where to look; then the next step of the shortest way',
		group: 'Jumps',
		needs: 'stepper',
		run: (app) => {
			if (app.doc?.level) app.levels.use((levels) => levels.hint());
		},
	},
	{
		keys: ['j'],
		shown: 'j',
		does: 'to the decisive step, of the story or of your own steps',
		group: 'Jumps',
		needs: 'stepper',
		run: (app) => void app.jumps.decisive(),
	},
	{
		keys: ['J'],
		shown: 'J',
		does: 'to where it is too late: from there no schedule saves it',
		group: 'Jumps',
		needs: 'stepper',
		run: (app) => void app.jumps.tooLate(),
	},
	{
		keys: ['n'],
		shown: 'n',
		does: 'next sign of contention: a spin, a failed CAS, a sleep; side by side: 2, 4, 8 threads',
		group: 'Jumps',
		needs: 'stepper',
		run: (app) => app.jumps.contention(1),
	},
	{
		keys: ['N'],
		shown: 'N',
		does: 'previous sign of contention',
		group: 'Jumps',
		needs: 'stepper',
		run: (app) => app.jumps.contention(-1),
	},
	{
		keys: ['m'],
		shown: 'm',
		does: 'set or remove a bookmark',
		group: 'Jumps',
		needs: 'stepper',
		run: (app) => app.jumps.toggleBookmark(),
	},
	{
		keys: ['['],
		shown: '[',
		does: 'previous bookmark',
		group: 'Jumps',
		needs: 'stepper',
		run: (app) => app.jumps.bookmark(-1),
	},
	{
		keys: [']'],
		shown: ']',
		does: 'next bookmark',
		group: 'Jumps',
		needs: 'stepper',
		run: (app) => app.jumps.bookmark(1),
	},
];

const ON_STORY = 'This is the story.';
const STEPS_LEFT = `${ON_STORY} ${keySign('o')} once more brings back the steps that you left.`;

/** Before a room one press too many leads nobody off the story: it says what one more would do. */
function staysOnStory(app: App): boolean {
	const { doc, view, toast } = app.state;
	const isTold = doc?.moment.story === 'telling' || doc?.moment.story === 'ended';
	if (!view.presenter || !isTold || toast === STEPS_LEFT) return false;
	app.page.say(doc.ghosts.length > 0 ? STEPS_LEFT : ON_STORY);
	return true;
}

/** The newest future that was left; taken again, the present one becomes a ghost in its place. */
function takeNewestGhost(app: App): void {
	const { doc } = app;
	if (app.futures.back() || staysOnStory(app)) return;
	if (!doc || doc.ghosts.length === 0) {
		app.page.say('No other future yet: go back and choose another step.');
		return;
	}
	const newest = doc.branches.at(-1);
	const index = doc.ghosts.findIndex((g) => g.branch === newest);
	app.futures.takeGhost(index < 0 ? doc.ghosts.length - 1 : index);
}

const runs: Binding[] = [
	{
		keys: ['w'],
		shown: 'w',
		does: 'run until the lock word changes',
		group: 'Runs',
		needs: 'stepper',
		run: (app) => app.runs.toWordChange(),
	},
	{
		keys: ['g'],
		shown: 'g',
		does: 'run the last thread until it cannot go on',
		group: 'Runs',
		needs: 'stepper',
		run: (app) => app.runs.thread(app.doc?.focusTid ?? 1),
	},
	{
		keys: ['r'],
		shown: 'r',
		does: 'random run with the seed',
		group: 'Runs',
		needs: 'stepper',
		run: (app) => app.runs.random(),
	},
	{
		keys: ['R'],
		shown: 'R',
		does: 'once more round, where a schedule leads back to the same state',
		group: 'Runs',
		needs: 'stepper',
		run: (app) => app.rounds.again(),
	},
	{
		keys: ['x'],
		shown: 'x',
		does: 'check every schedule',
		group: 'Runs',
		needs: 'stepper',
		run: (app) => app.checker.open(),
	},
	{
		keys: ['X'],
		shown: 'X',
		does: 'after a check that found nothing: the next wider one',
		group: 'Runs',
		needs: 'stepper',
		run: (app) => {
			if (app.state.check.kind === 'done') void app.checker.wider();
			else app.checker.open();
		},
	},
	{
		keys: ['F'],
		shown: 'F',
		does: 'check every schedule from this moment on',
		group: 'Runs',
		needs: 'stepper',
		run: (app) => void app.checker.startHere(),
	},
	{
		keys: ['c'],
		shown: 'c',
		does: 'play the counterexample; in the check, the schedule by which a waiter is passed for ever',
		group: 'Runs',
		needs: 'stepper',
		run: (app) => {
			const passing = document.querySelector<HTMLElement>('[data-testid="fair-play"]');
			if (passing) passing.click();
			else app.futures.playCounterexample();
		},
	},
	{
		keys: ['A'],
		shown: 'A',
		does: 'in the check: ask whether a waiter may be passed for ever, where nobody has asked that',
		group: 'Runs',
		needs: 'stepper',
		run: (app) => void import('../evidence/ask').then((m) => m.askFairness(app)),
	},
	{
		keys: ['C'],
		shown: 'C',
		does: 'how it may yet go wrong: put the shortest way to a fault before you',
		group: 'Runs',
		needs: 'stepper',
		run: (app) => void app.outlooks.showFault(),
	},
	{
		keys: ['W'],
		shown: 'W',
		does: 'play on to where a thread leaves its CPU that is wanted while its preemption is off',
		group: 'Runs',
		needs: 'stepper',
		run: (app) => void import('../narration/LeavesCpu').then((m) => m.playLeaving(app)),
	},
	{
		keys: ['D'],
		shown: 'D',
		does: 'what if it comes late: the thread whose step comes next takes none, and the others go on as far as they can without it',
		group: 'Runs',
		needs: 'stepper',
		run: (app) => void import('../store/comes-late').then((m) => m.playLate(app)),
	},
	{
		keys: ['Q'],
		shown: 'Q',
		does: 'bring threads that the story does not have into the queue: each plays alone, up to where it waits',
		group: 'Runs',
		needs: 'stepper',
		run: (app) => void import('../store/joining').then((m) => m.joinQueue(app)),
	},
	{
		keys: ['M'],
		shown: 'M',
		does: 'what if one more comes now: a thread that plays alone, up to where it waits or has the lock',
		group: 'Runs',
		needs: 'stepper',
		run: (app) => void import('../store/joining').then((m) => m.askWhoComes(app)),
	},
	{
		keys: ['T'],
		shown: 'T',
		does: 'behind a preemption, a signal, a kill or a clock of your own: to the story that tells of such an act; o leads back',
		group: 'Runs',
		needs: 'stepper',
		run: (app) => void import('../narration/ToldBy').then((m) => m.openToldHere(app)),
	},
	{
		keys: ['o'],
		shown: 'o',
		does: 'back to the story, or to the ghost: the steps below the lanes that you left; takes back what D, Q or M has played',
		group: 'Runs',
		needs: 'stepper',
		run: takeNewestGhost,
	},
];

export const BINDINGS: readonly Binding[] = [...steps, ...jumps, ...runs, ...PAGE_KEYS];

export type KeyHelp = Pick<Binding, 'keys' | 'shown' | 'does' | 'group'>;

/** What the help shows: the page's keys, and those that a part of it hears while it has the focus. */
export const KEY_HELP: readonly KeyHelp[] = [...BINDINGS, { ...ZOOM, group: 'Page' }];
