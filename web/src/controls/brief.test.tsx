/** Why we say so, and the check: before a room two sentences, and the rest a press away. */
import { act, screen, waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { wholePage } from '../app/testing';

vi.setConfig({ testTimeout: 60_000 });

const page = wholePage(() => 'position');
const brief = () => screen.queryByTestId('brief');
const folded = () => brief()?.nextElementSibling as HTMLDetailsElement | null;

it('the check says what it searched and what that means', async () => {
	await page.show('#/mcs?v=1&n=2&r=1');
	act(() => page.app.checker.open());
	await waitFor(() => expect(screen.getByTestId('check-result')).toBeTruthy());
	expect(brief()).toBeNull();
	act(() => page.app.page.setView({ presenter: true }));
	await waitFor(() => expect(brief()).not.toBeNull());
	expect(brief()?.textContent).toMatch(
		/^The search from the start tried every order in which the 2 threads can take their steps, with no preemption\.No schedule breaks a rule of the lock/,
	);
	expect(folded()?.open).toBe(false);
	expect(folded()?.contains(screen.getByTestId('check-result'))).toBe(true);
});

it('of a fault it says the rule and how far it is', async () => {
	await page.show('#/rwsem-single-pass?at=32');
	act(() => page.app.page.setView({ presenter: true }));
	act(() => page.app.checker.open());
	await waitFor(() => expect(brief()?.textContent).toContain('until one failed.'), {
		timeout: 30_000,
	});
	expect(brief()?.lastChild?.textContent).toMatch(
		/mutual exclusion.*\. The shortest way there has 38 steps\.$/,
	);
});

it('why we say so names the finding', async () => {
	await page.show('#/rwsem-single-pass?at=32');
	act(() => page.app.page.setView({ presenter: true }));
	act(() => page.app.page.setPanel('evidence'));
	await waitFor(() => expect(brief()?.children).toHaveLength(2));
	expect(brief()?.textContent).toContain('has found one that fails.');
	expect(folded()?.open).toBe(false);
	expect(folded()?.contains(screen.getByTestId('evidence-command'))).toBe(true);
});

it('the way back to the story closes what spoke of the steps that were left', async () => {
	await page.show('#/mcs-queue?at=3');
	act(() => page.app.page.setView({ presenter: true }));
	act(() => page.app.steps.step(2));
	expect(page.app.doc?.moment.story).toBe('left');
	act(() => page.app.page.setPanel('evidence'));
	expect(page.app.state.panel).toBe('evidence');
	act(() => void page.app.futures.back());
	expect([page.app.doc?.moment.story, page.app.state.panel]).toEqual(['telling', 'none']);
});
