import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import type { Session } from '../../../../wasm/src';
import { envOf, stepOf } from '../../../../wasm/src/actions';
import { geometryOf } from './geometry';
import { RunMark } from './RunMark';
import { timelineOf } from './timeline';

afterEach(cleanup);

const THREADS = 3;
const geometry = geometryOf({ width: 400, height: 200 }, THREADS, { first: 0, column: 20 });

/** The lanes that are marked, by the place of their middle. */
function marked(...actions: number[]): number[] {
	const action = Uint8Array.from(actions);
	const columns = { action, result: new Uint8Array(action.length) };
	render(
		<svg aria-hidden="true">
			<RunMark
				session={{ columns: () => columns } as unknown as Session}
				{...{ geometry, timeline: timelineOf(columns), clip: 'clip', threads: THREADS }}
				from={0}
				at={action.length}
			/>
		</svg>,
	);
	const middles = [...screen.getByTestId('run-mark').children].map(
		(rect) => Number(rect.getAttribute('y')) + Number(rect.getAttribute('height')) / 2,
	);
	return middles.map((y) => [0, 1, 2, 3].find((lane) => Math.abs(geometry.y(lane) - y) < 1) ?? -1);
}

it('an act from outside is marked where it comes from, and where it happens', () => {
	expect(marked(envOf(1, 2))).toEqual([0, 2]);
});

it('a step is marked on the lane of its thread alone', () => {
	expect(marked(stepOf(3))).toEqual([3]);
});
