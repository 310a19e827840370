import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { USES } from '../../../wasm/generated/machine';
import type { Core, Session } from '../../../wasm/src';
import { cacheOf } from '../../../wasm/src/cache';
import { builtCore, toldStory } from '../../../wasm/src/testing';
import { CopiesPane } from './CopiesPane';

let core: Core;
beforeAll(async () => {
	core = await builtCore();
});
afterEach(cleanup);

const told = (name: string) => toldStory(core, name);

function show(session: Session, at: number, since = 0, lines = ['lock']) {
	render(
		<CopiesPane
			core={core}
			session={session}
			at={at}
			machine={session.machine(at)}
			before={at > 0 ? session.record(at - 1) : null}
			reducedMotion={false}
			lines={lines}
			words={['owner']}
			since={since}
		/>,
	);
}

const text = (id: string) => screen.getByTestId(id).textContent ?? '';
const has = (tid: number) =>
	screen.getByTestId(`copy-0-${tid}`).querySelector('[data-has]')?.getAttribute('data-has');

describe('the copies of a line', () => {
	it('are void at one look when the owner writes, and its own is the only one', () => {
		const session = told('mutex-stampede');
		const gives = 24;
		expect(cacheOf(session).touch(gives - 1)).toMatchObject({ tid: 1, lost: [2, 3, 4] });
		show(session, gives - 1);
		for (const tid of [2, 3, 4]) expect(has(tid)).toBe('copy');
		cleanup();
		show(session, gives);
		expect(has(1)).toBe('own');
		for (const tid of [2, 3, 4]) expect(has(tid)).toBe('void');
		expect(text('copies-step')).toBe(
			'T1 takes the line for itself: no move, and the copies of T2, T3 and T4 are void.',
		);
	});

	it('say that there is no move where a thread reads its own, and that it has never had one', () => {
		const session = told('mutex-stampede');
		const { line, use, transfer } = cacheOf(session).all();
		const isRead = (i: number) => line[i] === 0 && USES[use[i] ?? 0] === 'load' && !transfer[i];
		const reads = Array.from(line.keys()).findIndex(isRead) + 1;
		expect(reads).toBeGreaterThan(0);
		show(session, reads);
		expect(text('copies-step')).toMatch(/^T\d (reads its own|has the only) copy: no move\.$/);
		cleanup();
		show(session, 0);
		for (const tid of [1, 2, 3, 4]) expect(has(tid)).toBe('none');
	});

	it('count what moved from the moment that is said, as the lines of the core do', () => {
		const session = told('mutex-stampede');
		const end = session.length;
		const whole = cacheOf(session).view(end).lines[0];
		show(session, end);
		const [, sum, each = ''] = /: (\d+) \((.*)\)$/.exec(text('copies-count')) ?? [];
		expect(Number(sum)).toBe(whole?.transfers);
		const parts = [...each.matchAll(/(\d+) to T\d/g)].map(([, moves]) => Number(moves));
		expect(parts).toHaveLength(4);
		expect(parts.reduce((a, b) => a + b, 0)).toBe(whole?.transfers);
		cleanup();
		show(session, end, end - 1);
		expect(text('copies-count')).toMatch(/: (0|1 \(1 to T\d\))$/);
		cleanup();
		show(session, end, end);
		expect(text('copies-count')).toBe('');
	});

	it('are of the words that are shown, and of nodes by their thread', () => {
		show(told('mutex-mcs-queue'), 30, 0, ['lock', 'node']);
		const rows = screen.getAllByRole('rowheader').map(({ textContent }) => textContent);
		expect(rows).toEqual(['count, owner …', 'T2.node', 'T3.node', 'T4.node']);
	});
});
