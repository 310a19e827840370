/** What has been answered, with and without a store that can be trusted. */
import { beforeEach, expect, it, vi } from 'vitest';
import type { LessonCard } from './types';

const KEY = 'lockstep.lessons';
const card = { slug: 'one', asks: ['a', 'b'] } as LessonCard;

/** As after a reload. */
async function fresh() {
	vi.resetModules();
	return import('./progress');
}

/** What a component would be told now. */
async function read() {
	const module = await fresh();
	const { renderHook } = await import('@testing-library/react');
	return { ...module, progress: renderHook(() => module.useProgress()).result.current };
}

beforeEach(() => window.localStorage.clear());

it('stays over a reload, each question once', async () => {
	const { markAnswered } = await fresh();
	markAnswered('one', 'a');
	markAnswered('one', 'a');
	expect(window.localStorage.getItem(KEY)).toBe('{"one":["a"]}');
	const { progress, answeredOf, isDone, isAnswered } = await read();
	expect(answeredOf(progress, card)).toBe(1);
	expect(isDone(progress, card)).toBe(false);
	expect(isAnswered(progress, 'one', 'a')).toBe(true);
	expect(isAnswered(progress, 'one', 'b')).toBe(false);
});

it.each(['no JSON', '[]]', '{"one":"a"}', '{"one":[1]}', 'null', '7'])(
	'is empty where the store holds %s',
	async (text) => {
		window.localStorage.setItem(KEY, text);
		const { progress } = await read();
		expect(Object.keys(progress)).toEqual([]);
	},
);

it('is done with all its questions, and one that is gone does not count', async () => {
	window.localStorage.setItem(KEY, '{"one":["a","gone"],"old":["x"]}');
	const before = await read();
	expect(before.answeredOf(before.progress, card)).toBe(1);
	window.localStorage.setItem(KEY, '{"one":["a","gone","b"],"old":["x"]}');
	const { progress, answeredOf, isDone } = await read();
	expect(answeredOf(progress, card)).toBe(2);
	expect(isDone(progress, card)).toBe(true);
	expect(isDone(progress, { ...card, slug: 'two' })).toBe(false);
});

it('says how many were shown, also after a reload, and what was answered is not shown', async () => {
	const { markAnswered, markShown } = await fresh();
	markShown('one', 'a');
	markShown('one', 'a');
	markAnswered('one', 'a');
	markAnswered('one', 'b');
	markShown('one', 'b');
	const { progress, answeredOf, isDone, shownOf, nextOf } = await read();
	expect(answeredOf(progress, card)).toBe(2);
	expect(shownOf(progress, card)).toBe(1);
	expect(isDone(progress, card)).toBe(true);
	const two = { ...card, slug: 'two' };
	expect(nextOf(progress, [card, two])).toBe(two);
});

it('goes on in the lesson of the last answer, behind it when that is done, and then with what was passed over', async () => {
	const { markAnswered, readProgress, nextOf } = await fresh();
	const path = ['one', 'two', 'three'].map((slug) => ({ ...card, slug }));
	const next = () => nextOf(readProgress(), path)?.slug;
	expect(next()).toBe('one');
	markAnswered('two', 'a');
	expect(next()).toBe('two');
	markAnswered('two', 'b');
	expect(next()).toBe('three');
	markAnswered('three', 'a');
	markAnswered('three', 'b');
	expect(next()).toBe('one');
	markAnswered('one', 'a');
	expect(next()).toBe('one');
});

it('is forgotten when it is asked to be', async () => {
	const { markAnswered, forgetAll } = await fresh();
	markAnswered('one', 'a');
	forgetAll();
	expect(window.localStorage.getItem(KEY)).toBe('{}');
});
