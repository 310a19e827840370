import { describe, expect, it } from 'vitest';
import { BOUNDS, splitFrom, splitStyle, splitText, UNSPLIT } from './split';

describe('how the room is shared out', () => {
	it('comes back from an address as it went out, and is not said while nothing was moved', () => {
		expect(splitText(UNSPLIT)).toBe('');
		for (const split of [
			{ text: 60, time: 0, threads: 25 },
			{ text: 0, time: 40, threads: 0 },
		])
			expect(splitFrom(splitText(split))).toEqual(split);
	});
	it('leaves room for what is beside it, whatever the address says', () => {
		const all = splitFrom('99.99.99');
		expect(all).toEqual({
			text: BOUNDS.text.most,
			time: BOUNDS.time.most,
			threads: BOUNDS.threads.most,
		});
		expect(splitFrom('1.0.1')).toEqual({ text: BOUNDS.text.least, time: 0, threads: 12 });
		for (const none of ['', '60', '60.40', '-1.2.3', '1.2.3.4', 'a.b.c', '1000.0.0', '1e2.0.0'])
			expect(splitFrom(none), none).toBeNull();
	});
	it('is said to the style sheet for what was moved', () => {
		expect(splitStyle(UNSPLIT)).toEqual({});
		expect(splitStyle({ text: 60, time: 0, threads: 0 })).toEqual({
			'--text-share': '60fr',
			'--memory-share': '40fr',
		});
	});
});
