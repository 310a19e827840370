/** The end of a what-if, of a changed text and of steps of the reader's own: against the story, in figures that are counted apart. */
import { act, screen } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { wholePage } from '../app/testing';
import { isToBeAsked } from '../store/beats';
import { createDocument } from '../store/document';
import { againstStory, type Outcome, otherOwnerText, ownEndText } from './own-end';

vi.setConfig({ testTimeout: 60_000 });

const page = wholePage(() => 'position');
const said = () => screen.queryByTestId('own-end')?.textContent ?? '';

/** Every thread in turn, as far as they go. */
function playOut(): void {
	for (let n = 0; n < 400; n++) {
		const next = page.app.doc?.moment.options.find((o) => o.result === 'moved' && o.env === '');
		if (!next) return;
		page.app.steps.step(next.action);
	}
}

describe('at the end of what is not the story', () => {
	it('says nothing while the story is told, nor at its end', async () => {
		await page.show('#/pm-today?at=4');
		expect(said()).toBe('');
		act(() => page.app.cursor.seek(36));
		expect(said()).toBe('');
	});

	it('a what-if says how it differs, and what that shows', async () => {
		await page.show('#/pm-today?at=4');
		act(() => page.app.steps.step(page.app.doc?.moment.options[0]?.action ?? 0));
		expect(said()).toBe('');
		act(playOut);
		expect(page.app.doc?.moment.finished).toBe(true);
		expect(said()).toContain('Different from the story: other steps from step 5 on.');
		expect(said()).toContain('The lock went to T1 and T2, as in the story.');
		expect(said()).toContain('0 sleeps instead of 1');
		expect(said()).toContain('what the waiting costs is not: it depends on the schedule.');
		act(() => page.app.futures.back());
		expect(said()).toBe('');
	});

	it('a changed text says what was changed, and that its story breaks a rule no more', async () => {
		await page.show('#/mcs-torn-swap');
		const { app, core } = page;
		const own = core.configOf('mcs-torn-swap');
		act(() => app.documents.restart({ switches: 0 }));
		expect(own.switches).not.toBe(0);
		act(playOut);
		expect(said()).toContain('Different from the story: ');
		expect(said()).toContain('without the fault');
		expect(said()).toContain('The story breaks a rule and these steps break none');
	});

	/** mutex-wake, where T1 loses its CPU once more at once when it has it again, and T2 sleeps. */
	function heldUp() {
		const { core } = page;
		const config = core.configOf('mutex-wake');
		config.budget = config.budget.map((n) => n + 1);
		const session = core.session(config);
		session.load(core.scenario('mutex-wake')?.story.slice(0, 16) ?? []);
		const off = session.options().find(({ env, tid }) => env === 'preempt' && tid === 1);
		session.step(off?.action ?? 0);
		return createDocument(core, config, session.actions(), session.length);
	}

	it('nothing has ended while a thread waits for its CPU', () => {
		const doc = heldUp();
		const moves = doc.moment.options.filter(({ result }) => result === 'moved');
		expect(moves.map(({ env, tid }) => `${env} ${tid}`)).toContain('run 1');
		expect(moves.filter(({ env }) => env === '')).toEqual([]);
		expect(ownEndText(page.core, doc, false)).toBe('');
	});

	it('says who has got the lock in place of whom; before a room when the story asks no more', () => {
		const { core } = page;
		const config = core.configOf('rwsem-starved-writer');
		config.budget = config.budget.map((n) => n + 1);
		const story = core.scenario('rwsem-starved-writer')?.story ?? [];
		const session = core.session(config);
		session.load(story.slice(0, 29));
		session.step(
			session.options().find(({ env, tid }) => env === 'preempt' && tid === 1)?.action ?? 0,
		);
		const at = () => createDocument(core, config, session.actions(), session.length);
		expect(otherOwnerText(core, at(), false)).toBe('');
		while (session.record(session.length - 1).acquired === false) {
			const next = session
				.options()
				.find(
					({ env, tid, result }) =>
						tid === 2 && result === 'moved' && (env === '' || env === 'run'),
				);
			session.step(next?.action ?? 0);
		}
		expect(otherOwnerText(core, at(), false)).toBe(
			'The lock went to T2 here, and to T1 in the story.',
		);
		const asks = isToBeAsked(core, at());
		expect(otherOwnerText(core, at(), true) === '').toBe(asks);
		const answered = { ...at(), revealed: [...story.keys(), story.length] };
		expect(otherOwnerText(core, answered, true)).toBe(otherOwnerText(core, at(), false));
		/* its own steps say nothing */
		session.load(story);
		expect(otherOwnerText(core, at(), false)).toBe('');
	});

	it('other work is not held against the story', async () => {
		await page.show('#/pm-today');
		act(() => page.app.documents.restart({ threads: 1 }));
		act(playOut);
		expect(said()).toBe('');
	});
});

describe('two outcomes', () => {
	const base: Outcome = {
		steps: 10,
		finished: true,
		broken: false,
		order: [1, 2],
		sleeps: 0,
		wakes: 0,
	};
	const how = { from: 3, changed: '' };

	it('a fault of the reader’s own is laid to what differs', () => {
		expect(againstStory({ ...base, broken: true, finished: false }, base, how)).toBe(
			'Different from the story: other steps from step 3 on. The lock went to T1 and T2, as in the story. A rule is broken here and not in the story: it depends on the schedule.',
		);
	});

	it('another order is told, and nothing is where nothing differs', () => {
		expect(againstStory({ ...base, order: [2, 1], steps: 8 }, base, how)).toBe(
			'Different from the story: other steps from step 3 on. The lock went to T2 and T1; in the story to T1 and T2. It took 8 steps instead of 10. Who gets the lock when is not fixed: it depends on the schedule.',
		);
		expect(againstStory(base, base, how)).toContain('is the same.');
	});

	it('no cost is counted of a schedule that does not end', () => {
		expect(againstStory({ ...base, finished: false, steps: 4 }, base, how)).not.toContain(
			'instead',
		);
	});
});
