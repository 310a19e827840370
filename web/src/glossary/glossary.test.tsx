import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { OnceEach, Prose } from './Prose';

afterEach(() => {
	cleanup();
	vi.useRealTimers();
});

const terms = () => [...document.querySelectorAll<HTMLElement>('[data-term]')];
const term = (name: string) => terms().find((t) => t.dataset.term === name) as HTMLElement;

async function shown(prose: React.ReactNode) {
	const { container } = render(<p>{prose}</p>);
	fireEvent.pointerMove(window);
	await waitFor(() => expect(terms().length).toBeGreaterThan(0));
	return container;
}

describe('prose', () => {
	it('is the same text with its terms marked', async () => {
		const text = 'T2 spins: the lock word has WAITERS.';
		const container = await shown(<Prose>{text}</Prose>);
		expect(container.textContent).toBe(text);
		expect(terms().map((t) => t.dataset.term)).toEqual(['spin', 'lock word', 'WAITERS']);
	});

	it('opens a term on focus, describes it, and closes on Esc without leaving', async () => {
		await shown(<Prose>The futex.</Prose>);
		const word = term('futex');
		const heard = vi.fn();
		window.addEventListener('keydown', heard);
		act(() => word.focus());
		const note = screen.getByRole('tooltip');
		expect(word.getAttribute('aria-describedby')).toBe(note.id);
		expect(note.textContent).toContain('in the memory of a program');
		fireEvent.keyDown(word, { key: 'Escape' });
		expect(screen.queryByRole('tooltip')).toBeNull();
		expect(word.hasAttribute('aria-describedby')).toBe(false);
		expect(document.activeElement).toBe(word);
		expect(heard).not.toHaveBeenCalled();
		fireEvent.keyDown(word, { key: 'Escape' });
		expect(heard).toHaveBeenCalledTimes(1);
		window.removeEventListener('keydown', heard);
	});

	it('opens under a pointer that moves, and stays while the pointer is on the note', async () => {
		await shown(<Prose>The futex.</Prose>);
		vi.useFakeTimers();
		const mouse = { pointerType: 'mouse' };
		fireEvent.pointerMove(term('futex'), { ...mouse, movementX: 0, movementY: 0 });
		expect(screen.queryByRole('tooltip')).toBeNull();
		fireEvent.pointerMove(term('futex'), { ...mouse, movementX: 2, movementY: 0 });
		const note = screen.getByRole('tooltip');
		fireEvent.pointerLeave(term('futex'), mouse);
		fireEvent.pointerMove(note, { ...mouse, movementX: 0, movementY: 3 });
		act(() => void vi.advanceTimersByTime(1000));
		expect(screen.getByRole('tooltip')).toBe(note);
		fireEvent.pointerLeave(term('futex'), mouse);
		act(() => void vi.advanceTimersByTime(1000));
		expect(screen.queryByRole('tooltip')).toBeNull();
	});

	it('opens at a tap, and closes at a tap elsewhere', async () => {
		await shown(<Prose>The futex.</Prose>);
		fireEvent.pointerUp(term('futex'), { pointerType: 'touch' });
		expect(screen.getByRole('tooltip')).toBeTruthy();
		fireEvent.pointerDown(document.body, { pointerType: 'touch' });
		expect(screen.queryByRole('tooltip')).toBeNull();
	});

	it('leaves the keys of the stepper alone', async () => {
		await shown(<Prose>The futex.</Prose>);
		const heard: string[] = [];
		const hear = (e: KeyboardEvent) => heard.push(e.defaultPrevented ? 'taken' : e.key);
		window.addEventListener('keydown', hear);
		act(() => term('futex').focus());
		for (const key of [' ', 'ArrowRight', 'ArrowLeft', '1', 'z', '?'])
			fireEvent.keyDown(term('futex'), { key });
		expect(heard).toEqual([' ', 'ArrowRight', 'ArrowLeft', '1', 'z', '?']);
		window.removeEventListener('keydown', hear);
	});

	it('marks a term once in a part of the page that says so, and again when the first is gone', async () => {
		const Part = ({ first }: { first: boolean }) => (
			<OnceEach>
				{first && <Prose>A futex sleeps.</Prose>}
				<Prose>Another futex spins.</Prose>
			</OnceEach>
		);
		const { rerender } = render(<Part first />);
		fireEvent.keyDown(window, { key: 'Tab' });
		await waitFor(() => expect(terms().length).toBeGreaterThan(0));
		expect(terms().map((t) => t.dataset.term)).toEqual(['futex', 'sleep', 'spin']);
		rerender(<Part first={false} />);
		rerender(<Part key="again" first={false} />);
		expect(terms().map((t) => t.dataset.term)).toEqual(['futex', 'spin']);
	});
});
