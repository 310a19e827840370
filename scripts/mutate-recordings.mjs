/**
 * Holds recorded runs of the patched kernel against wrong changes of the texts that they are runs of, and says how many are
 * refused (docs/validation.md, "How much a recording sees").
 *   npm run mutate:recordings                     60 of each text that is recorded
 *   npm run mutate:recordings -- --text tp_futex  of one text
 *   npm run mutate:recordings -- --each 1000      all of them
 *   npm run mutate:recordings -- --minutes 10     begins none after that
 *   npm run mutate:recordings -- --again          records anew; else the runs of the last time are taken
 *   npm run mutate:recordings -- --stock          with recordings of the kernel's own mutex and rwsem instead
 */
import {
	existsSync,
	mkdirSync,
	readdirSync,
	readFileSync,
	rmSync,
	statSync,
	writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { buildNative, NATIVE } from './build-native.mjs';
import { generate } from './generate.mjs';
import { boot, findAccelerator, writeRamdisk } from './kernel/boot.mjs';
import { kernelModules } from './kernel/module.mjs';
import { buildPrograms } from './kernel/programs.mjs';
import { ready, SKIP } from './kernel/ready.mjs';
import { RECORDINGS, shownInstead, tracesPlan, VARIANTS } from './kernel/recordings.mjs';
import { STOCKS, shortStock } from './kernel/stock.mjs';
import { buildKernel, cacheFolder } from './kernel/tree.mjs';
import { at } from './lib/files.mjs';
import { isMain, main, Told, timed } from './lib/run.mjs';
import { concluded, isWanted, options, tryChosen, withHowMany } from './mutate/command.mjs';
import { limited } from './mutate/limited.mjs';
import { complaints, ofRecordings, seenByRuns, table } from './mutate/recorded.mjs';
import { readReasons } from './mutate/report.mjs';
import { sampled } from './mutate/run.mjs';
import { allMutants, context } from './mutate.mjs';

const EACH = 60;
/** A trace goes over the serial line, and each mutant looks at many. */
const MOST_ROUNDS = 300;
const LOG = 6_000;
const CPUS = 4;

/** Runs like those of test:kernel, but shorter, of these variants. */
function planOfTexts(variants) {
	const shorter = RECORDINGS.filter(({ variant }) => variants.includes(variant)).map((one) => ({
		...one,
		rounds: Math.min(one.rounds, MOST_ROUNDS),
	}));
	return tracesPlan(shorter).map((step) => ({
		...step,
		command: step.command.replace(/\blog=\d+/, `log=${LOG}`),
	}));
}

/** Of our texts, or of the kernel's own. */
const KINDS = {
	texts: {
		variants: VARIANTS,
		plan: planOfTexts,
		folder: 'for-mutants',
		survivors: 'tests/mutation/survivors-recorded.txt',
	},
	stock: {
		variants: STOCKS.map(({ variant }) => variant),
		plan: (variants) => shownInstead(shortStock(variants, LOG)),
		folder: 'for-mutants-stock',
		survivors: 'tests/mutation/survivors-stock.txt',
	},
};

const folderOf = (kind) => join(cacheFolder(), kind.folder);
const nameOf = ({ variant, threads }, i) => `${variant} ${threads} ${i}.trace`;

/** What is there of these variants: { path, variant }. */
const filesOf = (kind, variants) =>
	(existsSync(folderOf(kind)) ? readdirSync(folderOf(kind)) : [])
		.map((file) => ({ path: join(folderOf(kind), file), variant: file.split(' ')[0] }))
		.filter(({ variant }) => variants.includes(variant));

/** Records those runs, as files on this machine. */
async function record(kind, variants) {
	const kernel = await timed('Kernel', () => buildKernel());
	const files = { ...(await buildPrograms()), ...(await kernelModules(kernel)) };
	const accelerator = await findAccelerator(kernel.bzImage, files);
	const plan = kind.plan(variants);
	const ramdisk = writeRamdisk(kind.folder, files, plan);
	const { runs } = await timed(`Recorded runs, ${CPUS} CPUs, ${accelerator}`, () =>
		boot(kind.folder, { bzImage: kernel.bzImage, ramdisk, plan, accelerator, cpus: CPUS }),
	);
	mkdirSync(folderOf(kind), { recursive: true });
	for (const { path } of filesOf(kind, variants)) rmSync(path);
	for (const [i, { recording }] of plan.entries())
		if (recording && runs[i]?.lines.includes('events'))
			writeFileSync(join(folderOf(kind), nameOf(recording, i)), `${runs[i].lines.join('\n')}\n`);
}

/** Of those the ones that the texts as they are explain, small ones first. */
async function explainedRuns(kind, variants) {
	const all = filesOf(kind, variants);
	const runs = [];
	for (const run of all) {
		const { code } = await limited(at(NATIVE, 'lockstep'), ['conform', run.path]);
		if (code === 0) runs.push({ ...run, size: statSync(run.path).size });
	}
	console.log(`${runs.length} runs of ${all.length} are explained by the texts as they are.`);
	if (runs.length === 0) throw new Told('No run was recorded that the texts explain.');
	return runs.sort((a, b) => a.size - b.size);
}

const inWords = ({ refused, seen }) => (refused ? 'no program' : (seen ?? 'ACCEPTED'));

if (isMain(import.meta))
	main(async (args) => {
		const { values } = parseArgs({
			args,
			options: options(EACH, { again: { type: 'boolean' }, stock: { type: 'boolean' } }),
		});
		const kind = values.stock ? KINDS.stock : KINDS.texts;
		if (!(await timed('Set-up', ready))) return SKIP;
		await generate();
		await timed('The tool', () => buildNative({ quiet: true }));
		const tried = await context();
		const recordedOf = (text) =>
			tried
				.variants(tried.locks(text))
				.map(({ variant }) => variant)
				.filter((variant) => kind.variants.includes(variant));
		const isRecorded = ({ text, rule }) => ofRecordings(rule) && recordedOf(text).length > 0;
		const all = allMutants(tried).filter(isWanted(values)).filter(isRecorded);
		if (all.length === 0) throw new Told(`No run is recorded of ${values.text}.`);
		const texts = [...new Set(all.map(({ text }) => text))];
		const variants = [...new Set(texts.flatMap(recordedOf))];
		const missing = variants.filter(
			(variant) => values.again || filesOf(kind, [variant]).length === 0,
		);
		if (missing.length > 0) await record(kind, missing);
		const runs = await timed('The texts as they are', () => explainedRuns(kind, variants));
		const chosen = sampled(all, Number(values.each), values.seed);
		const observed = { ...tried, observers: seenByRuns(runs) };
		const results = await tryChosen(chosen, observed, values, inWords);
		const reasons = readReasons(readFileSync(at(kind.survivors), 'utf8'));
		console.log(`\n${withHowMany(results, chosen, table(results, reasons))}\n`);
		return concluded(complaints(results, reasons));
	});
