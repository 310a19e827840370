// @vitest-environment node
import { expect, test } from 'vitest';
import { ENDLESS, NO_EVENT, type Trace } from '../../../wasm/src';
import { builtCore } from '../../../wasm/src/testing';
import { createDocument, documentOf } from '../store/document';
import type { Document, Recording, State } from '../store/state';
import { initialState } from '../store/state';
import { outsideText } from './about';
import { fileName, orderOf, stepsOf } from './order';

const core = await builtCore();
const NAME = 'mutex-wake';
const story = core.scenario(NAME)?.story ?? [];
const PAGE = 'https://example.org/lockstep/';

const state = (doc: Document, more: Partial<State> = {}): State => ({
	...initialState,
	core,
	doc,
	...more,
});

const opened = (schedule: readonly number[], at: number): Document =>
	createDocument(core, core.configOf(NAME), schedule, at);

function recorded(own: boolean): Document {
	const config = core.configOf(NAME);
	const session = core.session(config);
	session.load(story);
	const trace: Partial<Trace> = {
		config,
		ticks: 2400,
		about: { kernel: '6.12.117' },
		events: story.length - 1,
		conforming: story.length - 1,
		actions: Uint8Array.from(story),
		when: Float64Array.from(story, (_, i) => 2400 * i),
		event: Uint32Array.from(story, (_, i) => (i === 2 ? NO_EVENT : i)),
		differs: null,
	};
	const recording: Recording = {
		id: 'a run',
		title: 'A run',
		text: 'What it shows.',
		trace: trace as Trace,
		own,
		address: () => '',
	};
	return documentOf(core, session, recording);
}

test('a story that has not been told is exported whole', () => {
	expect([...stepsOf(state(opened([], 0)))]).toEqual(story);
	expect([...stepsOf(state(opened(story.slice(0, 5), 3)))]).toEqual(story);
});

test('a schedule of the reader’s own ends where it ends', () => {
	const own = [1, 1, 1];
	expect([...stepsOf(state(opened(own, 2)))]).toEqual(own);
});

test('the address opens the end of what is exported', () => {
	const order = orderOf(state(opened(story, 0)), 7, PAGE);
	const [page, fragment] = (order?.address ?? '').split('#/');
	expect(page).toBe(PAGE);
	const parsed = core.parseUrl(fragment ?? '');
	expect(parsed.schedule).toEqual(story.slice(0, 7));
	expect(parsed.at).toBe(7);
});

test('a search that was made is told with its bounds', () => {
	const progress = { verdict: 'VIOLATED', what: 'mutual exclusion', states: 12345 };
	const check = {
		kind: 'done',
		progress,
		budget: [0, 2, 0, 0, 0, 0, 0, 0],
		before: [],
	} as unknown as State['check'];
	const order = orderOf(state(opened(story, 0), { check }), 1, PAGE);
	expect(order?.searched).toBe(
		'rule broken: mutual exclusion; 12,345 states searched, with from outside: preempt 2',
	);
});

test('a recorded run brings its times, what was inferred, and its own address', () => {
	const order = orderOf(state(recorded(false)), story.length, PAGE);
	expect([...(order?.recorded?.when ?? [])].slice(0, 3)).toEqual([0, 1, 2]);
	expect(order?.recorded?.inferred(2)).toBe(true);
	expect(order?.recorded?.inferred(3)).toBe(false);
	expect(order?.address).toBe(`${PAGE}#/trace/a%20run?at=${story.length}`);
	expect(order?.title).toBe('A run');
	expect(order?.recording).toMatch(
		/^kernel 6\.12\.117 .*All \d+ events fit the model\. \d+ of \d+ steps recorded, the others inferred\.$/,
	);
	expect(fileName(state(recorded(false)), 'txt')).toBe('lockstep-a-run.txt');
});

test('the steps of a file of the reader’s have a plain address', () => {
	const order = orderOf(state(recorded(true)), story.length, PAGE);
	expect(order?.recorded).toBeDefined();
	expect(core.parseUrl(order?.address.split('#/')[1] ?? '').schedule).toEqual(story);
});

test('behind a step of the reader’s own a recorded run has no times', () => {
	const doc = { ...recorded(false), parted: 10 };
	const order = orderOf(state(doc), story.length, PAGE);
	expect(order?.recorded).toBeUndefined();
	expect(order?.address).not.toContain('trace/');
	expect(order?.recording).toMatch(/^Only steps 1 to 10 are as recorded; those from 11 on/);
	expect(orderOf(state(doc), 10, PAGE)?.recording).not.toContain('Only');
	expect(orderOf(state(doc), 10, PAGE)?.recorded).toBeDefined();
});

test('what the environment may do is told by its names only', () => {
	const config = { ...core.configOf(NAME), budget: Array(8).fill(ENDLESS) };
	const order = orderOf(state(opened(story, 0)), 1, PAGE);
	if (!order) throw new Error('no order');
	expect(outsideText({ ...order, config })).toMatch(/^preempt without limit, /);
	expect(outsideText({ ...order, config, recording: 'somewhere' })).toBe(
		'as recorded, or inferred',
	);
});

test('more steps than an address can hold have none', () => {
	const doc = opened(story, 0);
	const session = { ...doc.session, columns: () => ({ action: new Uint8Array(200_001) }) };
	const long = { ...doc, session, moment: { ...doc.moment, story: 'left' } } as unknown as Document;
	expect(orderOf(state(long), 200_001, PAGE)?.address).toBe('');
	expect(orderOf(state(long), 200_000, PAGE)?.address).toContain(PAGE);
});
