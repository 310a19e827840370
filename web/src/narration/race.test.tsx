import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { wholePage } from '../app/testing';
import { raceIn } from '../store/race';
import type { Document } from '../store/state';

const page = wholePage(() => 'position');
const M0 = '#/mcs?v=1&n=2&r=1&s=NUBO6';
const W3 = '#/wait-wake-rw?v=1&n=2&r=2&b=0.0.0.0.0&s=ZbCpX0';

const said = (id: string) => screen.getByTestId(id).textContent ?? '';
const seek = (at: number) => act(() => page.app.cursor.seek(at));

describe('a step that races', () => {
	it('says with which, where, and which order is missing', async () => {
		await page.show(M0);
		expect(said('race')).toContain('This step races with step 5.');
		expect(said('race-between')).toMatch(
			/^T1 \(step 5, line \d+\) writes the data under the lock, and T2 \(step 13, line \d+\) writes it as well\.$/,
		);
		expect(said('race-why')).toContain('there is no happens-before');
		expect(said('race-why')).toMatch(
			/T1 tells T2 through T2\.locked: it writes it \(step 11, line \d+\), and T2 reads it \(step 12, line \d+\)\./,
		);
		expect(said('race-why')).toContain('Missing: a release at step 11, and an acquire at step 12.');
		seek(12);
		expect(screen.queryByTestId('race')).toBeNull();
	});

	it('lacks no more than it does', async () => {
		await page.show(W3);
		expect(said('race-between')).toContain('T2 (step 25');
		expect(said('race-between')).toContain('reads it.');
		expect(said('race-why')).toMatch(/Missing: an acquire at step 24\.$/);
	});

	it('is named behind it, with the way there', async () => {
		await page.show('#/mcs-no-order?at=15');
		expect(said('race')).toContain('Step 13 races with step 5.');
		expect(screen.queryByTestId('race-why')).toBeNull();
		fireEvent.click(screen.getByText('Go to step 13'));
		expect(page.app.doc?.moment.at).toBe(13);
		expect(said('race-why')).toContain('Missing');
	});

	it('is one folded line below a story that tells of something else, and one line before its room', async () => {
		await page.show('#/mcs-queue?at=26');
		const note = screen.getByTestId('race');
		expect(note.textContent).toBe('▸ Beside the story: memory orders');
		for (const above of ['beat', 'story-end'])
			expect(
				screen.getByTestId(above).compareDocumentPosition(note) & Node.DOCUMENT_POSITION_FOLLOWING,
			).toBeTruthy();
		fireEvent.click(screen.getByText(/Beside the story/));
		expect(said('race')).toMatch(
			/by the declared memory orders, step \d+ has a data race with step \d+/,
		);
		expect(said('race-why')).toContain('Missing');
		const { core, app } = page;
		const { second = 0, first = 0 } = (app.doc && raceIn(core, app.doc)) ?? {};
		act(() => app.page.setView({ presenter: true }));
		expect(screen.queryByTestId('race')).toBeNull();
		seek(second);
		await waitFor(() =>
			expect(said('race')).toBe(
				`Beside the story: by the declared memory orders, step ${second} has a data race with step ${first}.`,
			),
		);
	});

	it('is said alike in the story and in steps that left it', async () => {
		await page.show('#/mcs-queue?at=26');
		const { core, app } = page;
		const told = screen.getByTestId('race').textContent;
		const { second = 0 } = (app.doc && raceIn(core, app.doc)) ?? {};
		seek(second);
		const other = app.doc?.moment.options.find(
			({ action, result }) => result === 'moved' && action !== app.doc?.moment.next?.action,
		);
		act(() => app.steps.step(other?.action ?? 0));
		expect(app.doc?.moment.story).toBe('left');
		expect(screen.getByTestId('race').textContent).toBe(told);
	});

	it('is not what ails a moment at which two are inside', async () => {
		await page.show('#/ticket-fault-torn-draw?at=6');
		const { core, app } = page;
		expect(app.doc && raceIn(core, app.doc)).toBeNull();
	});
});

describe('every story that the gallery says breaks no rule', () => {
	it('shows no fault at its end, nor a race in the place of one, but where its note speaks of the race', async () => {
		const { core, app } = page;
		await page.show('#/mcs-queue');
		const faults: string[] = [];
		const races = { beside: [] as string[], told: [] as string[] };
		for (const { name, lock, verdict, sandbox, beats } of core.facts.scenarios) {
			const tells = beats.some(({ note }) => note.includes('data race'));
			if ((verdict !== 'OK' && !tells) || sandbox) continue;
			await core.load(lock);
			act(() => app.documents.openScenario(name, true));
			const doc = app.state.doc as Document;
			expect([doc.config.scenario, doc.moment.story]).toEqual([name, 'ended']);
			if (screen.queryByTestId('fault')) faults.push(name);
			const race = screen.queryByTestId('race');
			expect(race !== null, name).toBe(raceIn(core, doc) !== null);
			if (!race) continue;
			if (race.dataset.beside) races.beside.push(name);
			else if (tells) races.told.push(name);
			else faults.push(name);
			const end = screen.getByTestId('story-end').compareDocumentPosition(race);
			const isBelow = (end & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;
			expect(isBelow, name).toBe(race.dataset.beside !== undefined);
		}
		expect(faults).toEqual([]);
		expect(races.told.sort()).toEqual(['mcs-no-order', 'rwsem-no-order', 'tp-no-order']);
		expect(races.beside).toContain('mcs-queue');
	}, 120_000);
});

describe('the check', () => {
	it('says that it looks for no race, and does when it is asked', async () => {
		await page.show('#/mcs?v=1&n=2&r=1');
		act(() => page.app.checker.open());
		await waitFor(() => expect(said('check-result')).toContain('no rule broken'));
		expect(said('races')).toContain('looks for no data race');
		fireEvent.click(await screen.findByTestId('races-start'));
		await waitFor(() => expect(said('races-result')).toContain('Data race'));
		expect(said('races-result')).toMatch(
			/lockstep check mcs --threads LL --rounds 1(?: --budget [\w,]+)? --races/,
		);
		expect(said('check')).toContain('a data race');
		fireEvent.click(screen.getByTestId('play-race'));
		act(() => page.app.jumps.end());
		expect(page.app.doc?.moment.at).toBe(13);
		expect(said('race-why')).toContain('Missing');
	});

	it('says why the search for races cannot begin yet', async () => {
		await page.show('#/mutex-6.12?v=1&n=4&r=2');
		act(() => page.app.checker.open());
		const start = await screen.findByTestId<HTMLButtonElement>('races-start');
		await waitFor(() => expect(start.disabled).toBe(true));
		expect(said('races')).toContain('when the check above has ended');
		act(() => page.app.checker.cancel());
		await waitFor(() => expect(start.disabled).toBe(false));
		expect(said('races')).not.toContain('when the check above has ended');
	});

	it('says that there is none, within what it tried', async () => {
		await page.show('#/ticket?v=1&n=2&r=1');
		act(() => page.app.checker.open());
		await waitFor(() => expect(said('check-result')).toContain('no rule broken'));
		fireEvent.click(await screen.findByTestId('races-start'));
		await waitFor(() => expect(said('races-result')).toContain('No data race'));
		expect(screen.queryByTestId('play-race')).toBeNull();
		expect(said('check')).not.toContain('data race');
	});
});
