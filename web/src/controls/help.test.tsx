/** The help before a room: a speaker who is asked something looks for the question. */
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { App } from '../store/app';
import { AppContext } from '../store/react';
import { testCore } from '../store/testing';
import { HelpOverlay } from './HelpOverlay';
import { BINDINGS } from './keys';

afterEach(cleanup);

function helpOf(app: App) {
	HTMLDialogElement.prototype.showModal ??= () => {};
	HTMLDialogElement.prototype.close ??= () => {};
	render(
		<AppContext value={app}>
			<HelpOverlay />
		</AppContext>,
	);
}

it('of two side by side it lists what keys do there, and none that a single story has alone', () => {
	const app = new App(async () => {
		throw new Error('not asked for');
	});
	app.store.set({
		core: testCore(),
		route: {
			...{ kind: 'compare', left: 'tas-story', right: 'tas-story', at: [0, 0], by: 'story' },
			...{ threads: 0, rounds: 0, own: '' },
		},
	});
	app.page.setView({ presenter: true });
	helpOf(app);
	const help = screen.getByTestId('help-beside');
	const does = (key: string) =>
		[...help.querySelectorAll('div')].find((row) =>
			[...row.querySelectorAll('kbd')].some((kbd) => kbd.textContent === key),
		)?.textContent;
	expect(does('a')).toContain('the sums');
	expect(does('s')).toContain('number of threads and rounds');
	expect(does('Page Down')).toContain('acquisition');
	expect(does('n')).toContain('2, 4 and 8 threads');
	expect(does('L')).toContain('signs of the lanes');
	expect(screen.queryByTestId('help-asked')).toBeNull();
	expect(screen.queryByTestId('fold-keys')).toBeNull();
	const shown = [...BINDINGS.map((b) => b.shown).flatMap((s) => s.split(/\s{2,}/)), 'Space'];
	for (const kbd of help.querySelectorAll('kbd')) expect(shown).toContain(kbd.textContent);
});

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
		expect.arrayContaining([
			'1–9',
			'x',
			'F',
			'C',
			'c',
			'y',
			's',
			'E',
			'e',
			'g',
			'o',
			'v',
			'W',
			'D',
			'Q',
			'M',
			'T',
		]),
	);
	for (const key of keys) expect(BINDINGS.map(({ shown }) => shown)).toContain(key);
	const first = screen.getByTestId('help-room').querySelector('kbd');
	expect(asked.contains(first)).toBe(true);
	/* none of them stands among the others once more */
	const all = [...screen.getByTestId('help-room').querySelectorAll('kbd:not([data-in-text])')].map(
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
