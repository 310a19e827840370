import { describe, expect, it } from 'vitest';
import { App } from '../store/app';
import { plainOf } from '../store/plain';
import { initialView } from '../store/state';
import { openApp, testCore } from '../store/testing';
import { touchedIn } from '../store/touched';
import { hashOf, routeOf, viewFromHash } from './route';
import { knownIn } from './talk-list';

const core = testCore();
const never = async () => {
	throw new Error('not asked for');
};

describe('routeOf', () => {
	it('knows the gallery, a scenario and a comparison', () => {
		expect(routeOf(core, '').route).toEqual({ kind: 'gallery' });
		expect(routeOf(core, '#/').route).toEqual({ kind: 'gallery' });
		expect(routeOf(core, '#/tas?n=2').route).toEqual({ kind: 'stepper', fragment: 'tas?n=2' });
		expect(routeOf(core, '#/compare/tas/tas-story?at=4').route).toEqual({
			kind: 'compare',
			left: 'tas',
			right: 'tas-story',
			at: [4, 4],
			by: 'story',
			threads: 0,
			rounds: 0,
			own: '',
		});
		const own = '#/compare/tas/tas?own=tas.00000000.abc';
		const app = new App(never);
		app.store.set({ core, route: routeOf(core, own).route });
		expect(hashOf(app.state)).toBe(own);
	});

	it('knows the documents, those of locks too, and a place in one', () => {
		const app = new App(never);
		app.store.set({ core });
		for (const [hash, name, place] of [
			['#/docs', '', ''],
			['#/docs/findings/R1', 'findings', 'R1'],
			['#/docs/locks/mcs', 'locks/mcs', ''],
			['#/docs/locks/mcs/invariants', 'locks/mcs', 'invariants'],
		] as const) {
			const { route, notices } = routeOf(core, hash);
			expect(route).toEqual({ kind: 'docs', name, place });
			expect(notices).toEqual([]);
			app.goTo(route);
			expect(hashOf(app.state)).toBe(hash);
		}
	});

	it('takes #/findings for the document', () => {
		for (const [hash, place] of [
			['#/findings', ''],
			['#/findings/R1', 'R1'],
		] as const)
			expect(routeOf(core, hash)).toEqual({
				route: { kind: 'docs', name: 'findings', place },
				notices: [],
			});
	});

	it('knows the path of the lessons and a lesson, and writes them back', () => {
		const app = new App(never);
		app.store.set({ core });
		for (const [hash, lesson] of [
			['#/learn', ''],
			['#/learn/what-a-lock-is', 'what-a-lock-is'],
		] as const) {
			const { route, notices } = routeOf(core, hash);
			expect(route).toEqual({ kind: 'learn', lesson });
			expect(notices).toEqual([]);
			app.goTo(route);
			expect(hashOf(app.state)).toBe(hash);
		}
	});

	it('knows the way to a text to repair, whatever its name', () => {
		const app = new App(never);
		app.store.set({ core });
		for (const name of ['cut-off', 'no-such-text', '<script>']) {
			const hash = `#/repair/${encodeURIComponent(name)}`;
			const { route, notices } = routeOf(core, hash);
			expect(route).toEqual({ kind: 'levels', repair: name });
			expect(notices).toEqual([]);
			app.goTo(route);
			expect(hashOf(app.state)).toBe(hash);
		}
	});

	it('says that behind the levels is nothing', () => {
		expect(routeOf(core, '#/levels').notices).toEqual([]);
		for (const name of ['nope', 'a'.repeat(9999)]) {
			const { route, notices } = routeOf(core, `#/levels/${name}`);
			expect(route).toEqual({ kind: 'levels' });
			expect(notices).toEqual([expect.stringContaining(`“${name.slice(0, 60)}”`)]);
			expect(notices[0]?.length).toBeLessThan(180);
		}
	});

	it.each([
		'#/nope',
		'#/compare/tas/nope',
		'#/%',
		'#/%E0%A4%A',
		'#/<script>',
		`#/${'a'.repeat(9999)}`,
	])('survives %.30s and says so', (hash) => {
		const { route, notices } = routeOf(core, hash);
		expect(route.kind).toBe('gallery');
		expect(notices).toHaveLength(1);
		expect(notices[0]?.length).toBeLessThan(160);
	});
});

describe('view settings', () => {
	it('are read from the address and written back', () => {
		const app = new App(never);
		const hash = '#/tas?theme=dark&text=2&src=kernel&seed=9&cache=1&p=code&split=60.0.25';
		app.store.set({ core, view: { ...app.state.view, ...viewFromHash(hash) } });
		app.goTo(routeOf(core, hash).route);
		app.steps.stepThread(1);
		const written = hashOf(app.state);
		expect(viewFromHash(written)).toEqual({
			theme: 'dark',
			textSize: 2,
			source: 'kernel',
			seed: 9,
			cache: true,
			split: { text: 60, time: 0, threads: 25 },
			presenter: true,
			stage: 'code',
		});
		expect(written).toContain('at=1');
	});

	it('say from which lesson a figure was opened, and nothing else by that name', () => {
		const app = new App(never);
		const hash = '#/tas-story?plain=1&lesson=what-a-lock-is';
		app.store.set({ core, view: { ...initialView, ...viewFromHash(hash) } });
		app.goTo(routeOf(core, hash).route);
		app.steps.stepThread(1);
		expect(hashOf(app.state)).toContain('lesson=what-a-lock-is');
		expect(viewFromHash('#/tas?lesson=<b>').lesson).toBeUndefined();
		expect(hashOf({ ...app.state, route: { kind: 'levels' } })).not.toContain('lesson');
	});

	it('that nobody knows are told of', () => {
		const told = (hash: string) => {
			const reader = new App(never);
			reader.store.set({ core });
			reader.goTo(routeOf(core, hash).route);
			return reader.state.notices;
		};
		expect(told('#/tas?threads=99')).toEqual([
			expect.stringMatching(/^The address says “threads=99”, which means nothing here/),
		]);
		expect(told(`#/tas?${'x'.repeat(999)}=1`)[0]?.length).toBeLessThan(200);
		const app = new App(never);
		app.store.set({
			core,
			view: { ...initialView, ...viewFromHash('#/tas?theme=dark&cache=1&p=1') },
		});
		app.goTo(routeOf(core, '#/tas?n=2').route);
		app.page.setView({
			notes: false,
			seed: 3,
			source: 'kernel',
			plain: 'code',
			lesson: 'x',
			textSize: 2,
		});
		app.steps.stepThread(1);
		expect(told(hashOf(app.state))).toEqual([]);
	});

	it('are not taken when they make no sense', () => {
		expect(viewFromHash('#/tas?p=code')).toEqual({ presenter: true, stage: 'code' });
		expect(viewFromHash('#/tas?p=constructor')).toEqual({});
		/* a frame is a part of somebody's page, also by an address that was copied before a room */
		expect(viewFromHash('#/tas?p=1&embed=1')).toEqual({ embed: true });
		expect(viewFromHash('#/tas?theme=pink&text=huge&seed=-1&src=x&split=60')).toEqual({});
		expect(viewFromHash('#/tas?text=9999')).toEqual({ textSize: 8 });
	});
});

describe('a story as it is met first', () => {
	it('is said by the address, which forgets it when all is asked for', () => {
		const app = new App(never);
		const opened = (hash: string) => {
			app.store.set({ core, view: { ...initialView, ...viewFromHash(hash) } });
			app.goTo(routeOf(core, hash).route);
			return [plainOf(app.state), /plain=\w+/.exec(hashOf(app.state))?.[0]];
		};
		expect(opened('#/tas-story?plain=1')).toEqual(['picture', 'plain=1']);
		expect(opened('#/tas-story?plain=code')).toEqual(['code', 'plain=code']);
		expect(opened('#/tas-story?plain=2')).toEqual(['no', undefined]);
		app.page.setView({ plain: 'picture', presenter: true });
		expect(plainOf(app.state)).toBe('no');
	});

	it('shows the words that its steps touch, and those of steps that have left it', () => {
		const app = openApp('tas-story');
		const words = () => (app.doc ? touchedIn(core, app.doc) : undefined);
		const told = words();
		const names = (actions: readonly number[]) => {
			const other = core.session(core.configOf('tas-story'));
			other.load(actions);
			return actions.map((_, i) => other.record(i).wordName).filter(Boolean);
		};
		const story = core.scenario('tas-story')?.story ?? [];
		expect(names(story).length).toBeGreaterThan(0);
		expect(told).toEqual(expect.arrayContaining(names(story)));
		app.documents.openScenario('tas');
		expect(words()).toBeUndefined();
	});
});

describe('a damaged address', () => {
	it('keeps the prefix and says what was dropped', () => {
		const app = new App(never);
		app.store.set({ core });
		app.goTo({ kind: 'stepper', fragment: 'tas?s=01!!0&at=99' });
		expect(app.doc?.moment).toMatchObject({ at: 2, length: 2 });
		expect(app.state.notices).toEqual([
			'The schedule ends after 2 steps: the rest could not be read.',
		]);
	});
});

describe('the stories of a talk', () => {
	it('are in the address while one of them is open', () => {
		const app = new App(never);
		app.store.set({ core });
		expect(viewFromHash('#/tas-story?list=tas-story,tas,tas-story').list).toEqual([
			'tas-story',
			'tas',
		]);
		expect(viewFromHash('#/tas-story').list).toBeUndefined();
		app.page.setView({ list: ['tas-story', 'tas'] });
		app.documents.openScenario('tas-story');
		const hash = decodeURIComponent(hashOf(app.state));
		expect(hash).toContain('list=tas-story,tas');
		app.page.setView({ list: ['tas'] });
		expect(hashOf(app.state)).not.toContain('list');
		/* a part of a lecture may be one story: its notes know it by its list */
		app.page.setView({ list: ['tas-story'] });
		expect(hashOf(app.state)).toContain('list=tas-story');
	});

	it('may be misspelt: that is said, with the nearest name, and the others stay', () => {
		const notices = (list: string) => routeOf(core, `#/tas-story?list=${list}`).notices;
		expect(notices('tas-story,tas')).toEqual([]);
		expect(notices('tas-story,tas-stroy,xylophone')).toEqual([
			'The list of this talk names “tas-stroy”, which is the name of no story. The nearest name is “tas-story”. It is left out.',
			'The list of this talk names “xylophone”, which is the name of no story. No name is near it. It is left out.',
		]);
		/* also what is no name at all, and not without end */
		expect(notices('tas-story,tas story,,<b>')).toHaveLength(2);
		expect(notices('a1,a2,a3,a4,a5').slice(2)).toEqual([
			expect.stringContaining('“a3”'),
			'So are 2 more of its names.',
		]);
		/* nor is it silent of a list in which something else is wrong */
		expect(notices('')).toEqual([expect.stringContaining('The list of this talk is empty')]);
		expect(notices(',')).toEqual([expect.stringContaining('The list of this talk is empty')]);
		expect(notices('tas-story,tas,tas-story')).toEqual([
			'The list of this talk names “tas-story” twice. A story is told once, at its first place.',
		]);
		expect(notices('tas')).toEqual([
			'“tas-story” is not in the list of the talk that this address has, so it stands alone. That talk begins with “tas”.',
		]);
		const long = ['tas-story', ...Array.from({ length: 50 }, (_, i) => `s${i}`)].join();
		expect(notices(long).at(-1)).toBe(
			'The list of this talk has 51 names. A talk has at most 40: the others are left out.',
		);
		expect(knownIn(core, ['tas', 'tas-stroy', 'tas-story', '__proto__'])).toEqual([
			...['tas', 'tas-story'],
		]);
	});

	it('are names and nothing else, and not without end', () => {
		const many = Array.from({ length: 90 }, (_, i) => `s${i}`).join(',');
		expect(viewFromHash(`#/tas?list=${many}`).list).toHaveLength(40);
		expect(viewFromHash('#/tas?list=<b>,a b,,__proto__,').list).toEqual(['__proto__']);
	});
});
