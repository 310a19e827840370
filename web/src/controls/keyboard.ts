/** Listens to the keyboard for the whole page, and to nothing while the reader types. */
import type { App } from '../store/app';
import { createFrameGate } from '../store/frame-gate';
import { BINDINGS, type Binding } from './keys';

const TYPING = 'input, textarea, select, [contenteditable=""], [contenteditable="true"]';
const PRESSABLE = 'button, a[href], summary, [role="button"]';

export function keyName(event: KeyboardEvent): string {
	const arrow = event.key.startsWith('Arrow');
	return event.shiftKey && arrow ? `Shift+${event.key}` : event.key;
}

/** The binding that a key press means here, if any. */
export function bindingFor(app: App, event: KeyboardEvent): Binding | null {
	if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return null;
	if (event.isComposing) return null;
	const target = event.target instanceof Element ? event.target : null;
	if (target?.closest(TYPING) && !(event.key === 'Escape')) return null;
	if (event.key === ' ' && target?.closest(PRESSABLE)) return null;
	const { route, panel } = app.state;
	if (panel === 'help' && event.key !== '?' && event.key !== 'Escape') return null;
	const name = keyName(event);
	const binding = BINDINGS.find((b) => b.keys.includes(name));
	if (!binding) return null;
	if (binding.needs === 'stepper' && route.kind !== 'stepper') return null;
	if (binding.needs === 'moment' && route.kind !== 'stepper' && route.kind !== 'compare')
		return null;
	return binding;
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
		if (app.state.blackout) {
			event.preventDefault();
			app.page.toggleBlackout();
			return;
		}
		const binding = bindingFor(app, event);
		if (!binding || !only(binding)) return;
		if (event.key === 'Escape' && event.target instanceof HTMLElement) event.target.blur();
		else event.preventDefault();
		if (!event.repeat) binding.run(app, event.key, false);
		else if (binding.holds) gate.drop(() => binding.run(app, event.key, true));
	};
	target.addEventListener('keydown', onKey);
	return () => target.removeEventListener('keydown', onKey);
}
