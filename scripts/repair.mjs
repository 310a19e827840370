/** `npm run lockstep -- repair`: what is to be repaired, the text with its fault, and the judge of the page for a file. */
import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { importBundled } from './lib/bundle.mjs';
import { at, filesUnder, hashOf } from './lib/files.mjs';
import { Told } from './lib/run.mjs';
import { TEXTS } from './lib/texts.mjs';

const ENTRY = 'web/src/repair/command.ts';
const MADE_OF = ['core-c/dialect', 'wasm/generated', 'wasm/src', 'web/src'];

const loadJudge = () => {
	const files = MADE_OF.flatMap((folder) =>
		filesUnder(folder, (path) => /\.tsx?$/.test(path) && !/\.test\.tsx?$/.test(path)),
	);
	return importBundled(
		ENTRY,
		at('build/bundled/repair.mjs'),
		hashOf([...files, 'build/generated/families.json', 'scripts/lib/bundle.mjs']),
	);
};

const built = {
	text: (name) => {
		const read = (kind) => readFileSync(at(TEXTS, name, `${name}.${kind}`), 'utf8');
		return { text: read('c'), header: read('h') };
	},
	module: (file) => {
		const path = at('wasm/dist', file);
		if (!existsSync(path)) throw new Told('The site must be built first: npm run build');
		return new Uint8Array(readFileSync(path));
	},
};

/** Says whether the text is repaired; 1 is that it is not. */
export async function repair([name, file, ...more]) {
	if (more.length > 0) throw new Told('npm run lockstep -- repair [NAME [FILE]]');
	const { judgeFile, repairList, repairTask } = await loadJudge();
	if (!name) {
		process.stdout.write(`${repairList().join('\n')}\n`);
		return 0;
	}
	const known = await repairTask(name);
	if (!known) throw new Told(`There is no text to repair called "${name}"; repair lists them all.`);
	if (!file) {
		/* the text alone goes to a file */
		process.stderr.write(`${known.task}\n`);
		process.stdout.write(known.start);
		return 0;
	}
	const path = resolve(process.env.INIT_CWD ?? '.', file);
	if (!existsSync(path)) throw new Told(`There is no file ${file}.`);
	const { solved, says } = await judgeFile(name, readFileSync(path, 'utf8'), built);
	process.stdout.write(`${says.join('\n\n')}\n`);
	return solved ? 0 : 1;
}
