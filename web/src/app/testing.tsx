/** For tests of the whole page on the real core: what each of them sets up and takes down. */
import { act, cleanup, render, screen } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach } from 'vitest';
import { type Core, exploreHere } from '../../../wasm/src';
import { builtCore } from '../../../wasm/src/testing';
import { bindKeyboard } from '../controls/keyboard';
import { App } from '../store/app';
import type { LoadLevels } from '../store/leveled';
import { AppContext } from '../store/react';
import type { Route } from '../store/state';
import { Page } from './App';
import { routeOf } from './route';

interface WholePage {
	core: Core;
	app: App;
	/** Opens an address, and waits until it is there. */
	show(hash: string): Promise<void>;
}

/** `shown`: the test id of what is there when an address is. */
export function wholePage(shown: (route: Route) => string, loadLevels?: LoadLevels): WholePage {
	const page = { show } as WholePage;
	let unbind: () => void;
	beforeAll(async () => {
		page.core = await builtCore();
	});
	beforeEach(() => {
		localStorage.clear();
		const { core } = page;
		page.app = new App(
			(config, options) => exploreHere(core, config, options),
			undefined,
			undefined,
			loadLevels,
		);
		page.app.store.set({ core });
		unbind = bindKeyboard(page.app);
	});
	afterEach(() => {
		unbind();
		cleanup();
	});
	async function show(hash: string) {
		const { app, core } = page;
		const { route, notices } = routeOf(core, hash);
		app.goTo(route, notices);
		render(
			<AppContext value={app}>
				<Page />
			</AppContext>,
		);
		/* the view may be a chunk of its own */
		await screen.findByTestId(shown(route));
		/* and so are the notes that come behind it */
		await act(async () => {
			await Promise.all([
				import('../narration/FromHere'),
				import('../narration/OwnEnd'),
				import('../narration/RaceNote'),
			]);
			await new Promise((resolve) => setTimeout(resolve));
		});
	}
	return page;
}
