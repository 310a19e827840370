/** The whole page on the real core, as far as a test without layout can see it. */
import { readFileSync } from 'node:fs';
import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { Core, exploreHere } from '../../../wasm/src';
import { builtCore, moduleFile } from '../../../wasm/src/testing';
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
	core = await builtCore();
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
	await screen.findByTestId(route.kind === 'gallery' ? 'search' : 'position');
}

function press(key: string) {
	fireEvent.keyDown(document.body, { key });
}

const told = () => core.facts.scenarios.filter((s) => !s.sandbox);

describe('the source', () => {
	it('shows the text that is running as itself, where it was called from, and its locals', async () => {
		await show('#/mutex-mcs-queue');
		const { session, config } = app.doc ?? {};
		if (!session || !config) throw new Error('nothing is open');
		const story = core.scenario('mutex-mcs-queue')?.story ?? [];
		session.load(story);
		const { procs } = core.lock(config.lock);
		const at = story.findIndex((action, i) => {
			const frame = session.machine(i + 1).threads[action]?.frames.at(-1);
			return frame && procs[frame.proc]?.name === 'mspin_lock';
		});
		expect(at).toBeGreaterThan(0);
		act(() => {
			session.seek(0);
			for (const action of story.slice(0, at + 1)) app.steps.step(action);
		});
		const pane = screen.getByRole('region', { name: 'Source' });
		/* the line that was just run is of the caller; the next step runs one of the text that was called */
		expect(await within(pane).findByLabelText('Text of mutex.c')).toBeTruthy();
		act(() => app.steps.stepThread((story[at] ?? 0) + 1));
		expect(await within(pane).findByLabelText('Text of mcs.c')).toBeTruthy();
		const callers = within(pane).getByTestId('source-callers');
		expect(callers.textContent).toBe('mutex13_lockmutex_lock_common');
		expect(within(pane).getByTestId('locals').textContent).toContain('prev');
	});
});

describe('modules', () => {
	it('come when a lock is opened, and what fails is said and can be tried again', async () => {
		let there = false;
		const late = new Core((lock) => {
			if (!there) throw new Error('the network is gone');
			return new Uint8Array(readFileSync(moduleFile(lock)));
		});
		app.store.set({ core: late });
		app.goTo({ kind: 'stepper', fragment: 'mcs-queue' });
		await waitFor(() => expect(app.state.loadError).toContain('the network is gone'));
		expect(app.doc).toBeNull();
		there = true;
		app.goTo({ kind: 'stepper', fragment: 'mcs-queue' });
		await waitFor(() => expect(app.doc?.config.scenario).toBe('mcs-queue'));
		expect(app.state.loadError).toBe('');
		app.documents.openScenario('tp-handoff');
		await waitFor(() => expect(app.doc?.config.scenario).toBe('tp-handoff'));
	});

	it('that come late do not take the reader back', async () => {
		let come = (_bytes: Uint8Array<ArrayBuffer>) => {};
		const slow = new Core((lock) =>
			lock === 'mcs'
				? new Promise<Uint8Array<ArrayBuffer>>((resolve) => {
						come = resolve;
					})
				: new Uint8Array(readFileSync(moduleFile(lock))),
		);
		app.store.set({ core: slow });
		app.goTo({ kind: 'stepper', fragment: 'mcs-queue' });
		app.goTo({ kind: 'gallery' });
		come(new Uint8Array(readFileSync(moduleFile('mcs'))));
		await slow.load(slow.scenario('mcs-queue')?.lock ?? -1);
		await new Promise((resolve) => setTimeout(resolve, 20));
		expect(app.state.route.kind).toBe('gallery');
		expect(app.doc).toBeNull();
	});
});

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

	it('starts with the juiciest stories, and with free play of every family', async () => {
		await show('#/');
		const start = screen.getByRole('region', { name: 'Start here' });
		expect(within(start).getAllByRole('article')).toHaveLength(4);
		const play = screen.getByRole('navigation', { name: 'Free play' });
		const families = new Set(core.facts.locks.map((l) => l.family));
		expect(within(play).getAllByRole('link')).toHaveLength(families.size);
	});

	it('narrows as one types', async () => {
		await show('#/');
		const [first] = told();
		fireEvent.change(screen.getByTestId('search'), { target: { value: first?.title } });
		expect(screen.getByTestId(`gallery-card-${first?.name}`)).toBeTruthy();
		fireEvent.change(screen.getByTestId('search'), { target: { value: 'no lock has this' } });
		expect(screen.queryAllByRole('article')).toHaveLength(0);
	});

	it('opens the first match at Enter, and a finding by its number', async () => {
		await show('#/');
		const search = screen.getByTestId('search');
		const opens = (query: string) => {
			fireEvent.change(search, { target: { value: query } });
			fireEvent.keyDown(search, { key: 'Enter' });
			return window.location.hash;
		};
		expect(opens('hand-off 5 ms')).toBe('#/tp-handoff');
		expect(opens('Handoff 5 MS')).toBe('#/tp-handoff');
		expect(opens('R2')).toBe('#/rwsem-handoff-hang');
		expect(opens('nothing has this')).toBe('#/rwsem-handoff-hang');
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
		await waitFor(() => expect(screen.getByTestId('live').textContent).toContain(sentence));
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

	it('offers what the budget forbids, and keeps the steps when it is taken', async () => {
		await show('#/mutex-stampede');
		for (let i = 0; i < 3; i++) press('ArrowRight');
		const taken = app.doc?.session.actions().slice(0, 3);
		expect(screen.queryByTestId('env-preempt-1')).toBeNull();
		fireEvent.click(screen.getByTestId('env-allow-preempt-1'));
		expect(app.doc?.session.actions().slice(0, 3)).toEqual(taken);
		expect(app.doc?.moment).toMatchObject({ at: 4, before: { env: 'preempt', tid: 1 } });
		expect(app.doc?.config.budget[1]).toBe(1);
	});

	it('shows a planted fault in the header, and takes it out at a click', async () => {
		await show('#/mcs-torn-swap');
		for (let i = 0; i < 2; i++) press('ArrowRight');
		fireEvent.click(screen.getByTestId('chip-torn_swap'));
		expect(app.doc?.config.switches).toBe(0);
		expect(app.doc?.moment.at).toBe(2);
		expect(screen.queryByTestId('chip-torn_swap')).toBeNull();
	});

	it('ends a story in words, with the threads by name where it goes wrong', async () => {
		await show('#/rwsem-single-pass');
		press('End');
		const fault = await screen.findByTestId('fault');
		expect(fault.textContent).toContain('T1 reads while T3 writes');
		expect(screen.getByTestId('story-end').textContent).toContain('End of the story');
		/* what the word says is not so, and that is what the story is about */
		expect(screen.getByTestId('inside').textContent).toBe('inside1 reads3 writes');
		expect(app.doc?.moment.machine.words[0]?.value).toBe(0x3);
		fireEvent.click(screen.getByTestId('what-if'));
		expect(screen.queryByTestId('story-end')).toBeNull();
	});

	it('has the whole state as text', async () => {
		await show('#/mutex-mcs');
		const text = screen.getByTestId('state-text').textContent ?? '';
		for (const word of app.doc?.moment.machine.words ?? []) expect(text).toContain(word.name);
		for (const thread of app.doc?.moment.machine.threads ?? [])
			expect(text).toContain(`T${thread.tid}`);
	});

	it('leaves out what only a later variant of the lock has', async () => {
		await show('#/mutex-3.9');
		expect(screen.getByTestId('state-text').textContent).not.toContain('spin_mlock');
		const { textContent } = screen.getByLabelText('Queues and words');
		expect(textContent).toContain('wait_list');
		expect(textContent).not.toContain('spin_mlock');
	});

	it('never calls a mend a fault', async () => {
		await show('#/tp-futex?sw=mend_no_state');
		fireEvent.click(screen.getByTestId('setup'));
		const box = await screen.findByTestId('setup-switch-mend_no_state');
		expect(box).toHaveProperty('checked', true);
		expect(box.closest('fieldset')?.textContent).toMatch(/^Mend a published fault/);
		const header = document.querySelector('header')?.textContent;
		expect(header).toContain('mended');
		expect(header).not.toContain('planted');
	});

	it('says what it dropped from a damaged address', async () => {
		await show('#/mcs-queue?s=!!&at=7');
		expect(screen.getByTestId('notice').textContent).toContain('schedule');
		fireEvent.click(within(screen.getByTestId('notice')).getByRole('button'));
		expect(screen.queryByTestId('notice')).toBeNull();
	});
});

describe('side by side', () => {
	it('steps both together, to the last acquisition that both reach', async () => {
		await show('#/compare/mutex-stampede/mutex-mcs-queue');
		press('End');
		expect(app.state.route).toMatchObject({ kind: 'compare', at: [58, 74] });
		expect(screen.getByTestId('position').textContent).toContain('acquisition 4 of 4');
		press('Home');
		press('ArrowRight');
		expect(app.state.route).toMatchObject({ at: [1, 1] });
	});
});

describe('the check', () => {
	it('searches free play without its budgets, as the command line does, unless told otherwise', async () => {
		await show('#/mutex-3.9?n=2&r=1');
		await act(() => app.checker.start());
		expect(app.state.check).toMatchObject({ kind: 'done', budget: [0, 0, 0, 0, 0, 0, 0, 0] });
		const { config } = app.doc ?? {};
		expect(config?.budget.some((b) => b > 0)).toBe(true);
		await act(() => app.checker.start(undefined, config?.budget));
		expect(app.state.check).toMatchObject({ kind: 'done', budget: config?.budget });
	});

	it('finds each planted fault of mcs and plays the counterexample to it', async () => {
		const faults = told().filter((s) => s.switches !== 0 && s.name.startsWith('mcs-'));
		expect(faults.length).toBeGreaterThan(0);
		for (const fault of faults) {
			app.documents.openScenario(fault.name);
			await app.checker.start();
			const { check } = app.state;
			expect(check).toMatchObject({ kind: 'done', progress: { verdict: fault.verdict } });
			app.futures.playCounterexample();
			app.jumps.end();
			expect(app.doc?.moment.judgement.verdict).toBe(fault.verdict);
		}
	});
});
