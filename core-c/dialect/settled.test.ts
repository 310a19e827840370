/** A text with its switches and its variant settled: what a repair begins with. */
import { describe, expect, it } from 'vitest';
import { featuresIn, parseProject, problemsOf, settledText, stringOf } from '.';
import { fixtureFiles } from './testing';

const body = (lines: string) =>
	settledOf(`PROC(p, struct small, u32 a;)\n${lines}\nEND(p)\n`, ['on'], ['has'])
		.split('\n')
		.slice(1)
		.filter((line) => !/^(PROC|END)/.test(line))
		.join('\n')
		.trimEnd();

function settledOf(text: string, switches: string[], features: string[]): string {
	const project = parseProject([
		{ path: 'small/small.h', text: 'struct small {\n\tword w;\n};\n' },
		{
			path: 'small/small.c',
			text: `/* what it is */\n#include "small.h"\nSWITCH(small, on, .title = "a")\nSWITCH(small, off, .title = "b")\n${text}`,
		},
	]);
	const [small] = project.texts;
	if (!small) throw new Error('no text');
	return settledText(project, small, { switches, features });
}

describe('a settled text', () => {
	it('has no head and no switches', () => {
		expect(settledOf('PROC(p, struct small, )\nEND(p)\n', [], [])).toBe(
			'#include "small.h"\nPROC(p, struct small, )\nEND(p)\n',
		);
	});
	it.each([
		['what is on stays, without its test', '\tif (FAULT(small, on))\n\t\tA();', '\tA();'],
		['what is off goes', '\tif (FAULT(small, off))\n\t\tA();\n\tB();', '\tB();'],
		['so does a block', '\tif (FAULT(small, on)) {\n\t\tA();\n\t\tB();\n\t}', '\tA();\n\tB();'],
		[
			'and the other branch',
			'\tif (FAULT(small, off)) {\n\t\tA();\n\t} else {\n\t\tB();\n\t}',
			'\tB();',
		],
		['without braces', '\tif (FAULT(small, on))\n\t\tA();\n\telse\n\t\tB();', '\tA();'],
		[
			'and without braces the other',
			'\tif (FAULT(small, off))\n\t\tA();\n\telse\n\t\tB();',
			'\tB();',
		],
		[
			'a chain loses its first',
			'\tif (FAULT(small, off)) {\n\t\tA();\n\t} else if (my->a) {\n\t\tB();\n\t} else {\n\t\tC();\n\t}',
			'\tif (my->a) {\n\t\tB();\n\t} else {\n\t\tC();\n\t}',
		],
		[
			'its middle',
			'\tif (my->a) {\n\t\tA();\n\t} else if (FAULT(small, off)) {\n\t\tB();\n\t} else {\n\t\tC();\n\t}',
			'\tif (my->a) {\n\t\tA();\n\t} else {\n\t\tC();\n\t}',
		],
		[
			'its end',
			'\tif (my->a) {\n\t\tA();\n\t} else if (FAULT(small, off)) {\n\t\tB();\n\t}',
			'\tif (my->a) {\n\t\tA();\n\t}',
		],
		[
			'or ends where it is taken',
			'\tif (my->a) {\n\t\tA();\n\t} else if (HAS(small, has)) {\n\t\tB();\n\t} else {\n\t\tC();\n\t}',
			'\tif (my->a) {\n\t\tA();\n\t} else {\n\t\tB();\n\t}',
		],
		[
			'a test keeps what is not known',
			'\tif (my->a && !FAULT(small, off))\n\t\tA();',
			'\tif (my->a)\n\t\tA();',
		],
		[
			'a label that nothing leads to goes',
			'\tif (FAULT(small, off))\n\t\tgoto out;\n\tA();\nout:\n\tB();',
			'\tA();\n\tB();',
		],
		[
			'a sentence says what is so',
			'\tLOAD(my->a, lk->w, relaxed); /* looks{on ?  twice : }{off ?  away : } */',
			'\tLOAD(my->a, lk->w, relaxed); /* looks twice */',
		],
	])('%s', (_, given, settled) => {
		expect(body(given)).toBe(settled);
	});
	it('leaves out the case that comes with a fault alone, where none is on', () => {
		const line = '\tLOAD(my->a, lk->w, relaxed); /* looks | if 0: looks away (fault) | looks up */';
		const text = settledOf(`PROC(p, struct small, u32 a;)\n${line}\nEND(p)\n`, [], []);
		expect(text).toContain('/* looks | looks up */');
	});
	it('of every variant of every text asks for no switch, and can run', () => {
		const files = fixtureFiles();
		const project = parseProject(files);
		for (const text of project.texts)
			for (const variant of text.variants) {
				const features = featuresIn(variant.fields.has?.raw);
				const settled = settledText(project, text, { features, switches: [] });
				const name = stringOf(variant.fields.name?.raw ?? '');
				/* a macro that asks is defined and used no more */
				expect(settled, name).not.toMatch(/^(?!#define).*\b(?:FAULT|HAS|SWITCH)\(/m);
				const again = parseProject(
					files.map((file) => (file.path === text.file ? { ...file, text: settled } : file)),
				);
				const own = again.texts.find((one) => one.name === text.name);
				if (!own) throw new Error(`no text ${text.name}`);
				expect(problemsOf(again, own), name).toEqual([]);
			}
	});
});
