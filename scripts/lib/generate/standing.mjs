/**
 * Which procedures of a text nobody posted: from the tables of its page, "Posted as" and "Where each step comes from". `inferred`:
 * all that the page says of it is; `part`: some is. A procedure of which the page says neither is not named.
 */
import { existsSync, readFileSync } from 'node:fs';
import { at } from '../files.mjs';
import { TEXTS } from '../texts.mjs';

const SECTIONS = { posted: '## Posted as', steps: '## Where each step comes from' };
/** A row that goes on with the procedure of the row before. */
const GOES_ON = /^(?:$|`|its\b|in it\b|the loop:)/;

const sectionOf = (page, title) => page.split(`\n${title}\n`)[1]?.split('\n## ')[0] ?? '';

const rowsOf = (section) =>
	section
		.split('\n')
		.filter((line) => line.startsWith('| ') && !line.startsWith('|--'))
		.map((line) =>
			line
				.split('|')
				.slice(1, -1)
				.map((cell) => cell.trim()),
		);

function saidOf(cell) {
	const [posted, inferred] = [/\bposted\b/.test(cell), /\binferred\b/.test(cell)];
	if (inferred) return posted || /\brest\b/.test(cell) ? 'part' : 'inferred';
	return 'posted';
}

const whole = (said) => (new Set(said).size === 1 ? said[0] : 'part');

/** By name of the procedure, of those that are inferred or in part. */
export function standingOf(page, procs) {
	const said = new Map();
	const named = (cell) =>
		[...cell.matchAll(/`(\w+)`/g)].map(([, name]) => name).filter((name) => procs.includes(name));
	let current = [];
	for (const [first, ...rest] of rowsOf(sectionOf(page, SECTIONS.steps))) {
		const own = named(first);
		if (own.length > 0 || !GOES_ON.test(first)) current = own;
		for (const name of current)
			said.set(name, [...(said.get(name) ?? []), saidOf(rest.at(-1) ?? '')]);
	}
	for (const [first, ...rest] of rowsOf(sectionOf(page, SECTIONS.posted)))
		for (const name of named(first)) if (!said.has(name)) said.set(name, [saidOf(rest.join(' '))]);
	const all = [...said].map(([name, those]) => [name, whole(those)]);
	return Object.fromEntries(all.filter(([, one]) => one !== 'posted'));
}

/** Of all texts together: no two procedures have one name. */
export function standings(texts) {
	const found = texts.map(({ name, procs }) => {
		const page = at(`${TEXTS}/${name}/README.md`);
		const names = procs.map((proc) => proc.name);
		return existsSync(page) ? standingOf(readFileSync(page, 'utf8'), names) : {};
	});
	return Object.assign({}, ...found);
}
