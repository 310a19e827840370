/** What the notes window is told where the room has pressed at an end, and of a lesson. */
import { expect, it } from 'vitest';
import { openApp } from '../store/testing';
import { fromStage, sealed } from './messages';
import { toldOf } from './told';

const frontOf = (app: ReturnType<typeof openApp>) => toldOf(app.state, 'room').front;

it('that the room sees what comes next, or what to take home, as long as it does', () => {
	const app = openApp();
	const at = app.doc?.moment;
	if (!at) throw new Error('nothing is open');
	expect(frontOf(app)).toBe('');
	app.store.set({ interval: { at, next: { name: 'MCS queue', asks: '' } } });
	expect(frontOf(app)).toBe('next');
	app.store.set({ interval: { at, next: null } });
	expect(frontOf(app)).toBe('closing');
	/* of a story in no talk it also names what its author would open */
	app.store.set({ interval: { at, next: { name: 'MCS queue', asks: '' }, ends: true } });
	expect(frontOf(app)).toBe('closing');
	app.page.setPanel('qr');
	expect(frontOf(app)).toBe('qr');
	app.page.closePanel();
	app.cursor.seek(2);
	expect(frontOf(app)).toBe('');
});

it('the slide of a lesson that the room sees, in place of a story', () => {
	const app = openApp();
	const said = { ask: 'Who is next?', note: 'The answer: T2.' };
	app.store.set({
		route: { kind: 'learn', lesson: 'spin-or-sleep' },
		doc: null,
		slide: {
			...{ title: 'Lesson 4: Spin or sleep', figure: { place: 2, of: 8 }, place: 3, of: 19 },
			...{ at: 1, total: 2, sentence: 'T1 waits.', said, open: true, next: said },
		},
	});
	const told = { ...toldOf(app.state, 'room'), choice: '' };
	expect(told).toMatchObject({
		...{ title: 'Lesson 4: Spin or sleep', figure: { place: 2, of: 8 }, place: 3, of: 19 },
		...{ beats: 'stop', open: true, beat: { at: 1, ...said, decisive: false } },
	});
	/* and the other window takes it */
	expect(fromStage(sealed(told))).toMatchObject({
		figure: { place: 2, of: 8 },
		sentence: 'T1 waits.',
	});
});
