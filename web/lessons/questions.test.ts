/** Each lesson has ten questions and ten answers in docs, and what an answer says of a schedule is so. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { FACTS_MODULE, tellerOf } from '../../scripts/lib/wasm-facts.mjs';
import { moduleFile } from '../../wasm/src/testing';
import { isSo } from './make/claims';
import { builtTools } from './make/make';
import { partsOf } from './make/markdown';
import { readSetUp } from './make/setup';

const FOLDER = 'web/lessons';
const moduleOf = (lock: string) => new Uint8Array(readFileSync(moduleFile(lock)));

const titles = readdirSync(FOLDER)
	.filter((name) => name.endsWith('.md'))
	.sort()
	.map((name) => /^title: (.*)$/m.exec(readFileSync(join(FOLDER, name), 'utf8'))?.[1])
	.map((title, i) => `${i + 1}. ${title}`);

/** A document's parts by their headings, without what stands before the first. */
function partsByHeading(file: string): [string, string][] {
	const [, ...parts] = readFileSync(join('docs', file), 'utf8').split(/^## /m);
	return parts.map((part) => {
		const end = part.indexOf('\n');
		return [part.slice(0, end), part.slice(end)];
	});
}

const questions = partsByHeading('lessons-questions.md');
const answers = partsByHeading('lessons-answers.md');

const numbersIn = (text: string) => [...text.matchAll(/^(\d+)\. \S/gm)].map(([, n]) => Number(n));

/** Lines of the form `SET-UP | STEPS | CLAIM`, or with the steps up to the question before those of the claim. */
const evidence = answers.flatMap(([title, text]) =>
	[...text.matchAll(/^ {3}- `(.*)`$/gm)].map(([, line = '']) => [title, line] as const),
);

let tools: Awaited<ReturnType<typeof builtTools>>;
beforeAll(async () => {
	tools = await builtTools(moduleOf, tellerOf(readFileSync(FACTS_MODULE)));
}, 120_000);

async function unsaid(line: string): Promise<string[]> {
	const parts = partsOf(line);
	expect([3, 4], line).toContain(parts.length);
	const [setUpText = '', ...steps] = parts;
	const claims = steps.pop() ?? '';
	const [before = '', after = ''] = steps.length === 2 ? steps : ['', ...steps];
	const setUp = readSetUp(tools.core, tools.teller, setUpText);
	const span = { setUp, setUpText, before, after: after === 'start' ? '' : after };
	const wrong: string[] = [];
	for (const claim of claims.split(';')) if (!(await isSo(span, claim))) wrong.push(claim.trim());
	return wrong;
}

describe('the questions on the lessons', () => {
	it.each([
		['questions', questions],
		['answers', answers],
	] as const)('have ten %s for every lesson', (_, parts) => {
		expect(parts.map(([title]) => title)).toEqual(titles);
		for (const [title, text] of parts)
			expect(numbersIn(text), title).toEqual(Array.from({ length: 10 }, (_, i) => i + 1));
	});

	it('have answers whose values are shown by the core in every lesson', () => {
		expect(new Set(evidence.map(([title]) => title))).toEqual(new Set(titles));
		const listed = answers.flatMap(([, text]) => text.match(/^ +- .*$/gm) ?? []);
		expect(evidence, 'a line that is listed and not read').toHaveLength(listed.length);
	});

	it.each(evidence)(
		'%s: %s',
		async (_, line) => {
			expect(await unsaid(line)).toEqual([]);
		},
		120_000,
	);
});
