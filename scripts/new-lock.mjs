/** `npm run lockstep -- new NAME`: a lock that works, to be made into yours. docs/adding-a-lock.md goes on from there. */
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { at } from './lib/files.mjs';
import { loadFrontEnd } from './lib/front-end.mjs';
import { C_NAMES, TAKEN_NAMES } from './lib/names.mjs';
import { Told } from './lib/run.mjs';
import { readTexts, TEXTS } from './lib/texts.mjs';

const TEMPLATE = 'scripts/new-lock';
const LONGEST = 20;

/** What the template makes of a name, besides its folder. */
const procsOf = (name) => ['lock', 'unlock', 'worker'].map((what) => `${name}_${what}`);

/** Names of scenarios: with - where C has _. */
const slugOf = (name) => name.replaceAll('_', '-');

/** Why no lock may be called so, in words, or undefined. `texts` are those that there are. */
export function wrongWithName(name, texts) {
	if (!name) return 'a name is missing: npm run lockstep -- new NAME';
	if (!/^[a-z][a-z0-9]*(_[a-z0-9]+)*$/.test(name))
		return `"${name}" is no name for a lock: lower-case letters, digits and single _ between them, a letter first`;
	if (name.length > LONGEST)
		return `"${name}" is too long: ${name.length} letters, and ${LONGEST} are the most`;
	if (texts.some((text) => text.name === name))
		return `there is a lock ${name} already: ${TEXTS}/${name}`;
	if (/^(ls|native|log|gate|rec)(_|$)/.test(name))
		return `"${name}" begins like the names of the machine itself`;
	if (C_NAMES.has(name))
		return `"${name}" means something in C or in the machine's headers already`;
	const libc = [name, ...procsOf(name)].find((one) => TAKEN_NAMES.has(one));
	if (libc)
		return `"${name}" would make ${libc}, a name of libc or of the kernel, in which the same text is compiled; put something before or behind it`;
	for (const text of texts) {
		const { name: other } = text;
		const proc = text.procs.find((one) => procsOf(name).includes(one.name));
		if (proc) return `"${name}" would make ${proc.name}, which ${other} has already`;
		if (Object.hasOwn(text.structs, name)) return `${other} has a struct ${name} already`;
		const variant = text.of('VARIANT').find(({ fields }) => fields.name === `"${slugOf(name)}"`);
		if (variant) return `${other} has a variant ${slugOf(name)} already`;
		const scenarios = at(TEXTS, other, 'scenarios.c');
		if (
			existsSync(scenarios) &&
			readFileSync(scenarios, 'utf8').includes(`.name = "${slugOf(name)}"`)
		)
			return `${other} has a scenario ${slugOf(name)} already`;
	}
	return undefined;
}

const filled = (text, name) =>
	text
		.replaceAll('@name@', name)
		.replaceAll('@NAME@', name.toUpperCase())
		.replaceAll('@slug@', slugOf(name))
		.replaceAll('@Title@', name[0].toUpperCase() + slugOf(name).slice(1).replaceAll('-', ' '));

/** Writes core-c/locks/NAME and says how to go on. */
export async function newLock(args) {
	const [name, extra] = args;
	if (name === '--help') {
		console.log(
			`Usage: npm run lockstep -- new NAME\nMakes ${TEXTS}/NAME from ${TEMPLATE}: a small lock that is checked, told and run on real threads. See docs/adding-a-lock.md.`,
		);
		return 0;
	}
	if (extra !== undefined) throw new Told(`lockstep new: what is "${extra}" for? One name is read`);
	const texts = readTexts(await loadFrontEnd());
	const wrong = wrongWithName(name, texts);
	if (wrong) {
		console.error(`lockstep new: ${wrong}`);
		return 2;
	}
	const folder = `${TEXTS}/${name}`;
	if (existsSync(at(folder))) throw new Told(`lockstep new: ${folder} is there already`);
	mkdirSync(at(folder));
	for (const file of readdirSync(at(TEMPLATE))) {
		const target = file.replace(/\.txt$/, '').replace(/^lock\b/, name);
		writeFileSync(at(folder, target), filled(readFileSync(at(TEMPLATE, file), 'utf8'), name));
		console.log(`${folder}/${target}`);
	}
	const slug = slugOf(name);
	console.log(`
A ticket lock, to be made into yours. It works as it is:
  npm run lockstep -- check ${slug}             every schedule
  npm run lockstep -- verify ${slug}            its scenarios and its faults, against what they state
  npm run lockstep -- run ${slug}-in-order      its story
  npm run lockstep -- stress ${slug}            on real threads
docs/adding-a-lock.md says what each line means and what else there is.`);
	return 0;
}
