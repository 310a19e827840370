/** What the build makes of repairs: the text with its fault, and what stops it. */
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { at } from './lib/files.mjs';
import { loadFrontEnd } from './lib/front-end.mjs';
import { changed, repairFiles } from './lib/repairs.mjs';
import { FACTS_MODULE, factsIn } from './lib/wasm-facts.mjs';

const { repairs } = factsIn(readFileSync(at(FACTS_MODULE)));
const files = async (change) => repairFiles(repairs.map(change), await loadFrontEnd(), '');

it('changes what stands there once, and refuses what does not', () => {
	expect(changed('a b c', [{ from: 'b', to: '$&' }], 'x')).toBe('a $& c');
	for (const from of ['d', 'a'])
		expect(() => changed('a a', [{ from, to: '' }], 'x')).toThrow('repair x: this stands in');
});

it('ships the text with the fault, and the answers for the tests alone', async () => {
	const made = await files((repair) => repair);
	for (const { name, plant, attempts } of repairs) {
		const [repair, answers] = [made[`repairs/${name}.ts`], made['repair-answers.ts']];
		expect(made['repairs.ts']).toContain(`import('./repairs/${name}')`);
		for (const { what } of attempts) {
			expect(repair).not.toContain(what);
			expect(answers).toContain(JSON.stringify(what));
		}
		expect(JSON.parse(/ = (.*);$/m.exec(repair)[1]).start).not.toContain(plant[0].from);
	}
});

it('stops at what its author has got wrong', async () => {
	const as = (change) => (repair, i) => (i === 0 ? { ...repair, ...change } : repair);
	await expect(files(as({ wrong: 'no such word: futx' }))).rejects.toThrow('no such word: futx');
	await expect(files(as({ name: 'nohyphen' }))).rejects.toThrow('has to have a hyphen');
	await expect(files(as({ text: 'nothing' }))).rejects.toThrow('there is no text nothing');
	const plant = [{ from: 'nowhere', to: '' }];
	await expect(files(as({ plant }))).rejects.toThrow('this stands in its text 0 times');
});
