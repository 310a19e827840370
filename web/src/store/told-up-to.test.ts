/** How far a story may be seen before a question of it is answered. */
import { expect, it } from 'vitest';
import { toldUpTo } from './beats';
import { openApp } from './testing';

it('a room sees a story up to what is said next, who reads alone up to a question that is open now', () => {
	const app = openApp();
	const told = (ahead: boolean) => {
		const { core, doc } = app.state;
		return core && doc ? toldUpTo(core, doc, ahead) : -1;
	};
	expect([told(true), told(false)]).toEqual([2, undefined]);
	app.cursor.seek(2);
	expect([told(true), told(false)]).toEqual([2, 2]);
	app.questions.answer();
	/* the answer lets the room see on to the next beat, and not who wins behind it */
	expect([told(true), told(false)]).toEqual([3, undefined]);
	app.cursor.seek(0);
	expect([told(true), told(false)]).toEqual([2, undefined]);
	/* the last beat is the end */
	app.cursor.seek(3);
	expect([told(true), told(false)]).toEqual([undefined, undefined]);
});
