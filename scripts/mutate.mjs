/**
 * Tries wrong changes to the lock texts and says which checks see each (docs/mutation.md).
 *   npm run mutate                     40 of each text, and those that were planted by hand
 *   npm run mutate -- --each 1000      all of them
 *   npm run mutate -- --text rwsem     of one text
 *   npm run mutate -- --minutes 5      begins none after that
 *   npm run mutate -- --list           only says what there is
 *   npm run mutate -- --write          also writes the figures into docs/mutation.md
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { buildNative } from './build-native.mjs';
import { generate } from './generate.mjs';
import { at } from './lib/files.mjs';
import { loadFrontEnd } from './lib/front-end.mjs';
import { order } from './lib/generate/texts.mjs';
import { isMain, main, Told } from './lib/run.mjs';
import { readTexts, textFiles } from './lib/texts.mjs';
import { concluded, isWanted, options, tryChosen, withHowMany } from './mutate/command.mjs';
import { figures, judged, readReasons, withFigures } from './mutate/report.mjs';
import { mutationsOf } from './mutate/rules.mjs';
import { locksWith, planted, sampled, tryAll, variantsOf } from './mutate/run.mjs';
import { setUp } from './setup.mjs';

const PLANTED = 'tests/mutation/planted.json';
const SURVIVORS = 'tests/mutation/survivors.txt';
const DOCUMENT = 'docs/mutation.md';
const EACH = 40;

/** What a mutant is tried with. */
export async function context() {
	const frontEnd = await loadFrontEnd();
	const files = textFiles();
	const texts = order(readTexts(frontEnd, files));
	return { frontEnd, files, locks: locksWith(texts), variants: variantsOf(texts) };
}

/** Every mutant that a rule makes of the texts. */
export function allMutants({ frontEnd, files }) {
	const project = frontEnd.parseProject(files);
	return project.texts.flatMap((text) => mutationsOf(frontEnd, project, text));
}

/** The shipped texts must be seen by nobody, or the figures say nothing. */
export async function soundness(tried, options) {
	const same = tried.files.find(({ path }) => path.endsWith('.c'));
	const text = /([^/]+)\.c$/.exec(same.path)[1];
	const all = order(readTexts(tried.frontEnd, tried.files)).flatMap(({ lock, name }) =>
		lock ? [name] : [],
	);
	const unchanged = { id: 'unchanged', text, source: same.text, rule: 'none' };
	const [result] = await tryAll([unchanged], { ...tried, locks: () => all }, options);
	if (result.refused || result.seen)
		throw new Told(`The texts as they are: ${result.refused ?? `${result.seen}: ${result.what}`}`);
}

const inWords = ({ refused, seen }) => (refused ? `refused (${refused})` : (seen ?? 'SURVIVES'));

if (isMain(import.meta))
	main(async (args) => {
		const { values } = parseArgs({
			args,
			options: options(EACH, { list: { type: 'boolean' }, write: { type: 'boolean' } }),
		});
		await setUp(['gcc', 'xxhash', 'cmake', 'make'], { quiet: true });
		await generate();
		const tried = await context();
		const all = allMutants(tried);
		const chosen = [
			...planted(PLANTED, tried.files),
			...sampled(all, Number(values.each), values.seed),
		].filter(isWanted(values));
		if (values.list) {
			for (const { id } of chosen) console.log(id);
			console.log(`${chosen.length} of ${all.length}`);
			return 0;
		}
		await buildNative({ quiet: true });
		await soundness(tried);
		const results = await tryChosen(chosen, tried, values, inWords);
		const reasons = readReasons(readFileSync(at(SURVIVORS), 'utf8'));
		const table = withHowMany(results, chosen, figures(results, reasons, all));
		console.log(`\n${table}`);
		if (values.write) {
			const text = readFileSync(at(DOCUMENT), 'utf8');
			writeFileSync(at(DOCUMENT), withFigures(text, table));
		}
		return concluded(judged(results, reasons));
	});
