/** Texts that nobody would write: the front end ends, throws nothing and says no more than it may. */
import { expect, test } from 'vitest';
import {
	allProblems,
	deadMasks,
	kernelC,
	kernelHeader,
	LIMITS,
	parseProject,
	placesOf,
	type SourceFile,
	scopeOf,
} from './index';
import { tokensOf } from './lex';
import { mutated } from './mutated';
import { randomFrom } from './random';
import { fixtureFiles } from './testing';

/** Everything that the front end does with a text. */
function readAll(files: SourceFile[]): void {
	const project = parseProject(files);
	for (const text of project.texts) {
		expect(text.errors.length).toBeLessThanOrEqual(LIMITS.errors);
		const scope = scopeOf(project, text);
		for (const proc of text.procs) {
			expect(proc.last).toBeGreaterThanOrEqual(proc.first);
			for (const mask of deadMasks(proc, scope).values())
				expect(mask >>> 0 === mask && mask >= 0).toBe(true);
		}
		placesOf(text);
		const lines = (text.files[text.file] ?? '').split('\n').length;
		const settings = lines % 2 === 0 ? {} : { switches: [], features: [] };
		expect(kernelC(project, text, settings).split('\n')).toHaveLength(lines);
		if (lines % 4 === 0) kernelHeader(project, text);
	}
	for (const { line, column, message } of allProblems(project)) {
		expect(line * column).toBeGreaterThan(0);
		expect(message).not.toMatch(/undefined|\[object/);
	}
}

const files = fixtureFiles();
const only = (...names: string[]) =>
	files.filter(({ path }) => names.some((name) => path.startsWith(`${name}/`)));

test('2,000 mutated texts', { timeout: 240_000 }, () => {
	const random = randomFrom(2013);
	const inputs = [
		only('mcs'),
		only('mcs'),
		only('mcs'),
		only('mcs', 'mutex'),
		only('tp_futex'),
		only('rwsem'),
	];
	for (let i = 0; i < 2000; i++) {
		const whole = inputs[i % 100 < 97 ? i % 3 : (i % 3) + 3] as SourceFile[];
		const hit = whole.length > 2 ? whole.length - 2 : random.below(whole.length);
		readAll(
			whole.map((file, k) => (k === hit ? { ...file, text: mutated(file.text, random) } : file)),
		);
	}
});

test('hostile texts end in time', { timeout: 240_000 }, () => {
	const bomb = Array.from(
		{ length: 40 },
		(_, i) => `#define A${i + 1}(x) A${i}(A${i}(x) + A${i}(x))`,
	);
	const chain = Array.from({ length: 300 }, (_, i) => `#define B${i + 1} B${i} + B${i}`);
	const inF = (body: string) => `PROC(f, struct mcs, u32 a;)\n${body}\nEND(f)\n`;
	const texts = [
		[...bomb, inF('\tmy->a = A40(my->a);')].join('\n'),
		[...chain, inF('\tmy->a = B300;')].join('\n'),
		`#define A B\n#define B A\n${inF('\tmy->a = A;')}`,
		`#define A(x) A(x)\n${inF('\tmy->a = A(1);')}`,
		inF(`\tmy->a = ${'('.repeat(50_000)}`),
		inF('{'.repeat(50_000)),
		inF(`${'if (1) '.repeat(8_000)};`),
		inF(`\tmy->a = ${'1 + '.repeat(25_000)}1;`),
		inF(`\tmy->a = lk${'->tail'.repeat(20_000)};`),
		inF(`\tmy->a = ${'my->a ? 1 : '.repeat(8_000)}1;`),
		inF('\tgoto x;\n'.repeat(5_000) + 'x:\n'.repeat(5_000)),
		inF('\tCRITICAL(); /* x */\n'.repeat(10_000)),
		inF(
			'\tCAS(my->a, lk->tail, my->a, my->a, full); /* x */\nx:\n\tif (my->a)\n\t\tgoto x;\n'.repeat(
				2_500,
			),
		),
		inF(`\twhile (my->a) {\n${'\tmy->a = my->a + 1;\n'.repeat(5_000)}\t}`),
		inF('').replace('u32 a;', Array.from({ length: 15_000 }, (_, i) => `u32 a${i};`).join(' ')),
		'struct a { struct b b; };\nstruct b { struct a a; };\n',
		`LOCK(${'{'.repeat(20_000)}`,
		`INVARIANT(${'a, '.repeat(20_000)}b)`,
		'/*'.repeat(50_000),
		'"'.repeat(100_000),
		'USES(mcs)\nUSES(x)\n',
		'LOCK(__proto__, struct constructor, .__proto__ = toString)\nPROC(hasOwnProperty, struct __proto__, u32 constructor;)\n\ttoString(valueOf);\nEND(hasOwnProperty)\n',
	];
	for (const text of texts) {
		const start = process.cpuUsage();
		readAll([...only('mcs'), { path: 'x/x.c', text }]);
		expect(process.cpuUsage(start).user / 1e6, text.slice(0, 60)).toBeLessThan(5);
	}
	expect(tokensOf('').length).toBe(1);
});
