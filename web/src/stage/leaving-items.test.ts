/** What a level leaves on a closing slide: its goal, and what it has shown only once that has been seen. */
import { beforeEach, expect, it } from 'vitest';
import { levelNamed, levels } from '../levels/facts';
import { keepReached, keepWin } from '../levels/progress';
import { levelText } from './leaving-items';

beforeEach(() => {
	for (const { name } of levels) keepReached(name, false);
});

it('of a level that the room has not done its goal is said, and no word of what it shows', () => {
	for (const level of levels) {
		/* the speaker may have won it at home */
		keepWin(level.name, level.shortest);
		expect(levelText(level), level.name).not.toContain(level.after);
		expect(levelText(level).length, level.name).toBeLessThan(400);
	}
	const level = levelNamed('two-heads');
	expect(level && levelText(level)).toBe('The goal: T1 and T2 are both head.');
});

it('once it is done what it has shown is said, until it is begun anew', () => {
	const level = levelNamed('two-heads');
	if (!level) throw new Error('there is no such level');
	keepReached(level.name, true);
	expect(levelText(level)).toBe(level.after);
	keepReached(level.name, false);
	expect(levelText(level)).not.toContain(level.after);
});
