/** What ×N counts is said once beside the signs, for a room that sees no legend. */
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import type { Mark } from './marks';
import { SpinKey } from './SpinKey';

afterEach(cleanup);

const geometry = { x: (p: number) => 20 * p, y: (lane: number) => 20 * lane, column: 20, row: 20 };

const spin = (position: number, times: number): Mark => ({
	...{ position, times, lane: 2, tid: 2, acquired: false },
	shape: 'spin',
});
const outside = (position: number): Mark => ({
	...{ position, times: 1, lane: 0, tid: 1, acquired: false },
	shape: 'diamond',
});

const shown = (marks: Mark[], toldTo?: number) =>
	render(
		<svg aria-hidden="true">
			<SpinKey marks={marks} geometry={geometry} toldTo={toldTo} />
		</svg>,
	);

it('stands once, below the first such sign', () => {
	shown([spin(3, 5), spin(9, 7)]);
	expect(
		screen.getAllByTestId('spin-key').map((e) => [e.textContent, e.getAttribute('x')]),
	).toEqual([['×N: N looks in vain', '50']]);
});

it('is whole where what comes is covered: to the left of its sign, or not yet there', () => {
	shown([spin(12, 5)], 13);
	const key = screen.getByTestId('spin-key');
	expect([key.getAttribute('x'), key.getAttribute('text-anchor')]).toEqual(['250', 'end']);
	cleanup();
	shown([spin(12, 5)], 20);
	expect(screen.getByTestId('spin-key').getAttribute('x')).toBe('230');
	cleanup();
	shown([spin(5, 5)], 6);
	expect(screen.queryByTestId('spin-key'), 'over the names of the lanes').toBeNull();
	cleanup();
	shown([spin(12, 5)], 11);
	expect(screen.queryByTestId('spin-key')).toBeNull();
});

it('stands where nothing came from outside, or nowhere', () => {
	shown([spin(3, 5), outside(6), spin(30, 2)]);
	expect(screen.getByTestId('spin-key').getAttribute('x')).toBe('590');
	cleanup();
	shown([spin(3, 5), outside(6)]);
	expect(screen.queryByTestId('spin-key')).toBeNull();
	cleanup();
	/* one look is no number to explain */
	shown([spin(3, 1)]);
	expect(screen.queryByTestId('spin-key')).toBeNull();
});
