/** A level on the whole page and the real core: opened, addressed, left. */
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { goalAlong, wonAt } from '../../../wasm/src/goal';
import { hashOf, routeOf } from '../app/route';
import { wholePage } from '../app/testing';
import { App } from '../store/app';
import { isWatched, levels } from './facts';
import { playLevels } from './levels';
import { wins } from './progress';

vi.setConfig({ testTimeout: 60_000 });

const page = wholePage(
	() => 'level',
	async (host) => playLevels(host),
);

const press = (key: string) => act(() => fireEvent.keyDown(document.body, { key }));
const said = () => screen.getByTestId('level-said').textContent;

describe('a level', () => {
	it('is set up as it says, and its address holds the steps and no set-up', async () => {
		await page.show('#/level/lose-the-wake-up');
		const level = page.app.doc?.level?.facts;
		expect(page.app.doc?.config).toMatchObject({
			scenario: 'mutex-3.9',
			threads: 2,
			rounds: 1,
			switches: level?.switches,
			budget: level?.budget,
		});
		for (const key of '12') await press(key);
		const hash = hashOf(page.app.state);
		expect(hash).toMatch(/^#\/level\/lose-the-wake-up\?/);
		expect(hash).not.toMatch(/[?&](?:n|r|roles|sw|b)=/);
		const steps = page.app.doc?.session.actions();
		cleanup();
		await page.show(`${hash}&at=1`);
		expect(page.app.doc?.session.actions()).toEqual(steps);
		expect(page.app.doc?.moment.at).toBe(1);
	});

	it('ends its title with one sign', async () => {
		await page.show('#/level/spin-for-ever');
		expect(screen.getByTestId('level').textContent).toContain('Nobody behind me? Make T2 spin');
		cleanup();
		await page.show('#/level/unlock-must-wait');
		expect(screen.getByTestId('level').textContent).toContain('must wait. Bring T1');
	});

	it('tells who goes round in a circle, and nobody who does something new', async () => {
		await page.show('#/level/lose-the-wake-up');
		for (const key of '112') await press(key);
		expect(said()).toBe('');
		for (const key of '22222222') await press(key);
		expect(said()).toContain('T2 goes round in a circle');
		await press('1');
		expect(said()).toBe('');
	});

	it('lets nothing happen that its budget forbids', async () => {
		await page.show('#/level/go-to-sleep');
		for (const key of '12') await press(key);
		expect(page.app.doc?.moment.withheld).toEqual([]);
		const budget = [...(page.app.doc?.level?.facts.budget ?? [])];
		expect(page.app.doc?.config.budget).toEqual(budget);
	});

	it('is not won by what was shown, however the reader goes through it', async () => {
		await page.show('#/level/two-heads');
		await act(async () => page.app.levels.use((l) => l.show()));
		await waitFor(() => expect(page.app.doc?.moment.length).toBe(8));
		for (const at of [8, 0, 8]) await act(() => page.app.cursor.seek(at));
		expect(said()).toContain('It was shown and not found by you');
		await press('ArrowLeft');
		await press('ArrowRight');
		expect(page.app.doc?.moment.at).toBe(8);
		/* as the browser's Back and Forward do */
		const hash = hashOf(page.app.state);
		for (const place of ['#/level/two-heads', hash]) {
			const { route } = routeOf(page.core, place);
			await act(async () => page.app.goTo(route, []));
			await waitFor(() => expect(page.app.doc?.session.length).toBe(place === hash ? 8 : 0));
		}
		expect(page.app.doc?.moment.at).toBe(8);
		expect(said()).toContain('Start again to find your own way.');
		/* its last step by hand, where the others were shown */
		await act(() => page.app.cursor.seek(7));
		const last = page.app.doc?.session.action(7) ?? 0;
		await press(last === 0 ? '2' : '1');
		await press('ArrowLeft');
		await press(String(last + 1));
		expect(page.app.doc?.moment.at).toBe(8);
		expect(screen.getByTestId('level').dataset.won).toBeUndefined();
		expect(wins()).toEqual({});
	});

	it('is not won by the schedule that the check has found, but by the same steps taken by oneself', async () => {
		await page.show('#/level/two-inside');
		await act(async () => page.app.checker.start());
		await act(() => page.app.futures.playCounterexample());
		await act(() => page.app.cursor.seek(4));
		expect(said()).toContain('The goal is reached in 4 steps.');
		expect(said()).toContain('It was shown and not found by you, so the level is not won.');
		expect(wins()).toEqual({});
		fireEvent.click(screen.getByTestId('start-again'));
		await waitFor(() => expect(page.app.doc?.session.length).toBe(0));
		for (const key of '1222') await press(key);
		expect(said()).toContain('Done in 4 steps');
		expect(wins()).toEqual({ 'two-inside': 4 });
	});

	it('takes for the reader’s own the steps of a way left and taken up again, and those of before a reload', async () => {
		await page.show('#/level/two-inside');
		for (const key of '122') await press(key);
		await press('Home');
		await press('2');
		await act(() => page.app.futures.takeGhost(0));
		await act(() => page.app.cursor.seek(3));
		const hash = hashOf(page.app.state);
		cleanup();
		page.app.store.set({ doc: null });
		await page.show(hash);
		await press('2');
		expect(said()).toContain('Done in 4 steps');
		expect(wins()).toMatchObject({ 'two-inside': 4 });
	});

	it('says by itself that the goal is out of reach, and which step has lost it when asked', async () => {
		await page.show('#/level/lose-the-wake-up');
		/* T1 through, T2 has the mutex: nobody is left to miss a wake-up */
		for (const key of '11111') await press(key);
		await waitFor(() => expect(said()).toContain('From here the goal can no longer be reached.'));
		expect(screen.getByTestId('hint').textContent).toContain('Which step lost it?');
		await press('2');
		expect(said()).toContain('From here the goal can no longer be reached.');
		await press('i');
		await waitFor(() =>
			expect(said()).toMatch(/The goal can no longer be reached\. Step \d+ has lost it/),
		);
		await act(() => page.app.cursor.seek(1));
		expect(said()).toBe('');
	});

	it('keeps to itself that a level cannot be won', async () => {
		const watched: Record<string, boolean> = {};
		for (const name of ['past-handoff', 'lose-the-wake-up']) {
			await page.show(`#/level/${name}`);
			await press('1');
			if (page.app.doc) watched[name] = isWatched(page.app.doc);
			cleanup();
		}
		expect(watched).toEqual({ 'past-handoff': false, 'lose-the-wake-up': true });
	});

	it('is not won by one press: who says that it cannot be done is asked why', async () => {
		await page.show('#/level/past-handoff');
		await press('1');
		fireEvent.click(screen.getByTestId('impossible'));
		await waitFor(() => expect(said()).toContain('The search finds no way either'), {
			timeout: 30_000,
		});
		expect(wins()).not.toHaveProperty('past-handoff');
		expect(screen.getByTestId('level').dataset.won).toBeUndefined();
		const { reasons = [] } = page.app.doc?.level?.facts ?? {};
		const choose = (right: boolean) => {
			const { text = '' } = reasons.find((reason) => reason.right === right) ?? {};
			return act(async () =>
				fireEvent.click(screen.getByRole('button', { name: new RegExp(text) })),
			);
		};
		await choose(false);
		await waitFor(() => expect(screen.getByTestId('reasons').textContent).toContain('Not so.'));
		expect(wins()).not.toHaveProperty('past-handoff');
		await choose(true);
		await waitFor(() => expect(said()).toContain('Right, it is impossible.'));
		expect(wins()).toMatchObject({ 'past-handoff': 0 });
	});

	it('has its reasons chosen by digits while it asks for one, and then threads again', async () => {
		page.app.page.setView({ presenter: true });
		await page.show('#/level/past-handoff?p=1');
		await press('1');
		fireEvent.click(screen.getByTestId('impossible'));
		const reasons = await screen.findByTestId('reasons', {}, { timeout: 30_000 });
		const { reasons: all = [] } = page.app.doc?.level?.facts ?? {};
		const { length } = page.app.doc?.session ?? {};
		expect(reasons.querySelectorAll('kbd')).toHaveLength(all.length);
		const right = all.findIndex((reason) => reason.right);
		const wrong = all.flatMap((reason, i) => (reason.right ? [] : [i]));
		/* a room is shown the reply to the one that is spoken of */
		for (const place of [...wrong, ...wrong]) {
			await press(String(place + 1));
			const replies = [...reasons.querySelectorAll('p')].map((p) => p.textContent);
			expect(replies).toEqual([`Not so. ${all[place]?.reply}`]);
		}
		await press(String(all.length + 1));
		expect(page.app.doc?.session.length).toBe(length);
		await press(String(right + 1));
		await waitFor(() => expect(said()).toContain('Right, it is impossible.'));
		expect(page.app.doc?.session.length).toBe(length);
		await press('1');
		expect(page.app.doc?.session.length).toBe((length ?? 0) + 1);
	});

	it('has said nothing yet where its address is opened again', async () => {
		await page.show('#/level/lose-the-wake-up');
		for (const key of 'ii') await press(key);
		await waitFor(() => expect(said()).toContain('Hint: '));
		await press('i');
		await waitFor(() => expect(said()).toContain('Next: '), { timeout: 30_000 });
		const { route, notices } = routeOf(page.core, '#/level/lose-the-wake-up');
		await act(async () => page.app.goTo(route, notices));
		await waitFor(() => expect(said()).toBe(''));
		expect(page.app.doc?.level).toMatchObject({ hinted: 0, way: null });
	});

	it('has its task once on a slide', async () => {
		page.app.page.setView({ presenter: true });
		await page.show('#/level/lose-the-wake-up?p=1');
		const task = page.app.doc?.level?.facts.task ?? '-';
		expect(document.body.textContent?.split(task)).toHaveLength(2);
		expect(screen.getByTestId('narration').textContent).toBe(
			'You choose every step. Who moves first?',
		);
	});

	it('is won at its start by nothing: no goal holds there, and no word is taken without a move', async () => {
		expect(levels.length).toBeGreaterThan(40);
		for (const facts of levels) {
			const { name, goal, shortest } = facts;
			await page.core.load(facts.lock);
			const config = page.core.configOf(facts.scenario, facts);
			expect(wonAt(goalAlong(page.core, config, goal, [])), name).toBe(-1);
			if (shortest > 0) continue;
			await page.show(`#/level/${name}`);
			fireEvent.click(screen.getByTestId('impossible'));
			await waitFor(() => expect(said()).toContain('Try it first'));
			expect(page.app.doc?.level?.claim, name).toBeNull();
			expect(screen.queryByTestId('reasons'), name).toBeNull();
			await press('1');
			expect(said(), name).toBe('');
			cleanup();
		}
	});

	it('says nothing of the search that its Cancel has ended', async () => {
		let ended = false;
		page.app = new App(
			(_config, { signal }) =>
				new Promise((_, reject) => {
					signal?.addEventListener('abort', () => {
						ended = true;
						reject(new Error('cancelled'));
					});
				}),
			undefined,
			undefined,
			async (host) => playLevels(host),
		);
		page.app.store.set({ core: page.core });
		await page.show('#/level/two-heads');
		await act(async () => void page.app.steps.step(0));
		fireEvent.click(screen.getByTestId('impossible'));
		await waitFor(() => expect(said()).toContain('Taking every schedule'));
		fireEvent.click(screen.getByRole('button', { name: 'Cancel' }));
		await waitFor(() => expect(said()).toBe(''));
		expect(ended).toBe(true);
	});

	it('says when the search could not end', async () => {
		const before = wins();
		const bounded = { done: true, states: 9, transitions: 9, depth: 1, seconds: 0, what: '' };
		page.app = new App(
			async () => ({
				...bounded,
				verdict: 'BOUNDED',
				path: [],
				found: false,
				collision: 0,
				sum: '',
				brokenAt: 0,
				saved: 'unknown' as const,
				ran: [],
			}),
			undefined,
			undefined,
			async (host) => playLevels(host),
		);
		page.app.store.set({ core: page.core });
		await page.show('#/level/past-handoff');
		await act(async () => void page.app.steps.step(0));
		fireEvent.click(screen.getByTestId('impossible'));
		await waitFor(() => expect(said()).toContain('the search reached its bound'));
		expect(wins()).toEqual(before);
	});
});
