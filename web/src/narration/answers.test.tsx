import { fireEvent, screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { wholePage } from '../app/testing';
import { keySign } from '../store/key-sign';

const page = wholePage(() => 'position');

describe('at an open question', () => {
	it.each([false, true])('each choice has its digit; before a room: %s', async (presenter) => {
		page.app.page.setView({ presenter });
		await page.show('#/mutex-6.12-handoff?at=29');
		const options = within(screen.getByTestId('options')).getAllByRole('button');
		expect(options.map((one) => one.querySelector('kbd')?.textContent)).toEqual(
			options.map((_, i) => String(i + 1)),
		);
		fireEvent.keyDown(document.body, { key: '2', code: 'Digit2' });
		expect(options[1]?.getAttribute('aria-pressed')).toBe('true');
		expect(screen.getByTestId('options').querySelector('kbd')).toBeNull();
	});

	it('a digit that is no answer says so, and with Shift it moves its thread', async () => {
		await page.show('#/mutex-6.12-handoff?at=29');
		const count = within(screen.getByTestId('options')).getAllByRole('button').length;
		const press = (digit: number, init = {}) =>
			fireEvent.keyDown(document.body, { key: String(digit), code: `Digit${digit}`, ...init });
		press(count + 1);
		expect(page.app.state.toast).toBe(`${count + 1} is none of the ${count} answers.`);
		press(3, { key: '§', shiftKey: true });
		expect([page.app.doc?.moment.at, page.app.doc?.moment.before?.tid]).toEqual([30, 3]);
		/* where a digit needs Shift it is a digit */
		page.app.futures.back();
		expect(page.app.doc?.moment.at).toBe(29);
		press(2, { shiftKey: true });
		expect(page.app.doc?.moment.at).toBe(29);
		expect(page.app.doc?.revealed).toContain(29);
		press(9, { key: '(', shiftKey: true });
		expect(page.app.state.toast).toBe('There is no T9 here.');
	});

	it('where it has no choices a digit names the key of its answer, and of its thread', async () => {
		const told = page.core.facts.scenarios.flatMap(({ name }) =>
			(page.core.scenario(name)?.beats ?? [])
				.filter(({ ask, answer }) => ask && !answer)
				.map(({ at }) => `#/${name}?at=${at}`),
		);
		await page.show(told[0] ?? '');
		fireEvent.keyDown(document.body, { key: '1', code: 'Digit1' });
		expect(page.app.state.toast).toContain(`${keySign('Shift+1')} moves T1.`);
	});
});
