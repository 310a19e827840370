/** A list of waiters in a narrow place: no box is wider than its room. */
import { expect, it } from 'vitest';
import { listPicture, type Waiter } from './listPicture';

const waiter = (tid: number): Waiter => ({
	...{ tid, role: '', state: 'woken', quiet: false, late: true },
});

it('what does not stand beside the state stands below it, and the next row below that', () => {
	const wide = listPicture('wait_list', [waiter(1), waiter(2)], 700);
	const narrow = listPicture('wait_list', [waiter(1), waiter(2)], 250);
	const late = (picture: typeof wide) =>
		picture.nodes.map(({ labels }) => labels.find(({ key }) => key === 'late'));
	expect(new Set(late(wide).map((label) => label?.y))).toEqual(new Set([15]));
	for (const { x, width } of narrow.nodes) expect(x + width).toBeLessThanOrEqual(250);
	for (const [i, label] of late(narrow).entries())
		expect(label?.y).toBeLessThan(narrow.nodes[i]?.height ?? 0);
	const [first, second] = narrow.nodes;
	expect(second?.y).toBeGreaterThan((first?.y ?? 0) + (first?.height ?? 0));
	expect(narrow.height).toBeGreaterThan((second?.y ?? 0) + (second?.height ?? 0));
});
