import { expect, test } from 'vitest';
import { switchLines } from './index';
import { fixtures, small, textOf } from './testing';

/** The lines stand in a procedure f; they may end it and begin others. */
const blocksOf = (lines: string[], ...features: string[]) => {
	const last = lines.findLast((line) => line.startsWith('PROC('))?.match(/\w+(?=,)/)?.[0] ?? 'f';
	const body = ['SWITCH(x, a, .title = "a")', 'SWITCH(x, b, .title = "b")'];
	const project = small(
		[...body, 'PROC(f, struct x, u32 n;)', ...lines, `END(${last})`].join('\n'),
	);
	const { blocks, tests } = switchLines(project, textOf(project, 'x'), features);
	return {
		blocks: blocks.map(({ first, last, plain, switches }) => [
			lines.slice(first - 4, last - 3).map((line) => line.trim()),
			plain,
			switches.join(),
		]),
		procs: blocks.flatMap(({ proc }) => proc ?? []),
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

test('a variant without the feature leaves out what asks for it, and no switch brings that back', () => {
	const lines = [
		'\tif (HAS(x, f))',
		'\t\tmy->n = 1;',
		'\tif (HAS(x, f) && FAULT(x, a))',
		'\t\tmy->n = 2;',
		'\tif (!HAS(x, f)) {',
		'\t\tmy->n = 3;',
		'\t} else {',
		'\t\tmy->n = 4;',
		'\t}',
		'\tif (my->n && HAS(x, f))',
		'\t\tmy->n = 5;',
		'\tif (FAULT(x, a) && FAULT(x, b))',
		'\t\tmy->n = 6;',
	];
	expect(blocksOf(lines).blocks).toEqual([
		[['if (HAS(x, f))', 'my->n = 1;'], false, ''],
		[['if (HAS(x, f) && FAULT(x, a))', 'my->n = 2;'], false, ''],
		[['} else {', 'my->n = 4;'], false, ''],
		[['if (my->n && HAS(x, f))', 'my->n = 5;'], false, ''],
	]);
	expect(blocksOf(lines, 'f').blocks).toEqual([
		[['if (HAS(x, f) && FAULT(x, a))', 'my->n = 2;'], false, 'a'],
		[['my->n = 3;'], false, ''],
	]);
});

test('what only calls of another variant lead to is a block, be it behind a brace', () => {
	const lines = [
		'\tDO(g, lk, .how = 1);',
		'\tif (HAS(x, f))',
		'\t\tDO(g, lk);',
		'END(f)',
		'PROC(g, struct x, u32 how;)',
		'\tif (my->how) {',
		'\t\tADD(lk->b[0].tail, 1, relaxed); /* x */',
		'\t} else if (!my->how) {',
		'\t\tDO(inner, lk);',
		'\t}',
		'END(g)',
		'PROC(inner, struct x,)',
		'\tADD(lk->b[0].tail, 1, relaxed); /* x */',
	];
	expect(blocksOf(lines).blocks.map(([rows]) => rows)).toEqual([
		['if (HAS(x, f))', 'DO(g, lk);'],
		['} else if (!my->how) {', 'DO(inner, lk);'],
		['PROC(inner, struct x,)', 'ADD(lk->b[0].tail, 1, relaxed); /* x */'],
	]);
	expect(blocksOf(lines, 'f').blocks).toEqual([]);
});

test('a procedure that is called in another variant only is a block of its own', () => {
	const lines = [
		'\tDO(inner, lk);',
		'END(f)',
		'',
		'PROC(inner, struct x, u32 n;)',
		'\tmy->n = 1;',
		'END(inner)',
		'',
		'PROC(work, struct x, u32 n;)',
		'\tif (HAS(x, f))',
		'\t\tDO(f, lk);',
	];
	const named = (...features: string[]) => blocksOf(lines, ...features).procs;
	expect(named()).toEqual(['f', 'inner']);
	expect(named('f')).toEqual([]);
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
		const source = (text.files[text.file] ?? '').split('\n');
		const variants = [
			[],
			...text.variants.map(({ fields }) => fields.has?.raw.match(/\w+/g) ?? []),
		];
		const read = variants.map((features) => switchLines(project, text, features));
		const blocks = read.flatMap((one) => one.blocks);
		const tests = read.flatMap((one) => one.tests);
		const named = new Set([...blocks.flatMap((b) => b.switches), ...tests.map((t) => t.switch)]);
		expect([...named].sort()).toEqual(text.switches.map(({ args }) => args[0]?.raw).sort());
		for (const { first, last, proc: whole } of blocks) {
			const holds = text.procs.filter((one) =>
				whole
					? one.name === whole && first <= one.first && last === one.last
					: first > one.first && last < one.last,
			);
			expect(holds).toHaveLength(1);
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
