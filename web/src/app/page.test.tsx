/** The whole page on the real core, as far as a test without layout can see it. */
import { readFileSync } from 'node:fs';
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { Core, envOf } from '../../../wasm/src';
import { moduleFile } from '../../../wasm/src/testing';
import { budgetText } from '../narration/searched';
import { shippedMatching } from '../trace/shipped';
import { wholePage } from './testing';

/* Whole pages on a busy machine: slow is not wrong. */
vi.setConfig({ testTimeout: 60_000 });

const page = wholePage(({ kind }) => (kind === 'gallery' ? 'search' : 'position'));

function press(key: string) {
	fireEvent.keyDown(document.body, { key });
}

const told = () => page.core.facts.scenarios.filter((s) => !s.sandbox);

describe('the source', () => {
	it('shows the text that is running as itself, where it was called from, and its locals', async () => {
		await page.show('#/mutex-mcs-queue');
		const { session, config } = page.app.doc ?? {};
		if (!session || !config) throw new Error('nothing is open');
		const story = page.core.scenario('mutex-mcs-queue')?.story ?? [];
		session.load(story);
		const { procs } = page.core.lock(config.lock);
		const at = story.findIndex((action, i) => {
			const frame = session.machine(i + 1).threads[action]?.frames.at(-1);
			return frame && procs[frame.proc]?.name === 'mspin_lock';
		});
		expect(at).toBeGreaterThan(0);
		act(() => {
			session.seek(0);
			for (const action of story.slice(0, at + 1)) page.app.steps.step(action);
		});
		const pane = await screen.findByRole('region', { name: 'Source' });
		/* the line that was just run is of the caller; the next step runs one of the text that was called */
		expect(await within(pane).findByLabelText('Text of mutex.c')).toBeTruthy();
		act(() => page.app.steps.stepThread((story[at] ?? 0) + 1));
		expect(await within(pane).findByLabelText('Text of mcs.c')).toBeTruthy();
		expect(within(pane).getByTestId('locals').textContent).toContain('prev');
		const calls = within(within(pane).getByTestId('calls')).getAllByRole('button');
		const names = ['mspin_lock', '__mutex_lock_common', 'mutex_lock', 'mutex_worker'];
		expect(calls.map((call) => call.textContent)).toEqual(names);
		/* a caller is looked at, and the text that it stands in; the next moment is shown as it is */
		fireEvent.click(calls[2] as HTMLElement);
		expect(await within(pane).findByLabelText('Text of mutex.c')).toBeTruthy();
		await waitFor(() => expect(pane.textContent).toContain('calls __mutex_lock_common'));
	});
});

describe('modules', () => {
	it('come when a lock is opened, and what fails is said and can be tried again', async () => {
		let there = false;
		const late = new Core((lock) => {
			if (!there) throw new Error('the network is gone');
			return new Uint8Array(readFileSync(moduleFile(lock)));
		});
		page.app.store.set({ core: late });
		page.app.goTo({ kind: 'stepper', fragment: 'mcs-queue' });
		await waitFor(() => expect(page.app.state.loadError).toContain('the network is gone'));
		expect(page.app.doc).toBeNull();
		there = true;
		page.app.goTo({ kind: 'stepper', fragment: 'mcs-queue' });
		await waitFor(() => expect(page.app.doc?.config.scenario).toBe('mcs-queue'));
		expect(page.app.state.loadError).toBe('');
		page.app.documents.openScenario('tp-handoff');
		await waitFor(() => expect(page.app.doc?.config.scenario).toBe('tp-handoff'));
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
		page.app.store.set({ core: slow });
		page.app.goTo({ kind: 'stepper', fragment: 'mcs-queue' });
		page.app.goTo({ kind: 'gallery' });
		come(new Uint8Array(readFileSync(moduleFile('mcs'))));
		await slow.load(slow.scenario('mcs-queue')?.lock ?? -1);
		await new Promise((resolve) => setTimeout(resolve, 20));
		expect(page.app.state.route.kind).toBe('gallery');
		expect(page.app.doc).toBeNull();
	});
});

describe('the gallery', () => {
	it('has a card for every story and a link for every free play, folded by family', async () => {
		await page.show('#/');
		expect(screen.getAllByRole('article')).toHaveLength(1 + shippedMatching('').length);
		for (const row of screen.getAllByTestId(/^family-/)) fireEvent.click(row);
		for (const others of screen.getAllByTestId(/-findings$/)) fireEvent.click(others);
		for (const scenario of page.core.facts.scenarios) {
			const id = scenario.sandbox ? `free-${scenario.name}` : `gallery-card-${scenario.name}`;
			const element = screen.getByTestId(id);
			const link = element.closest('a') ?? within(element).getByRole('link');
			expect(link.getAttribute('href')).toBe(`#/${scenario.name}`);
		}
	});

	it('shows a beginner the ways in, and behind the families free play of each', async () => {
		await page.show('#/');
		const doors = within(screen.getByRole('region', { name: 'Where to begin' }));
		const ways = doors.getAllByRole('link').map((link) => link.getAttribute('href'));
		expect(ways).toEqual([
			...['#/learn/what-a-lock-is', '#/learn', '#/levels'],
			'#/mcs-queue?plain=1',
			...['teaching-talk', 'teaching-lecture-45', 'teaching-lecture', 'presenting'].map(
				(page) => `#/docs/${page}`,
			),
			...['pm-today', 'ww-sleep-wake', 'ww-collision', 'pm-count-down'].map(
				(story) => `#/${story}?plain=1`,
			),
			'#/docs/findings',
		]);
		const play = screen.getByRole('navigation', { name: 'Free play' });
		const families = new Set(page.core.facts.locks.map((l) => l.family));
		const links = within(play).getAllByRole('link');
		expect(links).toHaveLength(families.size);
		/* it is called what it opens, which is one variant of its family */
		for (const link of links) {
			const name = link.getAttribute('href')?.replace('#/', '') ?? '';
			expect(page.core.scenario(name)?.title, name).toContain(link.textContent);
		}
	});

	it('narrows as one types', async () => {
		await page.show('#/');
		const [first] = told();
		fireEvent.change(screen.getByTestId('search'), { target: { value: first?.title } });
		expect(screen.getByTestId(`gallery-card-${first?.name}`)).toBeTruthy();
		fireEvent.change(screen.getByTestId('search'), { target: { value: 'xylophone' } });
		expect(screen.queryAllByRole('article')).toHaveLength(0);
	});

	it('opens the first match at Enter, and a finding by its number', async () => {
		await page.show('#/');
		const search = screen.getByTestId('search');
		const opens = async (query: string, fragment: string) => {
			fireEvent.change(search, { target: { value: query } });
			fireEvent.keyDown(search, { key: 'Enter' });
			await waitFor(() => expect(window.location.hash).toBe(fragment));
		};
		await opens('R2', '#/rwsem-handoff-hang');
		await opens('hand-off 5 ms', '#/tp-handoff');
		await opens('Handoff 5 MS', '#/tp-handoff');
		await opens('nothing has this', '#/tp-handoff');
	});
});

describe('the stepper', () => {
	it.each(['mcs-queue', 'mutex-stampede'])(
		'tells the story of %s and goes back to the same state',
		async (name) => {
			const story = page.core.scenario(name)?.story ?? [];
			expect(story.length).toBeGreaterThan(5);
			await page.show(`#/${name}`);
			const start = page.app.doc?.session.hash();
			for (const action of story) {
				expect(page.app.doc?.moment.next).toEqual({ action, from: 'story' });
				press('ArrowRight');
			}
			const end = page.app.doc?.session.hash();
			expect(screen.getByTestId('position').textContent).toBe(
				`step ${story.length} of ${story.length}`,
			);
			for (let i = 0; i < story.length; i++) press('ArrowLeft');
			expect(page.app.doc?.session.hash()).toBe(start);
			press('End');
			expect(page.app.doc?.session.hash()).toBe(end);
		},
	);

	it('shows the sentence of each step and announces it', async () => {
		await page.show('#/mcs-queue');
		press('ArrowRight');
		const sentence = page.app.doc?.session.narrate(0) ?? '';
		expect(sentence).toContain('T1');
		expect(screen.getByTestId('narration').textContent).toContain(sentence);
		await waitFor(() => expect(screen.getByTestId('live').textContent).toContain(sentence));
	});

	it('steps an actor by its button, and says why one cannot move', async () => {
		await page.show('#/mutex-3.9');
		fireEvent.click(screen.getByTestId('actor-2'));
		expect(page.app.doc?.moment.before).toMatchObject({ tid: 2, env: '' });
		for (const option of page.app.doc?.moment.options.filter((o) => o.env === '') ?? []) {
			const button = screen.getByTestId(`actor-${option.tid}`);
			expect(button.getAttribute('aria-disabled')).toBe(String(option.result === 'blocked'));
			expect(button.textContent?.length).toBeGreaterThan(8);
		}
	});

	it('offers what the environment can do, and takes it as a step', async () => {
		await page.show('#/mutex-3.9');
		const possible = page.app.doc?.moment.options.find((o) => o.env === 'preempt');
		expect(possible).toBeDefined();
		fireEvent.click(screen.getByTestId(`env-preempt-${possible?.tid}`));
		expect(page.app.doc?.moment.before).toMatchObject({ env: 'preempt', tid: possible?.tid });
	});

	it('offers what the budget forbids, and keeps the steps when it is taken', async () => {
		await page.show('#/mutex-stampede');
		for (let i = 0; i < 3; i++) press('ArrowRight');
		const taken = page.app.doc?.session.actions().slice(0, 3);
		expect(screen.queryByTestId('env-preempt-1')).toBeNull();
		fireEvent.click(screen.getByTestId('env-allow-preempt-1'));
		expect(page.app.doc?.session.actions().slice(0, 3)).toEqual(taken);
		expect(page.app.doc?.moment).toMatchObject({ at: 4, before: { env: 'preempt', tid: 1 } });
		expect(page.app.doc?.config.budget[1]).toBe(1);
	});

	it('shows a planted fault in the header, and takes it out at a click', async () => {
		await page.show('#/mcs-torn-swap');
		for (let i = 0; i < 2; i++) press('ArrowRight');
		expect(screen.getByTestId('scenario').textContent).not.toContain('Without the fault');
		fireEvent.click(screen.getByTestId('chip-torn_swap'));
		expect(page.app.doc?.config.switches).toBe(0);
		expect(page.app.doc?.moment.at).toBe(2);
		expect(screen.queryByTestId('chip-torn_swap')).toBeNull();
		const picked = within(screen.getByTestId('scenario')).getByRole('option', { selected: true });
		for (const title of [screen.getByRole('heading', { level: 1 }), picked])
			expect(title.textContent).toContain('Without the fault: the swap');
	});

	it('ends a story in words, with the threads by name where it goes wrong', async () => {
		await page.show('#/rwsem-single-pass');
		press('End');
		const fault = await screen.findByTestId('fault');
		expect(fault.textContent).toContain('T1 reads while T3 writes');
		expect(screen.getByTestId('story-end').textContent).toContain('End of the story');
		/* what the word says is not so, and that is what the story is about */
		expect(screen.getByTestId('inside').textContent).toBe('inside1 reads3 writes');
		expect(page.app.doc?.moment.machine.words[0]?.value).toBe(0x3);
		fireEvent.click(screen.getByTestId('what-if'));
		expect(screen.queryByTestId('story-end')).toBeNull();
	});

	it('has the whole state as text', async () => {
		await page.show('#/mutex-mcs');
		const text = screen.getByTestId('state-text').textContent ?? '';
		for (const word of page.app.doc?.moment.machine.words ?? []) expect(text).toContain(word.name);
		for (const thread of page.app.doc?.moment.machine.threads ?? [])
			expect(text).toContain(`T${thread.tid}`);
	});

	it('leaves out what only a later variant of the lock has', async () => {
		await page.show('#/mutex-3.9');
		expect(screen.getByTestId('state-text').textContent).not.toContain('spin_mlock');
		const { textContent } = screen.getByLabelText('Queues and words');
		expect(textContent).toContain('wait_list');
		expect(textContent).not.toContain('spin_mlock');
	});

	it('never calls a fix a fault', async () => {
		await page.show('#/tp-futex?sw=mend_no_state');
		fireEvent.click(screen.getByTestId('setup'));
		const box = await screen.findByTestId('setup-switch-mend_no_state');
		expect(box).toHaveProperty('checked', true);
		expect(box.closest('fieldset')?.textContent).toMatch(/^Fix a published fault/);
		const header = document.querySelector('header')?.textContent;
		expect(header).toContain('fix: an unlock that finds no futex state');
		expect(header).not.toContain('fault: an unlock that finds no futex state');
	});

	it.each([
		['rwsem-5.3', true],
		['rwsem-6.12', false],
		/* one that an address has turned on can be taken back */
		['rwsem-6.12?sw=mend_no_reader_spin', true],
	])(
		'offers of the switches those that change something of the variant: %s',
		async (at, offered) => {
			await page.show(`#/${at}`);
			fireEvent.click(screen.getByTestId('setup'));
			await screen.findByTestId('setup-switch-steal_from_writer');
			expect(screen.queryByTestId('setup-switch-mend_no_reader_spin') !== null).toBe(offered);
		},
	);

	it('says what it dropped from a damaged address', async () => {
		await page.show('#/mcs-queue?s=!!&at=7');
		expect(screen.getByTestId('notice').textContent).toContain('schedule');
		fireEvent.click(within(screen.getByTestId('notice')).getByRole('button'));
		expect(screen.queryByTestId('notice')).toBeNull();
	});
});

describe('side by side', () => {
	it('steps both together, to the last acquisition that both reach', async () => {
		await page.show('#/compare/mutex-stampede/mutex-mcs-queue');
		press('End');
		expect(page.app.state.route).toMatchObject({ kind: 'compare', at: [58, 74] });
		expect(screen.getByTestId('position').textContent).toContain('acquisition 4 of 4');
		press('Home');
		press('ArrowRight');
		expect(page.app.state.route).toMatchObject({ at: [1, 1] });
	});
});

describe('the check', () => {
	it('searches free play from nothing outside to all that the page offers', async () => {
		await page.show('#/mutex-3.9?n=2&r=1');
		await act(() => page.app.checker.start());
		const { check, core } = page.app.state;
		const own = page.app.doc?.config.budget ?? [];
		expect(own.some((b) => b > 0)).toBe(true);
		if (check.kind !== 'done' || !core) throw new Error(check.kind);
		expect(check.progress.verdict).toBe('OK');
		expect(check.budget).toEqual(own);
		const narrower = check.before.map(({ budget }) => budgetText(core.facts, budget));
		expect(narrower).toEqual(['', 'preempt 1']);
		expect(check.before.every(({ progress }) => progress.verdict === 'OK')).toBe(true);
	});

	it('finds what needs more than the threads, without being asked for it', async () => {
		await page.show('#/rwsem-5.3?b=1.1');
		await act(() => page.app.checker.start());
		expect(page.app.state.check).toMatchObject({
			kind: 'done',
			progress: { verdict: 'NO_PROGRESS' },
			before: [{ progress: { verdict: 'OK' } }, {}],
		});
	});

	/* else a planted fault passes for a lock without one */
	it.each([
		['#/rwsem-6.12?r=1&roles=WW&sw=single_pass&b=0.0.0.0.0', 'single_pass'],
		['#/rwsem-6.12?r=1&roles=WR&sw=silent_abort&b=0.0.0.0.0', 'silent_abort'],
		['#/mutex-6.12?n=2&r=1&sw=one_bit&b=0.0.0.0.0', 'one_bit'],
	])('of %s it says that the fault is on, and leads to where it shows', async (hash, name) => {
		await page.show(hash);
		const { core } = page.app.state;
		const lock = core?.facts.locks[page.app.doc?.config.lock ?? -1];
		const fault = lock?.switches.find((s) => s.name === name);
		if (!fault) throw new Error(name);
		act(() => page.app.page.setPanel('check'));
		await act(() => page.app.checker.start());
		expect(page.app.state.check).toMatchObject({ kind: 'done', progress: { verdict: 'OK' } });
		const said = await screen.findByTestId('check-silent');
		expect(said.textContent).toContain(fault.title);
		expect(screen.getByTestId('check-searched').textContent).toContain(fault.title);
		expect(screen.getByTestId('check').textContent).toContain('a fault is on');
		expect(screen.getByTestId('check').dataset.tone).toBe('open');
		const link = said.querySelector('a')?.getAttribute('href') ?? '';
		cleanup();
		await page.show(link);
		await act(() => page.app.checker.start());
		const { check } = page.app.state;
		expect(check).toMatchObject({ kind: 'done', progress: { verdict: fault.verdict } });
	});

	it('offers the next wider search, and does not repeat what is searched', async () => {
		await page.show('#/mcs-queue?n=2&r=1');
		await act(() => page.app.checker.start());
		const { check: first, core } = page.app.state;
		expect(first).toMatchObject({ kind: 'done', before: [] });
		press('X');
		await waitFor(() => expect(page.app.state.check).toMatchObject({ before: [{}], kind: 'done' }));
		const { check } = page.app.state;
		if (check.kind !== 'done' || !core) throw new Error(check.kind);
		expect(budgetText(core.facts, check.budget)).toBe('preempt 1');
		expect(check.before).toHaveLength(1);
	});

	it('goes on from the moment shown, says so, and plays from there', async () => {
		await page.show('#/mcs-torn-swap');
		for (let i = 0; i < 3; i++) press('ArrowRight');
		press('F');
		const result = await screen.findByTestId('check-result', undefined, { timeout: 20_000 });
		expect(result.textContent).toContain('From here (step 3): rule broken: mutual exclusion');
		expect(screen.getByTestId('check-searched').textContent).toContain('from here (step 3)');
		expect(screen.getByTestId('check').textContent).toContain('from step 3');
		expect(result.textContent).toMatch(/--after '1\*3'/);
		const { check } = page.app.state;
		if (check.kind !== 'done') throw new Error(check.kind);
		expect(screen.getByTestId('check-saved').textContent).toContain('still ends well');
		const taken = page.app.doc?.session.actions().slice(0, 3) ?? [];
		press('c');
		expect(page.app.doc?.session.actions()).toEqual([...taken, ...check.progress.path]);
		await waitFor(() => expect(page.app.doc?.moment.judgement.verdict).toBe('VIOLATED'), {
			timeout: 20_000,
		});
	});

	it('has what is left of the budgets there, and says of both how much', async () => {
		await page.show('#/mutex-3.9?n=2&r=1&b=1.0.0.0.0');
		act(() => {
			page.app.steps.stepThread(1);
			page.app.steps.step(envOf(1, 1));
		});
		await act(() => page.app.checker.startHere());
		const { check, core } = page.app.state;
		if (check.kind !== 'done' || !core) throw new Error(check.kind);
		expect(check.progress.verdict).toBe('OK');
		expect(check.from?.used[1]).toBe(1);
		expect(budgetText(core.facts, check.budget)).toContain('preempt 1');
		expect((await screen.findByTestId('check-widths')).textContent).not.toContain('preempt');
		press('X');
		await waitFor(() => expect(page.app.state.check).toMatchObject({ kind: 'done', before: [{}] }));
		expect(screen.getByTestId('check-widths').textContent).toContain('preempt 1');
		expect(page.app.state.check).toMatchObject({ from: { behind: check.from?.behind } });
	});

	it('finds each planted fault of mcs and plays the counterexample to it', async () => {
		const faults = told().filter((s) => s.switches !== 0 && s.name.startsWith('mcs-'));
		expect(faults.length).toBeGreaterThan(0);
		for (const fault of faults) {
			page.app.documents.openScenario(fault.name);
			await page.app.checker.start();
			const { check } = page.app.state;
			expect(check).toMatchObject({ kind: 'done', progress: { verdict: fault.verdict } });
			page.app.futures.playCounterexample();
			page.app.jumps.end();
			expect(page.app.doc?.moment.judgement.verdict).toBe(fault.verdict);
		}
	});
});
