import { describe, expect, it } from 'vitest';
import { scrollBeyond, scrollBy } from './useSight';

const line = (top: number) => ({ top, bottom: top + 20 });
/** Where a line stands after the scrolling. */
const placed = (by: number, top: number) => top - by;

describe('how far the text is scrolled', () => {
	it('is nothing while both lines stand in the comfortable part', () => {
		expect(scrollBy(400, line(100), line(140))).toBe(0);
	});
	it('brings both into sight when they fit', () => {
		const by = scrollBy(200, line(-60), line(40));
		for (const top of [-60, 40]) {
			expect(placed(by, top)).toBeGreaterThanOrEqual(0);
			expect(placed(by, top) + 20).toBeLessThanOrEqual(200);
		}
	});
	it('keeps the line that was run when they do not, with the next as near as can be', () => {
		const below = scrollBy(100, line(-60), line(300));
		expect(placed(below, -60)).toBe(4);
		const above = scrollBy(100, line(300), line(-60));
		expect(placed(above, 300) + 20).toBe(96);
	});
	it('follows the next line when none was run', () => {
		const by = scrollBy(200, null, line(500));
		expect(placed(by, 500)).toBeGreaterThan(40);
		expect(placed(by, 500)).toBeLessThan(140);
	});
	it('does not hide a line that is higher than the pane behind its top edge', () => {
		for (const next of [60, -60]) expect(scrollBy(15, { top: 5, bottom: 40 }, line(next))).toBe(5);
	});
	it('keeps lines behind the one that was run in sight, and the next one where there is room', () => {
		for (const next of [null, line(500), line(-300)]) {
			const by = scrollBeyond(200, line(190), next, 110);
			expect(placed(by, 190) + 20 + 110).toBeLessThanOrEqual(200);
			expect(placed(by, 190)).toBeGreaterThanOrEqual(0);
		}
		const near = scrollBeyond(200, line(190), line(250), 60);
		expect(placed(near, 250) + 20).toBeLessThanOrEqual(200);
		expect(placed(scrollBeyond(200, null, line(500), 60), 500)).toBeLessThan(180);
	});
});
