/** What may come from outside: found where a story speaks of it, said in words, and walked with the keys. */
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { wholePage } from '../app/testing';
import type { View } from '../store/state';

vi.setConfig({ testTimeout: 60_000 });

const page = wholePage(() => 'position');
const row = () => document.querySelector<HTMLElement>('[data-env]');
const open = async (hash: string, view: Partial<View>) => {
	await page.show(hash);
	act(() => page.app.page.setView(view));
};
const at = () => page.app.doc?.moment.at;
const press = (key: string) =>
	fireEvent.keyDown(document.activeElement ?? document.body, { key, bubbles: true });

describe('of a story as it is met first', () => {
	it('a thread can be preempted at once, though the story allows it none', async () => {
		await open('#/mcs-gap?at=12', { plain: 'picture' });
		const before = page.app.doc?.config.budget;
		expect(before?.every((n) => n === 0)).toBe(true);
		expect(screen.getByTestId('preempt-here').textContent).toMatch(/^preempt here:/);
		fireEvent.click(screen.getByRole('button', { name: 'preempt T2 (allow one more)' }));
		expect(page.app.doc?.moment.machine.threads[1]?.status).toBe('preempted');
		expect(page.app.doc?.config.budget.some((n) => n === 1)).toBe(true);
		/* it is given back in the same row, and the story is a key away */
		expect(screen.getByTestId('preempt-here').contains(screen.getByTestId('env-run-2'))).toBe(true);
		act(() => void page.app.futures.back());
		expect(page.app.doc?.config.budget).toEqual(before);
		expect(at()).toBe(12);
	});

	it('e unfolds the row and leads into it, and the arrows go along it', async () => {
		await open('#/mcs-gap?at=12', { plain: 'picture' });
		press('e');
		expect(screen.queryByTestId('env-unfold')).toBeNull();
		/* whose step comes next */
		expect(document.activeElement).toBe(screen.getByTestId('env-allow-preempt-2'));
		expect(page.app.state.toast).toContain('Enter does what is marked');
		press('ArrowLeft');
		expect(document.activeElement).toBe(screen.getByTestId('env-allow-preempt-1'));
		press('ArrowRight');
		expect(document.activeElement).toBe(screen.getByTestId('env-allow-preempt-2'));
		expect(at()).toBe(12);
	});
});

describe('before a room', () => {
	const chosen = () => document.activeElement?.getAttribute('data-testid');

	it.each([
		['the thread whose step comes next', '#/mutex-stampede?at=25', 'env-allow-preempt-2'],
		['at an open question whom it is about', '#/mcs-gap?at=9', 'env-allow-preempt-1'],
	])('e leads to %s', async (_whom, hash, button) => {
		await open(hash, { presenter: true });
		await screen.findByTestId('stage-title');
		press('e');
		expect(chosen()).toBe(button);
		expect(page.app.state.toast, 'a room is not told of keys').toBe('');
	});

	it('e leads to a thread that has a CPU to lose, and says that', async () => {
		await open('#/mutex-owner-preempted?at=20', { presenter: true });
		await screen.findByTestId('stage-title');
		press('e');
		expect(chosen()).toBe('env-allow-preempt-2');
		expect(page.app.state.toast).toBe('T1 is off its CPU already.');
	});

	it('e leads to whom the question was about, also when that is answered', async () => {
		await open('#/mcs-queue?at=12', { presenter: true });
		await screen.findByTestId('stage-title');
		press('a');
		expect(screen.queryByTestId('answer')).toBeNull();
		press('e');
		expect(chosen()).toBe('env-allow-preempt-1');
	});

	it('an arrow right behind e goes along the row, and not along the story', async () => {
		await open('#/mutex-stampede?at=25', { presenter: true });
		await screen.findByTestId('stage-title');
		/* no time between the two */
		act(() => {
			fireEvent.keyDown(document.body, { key: 'e', bubbles: true });
			fireEvent.keyDown(document.activeElement ?? document.body, {
				key: 'ArrowRight',
				bubbles: true,
			});
		});
		expect(chosen()).toBe('env-allow-preempt-3');
		expect(at()).toBe(25);
	});

	it('a digit in the row chooses its thread there, and leaves an open question open', async () => {
		await open('#/mutex-mcs-queue?at=28', { presenter: true });
		await screen.findByTestId('answer');
		press('e');
		expect(chosen()).toBe('env-allow-preempt-1');
		/* there is none of that thread */
		press('9');
		expect(page.app.state.toast).toContain('T9');
		expect([at(), page.app.doc?.revealed, page.app.doc?.chosen]).toEqual([28, [], {}]);
		press('1');
		expect(page.app.doc?.moment.machine.threads[0]?.status).toBe('preempted');
		expect([page.app.doc?.revealed, page.app.doc?.chosen]).toEqual([[], {}]);
		/* the focus is given back: a digit steps its thread again, but the one that is still down */
		fireEvent.keyDown(document.body, { key: '1', bubbles: true, repeat: true });
		expect(at()).toBe(29);
		press('2');
		expect(page.app.doc?.moment).toMatchObject({ at: 30, before: { tid: 2, env: '' } });
		act(() => void page.app.futures.back());
		expect(await screen.findByTestId('answer')).toBeTruthy();
		/* where the focus is not in the row, it answers */
		press('1');
		expect(page.app.doc?.revealed).toEqual([28]);
	});
});

it.each([
	['before a room', { plain: 'picture', presenter: true }],
	['in somebody else’s page', { plain: 'picture', embed: true }],
	['where all of the page is shown, for there is a row', { plain: 'no' }],
] as const)('a second place is not offered %s', async (_where, view) => {
	await open('#/mcs-gap?at=12', { plain: 'picture' });
	expect(screen.queryByTestId('preempt-here')).not.toBeNull();
	act(() => page.app.page.setView(view));
	await waitFor(() => expect(screen.queryByTestId('preempt-here')).toBeNull());
});

it('says in words how often something may still come', async () => {
	await page.show('#/mutex-owner-preempted?at=12');
	expect(row()?.textContent).toContain('1 left');
	expect(screen.getByTestId('env-dashed').textContent).toContain('not part of this story');
	expect(row()?.textContent).not.toMatch(/[×+]\d/);
	expect(row()?.querySelector('[data-idle]')?.textContent ?? 'not now').toContain('not now');
});

it('what the story has none of is not called used up, until it was allowed and has happened', async () => {
	await page.show('#/mcs-queue');
	expect(screen.getByTestId('env-dashed').textContent).toContain(
		'not part of this story: press to allow',
	);
	expect(row()?.textContent).not.toContain('0 left');
	fireEvent.click(screen.getByTestId('env-allow-preempt-1'));
	expect(screen.getByTestId('env-dashed').textContent).toContain('used up: press for more');
	expect(row()?.textContent).toContain('0 left');
});

it('names what cannot come now', async () => {
	await page.show('#/mcs-queue?at=26');
	expect(row()?.textContent).toContain('preemptnot now');
});

it('says what need_resched comes to, as soon as it is set', async () => {
	await page.show('#/mutex-owner-preempted?at=12');
	fireEvent.click(screen.getByTestId('env-preempt-2'));
	expect(page.app.doc?.moment.machine.threads[1]?.needResched).toBe(true);
	expect(screen.getByTestId('wanted').textContent).toBe('T2 keeps its CPU for now.');
	expect(screen.getByTestId('actor-2').querySelector('[title^="need_resched:"]')).toBeTruthy();
});

it('where preemption is off it says in how many steps the thread leaves its CPU, and a press or W plays them', async () => {
	await page.show('#/tp-futex?n=2&r=1');
	const thread = () => page.app.doc?.moment.machine.threads[1];
	const holds = () => page.app.doc?.moment.machine.threads[0]?.holds !== 'nothing';
	for (let i = 0; i < 90 && thread()?.preemptOff === 0; i++)
		act(() => {
			page.app.steps.stepThread(holds() ? 2 : 1);
		});
	press('W');
	await waitFor(() =>
		expect(screen.getByTestId('toast').textContent).toContain('No thread is to leave its CPU'),
	);
	expect(thread()?.preemptOff).toBeGreaterThan(0);
	fireEvent.click(screen.getByTestId(/^env-(?:allow-)?preempt-2$/));
	expect(thread()?.needResched).toBe(true);
	const wanted = () => screen.getByTestId('wanted').textContent ?? '';
	await waitFor(() => expect(wanted()).toContain('of its own'));
	const [, count = '0'] = /In (\d+) steps of its own/.exec(wanted()) ?? [];
	expect(wanted()).toMatch(
		/it turns preemption on again and is preempted: “T2 .*Play up to there W$/,
	);
	const from = at() ?? 0;
	press('W');
	await waitFor(() => expect(page.app.state.motion).toBe('playing'));
	expect(page.app.doc?.session.length).toBe(from + Number(count));
	act(() => page.app.play.toggle());
	act(() => page.app.cursor.seek(from));
	fireEvent.click(await screen.findByTestId('play-leaving'));
	expect(page.app.state.motion).toBe('playing');
	act(() => page.app.play.toggle());
	act(() => page.app.cursor.seek(from + Number(count)));
	expect(thread()?.status).toBe('preempted');
});

it('says so when the thread that was to leave its CPU has left it', async () => {
	await page.show('#/rwsem-reader-spins-on?at=11');
	const off = () =>
		page.app.doc?.moment.machine.threads.some(({ status }) => status === 'preempted') ?? false;
	for (let n = 11; n < 20 && !(off() && page.app.doc?.moment.before?.env === ''); n++)
		act(() => page.app.cursor.seek(n));
	expect(off()).toBe(true);
	expect(screen.getByTestId('wanted').textContent).toMatch(
		/^At the end of this step T1 leaves its CPU, which need_resched/,
	);
	act(() => page.app.cursor.seek((at() ?? 0) + 1));
	expect(screen.queryByTestId('wanted')).toBeNull();
});

it('before a room what gives a CPU back stands under its own name, not under that of what took it', async () => {
	await open('#/rwsem-starved-writer', { presenter: true });
	press('e');
	const preempt = await screen.findByTestId('env-preempt-1');
	fireEvent.click(preempt);
	const run = await screen.findByTestId('env-run-1');
	/* its group begins with its own word, and the button has the mark alone */
	expect(run.parentElement?.textContent).toMatch(/^run/);
	expect(run.textContent).not.toContain('run');
	expect(run.parentElement?.textContent).not.toContain('preempt');
});
