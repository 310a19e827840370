/** The page: its core, its state, what it listens to, and what React draws. */
import { createRoot } from 'react-dom/client';
import { Core, type CoreSource } from '../../wasm/src';
import { moduleUrl } from '../../wasm/src/module-url';
import { Page } from './app/App';
import { bindAddress } from './app/address';
import { bindDrop } from './app/drop';
import { fragmentOf } from './app/fragment';
import { loadStepper } from './app/load-views';
import { bindMedia } from './app/media';
import { viewFromHash } from './app/route';
import { bindKeyboard } from './controls/keyboard';
import { loadEdit } from './edit/load';
import { isEmbedKey } from './embed/keys';
import { App } from './store/app';
import { AppContext } from './store/react';
import { loadTraces } from './trace/load';

/** `ahead`: modules that are on their way, by lock. */
export function show(ahead: Map<string, Promise<CoreSource>>): void {
	const core = new Core((lock) => {
		const coming = ahead.get(lock);
		ahead.delete(lock); /* an answer can be read once */
		return coming ?? moduleUrl(lock);
	});
	const app = new App(
		async (config, options) => {
			const { explore } = await import('../../wasm/src/explorer-client');
			const { name } = core.lock(config.lock);
			const own = app.state.core?.editedOf(config.lock);
			if (!own) return explore(moduleUrl(name), config, options);
			const { editModuleUrl } = await import('../../wasm/src/edit-url');
			return explore(editModuleUrl(name), config, options, own.edit);
		},
		async (host) => (await loadTraces()).recordingsOf(host),
		() => void loadStepper(),
		async (host) => (await import('./levels/levels')).playLevels(host),
		async (...asked) => (await loadEdit()).ownCore(...asked),
		async (config, options, edit) => {
			const { findStarvation } = await import('../../wasm/src/starvation-client');
			return findStarvation(core.lock(config.lock).name, config, options, edit);
		},
	);
	/* no view is rendered that the address does not ask for */
	const fragment = fragmentOf(window.location.hash);
	if (/^[^?]/.test(fragment)) app.store.set({ route: { kind: 'stepper', fragment } });

	bindDrop(app);
	bindMedia(app);
	const asked = viewFromHash(window.location.hash);
	/* whoever frames the page may put it where a server looks for it, too */
	const framed = new URLSearchParams(window.location.search).get('embed') === '1';
	app.store.set({
		view: { ...app.state.view, ...asked, ...(framed && { embed: true, presenter: false }) },
	});
	bindKeyboard(app, window, (key) => !app.state.view.embed || isEmbedKey(key));

	const root = document.getElementById('root');
	if (!root) throw new Error('the page has no #root');
	createRoot(root).render(
		<AppContext value={app}>
			<Page />
		</AppContext>,
	);

	app.store.set({ core });
	bindAddress(app);
}
