/** What the line over the code names, against what the code shows: on the real core. */
import { act, screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { wholePage } from '../../app/testing';
import { askedThread, isOfDone } from '../../store/beats';
import { inSource } from '../source-names';

const page = wholePage(() => 'position');

const ran = () => screen.queryByTestId('ran-in')?.textContent?.replace(/^\s*T?\d*\s*/, '') ?? '';
const current = () =>
	screen.getByTestId('calls').querySelector('[aria-current]')?.textContent ?? '';

describe('the line over the code', () => {
	it.each(['mutex-stampede', 'wwrw-starved-writer', 'mcs-queue'])(
		'names the procedure of the line that was run, at each step of %s',
		async (name) => {
			await page.show(`#/${name}`);
			await screen.findByTestId('calls');
			const { facts } = page.core;
			const length = page.app.doc?.moment.length ?? 0;
			expect(length).toBeGreaterThan(10);
			for (let at = 1; at <= length; at++) {
				act(() => page.app.cursor.seek(at));
				const { before } = page.app.doc?.moment ?? {};
				const beat = page.core.scenario(name)?.beats.find((b) => b.at === at);
				const asked = screen.queryByTestId('answer') !== null && beat && !isOfDone(beat);
				if (before?.env !== '') continue;
				const lock = facts.locks.find(({ id }) => id === page.app.doc?.config.lock);
				const proc = lock?.procs[before.proc]?.name ?? '';
				const named = [proc, inSource(proc)];
				if (asked) expect(ran(), `step ${at}`).toBe('');
				else if (ran())
					expect(
						named.some((n) => ran().includes(n)),
						`step ${at}: ${ran()}`,
					).toBe(true);
				else expect(named, `step ${at}`).toContain(current());
			}
		},
	);

	it('is at a question that of the thread which the question is about', async () => {
		await page.show('#/mcs-queue');
		await screen.findByTestId('calls');
		const beat = page.core.scenario('mcs-queue')?.beats.find(({ ask }) => ask);
		expect(beat?.ask).toContain('T1 is about to leave');
		act(() => page.app.cursor.seek(beat?.at ?? 0));
		expect(page.app.doc?.focusTid).toBe(3);
		expect(screen.getByTestId('calls').closest('section')?.getAttribute('aria-label')).toMatch(
			/^Locals of T1 in /,
		);
	});
});

describe('whether a question is about what was done', () => {
	it('is said by its options and its words', () => {
		expect(isOfDone({ ask: 'T2 has looked again. What for?' })).toBe(true);
		expect(isOfDone({ ask: 'T1 is about to unlock. Which part is its own?' })).toBe(false);
		expect(isOfDone({ ask: 'What would become of T3 if it went on now?' })).toBe(false);
		const beats = page.core.scenario('mutex-wake')?.beats ?? [];
		const [computed] = beats.filter(({ ask, answer }) => ask && answer);
		expect(computed && isOfDone(computed)).toBe(false);
		expect(isOfDone({})).toBe(false);
	});

	it('and then the line that was run is in sight, and no other is called the next', async () => {
		await page.show('#/mutex-wake?at=12');
		const source = await screen.findByLabelText('Source');
		expect(screen.queryByTestId('answer')).not.toBeNull();
		const done = page.app.doc?.moment.before?.line ?? 0;
		expect(done).toBeGreaterThan(0);
		expect(source.querySelector('[data-done]')?.getAttribute('data-line')).toBe(String(done));
	});
});

describe('whom a question is about', () => {
	it('is said by its own words', () => {
		expect(askedThread({ ask: 'T1 is about to leave. Will T2 notice?' })).toBe(1);
		expect(askedThread({ ask: 'T2 has read the 1. Does it know?' })).toBe(2);
		expect(askedThread({ ask: 'T1 or T2?' })).toBe(0);
		expect(askedThread({ ask: 'Who will set T2.locked to 1?' })).toBe(0);
	});
});
