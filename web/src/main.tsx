/* first, so that what a component says of itself comes after what holds for all */
import './styles/index.css';

import { createRoot } from 'react-dom/client';
import wasmUrl from '../../wasm/dist/core.wasm?url';
import { loadCore } from '../../wasm/src';
import { Page } from './app/App';
import { bindAddress } from './app/address';
import { bindDrop } from './app/drop';
import { loadGallery, loadStepper } from './app/load-views';
import { bindMedia } from './app/media';
import { fragmentOf, viewFromHash } from './app/route';
import { bindKeyboard } from './controls/keyboard';
import { App } from './store/app';
import { AppContext } from './store/react';
import { loadTraces } from './trace/load';

/* Relative to this script, not to the page: the site may stand under any path. */
const core = new URL(wasmUrl, import.meta.url).href;

const app = new App(
	async (config, options) => {
		const { explore } = await import('../../wasm/src/explorer-client');
		return explore(core, config, options);
	},
	async (host) => (await loadTraces()).Recordings.of(host),
	() => void loadStepper(),
);
/* Ask for the view while the core is still on its way. */
const fragment = fragmentOf(window.location.hash);
if (/^[^?]/.test(fragment)) {
	void loadStepper();
	app.store.set({ route: { kind: 'stepper', fragment } });
} else {
	void loadGallery();
}

bindDrop(app);
bindMedia(app);
bindKeyboard(app);
app.store.set({ view: { ...app.state.view, ...viewFromHash(window.location.hash) } });

const root = document.getElementById('root');
if (!root) throw new Error('the page has no #root');
createRoot(root).render(
	<AppContext value={app}>
		<Page />
	</AppContext>,
);

loadCore(core)
	.then((loaded) => {
		app.store.set({ core: loaded });
		bindAddress(app);
	})
	.catch((error: unknown) => {
		app.store.set({ loadError: error instanceof Error ? error.message : String(error) });
	});
