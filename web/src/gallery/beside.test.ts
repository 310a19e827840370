import { expect, it } from 'vitest';
import { builtCore } from '../../../wasm/src/testing';
import { Pair } from '../compare/pair';
import { routeOfPair } from '../compare/testing';
import { App } from '../store/app';
import { progress } from '../store/testing';
import { openBeside } from './beside';

const core = await builtCore();
const HERE = '#/mutex-stampede?at=4&list=mutex-stampede,mcs-gap&p=1';

function opened(name: string) {
	const app = new App(async () => progress({}));
	const went: string[] = [];
	app.store.set({ core });
	app.documents.openScenario(name);
	app.page.setView({ presenter: true });
	app.address.link = () => `https://example.org/${HERE}`;
	app.address.open = (to) => void went.push(to);
	return { app, went };
}

it('a key leads from a slide to the comparison that the story stands in, as a slide, and back to the moment', () => {
	const { app, went } = opened('mutex-stampede');
	openBeside(app);
	expect(went).toEqual([
		expect.stringMatching(/^#\/compare\/mutex-stampede\/mutex-mcs-queue.*[?&]p=1$/),
	]);
	const { came } = app.state;
	expect(came).toMatchObject({ from: HERE, to: went[0] });
	const pair = new Pair(app, [core, core], routeOfPair('mutex-stampede', 'mutex-mcs-queue'));
	/* whoever came another way is led nowhere */
	expect(pair.hears('V')).toBe(false);
	if (came) app.store.set({ came: { ...came, isThere: true } });
	expect(pair.hears('V')).toBe(true);
	expect(went.at(-1)).toBe(HERE);
	expect(app.state.came).toBeNull();
});

it('where no other story stands beside it, it says so', () => {
	const { app, went } = opened('mutex');
	const says = 'No other story stands beside this one.';
	app.store.set({ doc: null });
	openBeside(app);
	expect([went, app.state.toast]).toEqual([[], says]);
});
