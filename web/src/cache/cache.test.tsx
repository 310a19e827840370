import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { actionTid, type Core, isEnvAction, type Session } from '../../../wasm/src';
import { cacheOf, lineNames } from '../../../wasm/src/cache';
import { builtCore, seeded, toldStory, walk } from '../../../wasm/src/testing';
import { CachePane } from './CachePane';
import { overlayOf } from './overlay';
import { releasesOf, releasing, threadsOf } from './releases';
import { threadNames, touchText } from './words';

let core: Core;
beforeAll(async () => {
	core = await builtCore();
});
afterEach(cleanup);

/** Of each kind of act from outside, one. */
const ALLOWED = [0, 1, 0, 1, 1, 1, 1, 1];

const told = (name: string) => toldStory(core, name);

function show(session: Session, at: number, brief = false) {
	return render(
		<CachePane
			core={core}
			session={session}
			at={at}
			machine={session.machine(at)}
			before={at > 0 ? session.record(at - 1) : null}
			reducedMotion={false}
			brief={brief}
		/>,
	);
}

const text = (id: string) => screen.getByTestId(id).textContent ?? '';

describe('the cache lines', () => {
	it('say at one look whom a release disturbs: all spinners, or one', () => {
		const stampede = told('mutex-stampede');
		const gives = releasesOf(stampede)[0]?.end ?? 0;
		show(stampede, gives + 1);
		expect(text('cache-release')).toBe('T1’s release disturbed 3 threads: T2, T3 and T4.');
		cleanup();
		const queue = told('mutex-mcs-queue');
		show(queue, (releasesOf(queue)[0]?.end ?? 0) + 1);
		expect(text('cache-release')).toBe('T1’s release disturbed 1 thread: T2.');
	});

	it('take a preemption in the middle of a release for no part of it', () => {
		const stampede = told('mutex-stampede');
		const at = releasesOf(stampede)[0]?.from ?? 0;
		const own = core.session(core.configOf('mutex-stampede', { budget: ALLOWED }));
		own.load(stampede.actions().slice(0, at + 1));
		const preempt = own.options().find(({ env, tid }) => env === 'preempt' && tid === 1);
		own.step(preempt?.action ?? 0);
		expect(threadsOf(cacheOf(own).all().disturbed[at + 1] ?? 0)).toEqual([2, 3, 4]);
		expect(releasesOf(own)[0]).toMatchObject({ tid: 1, end: null, disturbed: [] });
		expect(releasing(own)(at + 1)).toBe(false);
		expect(overlayOf(own).signs(at + 2)).not.toContain('disturbed by a release');
	});

	it('have as their steps those of the thread from its work on, to the one that gives the lock away', () => {
		let [within, outside] = [0, 0];
		for (const name of ['mutex-stampede', 'mutex-mcs-queue', 'rwsem-reader-steals']) {
			const session = told(name);
			const { action } = session.columns();
			const isRelease = releasing(session);
			for (let step = 0; step < session.length; step++) {
				const act = action[step] ?? 0;
				const is = releasesOf(session).some(
					({ tid, from, end }) =>
						tid === actionTid(act) && from <= step && step <= (end ?? session.length),
				);
				expect(isRelease(step), `${name} ${step}`).toBe(is && !isEnvAction(act));
				if (is) within++;
				else outside++;
			}
		}
		expect(Math.min(within, outside)).toBeGreaterThan(10);
	});

	it('say who has no copy left that a release could take, as the notes do', () => {
		const queue = told('mutex-mcs-queue');
		const clears = core
			.scenario('mutex-mcs-queue')
			?.beats.find(({ note }) => /only T2 must/.test(note));
		show(queue, clears?.at ?? 0);
		expect(text('cache-release')).toBe(
			'T1’s release so far disturbed nobody. T2 had lost its copy before, and must fetch the line all the same.',
		);
		cleanup();
		const stampede = told('mutex-stampede');
		const all = core
			.scenario('mutex-stampede')
			?.beats.find(({ note }) => /All three must/.test(note));
		show(stampede, all?.at ?? 0);
		expect(text('cache-release')).toBe(
			'T1’s release so far disturbed 1 thread: T4. T2 and T3 had lost their copies before, and must fetch the line, too.',
		);
	});

	it('explain each of their signs where it is seen', () => {
		const session = told('mutex-stampede');
		show(session, 16);
		const key = screen.getByRole('list');
		for (const state of ['M', 'E', 'S', 'I'])
			expect(key.querySelector(`[data-state="${state}"]`)).not.toBeNull();
		expect(key.textContent).toContain('lost copies made invalid');
		expect(key.querySelector('[aria-label="coloured cell:"]')).not.toBeNull();
		expect(screen.getByTestId('line-0-4').title).toBe(
			'Invalid, its copy was lost with the last step, it must fetch the line again',
		);
		expect(screen.getByTestId('line-0-1').title).toBe('Modified, used by the last step');
	});

	it('show who has a line, who loses it and who must fetch it again', () => {
		const session = told('mutex-stampede');
		const at = 24;
		show(session, at);
		const touch = cacheOf(session).touch(at - 1);
		expect(touch).toMatchObject({ tid: 1, lost: [2, 3, 4], disturbed: [2, 3, 4], after: 'M' });
		expect(text('cache-step')).toBe(
			'T1 writes the line “lock”, and takes it from T2, T3 and T4. T2, T3 and T4 were watching it and must fetch it again.',
		);
		expect(text('line-0-1')).toContain('M');
		for (const tid of [2, 3, 4])
			expect(
				screen.getByTestId(`line-0-${tid}`).querySelector('[aria-label=", disturbed"]'),
			).not.toBeNull();
	});

	it('show what goes from whom to whom: the line from who alone had it, else the copies', () => {
		const session = told('mutex-stampede');
		const track = cacheOf(session);
		const goes = () =>
			[...document.querySelectorAll<HTMLElement>('[data-goes]')].map((e) => {
				const [, line, from] = e.closest('td')?.dataset.testid?.split('-') ?? [];
				const to = Number(from) + Number(e.style.getPropertyValue('--by'));
				return { line: Number(line), from: Number(from), to, state: e.dataset.goes };
			});
		let moved = 0;
		for (let at = 1; at <= session.length; at++) {
			show(session, at);
			const { line, tid, from, lost, after } = track.touch(at - 1);
			const left = from > 0 ? [from] : lost;
			const state = from > 0 ? after : 'S';
			expect(goes()).toEqual(left.map((t) => ({ line, from: t, to: tid, state })));
			moved += left.length;
			cleanup();
		}
		expect(moved).toBeGreaterThan(8);
	});

	it('have a sentence for every step of every story, and name the threads in it', () => {
		for (const { name } of core.facts.scenarios) {
			const session = told(name);
			walk(session, 40, seeded(2));
			const names = lineNames(core.lock(session.config.lock), session.config.threads);
			const track = cacheOf(session);
			for (let i = 0; i < session.length; i++) {
				const touch = track.touch(i);
				const said = touchText(
					touch,
					touch.line === null ? undefined : names[touch.line],
					session.record(i),
				);
				expect(said).toMatch(/^[A-Z].*\.$/);
				expect(said).not.toMatch(/undefined|nobody/);
				for (const tid of touch.lost) expect(said).toContain(`T${tid}`);
				if (touch.from > 0) expect(said).toContain(`T${touch.from}`);
			}
		}
	});

	it('say that a failed compare-and-swap takes the line all the same', () => {
		const session = told('mutex-stampede');
		const names = lineNames(core.lock(session.config.lock), session.config.threads);
		const last = session.length - 1;
		const touch = cacheOf(session).touch(last);
		expect(session.record(last)).toMatchObject({ op: 'cas', ok: false });
		expect(touchText(touch, names[touch.line ?? 0], session.record(last))).toContain(
			'It takes the line all the same.',
		);
	});
});

it('before a room the key has the state of a line that is here only where a step of the schedule makes one so', () => {
	const seen = new Set<boolean>();
	for (const name of ['mutex-stampede', 'mcs-queue', 'mutex-mcs-queue', 'ticket-storm']) {
		const session = told(name);
		const steps = Array.from({ length: session.length }, (_, i) => i);
		const has = steps.some((i) => cacheOf(session).touch(i).after === 'E');
		show(session, 1, true);
		expect(text('cache-key').includes('alone'), name).toBe(has);
		cleanup();
		seen.add(has);
	}
	expect(seen.size).toBe(2);
});

it('a frame marks who must fetch the line that was just written, as the note says', () => {
	const framed = (name: string, says: RegExp) => {
		const beat = core.scenario(name)?.beats.find(({ note }) => says.test(note));
		const { container } = show(told(name), beat?.at ?? 0);
		const found = [...container.querySelectorAll('[data-fetches]')].map((cell) =>
			cell.getAttribute('data-testid')?.replace(/^line-\d+-/, 'T'),
		);
		cleanup();
		return found;
	};
	expect(framed('mutex-mcs-queue', /only T2 must/)).toEqual(['T2']);
	expect(framed('mutex-stampede', /All three must/)).toEqual(['T2', 'T3', 'T4']);
});

describe('on the lanes', () => {
	it('a bolt stands where each disturbed thread is, and nowhere else', () => {
		const session = told('mutex-stampede');
		const place = {
			first: 0,
			end: session.length,
			row: 20,
			x: (position: number) => position,
			y: (tid: number) => 100 * tid,
			positionOf: (at: number) => at,
		};
		const { container } = render(<svg aria-hidden="true">{overlayOf(session).draw(place)}</svg>);
		const drawn = [...container.querySelectorAll('g[transform]')].map((g) =>
			(/translate\((\d+),(\d+)\)/.exec(g.getAttribute('transform') ?? '') ?? [])
				.slice(1)
				.map(Number),
		);
		const wanted = Array.from({ length: session.length }, (_, i) =>
			cacheOf(session)
				.touch(i)
				.disturbed.map((tid) => [i + 1, 100 * tid]),
		).flat();
		expect(wanted.length).toBeGreaterThan(5);
		expect(drawn).toEqual(wanted);
		expect(overlayOf(session)).toBe(overlayOf(session));
	});
});

it('threads are named in a row', () => {
	expect([[], [2], [2, 3], [1, 2, 3]].map(threadNames)).toEqual([
		'nobody',
		'T2',
		'T2 and T3',
		'T1, T2 and T3',
	]);
});

it('a story that ends on how many a release disturbs offers the lines there', () => {
	const beats = core.scenario('mcs-queue')?.beats ?? [];
	expect(beats.at(-1)?.note).toContain('a release disturbs one thread');
	expect(beats.at(-1)?.lines).toBe(true);
});
