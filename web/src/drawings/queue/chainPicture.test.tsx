/** The TP futex as a chain: the word with its owner, the top waiter, those behind it; who steals is in no line. */
import { cleanup, render } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { builtCore } from '../../../../wasm/src/testing';
import { QueueView } from '../QueueView';
import { wasOf } from '../since';
import { chainIn, chainPicture } from './chainPicture';
import { drawQueue } from './draw';

const core = await builtCore();
afterEach(cleanup);

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

it('at first nobody is in line, and the word is free', () => {
	const { chain, picture } = pictureAt('tp-steal', 0);
	expect(chain).toMatchObject({ owner: 0, next: 0, asks: 0, behind: [], unlisted: [1, 2, 3] });
	expect(picture.cells.map(({ text }) => text)).toEqual(['free', 'nobody', 'nobody']);
	expect(picture.edges).toEqual([]);
	expect(picture.pointers.map(({ name }) => name)).toEqual([
		'futex',
		'mutex_owner',
		'mutex_queue',
		'others',
	]);
});

it('nothing promises the lock to the top waiter: its arrow is broken, and the thief passes it from no line at all', () => {
	const waits = pictureAt('tp-steal', 22);
	expect(waits.chain).toMatchObject({ owner: 1, next: 2, unlisted: [3] });
	expect(order(waits.picture.nodes)).toEqual([1, 2, 3]);
	expect(waits.picture.edges).toMatchObject([{ tid: 2, written: false }]);
	const stolen = pictureAt('tp-steal', 33);
	expect(stolen.chain).toMatchObject({ owner: 3, next: 2 });
	expect(order(stolen.picture.nodes)[0]).toBe(3);
	expect(stolen.picture.cells[0]).toMatchObject({ changed: true });
	expect(stolen.picture.described).toContain('futex names T3; next in line T2');
});

it('to ask is not to have: the arrow stays broken until the word names the top waiter', () => {
	const asked = pictureAt('tp-handoff', 16, ['handoff_pid']);
	expect(asked.chain.asks).toBe(2);
	expect(asked.picture.edges).toMatchObject([{ tid: 2, written: false }]);
	expect(asked.picture.described).toContain('next in line T2, which asks for it in handoff_pid');
	const top = asked.picture.nodes.find(({ tid }) => tid === 2);
	expect(top?.labels.find(({ key }) => key === 'asks')).toMatchObject({
		value: 'handoff_pid T2',
		look: 'asked',
		pointed: true,
	});
	const given = pictureAt('tp-handoff', 29);
	expect(given.chain).toMatchObject({ owner: 2, next: 2 });
	expect(order(given.picture.nodes)[0]).toBe(2);
	expect(given.picture.edges).toMatchObject([{ tid: 2, written: true }]);
	expect(given.picture.cells[1]).toMatchObject({ text: 'still T2', look: 'dealt' });
	expect(given.picture.described).not.toContain('asks');
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

it('the mark of a request that was just written lies behind its text', () => {
	const written = [...Array(30).keys()].find((at) =>
		pictureAt('tp-handoff', at).picture.nodes.some(({ labels }) => labels.some((l) => l.changed)),
	);
	const root = document.createElementNS('http://www.w3.org/2000/svg', 'g');
	drawQueue(root, pictureAt('tp-handoff', written ?? 0, ['handoff_pid']).picture, 'jump');
	const middle = Number(root.querySelector('text[data-key="asks"]')?.getAttribute('x'));
	for (const mark of ['changed', 'pointed']) {
		const rect = root.querySelector(`[data-layer="nodes"] [data-part="${mark}"]`);
		const of = (name: string) => Number(rect?.getAttribute(name) ?? Number.NaN);
		expect(of('x') + of('width') / 2, mark).toBeCloseTo(middle);
		expect(of('width'), mark).toBeGreaterThan('handoff_pid T2'.length * 7);
	}
});

it('no name lies over another', () => {
	const { pointers } = pictureAt('tp-handoff', 16).picture;
	for (const [i, { name, x }] of pointers.entries()) {
		const next = pointers[i + 1];
		/* units of a letter of a name, at least */
		const half = (text: string) => (text.length * 7.2) / 2;
		if (next) expect(x + half(name), name).toBeLessThanOrEqual(next.x - half(next.name));
	}
});

it('what its boxes and its arrow say stands below it where that is wanted', () => {
	const session = core.session(core.configOf('tp-handoff'));
	const machine = session.machine();
	const props = { core, session, machine, at: 0, before: null, reducedMotion: true };
	const { rerender, queryByTestId } = render(<QueueView {...props} />);
	expect(queryByTestId('chain-key')).toBeNull();
	rerender(<QueueView {...props} keyed />);
	const key = queryByTestId('chain-key')?.textContent;
	for (const word of ['futex', 'mutex_owner', 'mutex_queue']) expect(key).toContain(word);
	expect(key).toContain('leads from the lock to the first');
	/* as it is drawn, from the word to the one who waits */
	const { edges, cells } = pictureAt('tp-handoff', 16).picture;
	const [edge] = edges;
	expect(edge?.from).toBe((cells[0]?.x ?? 0) + (cells[0]?.width ?? 0));
	expect(edge?.to).toBe(cells[1]?.x);
});
