import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { keepSolved } from '../levels/progress';
import { Levels } from './Levels';

afterEach(cleanup);

const repair = { name: 'cut-off', title: 'Cut off', task: 'Repair the unlock.' };
const show = (open: number) => render(<Levels levels={[]} repairs={[repair]} open={open} />);

it('a lesson ends with its text to repair, once its questions are answered', () => {
	show(1);
	expect(screen.queryByText('Cut off')).toBeNull();
	cleanup();
	show(0);
	const link = screen.getByRole('link', { name: 'Cut off' });
	expect(link.getAttribute('href')).toBe('#/repair/cut-off');
	expect(screen.queryByText(/repaired$/)).toBeNull();
	cleanup();
	keepSolved('cut-off');
	show(0);
	expect(screen.getByText('✓ repaired')).toBeTruthy();
});
