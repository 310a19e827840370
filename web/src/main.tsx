import { createRoot } from 'react-dom/client';
import wasmUrl from '../../wasm/dist/core.wasm?url';
import { explore, loadCore } from '../../wasm/src';
import { Page } from './app/App';
import { bindAddress } from './app/address';
import { loadStepper } from './app/load-stepper';
import { bindMedia } from './app/media';
import { fragmentOf, viewFromHash } from './app/route';
import { bindKeyboard } from './controls/keyboard';
import { App } from './store/app';
import { AppContext } from './store/react';
import './styles/index.css';

/* Relative to this script, not to the page: the site may stand under any path. */
const core = new URL(wasmUrl, import.meta.url).href;

const app = new App((config, options) => explore(core, config, options));
/* An address of a moment needs the stepper: ask for it while the core is still on its way. */
if (/^[^?]/.test(fragmentOf(window.location.hash))) void loadStepper();

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
