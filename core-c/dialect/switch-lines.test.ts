import { expect, test } from 'vitest';
import { switchLines } from './index';
import { fixtures, small, textOf } from './testing';

const blocksOf = (lines: string[]) => {
	const body = ['SWITCH(x, a, .title = "a")', 'SWITCH(x, b, .title = "b")'];
	const project = small([...body, 'PROC(f, struct x, u32 n;)', ...lines, 'END(f)'].join('\n'));
	const { blocks, tests } = switchLines(project, textOf(project, 'x'));
	return {
		blocks: blocks.map(({ first, last, plain, switches }) => [
			lines.slice(first - 4, last - 3).map((line) => line.trim()),
			plain,
			switches.join(),
		]),
		tests: tests.map(({ line, switch: name }) => [lines[line - 4]?.trim(), name]),
	};
};

test('an if without else goes as a whole, with one its branches do', () => {
	const { blocks } = blocksOf([
		'\tif (FAULT(x, a))',
		'\t\tmy->n = 1;',
		'\tif (!FAULT(x, a)) {',
		'\t\tmy->n = 2;',
		'\t} else {',
		'\t\tmy->n = 3;',
		'\t}',
		'\tif (FAULT(x, b))',
		'\t\tmy->n = 4;',
		'\telse',
		'\t\tmy->n = 5;',
	]);
	expect(blocks).toEqual([
		[['if (FAULT(x, a))', 'my->n = 1;'], false, 'a'],
		[['my->n = 2;'], true, 'a'],
		[['} else {', 'my->n = 3;'], false, 'a'],
		[['my->n = 4;'], false, 'b'],
		[['else', 'my->n = 5;'], true, 'b'],
	]);
});

test('what may run either way is no block; where a switch is asked for is said', () => {
	const { blocks, tests } = blocksOf([
		'\tif (my->n == 1 || FAULT(x, a))',
		'\t\tmy->n = 1;',
		'\tif (my->n && !FAULT(x, a) && !FAULT(x, b))',
		'\t\tmy->n = 2;',
		'\tmy->n = FAULT(x, b) ? 1 : 2;',
	]);
	expect(blocks).toEqual([
		[['if (my->n && !FAULT(x, a) && !FAULT(x, b))', 'my->n = 2;'], true, 'a,b'],
	]);
	expect(tests).toEqual([
		['if (my->n == 1 || FAULT(x, a))', 'a'],
		['if (my->n && !FAULT(x, a) && !FAULT(x, b))', 'a'],
		['if (my->n && !FAULT(x, a) && !FAULT(x, b))', 'b'],
		['my->n = FAULT(x, b) ? 1 : 2;', 'b'],
	]);
});

test('every switch of a shipped text has lines, in a procedure, and a block keeps its braces', () => {
	const project = fixtures();
	for (const text of project.texts) {
		const { blocks, tests } = switchLines(project, text);
		const source = (text.files[text.file] ?? '').split('\n');
		const named = new Set([...blocks.flatMap((b) => b.switches), ...tests.map((t) => t.switch)]);
		expect([...named].sort()).toEqual(text.switches.map(({ args }) => args[0]?.raw).sort());
		for (const { first, last } of blocks) {
			expect(text.procs.some((proc) => first > proc.first && last < proc.last)).toBe(true);
			let depth = 0;
			const code = source
				.slice(first - 1, last)
				.join('\n')
				.replace(/\/\*.*?\*\//gs, '');
			for (const sign of code.match(/[{}]/g) ?? []) depth += sign === '{' ? 1 : -1;
			expect(depth, `${text.name}.c:${first}-${last}`).toBe(0);
		}
	}
});
