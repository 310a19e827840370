import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import type { Beat } from '../../../wasm/src';
import type { Told } from './messages';
import { Programme, targetBy } from './Programme';
import { paceText } from './script';

afterEach(cleanup);

const beat = (at: number, note: string, ask?: string) => ({ at, note, ask }) as unknown as Beat;
const stories = [
	{ story: 'mcs-queue', title: 'Three', beats: [beat(0, 'It begins.'), beat(3, 'Then.', 'Who?')] },
	{ story: 'mcs-gap', title: 'The gap', beats: [beat(0, 'Another.')] },
];
const told = { story: 'mcs-queue', beat: { at: 3 }, list: [] } as unknown as Told;

it('leads the room to any beat of any story of the talk, with its list', () => {
	const open = vi.fn();
	render(<Programme stories={stories} told={told} open={open} />);
	const list = screen.getByTestId('notes-programme') as HTMLDetailsElement;
	expect(screen.queryAllByRole('button', { hidden: true })).toEqual([]);
	list.open = true;
	fireEvent(list, new Event('toggle'));
	const here = screen.getByText('Who?').closest('button');
	expect(here?.getAttribute('aria-current')).toBe('true');
	fireEvent.click(screen.getByText('Another.'));
	expect(open).toHaveBeenCalledWith('#/mcs-gap?at=0&list=mcs-queue,mcs-gap');
});

it('a time of one’s own is shared out among the beats', () => {
	expect(targetBy(0, 1, 4)).toBeNull();
	const target = targetBy(20, 2, 4);
	expect(target).toEqual({ from: 5, until: 10 });
	const minute = 60_000;
	if (!target) return;
	expect(paceText(target, 4 * minute)).toBe('1:00 early');
	expect(paceText(target, 7 * minute)).toBe('on time');
	expect(paceText(target, 12 * minute)).toBe('2:00 late');
});
