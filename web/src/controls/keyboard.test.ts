import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { App } from '../store/app';
import { keySign } from '../store/key-sign';
import { isEnvironmentOff } from '../store/outside';
import { testCore } from '../store/testing';
import { bindKeyboard } from './keyboard';
import { BINDINGS, KEY_HELP } from './keys';

let app: App;
let unbind: () => void;

beforeEach(() => {
	app = new App(async () => {
		throw new Error('not asked for');
	});
	app.store.set({ core: testCore() });
	app.documents.openScenario('tas-story');
	unbind = bindKeyboard(app);
	document.body.innerHTML = '<input id="text"><button id="button">b</button>';
});
afterEach(() => unbind());

function press(key: string, init: KeyboardEventInit = {}, target: EventTarget = document.body) {
	const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...init });
	target.dispatchEvent(event);
	return event;
}

describe('Enter', () => {
	const heard = (idle: boolean) => {
		const button = document.querySelector<HTMLElement>('#button') ?? document.body;
		button.toggleAttribute('data-idle', idle);
		return press('Enter', {}, button).defaultPrevented;
	};

	it('is the button’s that has the focus, and the page’s where that button has nothing left to do', () => {
		expect(heard(false)).toBe(false);
		expect(heard(true)).toBe(true);
	});
});

describe('before a room', () => {
	const presents = () => app.state.view.presenter;
	/** of the thread that the story does not step next */
	const other = () => (app.doc?.moment.next?.action === 0 ? '2' : '1');
	const tell = () => {
		app.page.setView({ presenter: true });
		press('ArrowRight');
	};

	it('a clicker takes a panel away whose field has the focus, and what is typed there stays its own', () => {
		tell();
		app.page.setPanel('setup');
		const field = document.querySelector('#text') ?? document.body;
		const at = app.doc?.moment.at;
		press('2', {}, field);
		expect([app.state.panel, app.doc?.moment.at]).toEqual(['setup', at]);
		press('PageDown', {}, field);
		expect([app.state.panel, app.doc?.moment.at]).toEqual(['none', at]);
	});

	it('one press of o too many leads nobody off the story, and says what one more would do', () => {
		tell();
		press(other());
		expect(app.doc?.moment.story).toBe('left');
		press('o');
		expect(app.doc?.moment.story).toBe('telling');
		press('o');
		expect(app.doc?.moment.story).toBe('telling');
		expect(app.state.toast).toMatch(/^This is the story\. \u2063o\u2063 once more/);
		press('o');
		expect(app.doc?.moment.story).toBe('left');
	});

	it('A asks in the check what nobody has asked, and c plays what that has found', async () => {
		tell();
		press('A');
		await vi.waitFor(() => expect(app.state.toast).toMatch(/^Press x first; then A asks/));
		const pressed: string[] = [];
		for (const name of ['fair-ask', 'fair-play']) {
			const button = document.createElement('button');
			button.dataset.testid = name;
			button.onclick = () => pressed.push(name);
			document.body.append(button);
		}
		press('A');
		await vi.waitFor(() => expect(pressed).toEqual(['fair-ask']));
		press('c');
		expect(pressed).toEqual(['fair-ask', 'fair-play']);
	});

	it('“.” is the black screen, as on a clicker, and elsewhere it plays', () => {
		tell();
		press('.');
		expect(app.state).toMatchObject({ blackout: true, motion: 'still' });
		press('.');
		expect(app.state.blackout).toBe(false);
		press('p');
		press('.');
		expect(app.state).toMatchObject({ blackout: false, motion: 'playing' });
		press('.');
	});

	it('q ends the black screen and shows the code, and the clicker only ends it', () => {
		tell();
		press('b');
		press('q');
		expect(app.state).toMatchObject({ blackout: false, panel: 'qr' });
		press('Escape');
		press('b');
		press('PageDown');
		expect(app.state).toMatchObject({ blackout: false, panel: 'none' });
		expect(app.doc?.moment.at).toBe(1);
	});

	it('a panel goes with a press of the clicker, and nothing moves behind it', () => {
		tell();
		for (const key of ['PageDown', 'PageUp'])
			for (const open of ['s', 'd', 'y', 'q', '?']) {
				press(open);
				expect(app.state.panel).not.toBe('none');
				press(key);
				expect(app.state.panel).toBe('none');
				expect(app.doc?.moment.at).toBe(1);
			}
		press('s');
		press('ArrowRight');
		expect(app.doc?.moment.at).toBe(2);
	});

	it('Esc closes, leads back to the story, and only the second of two leaves', () => {
		tell();
		press('q');
		press('Escape');
		expect(app.state.panel).toBe('none');
		press(other());
		expect(app.doc?.moment.story).toBe('left');
		press('Escape');
		expect(app.doc?.moment.story).not.toBe('left');
		expect(presents()).toBe(true);
		press('Escape');
		expect(presents()).toBe(true);
		expect(app.state.toast).toContain(`${keySign('Esc')} once more`);
		press('Escape');
		expect(presents()).toBe(false);
	});

	it('an Esc long after the first is a first one', () => {
		const clock = vi.spyOn(performance, 'now').mockReturnValue(1000);
		tell();
		press('Escape');
		clock.mockReturnValue(6000);
		press('Escape');
		expect(presents()).toBe(true);
		press('Escape');
		expect(presents()).toBe(false);
		clock.mockRestore();
	});

	it('E in a level says that its text is fixed, and once more opens its set-up and the editor', async () => {
		tell();
		const { doc } = app;
		if (!doc) throw new Error('nothing is open');
		const level = { facts: { name: 'one' }, own: null } as never;
		app.store.set({ doc: { ...doc, level }, view: { ...app.state.view, stage: 'code' } });
		press('E');
		await vi.waitFor(() =>
			expect(app.state.toast).toMatch(/In a level the text is fixed.*E\u2063 once more/),
		);
		expect(app.state.panel).toBe('none');
		press('E');
		await vi.waitFor(() => expect(app.doc?.level).toBeNull());
		expect([app.state.panel, app.state.editing]).toEqual(['edit', 'tas']);
	});

	it('E says what is so where the code is on the screen', () => {
		tell();
		app.store.set({ view: { ...app.state.view, stage: 'code' } });
		press('E');
		expect(app.state.toast).toBe('Here is no text that can be edited.');
		app.store.set({ view: { ...app.state.view, stage: 'picture' } });
		press('E');
		expect(app.state.toast).toContain(`${keySign('P')} shows it`);
	});

	it('“/” opens the search in front of the moment, where letters are no keys, until Esc', () => {
		tell();
		const at = app.doc?.moment.at;
		press('/');
		expect(app.state.route.kind).toBe('stepper');
		expect(app.state.panel).toBe('search');
		for (const letter of ['d', 'e', 'End', 'o', '1']) press(letter);
		expect([app.state.panel, app.doc?.moment.at]).toEqual(['search', at]);
		press('Escape');
		expect([app.state.panel, app.doc?.moment.at]).toEqual(['none', at]);
	});

	it('Shift with a digit that is what the story does says so', () => {
		tell();
		const next = (app.doc?.moment.next?.action ?? 0) + 1;
		press(`Shift+${next}`);
		expect(app.state.toast).toBe('The story does the same.');
		const after = (app.doc?.moment.next?.action ?? 0) + 1;
		press(`Shift+${after === 1 ? 2 : 1}`);
		expect(app.state.toast).not.toContain('The story does');
	});

	it('what comes from outside takes its line when it is asked for, until Esc', () => {
		tell();
		expect(isEnvironmentOff(app.state)).toBe(true);
		press('e');
		expect(isEnvironmentOff(app.state)).toBe(false);
		press('Escape');
		expect(isEnvironmentOff(app.state)).toBe(true);
		expect(presents()).toBe(true);
		/* who was off the story is back on it at the first, without that line */
		press('e');
		press(other());
		press('Escape');
		expect(app.doc?.moment.story).not.toBe('left');
		expect(isEnvironmentOff(app.state)).toBe(true);
		/* and wherever another step is to be chosen */
		press(other());
		expect(app.doc?.moment.story).toBe('left');
		expect(isEnvironmentOff(app.state)).toBe(false);
	});
});

describe('keys', () => {
	it('step, undo, and step a thread by number', () => {
		press('ArrowRight');
		press('ArrowRight');
		press('ArrowLeft');
		expect(app.doc?.moment.at).toBe(1);
		press('2');
		expect(app.doc?.moment).toMatchObject({ at: 2, before: { tid: 2 } });
	});

	it('jump with Home and End', () => {
		press('End');
		expect(app.doc?.moment.at).toBe(5);
		press('Home');
		expect(app.doc?.moment.at).toBe(0);
	});

	it('do nothing while typing, except Esc', () => {
		const input = document.getElementById('text') as HTMLInputElement;
		press('ArrowRight', {}, input);
		press('x', {}, input);
		expect(app.doc?.moment.at).toBe(0);
		expect(app.state.panel).toBe('none');
	});

	it('leave Space to a focused button, and modified keys to the browser', () => {
		press(' ', {}, document.getElementById('button') as HTMLElement);
		expect(app.state.motion).toBe('still');
		const event = press('ArrowRight', { ctrlKey: true });
		expect(event.defaultPrevented).toBe(false);
		expect(app.doc?.moment.at).toBe(0);
	});

	it('do not queue while held', () => {
		press('ArrowRight');
		for (let i = 0; i < 50; i++) press('ArrowRight', { repeat: true });
		expect(app.doc?.moment.at).toBe(2);
	});

	it('open and close the help, which holds the others back', () => {
		press('?');
		expect(app.state.panel).toBe('help');
		press('ArrowRight');
		expect(app.doc?.moment.at).toBe(0);
		press('Escape');
		expect(app.state.panel).toBe('none');
	});

	it('end a black screen, whatever the key', () => {
		press('b');
		expect(app.state.blackout).toBe(true);
		press('ArrowRight');
		expect(app.state.blackout).toBe(false);
		expect(app.doc?.moment.at).toBe(0);
	});

	it('are each bound once and each explained', () => {
		const keys = BINDINGS.flatMap((b) => b.keys);
		expect(new Set(keys).size).toBe(keys.length);
		for (const binding of BINDINGS) expect(binding.does.length).toBeGreaterThan(3);
	});

	it('stand in the help, those too that only a part of the page hears', () => {
		const helped = KEY_HELP.flatMap((k) => k.keys);
		for (const { keys } of BINDINGS) for (const key of keys) expect(helped).toContain(key);
		const sources = readdirSync('web/src', { recursive: true, encoding: 'utf8' })
			.filter((file) => /\.tsx?$/.test(file) && !file.includes('.test.'))
			.map((file) => readFileSync(join('web/src', file), 'utf8'));
		const asked = sources.flatMap((text) => [
			...text.matchAll(/\.key(?:\.toLowerCase\(\))? [!=]== '([^']+)'/g),
			...text.matchAll(/aria-keyshortcuts="([^"]+)"/g),
		]);
		const unknown = asked
			.flatMap(([, keys = '']) => (keys === ' ' ? keys : keys.split(' ')))
			.filter((key) => !helped.includes(key) && key !== 'Enter');
		expect(unknown).toEqual([]);
		expect(helped).toContain('z');
		for (const { shown, does } of KEY_HELP) expect(`${shown} ${does}`.length).toBeGreaterThan(8);
	});
});
