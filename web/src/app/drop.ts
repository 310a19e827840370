/** A file that is dropped anywhere on the page is opened as a recorded run. */
import type { App } from '../store/app';

export function bindDrop(app: App, win: Window = window): void {
	win.addEventListener('dragover', (event) => {
		if (event.dataTransfer?.types.includes('Files')) event.preventDefault();
	});
	win.addEventListener('drop', (event) => {
		const file = event.dataTransfer?.files[0];
		if (!file) return;
		event.preventDefault();
		app.recorded.use((r) => r.openFile(file));
	});
}
