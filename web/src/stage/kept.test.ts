import { describe, expect, it } from 'vitest';
import { heightsFor, type Shown } from './kept';

const shown = (room: number, ...rows: [string, number, drawn?: number][]): Shown => ({
	room,
	around: 20,
	rows: rows.map(([name, height, drawn = 0]) => ({ name, height, drawn })),
	widest: 1.7,
});

/** Where each row begins, with the heights that are kept. */
function places({ rows }: Shown, kept: ReadonlyMap<string, number>): Record<string, number> {
	let top = 0;
	return Object.fromEntries(
		rows.map(({ name, height }) => {
			const place = [name, Math.round(top)] as const;
			top += Math.max(height, kept.get(name) ?? 0);
			return place;
		}),
	);
}

describe('the room that a row keeps', () => {
	it('is that of the moment at which it has most to show, so that no row moves', () => {
		const moments = [
			shown(400, ['word', 60], ['queue', 30], ['owner', 30]),
			shown(400, ['word', 90], ['queue', 150], ['owner', 30]),
			shown(400, ['word', 60], ['queue', 80], ['owner', 60]),
		];
		const { rows } = heightsFor(moments);
		const [first, ...others] = moments.map((moment) => places(moment, rows));
		for (const other of others) expect(other).toEqual(first);
		expect(first).toEqual({ word: 0, queue: 90, owner: 240 });
	});

	it('goes to the first rows where there is not enough for all, and no moment is cut for it', () => {
		const moments = [
			shown(220, ['word', 60], ['queue', 20], ['list', 100]),
			shown(220, ['word', 60], ['queue', 100], ['list', 20]),
		];
		const { rows } = heightsFor(moments);
		for (const moment of moments) {
			const height = moment.rows.reduce(
				(sum, row) => sum + Math.max(row.height, rows.get(row.name) ?? 0),
				0,
			);
			expect(height).toBeLessThanOrEqual(200);
		}
		expect([...rows.values()]).toEqual([60, 40, 40]);
	});

	it('is left for drawings to grow only where all that grows has room at every moment', () => {
		const moments = [
			shown(300, ['word', 60], ['queue', 100, 100]),
			shown(300, ['word', 60], ['queue', 140, 140]),
		];
		const { grow, rows } = heightsFor(moments);
		expect(grow).toBeCloseTo(220 / 140, 2);
		expect(rows.get('queue')).toBeCloseTo(220, 0);
		/* a drawing that is as wide as its room does not */
		expect(heightsFor(moments.map((one) => ({ ...one, widest: 1 }))).grow).toBe(1);
	});
});
