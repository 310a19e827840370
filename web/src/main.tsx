/* first, so that what a component says of itself comes after what holds for all */
import './styles/index.css';

import { createRoot } from 'react-dom/client';
import { Core } from '../../wasm/src';
import { Page } from './app/App';
import { bindAddress } from './app/address';
import { bindDrop } from './app/drop';
import { loadGallery, loadStepper } from './app/load-views';
import { bindMedia } from './app/media';
import { moduleUrl } from './app/modules';
import { fragmentOf, viewFromHash } from './app/route';
import { bindKeyboard } from './controls/keyboard';
import { App } from './store/app';
import { AppContext } from './store/react';
import { loadTraces } from './trace/load';

const core = new Core(moduleUrl);

const app = new App(
	async (config, options) => {
		const { explore } = await import('../../wasm/src/explorer-client');
		return explore(moduleUrl(core.lock(config.lock).name), config, options);
	},
	async (host) => (await loadTraces()).Recordings.of(host),
	() => void loadStepper(),
);
/* Ask for the view before it is rendered. */
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

app.store.set({ core });
bindAddress(app);
