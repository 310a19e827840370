/** What is said above the page stays until it is read; of an edited text, who acts has read it. */
import { act, cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import type { Core } from '../../../wasm/src';
import { App } from '../store/app';
import { AppContext } from '../store/react';
import { testCore } from '../store/testing';
import { Notices } from './Notices';

afterEach(cleanup);

const NOTICE =
	'Step 15 of 33 (2) is not possible here. The 14 before it were kept, the rest was dropped.';

function shown(edited: boolean): App {
	const app = new App(async () => {
		throw new Error('not asked for');
	});
	const core = testCore();
	app.store.set({ core });
	app.documents.openScenario('tas-story');
	const own = Object.create(core, { edited: { value: { text: 'tas' } } }) as Core;
	app.store.set({ core: edited ? own : core, notices: [NOTICE] });
	render(
		<AppContext value={app}>
			<Notices />
		</AppContext>,
	);
	expect(screen.getByTestId('notice').textContent).toContain(
		edited ? 'From step 15 on your text does something else.' : 'Step 15',
	);
	return app;
}

it('goes with the next step in an edited text, or with what is opened over it', () => {
	const app = shown(true);
	act(() => void app.steps.forward());
	expect(screen.queryByTestId('notice')).toBeNull();
	cleanup();
	const other = shown(true);
	act(() => other.page.setPanel('check'));
	expect(screen.queryByTestId('notice')).toBeNull();
});

it('stays in the page’s text', () => {
	const app = shown(false);
	act(() => void app.steps.forward());
	act(() => app.page.setPanel('check'));
	expect(screen.getByTestId('notice').textContent).toContain('Step 15');
});
