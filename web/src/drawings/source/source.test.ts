import { describe, expect, it } from 'vitest';
import type { ProcFacts } from '../../../../wasm/src';
import { builtCore } from '../../../../wasm/src/testing';
import { history, machine, step, thread } from '../fake';
import { localText } from '../remembered';
import { caretsOf, linesRun, otherCalls, textOf } from './carets';

it('a local below 0 is written so', () => {
	expect(localText({ name: 'ret', value: 0xffffffea })).toBe('-22');
	expect(localText({ name: 'ret', value: 22 })).toBe('22');
	expect(localText({ name: 'ret', value: null })).toBe('–');
});

describe('carets', () => {
	const procs = [
		{ name: 'unlock', text: 'mcs' },
		{ name: 'worker', text: 'mcs' },
		{ name: 'lock', text: 'mcs' },
	] as ProcFacts[];
	const state = machine(0, [
		[0, 0],
		[0, 0],
	]);

	it('stand at the innermost frame, and for the focus also at its calls', () => {
		const carets = caretsOf(state, procs, 'mcs', 2);
		expect(carets.get(10)?.map((c) => c.tid)).toEqual([1, 2]);
		expect(carets.get(1)).toEqual([{ tid: 2, outer: true }]);
	});

	it('leave out threads that are done, and other files', () => {
		const done = { ...state, threads: [thread(1, { status: 'done' }), thread(2)] };
		expect(
			caretsOf(done, procs, 'mcs', 1)
				.get(10)
				?.map((c) => c.tid),
		).toEqual([2]);
		expect(caretsOf(state, procs, 'other', 1).size).toBe(0);
	});
});

it('knows which calls of the workload there are besides, also where they go into another text', async () => {
	const { facts } = await builtCore();
	const others = (lock: string, inside: string) => {
		const procs = facts.locks.find(({ name }) => name === lock)?.procs ?? [];
		const number = (name: string) => procs.findIndex((proc) => proc.name === name);
		const frames = [`${lock}_worker`, inside].map((name) => ({
			proc: number(name),
			line: 1,
			object: 0,
			locals: [],
		}));
		return [...otherCalls(thread(1, { frames }), procs)].map((proc) => procs[proc]?.name);
	};
	expect(others('mcs', 'mspin_lock')).toEqual(['mspin_unlock']);
	expect(others('mcs', 'mspin_unlock')).toEqual(['mspin_lock']);
});

describe('calls into another text', () => {
	const procs = [
		{ name: 'worker', text: 'mutex', first: 90 },
		{ name: 'lock', text: 'mutex', first: 50 },
		{ name: 'mspin_lock', text: 'mcs', first: 40 },
	] as ProcFacts[];
	const inside = (...frames: [proc: number, line: number][]) =>
		thread(1, { frames: frames.map(([proc, line]) => ({ proc, line, object: 0, locals: [] })) });

	it('are shown as that text, and a caller as its own', () => {
		const spinner = inside([0, 93], [1, 55], [2, 44]);
		expect(textOf(spinner, procs)).toBe('mcs');
		expect(textOf(spinner, procs, 1)).toBe('mutex');
		expect(textOf(undefined, procs)).toBe('');
	});
});

describe('linesRun', () => {
	const call = 32;
	const procs = [
		{ name: 'worker', text: 'mutex', first: 90 },
		{ name: 'lock', text: 'mutex', first: 50 },
		{ name: 'mspin_lock', text: 'mcs', first: 40 },
	] as ProcFacts[];
	const session = history(
		[
			step(1, 'critical', { proc: 0, line: 5 }),
			step(1, 'store', { proc: 1, line: 1 }),
			step(2, 'store', { proc: 1, line: 2 }),
			step(1, 'xchg', { proc: 2, line: 3 }),
			step(1, 'load', { proc: 1, line: 4 }),
		],
		[0, 0, call, 0, call, 0, call, call, call, call, call, call],
	);
	const lines = (at: number, text: string, ...others: number[]) =>
		[...linesRun(session, at, 1, 2, { procs, text, others: new Set(others) })].sort();

	it('are those of the thread’s present call', () => {
		expect(lines(5, 'mutex')).toEqual([51, 54]);
	});
	it('are those of the text that is shown', () => {
		expect(lines(5, 'mcs')).toEqual([43]);
	});
	it('do not reach back into the call before', () => {
		expect(lines(5, 'mutex', 2)).toEqual([54]);
	});
	it('are none outside of a call', () => {
		expect(lines(0, 'mutex')).toEqual([]);
	});
});
