/** The help before a room: a speaker who is asked something looks for the question. */
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { App } from '../store/app';
import { AppContext } from '../store/react';
import { testCore } from '../store/testing';
import { HelpOverlay } from './HelpOverlay';
import { BINDINGS } from './keys';

afterEach(cleanup);

it('begins before a room with what the room asks, and each key of it is one', () => {
	HTMLDialogElement.prototype.showModal ??= () => {};
	HTMLDialogElement.prototype.close ??= () => {};
	const app = new App(async () => {
		throw new Error('not asked for');
	});
	app.store.set({ core: testCore() });
	app.page.setView({ presenter: true });
	render(
		<AppContext value={app}>
			<HelpOverlay />
		</AppContext>,
	);
	const asked = screen.getByTestId('help-asked');
	const keys = [...asked.querySelectorAll('kbd')].map((key) => key.textContent);
	expect(keys).toEqual(
		expect.arrayContaining(['1–9', 'x', 'F', 'C', 'c', 'y', 's', 'E', 'e', 'o', 'v']),
	);
	for (const key of keys) expect(BINDINGS.map(({ shown }) => shown)).toContain(key);
	const first = screen.getByTestId('help-room').querySelector('kbd');
	expect(asked.contains(first)).toBe(true);
	/* none of them stands among the others once more */
	const all = [...screen.getByTestId('help-room').querySelectorAll('kbd')].map(
		(k) => k.textContent,
	);
	expect(new Set(all).size).toBe(all.length);
});

it('speaks in a lesson of the lesson, and of nothing that only the stepper has', () => {
	HTMLDialogElement.prototype.showModal ??= () => {};
	HTMLDialogElement.prototype.close ??= () => {};
	const app = new App(async () => {
		throw new Error('not asked for');
	});
	app.store.set({ core: testCore(), route: { kind: 'learn', lesson: 'what-a-lock-is' } });
	render(
		<AppContext value={app}>
			<HelpOverlay />
		</AppContext>,
	);
	const text = screen.getByTestId('help').textContent ?? '';
	expect(text).toContain('step the figure that is on the screen');
	expect(text).toContain('Not sure: show me');
	for (const other of ['left to right, with', 'ghost', 'lanes', 'beat', 'Page Down'])
		expect(text).not.toContain(other);
});
