import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { Growth } from './Growth';
import { forgetKept } from './left';
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

afterEach(() => {
	cleanup();
	forgetKept();
});

const isCounted = () => screen.queryByTestId('growth-0') !== null;

it('shows nothing before the reader has guessed, and then the guess beside what is so', () => {
	render(<Growth growth={growth} />);
	expect(isCounted()).toBe(false);
	const form = screen.getByTestId('growth-guess');
	const field = form.querySelector('input') as HTMLInputElement;
	fireEvent.submit(form);
	expect(isCounted(), 'no number, no guess').toBe(false);
	fireEvent.change(field, { target: { value: '2.5' } });
	fireEvent.submit(form);
	expect(isCounted()).toBe(true);
	const told = () => screen.getByTestId('growth-guessed').textContent;
	expect(told()).toContain('with 4 threads: 2.5 times as many. It is 4.0 times as many.');
	expect((screen.getByRole('slider') as HTMLInputElement).value).toBe('2');
});

it('shows it to who is not sure', () => {
	render(<Growth growth={growth} />);
	fireEvent.click(screen.getByTestId('growth-unsure'));
	expect(isCounted()).toBe(true);
	expect(screen.getByTestId('growth-guessed').textContent).toContain('It is 4.0 times as many.');
	expect((screen.getByRole('slider') as HTMLInputElement).value).toBe('2');
});

it('two ways to wait are drawn on one scale, and what it shows is said at the end of the slider', () => {
	render(<Growth growth={growth} />);
	fireEvent.click(screen.getByTestId('growth-unsure'));
	fireEvent.change(screen.getByRole('slider'), { target: { value: '0' } });
	const bar = (i: number) =>
		screen.getByTestId(`growth-${i}`).previousElementSibling?.getAttribute('style') ?? '';
	expect(screen.getByTestId('growth-0').textContent).toBe('6.0');
	expect(screen.getByTestId('growth-0').nextElementSibling?.textContent).toBe('moves');
	expect(bar(0)).toBe('--part: 0.5;');
	expect(bar(1)).toBe('--part: 0.25;');
	const caption = screen.getByText('So it grows.').closest('figcaption');
	expect(caption?.hasAttribute('data-shown')).toBe(false);
	fireEvent.change(screen.getByRole('slider'), { target: { value: '2' } });
	expect(screen.getByTestId('growth-0').textContent).toBe('12.0');
	expect(screen.getByTestId('growth-ratio').textContent).toBe('4.0 times as many.');
	expect(bar(0)).toBe('--part: 1;');
	expect(bar(1)).toBe('--part: 0.25;');
	expect(screen.getByRole('slider').getAttribute('aria-valuetext')).toBe('4 threads');
	expect(caption?.hasAttribute('data-shown')).toBe(true);
});
