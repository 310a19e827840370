/** The TP futex as a chain: the word with its owner, the top waiter, those behind it; who steals stands outside. */
import { expect, it } from 'vitest';
import { builtCore } from '../../../../wasm/src/testing';
import { wasOf } from '../since';
import { chainIn, chainPicture } from './chainPicture';

const core = await builtCore();

function pictureAt(name: string, at: number, look: string[] = []) {
	const config = core.configOf(name);
	const session = core.session(config);
	session.load(core.scenario(name)?.story ?? []);
	session.seek(at);
	const machine = session.machine();
	const lock = core.lock(config.lock);
	const spec = lock.queues.find((q) => q.kind === 'chain');
	if (spec?.kind !== 'chain') throw new Error('no chain');
	const before = at > 0 ? session.record(at - 1) : null;
	const chain = chainIn(machine, spec, (word) => wasOf(word, { before }) !== null);
	const around = { pointed: new Set(look), threads: machine.threads };
	return { chain, picture: chainPicture(chain, spec, around) };
}

/** From the left to the right. */
const order = (nodes: readonly { tid: number; x: number }[]) =>
	[...nodes].sort((a, b) => a.x - b.x).map(({ tid }) => tid);

it('at first all stand outside, and the word is free', () => {
	const { chain, picture } = pictureAt('tp-steal', 0);
	expect(chain).toMatchObject({ owner: 0, next: 0, handed: 0, behind: [], outside: [1, 2, 3] });
	expect(picture.cells.map(({ text }) => text)).toEqual(['free', 'nobody', 'nobody']);
	expect(picture.edges).toEqual([]);
	expect(picture.pointers.map(({ name }) => name)).toEqual([
		'futex',
		'mutex_owner',
		'mutex_queue',
		'outside',
	]);
});

it('nothing promises the lock to the top waiter: its arrow is broken, and the thief passes it from outside', () => {
	const waits = pictureAt('tp-steal', 22);
	expect(waits.chain).toMatchObject({ owner: 1, next: 2, outside: [3] });
	expect(order(waits.picture.nodes)).toEqual([1, 2, 3]);
	expect(waits.picture.edges).toMatchObject([{ tid: 2, written: false }]);
	const stolen = pictureAt('tp-steal', 33);
	expect(stolen.chain).toMatchObject({ owner: 3, next: 2 });
	expect(order(stolen.picture.nodes)[0]).toBe(3);
	expect(stolen.picture.cells[0]).toMatchObject({ changed: true });
	expect(stolen.picture.described).toContain('futex names T3; next in line T2');
});

it('asked for, it is to be handed on: the arrow is whole, and behind the handoff the top waiter has the lock', () => {
	const asked = pictureAt('tp-handoff', 16, ['handoff_pid']);
	expect(asked.chain.handed).toBe(2);
	expect(asked.picture.edges).toMatchObject([{ tid: 2, written: true }]);
	const top = asked.picture.nodes.find(({ tid }) => tid === 2);
	expect(top?.ready).toBe(true);
	expect(top?.labels.find(({ key }) => key === 'asks')).toMatchObject({
		value: 'handoff_pid T2',
		pointed: true,
	});
	const given = pictureAt('tp-handoff', 29);
	expect(given.chain).toMatchObject({ owner: 2, next: 2 });
	expect(order(given.picture.nodes)[0]).toBe(2);
	expect(given.picture.nodes[0]?.labels[0]?.value).toBe('not inside');
});

it('no box lies over another, and a picture is as wide as what stands in it', () => {
	for (const name of ['tp-steal', 'tp-handoff', 'tp-timeout', 'tp-signal'])
		for (let at = 0; at <= (core.scenario(name)?.story.length ?? 0); at++) {
			const { picture } = pictureAt(name, at);
			const cells = [...picture.cells].sort((a, b) => a.x - b.x);
			cells.slice(1).forEach((cell, i) => {
				const before = cells[i];
				expect(cell.x).toBeGreaterThan((before?.x ?? 0) + (before?.width ?? 0));
			});
			for (const { x, width } of picture.nodes)
				expect(x + width).toBeLessThanOrEqual(picture.width);
			expect(new Set(picture.nodes.map(({ tid }) => tid)).size).toBe(picture.nodes.length);
		}
});
