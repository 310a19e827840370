/** Recorded runs on the real core and the whole page; only the Worker is the test's own. */
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { type Core, MAX_TRACE_BYTES, NO_EVENT, type Trace } from '../../../wasm/src';
import { builtCore } from '../../../wasm/src/testing';
import { Page } from '../app/App';
import { hashOf, routeOf } from '../app/route';
import { copyLink } from '../controls/clipboard';
import { announcement } from '../narration/Aloud';
import { App } from '../store/app';
import { AppContext } from '../store/react';
import { heldOf } from './held';
import { verdictText } from './provenance';
import { type Open, Recordings } from './recordings';
import { shippedMatching } from './shipped';
import { madeTrace, openedAs } from './testing';

vi.setConfig({ testTimeout: 60_000 });

const STEPS = 300;
let core: Core;
let app: App;
let answer: Open;

beforeAll(async () => {
	core = await builtCore();
});

beforeEach(() => {
	answer = async () => openedAs(madeTrace(core, 'mutex-mcs', STEPS));
	vi.stubGlobal('fetch', async () => new Response('text'));
	app = new App(
		async () => {
			throw new Error('not asked for');
		},
		async (opener) => new Recordings(opener, core, (bytes, options) => answer(bytes, options)),
	);
	app.store.set({ core });
	render(
		<AppContext value={app}>
			<Page />
		</AppContext>,
	);
});

afterEach(() => {
	cleanup();
	vi.unstubAllGlobals();
});

async function goTo(hash: string) {
	const { route, notices } = routeOf(core, hash);
	act(() => app.goTo(route, notices));
	await waitFor(() => expect(app.state.opening).toBeNull());
}

/** Opens an address and waits for what shows a recording. */
async function show(hash: string) {
	await goTo(hash);
	await waitFor(() => expect(app.doc?.recording).not.toBeNull());
	await screen.findByTestId('recording');
}

async function openFile(name: string, content: BlobPart[] = ['text'], wanted = answer) {
	answer = wanted;
	act(() => app.recorded.use((r) => r.openFile(new File(content, name))));
	await waitFor(() => {
		expect(app.state.opening).toBeNull();
		expect(app.state.notices.length > 0 || app.doc?.recording?.title === name).toBe(true);
	});
}

const trace = (): Trace => app.doc?.recording?.trace as Trace;

describe('a recording that comes with the page', () => {
	it('opens at its start, with its title, what it shows, and where it comes from', async () => {
		await show('#/trace/tp-handoff');
		expect(app.doc?.moment).toMatchObject({ at: 0, length: STEPS, total: STEPS, story: 'telling' });
		expect(screen.getByTestId('recorded').textContent).toBe('recorded');
		const line = screen.getByTestId('provenance-line').textContent;
		expect(line).toContain('kernel 6.12.117 · TCG · 2 CPUs · 2026-11-21');
		expect(line).toContain(`${trace().events} events`);
		expect(document.title).toContain('hands a futex over');
		expect(screen.getByTestId('narration').textContent).toContain('writes its TID into the word');
		expect(announcement(app.state)).toContain('hands a futex over');
		fireEvent.click(screen.getByTestId('provenance'));
		expect((await screen.findByTestId('coverage')).textContent).toBe(
			'The run covered 61 of 63 lines that threads with these roles can reach.',
		);
		expect(screen.getByTestId('recording-panel').textContent).toContain(
			'1,000 ticks a microsecond',
		);
		const { event } = trace();
		const inferred = [...event].filter((of) => of === NO_EVENT).length;
		expect(inferred).toBeGreaterThan(0);
		expect(screen.getByTestId('recording-panel').textContent).toContain(
			`${STEPS - inferred} of ${STEPS} steps recorded, the others inferred.`,
		);
	});

	it('says how much of it is recorded, and which bookmark nobody recorded', async () => {
		const first = madeTrace(core, 'mutex-mcs', STEPS).event.indexOf(NO_EVENT);
		await show(`#/trace/tp-handoff?marks=${first}.${first + 1}`);
		const recorded = trace().event.filter((event) => event !== NO_EVENT).length;
		expect(recorded).toBeLessThan(STEPS);
		expect(screen.getByTestId('held').textContent).toBe(
			`✓ fits the model · ${recorded} of ${STEPS} steps recorded`,
		);
		const marks = screen.getByTestId('bookmarks').querySelectorAll('button');
		expect([...marks].map((mark) => mark.textContent)).toEqual([
			`${first}`,
			`${first + 1} (inferred)`,
		]);
	});

	it('counts the mends of the text that it is held against', async () => {
		const made = madeTrace(core, 'rwsem', STEPS);
		const { switches } = core.lock(made.config.lock);
		const bit = switches.findIndex(({ name }) => name.startsWith('mend_'));
		const fault = switches.findIndex(({ name }) => !name.startsWith('mend_'));
		const config = { ...made.config, switches: (1 << bit) | (1 << fault) };
		expect(heldOf({ ...made, config }, core.facts)).toMatchObject({ mends: 1, steps: STEPS });
		expect(verdictText({ ...made, config }, core.facts)).toMatch(/fit the model with 1 fix\. /);
	});

	it('counts one event as one, and says nothing of steps where none was taken', async () => {
		const made = madeTrace(core, 'rwsem', STEPS);
		const of = (events: number, conforming: number) =>
			verdictText(
				{
					...made,
					events,
					conforming,
					event: made.event.slice(0, 0),
					actions: made.actions.slice(0, 0),
				},
				core.facts,
			);
		expect(of(1, 0)).toBe('0 of 1 event fits the model; it was not over where the recording ends.');
		expect(of(3, 1)).toMatch(/^1 of 3 events fits the model; the others were not over /);
		expect(of(3, 2)).toMatch(/^2 of 3 events fit the model; the other was not over /);
		expect(of(1, 1)).toBe('The one event fits the model.');
	});

	it('is found by its words, with and without their hyphens', () => {
		for (const query of ['hand-off', 'Handoff FUTEX', 'recorded hand_off'])
			expect(shippedMatching(query).map(({ id }) => id)).toContain('tp-handoff');
		expect(shippedMatching('recorded stampede')).toEqual([]);
	});

	it('opens at the moment of its address, which never holds the schedule', async () => {
		const format = vi.spyOn(core, 'formatUrl');
		await show('#/trace/tp-handoff?at=12&marks=7');
		expect(app.doc?.moment.at).toBe(12);
		expect(app.doc?.bookmarks).toEqual([7]);
		act(() => void app.steps.forward());
		expect(hashOf(app.state)).toBe('#/trace/tp-handoff?at=13&marks=7');
		expect(format).not.toHaveBeenCalled();
		format.mockRestore();
	});

	it('names the event of each step, when it was, and which steps are inferred', async () => {
		await show('#/trace/tp-handoff');
		const inferred = trace().event.indexOf(NO_EVENT);
		expect(inferred).toBeGreaterThan(1);
		act(() => app.cursor.seek(inferred));
		const note = () => screen.getByTestId('recorded-step').textContent;
		expect(note()).toContain(`Event ${inferred}`);
		expect(note()).toContain(
			`${(1.5 * (inferred - 1)).toFixed(2)} µs after the start, 1.50 µs after`,
		);
		expect(announcement(app.state)).not.toContain('Inferred');
		act(() => void app.steps.forward());
		expect(note()).toMatch(/^inferred The recording cannot show this act from outside/);
		expect(announcement(app.state)).toContain('Inferred');
	});

	it('stops at its end, which is not that of a story', async () => {
		await show(`#/trace/tp-handoff?at=${STEPS}`);
		expect(app.doc?.moment.story).toBe('ended');
		expect(screen.getByTestId('story-end').textContent).toContain('End of the recording.');
		expect(screen.queryByTestId('next-story')).toBeNull();
		act(() => void app.steps.forward());
		expect(app.doc?.moment.length).toBe(STEPS);
		expect(app.state.toast).toContain('The recording ends here');
		act(() => void app.steps.forward());
		expect(app.doc?.moment.length).toBe(STEPS + 1);
		expect(app.doc?.parted).toBe(STEPS);
	});

	it('is opened once: the way back to it asks for no file', async () => {
		await show('#/trace/tp-handoff?at=5');
		await goTo('#/mcs-queue');
		expect(app.doc?.recording).toBeNull();
		vi.stubGlobal('fetch', () => Promise.reject(new Error('no net')));
		await show('#/trace/tp-handoff?at=9');
		expect(app.doc?.moment.at).toBe(9);
	});

	it('is not taken for another one', async () => {
		await show('#/trace/tp-handoff?at=5');
		answer = async () => openedAs(madeTrace(core, 'mcs', 60));
		await goTo('#/trace/mutex-sleep-wake?at=9');
		await waitFor(() => expect(app.doc?.recording?.id).toBe('mutex-sleep-wake'));
		expect(app.doc?.config.scenario).toBe('mcs');
		expect(app.doc?.branches).toHaveLength(1);
		await goTo('#/trace/tp-handoff?at=6');
		await waitFor(() => expect(app.doc?.config.scenario).toBe('mutex-mcs'));
	});

	it('that does not exist or cannot be had is said, and what was open stays', async () => {
		await goTo('#/mcs-queue?at=0');
		await goTo('#/trace/no-such');
		expect(app.state.notices.join(' ')).toContain('No recording of that name');
		expect(app.doc?.config.scenario).toBe('mcs-queue');
		vi.stubGlobal('fetch', async () => new Response('', { status: 404 }));
		await goTo('#/trace/rwsem-steal');
		await waitFor(() => expect(app.state.notices.join(' ')).toContain('404'));
		expect(hashOf(app.state)).toContain('#/mcs-queue');
	});
});

describe('a step of the reader’s own', () => {
	/** Leaves the recording at step 40. */
	async function leave() {
		await show('#/trace/tp-handoff?at=40');
		const recorded = trace().actions[40];
		const other = app.doc?.moment.options.find(
			(o) => o.result === 'moved' && o.env === '' && o.action !== recorded,
		);
		act(() => void app.steps.step(other?.action ?? 0));
		return other?.action ?? 0;
	}

	it('leaves the recording, and the recording can be had back', async () => {
		await leave();
		expect(app.doc?.moment).toMatchObject({ at: 41, length: 41, story: 'left' });
		expect(screen.queryByTestId('recorded')).toBeNull();
		expect(screen.queryByTestId('recorded-step')).toBeNull();
		expect(screen.getByTestId('own-steps').textContent).toBe('your steps from 40 on');
		expect(app.doc?.ghosts.map((g) => g.label)).toEqual([
			`recorded: ${STEPS - 40} steps from step 40`,
		]);
		fireEvent.click(screen.getByTestId('back-to-recording'));
		expect(app.doc?.moment).toMatchObject({ at: 40, length: STEPS, story: 'telling' });
		expect(app.doc?.ghosts).toHaveLength(1);
		act(() => app.futures.takeGhost(0));
		expect(app.doc?.moment.length).toBe(41);
	});

	it('keeps the recording however many there are', async () => {
		await leave();
		for (let i = 0; i < 30; i++) {
			act(() => app.cursor.seek(39 - i));
			const taken = app.doc?.session.action(39 - i);
			const other = app.doc?.moment.options.find((o) => o.result === 'moved' && o.action !== taken);
			if (other) act(() => void app.steps.step(other.action));
		}
		expect(app.doc?.branches.length).toBeGreaterThan(5);
		expect(app.doc?.branches.length).toBeLessThan(15);
		act(() => app.futures.back());
		expect(app.doc?.moment.length).toBe(STEPS);
	});

	it('stands in the address, which opens the same moment', async () => {
		const own = await leave();
		const hash = hashOf(app.state);
		expect(hash).toBe(`#/trace/tp-handoff?at=41&from=40&then=${core.actionName(own)}`);
		const { sentence, machine } = app.doc?.moment ?? {};
		await goTo('#/mcs-queue');
		await show(hash);
		expect(app.doc?.moment).toMatchObject({ at: 41, length: 41, sentence, machine });
		await show('#/trace/tp-handoff?at=2&from=1&then=zz9.1');
		expect(app.state.notices.join(' ')).toContain('“zz9”');
		expect(app.doc?.parted).toBe(STEPS);
	});
});

describe('a recording that leaves the model', () => {
	const differs = {
		event: 250,
		line: 259,
		tid: 2,
		saw: 'T2 found 1 in count.',
		allowed: ['T2 finds 0', 'T1 reads 0', 'T3 sleeps', 'T4 sleeps'],
	};

	it('shows at its end what was done and what is allowed, and a flag on the lanes', async () => {
		answer = async () => openedAs({ ...madeTrace(core, 'mutex-mcs', STEPS), differs });
		await show('#/trace/tp-handoff?at=3');
		expect(app.state.toast).toContain('Event 251 (line 259)');
		expect(screen.queryByTestId('disagreement')).toBeNull();
		fireEvent.click(screen.getByTestId('to-disagreement'));
		expect(app.doc?.moment.at).toBe(STEPS);
		const said = screen.getByTestId('disagreement').textContent;
		expect(said).toContain('Recorded: T2 found 1 in count.');
		expect(said).toContain('The model allows: T2 finds 0 · 3 more under Provenance');
		expect(announcement(app.state)).toContain('leaves the model: T2 found 1');
	});
});

describe('a file', () => {
	it('opens, and its address is of no use to others', async () => {
		await openFile('run.trace');
		expect(app.doc?.recording?.text).toContain('3 threads');
		expect(hashOf(app.state)).toBe('#/trace/file-1?at=0');
		await act(() => copyLink(app));
		expect(app.state.toast).toContain('No link');
	});

	it('that is damaged opens as far as it goes, and says where it ends', async () => {
		const notes = ['Line 17: "foo" is no operation; this line and what follows was dropped.'];
		await openFile('cut.trace', ['text'], async () =>
			openedAs({ ...madeTrace(core, 'mutex-mcs', 50), notes, cut: true, damaged: 1017 }),
		);
		/* no sign that all is well: what came after that line is not known */
		const held = screen.getByTestId('held').textContent;
		expect(held).toContain('fits the model up to line 1,017, where the file is damaged');
		expect(held).not.toContain('✓');
		expect(screen.getByTestId('provenance-line').textContent).toMatch(/^as the file says: /);
		expect(app.doc?.moment.length).toBe(50);
		expect(screen.getByTestId('notice').textContent).toContain('Line 17');
	});

	it.each([
		['is no trace', ['text'], 'Line 1: no head.'],
		['is empty', [], 'The file is empty.'],
	])('that %s leaves what was open', async (_, content, says) => {
		await goTo('#/mcs-queue');
		act(() => void app.steps.forward());
		await openFile('cat.jpg', content, async () => ({ ok: false, notes: ['Line 1: no head.'] }));
		expect(app.state.notices).toEqual(['“cat.jpg” was not opened.', says]);
		expect(app.doc?.config.scenario).toBe('mcs-queue');
		expect(app.doc?.moment.at).toBe(1);
	});

	it('that is too large is not even read', async () => {
		const file = { name: 'huge', size: MAX_TRACE_BYTES + 1, arrayBuffer: vi.fn() };
		act(() => app.recorded.use((r) => r.openFile(file as unknown as File)));
		await waitFor(() => expect(app.state.notices.join(' ')).toContain('may have 64'));
		expect(file.arrayBuffer).not.toHaveBeenCalled();
	});

	it('is given up with Esc', async () => {
		let aborted = false;
		answer = (_, { signal }) =>
			new Promise((resolve) =>
				signal?.addEventListener('abort', () => {
					aborted = true;
					resolve(null);
				}),
			);
		act(() => app.recorded.use((r) => r.openFile(new File(['text'], 'slow.trace'))));
		await screen.findByTestId('opening');
		await waitFor(() => expect(app.state.opening?.title).toBe('slow.trace'));
		act(() => app.escape());
		expect(aborted).toBe(true);
		expect(screen.queryByTestId('opening')).toBeNull();
		expect(app.doc).toBeNull();
	});

	it('of an address from before is asked for again', async () => {
		await goTo('#/trace/file-3?at=4');
		expect(app.state.route.kind).toBe('gallery');
		expect(app.state.notices.join(' ')).toContain('open the file again');
	});
});

describe('what has no limit', () => {
	it('is said so wherever rounds and budgets are', async () => {
		await show('#/trace/tp-handoff?at=30');
		/* a low window has it folded */
		const folded = screen.queryByTestId('env-unfold');
		if (folded) fireEvent.click(folded);
		const environment = screen.getByRole('toolbar', { name: 'Outside' }).textContent;
		expect(environment).toContain('no limit');
		expect(environment).not.toContain('255');
		act(() => app.page.setPanel('setup'));
		const rounds = await screen.findByTestId('setup-rounds');
		expect(rounds).toHaveProperty('value', '∞');
		expect(screen.getByTestId('setup-budget-preempt')).toHaveProperty('value', '∞');
		fireEvent.click(screen.getByTestId('setup-rounds-endless'));
		expect(app.doc?.config.rounds).toBe(1);
		expect(app.doc?.recording).toBeNull();
		expect(screen.getByTestId('setup-rounds')).toHaveProperty('value', '1');
	});

	it('is searched with the rounds that the scenario has, and nothing from outside', async () => {
		const explore = vi.fn(() => new Promise<never>(() => {}));
		const searching = new App(explore, async (opener) => new Recordings(opener, core, answer));
		searching.store.set({ core });
		searching.goTo(routeOf(core, '#/trace/tp-handoff').route);
		await waitFor(() => expect(searching.doc?.recording).toBeTruthy());
		searching.checker.open();
		expect(explore).toHaveBeenCalledWith(
			expect.objectContaining({ rounds: core.scenario('mutex-mcs')?.rounds }),
			expect.anything(),
		);
		const [[config]] = explore.mock.calls as unknown as [[{ budget: number[] }]];
		expect(config.budget.every((b) => b === 0)).toBe(true);
	});
});
