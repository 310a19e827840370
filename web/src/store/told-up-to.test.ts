/** How far a story may be seen before a question of it is answered. */
import { expect, it } from 'vitest';
import { toldUpTo } from './beats';
import { openApp } from './testing';

it('a room sees a story up to its next open question, who reads alone up to one that is open now', () => {
	const app = openApp();
	const told = (ahead: boolean) => {
		const { core, doc } = app.state;
		return core && doc ? toldUpTo(core, doc, ahead) : -1;
	};
	expect([told(true), told(false)]).toEqual([2, undefined]);
	app.cursor.seek(2);
	expect([told(true), told(false)]).toEqual([2, 2]);
	app.questions.answer();
	expect([told(true), told(false)]).toEqual([undefined, undefined]);
	/* an answer that was shown stays shown */
	app.cursor.seek(0);
	expect(told(true)).toBeUndefined();
});
