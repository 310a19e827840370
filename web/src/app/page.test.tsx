/** The whole page on the real core, as far as a test without layout can see it. */
import { readFile } from 'node:fs/promises';
import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { type Core, exploreHere, loadCore } from '../../../wasm/src';
import { bindKeyboard } from '../controls/keyboard';
import { App } from '../store/app';
import { AppContext } from '../store/react';
import { Page } from './App';
import { routeOf } from './route';

/* Whole pages on a busy machine: slow is not wrong. */
vi.setConfig({ testTimeout: 60_000 });

let core: Core;
let app: App;
let unbind: () => void;

beforeAll(async () => {
	core = await loadCore(await readFile('wasm/dist/core.wasm'));
});

beforeEach(() => {
	app = new App((config, options) => exploreHere(core, config, options));
	app.store.set({ core });
	unbind = bindKeyboard(app);
});

afterEach(() => {
	unbind();
	cleanup();
});

async function show(hash: string) {
	const { route, notices } = routeOf(core, hash);
	app.goTo(route, notices);
	render(
		<AppContext value={app}>
			<Page />
		</AppContext>,
	);
	/* the stepper is a chunk of its own */
	await screen.findByTestId(
		route.kind === 'gallery' ? 'search' : 'position',
		{},
		{ timeout: 30_000 },
	);
}

function press(key: string) {
	fireEvent.keyDown(document.body, { key });
}

const told = () => core.facts.scenarios.filter((s) => !s.sandbox);

describe('the gallery', () => {
	it('has a card for every story and a link for every free play', async () => {
		await show('#/');
		for (const scenario of core.facts.scenarios) {
			const id = scenario.sandbox ? `free-${scenario.name}` : `gallery-card-${scenario.name}`;
			const element = screen.getByTestId(id);
			const link = element.closest('a') ?? within(element).getByRole('link');
			expect(link.getAttribute('href')).toBe(`#/${scenario.name}`);
		}
	});

	it('narrows as one types', async () => {
		await show('#/');
		const [first] = told();
		fireEvent.change(screen.getByTestId('search'), { target: { value: first?.title } });
		expect(screen.getByTestId(`gallery-card-${first?.name}`)).toBeTruthy();
		fireEvent.change(screen.getByTestId('search'), { target: { value: 'no lock has this' } });
		expect(screen.queryAllByRole('article')).toHaveLength(0);
	});
});

describe('the stepper', () => {
	it.each(['mcs-queue', 'mutex-stampede'])(
		'tells the story of %s and goes back to the same state',
		async (name) => {
			const story = core.scenario(name)?.story ?? [];
			expect(story.length).toBeGreaterThan(5);
			await show(`#/${name}`);
			const start = app.doc?.session.hash();
			for (const action of story) {
				expect(app.doc?.moment.next).toEqual({ action, from: 'story' });
				press('ArrowRight');
			}
			const end = app.doc?.session.hash();
			expect(screen.getByTestId('position').textContent).toBe(
				`step ${story.length} of ${story.length}`,
			);
			for (let i = 0; i < story.length; i++) press('ArrowLeft');
			expect(app.doc?.session.hash()).toBe(start);
			press('End');
			expect(app.doc?.session.hash()).toBe(end);
		},
	);

	it('shows the sentence of each step and announces it', async () => {
		await show('#/mcs-queue');
		press('ArrowRight');
		const sentence = app.doc?.session.narrate(0) ?? '';
		expect(sentence).toContain('T1');
		expect(screen.getByTestId('narration').textContent).toContain(sentence);
		await act(() => new Promise((resolve) => setTimeout(resolve, 200)));
		expect(screen.getByTestId('live').textContent).toContain(sentence);
	});

	it('steps an actor by its button, and says why one cannot move', async () => {
		await show('#/mutex-3.9');
		fireEvent.click(screen.getByTestId('actor-2'));
		expect(app.doc?.moment.before).toMatchObject({ tid: 2, env: '' });
		for (const option of app.doc?.moment.options.filter((o) => o.env === '') ?? []) {
			const button = screen.getByTestId(`actor-${option.tid}`);
			expect(button.getAttribute('aria-disabled')).toBe(String(option.result === 'blocked'));
			expect(button.textContent?.length).toBeGreaterThan(8);
		}
	});

	it('offers what the environment can do, and takes it as a step', async () => {
		await show('#/mutex-3.9');
		const possible = app.doc?.moment.options.find((o) => o.env === 'preempt');
		expect(possible).toBeDefined();
		fireEvent.click(screen.getByTestId(`env-preempt-${possible?.tid}`));
		expect(app.doc?.moment.before).toMatchObject({ env: 'preempt', tid: possible?.tid });
	});

	it('has the whole state as text', async () => {
		await show('#/mutex-3.9');
		const text = screen.getByTestId('state-text').textContent ?? '';
		for (const word of app.doc?.moment.machine.words ?? []) expect(text).toContain(word.name);
		for (const thread of app.doc?.moment.machine.threads ?? [])
			expect(text).toContain(`T${thread.tid}`);
	});

	it('says what it dropped from a damaged address', async () => {
		await show('#/mcs-queue?s=!!&at=7');
		expect(screen.getByTestId('notice').textContent).toContain('schedule');
		fireEvent.click(within(screen.getByTestId('notice')).getByRole('button'));
		expect(screen.queryByTestId('notice')).toBeNull();
	});
});

describe('side by side', () => {
	it('steps both stories together and counts what each does to the lock word', async () => {
		await show('#/compare/mutex-stampede/mutex-mcs-queue');
		press('End');
		const { route } = app.state;
		const stories = ['mutex-stampede', 'mutex-mcs-queue'].map(
			(n) => core.scenario(n)?.story.length ?? 0,
		);
		expect(route).toMatchObject({ kind: 'compare', at: Math.max(...stories) });
		const lost = (name: string) =>
			Number(/(\d+) lost/.exec(screen.getByTestId(`tally-${name}`).textContent ?? '')?.[1]);
		expect(lost('mutex-stampede')).toBeGreaterThan(lost('mutex-mcs-queue'));
		press('Home');
		press('ArrowRight');
		expect(app.state.route).toMatchObject({ at: 1 });
	});
});

describe('the check', () => {
	it('finds each planted fault of mcs and plays the counterexample to it', async () => {
		const faults = told().filter((s) => s.switches !== 0 && s.name.startsWith('mcs-'));
		expect(faults.length).toBeGreaterThan(0);
		for (const fault of faults) {
			app.openScenario(fault.name);
			await app.checker.start();
			const { check } = app.state;
			expect(check).toMatchObject({ kind: 'done', progress: { verdict: fault.verdict } });
			app.playCounterexample();
			app.end();
			expect(app.doc?.moment.judgement.verdict).toBe(fault.verdict);
		}
	});
});
