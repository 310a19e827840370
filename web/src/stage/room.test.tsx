/** What a room reads: a fault is told once, the first slide has a title, the next story says what it asks, and signs have names. */
import { act, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { wholePage } from '../app/testing';
import { DOUBLE_MS } from '../store/clicker';

vi.setConfig({ testTimeout: 60_000 });

const page = wholePage(() => 'position');

/** On the slide. */
async function show(story: string) {
	await page.show(`#/${story}`);
	act(() => page.app.page.setView({ presenter: true }));
	await screen.findByTestId('stage-title');
}

const seek = (at: number) => act(() => page.app.cursor.seek(at));
const count = (id: string) => screen.queryAllByTestId(id).length;

it('a fault is told once where it acts, and once where it is too late', async () => {
	await show('mutex-fault-blind-sleep');
	const told: string[] = [];
	for (let at = 0; at <= (page.app.doc?.moment.length ?? 0); at++) {
		seek(at);
		const doc = page.app.doc;
		act(() => doc && page.app.store.set({ doc: { ...doc, revealed: [at] } }));
		const signs = ['fault-acts', 'too-late', 'fault'].filter((id) => count(id) > 0);
		if (/The decisive step/.test(screen.queryByTestId('beat')?.textContent ?? '')) signs.push('◆');
		if (/\(fault\)/.test(screen.getByTestId('narration').textContent ?? '')) signs.push('said');
		const rows = [...document.querySelectorAll('[data-thread]')].map((row) => row.textContent);
		if (rows.some((row) => row?.includes('(fault)'))) signs.push('row');
		if (signs.length > 0) told.push(`${at} ${signs.join(' ')}`);
	}
	expect(told).toEqual(['10 too-late', '16 fault-acts fault']);
});

it('the first slide has a title, which tells nothing that is asked', async () => {
	await show('mcs-queue');
	seek(0);
	expect(screen.getByTestId('opening-title').textContent).toMatch(/^MCS queue/);
	seek(1);
	expect(count('opening-title')).toBe(0);
});

it('behind the end a press shows what to take home and what its author would open next, and a key opens that', async () => {
	await show('mutex-stampede');
	seek(page.app.doc?.moment.length ?? 0);
	expect(count('next-story')).toBe(0);
	act(() => page.app.jumps.beat(1));
	const interval = await screen.findByTestId('interval');
	expect(interval.textContent).toContain('A word that all spinners watch');
	expect(interval.textContent).toContain('To go on: ');
	expect(interval.textContent).toContain('How many will the release set in motion now?');
	expect(interval.textContent).not.toContain('The same four threads in a queue');
	await act(() => new Promise((resolve) => setTimeout(resolve, DOUBLE_MS + 50)));
	act(() => page.app.jumps.beat(1));
	expect(page.app.doc?.config.scenario).toBe('mutex-stampede');
	act(() => page.app.press('Enter'));
	expect(page.app.doc?.config.scenario).toBe('mutex-mcs-queue');
});

it('a key names the signs that have come so far, and no others', async () => {
	await show('tp-steal');
	seek(10);
	act(() => page.app.press('L'));
	expect(document.documentElement.hasAttribute('data-legend')).toBe(true);
	const legend = () => screen.getByTestId('lanes-legend').textContent ?? '';
	for (const sign of ['failed CAS', 'a read', 'a write', 'holds', 'a note'])
		expect(legend()).toContain(sign);
	for (const sign of ['preempted', 'decisive', 'from outside'])
		expect(legend()).not.toContain(sign);
	seek(33);
	for (const sign of ['preempted', 'decisive', 'from outside']) expect(legend()).toContain(sign);
	act(() => page.app.escape());
	expect(document.documentElement.hasAttribute('data-legend')).toBe(false);
	expect(page.app.state.view.presenter).toBe(true);
});

it('what a press has changed is marked where it ends, on the lanes and in the words', async () => {
	await show('tp-steal');
	act(() => page.app.store.set({ reducedMotion: true }));
	act(() => page.app.jumps.beat(1));
	expect(page.app.doc?.moment.at).toBe(10);
	const row = (name: string) => document.querySelector(`[data-row="${name}"]`);
	/* written five steps ago */
	expect(row('refcount')?.querySelector('[class*="changed"]')?.textContent).toContain('1');
	seek(9);
	expect(row('refcount')?.querySelector('[class*="changed"]')).toBeNull();
});

it('words that no note speaks of and that are the same at every stop are left out', async () => {
	await show('tp-steal');
	const names = () =>
		[...document.querySelectorAll('[data-row]')].map((e) => e.getAttribute('data-row'));
	expect(names().filter((name) => /pi_lock/.test(name ?? ''))).toEqual([]);
	expect(names()).toContain('refcount');
	act(() => page.app.store.set({ allWords: true }));
	expect(names()).toContain('each pi_lock');
});

it('from its start a story asks a room anew, and who reads alone keeps the answers', async () => {
	await show('mcs-queue');
	const asked = () => {
		seek(12);
		return count('answer');
	};
	expect(asked()).toBe(1);
	act(() => void page.app.questions.answer(1));
	expect(asked()).toBe(0);
	act(() => page.app.cursor.home());
	expect(asked()).toBe(1);
	act(() => void page.app.questions.answer(1));
	act(() => page.app.page.setView({ presenter: false }));
	act(() => page.app.cursor.home());
	expect(page.app.doc?.revealed).toEqual([12]);
});
