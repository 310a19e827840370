import { beforeAll, describe, expect, it } from 'vitest';
import type { Core, ExploreProgress } from '../../../../wasm/src';
import { builtCore } from '../../../../wasm/src/testing';
import { App } from '../../store/app';
import { bucketPicture, bucketsIn } from './bucketPicture';
import { laterWords, undrawnNodeWords } from './order';

let core: Core;
beforeAll(async () => {
	core = await builtCore();
});

/** The bucket pictures of a story after that many steps, by their titles. */
function picturesOf(story: string, steps: number, width = 700) {
	const app = new App(async () => ({}) as ExploreProgress);
	app.store.set({ core, reducedMotion: true });
	app.documents.openScenario(story);
	app.cursor.seek(steps);
	const moment = app.doc?.moment;
	const lock = core.facts.locks[moment?.machine.lock ?? 0];
	if (!moment || !lock) throw new Error(`${story} does not open`);
	const { machine, before } = moment;
	const has = lock.variants[machine.variant]?.has ?? 0;
	const drawn = lock.queues.flatMap((spec, i) => {
		if (spec.kind !== 'buckets' || (spec.with & ~has) !== 0) return [];
		const places = machine.queues[i] ?? [];
		const buckets = bucketsIn(machine, spec, places, { before }, new Set());
		return [{ title: spec.title, picture: bucketPicture(buckets, width) }];
	});
	return { lock, variant: machine.variant, drawn };
}

const said = (story: string, steps: number) =>
	picturesOf(story, steps).drawn.map(({ title, picture }) => `${title}: ${picture.described}`);

const cellsOf = (story: string, steps: number, width: number) =>
	picturesOf(story, steps, width).drawn.map(({ picture }) =>
		picture.cells.map(({ text }) => text).join(' | '),
	);

describe('buckets', () => {
	it('are all drawn, with who waits for what, where the lock names no part of them', () => {
		expect(said('ww-collision', 30)).toEqual([
			'futex hash: Buckets. bucket[0]: lock T1, waiters 2; T4 waits for collides, T2 waits for futex: 2 words share this bucket. bucket[1]: lock free, waiters 0; nobody in its chain.',
		]);
	});

	it('have no count where the kernel kept none', () => {
		expect(said('fl-sleep-wake', 20)).toEqual([
			'futex hash: Buckets. bucket[0]: lock T1; nobody in its chain. bucket[1]: lock free; nobody in its chain.',
		]);
		expect(cellsOf('fl-sleep-wake', 20, 700)).toEqual(['lock T1 | lock free']);
	});

	it('are drawn in parts, each with its title, and with further words of each', () => {
		expect(said('attach-apart', 53)).toEqual([
			'global hash: Buckets. bucket[0]: lock free, waiters 0; nobody in its chain.',
			'global states: Buckets. bucket[1]: of futex, refs 2, lock free, waiters 1; T2 waits for futex. bucket[2]: of shared, refs 2, lock free, waiters 1; nobody in its chain. bucket[3]: of NULL, refs 0, lock free, waiters 0; nobody in its chain.',
		]);
	});

	it('follow a sleeper that is moved to another part', () => {
		const waits = (steps: number) =>
			picturesOf('private-resize', steps).drawn.map(
				({ title, picture }) => `${title}: ${picture.nodes.map(({ tid }) => `T${tid}`).join(' ')}`,
			);
		expect(waits(27)).toEqual(['global hash: ', 'first hash: T2', 'larger hash: ']);
		expect(waits(34)).toEqual(['global hash: ', 'first hash: ', 'larger hash: T2']);
	});

	it('link each waiter of a chain, where it stands on a line of its own too', () => {
		for (const width of [700, 330, 260]) {
			const [drawn] = picturesOf('ww-collision', 30, width).drawn;
			const { nodes = [], edges = [] } = drawn?.picture ?? {};
			expect(nodes).toHaveLength(2);
			for (const { tid, x, y, height } of nodes)
				expect(edges.find((edge) => edge.tid === tid)).toMatchObject({ to: x, y: y + height / 2 });
			for (const { from, to } of edges) expect(to - from).toBeGreaterThan(10);
		}
	});

	it('fold where nothing is in them, and only where they would take more than a line', () => {
		expect(cellsOf('attach-late', 22, 700)).toEqual([
			'lock free | waiters 1',
			[
				'of futex | refs 1 | lock free | waiters 0',
				'of NULL | refs 0 | lock free | waiters 0',
				'of NULL | refs 0 | lock free | waiters 0',
			].join(' | '),
		]);
		expect(cellsOf('attach-late', 22, 396)).toEqual([
			'lock free | waiters 1',
			'of futex | refs 1 | lock free | waiters 0 | free, nobody waits | free, nobody waits',
		]);
		/* the lock of one is taken, and one counts somebody */
		expect(cellsOf('private-in-flight', 39, 195)).toEqual([
			'free, empty',
			'lock T1 | waiters 1',
			'free, empty | free, empty',
		]);
	});

	it('end inside of the room that they have', () => {
		for (const width of [200, 290, 396, 700])
			for (const [story, steps] of [
				['attach-late', 22],
				['private-in-flight', 39],
				['wwrw-both-asleep', 64],
			] as const)
				for (const { title, picture } of picturesOf(story, steps, width).drawn)
					expect(picture.width, `${story}, ${title}`).toBeLessThanOrEqual(width);
	});

	it('have a key of its own for each cell', () => {
		const cells = picturesOf('attach-apart', 53).drawn.flatMap(({ picture }) =>
			picture.cells.length === 0 ? [] : [picture.cells.map(({ number }) => number)],
		);
		for (const numbers of cells) expect(new Set(numbers).size).toBe(numbers.length);
	});
});

describe('words that only another variant has', () => {
	it('are not among those of this one', () => {
		const { lock } = picturesOf('attach-apart', 0);
		const [global, attached, , own] = lock.variants.map((_, i) => i) as [
			number,
			number,
			number,
			number,
		];
		expect(undrawnNodeWords(lock, global)).toEqual(['lock_ptr', 'wake_q']);
		expect(undrawnNodeWords(lock, attached)).toContain('slot_of');
		expect([...laterWords(lock, global)]).toEqual(
			expect.arrayContaining([
				'cur',
				'hash[0].users',
				'bucket[1].lock',
				'bucket[0].refs',
				'slot_of',
			]),
		);
		expect(laterWords(lock, attached).has('bucket[1].lock')).toBe(false);
		expect(laterWords(lock, attached).has('cur')).toBe(true);
		expect(laterWords(lock, own).has('cur')).toBe(false);
		expect(laterWords(lock, own).has('bucket[3].chain')).toBe(false);
		expect(laterWords(lock, own).has('bucket[3].refs')).toBe(true);
	});
});
