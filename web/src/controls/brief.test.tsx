/** Why we say so, and the check: before a room two sentences, and the rest a press away. */
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { wholePage } from '../app/testing';
import { progress } from '../store/testing';

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
	expect(brief()?.children[1]?.textContent).toMatch(
		/mutual exclusion.*\. The shortest way there has 38 steps\.$/,
	);
	/* and what was found is a press away */
	fireEvent.click(screen.getByTestId('brief-play'));
	expect([page.app.state.panel, page.app.doc?.moment.total]).toEqual(['none', 38]);
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

it('that nobody has asked who may be passed is said on the slide, with the button that asks it', async () => {
	await page.show('#/mcs?v=1&n=2&r=1&sw=mend_orders');
	act(() => page.app.page.setView({ presenter: true }));
	act(() => page.app.checker.open());
	await waitFor(
		() =>
			expect(screen.getByTestId('fair-unasked').textContent).toMatch(
				/^This does not say whether a waiter may be passed for ever: of this set-up nobody has asked that\./,
			),
		{ timeout: 30_000 },
	);
	expect(brief()?.contains(screen.getByTestId('fair-ask'))).toBe(true);
	/* whoever has closed it can ask still */
	act(() => page.app.page.closePanel());
	act(() => page.app.press('A'));
	await waitFor(() => expect(page.app.state.panel).toBe('check'));
	await waitFor(() => expect(page.app.state.starvation.kind).not.toBe('none'));
	act(() => page.app.checker.reset());
	act(() => page.app.page.closePanel());
	act(() => page.app.press('A'));
	await waitFor(() =>
		expect(page.app.state.toast).toBe(
			'Press x first; then A asks whether somebody may wait for ever.',
		),
	);
});

it('how far a search has come, and the way to end it, stand on the slide', async () => {
	await page.show('#/mcs?v=1&n=2&r=1');
	act(() => page.app.page.setView({ presenter: true }));
	const search = { maxStates: 8_000_000, budget: [], before: [], from: null };
	const far = progress({ states: 4_160_000, seconds: 16, done: false });
	act(() =>
		page.app.store.set({ panel: 'check', check: { kind: 'running', progress: far, ...search } }),
	);
	await waitFor(() =>
		expect(brief()?.textContent).toContain(
			'It has not ended yet: 52 % of at most 8,000,000 states; at this pace it ends within 15 s.',
		),
	);
	expect(brief()?.querySelector('progress')?.value).toBe(4_160_000);
	expect(brief()?.querySelector('button')?.textContent).toBe('Cancel');
});

it('a search that memory has ended says that, and offers no more states', async () => {
	await page.show('#/mcs?v=1&n=2&r=1');
	act(() => page.app.page.setView({ presenter: true }));
	const ended = progress({ verdict: 'BOUNDED', what: 'memory ran out', states: 7_188_264 });
	const done = { kind: 'done', progress: ended, budget: [0, 0, 0, 0, 0, 0, 0, 0] } as const;
	act(() => page.app.store.set({ panel: 'check', check: { ...done, before: [], from: null } }));
	await waitFor(() => expect(brief()?.textContent).toContain('Memory ran out before'));
	const panel = screen.getByTestId('check-panel').textContent;
	expect(panel).not.toContain('reached its bound');
	expect(screen.queryByTestId('check-wider')).toBeNull();
	/* nor does its key */
	act(() => void page.app.checker.wider());
	expect(page.app.state.check.kind).toBe('done');
	expect(screen.getByTestId('check-elsewhere').textContent).toContain(
		'lockstep check mcs --threads LL',
	);
});
