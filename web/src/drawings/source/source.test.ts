import { describe, expect, it } from 'vitest';
import type { ProcFacts } from '../../../../wasm/src';
import { history, machine, step, thread } from '../fake';
import { caretsOf, linesRun, otherCalls } from './carets';
import { tokenize } from './tokenize';

describe('tokenize', () => {
	it('keeps the text of every line', () => {
		const text = '/* one\n * two */\nPROC(f, u32 a;)\n\tLOAD(my->a, lk->tail, relaxed);\nEND(f)\n';
		const lines = tokenize(text).map(
			(l) => '\t'.repeat(l.indent) + l.tokens.map((t) => t.text).join(''),
		);
		expect(`${lines.join('\n')}\n`).toBe(text);
	});

	it('sets the phrase that follows the code apart', () => {
		const [line] = tokenize(
			'\tCAS(my->o, lk->tail, me, 0, full); /* empties it | finds another */',
		);
		expect(line?.phrase).toBe('empties it / finds another');
		expect(line?.tokens.map((t) => t.text).join('')).toBe('CAS(my->o, lk->tail, me, 0, full);');
	});

	it('knows shared from private, also inside one name', () => {
		const [line] = tokenize('STORE(lk->node[my->prev].next, me, release);');
		const kinds = line?.tokens.filter((t) => t.kind === 'shared' || t.kind === 'private');
		expect(kinds?.map((t) => [t.kind, t.text])).toEqual([
			['shared', 'lk->node['],
			['private', 'my->prev'],
			['shared', '].next'],
		]);
	});

	it('follows a comment over lines', () => {
		const lines = tokenize('/* a\n b = 1;\n*/\nx = 2;');
		expect(lines.map((l) => l.prose)).toEqual([true, true, true, false]);
	});
});

describe('carets', () => {
	const procs = [
		{ id: 1, file: 'core-c/locks/mcs.c' },
		{ id: 2, file: 'core-c/locks/mcs.c' },
	] as ProcFacts[];
	const state = machine(0, [
		[0, 0],
		[0, 0],
	]);

	it('stand at the innermost frame, and for the focus also at its calls', () => {
		const carets = caretsOf(state, procs, 'mcs.c', 2);
		expect(carets.get(10)?.map((c) => c.tid)).toEqual([1, 2]);
		expect(carets.get(1)).toEqual([{ tid: 2, outer: true }]);
	});

	it('leave out threads that are done, and other files', () => {
		const done = { ...state, threads: [thread(1, { status: 'done' }), thread(2)] };
		expect(
			caretsOf(done, procs, 'mcs.c', 1)
				.get(10)
				?.map((c) => c.tid),
		).toEqual([2]);
		expect(caretsOf(state, procs, 'other.c', 1).size).toBe(0);
	});
});

it('reads from the workload which calls there are besides', () => {
	const procs = [
		{ id: 1, name: 'worker', file: 'a.c', first: 1, last: 3 },
		{ id: 2, name: 'lock', file: 'a.c', first: 4, last: 6 },
		{ id: 3, name: 'unlock', file: 'a.c', first: 7, last: 9 },
		{ id: 4, name: 'slow', file: 'a.c', first: 10, last: 12 },
	] as ProcFacts[];
	const source = ['PROC(worker)', 'CALL(my->r, lock, .a = 1); DO(unlock);', 'END', 'DO(slow)'];
	const others = otherCalls(thread(1), procs, source);
	expect(others.map((p) => p.first)).toEqual([7]);
});

describe('linesRun', () => {
	const call = 32;
	const session = history(
		[
			step(1, 'critical', { line: 5 }),
			step(1, 'store', { line: 11 }),
			step(2, 'store', { line: 12 }),
			step(1, 'xchg', { line: 13 }),
		],
		[0, 0, call, 0, call, 0, call, call, call, call],
	);
	it('are those of the thread’s present call', () => {
		expect([...linesRun(session, 4, 1, 2)].sort()).toEqual([11, 13]);
	});
	it('do not reach back into the call before', () => {
		expect([...linesRun(session, 4, 1, 2, [{ first: 11, last: 11 }])]).toEqual([13]);
	});
	it('are none outside of a call', () => {
		expect(linesRun(session, 0, 1, 2).size).toBe(0);
	});
});
