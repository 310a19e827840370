/** What the reader's system prefers, now and when it changes. */
import type { App } from '../store/app';

export function bindMedia(app: App, win: Window = window): void {
	const motion = win.matchMedia('(prefers-reduced-motion: reduce)');
	const dark = win.matchMedia('(prefers-color-scheme: dark)');
	const read = () =>
		app.store.set({
			reducedMotion: motion.matches,
			systemDark: dark.matches,
		});
	motion.addEventListener('change', read);
	dark.addEventListener('change', read);
	read();
}
