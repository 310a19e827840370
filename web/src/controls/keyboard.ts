/** Listens to the keyboard for the whole page, and to nothing while the reader types. */
import type { App } from '../store/app';
import { createFrameGate } from '../store/frame-gate';
import type { Binding } from './binding';
import { BINDINGS, SHIFTED } from './keys';

const TYPING = 'input, textarea, select, [contenteditable=""], [contenteditable="true"]';
const PRESSABLE = 'button, a[href], summary, [role="button"]';

/** Keys of one stepper that mean the side that the reader was at last, where two stand side by side. */
const BESIDE = new Set([...'123456789', ...SHIFTED, 'x', 'F', 'c', 'g', 'o']);
const MILESTONES: Record<string, 1 | -1> = { PageDown: 1, PageUp: -1 };

/** Next or previous acquisition of both, where two stand side by side. */
function milestoneOf(app: App, event: KeyboardEvent): 1 | -1 | null {
	const { comparison } = app;
	/* what stands in front of both goes first, here too */
	if (app.state.panel !== 'none') return null;
	const plain = !event.defaultPrevented && !event.ctrlKey && !event.metaKey && !event.altKey;
	return comparison.pilot && plain ? (MILESTONES[event.key] ?? null) : null;
}

/** Whom a key of one stepper means. */
function subjectOf(app: App, binding: Binding): App {
	const { pilot } = app.comparison;
	return pilot && binding.needs === 'stepper' ? pilot.beside() : app;
}

/** With Shift a digit has the sign that its layout has there, and with some layouts a digit needs Shift: then it is what it does without. */
function shiftedDigit({ key, code }: KeyboardEvent): string {
	const digit = /^Digit([1-9])$/.exec(code)?.[1];
	const isOther = digit && !/^\d$/.test(key) && !BINDINGS.some((b) => b.keys.includes(key));
	return isOther ? `Shift+${digit}` : '';
}

/** As the bindings name it. */
export function keyName(event: KeyboardEvent): string {
	const arrow = event.key.startsWith('Arrow');
	const digit = shiftedDigit(event);
	if (digit) return digit;
	return event.shiftKey && arrow ? `Shift+${event.key}` : event.key;
}

/** A code takes the whole window, so any key takes it away; a panel before a room, the keys of a clicker. */
function isDismissal({ state: { panel, view } }: App, { keys, needs }: Binding): boolean {
	if (panel === 'qr') return needs !== 'nothing';
	const isClicker = keys.some((key) => Object.hasOwn(MILESTONES, key));
	return view.presenter && panel !== 'none' && isClicker;
}

/** A press of it does something: a button that has nothing left to do keeps the focus, and leaves the key to the page. */
function isPressable(target: Element | null): boolean {
	const pressable = target?.closest(PRESSABLE);
	return pressable != null && !pressable.hasAttribute('data-idle');
}

/** The binding that a key press means here, if any. */
function bindingFor(app: App, event: KeyboardEvent): Binding | null {
	if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return null;
	if (event.isComposing) return null;
	const target = event.target instanceof Element ? event.target : null;
	/* a clicker types nothing, and must not be caught by a field */
	const clicked = app.state.view.presenter && Object.hasOwn(MILESTONES, event.key);
	if (target?.closest(TYPING) && event.key !== 'Escape' && !clicked) return null;
	if ((event.key === ' ' || event.key === 'Enter') && isPressable(target)) return null;
	return bindingNamed(app, keyName(event));
}

/** Where two stand side by side it says so, and does nothing else. */
const ofOneStory = ({ keys, shown, does, group }: Binding): Binding => ({
	...{ keys, shown, does, group },
	needs: 'moment',
	run: (app, key) => {
		if (!Object.hasOwn(MILESTONES, key) && !app.comparison.pilot?.hears(key))
			app.page.say(`“${key}” is of a single story: open one side alone.`);
	},
});

function bindingNamed(app: App, name: string): Binding | null {
	const { route, panel } = app.state;
	const binding = BINDINGS.find((b) => b.keys.includes(name));
	if (!binding) return null;
	const passes = name === '?' || name === 'Escape' || isDismissal(app, binding);
	if (['help', 'edit', 'search'].includes(panel) && !passes) return null;
	const beside = route.kind === 'compare' && BESIDE.has(name);
	if (binding.needs === 'stepper' && route.kind === 'compare' && !beside)
		return ofOneStory(binding);
	if (binding.needs === 'stepper' && route.kind !== 'stepper' && !beside) return null;
	const hasMoment = route.kind === 'stepper' || route.kind === 'compare';
	if (binding.needs === 'moment' && !hasMoment) return null;
	return binding;
}

/** A key that was pressed in the other window of a talk does what it would do in this one. */
function press(app: App, name: string): void {
	const binding = bindingNamed(app, name);
	if (app.state.blackout) {
		app.page.toggleBlackout();
		if (!binding?.inBlack) return;
	}
	const milestone =
		app.comparison.pilot && app.state.panel === 'none' ? MILESTONES[name] : undefined;
	if (milestone) app.comparison.pilot?.milestone(milestone);
	else if (binding && isDismissal(app, binding)) app.page.closePanel();
	else binding?.run(subjectOf(app, binding), name, false);
}

/** `only`: of the bindings, those that hold here. */
export function bindKeyboard(
	app: App,
	target: Window | HTMLElement = window,
	only: (binding: Binding) => boolean = () => true,
): () => void {
	const gate = createFrameGate();
	const onKey = (event: Event) => {
		if (!(event instanceof KeyboardEvent)) return;
		const binding = bindingFor(app, event);
		if (app.state.blackout) {
			event.preventDefault();
			app.page.toggleBlackout();
			if (!binding?.inBlack) return;
		}
		const milestone = milestoneOf(app, event);
		if (milestone !== null) {
			event.preventDefault();
			if (!event.repeat) app.comparison.pilot?.milestone(milestone);
			return;
		}
		if (!binding || !only(binding)) return;
		/* what the room sees in front of the slide goes first, and nothing moves behind it */
		if (isDismissal(app, binding)) {
			event.preventDefault();
			if (!event.repeat) app.page.closePanel();
			return;
		}
		const subject = subjectOf(app, binding);
		const name = keyName(event);
		if (event.key === 'Escape' && event.target instanceof HTMLElement) event.target.blur();
		else event.preventDefault();
		if (!event.repeat) binding.run(subject, name, false);
		else if (binding.holds) gate.drop(() => binding.run(subject, name, true));
	};
	app.press = (name) => press(app, name);
	target.addEventListener('keydown', onKey);
	return () => target.removeEventListener('keydown', onKey);
}
