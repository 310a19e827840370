import { describe, expect, it } from 'vitest';
import { type Line, type PackedLine, unpacked } from './lines';
import { actingLines, changedLines, foldedOut, foldsOf } from './switches';

const switches = [
	{ name: 'torn', kind: 'planted' as const, title: 'two steps' },
	{ name: 'mend', kind: 'fixed' as const, title: 'one step' },
];
/* if (!torn) { 11 } else { 12..14 } and 20: if (mend) with 21 */
const lines = {
	blocks: [
		{ first: 11, last: 11, plain: true, switches: ['torn'], code: 1 },
		{ first: 12, last: 14, plain: false, switches: ['torn'], code: 2 },
		{ first: 13, last: 13, plain: false, switches: ['mend'], code: 1 },
		{ first: 20, last: 21, plain: false, switches: ['mend'], code: 1 },
	],
	tests: [
		{ line: 10, switch: 'torn' },
		{ line: 20, switch: 'mend' },
		{ line: 30, switch: 'torn' },
	],
};
const fold = (mode: 'dialect' | 'kernel', ...on: string[]) =>
	foldsOf(lines, switches, new Set(on), mode).map(({ first, last, words }) => [first, last, words]);
const text = (...written: string[]): Line[] =>
	written.map((line): Line => {
		const packed: PackedLine = [line, '', 0, line === '' ? [] : [0, line.length]];
		return unpacked(packed);
	});

describe('what does not run', () => {
	it('is folded and named while its switch is off, with what is inside it', () => {
		expect(fold('dialect')).toEqual([
			[12, 14, '3 lines of a fault that is off'],
			[20, 21, '2 lines of a fix that is off'],
		]);
		expect(fold('kernel')[0]).toEqual([12, 14, '2 lines of a fault that is off']);
	});
	it('is what a switch that is on leaves out', () => {
		expect(fold('dialect', 'torn')).toEqual([
			[11, 11, '1 line that the planted fault leaves out'],
			[13, 13, '1 line of a fix that is off'],
			[20, 21, '2 lines of a fix that is off'],
		]);
	});
	it('is what only other variants do, said by the name of the one or as others', () => {
		const block = { plain: false, switches: [], code: 2 };
		const blocks = [
			{ ...block, first: 1, last: 3, of: ['mutex-mcs'] },
			{ ...block, first: 5, last: 6, of: ['mutex-mcs', 'mutex-minus-one'] },
			{ ...block, first: 8, last: 20, of: ['mutex-mcs'], proc: 'mutex_lock_common' },
		];
		const folds = foldsOf({ blocks, tests: [] }, switches, new Set(['torn']), 'kernel');
		expect(folds.map(({ words, title, by }) => [words, title, by])).toEqual([
			['2 lines of mutex-mcs', 'Only in mutex-mcs', 'variant'],
			['2 lines of other variants', 'Only in mutex-mcs, mutex-minus-one', 'variant'],
			['__mutex_lock_common, in mutex-mcs only', 'Only in mutex-mcs', 'variant'],
		]);
		const [, , last] = foldsOf({ blocks, tests: [] }, switches, new Set(['torn']), 'dialect');
		expect(last?.words).toBe('mutex_lock_common, in mutex-mcs only');
	});
	it('takes the empty lines around it with it, until it is opened', () => {
		const folds = [{ first: 3, last: 4, words: '', title: '', acts: false, by: 'plain' as const }];
		const shown = text('a', '', '', '', '', 'b', '');
		expect([...foldedOut(shown, folds, new Set()).hidden].sort()).toEqual([2, 3, 4, 5]);
		expect(foldedOut(shown, folds, new Set([3])).hidden.size).toBe(0);
	});
});

describe('where a switch acts', () => {
	it('are the lines that it puts in and those that ask for it, none that is folded', () => {
		const on = new Set(['torn']);
		const folds = foldsOf(lines, switches, on, 'dialect');
		const acting = actingLines(lines, switches, on, folds);
		expect([...acting.keys()].sort()).toEqual([10, 12, 14, 30]);
		expect(new Set(acting.values())).toEqual(new Set(['planted fault']));
		expect(actingLines(lines, switches, new Set(), folds).size).toBe(0);
	});
	it('are in kernel C those that differ; a line that is gone is a fold, a brace is not', () => {
		const plain = text('if (a) {', 'x();', '}', 'y();');
		const now = text('', 'x();', '', 'z();');
		const { acting, gone } = changedLines(now, plain, switches.slice(0, 1), []);
		expect([...acting]).toEqual([[4, 'planted fault']]);
		expect(gone.map(({ first, words }) => [first, words])).toEqual([
			[1, '1 line that the planted fault leaves out'],
		]);
		expect(changedLines(now, plain, [], []).gone).toEqual([]);
	});
});
