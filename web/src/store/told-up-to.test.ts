/** How far a story may be seen before a question of it is answered. */
import { expect, it } from 'vitest';
import { toldUpTo } from './beats';
import { openApp } from './testing';

it('a room sees nothing of what is still to be told, who reads alone up to the next question', () => {
	const app = openApp();
	const told = (ahead: boolean) => {
		const { core, doc } = app.state;
		return core && doc ? toldUpTo(core, doc, ahead) : -1;
	};
	expect([told(true), told(false)]).toEqual([0, 2]);
	app.cursor.seek(1);
	expect([told(true), told(false)]).toEqual([1, 2]);
	app.cursor.seek(2);
	expect([told(true), told(false)]).toEqual([2, 2]);
	app.questions.answer();
	/* the answer is in words: who wins is seen with the step */
	expect([told(true), told(false)]).toEqual([2, undefined]);
	/* the last beat is the end */
	app.cursor.seek(app.doc?.moment.total ?? 0);
	expect([told(true), told(false)]).toEqual([undefined, undefined]);
});

it('who has gone past a question has seen what it asks for', () => {
	const app = openApp();
	const told = () => (app.state.core && app.doc ? toldUpTo(app.state.core, app.doc, false) : -1);
	app.cursor.seek(2);
	app.cursor.seek(1);
	expect(told()).toBe(2);
	app.cursor.seek(3);
	app.cursor.seek(1);
	expect(told()).toBe(undefined);
	/* at its own moment it is open again */
	app.cursor.seek(2);
	expect(told()).toBe(2);
});
