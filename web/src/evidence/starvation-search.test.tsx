import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type Config, type Core, ENDLESS, type Starvation } from '../../../wasm/src';
import { starvationHere } from '../../../wasm/src/starvation';
import { builtCore, starvationEngine } from '../../../wasm/src/testing';
import { App } from '../store/app';
import { AppContext } from '../store/react';
import type { FindStarvation } from '../store/starvation';
import { progress } from '../store/testing';
import { Fairness } from './Fairness';
import { storyOfPassing } from './passing';

let core: Core;
beforeAll(async () => {
	core = await builtCore();
});
afterEach(cleanup);

const never = () => Promise.reject(new Error('not here'));

function shown(fragment: string, find: FindStarvation): App {
	const explore = async () => progress({});
	const app = new App(explore, never, undefined, never, never, find);
	app.store.set({ core });
	app.goTo({ kind: 'stepper', fragment });
	render(
		<AppContext value={app}>
			<Fairness evidence={null} />
		</AppContext>,
	);
	return app;
}
const real: FindStarvation = async (config, options) =>
	starvationHere(await starvationEngine(core.lock(config.lock).name), config, options);

/** A search that the test conducts. */
function conducted() {
	const made = {
		asked: [] as { config: Config; maxStates: number }[],
		report: (_: Partial<Starvation>) => {},
		answer: (_: Partial<Starvation>) => {},
		fail: (_: Error) => {},
		aborted: () => false,
	};
	const find: FindStarvation = (config, { maxStates, onProgress, signal }) => {
		made.asked.push({ config, maxStates });
		made.report = (said) => act(() => onProgress?.(said as Starvation));
		made.aborted = () => signal?.aborted ?? false;
		return new Promise((resolve, reject) => {
			made.answer = (said) => resolve(said as Starvation);
			made.fail = reject;
		});
	};
	return { made, find };
}
const bounded = (states: number): Partial<Starvation> => ({
	...{ states, transitions: 9, depth: 3, seconds: 1, complete: false, built: true, judged: true },
	...{ who: [], asleep: [], tid: 0, lead: 0, round: 0, passes: 0, path: [] },
});

const button = () => screen.getByTestId('starvation-start');
const said = () => screen.getByTestId('starvation-said').textContent ?? '';

describe('the search for starvation', () => {
	it('answers of a set-up that no table has, and the schedule opens with its round', async () => {
		const app = shown('mutex-6.12?n=4&roles=LLLL', real);
		expect(screen.getByTestId('fairness').textContent).toContain(
			'was not asked of this very set-up',
		);
		expect(button().textContent).toBe('Search: can a thread be passed for ever?');
		button().focus();
		fireEvent.click(button());
		expect(said()).toBe('Searching for a schedule that starves a thread.');
		await waitFor(() => expect(said()).toContain('may be passed without bound'), {
			timeout: 20_000,
		});
		expect(document.activeElement).toBe(button());
		expect(said()).toContain(
			'Searched here with endless rounds, nothing from outside: 191,349 states',
		);
		expect(said()).toContain('lockstep check mutex-6.12 --threads LLLL --starvation');
		expect(screen.getByTestId('fairness').textContent).not.toContain('was not asked');
		const link = screen.getByRole('link', { name: 'Open that schedule' });
		const fragment = link.getAttribute('href')?.replace('#/', '') ?? '';
		app.goTo({ kind: 'stepper', fragment });
		expect(app.state.notices).toEqual([]);
		expect(app.doc?.config).toMatchObject({ threads: 4, rounds: ENDLESS });
		expect(app.doc?.round).toBe(9);
		expect(app.doc?.moment).toMatchObject({ at: 14, length: 14 });
		/* another set-up: nothing is said of it yet */
		expect(app.state.starvation.kind).toBe('none');
	});

	it('says how far it is, and is cancelled by the same button', async () => {
		const { made, find } = conducted();
		shown('mutex-6.12-fault-no-handoff', find);
		fireEvent.click(button());
		expect(made.asked[0]?.config).toMatchObject({ rounds: ENDLESS, threads: 4 });
		made.report({ states: 1234, built: false });
		const running = () => screen.getByTestId('starvation-running').textContent;
		expect(running()).toContain('1,234 states, of at most 1,000,000');
		made.report({ states: 2345, built: true });
		expect(running()).toContain('2,345 states; now each thread is judged by them');
		expect(button().textContent).toBe('Cancel');
		fireEvent.click(button());
		expect(made.aborted()).toBe(true);
		expect(button().textContent).toBe('Search: can a thread be passed for ever?');
		await act(async () => made.answer(bounded(5)));
		expect(said()).toBe('');
	});

	it('gives no answer where its bound ended it, and searches on', async () => {
		const { made, find } = conducted();
		shown('mcs?n=4', find);
		fireEvent.click(button());
		await act(async () => made.answer(bounded(1_000_000)));
		expect(said()).toContain('No answer within 1,000,000 states of endless rounds');
		expect(said()).toContain('The bound of 1,000,000 states ended the search.');
		expect(said()).toContain('--states 1000000 --starvation');
		expect(button().textContent).toBe('Search on, to 4,000,000 states');
		fireEvent.click(button());
		expect(made.asked[1]?.maxStates).toBe(4_000_000);
		await act(async () => made.answer(bounded(2_000_000)));
		expect(said()).toContain('Memory ran out before all states were seen.');
		expect(button().textContent).toBe('Search again');
		fireEvent.click(button());
		await act(async () => made.answer({ ...bounded(9), complete: true, judged: false }));
		expect(said()).toContain('No answer within 9 states');
		expect(said()).toContain('Memory ran out before each thread was judged.');
		fireEvent.click(button());
		await act(async () => made.fail(new Error('the search could not run')));
		expect(said()).toContain('the search could not run');
	});

	it('allows from outside what is chosen', async () => {
		const { made, find } = conducted();
		shown('mutex-6.12-fault-no-handoff', find);
		const preempt = made.asked;
		fireEvent.click(button());
		expect(preempt[0]?.config.budget[1]).toBe(1);
		fireEvent.click(button());
		const select = screen.getByLabelText('What the search may let happen from outside');
		fireEvent.change(select, { target: { value: '1' } });
		fireEvent.click(button());
		expect(made.asked[1]?.config.budget.every((n) => n === 0)).toBe(true);
	});

	it('is asked of fewer threads where all have too many states, and says of how many', async () => {
		const { made, find } = conducted();
		const app = shown('mutex-mcs-queue', find);
		const budget = app.doc?.config.budget ?? [];
		const asked = () => made.asked.map(({ config }) => [config.threads, config.roles.length]);
		act(() => void app.checker.starvation.ask(budget));
		expect(asked()).toEqual([[4, 4]]);
		await act(async () => made.answer({ ...bounded(950_259), judged: false }));
		expect(asked()).toEqual([
			[4, 4],
			[3, 3],
		]);
		await act(async () =>
			made.answer({ ...bounded(9), tid: 2, who: [2], path: [0, 1], lead: 1, round: 1, passes: 1 }),
		);
		expect(made.asked).toHaveLength(2);
		expect(app.state.starvation).toMatchObject({ kind: 'done', threads: 3 });
		expect(said()).toContain('Searched here with 3 threads, with endless rounds');
		/* what is found before the bound is found */
		act(() => void app.checker.starvation.ask(budget));
		await act(async () => made.answer({ ...bounded(1_000_000), tid: 1, who: [1] }));
		expect(app.state.starvation).toMatchObject({ kind: 'done', threads: 4 });
	});

	it('has a story that shows one who is passed, of the same text first, and without a fault', () => {
		const config = (name: string) => core.configOf(name);
		expect(storyOfPassing(core, config('mutex-mcs-queue'))?.name).toBe('mutex-lost-place');
		/* none passes another in a lock that serves in turn */
		expect(storyOfPassing(core, config('mcs-queue'))).toBeUndefined();
		/* its own text has none, another of the same lock has */
		const { lock } = config('mutex-stampede');
		expect(storyOfPassing(core, config('mutex-stampede'))?.lock).toBe(lock);
	});
});
