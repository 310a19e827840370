import { describe, expect, it } from 'vitest';
import { leastWidth, listPicture, type Waiter } from './listPicture';

const waiter = (tid: number, late: boolean): Waiter => ({
	tid,
	role: 'reader',
	state: 'asleep',
	quiet: true,
	late,
});
const late = [waiter(1, true)];

const drawn = (waiters: readonly Waiter[], width: number) => {
	const { width: needed, nodes } = listPicture('wait_list', waiters, width);
	const [first] = nodes;
	const lines = new Set(nodes.flatMap(({ labels }) => labels.map(({ y }) => y)));
	return { needed, high: first?.height, lines: lines.size, ends: nodes.map((n) => n.x + n.width) };
};

describe('a list of waiters', () => {
	it('has a box of one line where there is room for it', () => {
		expect(drawn(late, 400)).toMatchObject({ high: 30, lines: 1 });
	});

	it('has boxes of two lines, all alike, where one of them would be wider than the room', () => {
		const room = leastWidth(late);
		expect(drawn(late, 400).needed).toBeGreaterThan(room);
		expect(drawn(late, room)).toMatchObject({ needed: room, high: 48, lines: 2 });
		const both = drawn([...late, waiter(2, false)], room);
		expect(both).toMatchObject({ high: 48, needed: room });
		expect(Math.max(...both.ends)).toBeLessThan(room);
	});

	it('does not know the room at first', () => {
		expect(drawn(late, 0)).toMatchObject({ high: 30 });
	});

	it('puts what does not stand beside the state below it, and the next row below that', () => {
		const both = [waiter(1, true), waiter(2, true)];
		const narrow = listPicture('wait_list', both, 250);
		const y = narrow.nodes.map(({ labels }) => labels.find(({ key }) => key === 'late')?.y ?? 0);
		for (const [i, node] of narrow.nodes.entries()) {
			expect(node.x + node.width).toBeLessThanOrEqual(250);
			expect(y[i]).toBeLessThan(node.height);
		}
		const [first, second] = narrow.nodes;
		expect(second?.y).toBeGreaterThan((first?.y ?? 0) + (first?.height ?? 0));
		expect(narrow.height).toBeGreaterThan((second?.y ?? 0) + (second?.height ?? 0));
	});
});
