/** A stepper in a shadow root: its state, its look, its keys. It touches nothing outside of it. */
import { createRoot } from 'react-dom/client';
import { Core, exploreHere, type ModuleOf } from '../../../wasm/src';
import { bindMedia } from '../app/media';
import { routeOf, viewFromHash } from '../app/route';
import { knownIn } from '../app/talk-list';
import type { Binding } from '../controls/binding';
import { bindKeyboard } from '../controls/keyboard';
import { App } from '../store/app';
import { keepNothing } from '../store/kept';
import { AppContext } from '../store/react';
import type { LoadRecordings } from '../store/recorded';
import type { Theme } from '../store/state';
import type { Controls } from './Embed';
import { isEmbedKey } from './keys';
import { Shell } from './Shell';
import { shadowSheet } from './styles';

import '../styles/tokens.css';
import '../styles/base.css';

interface Look {
	controls: Controls;
	home: string;
	/** nothing else is on the page */
	alone?: boolean;
	theme: Theme;
}

export interface Mounted {
	app: App;
	open(fragment: string): void;
	look(look: Look): void;
	unmount(): void;
}

const noRecordings = async (): Promise<never> => {
	throw new Error('this file holds none; the site shows them');
};

const noOwnText = async (): Promise<never> => {
	throw new Error('only Lockstep itself runs one');
};

let sheet: CSSStyleSheet | undefined;

/** `core`: one may serve many. `recordings`: what opens recorded runs, if anything does. `only`: the keys that it takes. */
export function mount(
	host: ShadowRoot,
	core: Core,
	recordings: LoadRecordings = noRecordings,
	only: (binding: Binding) => boolean = isEmbedKey,
): Mounted {
	sheet ??= shadowSheet();
	host.adoptedStyleSheets = [sheet];
	const room = document.createElement('div');
	room.dataset.lockstep = '';
	room.tabIndex = 0;
	room.setAttribute('role', 'group');
	host.append(room);
	keepNothing();
	const app = new App(
		/* only a level asks for one, and the largest is small */
		(config, options) => exploreHere(core, config, options),
		recordings,
		() => {},
		async (host) => (await import('../levels/levels')).playLevels(host),
		noOwnText,
	);
	app.store.set({ core, view: { ...app.state.view, embed: true } });
	bindMedia(app);
	const paint = () => {
		const { view, systemDark, doc } = app.state;
		const dark = view.theme === 'dark' || (view.theme === 'auto' && systemDark);
		room.dataset.theme = dark ? 'dark' : 'light';
		room.setAttribute('aria-label', doc ? `Stepper: ${doc.config.scenario}` : 'Stepper');
	};
	app.store.subscribe(paint);
	paint();
	const unbind = bindKeyboard(app, room, only);
	/* a key that was of use in here is not for the page around it */
	room.addEventListener('keydown', (event) => event.defaultPrevented && event.stopPropagation());
	const root = createRoot(room);
	return {
		app,
		open(fragment) {
			const { route, notices } = routeOf(core, `#/${fragment}`);
			/* also where the address is that of a moment before a room: what is in here is no presenter view */
			const asked = { ...viewFromHash(`#/${fragment}`), embed: true, presenter: false };
			const view = { ...app.state.view, ...asked };
			app.store.set({ view: { ...view, list: knownIn(core, view.list) } });
			if (route.kind === 'stepper') app.goTo(route, notices);
			else app.documents.close({ kind: 'gallery' }, [notices[0] ?? `“${fragment}” is no moment.`]);
		},
		look({ controls, home, alone = false, theme }) {
			if (theme !== app.state.view.theme) app.store.set({ view: { ...app.state.view, theme } });
			root.render(
				<AppContext value={app}>
					<Shell controls={controls} home={home} alone={alone} />
				</AppContext>,
			);
		},
		unmount() {
			unbind();
			root.unmount();
			room.remove();
		},
	};
}

export const makeCore = (moduleOf: ModuleOf): Core => new Core(moduleOf);
