import { fireEvent, render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { Growth } from './Growth';
import type { GrowthData } from './types';

const growth: GrowthData = {
	kind: 'growth',
	title: 'what it costs',
	threads: [2, 3, 4],
	sides: [
		{ text: ['all'], moves: [6, 8, 12] },
		{ text: ['one'], moves: [3, 3, 3] },
	],
	text: ['So it grows.'],
};

it('two ways to wait are drawn on one scale, and what it shows is said at the end of the slider', () => {
	render(<Growth growth={growth} />);
	const bar = (i: number) =>
		screen.getByTestId(`growth-${i}`).previousElementSibling?.getAttribute('style') ?? '';
	expect(screen.getByTestId('growth-0').textContent).toBe('6.0');
	expect(bar(0)).toBe('--part: 0.5;');
	expect(bar(1)).toBe('--part: 0.25;');
	const caption = screen.getByText('So it grows.').closest('figcaption');
	expect(caption?.hasAttribute('data-shown')).toBe(false);
	fireEvent.change(screen.getByRole('slider'), { target: { value: '2' } });
	expect(screen.getByTestId('growth-0').textContent).toBe('12.0');
	expect(screen.getByTestId('growth-ratio').textContent).toBe('4.0 times as much.');
	expect(bar(0)).toBe('--part: 1;');
	expect(bar(1)).toBe('--part: 0.25;');
	expect(screen.getByRole('slider').getAttribute('aria-valuetext')).toBe('4 threads');
	expect(caption?.hasAttribute('data-shown')).toBe(true);
});
